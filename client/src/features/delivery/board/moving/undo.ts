import { type DayStop, stopKey, stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { daysBetween } from '@quickfleet/shared/base/time/zoned-time';
import type { DayBoard, DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import { DAYS_BACK_MAX } from '@quickfleet/shared/limits';
import { todayInZone } from '../../../../lib/words/format.ts';
import { type Call, type Change, type Column, ordersOf } from './board-state.ts';
import { stepsOf } from './other-day.ts';

const isPlanned = (one: DayOrder, other: DayOrder): boolean =>
  one.pickupDay === other.pickupDay &&
  one.deliveryDay === other.deliveryDay &&
  one.pickupWindow?.from === other.pickupWindow?.from &&
  one.deliveryWindow?.from === other.deliveryWindow?.from;
/** A day so long ago cannot be planned again. */
const isTooLongAgo = ({ pickupDay, deliveryDay }: DayOrder): boolean =>
  [pickupDay, deliveryDay].some((day) => day !== null && daysBetween(day, todayInZone()) > DAYS_BACK_MAX);

/**
 * The call that takes a change back: each order goes to the driver who had it, with the stops in their former places,
 * and has its day and times again. undefined where these are too long ago.
 */
export function undoOf(before: DayBoard, { board: after, orderIds }: Change): Call | undefined {
  const [was, is] = [ordersOf(before), ordersOf(after)];
  const orders = orderIds.flatMap((id) => {
    const [old, now] = [was.get(id), is.get(id)];
    return old && now ? [{ id, old, now, isMoved: !isPlanned(old, now) }] : [];
  });
  const moved = orders.filter(({ isMoved }) => isMoved);
  if (moved.some(({ old }) => isTooLongAgo(old))) return undefined;
  const drives = before.drivers.flatMap((column): MoveStep[] => {
    const { id } = column.driver;
    const own = orders.filter(({ old }) => old.driverId === id);
    const isNew = own.some(({ now, isMoved }) => now.driverId !== id || !isMoved);
    if (!isNew) return [];
    const reassign = own.flatMap(({ id: orderId, now }) =>
      now.driverId === null || now.driverId === id ? [] : [{ orderId, fromDriverId: now.driverId }],
    );
    const stops = listOf(column, new Set(own.flatMap(({ id: orderId, isMoved }) => (isMoved ? orderId : []))));
    const listed = new Set(stops.map(({ orderId }) => orderId));
    const more = own.flatMap(({ id: orderId, now }) =>
      listed.has(orderId) || now.driverId === id ? [] : stopKinds.map((stop) => ({ orderId, stop })),
    );
    return [{ kind: 'drive', driverId: id, stops: [...stops, ...more], ...(reassign.length > 0 ? { reassign } : {}) }];
  });
  const freed = orders.flatMap(({ id, old, now }) => (old.driverId === null && now.driverId !== null ? id : []));
  const steps: MoveStep[] = [
    ...drives,
    ...stepsOf(freed, (ids) => ({ kind: 'unassign' as const, ids })),
    ...moved.map(({ id, old }) => planOf(id, old)),
  ];
  return steps.length > 0 ? { day: before.day, steps } : undefined;
}

/** A column's former list. Of an order that is on this day now, the pickup is named with the delivery. */
const listOf = ({ stops }: Column, moved: ReadonlySet<number>): DayStop[] => {
  const named = new Set(stops.map(stopKey));
  return stops.flatMap(({ orderId, stop }) => {
    const pickup: DayStop = { orderId, stop: 'pickup' };
    const isAlone = stop === 'delivery' && moved.has(orderId) && !named.has(stopKey(pickup));
    return [...(isAlone ? [pickup] : []), { orderId, stop }];
  });
};

const planOf = (id: number, { pickupWindow, deliveryWindow, deliveryDay }: DayOrder): MoveStep => ({
  kind: 'plan',
  id,
  pickupWindow,
  deliveryWindow,
  isUndo: true,
  // With a window the day follows it.
  ...(deliveryWindow ? {} : { deliveryDate: deliveryDay }),
});
