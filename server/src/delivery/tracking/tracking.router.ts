import { success } from '@quickfleet/shared/base/primitives';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import * as shared from '@quickfleet/shared/delivery/tracking/tracking';
import { c, exists, readRow, select } from '../../db/rows.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { each } from '../../http/output-serializer.ts';
import { watchThing } from '../../http/streams/streams.ts';
import { procedure, router } from '../../http/trpc.ts';
import { isKnownReader, isUnlocked, lockedView } from './tracking.locks.ts';
import { findTracked, isLongOver, withoutDetails } from './tracking.queries.ts';
import { sendTrackingCode, unlockTracking } from './tracking-unlock.service.ts';

/**
 * The public view of an order. A wrong number is counted, because a tracking number is all that keeps a stranger from a
 * customer's address; a month after its delivery or cancellation only the state is left to see.
 */
async function trackOrder(ctx: AppContext, trackingNumber: string): Promise<TrackedOrder> {
  const tracked = await findTracked(ctx, trackingNumber, isKnownReader(ctx));
  if (!tracked || !(await isOwnNumber(ctx, trackingNumber))) {
    await countTry(ctx, 'tracking.miss');
    throw notFound('Order');
  }
  if (isLongOver(tracked, now(ctx))) return withoutDetails(tracked);
  const isFull = await isUnlocked(ctx, trackingNumber);
  return isFull ? tracked : lockedView(tracked, ctx.services.config.BUSINESS_COUNTRY);
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

const orderId = select({ id: c.int('id') });
/**
 * One message when the order changed; a client that reconnected is asked to read again. A number that no order
 * has opens no stream and counts as a wrong one.
 */
const watchOrder = (ctx: AppContext, trackingNumber: string, signal: AbortSignal | undefined) =>
  watchThing(ctx, signal, { trackingNumber }, async () => {
    const known = await readRow(ctx.em, orderId, 'select $columns from orders where tracking_number = ?', [
      trackingNumber,
    ]);
    if (known) return { topic: 'order', ...known };
    await countTry(ctx, 'tracking.miss');
    throw notFound('Order');
  });

export const trackingRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/tracking/{trackingNumber}',
        tags: ['tracking'],
        summary: 'Track an order by its number',
        description:
          'Spaces, dashes and letter case do not matter. With `tracking.level: verified` the number alone shows steps and window (`isLocked`). 60 look-ups a minute and 20 misses in 10 minutes for one address.',
      },
    })
    .input(shared.trackingInput)
    .output(shared.trackedOrder)
    .query(({ ctx, input }) => trackOrder(ctx, input.trackingNumber)),
  unlock: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/tracking/{trackingNumber}/unlock',
        tags: ['tracking'],
        summary: 'Show the details of an order in this browser',
        description:
          'By the postcode of the delivery address or by a mailed code, for 12 hours. Wrong tries are counted: 10 in 15 minutes for one address, 10 postcodes a day for one order, 5 for one code.',
      },
      transaction: false,
    })
    .input(shared.unlockTracking)
    .output(shared.unlocked)
    .mutation(({ ctx, input }) => unlockTracking(ctx, input)),
  sendCode: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/tracking/{trackingNumber}/code',
        tags: ['tracking'],
        summary: 'Mail a code for the details to the customer',
        description: 'The answer is the same for an order without an address. The code works for 15 minutes and once.',
      },
      transaction: false,
    })
    .input(shared.trackingInput)
    .output(success)
    .mutation(({ ctx, input }) => sendTrackingCode(ctx, input)),
  /** Live: one message when the tracked order changed. An addition, never a dependency: the page works without it. */
  onChange: procedure
    .input(shared.trackingInput)
    .output(each(shared.trackingEvent))
    .subscription(({ ctx, input, signal }) => watchOrder(ctx, input.trackingNumber, signal)),
});
