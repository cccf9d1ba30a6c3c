import { hasRightToLeft, RIGHT_TO_LEFT_LETTERS as LETTERS } from './right-to-left.ts';

// Numbers, codes and names next to letters that run from right to left. Without marks, the groups of a phone number
// after an Arabic name turn round (UAX 9): `011 234 5678` reads `5678 234 011`.
const LRI = '\u2066';
const FSI = '\u2068';
const PDI = '\u2069';
/** A letter from left to right that is not seen. */
const LRM = '\u200E';

const STRONG = new RegExp(`[${LETTERS}]|\\p{L}`, 'u');
const CHARACTER = `[^\\s${LETTERS}\\u2066-\\u2069]`;
/** No address, and more than a dash or a dot between two others. */
const WORD = `(?!\\S*(?://|@))(?=${CHARACTER}*[\\p{L}\\p{N}\\p{Sc}])${CHARACTER}+`;
/** What is isolated already, an address of the web or of a mailbox, or neighbours without a letter from right to left. */
const STRETCH = new RegExp(
  `[\\u2066-\\u2068][^\\u2069]*\\u2069|\\S*(?://|@)\\S*|${WORD}(?:[ \\u00A0\\u202F]${WORD})*`,
  'gu',
);
const DIGIT = /\p{Nd}/u;
const ALONE = /^\d+(?:[.,:]\d+)*$/;
const LETTER_FIRST = /^[^\p{L}\p{N}]*\p{L}/u;
const ARABIC_DIGITS = /[\u0660-\u0669]/;
/** What stands before a number with its signs, and the number; the rest stands after it. */
const EDGES = /^([^\p{L}\p{N}\p{Sc}+#(−±-]*)(.*[\p{L}\p{N}\p{Sc}%‰°)]|)/su;

/** Whether a text without a direction of its own is read from right to left: its first letter decides. */
const startsRightToLeft = (text: string): boolean => hasRightToLeft(STRONG.exec(text)?.[0] ?? '');

/** A bracket without its partner belongs to the words around. */
function withinBrackets(text: string): [before: string, kept: string, after: string] {
  const opened = text.split('(').length - 1;
  const closed = text.split(')').length - 1;
  if (opened > closed && text.startsWith('(')) return ['(', text.slice(1), ''];
  if (closed > opened && text.endsWith(')')) return ['', text.slice(0, -1), ')'];
  return ['', text, ''];
}

/** Groups of Arabic digits run from right to left even in an isolate; a mark after each separator keeps them. */
const grouped = (text: string): string =>
  ARABIC_DIGITS.test(text) ? text.replaceAll(/([\u0660-\u0669][^\p{N}\p{L}]+)(?=\p{N})/gu, `$1${LRM}`) : text;

/**
 * The same text with an isolate around each number, code or reference that would turn next to Arabic or Hebrew. A text
 * without such letters stays as it is.
 */
export function keepNumbers(text: string): string {
  if (!hasRightToLeft(text)) return text;
  const isTurned = startsRightToLeft(text);
  return text.replaceAll(STRETCH, (stretch, at: number) => {
    // A sentence isolates what somebody typed; the numbers in it are next to its letters all the same.
    const typed = stretch.slice(1, -1);
    if (stretch.startsWith(FSI) && !/[\u2066-\u2069]/u.test(typed)) return `${FSI}${keepNumbers(typed)}${PDI}`;
    if (!DIGIT.test(stretch) || /^[\u2066-\u2068]|\/\/|@/u.test(stretch)) return stretch;
    // Between letters from left to right, and at the beginning of a line of them, numbers need no help.
    const isBetween = LETTER_FIRST.test(stretch) || !hasRightToLeft(text.slice(0, at));
    if (!isTurned && isBetween && !ARABIC_DIGITS.test(stretch)) return stretch;
    const [edged = '', before = '', inside = ''] = EDGES.exec(stretch) ?? [];
    const after = stretch.slice(edged.length);
    // After a letter the sign is a hyphen.
    const isHyphen = before === '' && at > 0 && /^[−-]/.test(inside) && !/\s/.test(text[at - 1] ?? ' ');
    const [open, kept, close] = withinBrackets(isHyphen ? inside.slice(1) : inside);
    if (!DIGIT.test(kept) || (isTurned && ALONE.test(kept))) return stretch;
    return `${before}${isHyphen ? inside[0] : ''}${open}${LRI}${grouped(kept)}${PDI}${close}${after}`;
  });
}

/** What somebody typed, as a value in a sentence: with a direction of its own, which the sentence does not share. */
export const ownDirection = (text: string): string =>
  hasRightToLeft(text) ? `${FSI}${keepNumbers(text)}${PDI}` : text;
