import { byId, success } from '@quickfleet/shared/base/primitives';
import { listMyInvoices, myInvoicePage } from '@quickfleet/shared/delivery/invoices/invoices';
import * as shared from '@quickfleet/shared/delivery/my/my';
import * as booking from '@quickfleet/shared/delivery/my/my-booking';
import * as saved from '@quickfleet/shared/people/saved-addresses';
import { customerQuote } from '@quickfleet/shared/quoting/quote-page';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findMyInvoices } from '../invoices/invoices.queries.ts';
import { changeMine, findMyAddresses, removeMine, saveMine } from './my.addresses.ts';
import { bookForMe, priceForMe } from './my.booking.ts';
import { findMyOrders, findMyQuotes, readAgain, readMe } from './my.queries.ts';
import { acceptMine, declineMine, readMyQuote } from './my.quotes.ts';

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
    .output(compiled(shared.myOrderPage))
    .query(({ ctx, input }) => findMyOrders(ctx, input)),
  quotes: procedure
    .meta({ openapi: { method: 'GET', path: '/my/quotes', tags, summary: 'One’s own quotes, newest first' } })
    .input(shared.listMine)
    .output(compiled(shared.myQuotePage))
    .query(({ ctx, input }) => findMyQuotes(ctx, input)),
  invoices: procedure
    .meta({ openapi: { method: 'GET', path: '/my/invoices', tags, summary: 'One’s own invoices, newest first' } })
    .input(listMyInvoices)
    .output(compiled(myInvoicePage))
    .query(({ ctx, input }) => findMyInvoices(ctx, input)),
  quote: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/my/quotes/{reference}',
        tags,
        summary: 'One quote, as its page shows it',
        description:
          'Of one’s own address, or of a customer that one may see. `canAccept` says whether one may decide.',
      },
    })
    .input(shared.byReference)
    .output(customerQuote)
    .query(({ ctx, input }) => readMyQuote(ctx, input.reference)),
  accept: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/my/quotes/{reference}/accept',
        tags,
        summary: 'Accept a quote of a customer that one books for',
        description: 'By the rules of `POST /q/{token}/accept`. The history names the address of who accepted.',
      },
    })
    .input(shared.acceptMine)
    .output(customerQuote)
    .mutation(({ ctx, input }) => acceptMine(ctx, input)),
  decline: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/my/quotes/{reference}/decline',
        tags,
        summary: 'Decline a quote of a customer that one books for, with a reason',
        description: 'By the rules of `POST /q/{token}/decline`.',
      },
    })
    .input(shared.declineMine)
    .output(customerQuote)
    .mutation(({ ctx, input }) => declineMine(ctx, input)),
  addresses: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/my/addresses',
        tags,
        summary: 'Saved addresses and contacts, then those that one used before',
      },
    })
    .input(shared.ofCustomer)
    .output(shared.myAddresses)
    .query(({ ctx, input }) => findMyAddresses(ctx, input)),
  saveAddress: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/my/addresses',
        tags,
        summary: 'Save an address with who is there',
        description:
          'For the customer’s own address and members who may book. Staff see and change the same list. Without `customerId` for one’s own address, which becomes a customer with it. 409 `ADDRESS_EXISTS` when it is saved for the same stop.',
      },
      status: 201,
    })
    .input(saved.saveMine)
    .output(saved.savedAddress)
    .mutation(({ ctx, input }) => saveMine(ctx, input)),
  changeAddress: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/my/addresses/{id}',
        tags,
        summary: 'Change a saved address',
        description: 'Partial: what is absent stays. Orders that were made with it keep what they have.',
      },
    })
    .input(saved.changeMine)
    .output(saved.savedAddress)
    .mutation(({ ctx, input }) => changeMine(ctx, input)),
  removeAddress: procedure
    .meta({ openapi: { method: 'DELETE', path: '/my/addresses/{id}', tags, summary: 'Remove a saved address' } })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => removeMine(ctx, input)),
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
