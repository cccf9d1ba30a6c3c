import type { EntityManager } from '@mikro-orm/postgresql';
import { kilometresBetween } from '@quickfleet/shared/base/distance';
import type { KnownPlace } from '@quickfleet/shared/base/place/places';
import { c, type Row, readRows, select } from '../../../db/rows.ts';
import { isCodeKey, namesTown, type ReadAddress, type Reading, readAddress, sides } from './address-text.ts';
import { wordsOf } from './address-words.ts';
import { isSimilarStreet } from './similar-street.ts';

type Em = { em: EntityManager };

/** Addresses that are read by one statement. */
const AT_ONCE = 50;
const STREETS_MAX = 24;
/** Two places that are nearer are one for who drives there, in kilometres. */
const SAME_KM = 0.3;
/** A street that reaches no farther is a place itself. */
const SHORT_KM = 0.45;
/** The house nearest to one that the file does not have: at most so many numbers away. */
const NEAR_NUMBERS = 10;

const streetColumns = select({
  n: c.int('a.n'),
  id: c.int('s.id'),
  streetKey: c.text('s.street_key'),
  street: c.text('s.street'),
  townKey: c.text('s.town_key'),
  codeKey: c.text('s.code_key'),
  lat: c.float('s.lat'),
  lng: c.float('s.lng'),
  reach: c.float('s.reach'),
});
type Street = Row<typeof streetColumns>;
const houseColumns = select({
  n: c.int('w.n'),
  numberFrom: c.int('h.number_from'),
  numberTo: c.int('h.number_to'),
  letter: c.text('h.letter'),
  lat: c.float('h.lat'),
  lng: c.float('h.lng'),
});
type House = Row<typeof houseColumns>;

const matching = (where: string) =>
  `select s.* from address_streets s where s.street_key collate "C" = any(a.keys) and ${where}`;
const STREETS = `select $columns
  from jsonb_to_recordset(?::jsonb) a(n int, keys text[], codes text[], towns text[])
  cross join lateral (
    (${matching('s.code_key = any(a.codes)')} limit 200) union (${matching('s.town_key = any(a.towns)')} limit 200)) s
  order by a.n, s.id`;
/** The streets of a postcode: more than so many are no help. */
const OF_CODE_MAX = 1000;
const OF_CODE = `select $columns
  from jsonb_to_recordset(?::jsonb) a(n int, codes text[])
  cross join lateral (select * from address_streets where code_key = any(a.codes) order by id limit ${OF_CODE_MAX}) s
  order by a.n, s.id`;
const HOUSES = `select $columns
  from unnest(?::int[], ?::int[], ?::int[], ?::text[]) w(n, street_id, number, letter)
  cross join lateral (
    select * from address_houses h where h.street_id = w.street_id
    order by (w.number between h.number_from and h.number_to) desc, (h.letter = w.letter) desc,
      abs(h.number_from - w.number), h."at" limit 2) h
  order by w.n, (w.number between h.number_from and h.number_to) desc, (h.letter = w.letter) desc, abs(h.number_from - w.number)`;

/** One way to understand an address: a reading of it and a street that fits. */
interface Understood {
  reading: Reading;
  street: Street;
  score: number;
}
const BOTH = 3;
const ONE = 2;
const CLOSE = 1;
const ELSEWHERE = 0;

/** How well a street fits what an address says of its town and postcode; undefined where it does not. */
function scoreOf(address: ReadAddress, reading: Reading, street: Street): number | undefined {
  const said = address.codes.filter((key) => isCodeKey(key) && key !== String(reading.house?.from));
  const hasTown = street.townKey !== '' && namesTown(address, reading, street.townKey);
  // "London SE10" and "1054 Amsterdam" say a part of it.
  const isSaid = (key: string) => key === street.codeKey || (hasTown && street.codeKey.startsWith(key));
  const hasCode = street.codeKey !== '' && said.some(isSaid);
  if (hasCode) return hasTown || street.townKey === '' ? BOTH : ONE;
  if (!hasTown) return undefined;
  if (street.codeKey === '' || said.length === 0) return ONE;
  return said.some((key) => key.slice(0, 2) === street.codeKey.slice(0, 2)) ? CLOSE : ELSEWHERE;
}

