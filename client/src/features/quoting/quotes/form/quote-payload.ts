import type { CreateQuote, Quote } from '@quickfleet/shared/quoting/quotes';
import { contactFrom, newItem } from '../../../../components/delivery-form/delivery-values.ts';
import { demandsFrom } from '../../../../components/order-form/demand-fields.tsx';
import type { QuoteValues } from '../fields/quote-values.ts';
import type { QuoteChanges } from '../work/quotes-mutations.ts';

/** A new item's value starts at 0. */
export const NEW_ITEM = { value: 0 };

export const valuesOf = (quote: Quote): QuoteValues => ({
  customer: {
    name: quote.customer.name,
    email: quote.customer.email,
    phone: quote.customer.phone ?? '',
    company: quote.customer.company ?? '',
  },
  pickupAddress: quote.pickupAddress,
  deliveryAddress: quote.deliveryAddress,
  pickupContact: contactFrom(quote.pickupContact),
  deliveryContact: contactFrom(quote.deliveryContact),
  notes: quote.notes ?? '',
  speedType: quote.speedType,
  speedDate: quote.speedDate ?? '',
  ...demandsFrom(quote),
  items: quote.items.map(({ id, name, description, quantity, value, imageUrls }) =>
    newItem({
      id,
      name,
      description: description ?? '',
      quantity,
      value: value ?? '',
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
  pickupContact = null,
  deliveryContact = null,
  notes,
  weightKg = null,
  needs = [],
  items,
  speedType,
  speedDate,
}: CreateQuote): QuoteChanges => ({
  pickupAddress,
  deliveryAddress,
  pickupContact,
  deliveryContact,
  notes: notes ?? null,
  weightKg,
  needs,
  items: items.map((item) => ({ ...item, value: item.value ?? null })),
  speedType,
  ...(speedType === 'specific_date' ? { speedDate } : {}),
});
