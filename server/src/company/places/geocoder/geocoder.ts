import { postcodeOf } from '@quickfleet/shared/base/contact/postcode';
import type { KnownPlace } from '@quickfleet/shared/base/place/places';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import { houseOf, namesTown, type ReadAddress, type Reading, readAddress } from '../address-file/address-text.ts';
import { codeKeyOf, keyOf } from '../address-file/address-words.ts';
import { askMapService, MapServiceFault } from '../map-service.ts';

const ANSWER_MS = 10_000;
const ANSWER_MAX = 1_000_000;
const ANSWERS = '5';

/** What a service says of one place, whatever it is called there. */
interface Answered {
  lat: number;
  lng: number;
  street: string;
  number: string;
  towns: string[];
  postcode: string;
  /** Two letters; empty where it says none. */
  country: string;
}

const words = z.string().nullish();
const point = z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) });
const degrees = z.union([z.number(), z.string()]).transform(Number);
const given = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [text] : []));

const photon = z
  .object({
    features: z.array(
      z.object({
        geometry: point,
        properties: z.object({
          ...{ housenumber: words, street: words, name: words, type: words, postcode: words },
          ...{ city: words, district: words, locality: words, county: words, countrycode: words },
        }),
      }),
    ),
  })
  .transform(({ features }) =>
    features.map(
      ({ geometry: { coordinates }, properties: of }): Answered => ({
        lat: coordinates[1],
        lng: coordinates[0],
        street: of.street ?? (of.type === 'street' ? (of.name ?? '') : ''),
        number: of.housenumber ?? '',
        towns: given(of.city, of.district, of.locality, of.county),
        postcode: of.postcode ?? '',
        country: of.countrycode ?? '',
      }),
    ),
  );

const nominatim = z
  .array(
    z.object({
      lat: degrees,
      lon: degrees,
      address: z
        .object({
          ...{ house_number: words, road: words, pedestrian: words, postcode: words, country_code: words },
          ...{ city: words, town: words, village: words, municipality: words, suburb: words, hamlet: words },
        })
        .partial()
        .optional(),
    }),
  )
  .transform((found) =>
    found.map(
      ({ lat, lon, address: of = {} }): Answered => ({
        lat,
        lng: lon,
        street: of.road ?? of.pedestrian ?? '',
        number: of.house_number ?? '',
        towns: given(of.city, of.town, of.village, of.municipality, of.suburb, of.hamlet),
        postcode: of.postcode ?? '',
        country: of.country_code ?? '',
      }),
    ),
  );

const pelias = z
  .object({
    features: z.array(
      z.object({
        geometry: point,
        properties: z.object({
          ...{ housenumber: words, street: words, postalcode: words, locality: words, localadmin: words },
          ...{ borough: words, neighbourhood: words, country_code: words },
        }),
      }),
    ),
  })
  .transform(({ features }) =>
    features.map(
      ({ geometry: { coordinates }, properties: of }): Answered => ({
        lat: coordinates[1],
        lng: coordinates[0],
        street: of.street ?? '',
        number: of.housenumber ?? '',
        towns: given(of.locality, of.localadmin, of.borough, of.neighbourhood),
        postcode: of.postalcode ?? '',
        country: of.country_code ?? '',
      }),
    ),
  );