function understand(address: ReadAddress, streets: readonly Street[]): Understood[] {
  const found = streets.flatMap((street) =>
    address.readings.flatMap((reading): Understood[] => {
      if (reading.key !== street.streetKey) return [];
      const score = scoreOf(address, reading, street);
      return score === undefined ? [] : [{ reading, street, score }];
    }),
  );
  // "Store 3, High Street 5": of one street the likely number counts, whether the file has it or not.
  const likely = new Map<number, number>();
  for (const one of found) likely.set(one.street.id, Math.min(likely.get(one.street.id) ?? sides.length, sideOf(one)));
  return found
    .filter((one) => sideOf(one) === likely.get(one.street.id))
    .toSorted((a, b) => b.score - a.score || b.reading.words - a.reading.words)
    .slice(0, STREETS_MAX);
}

interface Candidate extends Understood {
  place: KnownPlace;
}
const asPlace = ({ lat, lng }: { lat: number; lng: number }, precision: KnownPlace['precision']): KnownPlace => ({
  lat,
  lng,
  precision,
  source: 'file',
});
/** Where an understood address is: its house, one nearby, or a short street; undefined where that cannot be said. */
function placeIn({ reading, street, score }: Understood, houses: readonly House[]): KnownPlace | undefined {
  const { house } = reading;
  const [nearest] = houses;
  const isIn = house && nearest && house.from >= nearest.numberFrom && house.from <= nearest.numberTo;
  // Its postcode says otherwise: then the house has to be there.
  if (score <= CLOSE && !isIn) return undefined;
  if (house && nearest) {
    if (isIn && nearest.letter === house.letter) return asPlace(nearest, 'door');
    if (Math.abs(nearest.numberFrom - house.from) <= NEAR_NUMBERS) return asPlace(nearest, 'street');
  }
  return street.reach <= SHORT_KM ? asPlace(street, 'street') : undefined;
}

const isFar = (one: KnownPlace, other: KnownPlace): boolean => kilometresBetween(one, other) > SAME_KM;
const rankOf = ({ precision }: KnownPlace): number => (precision === 'door' ? 1 : 0);
const sideOf = ({ reading }: Understood): number => sides.indexOf(reading.side);
/** The one place that an address can mean; null where there is none, or several far from each other. */
function choose(candidates: readonly Candidate[]): KnownPlace | null {
  const sorted = candidates.toSorted(
    (a, b) =>
      b.score - a.score ||
      b.reading.words - a.reading.words ||
      sideOf(a) - sideOf(b) ||
      rankOf(b.place) - rankOf(a.place),
  );
  const [best] = sorted;
  if (!best || best.score === ELSEWHERE) return null;
  const isRival = (one: Candidate): boolean => {
    if (!isFar(one.place, best.place)) return false;
    // Its postcode says here and its town says there.
    const isSameStreet = one.street.id === best.street.id;
    if (best.score < BOTH && !isSameStreet) return one.reading.words >= best.reading.words;
    return (
      one.score === best.score &&
      one.reading.words === best.reading.words &&
      sideOf(one) === sideOf(best) &&
      rankOf(one.place) === rankOf(best.place)
    );
  };
  return sorted.some(isRival) ? null : best.place;
}

/** Where addresses are by the company's address file; null where it does not say. */
export async function findInFile({ em }: Em, addresses: readonly string[]): Promise<Map<string, KnownPlace | null>> {
  const found = new Map<string, KnownPlace | null>();
  for (let from = 0; from < addresses.length; from += AT_ONCE)
    for (const [address, place] of await findSome(em, addresses.slice(from, from + AT_ONCE))) found.set(address, place);
  return found;
}

