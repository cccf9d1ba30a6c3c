// What an address may mean: every way in which its words can be a street with a house, a town and a postcode.

import { codeKeyOf, isWithinStreet, keyOfWords, otherKeysOf, TOWNS, wordsOf } from './address-words.ts';

/** Whether a key of letters and digits can only be a postcode. */
export const isCodeKey = (key: string): boolean =>
  /^(?:\d{4,5}|\d{4}[a-z]{2}|[a-z]{1,2}\d[a-z\d]?\d[a-z]{2})$/.test(key);

export interface HouseNumber {
  from: number;
  to: number;
  /** A letter, or a word like "bis"; empty without one. */
  letter: string;
}
const NUMBER = /^(\d{1,5})(bis|ter|quater|[a-z]{0,2})(?:-(\d{1,5})[a-z]?)?(?:\/(.*))?$/;
/** "12", "12a", "12-14", "12/3" (the third door) and "12/A"; null for what is no house number. */
export function houseOf(text: string): HouseNumber | null {
  const [word = '', next = ''] = wordsOf(text);
  const found = NUMBER.exec(word);
  if (!found) return null;
  const [, first = '', letter = '', last, door = ''] = found;
  const from = Number(first);
  const to = last === undefined ? from : Number(last);
  const afterSlash = /^[a-z]$/.test(door) ? door : '';
  return { from, to: Math.max(from, to), letter: letter || afterSlash || (isLetter(next) ? next : '') };
}
export const isLetter = (word: string): boolean => /^(?:[a-z]|bis|ter|quater)$/.test(word);

/** One way to read an address: a street, and its house number where one is said. */
export interface Reading extends Span {
  key: string;
  house: HouseNumber | null;
  words: number;
  side: Side;
}
/** Where the number of a street is, the likely places first: before it and at the beginning, after it, or within a line. */
export const sides = ['first', 'after', 'before'] as const;
type Side = (typeof sides)[number];
/** Words of one part of the address, from the first to before the last. */
interface Span {
  part: number;
  from: number;
  to: number;
}
export interface ReadAddress {
  parts: string[][];
  readings: Reading[];
  /** Keys of what may be its town, with where they stand. */
  towns: ReadonlyMap<string, Span[]>;
  /** Keys of what may be its postcode. */
  codes: string[];
}
/** Whether a town is named by other words than the street of a reading: London Road is no road in London. */
export const namesTown = ({ towns }: ReadAddress, { part, from, to }: Reading, townKey: string): boolean =>
  towns.get(townKey)?.some((span) => span.part !== part || span.to <= from || span.from >= to) ?? false;

const WORDS_MAX = 7;
const TOWN_WORDS = 5;
const PARTS_MAX = 8;
/** At the beginning of a part, or behind a number: "Via Renzo Piano 12" is no floor. */
const BEFORE_FLAT = String.raw`(?<=(?:^|[\n,;]|\d\p{L}?|(?<!\p{L})\p{L}|bis|ter)[^\S\n]{0,3})`;
const FLATS = [
  'apt|apartment|flat|unit|suite|ste|room|rm|floor|fl|bldg|ph|piso|planta|puerta|pta|portal|esc|escalera|local',
  'int|interno|scala|sc|piano|appt|appartement|apto|app|b[aâ]t|b[aâ]timent|[eé]tage|stiege|stg|top|tür|wohnung|whg',
  'aufgang|haus|zimmer|lokal|m|bte|bus|bel|lgh|uppg|v[aå]ning',
].join('|');
/** Floors, flats and doors, with what they are called. */
const FLAT = new RegExp(
  [
    String.raw`(?:basement|garden|(?:ground|lower|upper|first|second|top)(?:[^\S\n]floor)?)[^\S\n](?:flat|floor)`,
    // "Flat 3", "piso 2" and "Top 11"; a name after the word is the street.
    String.raw`(?:${FLATS})(?:\.|[^\S\n])[^\S\n]{0,3}#?(?:\d{1,4}[a-z]?|[a-z])`,
    // "2nd floor" and "3. OG", then "5 tr" and "2-hoog"; "46 piso 9" is a house.
    String.raw`\d{1,2}(?:st|nd|rd|th|er|e|è?[eè]me|[º°ª.])[^\S\n]{0,3}(?:floor|og|stock|[eé]tage|verdieping|piano|piso|planta|izq|dcha)\.?`,
    String.raw`\d{1,2}[^\S\n-]{0,3}-?(?:tr|hoog)(?![^\S\n]{0,3}\d)`,
  ]
    .map((one) => `${BEFORE_FLAT}${one}(?=$|[\\s,;])`)
    .join('|'),
  'giu',
);

