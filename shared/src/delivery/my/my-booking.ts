import { z } from 'zod';
import { contactsIn } from '../../base/contact/stop-contact.ts';
import {
  address,
  currencyOut,
  id,
  moneyOut,
  notes,
  optionalMoney,
  textOrNull,
  trackingNumberOut,
} from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { ITEMS_MAX } from '../../limits.ts';
import { estimateInput } from '../../quoting/estimates.ts';
import { quoteItemInput } from '../../quoting/quotes.ts';
import { message, t } from '../../words/t.ts';

// What somebody of a customer on account books in /my, without a quote, at the price that the company's rules bind it to.

const customerId = id.meta({ description: 'A customer that one books for', example: 7 });
/** Without a weight: what is booked has none either, and is priced by the words of its items. */
export const priceMine = estimateInput
  .omit({ weightKg: true })
  .extend({ customerId })
  .meta({
    example: {
      customerId: 7,
      pickupAddress: example.pickupAddress,
      deliveryAddress: example.deliveryAddress,
      items: [{ name: example.item, quantity: 2 }],
      speedType: 'today',
    },
  });
export type PriceMine = z.infer<typeof priceMine>;

const { speedType, speedDate } = estimateInput.shape;
export const bookMine = z
  .object({
    customerId,
    pickupAddress: address(message('Pickup address is required')),
    deliveryAddress: address(message('Delivery address is required')),
    ...contactsIn,
    notes,
    items: z
      .array(quoteItemInput.omit({ id: true }), { error: () => t('At least one item is required') })
      .min(1, { error: () => t('At least one item is required') })
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) }),
    speedType,
    speedDate,
    total: optionalMoney(message('The price must be a number of at least 0')).meta({
      description: 'The price that was shown: another one by now is a 409',
      example: '48.00',
    }),
  })
  .meta({
    example: {
      customerId: 7,
      pickupAddress: example.pickupAddress,
      deliveryAddress: example.deliveryAddress,
      items: [{ name: example.item, quantity: 2 }],
      speedType: 'today',
      total: '48.00',
    },
  });
export type BookMine = z.infer<typeof bookMine>;

export const agreedPrice = z
  .object({
    total: moneyOut.nullable().meta({ description: 'Tax included; null where nothing is agreed', example: '48.00' }),
    currency: currencyOut,
    message: textOrNull.meta({ description: 'Why there is no agreed price', example: null }),
  })
  .meta({ id: 'AgreedPrice' });
export type AgreedPrice = z.infer<typeof agreedPrice>;

export const booked = z
  .object({
    trackingNumber: trackingNumberOut,
    total: moneyOut.meta({ example: '48.00' }),
    currency: currencyOut,
  })
  .meta({ id: 'MyBooking' });
export type Booked = z.infer<typeof booked>;
