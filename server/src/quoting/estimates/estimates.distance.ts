import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { PLACES_READ } from '@quickfleet/shared/limits';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';

const known = select({ address: c.text('a.address'), lat: c.float('middle.lat'), lng: c.float('middle.lng') });
/** A phone that knows where it is only so roughly knows no address, in metres. */
export const ACCURACY_MAX = 200;
/** Whether a piece of proof `p` says where it was taken. */
export const hasPosition = `jsonb_typeof(p.position) = 'object' and coalesce((p.position ->> 'accuracy')::float8, 0) <= ${ACCURACY_MAX}`;

const ordersAt = (stop: 'pickup' | 'delivery') => `(select id, '${stop}' as stop from orders
  where md5(lower(${stop}_address)) = md5(lower(a.address)) order by id desc limit ${PLACES_READ})`;
/** Where the proofs of earlier stops at some addresses were taken: the middle of the latest ones of each. */
export async function findPlaces({ em }: AppContext, addresses: readonly string[]): Promise<Map<string, Place>> {
  const rows = await readRows(
    em,
    known,
    `select $columns from (select distinct unnest(?::text[]) as address) a cross join lateral (
       select percentile_cont(0.5) within group (order by (position ->> 'lat')::float8) as lat,
         percentile_cont(0.5) within group (order by (position ->> 'lng')::float8) as lng
       from (select p.position from (${ordersAt('pickup')} union all ${ordersAt('delivery')}) o
         join proof_pieces p on p.order_id = o.id and p.stop = o.stop
         where ${hasPosition}
         order by p.id desc limit ${PLACES_READ}) taken) middle
     where middle.lat is not null and middle.lng is not null order by a.address`,
    [[...addresses]],
  );
  return new Map(rows.map(({ address, lat, lng }) => [address, { lat, lng }]));
}

/** Kilometres between two addresses with one decimal, from the company's own proofs; null where one is not known. */
export async function findDistance(ctx: AppContext, pickup: string, delivery: string): Promise<string | null> {
  const places = await findPlaces(ctx, [pickup, delivery]);
  const [from, to] = [places.get(pickup), places.get(delivery)];
  return from && to ? kilometresBetween(from, to).toFixed(1) : null;
}
