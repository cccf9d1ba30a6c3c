/** Houses of ten countries, the file that has most of them, and how people write them down; the same in each run. */
import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { randomFrom } from '../../src/delivery/plans/engine/random.ts';
import { type Country, countries, type Town } from './countries.ts';

export interface MadeUpAddress extends Place {
  country: Country;
  street: string;
  number: string;
  suffix: string;
  town: Town;
  postcode: string;
  /** The file lacks some streets, and some houses of others. */
  isInFile: boolean;
}
/** An address that somebody writes down in their own way. */
export interface WrittenAddress {
  text: string;
  meant: MadeUpAddress;
}

type Dice = () => number;
const oneOf = <T>(next: Dice, values: readonly T[]): T | undefined => values[Math.floor(next() * values.length)];

const STREETS_OF_TOWN = 0.6;
/** A street that goes on in the next postcode, and another one there that has the same name. */
const GOES_ON = 0.1;
const SAME_NAME = 0.06;
const MISSING_STREETS = 0.03;
const MISSING_HOUSES = 0.05;
const WITH_SUFFIX = 0.15;
/** Degrees between two houses: about 15 m. */
const BETWEEN = 0.00014;

/** Houses of all countries: towns have streets of the same name, and a street goes through two postcodes now and then. */
export function madeUpAddresses(seed = 7): MadeUpAddress[] {
  const next = randomFrom(seed);
  const streetOf = (country: Country, town: Town, street: string, part: number, first: number, at: Place) => {
    const isKnown = next() > MISSING_STREETS;
    const postcode = town.postcodes[part % town.postcodes.length] ?? '';
    return Array.from({ length: 8 + Math.floor(next() * 70) }, (_, house): MadeUpAddress => {
      const suffix = next() < WITH_SUFFIX ? (oneOf(next, country.suffixes) ?? '') : '';
      return {
        ...{ country, street, town, postcode, suffix, number: String(first + house) },
        ...{ lat: at.lat + (first + house) * BETWEEN, lng: at.lng },
        isInFile: isKnown && next() > MISSING_HOUSES,
      };
    });
  };
  const within = (town: Town, part: number): Place => ({
    lat: town.at[0] + part * 0.02 + next() * 0.015,
    lng: town.at[1] + (part % 2) * 0.03 + next() * 0.02,
  });
  return countries.flatMap((country) =>
    country.towns.flatMap((town) =>
      country.streets.flatMap((street) => {
        if (next() > STREETS_OF_TOWN) return [];
        const part = Math.floor(next() * town.postcodes.length);
        const at = within(town, part);
        const houses = streetOf(country, town, street, part, 1, at);
        if (town.postcodes.length === 1) return houses;
        if (next() < GOES_ON) houses.push(...streetOf(country, town, street, part + 1, houses.length + 1, at));
        else if (next() < SAME_NAME)
          houses.push(...streetOf(country, town, street, part + 1, 1, within(town, part + 1)));
        return houses;
      }),
    ),
  );
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
/** As OpenAddresses has them, without those that the file lacks. */
export const asOpenAddresses = (addresses: readonly MadeUpAddress[]): string =>
  `LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n${addresses
    .filter(({ isInFile }) => isInFile)
    .map(({ country, lng, lat, number, suffix, street, town, postcode }) =>
      [
        ...[
          lng.toFixed(7),
          lat.toFixed(7),
          `${number}${suffix.replace(/^(?=bis|ter)/, ' ')}`,
          quoted(country.inFile(street)),
        ],
        ...['', quoted(town.name), '', '', postcode, '', 'x'],
      ].join(','),
    )
    .join('\n')}\n`;

/** How often something is so when people write. */
const OFTEN = {
  short: 0.5,
  flat: 0.3,
  name: 0.15,
  note: 0.05,
  otherTown: 0.2,
  otherPostcode: 0.2,
  noPostcode: 0.1,
  wrongPostcode: 0.02,
  noTown: 0.06,
  land: 0.15,
  slip: 0.04,
  small: 0.08,
  capital: 0.05,
  bare: 0.06,
  noCommas: 0.12,
  lines: 0.3,
} as const;
const NAMES = [
  'Huber GmbH',
  'Café Central',
  'c/o Meyer',
  'Dr. A. Martin',
  'Ada Lovelace',
  'Hotel Post',
  'Reception',
  'Lager 2',
  'ACME Ltd',
  'Praxis 3',
];

/** One slip of the pen: two letters that changed places, one that is missing, doubled or another. */
function slipped(next: Dice, text: string): string {
  const at = 1 + Math.floor(next() * (text.length - 2));
  const [before, one, two, after] = [text.slice(0, at), text[at] ?? '', text[at + 1] ?? '', text.slice(at + 2)];
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(next() * 26)] ?? 'e';
  return (
    oneOf(next, [
      before + two + one + after,
      before + two + after,
      before + one + one + two + after,
      before + letter + two + after,
    ]) ?? text
  );
}
function streetAs(next: Dice, { street, country }: MadeUpAddress): string {
  return country.ways.reduce((text, [long, others]) => {
    if (!long.test(text) || next() > OFTEN.short) return text;
    return text.replace(long, oneOf(next, others) ?? '');
  }, street);
}
const filled = (next: Dice, text: string): string =>
  text
    .replace(/#(?!#)/g, () => String(1 + Math.floor(next() * 9)))
    .replace(/@/g, () => oneOf(next, ['A', 'B', 'C', 'D']) ?? 'A');

/** An address as one person would write it. */
function writtenBy(next: Dice, meant: MadeUpAddress): string {
  const { country, town, postcode } = meant;
  const chance = (of: keyof typeof OFTEN) => next() < OFTEN[of];
  const written = streetAs(next, meant);
  const street = chance('slip') && written.length > 5 ? slipped(next, written) : written;
  const number = (oneOf(next, country.numbers(meant.number, meant.suffix)) ?? meant.number).trim();
  const line = (country.isNumberFirst ? `${number} ${street}` : `${street} ${number}`).replace(/ ,/g, ',');
  const hasFlat = chance('flat');
  const isBefore = country.flatsBefore.length > 0 && (country.flatsAfter.length === 0 || next() < 0.6);
  const flat = hasFlat ? filled(next, oneOf(next, isBefore ? country.flatsBefore : country.flatsAfter) ?? '') : '';
  const known = chance('wrongPostcode') ? (oneOf(next, town.postcodes) ?? postcode) : postcode;
  const code = chance('otherPostcode') ? (oneOf(next, country.postcodes(known)) ?? known) : known;
  const others = town.others ?? [];
  const name = chance('otherTown') && others.length > 0 ? (oneOf(next, others) ?? town.name) : town.name;
  const hasCode = !chance('noPostcode');
  const hasTown = !hasCode || !chance('noTown');
  const place = [hasCode ? code : '', hasTown ? name : ''].filter(Boolean);
  const below = (country.isTownFirst ? place.toReversed() : place).join(
    country.isTownFirst && next() < 0.4 ? ', ' : ' ',
  );
  const parts = [
    chance('name') ? (oneOf(next, NAMES) ?? '') : '',
    isBefore ? flat : '',
    isBefore || !flat ? line : `${line}${oneOf(next, [', ', ' '])}${flat}`,
    below,
    chance('land') ? (oneOf(next, country.names) ?? '') : '',
    chance('note') ? (oneOf(next, country.notes) ?? '') : '',
  ].filter(Boolean);
  const text = parts.join(chance('noCommas') ? ' ' : chance('lines') ? '\n' : ', ');
  if (chance('small')) return text.toLowerCase();
  if (chance('capital')) return text.toUpperCase();
  return chance('bare') ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
}

/** So many addresses of a country as people write them. */
export function writtenAddresses(addresses: readonly MadeUpAddress[], count: number, seed = 11): WrittenAddress[] {
  const next = randomFrom(seed);
  return Array.from({ length: count }, (): WrittenAddress => {
    const meant = addresses[Math.floor(next() * addresses.length)] as MadeUpAddress;
    return { text: writtenBy(next, meant), meant };
  });
}
/** A place so far from what was meant is another one, in kilometres. */
export const isElsewhere = (one: Place, other: Place): boolean => kilometresBetween(one, other) > 0.25;

export interface Tally {
  country: string;
  asked: number;
  /** Of streets that the file has. */
  known: number;
  found: number;
  wrong: number;
  missed: number;
  wrongly: string[];
}
/** So many addresses of each country, looked for as people write them: found, somewhere else, and not found. */
export async function tally(
  addresses: readonly MadeUpAddress[],
  count: number,
  find: (texts: readonly string[]) => Promise<ReadonlyMap<string, Place | null>>,
  seed = 11,
): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const [at, country] of countries.entries()) {
    const own = addresses.filter((one) => one.country === country);
    const written = writtenAddresses(own, count, seed * 100 + at);
    const places = await find(written.map(({ text }) => text));
    const known = new Set(own.filter(({ isInFile }) => isInFile).map(streetIdOf));
    const isFound = ({ text }: WrittenAddress) => Boolean(places.get(text));
    const isWrong = ({ text, meant }: WrittenAddress) => isElsewhere(places.get(text) ?? meant, meant);
    const wrong = written.filter(isWrong);
    const missed = written.filter((one) => !isFound(one)).length;
    tallies.push({
      ...{ country: country.code, asked: count, wrong: wrong.length, missed, found: count - wrong.length - missed },
      known: written.filter(({ meant }) => known.has(streetIdOf(meant))).length,
      wrongly: wrong.map(({ text, meant }) => `${text} | ${meant.street} ${meant.number}, ${meant.postcode}`),
    });
  }
  return tallies;
}
const streetIdOf = ({ street, town, postcode }: MadeUpAddress): string => `${street}\n${town.name}\n${postcode}`;
