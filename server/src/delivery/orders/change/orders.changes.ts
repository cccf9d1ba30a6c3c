import { isDeepStrictEqual } from 'node:util';
import { contactInWords } from '@quickfleet/shared/base/contact/stop-person';
import { type FieldsThat, fieldsThat, inOrder, pickFields } from '@quickfleet/shared/base/fields';
import { roundAmount } from '@quickfleet/shared/base/money/money';
import { writeParcel } from '@quickfleet/shared/base/scan/partner-code';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { change, changed, type Side } from '../../../company/history/change-words.ts';
import type { Said } from '../../../company/history/detail-words.ts';
import type { FieldWord } from '../../../company/history/field-words.ts';
import { codeOf } from '../../../company/history/values.ts';
import type { Config } from '../../../config.ts';
import type { Order } from '../order.entity.ts';
import { windowsOf } from '../orders.plan.ts';

type Values = ReadonlyMap<FieldWord, Side>;
type AsValues = FieldsThat<typeof orderFields, { history: { shows: 'words' } }>;
/** What staff may correct of an order, as its history stores it. */
export interface OrderForHistory {
  fields: Values;
  /** Of these only that they changed: they never leave the office, and its history goes into evidence packs. */
  untold: Values;
}

export const stopNames = ['pickupAddress', 'deliveryAddress', 'pickupContact', 'deliveryContact'] as const;
/** Where an order goes and who is there: what its driver goes by. */
export const stopsInWords = (order: Order): Record<(typeof stopNames)[number], string | null> => ({
  pickupAddress: order.pickupAddress,
  deliveryAddress: order.deliveryAddress,
  pickupContact: contactInWords(order.pickupContact),
  deliveryContact: contactInWords(order.deliveryContact),
});

const texts = fieldsThat(orderFields, { history: { shows: 'text' } });
const untold = fieldsThat(orderFields, { history: { shows: 'change' } });
const words = new Map<string, FieldWord>(
  Object.entries(orderFields).flatMap(([name, { history }]) => (history ? [[name, history.word]] : [])),
);
const byWord = (values: object): Values =>
  new Map(
    Object.entries(values).flatMap(([name, value]) => {
      const word = words.get(name);
      return word ? [[word, value]] : [];
    }),
  );
/** First where and to whom, then when. */
const lines = [
  ...([
    'customerName',
    'customerEmail',
    'customerPhone',
    'customerCompany',
    'pickupAddress',
    'deliveryAddress',
  ] as const),
  ...(['pickupContact', 'deliveryContact', 'pickupWindow', 'deliveryWindow', 'deliveryDate', 'notes'] as const),
  ...(['parcels', 'quotePrice', 'priceBasis', 'onAccount'] as const),
];

const plain = (code: 'yes' | 'no' | 'counted'): Side => codeOf('plain', code);

/** Each code, with the number of its parcel behind it. */
export const partnerCodesInWords = ({ partnerCodes }: Pick<Order, 'partnerCodes'>): string | null =>
  partnerCodes?.map(writeParcel).join(', ') ?? null;

/** To be asked before a change and after it; `currency` is what the order is priced in. */
export function orderForHistory(
  order: Order,
  { BUSINESS_TIMEZONE: zone }: Pick<Config, 'BUSINESS_TIMEZONE'>,
  currency: string,
): OrderForHistory {
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  const values: Record<AsValues, Side> = {
    pickupContact: contactInWords(order.pickupContact),
    deliveryContact: contactInWords(order.deliveryContact),
    pickupWindow: pickupWindow && { is: 'window', ...pickupWindow },
    deliveryWindow: deliveryWindow && { is: 'window', ...deliveryWindow },
    deliveryDate: deliveryWindow || !order.deliveryDate ? null : { is: 'date', day: dayAt(order.deliveryDate, zone) },
    parcels: order.parcels ? String(order.parcels) : plain('counted'),
    quotePrice: order.quotePrice ? { is: 'money', amount: roundAmount(order.quotePrice, currency), currency } : null,
    priceBasis: order.priceBasis && { is: 'price_basis', kind: order.priceBasis.kind, reason: order.priceBasis.reason },
    onAccount: plain(order.onAccount ? 'yes' : 'no'),
    partnerCodes: partnerCodesInWords(order),
    collect: order.collect && { is: 'collect', ...order.collect },
    weightKg: order.weightKg === null || order.weightKg === undefined ? null : String(order.weightKg),
    needs: order.needs.join(', ') || null,
    fixedStops: order.fixedStops.join(', ') || null,
  };
  const secret = untold.map((name) => [name, JSON.stringify(order[name] ?? null)]);
  return {
    fields: byWord(inOrder(lines, { ...pickFields(order, texts), ...values })),
    untold: byWord(Object.fromEntries(secret)),
  };
}

const differing = (before: Values, after: Values): FieldWord[] =>
  [...after.keys()].filter((name) => !isDeepStrictEqual(before.get(name) ?? null, after.get(name) ?? null));
/** One line for each field that differs. */
export const changesOfOrder = (before: OrderForHistory, after: OrderForHistory): Said[] => [
  ...differing(before.fields, after.fields).map((name) =>
    change(name, before.fields.get(name), after.fields.get(name)),
  ),
  ...differing(before.untold, after.untold).map(changed),
];
