import { postcodeOf } from '@quickfleet/shared/base/contact/postcode';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { isStaff } from '@quickfleet/shared/roles';
import { exists } from '../../db/rows.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { seesRow } from '../../people/customers/members.queries.ts';

// The two levels of public tracking. With `tracking.level: verified`, the number alone shows the steps and the window.

/** Whether this caller reads all of an order by its number. */
export async function isUnlocked(ctx: AppContext, trackingNumber: string): Promise<boolean> {
  const { caller, services } = ctx;
  if (services.config.trackingLevel === 'open') return true;
  // A merchant's key reads its own orders alone, and any other key what its scopes say.
  if (caller.key) return merchantOf(ctx) !== undefined || caller.key.scopes.includes('orders:read');
  if (isStaff(caller.user?.role)) return true;
  const at = now(ctx).toISOString();
  if (caller.unlocked?.some((one) => one.trackingNumber === trackingNumber && one.until > at)) return true;
  if (caller.email === undefined) return false;
  const isTheirs = await exists(
    ctx.em,
    'select 1 from orders where tracking_number = ? and lower(customer_email) = ?',
    [trackingNumber, caller.email],
  );
  return isTheirs || seesRow(ctx, 'orders', 'tracking_number', trackingNumber);
}

/** Whether what is paid at the door is shown: where everybody with the number reads all, it is not. */
export const isKnownReader = (ctx: AppContext): boolean =>
  ctx.services.config.trackingLevel !== 'open' || ctx.caller.key !== undefined || isStaff(ctx.caller.user?.role);

/**
 * What the number alone shows: the steps, the window, and the area of the postcode where it can be recognised. Every
 * field is named here: a new one stays hidden until somebody decides.
 */
export function lockedView(order: TrackedOrder, country: string): TrackedOrder {
  const { trackingNumber, status, hasDriver, outcome, steps, attempts } = order;
  const { deliveryDate, plannedDay, pickupWindow, deliveryWindow, eta, createdAt, updatedAt } = order;
  const { deliveredAt, actualDelivery, cancelledAt } = order;
  return {
    trackingNumber,
    status,
    hasDriver,
    outcome,
    steps,
    deliveryDate,
    plannedDay,
    pickupWindow,
    deliveryWindow,
    eta,
    createdAt,
    updatedAt,
    deliveredAt,
    actualDelivery,
    cancelledAt,
    isLocked: true,
    deliveryArea: postcodeOf(order.deliveryAddress, country)?.area ?? null,
    customerName: '',
    pickupAddress: '',
    deliveryAddress: '',
    // That and why one failed, in the company's own words, and nothing that anybody typed.
    attempts: attempts.map(
      ({ stop, number, outcome: went, reason, reasonText, reattemptOn, resolution, ...times }) => ({
        stop,
        number,
        outcome: went,
        reason,
        reasonText,
        reattemptOn,
        resolution,
        takenAt: times.takenAt,
        receivedAt: times.receivedAt,
        place: null,
        noteCustomer: null,
        photoUrls: [],
        items: [],
      }),
    ),
    driver: null,
    delay: null,
    whereabouts: null,
    quote: null,
    claims: [],
    collect: null,
    collected: null,
    items: [],
  };
}
