import { addDays, dayAt, momentOf } from '../../base/time/zoned-time.ts';
import type { Window } from '../../quoting/window-rules.ts';
import { isBeforePickup, isOpenOrder } from './order-status.ts';

/** What of an order says when its stops are due. */
export interface Due {
  status: string;
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
  /** The planned day as a moment of it, where no delivery window says it. */
  deliveryDate?: string | null;
}
export type DueStop = 'pickup' | 'delivery';

/** When a stop of an open order has to be made at the latest; undefined where nothing is promised or it was made. */
export function dueAt(order: Due, stop: DueStop, timeZone: string): Date | undefined {
  const { status, pickupWindow, deliveryWindow, deliveryDate } = order;
  if (!isOpenOrder(status)) return undefined;
  if (stop === 'pickup') return pickupWindow && isBeforePickup(status) ? new Date(pickupWindow.to) : undefined;
  if (deliveryWindow) return new Date(deliveryWindow.to);
  // A day that was planned without a time is not over before its end.
  if (deliveryDate) return momentOf(addDays(dayAt(new Date(deliveryDate), timeZone), 1), 0, timeZone);
  // No delivery time is promised, but an order picked up long ago is still late.
  return pickupWindow ? new Date(pickupWindow.to) : undefined;
}

export const isOverdueAt = (order: Due, stop: DueStop, now: Date, timeZone: string): boolean => {
  const due = dueAt(order, stop, timeZone);
  return due !== undefined && due < now;
};

/**
 * The stop that an open order is late for, and since when: what the board, the list and the dashboard call overdue. The
 * same in SQL: orders.filters.ts.
 */
export function overdueOf(order: Due, now: Date, timeZone: string): { stop: DueStop; since: Date } | undefined {
  for (const stop of ['delivery', 'pickup'] as const) {
    const since = dueAt(order, stop, timeZone);
    if (since && since < now) return { stop, since };
  }
  return undefined;
}
