import { z } from 'zod';
import { contact } from '../base/contact/contact.ts';
import { byExternalId, ownNumbersIn, ownNumbersOut } from '../base/own-numbers.ts';
import {
  count,
  currencyOut,
  flag,
  id,
  knownEmail,
  moneyOut,
  pageInput,
  personOut,
  rowId,
  rowVersion,
  search,
  seenVersion,
  timestamp,
} from '../base/primitives.ts';
import { cursorPageOf, syncInput } from '../base/sync.ts';
import { proofRulesIn, proofRulesOut } from '../company/proof/proof-rules.ts';
import { example } from '../examples.ts';
import { customerBilling, customerBillingIn } from './customer-billing.ts';
import { savedAddress } from './saved-addresses.ts';

export const createCustomer = contact.extend(ownNumbersIn);
export type CreateCustomer = z.infer<typeof createCustomer>;
/** Partial: an absent field stays as it is; `version` is what the editor read and makes a stale save a 409. */
export const updateCustomer = contact
  .partial()
  .extend({
    id,
    email: knownEmail().optional(),
    onAccount: flag.optional().meta({
      description: 'Trusted to pay later: their quotes need no payment link, and are booked once they are accepted',
      example: true,
    }),
    recipientMails: flag.optional().meta({
      description: 'false: recipients of this customer’s orders are sent no e-mails',
      example: true,
    }),
    ...ownNumbersIn,
    version: seenVersion,
    proofRules: proofRulesIn,
    billing: customerBillingIn,
  })
  .meta({ example: { phone: '+1 555 0199' } });
export type UpdateCustomer = z.infer<typeof updateCustomer>;
export const customerSorts = ['newest', 'oldest', 'name', 'updated'] as const;
export const listCustomers = pageInput.extend({
  q: search.optional(),
  sort: z.enum(customerSorts).default('newest'),
  externalId: byExternalId,
  ...syncInput,
});

export const customer = z
  .object({
    id: rowId,
    ...personOut,
    isEmailConfirmed: z.boolean().meta({
      description:
        'false: a key has changed the address, and it opens nothing before the office or the address before confirms it',
      example: true,
    }),
    onAccount: z.boolean().meta({ description: 'Trusted to pay later', example: false }),
    recipientMails: z.boolean().meta({ description: 'Recipients of their orders are mailed too', example: true }),
    proofRules: proofRulesOut,
    billing: customerBilling.meta({ description: 'What invoices say of the customer' }),
    hasAccountOrders: z.boolean().meta({ description: 'Some order of theirs is on account', example: false }),
    quoteCount: count,
    orderCount: count,
    orderTotal: moneyOut.meta({ description: 'Sum of the orders in `currency` that were not cancelled' }),
    currency: currencyOut,
    ...ownNumbersOut,
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof customer>;
export const customerPage = cursorPageOf(customer).meta({ id: 'CustomerPage' });

/** Where something was picked up for a customer, or delivered, before, and the addresses that are saved for them. */
export const customerAddresses = z
  .object({
    pickup: z.array(z.string()).meta({ description: 'Most recent first', example: [example.pickupAddress] }),
    delivery: z.array(z.string()).meta({ description: 'Most recent first', example: [example.deliveryAddress] }),
    saved: z.array(savedAddress).meta({ description: 'By label, else by address; all of them, at most 200' }),
  })
  .meta({ id: 'CustomerAddresses' });
export type CustomerAddresses = z.infer<typeof customerAddresses>;
