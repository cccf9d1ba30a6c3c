import { c, exists, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';

export const hasCustomer = (ctx: AppContext, email: string): Promise<boolean> =>
  exists(ctx.em, 'select 1 from customers where lower(email) = lower(?)', [email]);

const address = select({ email: c.text('lower(email)') });
/** Which of these addresses customers have, in small letters. */
export const customersAmong = async (ctx: AppContext, emails: readonly string[]): Promise<Set<string>> => {
  const lower = emails.map((email) => email.toLowerCase());
  const rows = await readRows(ctx.em, address, 'select $columns from customers where lower(email) = any(?)', [lower]);
  return new Set(rows.map(({ email }) => email));
};

/** Whether the service found what the call would have made (`AnswerNotes`). */
export const isKnownIn = ({ request }: AppContext): boolean => request.notes?.isKnown ?? false;
