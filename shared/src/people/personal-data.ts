import { z } from 'zod';
import { count, id, knownEmail, rowId } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { message, t } from '../words/t.ts';

/** What is known about one customer, as counts, and what prevents erasing it. */
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
    officeNotes: count,
    /** Sign-ins with the same e-mail address; they are managed under Team. */
    accounts: count,
    /** Tracking numbers of orders that are neither delivered nor cancelled. */
    openOrders: z.array(z.string()).meta({ example: [example.trackingNumber] }),
    /** Ids of quotes that are paid and not yet an order. */
    paidQuotes: z.array(z.number().int()),
    /** Ids of recurring jobs, which would make orders for the customer again. */
    recurringJobs: z.array(z.number().int()),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof personalData>;

/** `email` is typed again to confirm: the erased data cannot be restored. */
export const eraseCustomer = z.object({ id, email: knownEmail(message('Type the e-mail address of the customer')) });
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

/** 'QF1, QF2 and 3 more' */
function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  const shown = names.slice(0, most).join(', ');
  return rest > 0 ? t('{names} and {count} more', { names: shown, count: rest }) : shown;
}

/**
 * Why a customer cannot be erased: work that still needs the name and the address. Undefined when nothing prevents it;
 * `most` limits what the sentence names.
 */
export function hindranceOf(
  { openOrders, paidQuotes, recurringJobs }: Pick<PersonalData, 'openOrders' | 'paidQuotes' | 'recurringJobs'>,
  most = Number.POSITIVE_INFINITY,
):
  | { code: 'CUSTOMER_HAS_OPEN_ORDERS' | 'CUSTOMER_HAS_PAID_QUOTES' | 'CUSTOMER_HAS_RECURRING_JOBS'; text: string }
  | undefined {
  if (openOrders.length > 0)
    return {
      code: 'CUSTOMER_HAS_OPEN_ORDERS',
      text: t('Finish or cancel the open orders first: {names}', { names: listed(openOrders, most) }),
    };
  if (paidQuotes.length > 0) {
    const quotes = paidQuotes.map((id) => `#${id}`);
    return {
      code: 'CUSTOMER_HAS_PAID_QUOTES',
      text: t('Convert or delete the quotes that are paid first: {names}', { names: listed(quotes, most) }),
    };
  }
  if (recurringJobs.length > 0) {
    const jobs = recurringJobs.map((id) => `#${id}`);
    return {
      code: 'CUSTOMER_HAS_RECURRING_JOBS',
      text: t('Delete the recurring jobs first: {names}', { names: listed(jobs, most) }),
    };
  }
  return undefined;
}
