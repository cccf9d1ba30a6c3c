import { landingDays, type StopKind } from '@quickfleet/shared/base/time/day-rules';
import { isStopDone } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { RescheduleOrders } from '@quickfleet/shared/delivery/planning/planning';
import { dayOfWindow, moveWindow, type Window } from '@quickfleet/shared/quoting/window-rules';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { type AppContext, withoutIfMatch } from '../../http/context.ts';
import { conflict, DomainError } from '../../http/errors.ts';
import { dayIn } from '../../process/clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { type Plan, windowsOf } from '../orders/orders.plan.ts';
import { lockOrder, updateOrder } from '../orders/orders.service.ts';

/**
 * Moves the open stops of orders to a day, at the same times of the day, with the rules, the history and the notices of
 * an order that is changed. All of them move, or none does.
 *
 * @throws what changing an order throws, with the order's place in `ids` and its number; 409 STOP_DONE
 */
export async function rescheduleOrders(ctx: AppContext, { ids, day, stop }: RescheduleOrders): Promise<OrderView[]> {
  const moved = new Map<number, OrderView>();
  const inner = withoutIfMatch(ctx);
  // In one order of rows for everybody: two of these calls never wait for each other.
  for (const id of ids.toSorted((one, other) => one - other)) {
    const order = await lockOrder(ctx, id).catch((error: unknown) => refuse(error, `ids.${ids.indexOf(id)}`));
    const name = formatTracking(order.trackingNumber);
    try {
      moved.set(id, await updateOrder(inner, { id, ...planOn(ctx, order, day, stop) }));
    } catch (error) {
      refuse(error, `ids.${ids.indexOf(id)}`, name);
    }
  }
  return ids.flatMap((id) => moved.get(id) ?? []);
}

/** Rejects with the same refusal, and says of which order it speaks. */
function refuse(error: unknown, path: string, name?: string): never {
  if (!(error instanceof DomainError)) throw error;
  const message = name ? `${name}: ${error.message}` : error.message;
  throw new DomainError(error.code, error.reason, message, {
    issues: [{ path, message }],
    headers: error.headers,
    cause: error,
  });
}

const doneAlready: Record<StopKind, Message> = {
  pickup: message('It has already been picked up'),
  delivery: message('It has already been delivered'),
};

function planOn(ctx: AppContext, order: Order, day: string, stop: RescheduleOrders['stop']): Plan {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  const ofWindow = (window: Window | null) => window && dayOfWindow(window, zone);
  const delivery = ofWindow(deliveryWindow) ?? (order.deliveryDate ? dayIn(zone, order.deliveryDate) : null);
  const days: Record<StopKind, string | null> = { pickup: ofWindow(pickupWindow) ?? delivery, delivery };
  const isOpen = (of: StopKind) => !isStopDone(order.status, of);
  if (stop !== 'both' && !isOpen(stop)) throw conflict('STOP_DONE', t(doneAlready[stop]));
  if (stop === 'pickup') {
    if (pickupWindow) return { pickupWindow: moveWindow(pickupWindow, day, zone) };
    throw conflict('NO_PICKUP_WINDOW', t('Its pickup has no time of its own: it is made with the delivery'));
  }
  const movesPickup = stop === 'both' && isOpen('pickup');
  const target = landingDays({ pickup: movesPickup ? days.pickup : null, delivery: days.delivery }, day);
  const pickup = movesPickup && pickupWindow ? { pickupWindow: moveWindow(pickupWindow, target('pickup'), zone) } : {};
  if (deliveryWindow) return { ...pickup, deliveryWindow: moveWindow(deliveryWindow, target('delivery'), zone) };
  // Of what has only a pickup window, the delivery stays without a day.
  if (pickup.pickupWindow && !order.deliveryDate) return pickup;
  return { ...pickup, deliveryDate: target('delivery') };
}
