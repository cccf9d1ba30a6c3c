// Where the areas of a report are, for its map.
import type { ReadReportPlaces, ReportPlaces } from '@quickfleet/shared/operations/reports/reports';
import { findPlaces } from '../../company/places/places.queries.ts';
import { c, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { zoneNameOf } from '../../quoting/places/zone-names.ts';
import { delivered, readPart } from './order-reports.ts';
import { readerOf } from './report-readers.ts';
import { namedAreas, whoseOrders } from './report-scope.ts';
import { scopeFor } from './reports.service.ts';
import { part } from './sql-part.ts';

/** Of so many deliveries, the latest ones, and so many addresses of each area. */
const LATEST = 2000;
const ADDRESSES = 5;
const latest = select({ zone: c.text('o.zone').nullable(), address: c.text('o.delivery_address') });

const middleOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The middle of the latest deliveries of each area, as far as their places are known. */
export async function readReportPlaces(
  ctx: AppContext,
  { name, from, to, ...given }: ReadReportPlaces,
): Promise<ReportPlaces> {
  const { whose, mayBy } = readerOf(ctx, name, given);
  const scope = await scopeFor(ctx, { name, from, to, by: 'zone', ...whose }, mayBy);
  // Which areas there are is asked below: an area of today's prices is known by its address alone.
  const { zone: wanted, ...others } = scope;
  const found = await readPart(
    ctx,
    latest,
    part`select $columns from orders o left join ${namedAreas([])} z on true
      where ${delivered(scope)} and ${whoseOrders(others)} order by o.delivered_at desc limit ${LATEST}`,
  );
  const { priceZones } = ctx.services.config;
  const addresses = new Map<string, Set<string>>();
  for (const { zone, address } of found) {
    const key = zone ?? zoneNameOf(address, priceZones);
    const own = addresses.get(key) ?? new Set();
    if (own.size < ADDRESSES) addresses.set(key, own.add(address));
  }
  const places = await findPlaces(
    ctx,
    [...addresses.values()].flatMap((own) => [...own]),
  );
  return [...addresses].flatMap(([key, own]) => {
    const known = [...own].flatMap((address) => places.get(address) ?? []);
    if (key === '' || known.length === 0 || (wanted !== undefined && key !== wanted)) return [];
    return [{ key, lat: middleOf(known.map(({ lat }) => lat)), lng: middleOf(known.map(({ lng }) => lng)) }];
  });
}
