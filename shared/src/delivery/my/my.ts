import { z } from 'zod';
import { contactsOut } from '../../base/contact/stop-contact.ts';
import {
  currencyOut,
  id,
  integer,
  moneyOut,
  notesOut,
  pageInput,
  pageOf,
  personOut,
  routeOut,
  rowId,
  textOrNull,
  timestamp,
  trackingNumberOrNull,
  trackingNumberOut,
} from '../../base/primitives.ts';
import { windowsOut } from '../../base/time/windows.ts';
import { example } from '../../examples.ts';
import { seenCustomer } from '../../people/members.ts';
import { acceptQuote, declineQuote, pageStates } from '../../quoting/quote-page.ts';
import { delay, eta } from '../eta/eta.ts';
import { deliveredOut, plannedDayOut } from '../orders/order-leaves.ts';
import { orderStatus } from '../orders/order-status-schema.ts';
import { outcomeOut } from '../proof/attempts.ts';
import { incidentKinds, incidentStates } from '../proof/incident-words.ts';
import { trackingInput } from '../tracking/tracking.ts';

const REFERENCE_MAX = 20;

// What the owner of an e-mail address sees of all that was ordered with it (/my).

export const me = z
  .object({
    email: textOrNull.meta({
      description: 'The address that this browser’s person has proved; null without one',
      example: example.email,
    }),
    name: textOrNull.meta({ description: 'As the latest order or quote has it', example: example.name }),
    isAccount: z.boolean().meta({ description: 'A signed-in ordinary user, and not a mailed link' }),
    customers: z.array(seenCustomer).meta({ description: 'Customers whose deliveries the address may see' }),
  })
  .meta({ id: 'MyDeliveries' });
export type Me = z.infer<typeof me>;

const itemOut = z.object({
  name: z.string().meta({ example: example.item }),
  quantity: integer.meta({ example: 2 }),
});
const link = (description: string, path: string) => textOrNull.meta({ description, example: path });

export const myOrder = z
  .object({
    trackingNumber: trackingNumberOut,
    deliveryPath: z.string().meta({
      description: 'The page of this delivery: by its number, where one is a member of its customer',
      example: '/t/0012345678904f1c09a7b2e8d6530f1c',
    }),
    status: orderStatus,
    hasDriver: z.boolean(),
    outcome: outcomeOut,
    ...routeOut,
    recipientName: textOrNull.meta({ description: 'Who is at the delivery; null for the customer', example: null }),
    items: z.array(itemOut),
    plannedDay: plannedDayOut,
    ...windowsOut,
    eta,
    delay,
    createdAt: timestamp,
    deliveredAt: deliveredOut.deliveredAt,
    cancelledAt: timestamp.nullable().meta({ example: null }),
    total: moneyOut.nullable().meta({ description: 'null where no price was shown to the customer' }),
    currency: currencyOut,
    quoteReference: textOrNull.meta({ example: 'K7M-3QF' }),
    quoteUrl: link('The page of its quote', 'https://delivery.example.com/q/u7w3n5q9'),
    receiptPath: link('The receipt as PDF, once it is paid', '/api/v1/q/u7w3n5q9/receipt.pdf'),
    proofPath: link('The proof of delivery as PDF, for 30 days from this answer', '/api/v1/orders/7/proof.pdf?token=…'),
    claims: z.array(
      z.object({
        reference: z.string().meta({ example: 'C-7KM3QF9A' }),
        kind: z.enum(incidentKinds),
        state: z.enum(incidentStates),
        answer: textOrNull.meta({ description: 'The office’s answer', example: null }),
      }),
    ),
  })
  .meta({ id: 'MyOrder' });
export type MyOrder = z.infer<typeof myOrder>;
const customerId = id.optional().meta({
  description: 'A customer that one may see; without it, what was ordered with one’s own address',
  example: 7,
});
export const ofCustomer = z.object({ customerId });
export type OfCustomer = z.infer<typeof ofCustomer>;
export const listMine = pageInput.extend({ customerId });
export const myOrderPage = pageOf(myOrder).meta({ id: 'MyOrderPage' });

export const myQuote = z
  .object({
    reference: z.string().meta({ description: 'How customer and office name the quote', example: 'K7M-3QF' }),
    state: z.enum(pageStates).meta({ example: 'priced' }),
    ...routeOut,
    items: z.array(itemOut),
    createdAt: timestamp,
    validUntil: textOrNull.meta({ description: 'The last day, where the company is', example: '2026-03-15' }),
    total: moneyOut.nullable().meta({ description: 'null until a price was sent' }),
    currency: currencyOut,
    quoteUrl: link('The page of the quote', 'https://delivery.example.com/q/u7w3n5q9'),
    receiptPath: link('The receipt as PDF, once it is paid', '/api/v1/q/u7w3n5q9/receipt.pdf'),
    trackingNumber: trackingNumberOrNull,
  })
  .meta({ id: 'MyQuote' });
export type MyQuote = z.infer<typeof myQuote>;
export const myQuotePage = pageOf(myQuote).meta({ id: 'MyQuotePage' });

const stopUse = z.enum(['pickup', 'delivery']);
export const myAddresses = z
  .object({
    data: z.array(
      z.object({
        id: rowId.nullable().meta({
          description: 'Of a saved address, which is there twice if it is for both; null for one that was only used',
          example: 42,
        }),
        label: textOrNull.meta({ description: 'What people call a saved one', example: 'Warehouse' }),
        use: stopUse.meta({ example: 'delivery' }),
        address: routeOut.deliveryAddress,
        contact: contactsOut.deliveryContact,
        lastUsedAt: timestamp.meta({ description: 'Of a saved one that was not used since: when it was saved' }),
      }),
    ),
  })
  .meta({ id: 'MyAddresses' });
export type MyAddresses = z.infer<typeof myAddresses>;

export const byReference = z.object({
  reference: z.string().trim().min(1).max(REFERENCE_MAX).meta({ example: 'K7M-3QF' }),
});
/** What the page of a quote takes, by the reference in place of the link. */
export const acceptMine = acceptQuote
  .omit({ token: true })
  .extend(byReference.shape)
  .meta({ example: { revision: 2, name: example.name, termsAccepted: true } });
export type AcceptMine = z.infer<typeof acceptMine>;
export const declineMine = declineQuote
  .omit({ token: true })
  .extend(byReference.shape)
  .meta({ example: { reason: 'We found another day' } });
export type DeclineMine = z.infer<typeof declineMine>;
export const byTrackingNumber = trackingInput;
/** A request for a quote as the order has it: customer, stops and items, without photos and day. */
export const orderAgain = z
  .object({
    customer: z.object({
      name: personOut.name,
      email: z.string().meta({ example: example.email }),
      phone: textOrNull.meta({ example: example.phone }),
      company: textOrNull.meta({ example: example.company }),
    }),
    ...routeOut,
    ...contactsOut,
    notes: notesOut,
    items: z.array(itemOut.extend({ description: textOrNull.meta({ example: 'Heavy' }) })),
  })
  .meta({ id: 'OrderAgain' });
export type OrderAgain = z.infer<typeof orderAgain>;
