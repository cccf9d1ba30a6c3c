import { daysBetween, minutesAt } from '@quickfleet/shared/base/time/zoned-time';
import type { CreateOrder } from '@quickfleet/shared/delivery/orders/orders';
import { dayOfWindow, findWindowFaults, type Window, windowOn } from '@quickfleet/shared/quoting/window-rules';
import { invalid } from '../../http/errors.ts';
import type { JobContent, Times } from './recurring-order.entity.ts';

const DAY_MINUTES = 1440;

/**
 * An order's windows as times of the day on which the job comes: the day that its pickup begins on, or else its
 * delivery.
 *
 * @throws 400 with the field, for a delivery that ends before the pickup begins
 */
export function contentOf(order: CreateOrder, timeZone: string): Omit<JobContent, 'items'> {
  const {
    pickupWindow,
    deliveryWindow,
    deliveryDate: _,
    items: __,
    netTotal: ___,
    priceBasis: ____,
    collect: _____,
    ...rest
  } = order;
  // Whether one is over depends on the day, so it is asked when an order is made.
  const fault = findWindowFaults({ pickupWindow, deliveryWindow }, new Date(0))[0];
  if (fault) throw invalid(`order.${fault.path}`, fault.message);
  const first = pickupWindow ?? deliveryWindow;
  const base = first ? dayOfWindow(first, timeZone) : '';
  const minutes = (moment: string) => {
    const at = new Date(moment);
    return (
      daysBetween(base, dayOfWindow({ from: moment, to: moment }, timeZone)) * DAY_MINUTES + minutesAt(at, timeZone)
    );
  };
  const timesOf = (window: Window | null | undefined): Times | null =>
    window ? { from: minutes(window.from), to: minutes(window.to) } : null;
  return { ...rest, pickupTimes: timesOf(pickupWindow), deliveryTimes: timesOf(deliveryWindow) };
}

const windowOf = (times: Times | null, day: string, timeZone: string): Window | null =>
  times && windowOn(day, times.from, times.to, timeZone);

/** When the order of a day is promised: the same times of the clock on every day. */
export const windowsOn = (
  { pickupTimes, deliveryTimes }: Pick<JobContent, 'pickupTimes' | 'deliveryTimes'>,
  day: string,
  timeZone: string,
) => ({
  pickupWindow: windowOf(pickupTimes, day, timeZone),
  deliveryWindow: windowOf(deliveryTimes, day, timeZone),
});
