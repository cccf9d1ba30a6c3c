import { isUtf8 } from 'node:buffer';
import { badRequest } from './errors.ts';

export const notUtf8 = (what: string) => badRequest('INVALID_ENCODING', `${what} is not valid UTF-8`);

/** Refuses a form's text that held other bytes, or that a sender has already spoiled. */
export function requireReadable(text: string): void {
  if (text.includes('\uFFFD')) throw notUtf8('A field of the form');
}
/** Refuses halves of characters, which JSON can write and UTF-8 cannot. */
export function requireWhole(value: unknown, text: string): void {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return;
  const isBroken = (one: unknown): boolean =>
    typeof one === 'string'
      ? !one.isWellFormed()
      : typeof one === 'object' && one !== null && Object.entries(one).flat().some(isBroken);
  if (isBroken(value)) throw badRequest('INVALID_ENCODING', 'The request body holds half a character');
}
export const requireUtf8 = (bytes: Buffer): void => {
  if (!isUtf8(bytes)) throw notUtf8('The request body');
};
