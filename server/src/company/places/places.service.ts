import { type PlaceIn, placeError } from '@quickfleet/shared/base/place/places';
import { run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { changed } from '../history/change-words.ts';
import type { Said } from '../history/detail-words.ts';
import { hashOf, isPinOf, sameHashOf, settledPlace } from './places.queries.ts';

/** What a request may say about the places of a route. */
export interface PlacesIn {
  pickupPlace?: PlaceIn;
  deliveryPlace?: PlaceIn;
}

/**
 * Remembers for the addresses of a route where they are, as somebody said it; null forgets it. Answers a line of history
 * for each that changed.
 */
export async function setPins(
  ctx: AppContext,
  { pickupAddress, deliveryAddress }: { pickupAddress: string; deliveryAddress: string },
  { pickupPlace, deliveryPlace }: PlacesIn,
): Promise<Said[]> {
  const lines: Said[] = [];
  if (await setPin(ctx, pickupAddress, pickupPlace, 'pickupPlace')) lines.push(changed('Pickup place'));
  if (await setPin(ctx, deliveryAddress, deliveryPlace, 'deliveryPlace')) lines.push(changed('Delivery place'));
  return lines;
}

const dueNow = `update address_places set next_at = ? where address_hash = ${hashOf('?')} and source is null
  returning address_hash`;
/** Remembers where an address is; false where that was known. Rejects with 400 for a code of a town that nobody knows. */
export async function setPin(ctx: AppContext, address: string, said: PlaceIn, path: string): Promise<boolean> {
  if (said === undefined) return false;
  const place = said && (await settledPlace(ctx, said));
  if (said && !place) throw invalid(path, placeError());
  const changed = place
    ? await run(
        ctx.em,
        `with other as (delete from address_pins where same_hash = ${sameHashOf('?')} and address_hash <> ${hashOf('?')})
         insert into address_pins as p (address_hash, same_hash, lat, lng, created_at)
         values (${hashOf('?')}, ${sameHashOf('?')}, ?, ?, ?)
         on conflict (address_hash) do update set same_hash = excluded.same_hash, lat = excluded.lat, lng = excluded.lng,
           created_at = excluded.created_at
         where (p.lat, p.lng) is distinct from (excluded.lat, excluded.lng) returning address_hash`,
        [address, address, address, address, place.lat, place.lng, now(ctx)],
      )
    : await run(ctx.em, `delete from address_pins where ${isPinOf('?')} returning address_hash`, [address, address]);
  // Nobody asked for it while it had a pin.
  if (!place && changed > 0) await run(ctx.em, dueNow, [now(ctx), address]);
  return changed > 0;
}
