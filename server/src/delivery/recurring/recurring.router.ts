import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/planning/recurring';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { updateRecurring } from './recurring.change.ts';
import { findRecurring, readRecurring } from './recurring.queries.ts';
import { createRecurring, deleteRecurring, previewRule, skipDay } from './recurring.service.ts';

const tags = ['recurring'];
export const recurringRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/recurring-orders', tags, summary: 'List recurring jobs' } })
    .input(shared.listRecurring)
    .output(compiled(shared.recurringPage))
    .query(({ ctx, input }) => findRecurring(ctx, input)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/recurring-orders',
        tags,
        summary: 'Create a recurring job',
        description:
          'Its orders are made 14 days ahead, each once. `rule` is an RRULE that names days in the company’s time zone; one that comes more than once a day, or never, is a 400.',
      },
      status: 201,
      etag: 'recurring',
    })
    .input(shared.createRecurring)
    .output(shared.recurringOrder)
    .mutation(({ ctx, input }) => createRecurring(ctx, input)),
  // A mutation, although it changes nothing: a rule in an address would have to be escaped.
  preview: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/recurring-orders/preview',
        tags,
        summary: 'See on which days a rule comes',
      },
    })
    .input(shared.previewRule)
    .output(shared.rulePreview)
    .mutation(({ ctx, input }) => previewRule(ctx, input)),
  get: procedure
    .meta({
      openapi: { method: 'GET', path: '/recurring-orders/{id}', tags, summary: 'Read a recurring job' },
      etag: 'recurring',
    })
    .input(byId)
    .output(shared.recurringOrder)
    .query(({ ctx, input }) => readRecurring(ctx, input.id)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/recurring-orders/{id}',
        tags,
        summary: 'Change a recurring job from a day on',
        description:
          'Partial; `order` is given whole; without `language` or `proofRules` it keeps them. Orders that are made for `from` and later and not picked up follow the change, or are cancelled when the rule names their day no more. What is driven stays.',
      },
      transaction: false,
      etag: 'recurring',
      honorsIfMatch: true,
    })
    .input(shared.updateRecurring)
    .output(shared.recurringOrder)
    .mutation(({ ctx, input }) => updateRecurring(ctx, input)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/recurring-orders/{id}',
        tags,
        summary: 'Delete a recurring job',
        description: 'The orders it made stay; `withUpcoming=true` cancels those that nobody has picked up.',
      },
      honorsIfMatch: true,
    })
    .input(shared.deleteRecurring)
    .output(success)
    .mutation(({ ctx, input }) => deleteRecurring(ctx, input)),
  skip: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/recurring-orders/{id}/skip',
        tags,
        summary: 'Leave out one day of a recurring job',
        description: 'Its order is cancelled; 409 once it is picked up. `skip: false` takes the exception back.',
      },
      etag: 'recurring',
      honorsIfMatch: true,
    })
    .input(shared.skipDay)
    .output(shared.recurringOrder)
    .mutation(({ ctx, input }) => skipDay(ctx, input)),
});