/** An address without its flats and doors. */
export const withoutFlats = (text: string): string => text.replace(FLAT, ' ');
/** "#3301" is a door in New York and a house in Bogotá, and nowhere a postcode. */
const HASHED = /#\s?(\d{1,5}[a-z]?)/gi;

/** The ways in which an address can be read, of any country; flats are left out. */
export function readAddress(text: string): ReadAddress {
  const parts = withoutFlats(text)
    .split(/[\n,;|]+/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .slice(0, PARTS_MAX);
  const readings = new Map<string, Reading>();
  const add = (span: Span, house: HouseNumber | null, side: Side = 'after') => {
    const words = parts[span.part]?.slice(span.from, span.to) ?? [];
    const key = keyOfWords(words);
    if (words.length === 0 || key.length < 2) return;
    const keys = [key, ...otherKeysOf(words)];
    for (const one of keys) {
      const id = `${one} ${house ? `${house.from}-${house.to}${house.letter}` : ''}`;
      const known = readings.get(id);
      if (!known || sides.indexOf(side) < sides.indexOf(known.side))
        readings.set(id, { ...span, key: one, house, words: words.length, side });
    }
  };
  for (const [part, words] of parts.entries()) {
    for (const [at, word] of words.entries()) {
      const next = words[at + 1] ?? '';
      const isFirst = at === 0;
      const house = houseOf(isLetter(next) ? `${word} ${next}` : word);
      if (!house) continue;
      // "12 bis rue de la Paix" and "12, rue de la Paix"; then "Calle Mayor 5" and "Calle Mayor, 5".
      for (const skip of isLetter(next) ? [1, 2] : [1]) {
        const isLast = at + skip >= words.length;
        const [place, from] = isLast ? [part + 1, 0] : [part, at + skip];
        const length = parts[place]?.length ?? 0;
        for (let to = from + 1; to <= Math.min(length, from + WORDS_MAX); to++)
          add({ part: place, from, to }, house, isFirst ? 'first' : 'before');
      }
      const [place, to] = at > 0 ? [part, at] : [part - 1, parts[part - 1]?.length ?? 0];
      for (let from = to - 1; from >= Math.max(0, to - WORDS_MAX); from--)
        if (!isWithinStreet(parts[place] ?? [], from)) add({ part: place, from, to }, house, 'after');
    }
    if (words.length <= WORDS_MAX && !words.some((word) => /\d/.test(word)))
      add({ part, from: 0, to: words.length }, null);
  }
  const towns = new Map<string, Span[]>();
  const codes = new Set<string>();
  for (const [part, words] of parts.entries())
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(from + TOWN_WORDS, words.length); to++) {
        const key = keyOfWords(words.slice(from, to));
        if (key.length < 2 || !/\p{L}/u.test(key)) continue;
        for (const one of [key, TOWNS[key]]) if (one) towns.set(one, [...(towns.get(one) ?? []), { part, from, to }]);
      }
      const [one = '', two = ''] = words.slice(from, from + 2);
      if (/\d/.test(one)) codes.add(codeKeyOf(one)).add(codeKeyOf(one.split('-')[0] ?? ''));
      // "1234 AB", "SW1A 1AA" and "123 45"; "350 5th" is a house and its street.
      const isSplit = /\d/.test(one + two) && !/^\d+ \d+[a-z]/.test(`${one} ${two}`);
      if (isSplit && one.length <= 4 && two.length <= 4) codes.add(codeKeyOf(one + two));
    }
  for (const [, door = ''] of text.matchAll(HASHED)) codes.delete(codeKeyOf(door));
  return { parts, readings: [...readings.values()], towns, codes: [...codes].filter((key) => key.length >= 3) };
}
