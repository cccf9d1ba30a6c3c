import { isPaidQuote, type QuoteOutcome, quoteStatusesThat } from '@quickfleet/shared/quoting/quote-status';
import { t } from '@quickfleet/shared/words/t';
import { quoted } from '../../db/sql.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { dayInWords } from '../../messages/templates/mail-values.ts';
import type { Quote } from '../quotes/quote.entity.ts';

/**
 * How a quote `q` has ended, with today where the company is as the one parameter: exact at midnight, also while the
 * job that keeps it has not run.
 */
export const outcomeColumn = `case when q.status in (${quoted(quoteStatusesThat('isPaid'))}) then null when q.outcome is not null then q.outcome
  when q.status = 'sent' and q.valid_until < ?::date then 'expired' end`;

type Ending = Pick<Quote, 'status' | 'outcome' | 'validUntil'>;
/** The same of an entity. */
export function outcomeOf({ status, outcome, validUntil }: Ending, today: string): QuoteOutcome | null {
  if (isPaidQuote(status)) return null;
  if (outcome) return outcome;
  return status === 'sent' && validUntil && validUntil < today ? 'expired' : null;
}

const expired = ({ validUntil }: Ending) => {
  const day = validUntil ? dayInWords('UTC', new Date(`${validUntil}T00:00:00Z`)) : t('yesterday');
  return conflict(
    'QUOTE_EXPIRED',
    t('This quote was valid until {day}. It has to be renewed before it is accepted.', { day }),
  );
};
const declined = () => conflict('QUOTE_ALREADY_DECIDED', t('This quote was declined already'));

/** Refuses what an ended quote does not take. */
export function requireOpen(ctx: AppContext, quote: Quote): void {
  const outcome = outcomeOf(quote, todayOf(ctx));
  if (outcome === 'expired') throw expired(quote);
  if (outcome === 'declined') throw declined();
}

/** Reopens the quote: its outcome is cleared. */
export function clearOutcome(quote: Quote): void {
  quote.outcome = null;
  quote.outcomeReason = null;
  quote.outcomeAt = null;
}
