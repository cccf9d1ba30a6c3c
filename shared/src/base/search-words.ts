// How searches compare texts. Rows are stored in this form (`words`), what people type is brought into it, and matches
// are marked by it: no other place knows what counts as the same.

import { digitOf, normaliseIdentifier } from './pasted.ts';

/** Letters that no decomposition of Unicode makes plain. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};
/** Signs that people leave out or type in many ways: apostrophes, marks, invisible characters, the Arabic stretch. */
const IGNORED = /[\p{Script=Inherited}\p{Cf}'‘’‚‛`´′＇ʹʻʼʽʾʿˈ׳״\u0591-\u05c7\u0640\u093c]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
/** Written without spaces, so that each sign is a word. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Around a sign of such a script: it parts words, and yet what was typed in one go is found in one go. */
const SEAM = '\u001f';
const SPACE = ' ';

function foldDecomposed(character: string): string {
  if (IGNORED.test(character)) return '';
  const plain = PLAIN[character];
  if (plain !== undefined) return plain;
  if (!LETTER.test(character)) return SPACE;
  if (DIGIT.test(character)) return digitOf(character);
  return SIGN.test(character) ? SEAM + character + SEAM : character;
}
const folded = new Map<string, string>();
const REMEMBERED_MAX = 20_000;
/** One character in the form of the search: letters and digits, a space, or nothing. */
function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const parts = IGNORED.test(character) ? [] : [...character.normalize('NFKD').toLowerCase().normalize('NFKD')];
  const result = parts.map(foldDecomposed).join('');
  if (folded.size < REMEMBERED_MAX) folded.set(character, result);
  return result;
}
/** Keyboards have no Hebrew marks: inside a word a quotation mark is what they type instead, as in בע"מ. */
const TYPED_MARK = /([\u05d0-\u05ea\u0591-\u05c7])["“”„‟″](?=[\u05d0-\u05ea])/g;
/** The same with the mark that is meant, letter by letter in the same places. */
const withMarks = (text: string): string => text.replaceAll(TYPED_MARK, '$1״');
const ASCII = /^[\0-\x7f]*$/;
/** The same of a whole text. Plain letters, as most texts have alone, need no look at each. */
function fold(text: string): string {
  if (!ASCII.test(text)) return Array.from(withMarks(text), foldCharacter).join('');
  return text
    .toLowerCase()
    .replaceAll(/['`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, SPACE);
}

const WORD_END = new RegExp(`[${SPACE}${SEAM}]+`);
/** The words of a text in the form of the search. */
export const searchWords = (text: string): string[] => fold(text).split(WORD_END).filter(Boolean);

/** Parts two values, so that nothing is found across them. */
const VALUE_END = '\n';
/**
 * The form in which values are searched: the words of each, every word after a space, and once more without spaces, so
 * that it makes no difference where somebody puts them.
 */
export const searchText = (values: readonly (string | null | undefined)[]): string =>
  values
    .flatMap((value) => {
      const words = value ? searchWords(value) : [];
      if (words.length === 0) return [];
      const apart = SPACE + words.join(SPACE);
      return words.length > 1 ? [apart, SPACE + words.join('')] : [apart];
    })
    .join(VALUE_END);

/** One or two letters are too few to be looked for in the middle of words. */
const SHORT = 2;
function termOf(part: string): string {
  const words = part.split(SEAM).filter(Boolean);
  const [first = ''] = words;
  const beginsWord = SIGN.test(first) || (words.length === 1 && [...first].length <= SHORT);
  return (beginsWord ? SPACE : '') + words.join(SPACE);
}

const isShort = (term: string): boolean => [...term.trim()].length <= SHORT;

/** Digits in groups, as people read out phone and tracking numbers. */
const GROUPED = /^\s*(?:[+(]\s*|QF[\s-]*)?\p{Nd}[\p{Nd}\s().\-–/]*$/iu;
const PHONE_MIN = 7;
/** What digits in groups are looked for as well: in one go, a phone number with or without its country. */
function groupedTerms(text: string): string[] {
  if (!GROUPED.test(text)) return [];
  const whole = normaliseIdentifier(text.replace(/\(\s*0\s*\)/, '')).toLowerCase();
  if (isShort(whole)) return [];
  const isAbroad = /^\s*(?:\+|00)/.test(text);
  const national = whole.replace(/^0+/, '');
  if (whole.startsWith('qf') || national.length < PHONE_MIN) return [whole];
  // Who typed the country may look for a number that was kept without it.
  return isAbroad ? [national, national.slice(-PHONE_MIN)] : [national];
}

/**
 * What to look for: a text is found when it has all terms of one of these lists, each anywhere (`findsTerm`). No list at
 * all for what has no letter and no digit, which finds nothing.
 */
export function searchTerms(typed: string): string[][] {
  const every = [...new Set(fold(typed).split(SPACE).filter(Boolean).map(termOf))].filter((term) => term.trim() !== '');
  if (every.length === 0) return [];
  const whole = searchWords(typed).join('');
  // Letters apart, which no word may begin with: J P Morgan for JP Morgan.
  const inOneGo = every.length > 1 && every.some(isShort) && [...whole].length > SHORT ? [whole] : [];
  const others = new Set([...inOneGo, ...groupedTerms(typed)]);
  for (const term of every) if (every.length === 1) others.delete(term);
  return [every, ...[...others].map((term) => [term])];
}
/** Whether a text in the form of `searchText` has a term. */
export const findsTerm = (text: string, term: string): boolean => text.includes(term);
/** The same of texts that are at hand. */
export function finds(values: readonly (string | null | undefined)[], typed: string): boolean {
  const text = searchText(values);
  return searchTerms(typed).some((terms) => terms.every((term) => findsTerm(text, term)));
}

interface Piece {
  text: string;
  isMatch: boolean;
}
/** Where terms are in a text, letter by letter of its folded form without spaces. */
function matchedLetters(letters: readonly string[], starts: ReadonlySet<number>, typed: string): boolean[] {
  const whole = letters.join('');
  const marked = letters.map(() => false);
  for (const term of new Set(searchTerms(typed).flat())) {
    const wanted = term.replaceAll(SPACE, '');
    for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1))
      if (!term.startsWith(SPACE) || starts.has(at)) marked.fill(true, at, at + wanted.length);
  }
  return marked;
}
/** A text in pieces, with what a search found in it marked. */
export function markMatches(text: string, typed: string): Piece[] {
  const characters = [...text];
  const letters: string[] = [];
  const starts = new Set<number>();
  let isStart = true;
  const places = [...withMarks(text)].map((character) => {
    const from = letters.length;
    for (const unit of foldCharacter(character).split('')) {
      if (unit === SPACE || unit === SEAM) isStart = true;
      else {
        if (isStart) starts.add(letters.length);
        isStart = false;
        letters.push(unit);
      }
    }
    return [from, letters.length] as const;
  });
  const marked = matchedLetters(letters, starts, typed);
  const pieces: Piece[] = [];
  for (const [place, character] of characters.entries()) {
    const [from, to] = places[place] ?? [0, 0];
    // What has no letter belongs to a match when the letters around it do.
    const isMatch =
      to > from ? marked.slice(from, to).some(Boolean) : Boolean(marked[from - 1]) && Boolean(marked[from]);
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.text += character;
    else pieces.push({ text: character, isMatch });
  }
  return pieces;
}
