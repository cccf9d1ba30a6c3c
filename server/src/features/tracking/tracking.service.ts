import type { TrackedOrder } from '@quickfleet/shared/tracking';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { countTry } from '../../lib/limits.ts';
import { query } from '../../lib/query.ts';
import { openStream } from '../../lib/streams.ts';
import { asAnswer } from '../../lib/wire-text.ts';
import { findTracked } from './tracking.queries.ts';

const DETAILS_FOR_DAYS = 30;

/**
 * The public view of an order. A wrong number is counted, because a tracking number is all that keeps a stranger from a
 * customer's address; a month after its delivery or cancellation only the state is left to see.
 */
export async function trackOrder(ctx: AppContext, trackingNumber: string): Promise<TrackedOrder> {
  const tracked = await findTracked(ctx, trackingNumber);
  if (!tracked) {
    await countTry(ctx, 'tracking.miss');
    throw notFound('Order');
  }
  const end = tracked.deliveredAt ?? tracked.cancelledAt;
  const over = end ? now(ctx).getTime() - Date.parse(end) > DETAILS_FOR_DAYS * 86_400_000 : false;
  if (over) return withoutDetails(JSON.parse(tracked.text));
  return ctx.takesText ? asAnswer(tracked.text) : JSON.parse(tracked.text);
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
  items: [],
});

/**
 * One message when the order changed; a client that reconnected is asked to read again. A number that no order
 * has opens no stream and counts as a wrong one.
 */
export async function* watchOrder(ctx: AppContext, trackingNumber: string, signal: AbortSignal | undefined) {
  const requireKnown = async () => {
    const known = await query(ctx.em, 'select 1 from orders where tracking_number = ?', [trackingNumber]);
    if (known.length > 0) return;
    await countTry(ctx, 'tracking.miss');
    throw notFound('Order');
  };
  for await (const event of openStream(ctx, signal, requireKnown)) {
    if (event.topic === 'resync' || (event.topic === 'order' && event.trackingNumber === trackingNumber)) {
      yield { trackingNumber, at: now(ctx).toISOString() };
    }
  }
}
