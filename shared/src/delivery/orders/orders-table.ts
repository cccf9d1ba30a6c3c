import type { Cell } from '../../base/csv.ts';
import { type FieldsThat, fieldsThat } from '../../base/fields.ts';
import { writeParcel } from '../../base/scan/partner-code.ts';
import {
  collectCell,
  contactColumns,
  metadataCell,
  momentCell,
  needsCell,
  type TableColumn,
  yesOrNo,
} from '../../base/table.ts';
import { dayAt } from '../../base/time/zoned-time.ts';
import { message, said, t } from '../../words/t.ts';
import { approvedSum } from '../charges/charge-rates.ts';
import { orderFields } from './order-fields.ts';
import type { OrderPayment } from './order-payment.ts';
import { displayOrderStatus } from './order-status.ts';
import type { OrderRow } from './orders.ts';

type InWords = FieldsThat<typeof orderFields, { exported: { cell: 'words' } }>;
const asRead = fieldsThat(orderFields, { exported: { cell: 'as read' } });
type Exported = InWords | (typeof asRead)[number];

/** The columns of the first releases keep their places; windows and contacts are several columns each. */
const beforeWindows = [
  ...(['trackingNumber', 'id', 'status', 'customerName', 'customerEmail', 'customerPhone'] as const),
  ...(['customerCompany', 'pickupAddress', 'deliveryAddress', 'driver', 'quotePrice', 'charges'] as const),
  ...(['items', 'deliveryDate'] as const),
];
const beforeContacts = ['parcels', 'onAccount', 'createdAt', 'deliveredAt'] as const;
const afterContacts = ['externalId', 'metadata', 'partnerCodes', 'collect', 'weightKg', 'needs'] as const;
const placed: readonly string[] = [...beforeWindows, ...beforeContacts, ...afterContacts];

/** In English they are the words of the API. */
const payments: Readonly<Record<OrderPayment, string>> = said({
  open: message('open (a payment)'),
  paid: message('paid'),
  account: message('account (a payment)'),
});

/** Orders for a spreadsheet, with the times of a zone; never an access code, and nothing that the office alone reads. */
export function ordersTable(zone: string): readonly TableColumn<OrderRow>[] {
  const cells: Record<InWords, (order: OrderRow) => Cell> = {
    status: (order) => displayOrderStatus(order.status, order.driverId !== null),
    driver: ({ driver }) => (driver ? [driver.firstName, driver.lastName].filter(Boolean).join(' ') : null),
    charges: (order) => approvedSum(order.charges, order.currency),
    items: (order) => order.items.reduce((sum, item) => sum + item.quantity, 0),
    deliveryDate: (order) => (order.deliveryDate ? dayAt(new Date(order.deliveryDate), zone) : null),
    onAccount: (order) => yesOrNo(order.onAccount === true),
    payment: (order) => (order.payment ? payments[order.payment] : null),
    createdAt: (order) => momentCell(order.createdAt, zone),
    deliveredAt: (order) => momentCell(order.deliveredAt, zone),
    metadata: metadataCell,
    collect: collectCell,
    needs: needsCell,
    partnerCodes: ({ partnerCodes }) => partnerCodes.map(writeParcel).join('; '),
  };
  const isInWords = (name: Exported): name is InWords => Object.hasOwn(cells, name);
  const column = (name: Exported): TableColumn<OrderRow> => {
    const { head, ...kind } = orderFields[name].exported;
    return {
      name: t(head),
      of: isInWords(name) ? cells[name] : (order) => order[name],
      ...('isNumber' in kind ? { isNumber: true } : {}),
      ...('kind' in kind ? { kind: kind.kind } : {}),
    };
  };
  return [
    ...beforeWindows.map(column),
    { name: t('Pickup from'), of: (order) => momentCell(order.pickupWindow?.from, zone), kind: 'moment' },
    { name: t('Pickup until'), of: (order) => momentCell(order.pickupWindow?.to, zone), kind: 'moment' },
    { name: t('Delivery from'), of: (order) => momentCell(order.deliveryWindow?.from, zone), kind: 'moment' },
    { name: t('Delivery until'), of: (order) => momentCell(order.deliveryWindow?.to, zone), kind: 'moment' },
    ...beforeContacts.map(column),
    ...contactColumns<OrderRow>(),
    ...afterContacts.map(column),
    ...asRead.filter((name) => !placed.includes(name)).map(column),
    column('payment'),
  ];
}
