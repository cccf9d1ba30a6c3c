import type { KnownPlace } from '@quickfleet/shared/base/place/places';
import { findPlaces, hasPosition } from '../../../company/places/places.queries.ts';
import { c, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { areaOf } from '../../eta/eta.queries.ts';

/** The last pieces of proof in which positions of neighbourhoods are looked for. */
const PROOFS_READ = 5000;
const proven = select({
  address: c.text(`case p.stop when 'pickup' then o.pickup_address else o.delivery_address end`),
  lat: c.float(`(p.position ->> 'lat')::float8`),
  lng: c.float(`(p.position ->> 'lng')::float8`),
});
const readProven = ({ em }: AppContext) =>
  readRows(
    em,
    proven,
    `select $columns from (select order_id, stop, position, id from proof_pieces order by id desc limit ${PROOFS_READ}) p
       join orders o on o.id = p.order_id
      where p.stop in ('pickup', 'delivery') and ${hasPosition} order by p.id desc`,
  );

const middleOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * Where addresses are, from the company's own proofs: those of earlier stops at the same address, else the middle of
 * those in its neighbourhood. What is in neither is left out.
 */
export async function findPlacesNear(ctx: AppContext, addresses: readonly string[]): Promise<Map<string, KnownPlace>> {
  const places = await findPlaces(ctx, addresses);
  const areas = new Map(
    addresses.flatMap((address) => (places.has(address) ? [] : [[address, areaOf(address)] as const])),
  );
  const wanted = new Set(areas.values());
  if (areas.size === 0) return places;
  const nearby = Map.groupBy(await readProven(ctx), ({ address }) => {
    const area = areaOf(address);
    return area !== null && wanted.has(area) ? area : null;
  });
  for (const [address, area] of areas) {
    const taken = area === null ? undefined : nearby.get(area);
    if (!taken) continue;
    places.set(address, {
      lat: middleOf(taken.map(({ lat }) => lat)),
      lng: middleOf(taken.map(({ lng }) => lng)),
      precision: 'area',
      source: 'proof',
    });
  }
  return places;
}

const waiting = select({ id: c.int('o.id') });
/** The orders of which an attempt failed, and the office has not decided yet. */
export async function findUndecided({ em }: AppContext, ids: readonly number[]): Promise<Set<number>> {
  const rows = await readRows(
    em,
    waiting,
    'select $columns from orders o where o.id = any(?) and o.outcome is not null order by o.id',
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}