async function findSome(em: EntityManager, addresses: readonly string[]): Promise<[string, KnownPlace | null][]> {
  const read = addresses.map(readAddress);
  const asked = read.map(({ readings, towns, codes }, n) => ({
    n,
    keys: [...new Set(readings.map(({ key }) => key))],
    codes,
    towns: [...towns.keys()],
  }));
  const streets = Map.groupBy(await readRows(em, streetColumns, STREETS, [JSON.stringify(asked)]), ({ n }) => n);
  const understood = read.flatMap((address, n) =>
    understand(address, streets.get(n) ?? []).map((one) => ({ ...one, address: n })),
  );
  const exact = await placesIn(em, understood);
  const unknown = new Set(read.keys()).difference(new Set(exact.map(({ address }) => address)));
  const similar = await placesIn(em, await similarOf(em, read, [...unknown]));
  const guesses = similar.flatMap(({ place, ...one }) =>
    place.precision === 'door' ? [{ ...one, place: { ...place, precision: 'street' as const } }] : [],
  );
  const candidates = Map.groupBy([...exact, ...guesses], ({ address }) => address);
  return addresses.map((address, n) => [address, choose(candidates.get(n) ?? [])]);
}

type OfAddress = Understood & { address: number };
/** What is understood and can be said where it is. */
async function placesIn(em: EntityManager, understood: readonly OfAddress[]): Promise<(OfAddress & Candidate)[]> {
  const wanted = understood.flatMap(({ reading: { house }, street }, n) => (house ? [{ n, street, house }] : []));
  const houses =
    wanted.length === 0
      ? new Map<number, House[]>()
      : Map.groupBy(
          await readRows(em, houseColumns, HOUSES, [
            wanted.map(({ n }) => n),
            wanted.map(({ street }) => street.id),
            wanted.map(({ house }) => house.from),
            wanted.map(({ house }) => house.letter),
          ]),
          ({ n }) => n,
        );
  return understood.flatMap((one, n) => {
    const place = placeIn(one, houses.get(n) ?? []);
    return place ? [{ ...one, place }] : [];
  });
}

/** Streets of the postcode that are nearly what was written, where nothing else was understood; none where two are. */
async function similarOf(em: EntityManager, read: readonly ReadAddress[], unknown: readonly number[]) {
  const asked = unknown.flatMap((n) => {
    const codes = read[n]?.codes.filter(isCodeKey) ?? [];
    return codes.length > 0 ? [{ n, codes }] : [];
  });
  if (asked.length === 0) return [];
  const streets = Map.groupBy(await readRows(em, streetColumns, OF_CODE, [JSON.stringify(asked)]), ({ n }) => n);
  return asked.flatMap(({ n }): OfAddress[] => {
    const address = read[n];
    if (!address) return [];
    // A number of five digits is a postcode, and each reading is compared with hundreds of streets.
    const readings = address.readings.filter(({ house }) => house && house.from < 10_000);
    const found = (streets.get(n) ?? []).flatMap((street): OfAddress[] => {
      const known = wordsOf(street.street);
      return readings.flatMap((reading): OfAddress[] => {
        const written = address.parts[reading.part]?.slice(reading.from, reading.to) ?? [];
        if (!isSimilarStreet(written, known)) return [];
        const score = scoreOf(address, reading, street);
        return score !== undefined && score >= ONE ? [{ address: n, reading, street, score }] : [];
      });
    });
    const words = Math.max(0, ...found.map(({ reading }) => reading.words));
    const best = found.filter(({ reading }) => reading.words === words);
    return new Set(best.map(({ street }) => street.streetKey)).size === 1 ? best : [];
  });
}

const townColumns = select({ lat: c.float('avg(lat)').nullable(), lng: c.float('avg(lng)').nullable() });
/** The middle of a town of the file; undefined where it has none of this name. */
export async function findTown({ em }: Em, townKey: string): Promise<{ lat: number; lng: number } | undefined> {
  const [row] = await readRows(em, townColumns, 'select $columns from address_streets where town_key = ?', [townKey]);
  return row && row.lat !== null && row.lng !== null ? { lat: row.lat, lng: row.lng } : undefined;
}
