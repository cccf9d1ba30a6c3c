import * as shared from '@quickfleet/shared/tracking';
import { procedure, router } from '../../trpc.ts';
import { trackOrder, watchOrder } from './tracking.service.ts';

export const trackingRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/tracking/{trackingNumber}',
        tags: ['tracking'],
        summary: 'Track an order by its number',
      },
    })
    .input(shared.trackingInput)
    .output(shared.trackedOrder)
    .query(({ ctx, input }) => trackOrder(ctx, input.trackingNumber)),
  /** Live: one message when the tracked order changed. An addition, never a dependency: the page works without it. */
  onChange: procedure.input(shared.trackingInput).subscription(async function* ({ ctx, input, signal }) {
    yield* watchOrder(ctx, input.trackingNumber, signal);
  }),
});
