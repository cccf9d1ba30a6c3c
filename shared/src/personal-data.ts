import { z } from 'zod';
import { email, id } from './primitives.ts';

/** What is known about one customer, counted; and what stands in the way of erasing it. */
export const personalData = z
  .object({
    id: z.number().int(),
    name: z.string(),
    email: z.string(),
    quotes: z.number().int(),
    orders: z.number().int(),
    mails: z.number().int(),
    photos: z.number().int(),
    signatures: z.number().int(),
    historyLines: z.number().int(),
    /** Sign-ins with the same e-mail address; they are managed under Team. */
    accounts: z.number().int(),
    /** Tracking numbers of orders that are neither delivered nor cancelled. */
    openOrders: z.array(z.string()),
    /** Ids of quotes that are paid and not yet an order. */
    paidQuotes: z.array(z.number().int()),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof personalData>;

/** `email` is typed once more by whoever erases: nothing brings the data back. */
export const eraseCustomer = z.object({ id, email: email('Type the e-mail address of the customer') });
export type EraseCustomer = z.infer<typeof eraseCustomer>;

/** What was removed, and what stays without a name for the accounts. */
export const erased = z
  .object({
    success: z.literal(true),
    quotesDeleted: z.number().int(),
    quotesAnonymised: z.number().int(),
    ordersAnonymised: z.number().int(),
    mails: z.number().int(),
    files: z.number().int(),
  })
  .meta({ id: 'ErasedCustomer' });
export type Erased = z.infer<typeof erased>;

/** What stands where a name or an address was erased. */
export const ERASED = 'Erased';
export const ERASED_EMAIL = 'erased@erased.invalid';
