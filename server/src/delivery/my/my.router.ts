import * as shared from '@quickfleet/shared/delivery/my';
import * as booking from '@quickfleet/shared/delivery/my-booking';
import { procedure, router } from '../../http/trpc.ts';
import { bookForMe, priceForMe } from './my.booking.ts';
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
    .input(shared.ofCustomer)
    .output(shared.myAddresses)
    .query(({ ctx, input }) => findMyAddresses(ctx, input)),
  price: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/my/price',
        tags,
        summary: 'What a delivery for a customer on account costs',
        description:
          'The one price that the company’s price rules bind it to, tax included. `total` is null, and `message` says why, where there is none: then request a quote. Nothing is stored.',
      },
    })
    .input(booking.priceMine)
    .output(booking.agreedPrice)
    .mutation(({ ctx, input }) => priceForMe(ctx, input)),
  book: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/my/orders',
        tags,
        summary: 'Book a delivery for a customer on account',
        description:
          'Without a quote, at the agreed price. For the customer’s own address and members who may book. By the rules of `POST /orders` for the customer’s own key.',
      },
      status: 201,
    })
    .input(booking.bookMine)
    .output(booking.booked)
    .mutation(({ ctx, input }) => bookForMe(ctx, input)),
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
