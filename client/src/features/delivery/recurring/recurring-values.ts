import { day } from '@quickfleet/shared/base/primitives';
import { minutesAt } from '@quickfleet/shared/base/time/zoned-time';
import { createOrder } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { windowOn } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { contactFrom, type DeliveryValues, newItem } from '../../../components/delivery-form/delivery-values.ts';
import { contactCheck, formPathOf, toOrderContact } from '../../../components/delivery-form/order-contact.ts';
import { clock, minutesOf } from '../../../components/window-field/window-draft.ts';
import { brand } from '../../../lib/words/brand.ts';

/** A recurring job while it is typed in; its windows are times of the day, 'HH:MM'. */
export type JobValues = DeliveryValues & {
  driverNotes: string;
  officeNotes: string;
  quotePrice: string;
  onAccount: boolean;
  driverId: string;
  pickupFrom: string;
  pickupTo: string;
  deliveryFrom: string;
  deliveryTo: string;
  start: string;
  end: string;
  /** The first day for which a change holds. */
  from: string;
};
export const timeNames = ['pickupFrom', 'pickupTo', 'deliveryFrom', 'deliveryTo'] as const;

const timeOf = (moment: string | undefined): string => {
  if (!moment) return '';
  return clock(minutesAt(new Date(moment), brand.timeZone));
};
/** A job as the form holds it; without one, the form of a new job. */
export function valuesOf(job: RecurringOrder | undefined, today: string): JobValues {
  const order = job?.order;
  return {
    customer: {
      name: order?.customerName ?? '',
      email: order?.customerEmail ?? '',
      phone: order?.customerPhone ?? '',
      company: order?.customerCompany ?? '',
    },
    pickupAddress: order?.pickupAddress ?? '',
    deliveryAddress: order?.deliveryAddress ?? '',
    pickupContact: contactFrom(order?.pickupContact),
    deliveryContact: contactFrom(order?.deliveryContact),
    notes: order?.notes ?? '',
    driverNotes: order?.driverNotes ?? '',
    officeNotes: order?.officeNotes ?? '',
    quotePrice: order?.quotePrice ?? '',
    onAccount: order?.onAccount ?? false,
    driverId: String(order?.driverId ?? ''),
    pickupFrom: timeOf(order?.pickupWindow?.from),
    pickupTo: timeOf(order?.pickupWindow?.to),
    deliveryFrom: timeOf(order?.deliveryWindow?.from),
    deliveryTo: timeOf(order?.deliveryWindow?.to),
    start: job?.start ?? today,
    end: job?.end ?? '',
    from: today,
    items: order
      ? order.items.map((item) => newItem({ ...item, description: item.description ?? '', value: item.value ?? '' }))
      : [newItem({ value: '' })],
  };
}

const { shape } = createOrder;
const time = z.string().regex(/^(|\d{2}:\d{2})$/, { error: t('Must be a time like 09:30') });
const isPair = (one: string, other: string) => (one === '') === (other === '');

export const jobCheck = z
  .object({
    customer: contactCheck,
    pickupAddress: shape.pickupAddress,
    deliveryAddress: shape.deliveryAddress,
    pickupContact: shape.pickupContact,
    deliveryContact: shape.deliveryContact,
    notes: shape.notes,
    driverNotes: shape.driverNotes,
    officeNotes: shape.officeNotes,
    items: shape.items,
    quotePrice: shape.quotePrice,
    onAccount: shape.onAccount,
    driverId: z.string(),
    pickupFrom: time,
    pickupTo: time,
    deliveryFrom: time,
    deliveryTo: time,
    start: day(() => t('Choose the first day')),
    end: z.union([z.literal(''), day(() => t('Must be a day'))]),
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
export function payloadOf(job: z.output<typeof jobCheck>, read: RecurringOrder | undefined) {
  const { customer, items, notes, driverNotes, officeNotes, quotePrice, onAccount, driverId } = job;
  const before = read && valuesOf(read, job.from);
  const isUntouched = before !== undefined && timeNames.every((name) => before[name] === job[name]);
  const { pickupWindow, deliveryWindow } = isUntouched && read ? read.order : windowsOf(job);
  return {
    order: {
      ...toOrderContact(customer),
      pickupAddress: job.pickupAddress,
      deliveryAddress: job.deliveryAddress,
      pickupContact: job.pickupContact ?? null,
      deliveryContact: job.deliveryContact ?? null,
      notes,
      driverNotes,
      officeNotes,
      quotePrice,
      onAccount,
      driverId: driverId === '' ? null : Number(driverId),
      items,
      pickupWindow,
      deliveryWindow,
      ...(read ? { parcels: read.order.parcels } : {}),
    },
    start: job.start,
    end: job.end || null,
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
