import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { type KnownPlace, placeOut } from '@quickfleet/shared/base/place/places';
import { recoverCode, shortCodeIn } from '@quickfleet/shared/base/place/plus-codes';
import { type TypedPlace, typedPlace } from '@quickfleet/shared/base/place/typed-place';
import { PLACES_READ } from '@quickfleet/shared/limits';
import { z } from 'zod';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { findInFile, findTown } from './address-file/address-file.queries.ts';
import { keyOf } from './address-file/address-words.ts';

/** A phone that knows where it is only so roughly knows no address, in metres. */
export const ACCURACY_MAX = 200;
/** Whether a piece of proof `p` says where it was taken. */
export const hasPosition = `jsonb_typeof(p.position) = 'object' and coalesce((p.position ->> 'accuracy')::float8, 0) <= ${ACCURACY_MAX}`;

/** What addresses are found by, as the indexes of orders have it. */
export const hashOf = (address: string) => `md5(lower(${address}))`;
/** The same for the same words, whatever parts them: a line break, a comma or two blanks. */
export const sameHashOf = (address: string) =>
  String.raw`md5(btrim(regexp_replace(lower(${address}), '[\s,;]+', ' ', 'g')))`;
/** Whether a pin is one of an address. */
export const isPinOf = (address: string) => `(address_hash = ${hashOf(address)} or same_hash = ${sameHashOf(address)})`;
const ordersAt = (stop: 'pickup' | 'delivery', address: string) => `(select id, '${stop}' as stop from orders
  where ${hashOf(`${stop}_address`)} = ${hashOf(address)} order by id desc limit ${PLACES_READ})`;
const MIDDLE = 'percentile_cont(0.5) within group';
/**
 * The one row about where an address is: where somebody set it, else where the proofs of earlier stops at the same
 * address were taken, the middle of the latest ones, else what was found of it; `lat` is null where nobody knows.
 */
const lookUp = (address: string) => `(
  select coalesce(pin.lat, proven.lat, found.lat) as lat, coalesce(pin.lng, proven.lng, found.lng) as lng,
    case when pin.lat is null and proven.lat is null then found.precision else 'door' end as precision,
    case when pin.lat is not null then 'pin' when proven.lat is not null then 'proof' else found.source end as source,
    found.address_hash is null and exists (select 1 from address_files) as is_unread
  from (
    select ${MIDDLE} (order by (position ->> 'lat')::float8) as lat, ${MIDDLE} (order by (position ->> 'lng')::float8) as lng
    from (select p.position from (${ordersAt('pickup', address)} union all ${ordersAt('delivery', address)}) stop
      join proof_pieces p on p.order_id = stop.id and p.stop = stop.stop
      where ${hasPosition}
      order by p.id desc limit ${PLACES_READ}) taken
  ) proven left join lateral (
    select lat, lng from address_pins where ${isPinOf(address)} order by created_at desc limit 1) pin on true
  left join address_places found on found.address_hash = ${hashOf(address)})`;

/** Nobody has looked into the address file yet. */
const UNREAD = 'unread';
export type FoundPlace = KnownPlace | typeof UNREAD | null;
/** A column with the place of an address; `placesOf` adds what the address itself and the address file say. */
export const placeOf = (address: string) =>
  c.json(
    placeOut.or(z.literal(UNREAD)).nullable(),
    `(select case when f.lat is not null then json_build_object('lat', f.lat, 'lng', f.lng, 'precision', f.precision, 'source', f.source)
        when f.is_unread then to_json('${UNREAD}'::text) end from ${lookUp(address)} f)`,
  );

/**
 * Where addresses are, by what was read of each: a pin is the last word, then what the address says itself; what nobody
 * has looked up yet is looked for in the address file. What nobody knows is left out.
 */
