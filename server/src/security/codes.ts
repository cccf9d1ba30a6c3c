import { randomInt } from 'node:crypto';
import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH, TRACKING_DIGITS, TRACKING_PREFIX } from '@quickfleet/shared/limits';

/** Ten symbols without look-alikes, 50 bits (ASVS 6.5). */
export const newAccessCode = (): string =>
  Array.from({ length: ACCESS_CODE_LENGTH }, () => ACCESS_CODE_ALPHABET[randomInt(ACCESS_CODE_ALPHABET.length)]).join(
    '',
  );

/** QF and twelve random digits: no counter, so that one number says nothing about the next. */
export const newTrackingNumber = (): string =>
  TRACKING_PREFIX + Array.from({ length: TRACKING_DIGITS }, () => randomInt(10)).join('');
