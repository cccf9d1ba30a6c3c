import type { FindPlace, FoundAddress, FoundPlaces } from '@quickfleet/shared/base/place/places';
import { typedPlace } from '@quickfleet/shared/base/place/typed-place';
import { PLACES_FOUND } from '@quickfleet/shared/limits';
import { c, type Row, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { codeKeyOf, houseOf, keyOfWords, keysBegunBy, wordsOf } from './address-text.ts';

/** A street that was begun, its house number, and the beginning of its town or postcode. */
interface Begun {
  keys: string[];
  house: number | null;
  number: string;
  town: string;
  code: string;
}

const KEY_MIN = 2;
const SPLITS_MAX = 6;
const WORDS_MAX = 12;
/** Before every other sign in the order of bytes. */
const LAST = '\u{10FFFF}';

/** The ways in which a text that is still being typed can go on. */
function begunBy(q: string): Begun[] {
  const parts = q
    .split(/[\n,;]+/)
    .map((part) => wordsOf(part).slice(0, WORDS_MAX))
    .filter((words) => words.length > 0);
  const [first = [], ...rest] = parts;
  const after = rest.flat();
  const isCode = (words: readonly string[]) => words.some((word) => /\d/.test(word));
  const of = (street: readonly string[], number: string, place: readonly string[]): Begun => {
    const codes = place.filter((word) => /\d/.test(word));
    return {
      keys: keysBegunBy(street).filter((key) => key.length >= KEY_MIN),
      house: houseOf(number)?.from ?? null,
      number: number.replace(/\s/g, ''),
      town: keyOfWords(place.filter((word) => !/\d/.test(word))),
      code: isCode(place) ? codeKeyOf(codes.join('')) : '',
    };
  };
  const at = first.findIndex((word) => houseOf(word) !== null);
  const [number = ''] = at >= 0 ? first.slice(at, at + 1) : [];
  // "Calle Mayor, 5"
  if (at < 0 && after[0] && houseOf(after[0]) && after[0].length <= 4) return [of(first, after[0], after.slice(1))];
  // "Hauptstr. 12 Ber"
  if (at > 0) return [of(first.slice(0, at), number, [...first.slice(at + 1), ...after])];
  // "12 High Street Oxf": where the street ends and the town begins is not said.
  const words = at === 0 ? first.slice(1) : first;
  if (words.length === 0) return rest[0] ? [of(rest[0], number, rest.slice(1).flat())] : [];
  const ends = after.length > 0 ? [words.length] : Array.from({ length: words.length }, (_, end) => words.length - end);
  return ends.slice(0, SPLITS_MAX).map((end) => of(words.slice(0, end), number, [...words.slice(end), ...after]));
}

const columns = select({
  street: c.text('s.street'),
  number: c.text('h.number').nullable(),
  postcode: c.text('s.postcode'),
  town: c.text('s.town'),
  lat: c.float('coalesce(h.lat, s.lat)'),
  lng: c.float('coalesce(h.lng, s.lng)'),
});
type Found = Row<typeof columns>;

const SUGGEST = `select $columns
  from jsonb_to_recordset(?::jsonb) b(n int, key text, upto text, town text, code text, house int)
  cross join lateral (
    select * from address_streets s
    where s.street_key collate "C" >= b.key collate "C" and s.street_key collate "C" < b.upto collate "C"
      and (b.town = '' or starts_with(s.town_key, b.town)) and (b.code = '' or starts_with(s.code_key, b.code))
    order by (s.street_key = b.key) desc, s.houses desc, s.id limit ${PLACES_FOUND}) s
  left join lateral (
    select * from address_houses h where h.street_id = s.id and h.number_from <= b.house and h.number_to >= b.house
    order by (h.number = b.house::text) desc, h.letter, h."at" limit 4) h on b.house is not null
  order by b.n, (s.street_key = b.key) desc, h.number is null, s.houses desc, s.id, h.letter limit ${PLACES_FOUND * 4}`;

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
  const begun = begunBy(q);
  const asked = begun.flatMap(({ keys, ...one }) => keys.map((key) => ({ ...one, key, upto: key + LAST })));
  if (asked.length === 0) return { data: [] };
  const rows = await readRows(em, columns, SUGGEST, [JSON.stringify(asked.map((one, n) => ({ ...one, n })))]);
  const number = begun[0]?.number ?? '';
  const found = new Map<string, FoundAddress>();
  for (const row of rows) {
    const one = asWritten(row, number);
    if (!found.has(one.label)) found.set(one.label, one);
  }
  return { data: [...found.values()].slice(0, PLACES_FOUND) };
}
