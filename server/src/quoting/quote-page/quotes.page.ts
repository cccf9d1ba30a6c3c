import type { ChangeDate, CustomerQuote, SeenPage } from '@quickfleet/shared/quoting/quote-page';
import type { Quote as QuoteView } from '@quickfleet/shared/quoting/quotes';
import { isStaff } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { change } from '../../company/history/change-words.ts';
import { record } from '../../company/history/history.service.ts';
import { run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { networkOf } from '../../http/limits.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publish } from '../../http/streams/events.ts';
import { watchThing } from '../../http/streams/streams.ts';
import { changesInWords, dayWanted } from '../quotes/quote-content.ts';
import { findByToken, findLink, giveLink } from '../quotes/quotes.link.ts';
import { mailOffice } from '../quotes/quotes.mail.ts';
import { readQuote } from '../quotes/quotes.queries.ts';
import { keepRevision } from '../quotes/quotes.revisions.ts';
import { lockQuote, setSpeed } from '../quotes/quotes.service.ts';
import { readCustomerQuote } from './quote-page.queries.ts';
import { lockByToken, requireUndecided } from './quotes.decide.ts';
import { requireOpen } from './quotes.outcome.ts';

/** What the link shows. Rejects with 404. */
export async function readByLink(ctx: AppContext, token: string): Promise<CustomerQuote> {
  const { id, isOfForm } = await findLink(ctx, token);
  const quote = await readCustomerQuote(ctx, id);
  if (!isOfForm || !quote.onAccount) return quote;
  // A visitor who types an address must not learn whether the company trusts its owner.
  if (quote.status === 'draft') return { ...quote, onAccount: false, payBy: 'link' };
  return { ...quote, canAccept: false, acceptsByMail: quote.canAccept };
}

/**
 * The customer chooses another day: before a price it applies immediately, afterwards it is a new version, and the
 * office is notified. Rejects with 400 and, once it is decided, with 409.
 */
export async function changeDateByLink(ctx: AppContext, { token, speedType, speedDate }: ChangeDate): Promise<void> {
  const quote = await lockByToken(ctx, token);
  if (quote.status === 'draft') requireOpen(ctx, quote);
  else requireUndecided(ctx, quote);
  await keepRevision(ctx, quote);
  const before = dayWanted(quote);
  setSpeed(ctx, quote, speedType, speedDate ?? null);
  quote.updatedAt = now(ctx);
  const kept = await keepRevision(ctx, quote);
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: 'quote.date_changed',
    says: [change('Day', before, dayWanted(quote))],
  });
  if (!kept || kept.changes.length > 0)
    await mailOffice(ctx, quote, 'quote_date_office', () => ({
      whatChanged: kept ? changesInWords(kept.changes) : t('the day'),
    }));
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
}

/** How long one visit lasts: a visitor who comes back later is counted again. */
const VISIT_MINUTES = 30;
const ROBOT =
  /bot\b|bot\/|crawl|spider|slurp|preview|prefetch|headlesschrome|facebookexternalhit|whatsapp|telegram|curl|wget|python|java\/|go-http/i;

/**
 * Counts a visit of a person who looks at the page: not staff, no program, nobody twice in half an hour. The quote's
 * version stays, so that looking at it disturbs nobody who edits it.
 */
export async function countVisit(ctx: AppContext, { token, visitor }: SeenPage): Promise<{ success: true }> {
  const id = await findByToken(ctx, token);
  const { caller, request, services } = ctx;
  if (isStaff(caller.user?.role) || caller.key || ROBOT.test(request.device ?? '')) return { success: true };
  // Nothing that names a person is kept.
  const [name = ''] = services.secrets.lookupHashes(visitor ?? `${networkOf(request.ip)}\n${request.device ?? ''}`);
  const counted = await run(
    ctx.em,
    `insert into quote_visitors as v (quote_id, visitor, seen_at) values (?, ?, ?)
     on conflict (quote_id, visitor) do update set seen_at = excluded.seen_at
       where v.seen_at < excluded.seen_at - make_interval(mins => ${VISIT_MINUTES}) returning id`,
    [id, name, now(ctx)],
  );
  if (counted === 0) return { success: true };
  await run(ctx.em, 'update quotes set views = views + 1, last_viewed_at = ? where id = ?', [now(ctx), id]);
  await publish(ctx.em, { topic: 'quote', id });
  return { success: true };
}

/** One message when the quote changed; a link that leads nowhere opens no stream and counts as a wrong one. */
export const watchByLink = (ctx: AppContext, token: string, signal: AbortSignal | undefined) =>
  watchThing(ctx, signal, { topic: 'quote' as const }, async () => ({
    topic: 'quote',
    id: await findByToken(ctx, token),
  }));

/** A new link; the old one stops working immediately. */
export async function rotateLink(ctx: AppContext, id: number): Promise<QuoteView> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  if (quote.status === 'converted')
    throw conflict('QUOTE_ALREADY_CONVERTED', t('This quote has already been converted to an order'));
  giveLink(ctx, quote);
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.link_rotated' });
  await publish(ctx.em, { topic: 'quote', id });
  await ctx.em.flush();
  return readQuote(ctx, id);
}
