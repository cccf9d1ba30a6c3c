import { pickFields } from '@quickfleet/shared/base/fields';
import { day } from '@quickfleet/shared/base/primitives';
import { minutesAt } from '@quickfleet/shared/base/time/zoned-time';
import { columnsOfJob, orderNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { type OnClosedDay, onClosedDays } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { windowOn } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { formPathOf, toOrderContact } from '../../../components/delivery-form/order-contact.ts';
import {
  contentCheck,
  contentFrom,
  itemFrom,
  type OrderContent,
} from '../../../components/order-form/order-content.ts';
import { clock, minutesOf } from '../../../components/window-field/window-draft.ts';
import { sentPrice } from '../../../lib/forms/price-values.ts';
import { brand } from '../../../lib/words/brand.ts';

/** A recurring job while it is typed in; its windows are times of the day, 'HH:MM'. */
export type JobValues = OrderContent & {
  driverId: string;
  pickupFrom: string;
  pickupTo: string;
  deliveryFrom: string;
  deliveryTo: string;
  start: string;
  end: string;
  onClosedDay: OnClosedDay;
  /** The first day for which a change holds. */
  from: string;
};
export const timeNames = ['pickupFrom', 'pickupTo', 'deliveryFrom', 'deliveryTo'] as const;

const timeOf = (moment: string | undefined): string => {
  if (!moment) return '';
  return clock(minutesAt(new Date(moment), brand.timeZone));
};
/** A job as the form holds it; without one, the form of a new job. */
export function valuesOf(job: RecurringOrder | undefined, today: string, includesTax: boolean): JobValues {
  const order = job?.order;
  return {
    ...contentFrom(order, includesTax),
    driverId: String(order?.driverId ?? ''),
    pickupFrom: timeOf(order?.pickupWindow?.from),
    pickupTo: timeOf(order?.pickupWindow?.to),
    deliveryFrom: timeOf(order?.deliveryWindow?.from),
    deliveryTo: timeOf(order?.deliveryWindow?.to),
    start: job?.start ?? today,
    end: job?.end ?? '',
    onClosedDay: job?.onClosedDay ?? 'keep',
    from: today,
    ...(order ? { items: order.items.map((item) => ({ ...itemFrom(item), imageUrls: item.imageUrls })) } : {}),
  };
}

const time = z.string().regex(/^(|\d{2}:\d{2})$/, { error: t('Must be a time like 09:30') });
const isPair = (one: string, other: string) => (one === '') === (other === '');

export const jobCheck = z
  .object({
    ...contentCheck,
    driverId: z.string(),
    pickupFrom: time,
    pickupTo: time,
    deliveryFrom: time,
    deliveryTo: time,
    start: day(() => t('Choose the first day')),
    end: z.union([z.literal(''), day(() => t('Must be a day'))]),
    onClosedDay: z.enum(onClosedDays),
    from: day(() => t('Choose a day')),
  })
  .refine((job) => isPair(job.pickupFrom, job.pickupTo), { path: ['pickupTo'], error: t('Enter both times or none') })
  .refine((job) => isPair(job.deliveryFrom, job.deliveryTo), {
    path: ['deliveryTo'],
    error: t('Enter both times or none'),
  });

const DAY_MINUTES = 1440;
/** An end before the start is on the next day, and so is a delivery before its pickup. */
function windowsOf(job: z.output<typeof jobCheck>) {
  const windowOf = (from: string, to: string, earliest: number) => {
    if (from === '') return null;
    const begin = minutesOf(from);
    const end = minutesOf(to) + (minutesOf(to) < begin ? DAY_MINUTES : 0);
    const days = end < earliest ? DAY_MINUTES : 0;
    return windowOn(job.start, begin + days, end + days, brand.timeZone);
  };
  return {
    pickupWindow: windowOf(job.pickupFrom, job.pickupTo, 0),
    deliveryWindow: windowOf(job.deliveryFrom, job.deliveryTo, job.pickupFrom === '' ? 0 : minutesOf(job.pickupFrom)),
  };
}

/** The payload. Times that nobody touched go back as they were read, however many days they span. */
export function payloadOf(job: z.output<typeof jobCheck>, read: RecurringOrder | undefined, includesTax: boolean) {
  const { customer, quotePrice, driverId } = job;
  const before = read && valuesOf(read, job.from, includesTax);
  const isUntouched = before !== undefined && timeNames.every((name) => before[name] === job[name]);
  const { pickupWindow, deliveryWindow } = isUntouched && read ? read.order : windowsOf(job);
  return {
    order: {
      // A job's order is given whole: what the form does not show goes back as it was read.
      ...(read ? pickFields(read.order, columnsOfJob) : {}),
      ...toOrderContact(customer),
      pickupAddress: job.pickupAddress,
      deliveryAddress: job.deliveryAddress,
      pickupContact: job.pickupContact ?? null,
      deliveryContact: job.deliveryContact ?? null,
      ...pickFields(job, orderNotes),
      ...(quotePrice ? sentPrice(quotePrice, includesTax) : { quotePrice }),
      onAccount: job.onAccount,
      collect: job.collect ?? null,
      weightKg: job.weightKg ?? null,
      needs: job.needs ?? [],
      driverId: driverId === '' ? null : Number(driverId),
      items: job.items,
      pickupWindow,
      deliveryWindow,
    },
    start: job.start,
    end: job.end || null,
    onClosedDay: job.onClosedDay,
  };
}

const fieldPaths: Record<string, string> = {
  'order.pickupWindow.to': 'pickupTo',
  'order.deliveryWindow.to': 'deliveryTo',
};
export const jobErrors = (issues: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(issues).map(([path, message]) => [
      fieldPaths[path] ?? formPathOf(path.replace(/^order\./, '')),
      message,
    ]),
  );
