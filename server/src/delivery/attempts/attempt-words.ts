import { placeWords, stopNames } from '@quickfleet/shared/company/failure-words';
import type { Attempt } from '../proof/attempt.entity.ts';

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const handedOver = ({ items }: Attempt): string => {
  const all = items.reduce((sum, { of }) => sum + of, 0);
  return `${items.reduce((sum, { delivered }) => sum + delivered, 0)} of ${all}`;
};

/** What a customer reads about an attempt that did not work out, one sentence. */
export function whatHappened(attempt: Attempt, reasonText = 'something came up'): string {
  const why = lower(reasonText);
  const note = attempt.noteCustomer ? ` ${attempt.noteCustomer}` : '';
  if (attempt.outcome === 'partial') {
    const what = attempt.stop === 'pickup' ? 'We picked up' : 'We delivered';
    const place = attempt.place ? ` ${placeWords[attempt.place]}` : '';
    return `${what} ${handedOver(attempt)} pieces${place}: ${why}.${note}`;
  }
  if (attempt.stop === 'pickup') return `We came to collect your items and could not: ${why}.${note}`;
  if (attempt.stop === 'return') return `We could not bring your order back to its sender yet: ${why}.${note}`;
  return `We tried to deliver your order and could not: ${why}.${note}`;
}

/** What the office reads first: 'Delivery failed', 'Pickup in part, 2 of 3'. */
export const resultWords = (attempt: Attempt): string =>
  `${stopNames[attempt.stop]} ${attempt.outcome === 'partial' ? `in part, ${handedOver(attempt)}` : 'failed'}`;

/** What comes next, while nobody has decided it. */
export const whatNext = ({ outcome, reattemptOn }: Attempt): string => {
  if (outcome === 'partial') return 'Next, we get in touch with you about the rest.';
  return reattemptOn
    ? `Our driver proposes to try again on ${reattemptOn}. We confirm it to you.`
    : 'Next, we arrange with you what happens. You need not do anything now.';
};
