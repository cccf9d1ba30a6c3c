import { placeWords, stopNames } from '@quickfleet/shared/company/failure-words';
import type { Attempt } from '../proof/attempt.entity.ts';

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const handedOver = ({ items }: Attempt): string => {
  const all = items.reduce((sum, { of }) => sum + of, 0);
  return `${items.reduce((sum, { delivered }) => sum + delivered, 0)} of ${all}`;
};

/** The customer’s sentence about a failed or partial attempt. */
export function whatHappened(attempt: Attempt, reasonText = 'something came up'): string {
  const why = lower(reasonText);
  const note = attempt.noteCustomer ? ` ${attempt.noteCustomer}` : '';
  if (attempt.outcome === 'partial') {
    const what = attempt.stop === 'pickup' ? 'We picked up' : 'We delivered';
    const place = attempt.place ? ` ${placeWords[attempt.place]}` : '';
    return `${what} ${handedOver(attempt)} pieces${place}: ${why}.${note}`;
  }
  if (attempt.stop === 'pickup') return `We couldn’t collect your items: ${why}.${note}`;
  if (attempt.stop === 'return') return `We couldn’t return your order to its sender yet: ${why}.${note}`;
  return `We couldn’t deliver your order: ${why}.${note}`;
}

/** The recipient’s sentence, without the note that the driver wrote to the customer. */
export const whatFailed = (reasonText = 'something came up'): string => `We couldn’t deliver it: ${lower(reasonText)}.`;

/** The office’s short result: 'Delivery failed', 'Pickup in part, 2 of 3'. */
export const resultWords = (attempt: Attempt): string =>
  `${stopNames[attempt.stop]} ${attempt.outcome === 'partial' ? `in part, ${handedOver(attempt)}` : 'failed'}`;

/** What happens next, until the office decides. */
export const whatNext = ({ outcome, reattemptOn }: Attempt): string => {
  if (outcome === 'partial') return 'We’ll contact you about the rest.';
  return reattemptOn
    ? `Our driver suggests trying again on ${reattemptOn}. We’ll confirm the date.`
    : 'We’ll contact you to arrange what’s next. You don’t need to do anything now.';
};
