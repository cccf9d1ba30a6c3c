import { z } from 'zod';
import { example } from './examples.ts';
import { count, email, id, rowId } from './primitives.ts';

/** What is known about one customer, counted; and what stands in the way of erasing it. */
export const personalData = z
  .object({
    id: rowId,
    name: z.string().meta({ example: example.name }),
    email: z.string().meta({ example: example.email }),
    quotes: count,
    orders: count,
    mails: count,
    photos: count,
    signatures: count,
    historyLines: count,
    /** Sign-ins with the same e-mail address; they are managed under Team. */
    accounts: count,
    /** Tracking numbers of orders that are neither delivered nor cancelled. */
    openOrders: z.array(z.string()).meta({ example: [example.trackingNumber] }),
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
    quotesDeleted: count,
    quotesAnonymised: count,
    ordersAnonymised: count,
    mails: count,
    files: count,
  })
  .meta({ id: 'ErasedCustomer' });
export type Erased = z.infer<typeof erased>;

/** What stands where a name or an address was erased. */
export const ERASED = 'Erased';
export const ERASED_EMAIL = 'erased@erased.invalid';
