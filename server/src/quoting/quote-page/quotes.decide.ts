import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type {
  AcceptOnBehalf,
  AcceptQuote,
  DeclineOnBehalf,
  DeclineQuote,
  RenewQuote,
} from '@quickfleet/shared/quoting/quote-page';
import type { Quote as QuoteView } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import type { Said } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { claimImages } from '../../files/uploads/uploads.service.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publish } from '../../http/streams/events.ts';
import { requireNear } from '../../process/clock.ts';
import { keepPromise } from '../promises/quotes.promises.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import { goesOnAccount } from '../quotes/quotes.account.ts';
import { findByToken, findLink } from '../quotes/quotes.link.ts';
import { mailCustomer, mailOffice, mailPriced } from '../quotes/quotes.mail.ts';
import { freezeOnBehalf, offer } from '../quotes/quotes.moves.ts';
import { readQuote } from '../quotes/quotes.queries.ts';
import { type KeptRevision, keepRevision } from '../quotes/quotes.revisions.ts';
import { lockQuote } from '../quotes/quotes.service.ts';
import { freeze, hashPhotos } from './quotes.acceptance.ts';
import { outcomeOf, requireOpen } from './quotes.outcome.ts';

const decided = (message: string) => conflict('QUOTE_ALREADY_DECIDED', message);
const byMail = () =>
  conflict(
    'QUOTE_ACCEPT_BY_MAIL',
    t('This quote goes on account. To accept it, please open the link in the e-mail that we sent you.'),
  );
const notSent = () => conflict('QUOTE_NOT_SENT', t('This quote has no price yet'));

/** The quote behind a link, locked; the link may have been rotated while the lock was waited for. Rejects with 404. */
export async function lockByToken(ctx: AppContext, token: string): Promise<Quote> {
  const id = await findByToken(ctx, token);
  const quote = await lockQuote(ctx, id);
  if ((await findByToken(ctx, token)) !== quote.id) throw notFound('Quote');
  return quote;
}

/** Refuses a decision about what is decided, ended or not offered, each with its own sentence. */
export function requireUndecided(ctx: AppContext, quote: Quote): void {
  if (quote.status === 'accepted' && quote.outcome === null) throw decided(t('This quote was accepted already'));
  if (quote.status === 'paid') throw decided(t('This quote is paid already'));
  if (quote.status === 'converted') throw decided(t('This delivery is booked already'));
  requireOpen(ctx, quote);
  if (quote.status === 'draft') throw notSent();
}

/** What is decided about is the version that was seen, and no other. */
async function requireSeen(ctx: AppContext, quote: Quote, seen: number | undefined): Promise<KeptRevision> {
  const kept = await keepRevision(ctx, quote);
  if (!kept) throw notSent();
  if (seen !== undefined && seen !== kept.revision)
    throw conflict('QUOTE_REVISION_CHANGED', t('This quote has changed. Please check the changes before you decide.'));
  return kept;
}

/** Accepting by the page and on behalf: moves the quote, and notes which version was agreed to. */
function accept(ctx: AppContext, quote: Quote, revision: number, said: Said): void {
  const move = quote.moveTo('accepted');
  quote.acceptedAt = now(ctx);
  quote.acceptedRevision = revision;
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: move.action,
    from: 'sent',
    to: 'accepted',
    says: [said],
  });
}

async function decline(ctx: AppContext, quote: Quote, reason: string, said: Said = reason): Promise<void> {
  quote.outcome = 'declined';
  quote.outcomeReason = reason;
  quote.outcomeAt = now(ctx);
  await keepPromise(ctx, quote, 'price');
  record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.declined', says: [said] });
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
}

/**
 * The customer says yes to the version that they were shown; it is frozen with everything in it. The quote is locked;
 * `who` is a person who came by their own address and not by the quote's link.
 *
 * @throws 409 QUOTE_ALREADY_DECIDED, QUOTE_EXPIRED, QUOTE_REVISION_CHANGED, QUOTE_NOT_SENT, 400 UNKNOWN_IMAGE
 */
export async function acceptAsCustomer(
  ctx: AppContext,
  quote: Quote,
  { revision, name, signature }: Omit<AcceptQuote, 'token'>,
  hashes: ReadonlyMap<string, string | null>,
  who?: string,
): Promise<void> {
  requireUndecided(ctx, quote);
  const kept = await requireSeen(ctx, quote, revision);
  const [signatureUrl = null] = signature === undefined ? [] : await claimImages(ctx, [signature]);
  accept(ctx, quote, revision, { is: 'agreed', name, version: revision, total: null, as: who || null });
  await freeze(ctx, quote, kept, { name, by: 'customer', reason: null, signatureUrl }, hashes);
  await mailCustomer(ctx, quote, 'quote_accepted');
  await mailOffice(ctx, quote, 'quote_accepted_office');
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
}

