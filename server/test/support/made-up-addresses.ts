/** Streets and towns of six countries, and how people there write an address; the same numbers in each run. */
import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';

export interface MadeUpAddress extends Place {
  country: string;
  street: string;
  number: string;
  town: string;
  postcode: string;
}

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Country {
  code: string;
  names: readonly string[];
  /** `%` is the name. */
  kinds: readonly string[];
  towns: readonly (readonly [name: string, lat: number, lng: number])[];
  postcode: (town: number, part: number) => string;
  written: readonly ((address: MadeUpAddress) => string)[];
}
const digits = (value: number, length: number) => String(value).padStart(length, '0');
const short = (street: string, ...pairs: readonly (readonly [RegExp, string])[]) =>
  pairs.reduce((text, [long, abbreviated]) => text.replace(long, abbreviated), street);

const german = (street: string) => short(street, [/straße$/, 'str.'], [/Straße$/, 'Str.'], [/platz$/, 'pl.']);
const english = (street: string) =>
  short(street, [/Street$/, 'St'], [/Road$/, 'Rd'], [/Avenue$/, 'Ave'], [/Lane$/, 'Ln'], [/Drive$/, 'Dr']);
const french = (street: string) =>
  short(street, [/^avenue/, 'av.'], [/^boulevard/, 'bd'], [/^place/, 'pl.'], [/^rue/, 'r.']);
const spanish = (street: string) =>
  short(street, [/^Calle/, 'C/'], [/^Avenida/, 'Avda.'], [/^Plaza/, 'Pza.'], [/^Paseo/, 'Pº']);

export const countries: readonly Country[] = [
  {
    code: 'DE',
    names: [
      'Goethe',
      'Schiller',
      'Linden',
      'Garten',
      'Mühlen',
      'Bahnhof',
      'Königs',
      'Birken',
      'Rosen',
      'Kirch',
      'Schul',
      'Wald',
      'Berg',
      'Süd',
      'Markt',
    ],
    kinds: ['%straße', '%weg', '%platz', '%allee', 'Alte %straße'],
    towns: [
      ['Berlin', 52.52, 13.4],
      ['Köln', 50.94, 6.96],
      ['Weimar', 50.98, 11.33],
      ['Bad Tölz', 47.76, 11.56],
    ],
    postcode: (town, part) => digits(10_000 * (town + 1) + 115 + part * 7, 5),
    written: [
      ({ street, number, postcode, town }) => `${german(street)} ${number}, ${postcode} ${town}`,
      ({ street, number, postcode, town }) => `${street} ${number}\nD-${postcode} ${town}\nDeutschland`,
      ({ street, number, postcode, town }) =>
        `Firma Huber GmbH, ${street.replace('ß', 'ss')} ${number}, 3. OG, ${postcode} ${town}`,
      ({ street, number, postcode }) => `${german(street).toUpperCase()}${number}, ${postcode}`,
    ],
  },
  {
    code: 'AT',
    names: [
      'Mariahilfer',
      'Währinger',
      'Floriani',
      'Josefstädter',
      'Neustift',
      'Linzer',
      'Grazer',
      'Kärntner',
      'Burg',
      'Stein',
      'Feld',
    ],
    kinds: ['%gasse', '% Straße', '%zeile', '%ring'],
    towns: [
      ['Wien', 48.21, 16.37],
      ['Graz', 47.07, 15.44],
      ['St. Pölten', 48.2, 15.62],
    ],
    postcode: (town, part) =>
      digits([1010, 8010, 3100][town] ?? 0, 4).slice(0, 1) + digits(part * 10 + 10 + town * 100, 3),
    written: [
      ({ street, number, postcode, town }) => `${german(street)} ${number}/3/14, ${postcode} ${town}`,
      ({ street, number, postcode, town }) => `${street} ${number}, Stiege 2, Top 11, A-${postcode} ${town}`,
      ({ street, number, postcode, town }) =>
        `${street.replace(/gasse$/, 'g.')} ${number}\n${postcode} ${town.replace('St.', 'Sankt')}`,
    ],
  },
  {
    code: 'GB',
    names: [
      'High',
      'Church',
      'Station',
      'Victoria',
      'Mill',
      'Park',
      'Queen',
      'King',
      'London',
      'Oxford',
      'Green',
      'York',
      'St John’s',
    ],
    kinds: ['% Street', '% Road', '% Lane', 'Upper % Street', '% Avenue'],
    towns: [
      ['London', 51.5, -0.12],
      ['Oxford', 51.75, -1.26],
      ['York', 53.96, -1.08],
      ['St Albans', 51.75, -0.34],
    ],
    postcode: (town, part) =>
      `${['SW', 'OX', 'YO', 'AL'][town]}${1 + (part % 9)} ${1 + Math.floor(part / 9)}${'ABDEFGH'[part % 7]}${'JLNPQRS'[(part * 3) % 7]}`,
    written: [
      ({ street, number, postcode, town }) => `${number} ${english(street)}, ${town}, ${postcode}`,
      ({ street, number, postcode, town }) => `Flat 4, ${number} ${street}\n${town}\n${postcode.replace(' ', '')}`,
      ({ street, number, postcode, town }) => `${number} ${street.replace('’', '')} ${town} ${postcode} UK`,
    ],
  },
  {
    code: 'US',
    names: [
      'Main',
      'Oak',
      'Maple',
      'Washington',
      'Lincoln',
      'Cedar',
      'Elm',
      'Lake',
      'Hill',
      '5th',
      '2nd',
      'North Park',
      'Martin Luther King',
    ],
    kinds: ['% Street', '% Avenue', '% Drive', '% Boulevard', '% Road'],
    towns: [
      ['Springfield', 39.8, -89.65],
      ['Saint Louis', 38.63, -90.2],
      ['Portland', 45.52, -122.68],
    ],
    postcode: (town, part) => digits([62_701, 63_101, 97_201][town] ?? 0, 5).slice(0, 3) + digits(part + 1, 2),
    written: [
      ({ street, number, postcode, town }) =>
        `${number} ${english(street)}, ${town.replace('Saint', 'St.')}, IL ${postcode}`,
      ({ street, number, postcode, town }) =>
        `${number} ${street.replace('North', 'N')} Apt 4B\n${town}, MO ${postcode}-1234`,
      ({ street, number, postcode, town }) =>
        `${number} ${street.replace('Boulevard', 'Blvd.')} #12, ${town} ${postcode}, USA`,
    ],
  },
  {
    code: 'FR',
    names: [
      'de la Paix',
      'Victor Hugo',
      'de l’Église',
      'du Général Leclerc',
      'des Lilas',
      'Saint-Martin',
      'Pasteur',
      'de la République',
      'du Château',
      'Jean Jaurès',
    ],
    kinds: ['rue %', 'avenue %', 'boulevard %', 'place %', 'chemin %'],
    towns: [
      ['Paris', 48.86, 2.35],
      ['Lyon', 45.76, 4.84],
      ['Saint-Étienne', 45.44, 4.39],
    ],
    postcode: (town, part) => digits([75_000, 69_000, 42_000][town] ?? 0, 5).slice(0, 2) + digits(part + 1, 3),
    written: [
      ({ street, number, postcode, town }) => `${number}, ${street}, ${postcode} ${town}`,
      ({ street, number, postcode, town }) => `${number} ${french(street)}\n${postcode} ${town.toUpperCase()}`,
      ({ street, number, postcode, town }) =>
        `Appt 12, ${number} ${street.replace('Général', 'Gal').replace('Saint', 'St')}, ${postcode} ${town.replace('Saint', 'St')}, France`,
    ],
  },
  {
    code: 'ES',
    names: [
      'Mayor',
      'Real',
      'de Alcalá',
      'del Sol',
      'San Juan',
      'de la Constitución',
      'Goya',
      'Serrano',
      'de los Olmos',
      'Velázquez',
    ],
    kinds: ['Calle %', 'Avenida %', 'Plaza %', 'Paseo %'],
    towns: [
      ['Madrid', 40.42, -3.7],
      ['Sevilla', 37.39, -5.99],
      ['A Coruña', 43.36, -8.41],
    ],
    postcode: (town, part) => digits([28_000, 41_000, 15_000][town] ?? 0, 5).slice(0, 2) + digits(part + 1, 3),
    written: [
      ({ street, number, postcode, town }) => `${spanish(street)} ${number}, 2º B, ${postcode} ${town}`,
      ({ street, number, postcode, town }) => `${street}, ${number}, esc. 2, piso 3, ${postcode} ${town}, España`,
      ({ street, number, postcode, town }) => `${street.replace('Calle ', '')} nº ${number}\n${postcode} ${town}`,
    ],
  },
];

