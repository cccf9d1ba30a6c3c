import { driverStops, stopsOf } from '@quickfleet/shared/delivery/stops/stops';
import { procedure, router } from '../../http/trpc.ts';
import { readStops } from './stops.queries.ts';

/** A driver's day by doors; what is done there is form data (stops.routes.ts). */
export const stopsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/driver/stops',
        tags: ['drivers'],
        summary: 'The stops of your day, one for each door',
        description:
          'For a signed-in driver. Pickups, or deliveries, of one day at the same address and with the same person that follow one another are one stop; where nobody has put the day in order, those of one window. `id` names its orders as they were read, so a call about it never reaches an order that came later.',
      },
    })
    .input(stopsOf)
    .output(driverStops)
    .query(({ ctx, input }) => readStops(ctx, input)),
});
