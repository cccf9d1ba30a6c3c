import { z } from 'zod';
import { company, email, id, moneyOut, pageInput, pageOf, personName, phone, search, timestamp } from './primitives.ts';

/** What a quote says of the person who asks. */
export const contact = z.object({
  name: personName('Customer name is required'),
  email: email(),
  phone,
  company,
});
export type Contact = z.infer<typeof contact>;

export const createCustomer = contact;
/** Partial: an absent field stays as it is; `version` is what the editor read and makes a stale save a 409. */
export const updateCustomer = contact.partial().extend({ id, version: id.optional() });
export type UpdateCustomer = z.infer<typeof updateCustomer>;
export const listCustomers = pageInput.extend({
  q: search.optional(),
  sort: z.enum(['newest', 'oldest', 'name']).default('newest'),
});

export const customer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    quoteCount: z.number().int(),
    orderCount: z.number().int(),
    /** Sum of the customer's orders that were not cancelled. */
    orderTotal: moneyOut,
    createdAt: timestamp,
    updatedAt: timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof customer>;
export const customerPage = pageOf(customer).meta({ id: 'CustomerPage' });
