import { type CreateQuote, quoteRequest } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { newIdempotencyKey } from '../../../../lib/api/idempotency.ts';
import { readStoredJson, store } from '../../../../lib/storage/local-store.ts';
import { closedWords } from '../../../../lib/words/closed-words.ts';
import { todayInZone } from '../../../../lib/words/format.ts';

const KEY = 'quickfleet-quote-attempt';

interface Attempt {
  key: string;
  body: string;
}
let current: Attempt | undefined;

const readAttempt = (): Attempt | undefined => {
  const kept = readStoredJson(KEY, true);
  return typeof kept === 'object' && kept !== null && 'key' in kept && 'body' in kept
    ? { key: String(kept.key), body: String(kept.body) }
    : undefined;
};

/**
 * One key for one request: sending the same again, after a lost answer or a reload, gets the first answer and never
 * makes a second quote. Anything changed in between is another request.
 */
export function attemptKey(request: unknown): string {
  const body = JSON.stringify(request);
  const kept = current ?? readAttempt();
  if (kept?.body === body) return kept.key;
  current = { key: newIdempotencyKey(), body };
  store(KEY, JSON.stringify(current), true);
  return current.key;
}

export function forgetAttempt(): void {
  current = undefined;
  store(KEY, null, true);
}

/** A day that is over, or on which the company is closed, cannot be asked for; which day it is, is asked at each check. */
export const requestSchema = () => quoteRequest(todayInZone(), closedWords);

/** Shorter than any number with an area code, longer than E.164 allows. */
const [DIGITS_MIN, DIGITS_MAX] = [7, 15];
const bare = (address: string): string => address.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What may be right and hardly ever is: it is asked about once, and then sent as it is. */
export function doubtAbout({ customer, pickupAddress, deliveryAddress }: CreateQuote) {
  const digits = customer.phone?.match(/\d/g)?.length ?? 0;
  const questions = [
    ...(bare(pickupAddress) === bare(deliveryAddress) ? [t('Pickup and delivery have the same address.')] : []),
    ...(customer.phone && (digits < DIGITS_MIN || digits > DIGITS_MAX)
      ? [t('{phone} does not look like a phone number that we can call.', { phone: customer.phone })]
      : []),
  ];
  if (questions.length === 0) return undefined;
  return {
    title: t('Is this right?'),
    text: [...questions, t('Correct it, or submit again to send it as it is.')].join(' '),
  };
}
