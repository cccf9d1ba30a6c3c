import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/quoting/pricing/price-lists';
import { procedure, router } from '../../http/trpc.ts';
import { listPriceLists, readPriceList } from './price-lists.queries.ts';
import { createPriceList, deletePriceList, updatePriceList } from './price-lists.service.ts';

const tags = ['quotes'];
const one = { etag: 'price-list', honorsIfMatch: true } as const;
export const priceListsRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/price-lists', tags, summary: 'List the price lists of customers' } })
    .output(shared.priceLists)
    .query(async ({ ctx }) => ({ data: await listPriceLists(ctx) })),
  get: procedure
    .meta({
      openapi: { method: 'GET', path: '/price-lists/{id}', tags, summary: 'Read a price list' },
      etag: 'price-list',
    })
    .input(byId)
    .output(shared.priceList)
    .query(({ ctx, input }) => readPriceList(ctx, input.id)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/price-lists',
        tags,
        summary: 'Make a price list',
        description:
          'Orders of the customers whose `billing.priceListId` names it are priced by it. `rules` are as the group `pricing` of the settings; their `isOn`, `isBinding` and `rangePercent` say nothing here.',
      },
      status: 201,
      etag: 'price-list',
    })
    .input(shared.createPriceList)
    .output(shared.priceList)
    .mutation(({ ctx, input }) => createPriceList(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/price-lists/{id}',
        tags,
        summary: 'Change a price list',
        description: 'Partial. Orders keep the price that they have.',
      },
      ...one,
    })
    .input(shared.updatePriceList)
    .output(shared.priceList)
    .mutation(({ ctx, input }) => updatePriceList(ctx, input)),
  delete: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/price-lists/{id}', tags, summary: 'Delete a price list that nobody has' },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deletePriceList(ctx, input.id)),
});
