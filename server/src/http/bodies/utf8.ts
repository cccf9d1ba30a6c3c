import { isUtf8 } from 'node:buffer';
import { t } from '@quickfleet/shared/words/t';
import { badRequest } from '../errors.ts';

export const notUtf8 = () => badRequest('INVALID_ENCODING', t('The request body is not valid UTF-8'));

/** Refuses a form's text that held other bytes, or that a sender has already spoiled. */
export function requireReadable(text: string): void {
  if (text.includes('\uFFFD')) throw badRequest('INVALID_ENCODING', t('A field of the form is not valid UTF-8'));
}
/** Refuses halves of characters, which JSON can write and UTF-8 cannot. */
export function requireWhole(value: unknown, text: string): void {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return;
  const isBroken = (one: unknown): boolean =>
    typeof one === 'string'
      ? !one.isWellFormed()
      : typeof one === 'object' && one !== null && Object.entries(one).flat().some(isBroken);
  if (isBroken(value)) throw badRequest('INVALID_ENCODING', t('The request body holds half a character'));
}
export const requireUtf8 = (bytes: Buffer): void => {
  if (!isUtf8(bytes)) throw notUtf8();
};
