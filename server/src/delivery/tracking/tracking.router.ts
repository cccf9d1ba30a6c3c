import * as shared from '@quickfleet/shared/delivery/tracking';
import { each } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { trackOrder, watchOrder } from './tracking.service.ts';

export const trackingRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/tracking/{trackingNumber}',
        tags: ['tracking'],
        summary: 'Track an order by its number',
        description:
          'Spaces, dashes and letter case do not matter. 60 look-ups a minute and 20 misses in 10 minutes for one address.',
      },
    })
    .input(shared.trackingInput)
    .output(shared.trackedOrder)
    .query(({ ctx, input }) => trackOrder(ctx, input.trackingNumber)),
  /** Live: one message when the tracked order changed. An addition, never a dependency: the page works without it. */
  onChange: procedure
    .input(shared.trackingInput)
    .output(each(shared.trackingEvent))
    .subscription(({ ctx, input, signal }) => watchOrder(ctx, input.trackingNumber, signal)),
});