/** The same by the quote's link. Rejects like `acceptAsCustomer`, with 404, and with 409 QUOTE_ACCEPT_BY_MAIL. */
export async function acceptByLink(ctx: AppContext, { token, ...yes }: AcceptQuote): Promise<void> {
  const { id, isOfForm } = await findLink(ctx, token);
  const hashes = await hashPhotos(ctx, id);
  const quote = await lockByToken(ctx, token);
  if (isOfForm && (await goesOnAccount(ctx, quote))) {
    requireUndecided(ctx, quote);
    throw byMail();
  }
  await acceptAsCustomer(ctx, quote, yes, hashes);
}

/** The customer says no, with a reason; the quote is locked. Rejects like `acceptAsCustomer`. */
export async function declineAsCustomer(
  ctx: AppContext,
  quote: Quote,
  { reason, revision }: Omit<DeclineQuote, 'token'>,
  who?: string,
): Promise<void> {
  requireUndecided(ctx, quote);
  await requireSeen(ctx, quote, revision);
  await decline(ctx, quote, reason, who ? { is: 'said_as', words: reason, as: who } : reason);
  await mailOffice(ctx, quote, 'quote_declined_office', () => ({ reason }));
}

/** The same by the quote's link. Rejects like `declineAsCustomer`, and with 404. */
export async function declineByLink(ctx: AppContext, { token, ...no }: DeclineQuote): Promise<void> {
  await declineAsCustomer(ctx, await lockByToken(ctx, token), no);
}

/** Staff say yes in the customer's stead and note why. Rejects like `acceptByLink`. */
export async function acceptOnBehalf(ctx: AppContext, { id, reason, name }: AcceptOnBehalf): Promise<QuoteView> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  requireUndecided(ctx, quote);
  const { revision } = await requireSeen(ctx, quote, undefined);
  accept(ctx, quote, revision, reason);
  await freezeOnBehalf(ctx, quote, reason, name ?? quote.customerName);
  await mailCustomer(ctx, quote, 'quote_accepted');
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
  return readQuote(ctx, id);
}

/** Staff note that the customer does not want it, priced or not. Rejects with 409 QUOTE_ALREADY_DECIDED. */
export async function declineOnBehalf(ctx: AppContext, { id, reason }: DeclineOnBehalf): Promise<QuoteView> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  if (quote.status === 'paid') throw decided(t('This quote is paid already'));
  if (quote.status === 'converted') throw decided(t('This delivery is booked already'));
  if (quote.outcome === 'declined') throw decided(t('This quote was declined already'));
  await keepRevision(ctx, quote);
  await decline(ctx, quote, reason);
  return readQuote(ctx, id);
}

/**
 * Offers a sent quote once more, until another day: an expired or declined one as a new version, one that is still
 * open with more time.
 *
 * @throws 400, 409 QUOTE_NOT_SENT, QUOTE_ALREADY_DECIDED
 */
export async function renewQuote(ctx: AppContext, { id, validUntil }: RenewQuote): Promise<QuoteView> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  const isDeclined = outcomeOf(quote, todayOf(ctx)) === 'declined';
  if (quote.status === 'draft') throw notSent();
  if (quote.status === 'accepted' && !isDeclined) throw decided(t('This quote was accepted already'));
  if (quote.status === 'paid') throw decided(t('This quote is paid already'));
  if (quote.status === 'converted') throw decided(t('This delivery is booked already'));
  if (validUntil !== undefined && validUntil < todayOf(ctx))
    throw invalid('validUntil', t('Choose today or a later day'));
  if (validUntil !== undefined) requireNear(todayOf(ctx), 'validUntil', validUntil);
  await keepRevision(ctx, quote);
  const { quoting } = await readCompany(ctx.em);
  quote.offerAgain();
  quote.validUntil = validUntil ?? addDays(todayOf(ctx), quoting.validDays);
  offer(ctx, quote, quoting);
  await keepRevision(ctx, quote);
  const says = [{ is: 'until' as const, day: { is: 'day' as const, day: quote.validUntil } }];
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.renewed', says });
  await mailPriced(ctx, quote);
  await publish(ctx.em, { topic: 'quote', id });
  await ctx.em.flush();
  return readQuote(ctx, id);
}
