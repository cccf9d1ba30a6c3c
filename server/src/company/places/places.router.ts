import * as shared from '@quickfleet/shared/base/place/places';
import { procedure, router } from '../../http/trpc.ts';
import { suggestAddresses } from './address-file/suggest-addresses.ts';

export const placesRouter = router({
  find: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/places',
        tags: ['company'],
        summary: 'Find addresses while somebody types',
        description:
          'From the company’s address file, the likely ones first, at most 8. Coordinates, a plus code and a link of a map are recognised too.',
      },
    })
    .input(shared.findPlace)
    .output(shared.foundPlaces)
    .query(({ ctx, input }) => suggestAddresses(ctx, input)),
});
