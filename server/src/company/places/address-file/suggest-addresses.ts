import type { FindPlace, FoundAddress, FoundPlaces } from '@quickfleet/shared/base/place/places';
import { typedPlace } from '@quickfleet/shared/base/place/typed-place';
import { PLACES_FOUND } from '@quickfleet/shared/limits';
import { c, type Row, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { houseOf, isLetter, withoutFlats } from './address-text.ts';
import { codeKeyOf, keyOfWords, keysBegunBy, wordsOf } from './address-words.ts';

/** A street that was begun, its house number, and the beginning of its town or postcode. */
interface Begun {
  keys: string[];
  house: number | null;
  letter: string;
  number: string;
  town: string;
  code: string;
}

const KEY_MIN = 2;
const SPLITS_MAX = 6;
const NUMBERS_MAX = 3;
const WORDS_MAX = 12;
/** Before every other sign in the order of bytes. */
const LAST = '\u{10FFFF}';

const hasDigit = (word: string): boolean => /\d/.test(word);
function asBegun(street: readonly string[], number: string, place: readonly string[]): Begun {
  const codes = place.filter(hasDigit);
  const house = houseOf(number);
  return {
    keys: keysBegunBy(street),
    house: house?.from ?? null,
    letter: house?.letter ?? '',
    number: number.replace(/\s/g, ''),
    town: keyOfWords(place.filter((word) => !hasDigit(word))),
    code: codes.length > 0 ? codeKeyOf(codes.join('')) : '',
  };
}
const partsOf = (q: string): string[][] =>
  q
    .split(/[\n,;]+/)
    .map((part) => wordsOf(part).slice(0, WORDS_MAX))
    .filter((words) => words.length > 0);

/** The ways in which a text that is still being typed can go on, the likely ones first. */
function begunBy(q: string): Begun[] {
  const whole = partsOf(withoutFlats(q));
  const [first = [], ...rest] = whole.length > 0 ? whole : partsOf(q);
  const after = rest.flat();
  if (!first.some(hasDigit)) {
    // "Calle Mayor, 5"
    const isNext = after[0] && houseOf(after[0]) && after[0].length <= 4;
    return isNext ? [asBegun(first, after[0] ?? '', after.slice(1))] : splits(first, '', after);
  }
  const numbers = first.flatMap((word, at) => {
    if (!houseOf(word)) return [];
    const next = first[at + 1] ?? '';
    const alone = { at, to: at + 1, number: word };
    // "Hauptstr. 12 a": a letter, or the beginning of a town.
    return isLetter(next) ? [{ at, to: at + 2, number: `${word} ${next}` }, alone] : [alone];
  });
  const leading = numbers.filter(({ at }) => at === 0);
  const later = numbers.filter(({ at }) => at > 0).toReversed();
  return [
    // "Straße des 17": the number is a part of the name.
    asBegun(first, '', after),
    ...leading.flatMap(({ to, number }) => {
      const words = first.slice(to);
      return words.length > 0 ? splits(words, number, after) : splits(rest[0] ?? [], number, rest.slice(1).flat());
    }),
    // "Hauptstr. 12 Ber"
    ...later
      .slice(0, NUMBERS_MAX)
      .map(({ at, to, number }) => asBegun(first.slice(0, at), number, [...first.slice(to), ...after])),
  ];
}
/** "High Street Oxf": where the street ends and the town begins is said by a comma alone. */
function splits(words: readonly string[], number: string, after: readonly string[]): Begun[] {
  const ends = after.length > 0 ? [words.length] : Array.from(words, (_, end) => words.length - end);
  return ends.slice(0, SPLITS_MAX).map((end) => asBegun(words.slice(0, end), number, [...words.slice(end), ...after]));
}

const columns = select({
  n: c.int('b.n'),
  street: c.text('s.street'),
  number: c.text('h.number').nullable(),
  postcode: c.text('s.postcode'),
  town: c.text('s.town'),
  lat: c.float('coalesce(h.lat, s.lat)'),
  lng: c.float('coalesce(h.lng, s.lng)'),
});
type Found = Row<typeof columns>;

const suggesting = (streets: string) => `select $columns
  from jsonb_to_recordset(?::jsonb) b(n int, key text, upto text, begins text, town text, code text, house int, letter text)
  cross join lateral (
    select * from ${streets}
      and (b.town = '' or starts_with(s.town_key, b.town)) and (b.code = '' or starts_with(s.code_key, b.code))
    order by (s.street_key = b.key) desc, s.houses desc, s.id limit ${PLACES_FOUND}) s
  left join lateral (
    select * from address_houses h where h.street_id = s.id and h.number_from <= b.house and h.number_to >= b.house
    order by (h.letter = b.letter) desc, (h.number = b.house::text) desc, h.letter, h."at" limit 4) h on b.house is not null
  order by b.n, (s.street_key = b.key) desc, h.number is null, (h.letter = b.letter) desc, s.houses desc, s.id, h.letter
  limit ${PLACES_FOUND * 4}`;
const IN_RANGE = `s.street_key collate "C" >= b.key collate "C" and s.street_key collate "C" < b.upto collate "C"`;
const SUGGEST = suggesting(`address_streets s where ${IN_RANGE}`);
/** What begins with a letter alone is half of a country: only the first ones are looked at, in the order of the index. */
const LOOKED_AT = 500;
const SUGGEST_SHORT = suggesting(`(
      select * from address_streets s where s.street_key collate "C" >= b.key collate "C"
      order by s.street_key collate "C" limit ${LOOKED_AT}) s
    where ${IN_RANGE} and starts_with(regexp_replace(lower(s.street), '[^[:alnum:]]+', ' ', 'g'), b.begins)`);

const KINDS_FIRST = /^(?:rue|avenue|av|bd|boulevard|all[ée]e|chemin|place|quai|impasse|route|cours|square)\b/i;
const KINDS_LAST =
  /\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|way|court|ct|close|crescent|terrace|grove|hill|gardens|place|pl|square|sq|boulevard|blvd|highway|hwy|parkway|pkwy|circle|cir)\.?$/i;
