// Without a schema: pages that only read a number leave the checking library behind.

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const isDigit = /\p{Nd}/u;
/** Unicode keeps the ten digits of each script in one run, from zero on. */
export function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** The same text with the digits of other scripts as plain ones. */
export const plainDigits = (text: string): string => text.replaceAll(/[^\P{Nd}0-9]/gu, digitOf);

/**
 * A tracking number, code, PIN or reference as people paste it: letters and digits alone, upper-cased. Invisible
 * characters, spaces, dashes and punctuation are dropped, wide letters and the digits of other scripts become plain ones,
 * and what an address has encoded is decoded.
 */
export const normaliseIdentifier = (value: string): string =>
  plainDigits(
    decoded(value)
      .normalize('NFKC')
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ).toUpperCase();

/** A quote's reference or the number of a paper, in the spelling in which it is stored: K7M-3QF, Q-2026-0042. */
export const normaliseReference = (value: string): string =>
  normaliseIdentifier(value)
    .replace(/^([0-9A-Z]{3})([0-9A-Z]{3})$/, '$1-$2')
    .replace(/^([A-Z])(\d{4})(\d{4,})$/, '$1-$2-$3');

/** The secret end of a link: as it was given, without what a mail program or a sentence puts around it. */
export const normaliseToken = (value: string): string =>
  decoded(value)
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}_-]/gu, '');

const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Whether a text shows anything at all. */
export const isVisible = (value: string): boolean => VISIBLE.test(value);
/** Whether a text has a character that nobody sees. */
export const hidesCharacter = (value: string): boolean => INVISIBLE.test(value);
