import { type CreateQuote, quoteRequest } from '@quickfleet/shared/quoting/quotes';
import { todayInZone } from '../../../../lib/words/format.ts';

export { attemptKey, forgetAttempt } from './request-attempt.ts';

/** A day that is over cannot be asked for; which day it is, is asked at each check. */
export const requestSchema = () => quoteRequest(todayInZone());

/** Shorter than any number with an area code, longer than E.164 allows. */
const [DIGITS_MIN, DIGITS_MAX] = [7, 15];
const bare = (address: string): string => address.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What may be right and hardly ever is: it is asked about once, and then sent as it is. */
export function doubtAbout({ customer, pickupAddress, deliveryAddress }: CreateQuote) {
  const digits = customer.phone?.match(/\d/g)?.length ?? 0;
  const questions = [
    ...(bare(pickupAddress) === bare(deliveryAddress) ? ['Pickup and delivery have the same address.'] : []),
    ...(customer.phone && (digits < DIGITS_MIN || digits > DIGITS_MAX)
      ? [`${customer.phone} does not look like a phone number that we can call.`]
      : []),
  ];
  if (questions.length === 0) return undefined;
  return { title: 'Is this right?', text: `${questions.join(' ')} Correct it, or submit again to send it as it is.` };
}
