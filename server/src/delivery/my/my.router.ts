import * as shared from '@quickfleet/shared/delivery/my';
import { procedure, router } from '../../http/trpc.ts';
import { findMyAddresses, findMyOrders, findMyQuotes, readAgain, readMe } from './my.queries.ts';

const tags = ['my'];
export const myRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/my',
        tags,
        summary: 'Whose deliveries this browser may see',
        description: 'By a mailed link, or by an account that has proved its e-mail address.',
      },
    })
    .output(shared.me)
    .query(({ ctx }) => readMe(ctx)),
  orders: procedure
    .meta({ openapi: { method: 'GET', path: '/my/orders', tags, summary: 'One’s own orders, newest first' } })
    .input(shared.listMine)
    .output(shared.myOrderPage)
    .query(({ ctx, input }) => findMyOrders(ctx, input)),
  quotes: procedure
    .meta({ openapi: { method: 'GET', path: '/my/quotes', tags, summary: 'One’s own quotes, newest first' } })
    .input(shared.listMine)
    .output(shared.myQuotePage)
    .query(({ ctx, input }) => findMyQuotes(ctx, input)),
  addresses: procedure
    .meta({
      openapi: { method: 'GET', path: '/my/addresses', tags, summary: 'Addresses and contacts that one used before' },
    })
    .output(shared.myAddresses)
    .query(({ ctx }) => findMyAddresses(ctx)),
  again: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/my/orders/{trackingNumber}/again',
        tags,
        summary: 'A request for the same delivery again',
        description: 'What `POST /quotes` takes, as the order has it: without photos and day.',
      },
    })
    .input(shared.byTrackingNumber)
    .output(shared.orderAgain)
    .query(({ ctx, input }) => readAgain(ctx, input.trackingNumber)),
});
