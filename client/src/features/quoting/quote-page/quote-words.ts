import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { StepState } from '@quickfleet/shared/delivery/orders/order-progress';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { IconBan, IconClockOff, IconInbox, IconPackage } from '@tabler/icons-react';
import { quoteWithin } from '../../../lib/words/brand.ts';
import { formatDue, formatWeekday, todayInZone } from '../../../lib/words/format.ts';
import { quoteLook, type StatusLook } from '../../../lib/words/status-look.ts';

export const stages = ['received', 'priced', 'accepted', 'paid', 'booked'] as const;
export type Stage = (typeof stages)[number];

/** What the customer can be asked for now. */
export type NextAct = 'wait' | 'decide' | 'pay' | 'track' | 'ask';

export interface QuoteState {
  /** The quote's state, in one sentence. */
  sentence: string;
  /** What comes next. */
  next: string;
  badge: { text: string; look: StatusLook };
  act: NextAct;
  /** Empty once there is no way on: declined or expired. */
  steps: { stage: Stage; state: StepState; at: string | null }[];
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** 'Valid until Sunday, December 6, 14 days left': the last day on which it holds (YYYY-MM-DD), where the company is. */
export function validityWords(last: string, now: number): string {
  const left = daysBetween(todayInZone(new Date(now)), last);
  if (left < 0) return t('Was valid until {weekday}', { weekday: formatWeekday(last) });
  if (left === 0) return t('Valid until the end of today');
  if (left === 1) return t('Valid until tomorrow, {weekday}', { weekday: formatWeekday(last) });
  return t('Valid until {weekday}, {left} days left', { weekday: formatWeekday(last), left });
}

function stepsOf(quote: CustomerQuote): QuoteState['steps'] {
  const { status, createdAt, sentAt, acceptedAt, paidAt, trackingNumber } = quote;
  const reached = { draft: 0, sent: 1, accepted: 2, paid: 3, converted: 4 }[status];
  const times = [createdAt, sentAt, acceptedAt, paidAt, null];
  const isOver = trackingNumber !== null;
  return stages.map((stage, at) => ({
    stage,
    at: times[at] ?? null,
    // What is reached is done; what the page waits for is the one after it.
    state: at <= reached || isOver ? 'done' : at === reached + 1 ? 'current' : 'later',
  }));
}

const paying = (quote: CustomerQuote): string => {
  if (quote.onAccount) return t('Nothing to pay now: we add it to your account and your next statement.');
  if (quote.payBy === 'cash') return t('You pay in cash at the door. We are booking your delivery.');
  const { payment, total, currency } = quote;
  if (payment.state === 'part')
    return t('{paid} of {total} has arrived; {open} is still to be paid.', {
      paid: formatAmount(payment.paid, currency),
      total: formatAmount(total ?? '0', currency),
      open: formatAmount(payment.open, currency),
    });
  return t('Pay it now, and we book your delivery.');
};

/** Everything the page says about the quote's state. */
export function quoteStateOf(quote: CustomerQuote): QuoteState {
  const { status, outcome, acceptance } = quote;
  const steps = stepsOf(quote);
  if (outcome === 'declined')
    return {
      sentence: t('You declined this quote'),
      next: t("Nothing has been booked, and there's nothing to pay. You can ask us for another price at any time."),
      badge: { text: t('Declined'), look: { color: 'gray', icon: IconBan } },
      act: 'ask',
      steps: [],
    };
  if (outcome === 'expired')
    return {
      sentence: t('This quote has expired'),
      next: t('This price is no longer valid. Ask us to renew it.'),
      badge: { text: t('Expired'), look: { color: 'amber', icon: IconClockOff } },
      act: 'ask',
      steps: [],
    };
  if (status === 'draft')
    return {
      sentence: quote.revision === 0 ? t('We have your request') : t('We are working on a new price'),
      next: quote.dueAt
        ? t('The price comes to this page and by e-mail, by {time}.', { time: formatDue(quote.dueAt) })
        : t('The price comes to this page and by e-mail, {quoteWithin} of your request.', { quoteWithin }),
      badge: { text: t('Received'), look: { color: 'blue', icon: IconInbox } },
      act: 'wait',
      steps,
    };
  if (status === 'sent')
    return {
      sentence: t('Your quote is ready'),
      next: t("Review it, ask any questions, and accept when you're ready."),
      badge: { text: t('Ready'), look: quoteLook.sent },
      act: 'decide',
      steps,
    };
  if (status === 'accepted')
    return {
      sentence: acceptance ? t('Accepted by {name}', { name: acceptance.name }) : t('Accepted'),
      next: paying(quote),
      badge: { text: quote.payment.state === 'part' ? t('Part paid') : t('Accepted'), look: quoteLook.accepted },
      act: quote.onAccount || quote.payBy === 'cash' ? 'wait' : 'pay',
      steps,
    };
  if (status === 'paid')
    return {
      sentence: t('Paid, thank you'),
      next: t('We are booking your delivery. The tracking number appears here.'),
      badge: { text: t('Paid'), look: quoteLook.paid },
      act: 'wait',
      steps,
    };
  return {
    sentence: t('Your delivery is booked'),
    next: t('Follow it live from pickup to delivery.'),
    badge: { text: t('Booked'), look: { color: 'teal', icon: IconPackage } },
    act: 'track',
    steps,
  };
}

/** The tab and a link preview: neither names nor addresses nor the price. */
export const titleOf = (quote: CustomerQuote | undefined): string =>
  quote
    ? t('{state}: quote {reference}', {
        state: quote.status === 'accepted' && !quote.outcome ? t('Accepted') : quoteStateOf(quote).sentence,
        reference: quote.reference,
      })
    : t('Your quote');
