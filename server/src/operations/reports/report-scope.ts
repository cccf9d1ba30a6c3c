import { DAY_MS, endOfDay, MINUTE_MS, offsetAt, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { Span } from '@quickfleet/shared/operations/reports/periods';
import type { ReportBy } from '@quickfleet/shared/operations/reports/report-names';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { zoneNameOf } from '../../quoting/places/zone-names.ts';
import { type Part, part, plain } from './sql-part.ts';

/** Whose rows a report has. */
export interface Whose {
  driverId?: number | undefined;
  customerId?: number | undefined;
  /** In small letters. */
  email?: string | undefined;
  zone?: string | undefined;
  status?: string | undefined;
}
/** What a report is read with, checked. */
export interface Scope extends Span, Whose {
  by: ReportBy;
  zoneOfTime: string;
  /** 1 Monday … 7 Sunday. */
  weekStart: number;
  now: Date;
  /** Of the company. */
  currency: string;
  /** The only days of it that are looked at; all of them without. */
  spans?: readonly Span[];
  /** With what drivers earned. */
  withPay?: boolean;
}
/** Facts `f`, each with a local time `at`, and what of them is a row's key. */
export interface Source {
  /** What stands after `from`, with a `where`. */
  from: Part;
  keys: Readonly<Partial<Record<ReportBy, string>>>;
}

/** The first moment of a span, and the first one after it. */
export const bounds = ({ from, to, zoneOfTime }: Scope): [Date, Date] => [
  startOfDay(from, zoneOfTime),
  endOfDay(to, zoneOfTime),
];
/** Whether a moment lies in the span. */
export function within(scope: Scope, column: string): Part {
  const all = (scope.spans ?? [scope]).map((span) => {
    const [from, to] = bounds({ ...scope, ...span });
    return part`${plain(column)} >= ${from} and ${plain(column)} < ${to}`;
  });
  const [one = plain('false'), ...others] = all;
  return others.length === 0 ? one : part`(${others.reduce((before, next) => part`${before} or ${next}`, one)})`;
}
/** The same of a day without a time. */
export function withinDays({ from, to, spans }: Scope, column: string): Part {
  const all = (spans ?? [{ from, to }]).map(
    (span) => part`${plain(column)} between ${span.from}::date and ${span.to}::date`,
  );
  return all.reduce((before, one) => part`${before} or ${one}`, plain('false'));
}
const QUARTER_MS = 15 * MINUTE_MS;
/** When the clocks of the company change in a span, and their offsets from UTC in seconds: one more than there are changes. */
function clocksOf(scope: Scope): { changes: Date[]; offsets: number[] } {
  const [first, end] = bounds(scope).map((moment) => moment.getTime()) as [number, number];
  const offset = (moment: number) => offsetAt(moment, scope.zoneOfTime) / 1000;
  const changes: Date[] = [];
  const offsets = [offset(first)];
  for (let day = first; day < end; day += DAY_MS) {
    const next = Math.min(day + DAY_MS, end);
    if (offset(next) === offset(day)) continue;
    // Clocks change at whole quarters of an hour.
    let at = Math.floor(day / QUARTER_MS) * QUARTER_MS;
    while (at < next && offset(at) === offset(day)) at += QUARTER_MS;
    changes.push(new Date(at));
    offsets.push(offset(next));
  }
  return { changes, offsets };
}
/** A moment of the span as the clocks of the company show it: they are asked here, and PostgreSQL knows no zone. */
export function local(scope: Scope, column: string): Part {
  const { changes, offsets } = clocksOf(scope);
  const seconds = changes.reduce(
    (before, change, at) => part`${before} when ${plain(column)} < ${change} then ${plain(String(offsets[at]))}`,
    plain(''),
  );
  const last = plain(String(offsets.at(-1)));
  const offset = changes.length === 0 ? last : part`case ${seconds} else ${last} end`;
  return part`((${plain(column)} + (${offset}) * interval '1 second') at time zone 'UTC')`;
}

const weekdays = `(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])`;
/** The key of a row by time, of a column without a zone. */
function keyOfTime(by: ReportBy, at: string, weekStart: number): Part | undefined {
  switch (by) {
    case 'day':
      return plain(`to_char(${at}, 'YYYY-MM-DD')`);
    case 'week':
      return plain(`to_char(${at}::date - (extract(isodow from ${at})::int - ${weekStart} + 7) % 7, 'YYYY-MM-DD')`);
    case 'month':
      return plain(`to_char(${at}, 'YYYY-MM')`);
    case 'weekday':
      return plain(`${weekdays}[extract(isodow from ${at})::int]`);
    case 'hour':
      return plain(`to_char(${at}, 'HH24')`);
    default:
      return undefined;
  }
}
const keysOfOrders: Readonly<Partial<Record<ReportBy, string>>> = {
  driver: `coalesce(o.driver_id::text, '')`,
  customer: `coalesce(o.customer_id::text, '')`,
  zone: `coalesce(o.zone, z.zone, '')`,
  reason: `coalesce(f.reason, '')`,
  party: `coalesce(f.party, '')`,
  address: `coalesce(f.address, '')`,
};
/** The key of a fact `f` with a local time `at`, of an order `o` in an area `z`, or of a quote `q`. */
export function keyOf({ by, weekStart }: Scope, others = keysOfOrders, at = 'f.at'): Part {
  const key = keyOfTime(by, at, weekStart) ?? (others[by] === undefined ? undefined : plain(others[by]));
  if (!key) throw new Error(`no report has rows by ${by}`);
  return key;
}

/** Addresses with their areas, as a table. */
export const namedAreas = (named: readonly { address: string; zone: string }[]): Part =>
  named.length === 0
    ? plain('(select null::text as address, null::text as zone where false)')
    : part`(select * from json_to_recordset(${JSON.stringify(named)}::json) as r(address text, zone text))`;
/**
 * Facts as a table `f` that is made once. Without statistics PostgreSQL expects one order of a customer, and would look
 * for all facts again for each of them.
 */
export const once = (facts: Part): Part => part`(with f as materialized (${facts}) select * from f) f`;
const addresses = select({ address: c.text('o.delivery_address') });
/**
 * The areas of orders that were made before areas were kept: their addresses, and what they are called by today's prices.
 * Nothing where no area is asked for.
 */
export async function areasOf(ctx: AppContext, scope: Scope, facts: Part): Promise<Part> {
  if (scope.by !== 'zone' && scope.zone === undefined) return namedAreas([]);
  const found = await readRows(
    ctx.em,
    addresses,
    `select distinct $columns from ${once(facts).sql} join orders o on o.id = f.order_id where o.zone is null`,
    [...facts.params],
    { dependsOnValues: true },
  );
  const { priceZones } = ctx.services.config;
  return namedAreas(found.map(({ address }) => ({ address, zone: zoneNameOf(address, priceZones) })));
}

/** Which orders `o` (in areas `z`) a report is of. */
export function whoseOrders(
  { driverId, customerId, email, zone, status }: Whose,
  customerColumn = 'o.customer_id',
): Part {
  const all: Part[] = [];
  if (driverId !== undefined) all.push(part`o.driver_id = ${driverId}`);
  if (customerId !== undefined) all.push(part`${plain(customerColumn)} = ${customerId}`);
  if (email !== undefined) all.push(part`lower(o.customer_email) = ${email}`);
  if (zone !== undefined) all.push(part`coalesce(o.zone, z.zone, '') = ${zone}`);
  if (status !== undefined) all.push(part`o.status = ${status}`);
  return all.reduce((before, one) => part`${before} and ${one}`, plain('true'));
}

/** Facts `f` of orders, with their orders `o` and areas `z`. */
export async function ofOrders(ctx: AppContext, scope: Scope, facts: Part): Promise<Source> {
  const areas = await areasOf(ctx, scope, facts);
  const from = part`${once(facts)} join orders o on o.id = f.order_id
    left join ${areas} z on o.zone is null and z.address = o.delivery_address where ${whoseOrders(scope)}`;
  return { from, keys: keysOfOrders };
}
/** Facts of orders with the keys of their rows: `key`, and the columns of the facts. */
export async function keyed(ctx: AppContext, scope: Scope, facts: Part): Promise<Part> {
  const { from, keys } = await ofOrders(ctx, scope, facts);
  return part`select ${keyOf(scope, keys)} as key, f.* from ${from}`;
}
