import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { ErrorCode } from '@quickfleet/shared/error-codes';
import { quoteFacts } from '@quickfleet/shared/quoting/quote-status';
import type { Said } from '../../company/history/detail-words.ts';
import { moneyOf } from '../../company/history/values.ts';
import { outcomeOf } from '../quote-page/quotes.outcome.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import type { Payment } from './payment.entity.ts';

/** What becomes of a payment for a quote. */
export interface Verdict {
  /** Whether it counts for the quote; otherwise staff decide. */
  counts: boolean;
  /** Whether the quote becomes paid by it. */
  pays: boolean;
  code: ErrorCode | null;
  problem: Said | null;
}
const waits = (code: ErrorCode, problem: Said): Verdict => ({ counts: false, pays: false, code, problem });
const MISMATCH = 'PAYMENT_AMOUNT_MISMATCH';

/** Where the company is, and who decides. */
interface Setting {
  zone: string;
  today: string;
  isByStaff: boolean;
}

/** An expired quote that was paid on a day on which it was still valid was paid in time. */
const isInTime = ({ validUntil }: Quote, paidAt: Date, zone: string): boolean =>
  Boolean(validUntil) && dayAt(paidAt, zone) <= (validUntil ?? '');

/**
 * Whether a payment can count for this quote at all, and what stands against it when nobody of the staff has said so:
 * a payment must not accept what was declined, nor count twice.
 */
function findObstacle(
  quote: Quote,
  payment: Payment,
  open: bigint,
  { zone, today, isByStaff }: Setting,
): Verdict | null {
  const because = (why: Extract<Said, { is: 'payment_waits' }>['because']) =>
    ({ is: 'payment_waits', because: why, quote: quote.id }) as const;
  if (payment.currency !== quote.currency)
    return waits('PAYMENT_CURRENCY_MISMATCH', {
      is: 'payment_currency',
      ...{ quote: quote.id, paid: payment.currency, asked: quote.currency ?? '' },
    });
  if (quote.status === 'draft') return waits('QUOTE_NOT_SENT', because('draft'));
  if (isByStaff) return null;
  if (quote.status === 'converted' && open <= 0n) return waits('QUOTE_ALREADY_CONVERTED', because('converted'));
  if (open <= 0n && quote.status === 'paid') return waits('QUOTE_ALREADY_PAID', because('paid'));
  const outcome = outcomeOf(quote, today);
  if (outcome === 'declined') return waits('QUOTE_ALREADY_DECIDED', because('declined'));
  if (outcome === 'expired' && !isInTime(quote, payment.paidAt, zone))
    return waits('QUOTE_EXPIRED', because('expired'));
  return null;
}

/** What a payment does to a quote of which so many units of its currency are paid before it. */
export function judge(quote: Quote, payment: Payment, paid: bigint, setting: Setting): Verdict {
  const currency = quote.currency ?? payment.currency;
  const words = (units: bigint) => amountOf(units, currency);
  const total = unitsOf(quote.price ?? '0', currency);
  const obstacle = findObstacle(quote, payment, total - paid, setting);
  if (obstacle) return obstacle;
  const all = paid + unitsOf(payment.amount, currency);
  const pays = all >= total && quoteFacts[quote.status].isPayable;
  if (all === total) return { counts: true, pays, code: null, problem: null };
  const number = (units: bigint) => ({
    is: 'money' as const,
    ...{ amount: words(units), currency },
    stored: 'number' as const,
  });
  const [given, of] = [number(all), moneyOf({ amount: words(total), currency })];
  const problem: Said =
    all < total
      ? { is: 'short', paid: given, of, open: number(total - all) }
      : { is: 'too_much', paid: given, of, more: number(all - total) };
  return { counts: true, pays, code: MISMATCH, problem };
}
