import type { Order } from '@quickfleet/shared/orders';
import type { Difference } from '../../components/conflict-notice.tsx';
import { formatDay, todayInZone } from '../../lib/format.ts';
import { changedFields, contestedFields, haveClashed } from '../../lib/text-changes.ts';

/** What staff may correct, as the form's texts. */
export const valuesOf = (order: Order) => ({
  customerName: order.customerName,
  customerEmail: order.customerEmail ?? '',
  customerPhone: order.customerPhone ?? '',
  customerCompany: order.customerCompany ?? '',
  pickupAddress: order.pickupAddress,
  deliveryAddress: order.deliveryAddress,
  notes: order.notes ?? '',
  quotePrice: order.quotePrice ?? '',
  deliveryDate: order.deliveryDate ? todayInZone(new Date(order.deliveryDate)) : '',
});
export type OrderValues = ReturnType<typeof valuesOf>;
type Field = keyof OrderValues;

export const fieldNames: Record<Field, string> = {
  customerName: 'Customer name',
  customerEmail: 'Email',
  customerPhone: 'Phone',
  customerCompany: 'Company',
  pickupAddress: 'Pickup address',
  deliveryAddress: 'Delivery address',
  notes: 'Special instructions',
  quotePrice: 'Total ($)',
  deliveryDate: 'Planned delivery',
};

// Commas only where thousands are parted: '1,25' may be meant as 1.25 and is asked about instead of read as 125.
const AMOUNT = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/;
/** '1,250.50' and '$1250.50' as '1250.50'; what is no amount stays as it was written, for the schema to refuse. */
export function plainMoney(text: string): string {
  const [, units, fraction = ''] = AMOUNT.exec(text.trim()) ?? [];
  return units === undefined ? text.trim() : `${units.replaceAll(',', '')}${fraction}`;
}
const normal = (field: Field, text: string) =>
  field === 'quotePrice'
    ? plainMoney(text)
        .replace(/^(\d+)$/, '$1.00')
        .replace(/^(\d+\.\d)$/, '$10')
    : text.trim();

/** What goes to the server. */
export const changesOf = (values: OrderValues, read: OrderValues): Partial<OrderValues> =>
  Object.fromEntries(
    changedFields(values, read, normal).map((field) => [
      field,
      field === 'quotePrice' ? plainMoney(values[field]) : values[field],
    ]),
  );

export const doClash = (mine: OrderValues, theirs: OrderValues, read: OrderValues): boolean =>
  haveClashed(mine, theirs, read, normal);

const shown = (field: Field, text: string) => (field === 'deliveryDate' && text ? formatDay(text) : text);
/** What a conflict is about, in words. */
export const differencesOf = (mine: OrderValues, theirs: OrderValues, read: OrderValues): Difference[] =>
  contestedFields(mine, theirs, read, normal).map((field) => ({
    field: fieldNames[field],
    mine: shown(field, mine[field]),
    theirs: shown(field, theirs[field]),
  }));
