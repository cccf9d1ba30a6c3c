import {
  placeWords,
  type ReasonWords,
  starterReasons,
  stopNames,
} from '@quickfleet/shared/company/proof/failure-words';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { midSentence } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import type { Attempt } from '../proof/attempt.entity.ts';

const saidAs = (of: 'name' | 'customerText', text: string): string => {
  const own = starterReasons.find((starter) => String(starter[of]) === text);
  return own ? t(own[of]) : text;
};
/** A reason as the company has written it, or in the reader's language where it is one of ours. */
export const reasonTextIn = (text: string): string => saidAs('customerText', text);
export const reasonIn = <Reason extends ReasonWords>(reason: Reason): Reason => ({
  ...reason,
  name: saidAs('name', reason.name),
  customerText: saidAs('customerText', reason.customerText),
});
/** An order with its attempts' reasons as its reader says them. */
export const withReasons = <T extends Pick<Order, 'attempts'>>(order: T): T =>
  order.attempts.length === 0
    ? order
    : {
        ...order,
        attempts: order.attempts.map((attempt) => ({
          ...attempt,
          reasonName: attempt.reasonName && saidAs('name', attempt.reasonName),
          reasonText: attempt.reasonText && saidAs('customerText', attempt.reasonText),
        })),
      };
const whyIn = (text: string | undefined): string =>
  midSentence(text === undefined ? t('Something came up') : reasonTextIn(text));
const handedOver = ({ items }: Attempt) => ({
  count: items.reduce((sum, { delivered }) => sum + delivered, 0),
  all: items.reduce((sum, { of }) => sum + of, 0),
});

/** The customer’s sentence about a failed or partial attempt. */
export function whatHappened(attempt: Attempt, reasonText?: string): string {
  const why = whyIn(reasonText);
  const sentence = () => {
    const part = { ...handedOver(attempt), why };
    if (attempt.outcome === 'partial' && attempt.stop === 'pickup')
      return t('We picked up {count} of {all} pieces: {why}.', part);
    if (attempt.outcome === 'partial')
      return attempt.place
        ? t('We delivered {count} of {all} pieces {place}: {why}.', { ...part, place: placeWords[attempt.place] })
        : t('We delivered {count} of {all} pieces: {why}.', part);
    if (attempt.stop === 'pickup') return t('We couldn’t collect your items: {why}.', { why });
    if (attempt.stop === 'return') return t('We couldn’t return your order to its sender yet: {why}.', { why });
    return t('We couldn’t deliver your order: {why}.', { why });
  };
  return attempt.noteCustomer ? `${sentence()} ${attempt.noteCustomer}` : sentence();
}

/** The recipient’s sentence, without the note that the driver wrote to the customer. */
export const whatFailed = (reasonText?: string): string =>
  t('We couldn’t deliver it: {why}.', { why: whyIn(reasonText) });

/** The office’s short result: 'Delivery failed', 'Pickup in part, 2 of 3'. */
export const resultWords = (attempt: Attempt): string => {
  const stop = stopNames[attempt.stop];
  return attempt.outcome === 'partial'
    ? t('{stop} in part, {count} of {all}', { stop, ...handedOver(attempt) })
    : t('{stop} failed', { stop });
};

/** What happens next, until the office decides. */
export const whatNext = ({ outcome, reattemptOn }: Attempt): string => {
  if (outcome === 'partial') return t('We’ll contact you about the rest.');
  return reattemptOn
    ? t('Our driver suggests trying again on {day}. We’ll confirm the date.', { day: reattemptOn })
    : t('We’ll contact you to arrange what’s next. You don’t need to do anything now.');
};
