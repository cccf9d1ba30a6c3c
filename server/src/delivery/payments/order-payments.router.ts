import { markPaid as paidInput, unmarkPaid } from '@quickfleet/shared/delivery/orders/order-payment';
import { order } from '@quickfleet/shared/delivery/orders/orders';
import { procedure, router } from '../../http/trpc.ts';
import { markPaid, undoPaid } from './order-payments.service.ts';

const tags = ['orders'];
export const orderPaymentsRouter = router({
  paid: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/paid',
        tags,
        summary: 'Mark an order as paid',
        description: 'In any state of the order. One that is on account can be paid too.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(paidInput)
    .output(order)
    .mutation(({ ctx, input }) => markPaid(ctx, input)),
  undo: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/unpay',
        tags,
        summary: 'Undo that an order was marked as paid',
        description: 'It is what it was before. 409 `PAYMENT_RECEIVED` for the order of a quote that was paid itself.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(unmarkPaid)
    .output(order)
    .mutation(({ ctx, input }) => undoPaid(ctx, input)),
});
