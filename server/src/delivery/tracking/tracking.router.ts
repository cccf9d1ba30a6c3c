import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking';
import * as shared from '@quickfleet/shared/delivery/tracking';
import { exists } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { merchantOf } from '../../http/merchant.ts';
import { each } from '../../http/output-serializer.ts';
import { openStream } from '../../http/streams/streams.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findTracked } from './tracking.queries.ts';

const DETAILS_FOR_DAYS = 30;

/**
 * The public view of an order. A wrong number is counted, because a tracking number is all that keeps a stranger from a
 * customer's address; a month after its delivery or cancellation only the state is left to see.
 */
async function trackOrder(ctx: AppContext, trackingNumber: string): Promise<TrackedOrder> {
  const tracked = await findTracked(ctx, trackingNumber);
  if (!tracked || !(await isOwnNumber(ctx, trackingNumber))) {
    await countTry(ctx, 'tracking.miss');
    throw notFound('Order');
  }
  const end = tracked.deliveredAt ?? tracked.cancelledAt;
  const over = end ? now(ctx).getTime() - Date.parse(end) > DETAILS_FOR_DAYS * 86_400_000 : false;
  return over ? withoutDetails(tracked) : tracked;
}

/** A merchant's key tracks that customer's orders: any other number is none. */
async function isOwnNumber(ctx: AppContext, trackingNumber: string): Promise<boolean> {
  const merchant = merchantOf(ctx);
  if (merchant === undefined) return true;
  return exists(ctx.em, 'select 1 from orders where tracking_number = ? and customer_id = ?', [
    trackingNumber,
    merchant,
  ]);
}

const withoutDetails = (order: TrackedOrder): TrackedOrder => ({
  ...order,
  customerName: '',
  pickupAddress: '',
  deliveryAddress: '',
  pickupWindow: null,
  deliveryWindow: null,
  driver: null,
  quote: null,
  attempts: [],
  claims: [],
  items: [],
});

/**
 * One message when the order changed; a client that reconnected is asked to read again. A number that no order
 * has opens no stream and counts as a wrong one.
 */
async function* watchOrder(ctx: AppContext, trackingNumber: string, signal: AbortSignal | undefined) {
  const requireKnown = async () => {
    const known = await exists(ctx.em, 'select 1 from orders where tracking_number = ?', [trackingNumber]);
    if (known) return;
    await countTry(ctx, 'tracking.miss');
    throw notFound('Order');
  };
  for await (const event of openStream(ctx, signal, requireKnown)) {
    if (event.topic === 'resync' || (event.topic === 'order' && event.trackingNumber === trackingNumber)) {
      yield { trackingNumber, at: now(ctx).toISOString() };
    }
  }
}

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
