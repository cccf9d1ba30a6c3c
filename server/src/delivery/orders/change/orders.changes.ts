import { contactInWords } from '@quickfleet/shared/base/contact/stop-person';
import { type FieldsThat, fieldsThat, inOrder, pickFields } from '@quickfleet/shared/base/fields';
import { collectInWords } from '@quickfleet/shared/base/money/collect-words';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { PartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { type PriceBasis, priceBasisWords } from '@quickfleet/shared/quoting/pricing/price-basis';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { changeInWords } from '../../../company/history/change-words.ts';
import type { Config } from '../../../config.ts';
import { dayInWords } from '../../../messages/templates/mail-values.ts';
import { inHistory } from '../../../words/speak.ts';
import type { Order } from '../order.entity.ts';
import { windowsOf } from '../orders.plan.ts';

type Said = Record<string, string | null | undefined>;
type InWords = FieldsThat<typeof orderFields, { history: { shows: 'words' } }>;
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

const texts = fieldsThat(orderFields, { history: { shows: 'text' } });
const untold = fieldsThat(orderFields, { history: { shows: 'change' } });
const words = new Map(Object.entries(orderFields).map(([name, { history }]) => [name, history?.word ?? name]));
const byWord = (values: object): Said =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [words.get(name), value]));
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

const basisInWords = ({ kind, reason }: PriceBasis): string =>
  reason === null ? priceBasisWords[kind] : `${priceBasisWords[kind]} (${reason})`;

const codeInWords = ({ code, parcel }: PartnerCode): string => (parcel === null ? code : `${code} (${parcel})`);
/** Each code, with the number of its parcel behind it. */
export const partnerCodesInWords = ({ partnerCodes }: Pick<Order, 'partnerCodes'>): string | null =>
  partnerCodes?.map(codeInWords).join(', ') ?? null;

function fieldsOf(order: Order, zone: string, hourCycle: Config['hourCycle'], currency: string): OrderInWords {
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  const inWords: Record<InWords, string | null | undefined> = {
    pickupContact: contactInWords(order.pickupContact),
    deliveryContact: contactInWords(order.deliveryContact),
    pickupWindow: pickupWindow && windowInWords(pickupWindow, zone, hourCycle),
    deliveryWindow: deliveryWindow && windowInWords(deliveryWindow, zone, hourCycle),
    deliveryDate: deliveryWindow || !order.deliveryDate ? null : dayInWords(zone, order.deliveryDate),
    parcels: order.parcels ? String(order.parcels) : 'counted',
    quotePrice: order.quotePrice && formatAmount(order.quotePrice, currency),
    priceBasis: order.priceBasis && basisInWords(order.priceBasis),
    onAccount: order.onAccount ? 'yes' : 'no',
    partnerCodes: partnerCodesInWords(order),
    collect: order.collect && collectInWords(order.collect),
    weightKg: order.weightKg === null || order.weightKg === undefined ? null : String(order.weightKg),
    needs: order.needs.join(', ') || null,
    fixedStops: order.fixedStops.join(', ') || null,
  };
  const secret = untold.map((name) => [name, JSON.stringify(order[name] ?? null)]);
  return {
    fields: byWord(inOrder(lines, { ...pickFields(order, texts), ...inWords })),
    untold: byWord(Object.fromEntries(secret)),
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