export async function placesOf(
  ctx: Pick<AppContext, 'em'>,
  read: readonly { address: string; place: FoundPlace }[],
): Promise<Map<string, KnownPlace>> {
  const places = new Map<string, KnownPlace>();
  const unread: string[] = [];
  for (const { address, place } of read) {
    const known = place === UNREAD ? null : place;
    const typed = known?.source === 'pin' ? null : await typedIn(ctx, address);
    const shown: KnownPlace | null = typed ? { ...typed, source: 'typed' } : known;
    if (shown) places.set(address, shown);
    else if (place === UNREAD) unread.push(address);
  }
  if (unread.length === 0) return places;
  for (const [address, place] of await findInFile(ctx, [...new Set(unread)])) if (place) places.set(address, place);
  return places;
}
/** What an address says itself; a short plus code with the town of the address file. */
async function typedIn(ctx: Pick<AppContext, 'em'>, address: string): Promise<TypedPlace | null> {
  const typed = typedPlace(address);
  if (typed) return typed;
  const settled = await settledPlace(ctx, address);
  return settled && { ...settled, precision: 'door' };
}
const ownTown = select({
  lat: c.float(`${MIDDLE} (order by (p.position ->> 'lat')::float8)`).nullable(),
  lng: c.float(`${MIDDLE} (order by (p.position ->> 'lng')::float8)`).nullable(),
});
/** A place as it was said, or where a short plus code is: near its town, by the address file or the company's own proofs. */
export async function settledPlace({ em }: Pick<AppContext, 'em'>, said: Place | string): Promise<Place | null> {
  if (typeof said !== 'string') return said;
  const short = shortCodeIn(said);
  if (!short) return null;
  const town = await findTown({ em }, keyOf(short.town));
  if (town) return recoverCode(short.code, town);
  const own = await readRow(
    em,
    ownTown,
    `select $columns from (select order_id, stop, position, id from proof_pieces order by id desc limit ${PLACES_READ * 100}) p
       join orders o on o.id = p.order_id
      where ${hasPosition} and strpos(lower(case p.stop when 'pickup' then o.pickup_address else o.delivery_address end), lower(?)) > 0`,
    [short.town],
  );
  return own && own.lat !== null && own.lng !== null ? recoverCode(short.code, { lat: own.lat, lng: own.lng }) : null;
}

/** Rows of orders or quotes with what is known of their two places. */
export async function withPlaces<
  R extends { pickupAddress: string; deliveryAddress: string; pickupPlace: FoundPlace; deliveryPlace: FoundPlace },
>(ctx: Pick<AppContext, 'em'>, rows: readonly R[]) {
  const places = await placesOf(
    ctx,
    rows.flatMap(({ pickupAddress, deliveryAddress, pickupPlace, deliveryPlace }) => [
      { address: pickupAddress, place: pickupPlace },
      { address: deliveryAddress, place: deliveryPlace },
    ]),
  );
  return rows.map((row) => ({
    ...row,
    pickupPlace: places.get(row.pickupAddress) ?? null,
    deliveryPlace: places.get(row.deliveryAddress) ?? null,
  }));
}

const known = select({ address: c.text('a.address'), place: placeOf('a.address') });
/** Where addresses are, as far as the company knows: the one place to ask. What nobody knows is left out. */
export async function findPlaces(
  { em }: Pick<AppContext, 'em'>,
  addresses: readonly string[],
): Promise<Map<string, KnownPlace>> {
  const rows = await readRows(
    em,
    known,
    'select $columns from (select distinct unnest(?::text[]) as address) a order by a.address',
    [[...addresses]],
  );
  return placesOf({ em }, rows);
}

/** Kilometres between two addresses with one decimal, as the crow flies; null where one is not known. */
export async function findDistance(ctx: AppContext, pickup: string, delivery: string): Promise<string | null> {
  const places = await findPlaces(ctx, [pickup, delivery]);
  const [from, to] = [places.get(pickup), places.get(delivery)];
  return from && to ? kilometresBetween(from, to).toFixed(1) : null;
}
