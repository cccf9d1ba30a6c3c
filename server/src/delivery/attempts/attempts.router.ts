import { order } from '@quickfleet/shared/delivery/orders/orders';
import * as shared from '@quickfleet/shared/delivery/proof/attempts';
import { procedure, router } from '../../http/trpc.ts';
import { correctOrder } from './correction.service.ts';
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
  correct: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/correction',
        tags,
        summary: 'Take back a delivery, an end or a failed attempt that was a mistake',
        description:
          '`to` is what the order was before: `in_transit` of a delivered one, the state before of a cancelled one, the present one of an order with a failed attempt. History and evidence keep both, and what proved the mistake proves no later delivery. The customer and the driver are notified.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.correctOrder)
    .output(order)
    .mutation(({ ctx, input }) => correctOrder(ctx, input)),
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
