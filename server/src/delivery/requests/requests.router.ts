import { order } from '@quickfleet/shared/delivery/orders/orders';
import * as shared from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { procedure, router } from '../../http/trpc.ts';
import { findWaiting } from './requests.queries.ts';
import { decideRequest } from './requests.service.ts';

const tags = ['orders'];
export const requestsRouter = router({
  waiting: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/delivery-requests',
        tags,
        summary: 'What customers and recipients ask for and wait for',
        description: 'Of orders that are not over, oldest first, at most 200.',
      },
    })
    .output(shared.waitingRequests)
    .query(({ ctx }) => findWaiting(ctx)),
  decide: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/requests/{requestId}',
        tags,
        summary: 'Agree to a request of the customer or recipient, or refuse it',
        description: 'What is agreed is done like a change by the office, and the reader gets a mail.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.decideRequest)
    .output(order)
    .mutation(({ ctx, input }) => decideRequest(ctx, input)),
});
