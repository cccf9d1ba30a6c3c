import { kilometresBetween } from '@quickfleet/shared/base/distance';
import { type KnownPlace, placeOut } from '@quickfleet/shared/base/place/places';
import { typedPlace } from '@quickfleet/shared/base/place/typed-place';
import { PLACES_READ } from '@quickfleet/shared/limits';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';

/** A phone that knows where it is only so roughly knows no address, in metres. */
export const ACCURACY_MAX = 200;
/** Whether a piece of proof `p` says where it was taken. */
export const hasPosition = `jsonb_typeof(p.position) = 'object' and coalesce((p.position ->> 'accuracy')::float8, 0) <= ${ACCURACY_MAX}`;

/** What addresses are found by, as the indexes of orders have it. */
export const hashOf = (address: string) => `md5(lower(${address}))`;
const ordersAt = (stop: 'pickup' | 'delivery', address: string) => `(select id, '${stop}' as stop from orders
  where ${hashOf(`${stop}_address`)} = ${hashOf(address)} order by id desc limit ${PLACES_READ})`;
const MIDDLE = 'percentile_cont(0.5) within group';
/**
 * The one row about where an address is: where somebody set it, else where the proofs of earlier stops at the same
 * address were taken, the middle of the latest ones; `lat` is null where nobody knows.
 */
const lookUp = (address: string) => `(
  select coalesce(pin.lat, proven.lat) as lat, coalesce(pin.lng, proven.lng) as lng,
    case when pin.lat is null then 'proof' else 'pin' end as source
  from (
    select ${MIDDLE} (order by (position ->> 'lat')::float8) as lat, ${MIDDLE} (order by (position ->> 'lng')::float8) as lng
    from (select p.position from (${ordersAt('pickup', address)} union all ${ordersAt('delivery', address)}) stop
      join proof_pieces p on p.order_id = stop.id and p.stop = stop.stop
      where ${hasPosition}
      order by p.id desc limit ${PLACES_READ}) taken
  ) proven left join address_pins pin on pin.address_hash = ${hashOf(address)})`;

/** A column with the place of an address; `withTyped` adds what the address itself says. */
export const placeOf = (address: string) =>
  c.json(
    placeOut.nullable(),
    `(select json_build_object('lat', f.lat, 'lng', f.lng, 'precision', 'door', 'source', f.source) from ${lookUp(address)} f where f.lat is not null)`,
  );
/** What was found of an address, or else what it says itself; a pin is the last word. */
export function withTyped(address: string, found: KnownPlace | null): KnownPlace | null {
  const typed = found?.source === 'pin' ? null : typedPlace(address);
  return typed ? { ...typed, precision: 'door', source: 'typed' } : found;
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
  return new Map(
    rows.flatMap(({ address, place }) => {
      const found = withTyped(address, place);
      return found ? [[address, found] as const] : [];
    }),
  );
}

/** Kilometres between two addresses with one decimal, as the crow flies; null where one is not known. */
export async function findDistance(ctx: AppContext, pickup: string, delivery: string): Promise<string | null> {
  const places = await findPlaces(ctx, [pickup, delivery]);
  const [from, to] = [places.get(pickup), places.get(delivery)];
  return from && to ? kilometresBetween(from, to).toFixed(1) : null;
}
