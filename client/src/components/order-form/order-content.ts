import { mapFields, pickFields } from '@quickfleet/shared/base/fields';
import type { CollectMethod } from '@quickfleet/shared/base/money/collect-words';
import { orderNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import { createOrder, type Order } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { z } from 'zod';
import { typedPrice } from '../../lib/forms/price-values.ts';
import { contactFrom, type DeliveryValues, type ItemValues, newItem } from '../delivery-form/delivery-values.ts';
import { contactCheck, formPathOf } from '../delivery-form/order-contact.ts';
import { windowErrors } from '../window-field/window-draft.ts';
import { type DemandValues, demandsFrom } from './demand-fields.tsx';

/** What each form of an order holds: New order, "Edit order", a recurring job, "Same as last time". */
export type OrderContent = DeliveryValues &
  DemandValues &
  Record<(typeof orderNotes)[number], string> & { quotePrice: string; onAccount: boolean; collect: CollectValues };

/** What is collected at the door, as it is typed: without an amount nothing is. */
export interface CollectValues {
  amount: string;
  currency: string;
  method: CollectMethod;
}
export const noCollect: CollectValues = { amount: '', currency: '', method: 'any' };
export const collectOf = ({ amount, currency, method }: CollectValues) =>
  amount.trim() === '' ? null : { amount, method, ...(currency ? { currency } : {}) };

/** A new item's value starts at nothing: most parcels have none. */
export const NEW_ITEM = { value: '' };

type Read = Order | RecurringOrder['order'];
type ReadItem = Read['items'][number];
/** What an item says, without its photos and its id. */
export const itemFrom = ({ name, description, quantity, value }: ReadItem): ItemValues =>
  newItem({ name, description: description ?? '', quantity, value: value ?? '' });

/** The content of an order that was read; of a new one without it. */
export const contentFrom = (order: Read | undefined, includesTax: boolean): OrderContent => ({
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
  ...mapFields(orderNotes, (name) => order?.[name] ?? ''),
  ...demandsFrom(order),
  quotePrice: order ? typedPrice(order, includesTax) : '',
  onAccount: order?.onAccount ?? false,
  collect: order?.collect ?? noCollect,
  items: order ? order.items.map(itemFrom) : [newItem(NEW_ITEM)],
});

const { shape } = createOrder;
/** The shared rules of the content, in the form's shape. */
export const contentCheck = {
  customer: contactCheck,
  pickupAddress: shape.pickupAddress,
  deliveryAddress: shape.deliveryAddress,
  pickupContact: shape.pickupContact,
  deliveryContact: shape.deliveryContact,
  ...pickFields(shape, orderNotes),
  items: shape.items,
  weightKg: shape.weightKg,
  needs: shape.needs,
  quotePrice: shape.quotePrice,
  onAccount: shape.onAccount,
  collect: z.preprocess((typed: CollectValues) => collectOf(typed), shape.collect),
};

/** The server names a code, the form has an input for it. */
const codePath = (path: string): string => path.replace(/^(partnerCodes\.\d+)$/, '$1.code');
/** Where a form of an order shows what the server found. */
export const orderErrors = (issues: Record<string, string>): Record<string, string> =>
  windowErrors(
    Object.fromEntries(Object.entries(issues).map(([path, message]) => [formPathOf(codePath(path)), message])),
  );