const letters = ['', '', '', '', '', '', 'a', 'b'];
/** Addresses of all of them; several towns have streets of the same name, and so have parts of a town. */
export function madeUpAddresses(parts = 6, seed = 7): MadeUpAddress[] {
  const next = dice(seed);
  return countries.flatMap(({ code, names, kinds, towns, postcode }) =>
    towns.flatMap(([town, lat, lng], townAt) =>
      Array.from({ length: parts }, (_, part) => part).flatMap((part) => {
        const [north, east] = [lat + (part - parts / 2) * 0.02, lng + (part % 3) * 0.03];
        return names.flatMap((name) =>
          kinds.flatMap((kind) => {
            if (next() < 0.6) return [];
            const street = kind.replace('%', name).replace(/^./, (sign) => (code === 'FR' ? sign : sign.toUpperCase()));
            const [at, along] = [{ lat: north + next() * 0.015, lng: east + next() * 0.02 }, 0.0001 + next() * 0.0003];
            return Array.from({ length: 6 + Math.floor(next() * 20) }, (_, house): MadeUpAddress => {
              const suffix = letters[Math.floor(next() * letters.length)] ?? '';
              const number = code === 'FR' && suffix === 'b' ? `${house + 1} bis` : `${house + 1}${suffix}`;
              return {
                country: code,
                street,
                number,
                town,
                postcode: postcode(townAt, part),
                lat: at.lat + house * along,
                lng: at.lng,
              };
            });
          }),
        );
      }),
    ),
  );
}

/** An address that somebody writes down in their own way. */
export interface WrittenAddress {
  text: string;
  meant: MadeUpAddress;
}
export function writtenAddresses(addresses: readonly MadeUpAddress[], count: number, seed = 11): WrittenAddress[] {
  const next = dice(seed);
  return Array.from({ length: count }, (): WrittenAddress => {
    const meant = addresses[Math.floor(next() * addresses.length)] as MadeUpAddress;
    const ways = countries.find(({ code }) => code === meant.country)?.written ?? [];
    const write = ways[Math.floor(next() * ways.length)];
    return { text: write?.(meant) ?? '', meant };
  });
}
/** A place so far from what was meant is another one, in kilometres. */
export const isElsewhere = (one: Place, other: Place): boolean => kilometresBetween(one, other) > 0.25;

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
/** As OpenAddresses has them. */
export const asOpenAddresses = (addresses: readonly MadeUpAddress[]): string =>
  `LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n${addresses
    .map(({ lng, lat, number, street, town, postcode }) =>
      [lng.toFixed(7), lat.toFixed(7), number, quoted(street), '', quoted(town), '', '', postcode, '', 'x'].join(','),
    )
    .join('\n')}\n`;