/** How each kind is asked, and how it answers, by its own documentation. */
const kinds = {
  photon: { path: '/api', query: (q: string) => ({ q, limit: ANSWERS }), answer: photon, keyName: 'api_key' },
  nominatim: {
    path: '/search',
    query: (q: string) => ({ q, format: 'jsonv2', addressdetails: '1', limit: ANSWERS }),
    answer: nominatim,
    keyName: 'key',
  },
  pelias: {
    path: '/v1/search',
    query: (text: string) => ({ text, size: ANSWERS }),
    answer: pelias,
    keyName: 'api_key',
  },
} as const satisfies Record<Config['GEOCODER_KIND'], unknown>;

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'ar'] as const;
const MORE_NAMES: Readonly<Record<string, string>> = { uk: 'GB', usa: 'US', england: 'GB', scotland: 'GB' };
/** Countries by their names in some languages. */
let named: ReadonlyMap<string, string> | undefined;
function countriesByName(): ReadonlyMap<string, string> {
  if (named) return named;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const found = new Map(Object.entries(MORE_NAMES));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of letters)
      for (const second of letters) {
        const name = names.of(first + second);
        if (name) found.set(keyOf(name), first + second);
      }
  }
  named = found;
  return found;
}
/** The country that the last part of an address names; undefined where it names none. */
export function countryIn(address: string): string | undefined {
  const parts = address.split(/[\n,]+/).filter((part) => part.trim() !== '');
  return parts.length > 1 ? countriesByName().get(keyOf(parts.at(-1) ?? '')) : undefined;
}

/**
 * Neighbours across a border are often written without their country. Then the town itself must be right, not its
 * district, and its postcode one as that country has them: an Austrian Berlin with five digits is the German one.
 */
function isAcrossBorder(address: string, read: ReadAddress, reading: Reading, found: Answered): boolean {
  const code = postcodeOf(address, found.country.toUpperCase());
  return (
    code !== undefined &&
    codeKeyOf(code.whole) === codeKeyOf(found.postcode) &&
    namesTown(read, reading, keyOf(found.towns[0] ?? ''))
  );
}

/** Whether what came back is the address that was asked for: its town or postcode, its country, its street and its house. */
function placeOf(address: string, found: Answered, ownCountry: string): KnownPlace | undefined {
  if (!(Math.abs(found.lat) <= 90 && Math.abs(found.lng) <= 180)) return undefined;
  const read = readAddress(address);
  const key = keyOf(found.street);
  const reading = read.readings
    .filter((one) => one.key === key)
    .toSorted((a, b) => Number(b.house !== null) - Number(a.house !== null))[0];
  if (!reading) return undefined;
  const code = codeKeyOf(found.postcode);
  const hasCode = code !== '' && read.codes.includes(code);
  const hasTown = found.towns.some((town) => namesTown(read, reading, keyOf(town)));
  if (!hasCode && !hasTown) return undefined;
  const country = countryIn(address);
  const isThere = found.country === '' || found.country.toUpperCase() === (country ?? ownCountry).toUpperCase();
  if (!isThere && (country !== undefined || !isAcrossBorder(address, read, reading, found))) return undefined;
  const house = houseOf(found.number);
  const isHouse =
    house !== null && reading.house !== null && house.from <= reading.house.from && reading.house.from <= house.to;
  if (house && reading.house && !isHouse) return undefined;
  return { lat: found.lat, lng: found.lng, precision: isHouse ? 'door' : 'street', source: 'service' };
}

/**
 * Where the geocoder says that an address is; null where it knows none, or means another.
 *
 * @throws MapServiceFault
 */
export async function askGeocoder(
  { GEOCODER_URL, GEOCODER_KIND, GEOCODER_KEY, BUSINESS_COUNTRY }: Config,
  address: string,
  signal?: AbortSignal,
): Promise<KnownPlace | null> {
  if (!GEOCODER_URL) return null;
  const { path, query, answer, keyName } = kinds[GEOCODER_KIND];
  const text = address
    .split('\n')
    .map((line) => line.trim())
    .join(', ');
  const said = await askMapService(GEOCODER_URL, {
    path,
    query: { ...query(text), ...(GEOCODER_KEY ? { [keyName]: GEOCODER_KEY } : {}) },
    milliseconds: ANSWER_MS,
    bytesMax: ANSWER_MAX,
    signal,
  });
  const parsed = answer.safeParse(said);
  if (!parsed.success) throw new MapServiceFault(`What it answered is none of ${GEOCODER_KIND}`);
  for (const found of parsed.data) {
    const place = placeOf(address, found, BUSINESS_COUNTRY);
    if (place) return place;
  }
  return null;
}
