import { byId, success } from '@quickfleet/shared/base/primitives';
import { bookQuote as booking, convertQuote as conversion, order } from '@quickfleet/shared/delivery/orders/orders';
import { unpayQuote as unpayInput } from '@quickfleet/shared/quoting/payments';
import { quoteHint } from '@quickfleet/shared/quoting/quote-hint';
import * as page from '@quickfleet/shared/quoting/quote-page';
import * as shared from '@quickfleet/shared/quoting/quotes';
import { z } from 'zod';
import { bookQuote } from '../../delivery/orders/orders.book.ts';
import { convertQuote } from '../../delivery/orders/orders.create.ts';
import { requireFreeDay } from '../../delivery/plans/full-windows.ts';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { unpayQuote } from '../payments/payments.service.ts';
import { acceptOnBehalf, declineOnBehalf, renewQuote } from '../quote-page/quotes.decide.ts';
import { readHint } from '../quote-page/quotes.hint.ts';
import { rotateLink } from '../quote-page/quotes.page.ts';
import { answerQuestion } from '../quote-page/quotes.questions.ts';
import { deleteQuote, restoreQuote } from './quotes.delete.ts';
import { allQuotes, findQuotes, readQuote } from './quotes.queries.ts';
import { createQuote, sendQuoteEmail, updateQuote } from './quotes.service.ts';

const tags = ['quotes'];
export const quotesRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/quotes', tags, summary: 'List quotes' } })
    .input(shared.listQuotes)
    .output(compiled(shared.quotePage))
    .query(({ ctx, input }) => findQuotes(ctx, input)),
  all: procedure.output(compiled(z.array(shared.quote))).query(({ ctx }) => allQuotes(ctx)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/quotes/{id}', tags, summary: 'Read a quote' }, etag: 'quote' })
    .input(byId)
    .output(shared.quote)
    .query(({ ctx, input }) => readQuote(ctx, input.id)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes',
        tags,
        summary: 'Ask for a quote',
        description:
          'Anybody may ask. Answers visitors with what they sent and the link of their quote’s page (`customerUrl`), staff and API keys with the whole quote. `speedDate` counts only for `specific_date`.',
      },
      status: 201,
      etag: 'quote',
    })
    .input(shared.createQuote)
    .output(shared.createdQuote)
    .mutation(({ ctx, input }) => createQuote(ctx, input, requireFreeDay)),
  /** The staff's form: a call with an ended session is refused; `create` would treat it as a visitor's. */
  createAsStaff: procedure
    .input(shared.createQuote)
    .output(shared.createdQuote)
    .mutation(({ ctx, input }) => createQuote(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/quotes/{id}',
        tags,
        summary: 'Change a quote, price and send it, mark it paid',
        description:
          'Partial: what is absent stays. `price` with `paymentUrl` on a draft sends it; `{"status": "paid"}` marks a sent quote paid. Items with an `id` are changed, those without are new, those not named are removed. The nested form `{quoteId, data: {…}}` is taken too.',
      },
      etag: 'quote',
      honorsIfMatch: true,
    })
    .input(shared.updateQuote)
    .output(shared.quote)
    .mutation(({ ctx, input }) => updateQuote(ctx, input)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/quotes/{id}',
        tags,
        summary: 'Delete a quote that is not converted',
        description: 'Any quote but a converted one. It can be restored for 15 minutes.',
      },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteQuote(ctx, input.id)),
  restore: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/restore',
        tags,
        summary: 'Bring back a quote just deleted',
        description: 'As it was, with its number, items and photos; for 15 minutes after the deletion.',
      },
      etag: 'quote',
    })
    .input(byId)
    .output(shared.quote)
    .mutation(({ ctx, input }) => restoreQuote(ctx, input.id)),
  answer: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/answers',
        tags,
        summary: 'Answer a customer’s question',
        description: 'On their page and by e-mail. Without `questionId` the oldest open question.',
      },
      status: 201,
      etag: 'quote',
    })
    .input(page.answerQuestion)
    .output(shared.quote)
    .mutation(({ ctx, input }) => answerQuestion(ctx, input)),
  renew: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/renew',
        tags,
        summary: 'Offer an expired or declined quote once more',
        description: 'As a new version, with a new last day and the mail of a priced quote.',
      },
      etag: 'quote',
      honorsIfMatch: true,
    })
    .input(page.renewQuote)
    .output(shared.quote)
    .mutation(({ ctx, input }) => renewQuote(ctx, input)),
  acceptOnBehalf: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/accept-on-behalf',
        tags,
        summary: 'Accept a quote in the customer’s stead, with a reason',
      },
      etag: 'quote',
      honorsIfMatch: true,
    })
    .input(page.acceptOnBehalf)
    .output(shared.quote)
    .mutation(({ ctx, input }) => acceptOnBehalf(ctx, input)),
  declineOnBehalf: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/decline-on-behalf',
        tags,
        summary: 'Decline a quote in the customer’s stead, with a reason',
      },
      etag: 'quote',
      honorsIfMatch: true,
    })
    .input(page.declineOnBehalf)
    .output(shared.quote)
    .mutation(({ ctx, input }) => declineOnBehalf(ctx, input)),
  hint: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/quotes/{id}/hint',
        tags,
        summary: 'Read what similar quotes cost',
        description:
          'Paid quotes with a similar way, things, number of items, speed and weekday: their range of prices and the five most similar. `range` is null when there are none.',
      },
    })
    .input(byId)
    .output(quoteHint)
    .query(({ ctx, input }) => readHint(ctx, input.id)),
  unpay: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/unpay',
        tags,
        summary: 'Take back that a quote was marked paid',
        description:
          'Before it is an order. What the payment provider itself reported is not taken back: 409 PAYMENT_RECEIVED.',
      },
      etag: 'quote',
      honorsIfMatch: true,
    })
    .input(unpayInput)
    .output(shared.quote)
    .mutation(({ ctx, input }) => unpayQuote(ctx, input)),
  rotateLink: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/rotate-link',
        tags,
        summary: 'Give the customer’s page a new link',
        description: 'The old link stops working immediately.',
      },
      etag: 'quote',
      honorsIfMatch: true,
    })
    .input(byId)
    .output(shared.quote)
    .mutation(({ ctx, input }) => rotateLink(ctx, input.id)),
  sendEmail: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/send-email',
        tags,
        summary: 'Send the priced quote to its customer',
        description: 'At most once a minute for one quote.',
      },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(shared.sentQuote)
    .mutation(({ ctx, input }) => sendQuoteEmail(ctx, input.id)),
  convertToOrder: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/convert-to-order',
        tags,
        summary: 'Make the order of a paid quote',
        description:
          'Only a paid quote, and only once: of several calls at the same time one makes the order. Windows are promised when they are given; without them the order has the day of the quote’s speed alone.',
      },
      status: 201,
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(conversion)
    .output(order)
    .mutation(({ ctx, input }) => convertQuote(ctx, input)),
  book: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/book',
        tags,
        summary: 'Price a quote, mark it paid and make its order in one call',
        description:
          'Takes what `PUT /quotes/{id}` and `convert-to-order` take, with their rules, and is all of it or nothing. What is done already is left out, so a paid quote needs no price. The customer gets the mail of the order alone.',
      },
      status: 201,
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(booking)
    .output(order)
    .mutation(({ ctx, input }) => bookQuote(ctx, input)),
});
