import { addDays, daysBetween } from '@quickfleet/shared/base/zoned-time';
import type { OrderStatus } from '@quickfleet/shared/delivery/order-status';
import { dueAt, overdueOf } from '@quickfleet/shared/delivery/overdue';
import { DUE_SOON_MINUTES } from '@quickfleet/shared/limits';
import { dayOfWindow, type Window } from '@quickfleet/shared/quoting/window-rules';
import { brand } from '../../../../lib/words/brand.ts';
import { formatHour, formatShortDay, todayInZone } from '../../../../lib/words/format.ts';

export interface Planned {
  status: OrderStatus;
  deliveryDate: string | null;
  deliveredAt: string | null;
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
}

/** 'Today', 'Tomorrow', 'Mon, Mar 2', of a calendar day. */
export function dayInWords(day: string, today = todayInZone()): string {
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  if (day === addDays(today, -1)) return 'Yesterday';
  return formatShortDay(day, today);
}
/** '9:00 AM – 12:00 PM', with the day of the end where that is another. */
export function timesInWords({ from, to }: Window): string {
  const [begin, end] = [todayInZone(new Date(from)), todayInZone(new Date(to))];
  const isOneDay = begin === end;
  return `${formatHour(from)} – ${isOneDay ? '' : `${formatShortDay(end)}, `}${formatHour(to)}`;
}

/** The day an order counts for: of its delivery window, else the planned day, else of its pickup window. */
export const dayOf = ({ deliveryWindow, deliveryDate, pickupWindow }: Planned): string | undefined => {
  if (deliveryWindow) return dayOfWindow(deliveryWindow, brand.timeZone);
  if (deliveryDate) return todayInZone(new Date(deliveryDate));
  return pickupWindow ? dayOfWindow(pickupWindow, brand.timeZone) : undefined;
};

const spanInWords = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
};

export interface Urgency {
  kind: 'overdue' | 'soon';
  /** 'Overdue by 2 h', 'Pickup overdue by 10 min', 'Due in 40 min' */
  text: string;
}
/** Whether an open order is overdue, or soon due for its delivery. */
export function urgencyOf(order: Planned, now: Date = new Date()): Urgency | undefined {
  const { deliveryWindow, deliveryDate } = order;
  const overdue = overdueOf(order, now, brand.timeZone);
  if (overdue?.stop === 'delivery' && !deliveryWindow && deliveryDate) {
    const days = daysBetween(todayInZone(new Date(deliveryDate)), todayInZone(now));
    return { kind: 'overdue', text: `Overdue by ${days === 1 ? '1 day' : `${days} days`}` };
  }
  if (overdue) {
    const span = spanInWords(now.getTime() - overdue.since.getTime());
    return { kind: 'overdue', text: `${overdue.stop === 'pickup' ? 'Pickup overdue' : 'Overdue'} by ${span}` };
  }
  // A day without a time is never nearly over.
  const due = deliveryWindow || !deliveryDate ? dueAt(order, 'delivery', brand.timeZone) : undefined;
  const left = due ? due.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  return left <= DUE_SOON_MINUTES * 60_000 ? { kind: 'soon', text: `Due in ${spanInWords(left)}` } : undefined;
}
