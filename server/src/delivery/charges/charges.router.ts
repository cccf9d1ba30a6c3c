import * as shared from '@quickfleet/shared/delivery/charges/charges';
import { signedOrder } from '@quickfleet/shared/delivery/drivers/drivers';
import { order } from '@quickfleet/shared/delivery/orders/orders';
import { procedure, router } from '../../http/trpc.ts';
import { storeEvidence } from '../drivers/drivers.change.ts';
import { addCharge, proposeCharge, updateCharge } from './charges.service.ts';

const tags = ['orders'];
export const chargesRouter = router({
  add: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/charges',
        tags,
        summary: 'Add a charge to an order',
        description:
          'Waiting, tolls, an extra stop: what is paid in addition to `quotePrice`, which stays as it is. Orders that are over take charges too. Approved ones are on the customer’s statement of the month in which they were approved.',
      },
      status: 201,
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.addCharge)
    .output(order)
    .mutation(({ ctx, input }) => addCharge(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/orders/{id}/charges/{chargeId}',
        tags,
        summary: 'Approve, drop or change a charge',
        description: 'Partial. A new number of minutes is priced by the saved line, unless `amount` is given.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.updateCharge)
    .output(order)
    .mutation(({ ctx, input }) => updateCharge(ctx, input)),
  propose: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/driver/charges',
        tags: ['drivers'],
        summary: 'Propose a charge from the stop',
        description:
          'Priced by the saved line of this name; `amount` counts where the driver types it, or where the line is gone. The office approves or drops it. One that comes after the order was delivered, cancelled or given to another driver is kept as well. The same with the same `takenAt` is one charge.',
      },
      transaction: false,
    })
    .input(shared.proposeCharge)
    .output(signedOrder)
    .mutation(({ ctx, input }) => storeEvidence(ctx, 'charges.propose', input, (inner) => proposeCharge(inner, input))),
});
