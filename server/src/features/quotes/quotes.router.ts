import { order } from '@quickfleet/shared/orders';
import { byId, success } from '@quickfleet/shared/primitives';
import * as shared from '@quickfleet/shared/quotes';
import { z } from 'zod';
import { procedure, router } from '../../trpc.ts';
import { convertQuote } from '../orders/orders.create.ts';
import { deleteQuote, restoreQuote } from './quotes.delete.ts';
import { allQuotes, findQuotes, readQuote } from './quotes.queries.ts';
import { createQuote, sendQuoteEmail, updateQuote } from './quotes.service.ts';

const tags = ['quotes'];
export const quotesRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/quotes', tags, summary: 'List quotes' } })
    .input(shared.listQuotes)
    .output(shared.quotePage)
    .query(({ ctx, input }) => findQuotes(ctx, input)),
  all: procedure.output(z.array(shared.quote)).query(({ ctx }) => allQuotes(ctx)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/quotes/{id}', tags, summary: 'Read a quote' }, etag: 'quote' })
    .input(byId)
    .output(shared.quote)
    .query(({ ctx, input }) => readQuote(ctx, input.id)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/quotes', tags, summary: 'Ask for a quote' },
      status: 201,
      etag: 'quote',
    })
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
      },
      etag: 'quote',
      honorsIfMatch: true,
    })
    .input(shared.updateQuote)
    .output(shared.quote)
    .mutation(({ ctx, input }) => updateQuote(ctx, input)),
  delete: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/quotes/{id}', tags, summary: 'Delete a quote that is not converted' },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteQuote(ctx, input.id)),
  restore: procedure
    .meta({
      openapi: { method: 'POST', path: '/quotes/{id}/restore', tags, summary: 'Bring back a quote just deleted' },
      etag: 'quote',
    })
    .input(byId)
    .output(shared.quote)
    .mutation(({ ctx, input }) => restoreQuote(ctx, input.id)),
  sendEmail: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quotes/{id}/send-email',
        tags,
        summary: 'Send the priced quote to its customer',
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
      },
      status: 201,
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(byId)
    .output(order)
    .mutation(({ ctx, input }) => convertQuote(ctx, input.id)),
});
