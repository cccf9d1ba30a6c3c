import type { AcceptMine, DeclineMine } from '@quickfleet/shared/delivery/my/my';
import type { MemberRole } from '@quickfleet/shared/people/members';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { c, readRow, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { ownAddress, whoInMy } from '../../people/account/own-address.ts';
import { findSeen, requireBooks } from '../../people/customers/members.queries.ts';
import { readCustomerQuote } from '../../quoting/quote-page/quote-page.queries.ts';
import { hashPhotos } from '../../quoting/quote-page/quotes.acceptance.ts';
import { acceptAsCustomer, declineAsCustomer } from '../../quoting/quote-page/quotes.decide.ts';
import type { Quote } from '../../quoting/quotes/quote.entity.ts';
import { lockQuote } from '../../quoting/quotes/quotes.service.ts';

interface MyQuoteRight {
  id: number;
  role: MemberRole;
}
const found = select({
  id: c.int('id'),
  customerId: c.int('customer_id').nullable(),
  isOwn: c.bool('lower(customer_email) = ?'),
});
/** A quote of the caller's address or of a customer that they may see, by its reference. Rejects with 404. */
export async function findMyQuote(ctx: AppContext, reference: string): Promise<MyQuoteRight> {
  const email = await ownAddress(ctx);
  const row = await readRow(ctx.em, found, 'select $columns from quotes where reference = ?', [email, reference]);
  if (row?.isOwn) return { id: row.id, role: 'books' };
  const seen = row && row.customerId !== null ? await findSeen(ctx, row.customerId) : undefined;
  if (!row || !seen) throw notFound('Quote');
  return { id: row.id, role: seen.role };
}

/** What the page of a quote shows, for who may see its customer. Rejects with 404. */
export async function readMyQuote(ctx: AppContext, reference: string): Promise<CustomerQuote> {
  const { id, role } = await findMyQuote(ctx, reference);
  const quote = await readCustomerQuote(ctx, id);
  // Questions and another day are asked for by the link of the mail.
  const shown = { ...quote, canAsk: false, canChangeDate: false };
  return role === 'books' ? shown : { ...shown, canAccept: false, canDecline: false };
}

async function requireMine(ctx: AppContext, reference: string): Promise<number> {
  const { id, role } = await findMyQuote(ctx, reference);
  requireBooks(role);
  return id;
}
/** A quote that the caller may decide about, locked. */
async function lockMine(ctx: AppContext, reference: string): Promise<Quote> {
  const quote = await lockQuote(ctx, await requireMine(ctx, reference));
  // The quote may have got another customer while the lock was waited for.
  await requireMine(ctx, reference);
  return quote;
}

/** Says yes as the quote's page does. Rejects like `acceptByLink`, and with 403 for who only sees. */
export async function acceptMine(ctx: AppContext, { reference, ...yes }: AcceptMine): Promise<CustomerQuote> {
  const hashes = await hashPhotos(ctx, await requireMine(ctx, reference));
  const quote = await lockMine(ctx, reference);
  await acceptAsCustomer(ctx, quote, yes, hashes, await whoInMy(ctx));
  return readMyQuote(ctx, reference);
}

/** Says no as the quote's page does. Rejects like `declineByLink`, and with 403 for who only sees. */
export async function declineMine(ctx: AppContext, { reference, ...no }: DeclineMine): Promise<CustomerQuote> {
  const quote = await lockMine(ctx, reference);
  await declineAsCustomer(ctx, quote, no, await whoInMy(ctx));
  return readMyQuote(ctx, reference);
}
