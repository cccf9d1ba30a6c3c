import { order } from '@quickfleet/shared/delivery/orders';
import * as shared from '@quickfleet/shared/delivery/proof/attempts';
import * as reasons from '@quickfleet/shared/delivery/proof/failure-reasons';
import { procedure, router } from '../../http/trpc.ts';
import { listReasons } from '../proof/proof.queries.ts';
import { createReason, updateReason } from './failure-reasons.service.ts';
import { resetPin } from './pins.service.ts';
import { resolveOrder } from './resolution.service.ts';

const tags = ['attempts'];
export const attemptsRouter = router({
  resolve: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/resolution',
        tags,
        summary: 'Decide what happens after a failed attempt',
        description:
          '`retry`: again, in a new window. `return`: back to the sender; the order is `cancelled` with `outcome: returned` once an attempt with `stop: return` is done. `cancel`: the end of it; what was delivered stays delivered.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.resolveOrder)
    .output(order)
    .mutation(({ ctx, input }) => resolveOrder(ctx, input)),
  resetPin: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/pin',
        tags,
        summary: 'Create a new PIN and mail it',
        description: 'Resets the failed tries; the old PIN stops working.',
      },
      etag: 'order',
    })
    .input(shared.resetPin)
    .output(order)
    .mutation(({ ctx, input }) => resetPin(ctx, input)),
});

export const failureReasonsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/failure-reasons',
        tags,
        summary: 'List the reasons why an attempt can fail',
        description: 'Staff see what is deactivated too.',
      },
    })
    .output(reasons.failureReasons)
    .query(({ ctx }) => listReasons(ctx)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/failure-reasons', tags, summary: 'Add a reason' },
      status: 201,
    })
    .input(reasons.createFailureReason)
    .output(reasons.failureReason)
    .mutation(({ ctx, input }) => createReason(ctx, input)),
  update: procedure
    .meta({
      openapi: { method: 'PUT', path: '/failure-reasons/{id}', tags, summary: 'Change or deactivate a reason' },
    })
    .input(reasons.updateFailureReason)
    .output(reasons.failureReason)
    .mutation(({ ctx, input }) => updateReason(ctx, input)),
});
