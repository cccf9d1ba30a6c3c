import { DUE_SOON_MINUTES } from '@quickfleet/shared/limits';
import { isOpenOrder, type OrderStatus } from '@quickfleet/shared/order-status';
import { dayOfWindow, type Window } from '@quickfleet/shared/window-rules';
import { addDays, daysBetween } from '@quickfleet/shared/zoned-time';
import { brand } from '../../lib/brand.ts';
import { formatTime, todayInZone } from '../../lib/format.ts';

export interface Planned {
  status: OrderStatus;
  deliveryDate: string | null;
  deliveredAt: string | null;
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
}

const shortDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
/** 'Today', 'Tomorrow', 'Mon, Mar 2', of a calendar day. */
export function dayInWords(day: string, today = todayInZone()): string {
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  if (day === addDays(today, -1)) return 'Yesterday';
  return shortDay.format(new Date(`${day}T00:00:00Z`));
}
/** '9:00 AM – 12:00 PM', with the day of the end where that is another. */
export function timesInWords({ from, to }: Window): string {
  const [begin, end] = [todayInZone(new Date(from)), todayInZone(new Date(to))];
  const isOneDay = begin === end;
  return `${formatTime(from)} – ${isOneDay ? '' : `${shortDay.format(new Date(`${end}T00:00:00Z`))}, `}${formatTime(to)}`;
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
  /** 'Overdue by 2 h', 'Due in 40 min', 'Pickup late by 10 min' */
  text: string;
}
/** Whether an open order is late or soon will be; a day without times is over when it ends, where the company is. */
export function urgencyOf(order: Planned, now: Date = new Date()): Urgency | undefined {
  if (!isOpenOrder(order.status)) return undefined;
  const { pickupWindow, deliveryWindow, deliveryDate } = order;
  const isWaiting = order.status === 'pending' || order.status === 'assigned';
  const due = deliveryWindow?.to ?? (deliveryDate ? undefined : pickupWindow?.to);
  if (due) {
    const left = Date.parse(due) - now.getTime();
    if (left < 0) return { kind: 'overdue', text: `Overdue by ${spanInWords(-left)}` };
    if (left <= DUE_SOON_MINUTES * 60_000) return { kind: 'soon', text: `Due in ${spanInWords(left)}` };
  } else if (deliveryDate) {
    const days = daysBetween(todayInZone(new Date(deliveryDate)), todayInZone(now));
    if (days > 0) return { kind: 'overdue', text: `Overdue by ${days === 1 ? '1 day' : `${days} days`}` };
  }
  const late = isWaiting && pickupWindow ? now.getTime() - Date.parse(pickupWindow.to) : 0;
  return late > 0 ? { kind: 'soon', text: `Pickup late by ${spanInWords(late)}` } : undefined;
}