/** As the country of the street writes it. */
function asWritten({ street, number, postcode, town, lat, lng }: Found, typed: string): FoundAddress {
  const shown = number ?? typed;
  const isEnglish = KINDS_LAST.test(street);
  const line = (isEnglish || KINDS_FIRST.test(street) ? [shown, street] : [street, shown]).filter(Boolean).join(' ');
  const below = (isEnglish ? [town, postcode] : [postcode, town]).filter(Boolean).join(' ');
  const precision = number === null ? 'street' : 'door';
  return {
    label: [line, below].filter(Boolean).join(', '),
    address: [line, below].filter(Boolean).join('\n'),
    street,
    number: shown || null,
    postcode: postcode || null,
    town: town || null,
    place: { lat, lng, precision, source: 'file' },
  };
}

/** Addresses that a text may become; what is a place itself is one. */
export async function suggestAddresses({ em }: AppContext, { q }: FindPlace): Promise<FoundPlaces> {
  const typed = typedPlace(q);
  if (typed) {
    const place = { ...typed, source: 'typed' } as const;
    return { data: [{ label: q, address: q, street: null, number: null, postcode: null, town: null, place }] };
  }
  const asked = begunBy(q).flatMap(({ keys, ...one }) => keys.map((key) => ({ ...one, key, upto: key + LAST })));
  const isLong = ({ key }: { key: string }) => key.length >= KEY_MIN || hasDigit(key);
  // "5th" is no 50th.
  const long = asked.filter(isLong).map((one) => (one.key.length < KEY_MIN ? { ...one, key: `${one.key}a` } : one));
  const begins = beginningOf(q);
  const short = begins.length < BEGINNING_MIN ? [] : asked.filter((one) => !isLong(one) && one.town + one.code === '');
  const found = await readFound(em, SUGGEST, long);
  if (found.length > 0 || short.length === 0) return { data: found };
  return {
    data: await readFound(
      em,
      SUGGEST_SHORT,
      short.map((one) => ({ ...one, begins })),
    ),
  };
}

const BEGINNING_MIN = 3;
/** What a street begins with as it is written, without a number before it: "rue de la" has no other word to be found by. */
function beginningOf(q: string): string {
  const words = withoutFlats(q)
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  const from = words.findIndex((word, at) => !hasDigit(word) && !(at > 0 && isLetter(word)));
  return from < 0 ? '' : words.slice(from).join(' ');
}

type Asked = Omit<Begun, 'keys'> & { key: string; upto: string; begins?: string };
async function readFound(em: AppContext['em'], statement: string, asked: readonly Asked[]): Promise<FoundAddress[]> {
  if (asked.length === 0) return [];
  const rows = await readRows(em, columns, statement, [JSON.stringify(asked.map((one, n) => ({ ...one, n })))]);
  const found = new Map<string, FoundAddress>();
  const unnumbered = new Set<string>();
  for (const row of rows) {
    const number = asked[row.n]?.number ?? '';
    const street = `${row.street}\n${row.postcode}\n${row.town}`;
    // The number that is a part of its name is not its house number as well.
    if (number === '') unnumbered.add(street);
    else if (unnumbered.has(street)) continue;
    const one = asWritten(row, number);
    if (!found.has(one.label)) found.set(one.label, one);
  }
  return [...found.values()].slice(0, PLACES_FOUND);
}
