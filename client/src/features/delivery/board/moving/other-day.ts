import { landingDays, type StopKind } from '@quickfleet/shared/base/time/day-rules';
import { isBeforePickup, isStopDone } from '@quickfleet/shared/delivery/orders/order-status';
import type { DayBoard, DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import { IDS_MAX } from '@quickfleet/shared/limits';
import { dayOfWindow, moveWindow } from '@quickfleet/shared/quoting/window-rules';
import { brand } from '../../../../lib/words/brand.ts';
import { type Card, dayOfStop, type Outcome, ordersOf, place } from './board-state.ts';

/**
 * What a call has to name for some cards of an order. One stop alone is moved where the other is on a day where it can
 * stay; else both move, and keep their distance.
 */
export function stopToMove(order: DayOrder, cards: readonly Card[], day: string): StopKind | 'both' {
  const isNamed = (stop: StopKind) => cards.some((card) => card.stop === 'order' || card.stop === stop);
  const { pickupDay, deliveryDay, pickupWindow } = order;
  const isTwoDays = isBeforePickup(order.status) && pickupWindow !== null && pickupDay !== deliveryDay;
  if (!isTwoDays || (isNamed('pickup') && isNamed('delivery'))) return 'both';
  if (!isNamed('pickup')) return 'delivery';
  return deliveryDay !== null && deliveryDay >= day ? 'pickup' : 'both';
}

/** An order as POST /orders/reschedule leaves it. */
export function movedToDay(order: DayOrder, day: string, stop: StopKind | 'both'): DayOrder {
  const zone = brand.timeZone;
  const { pickupWindow, deliveryWindow } = order;
  if (stop === 'pickup')
    return pickupWindow ? { ...order, pickupWindow: moveWindow(pickupWindow, day, zone), pickupDay: day } : order;
  const movesPickup = stop === 'both' && isBeforePickup(order.status);
  const target = landingDays({ pickup: movesPickup ? order.pickupDay : null, delivery: order.deliveryDay }, day);
  const pickup = movesPickup && pickupWindow ? moveWindow(pickupWindow, target('pickup'), zone) : pickupWindow;
  const delivery = deliveryWindow && moveWindow(deliveryWindow, target('delivery'), zone);
  const staysDayless = pickup !== pickupWindow && !deliveryWindow && order.deliveryDay === null;
  const deliveryDay = staysDayless ? null : target('delivery');
  return {
    ...order,
    pickupWindow: pickup,
    deliveryWindow: delivery,
    pickupDay: pickup ? dayOfWindow(pickup, zone) : deliveryDay,
    deliveryDay,
  };
}

/** The same ids in lists that a call may name. */
export const inCalls = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, at) => ids.slice(at * IDS_MAX, (at + 1) * IDS_MAX));
export const stepsOf = <Step extends MoveStep>(ids: readonly number[], make: (ids: number[]) => Step): Step[] =>
  inCalls(ids).map(make);
export const rescheduleSteps = (ids: readonly { id: number; stop: 'both' | StopKind }[], day: string): MoveStep[] =>
  (['both', 'pickup', 'delivery'] as const).flatMap((stop) =>
    stepsOf(
      ids.flatMap((one) => (one.stop === stop ? one.id : [])),
      (some) => ({ kind: 'reschedule', ids: some, day, stop }),
    ),
  );

/** The board after cards moved to another day, with the driver that they have. */
export function applyDay(board: DayBoard, cards: readonly Card[], day: string): Outcome {
  const all = ordersOf(board);
  const moved = new Map<number, DayOrder>();
  const named: { id: number; stop: StopKind | 'both' }[] = [];
  for (const id of new Set(cards.map(({ orderId }) => orderId))) {
    const order = all.get(id);
    if (!order) continue;
    const stop = stopToMove(
      order,
      cards.filter(({ orderId }) => orderId === id),
      day,
    );
    const after = movedToDay(order, day, stop);
    const isSame = (['pickup', 'delivery'] as const).every(
      (of) => isStopDone(order.status, of) || dayOfStop(after, of) === dayOfStop(order, of),
    );
    if (isSame) continue;
    moved.set(id, after);
    named.push({ id, stop });
  }
  if (named.length === 0) return undefined;
  const steps = rescheduleSteps(named, day);
  return { board: place(board, moved, null), call: { day: board.day, steps }, orderIds: [...moved.keys()] };
}
