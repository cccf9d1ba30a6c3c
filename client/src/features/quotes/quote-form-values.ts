import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import type { CreateQuote, Quote } from '@quickfleet/shared/quotes';
import { SPEED_DEFAULT, type SpeedType } from '@quickfleet/shared/speed';
import type { ZodForm } from '../../lib/use-zod-form.ts';
import type { QuoteChanges } from './quotes-mutations.ts';

/** What the form holds while it is filled in; the shared schema makes the payload of it. */
export type ItemValues = {
  key: string;
  id?: number;
  name: string;
  description: string;
  quantity: number | string;
  value: number | string;
  imageUrls: string[];
};
export type QuoteFormValues = {
  customer: { name: string; email: string; phone: string; company: string };
  pickupAddress: string;
  deliveryAddress: string;
  notes: string;
  speedType: SpeedType;
  speedDate: string;
  items: ItemValues[];
};
export type QuoteForm = ZodForm<QuoteFormValues>;

let made = 0;
/** A key of its own: photos that are still on their way find their item again after another one was removed. */
export const newItem = (item: Partial<Omit<ItemValues, 'key'>> = {}): ItemValues => {
  made += 1;
  return {
    key: `item-${made}`,
    name: '',
    description: '',
    quantity: QUANTITY_DEFAULT,
    value: 0,
    imageUrls: [],
    ...item,
  };
};

export const emptyQuote = (): QuoteFormValues => ({
  customer: { name: '', email: '', phone: '', company: '' },
  pickupAddress: '',
  deliveryAddress: '',
  notes: '',
  speedType: SPEED_DEFAULT,
  speedDate: '',
  items: [newItem()],
});

export const valuesOf = (quote: Quote): QuoteFormValues => ({
  customer: {
    name: quote.customer.name,
    email: quote.customer.email,
    phone: quote.customer.phone ?? '',
    company: quote.customer.company ?? '',
  },
  pickupAddress: quote.pickupAddress,
  deliveryAddress: quote.deliveryAddress,
  notes: quote.notes ?? '',
  speedType: quote.speedType,
  speedDate: quote.speedDate ?? '',
  items: quote.items.map(({ id, name, description, quantity, value, imageUrls }) =>
    newItem({
      id,
      name,
      description: description ?? '',
      quantity,
      value: value === null ? '' : Number(value),
      imageUrls,
    }),
  ),
});

/** The payload of a new quote; a value that was left empty is 0. */
export const toCreate = ({ speedDate, items, ...quote }: CreateQuote): CreateQuote => ({
  ...quote,
  speedDate: quote.speedType === 'specific_date' ? speedDate : null,
  items: items.map((item) => ({ ...item, value: item.value ?? '0.00' })),
});

/** The payload of an edit: never the customer, the date only for a specific one, an empty value as null. */
export const toChanges = ({
  pickupAddress,
  deliveryAddress,
  notes,
  items,
  speedType,
  speedDate,
}: CreateQuote): QuoteChanges => ({
  pickupAddress,
  deliveryAddress,
  notes: notes ?? null,
  items: items.map((item) => ({ ...item, value: item.value ?? null })),
  speedType,
  ...(speedType === 'specific_date' ? { speedDate } : {}),
});
