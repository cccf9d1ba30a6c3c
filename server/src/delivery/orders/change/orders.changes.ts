import { contactInWords } from '@quickfleet/shared/base/contact/stop-person';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { changeInWords } from '../../../company/history/change-words.ts';
import type { Config } from '../../../config.ts';
import { dayInWords } from '../../../messages/templates/mail-values.ts';
import { inHistory } from '../../../words/speak.ts';
import type { Order } from '../order.entity.ts';
import { windowsOf } from '../orders.plan.ts';

type Said = Record<string, string | null | undefined>;
/** What staff may correct of an order, as its history says it. */
export interface OrderInWords {
  fields: Said;
  /** Of these only that they changed: they never leave the office, and its history goes into evidence packs. */
  untold: Said;
}

export const stopNames = ['pickupAddress', 'deliveryAddress', 'pickupContact', 'deliveryContact'] as const;
/** Where an order goes and who is there: what its driver goes by. */
export const stopsInWords = (order: Order): Record<(typeof stopNames)[number], string | null> => ({
  pickupAddress: order.pickupAddress,
  deliveryAddress: order.deliveryAddress,
  pickupContact: contactInWords(order.pickupContact),
  deliveryContact: contactInWords(order.deliveryContact),
});

/** To be asked before a change and after it; `currency` is what the order is priced in. */
export function orderInWords(
  order: Order,
  { BUSINESS_TIMEZONE: zone, hourCycle }: Pick<Config, 'BUSINESS_TIMEZONE' | 'hourCycle'>,
  currency: string,
): OrderInWords {
  return inHistory(() => fieldsOf(order, zone, hourCycle, currency));
}

function fieldsOf(order: Order, zone: string, hourCycle: Config['hourCycle'], currency: string): OrderInWords {
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  const day = deliveryWindow || !order.deliveryDate ? null : dayInWords(zone, order.deliveryDate);
  return {
    fields: {
      'Customer name': order.customerName,
      Email: order.customerEmail,
      Phone: order.customerPhone,
      Company: order.customerCompany,
      'Pickup address': order.pickupAddress,
      'Delivery address': order.deliveryAddress,
      'Pickup contact': contactInWords(order.pickupContact),
      'Delivery contact': contactInWords(order.deliveryContact),
      'Pickup window': pickupWindow && windowInWords(pickupWindow, zone, hourCycle),
      'Delivery window': deliveryWindow && windowInWords(deliveryWindow, zone, hourCycle),
      'Planned day': day,
      'Special instructions': order.notes,
      Parcels: order.parcels ? String(order.parcels) : 'counted',
      Price: order.quotePrice && formatAmount(order.quotePrice, currency),
      'On account': order.onAccount ? 'yes' : 'no',
    },
    untold: {
      'Notes for the driver': order.driverNotes,
      'Notes for the office': order.officeNotes,
      'Proof rules': JSON.stringify(order.proofRules ?? null),
    },
  };
}

/** One line for each field that differs. */
export const changesOfOrder = (before: OrderInWords, after: OrderInWords): string =>
  [
    ...Object.entries(after.fields).flatMap(([name, value]) =>
      (before.fields[name] ?? null) === (value ?? null) ? [] : [changeInWords(name, before.fields[name], value)],
    ),
    ...Object.entries(after.untold).flatMap(([name, value]) =>
      (before.untold[name] ?? null) === (value ?? null) ? [] : [`${name} changed`],
    ),
  ].join('\n');
