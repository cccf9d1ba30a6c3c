// Whole days of reports, counted once: what a report over a year reads in place of its orders.
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Span } from '@quickfleet/shared/operations/reports/periods';
import { isTimeBy, type ReportBy } from '@quickfleet/shared/operations/reports/report-names';
import type { Config } from '../../../config.ts';
import { c, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { dayIn } from '../../../process/clock.ts';
import { sha256 } from '../../../security/secrets.ts';
import { areasOf, keyed, keyOf, type Scope } from '../report-scope.ts';
import { type Part, part, plain } from '../sql-part.ts';

export type KeptReport = 'deliveries' | 'punctuality' | 'revenue';
/** The columns of the facts of a report that are added up, in the order in which they are kept. */
export const keptFigures: Readonly<Record<KeptReport, readonly string[]>> = {
  deliveries: ['planned', 'delivered', 'failed', 'returned', 'cancelled', 'parcels'],
  punctuality: ['on_time', 'has_window', 'without_window'],
  revenue: ['net', 'tax', 'gross', 'charges', 'open', 'refunded', 'is_other', 'is_unpriced'],
};
export const keptBys = ['hour', 'driver', 'customer', 'zone'] as const;
type KeptBy = (typeof keptBys)[number];
const isKeptBy = (by: ReportBy): by is KeptBy => (keptBys as readonly ReportBy[]).includes(by);

/** Days that were counted with other settings are counted again. Its number grows when something is counted differently. */
export const versionOf = ({ BUSINESS_TIMEZONE, priceZones }: Config, currency: string): string =>
  sha256(JSON.stringify([1, BUSINESS_TIMEZONE, currency, priceZones])).slice(0, 16);

const days = select({ day: c.day('day') });
const changes = select({ at: c.date('at') });
/** The days of a span that are not counted, or have changed since. */
export async function staleDays(ctx: AppContext, { from, to, zoneOfTime, currency }: Scope): Promise<Set<string>> {
  const version = versionOf(ctx.services.config, currency);
  const known = await readRows(
    ctx.em,
    days,
    'select $columns from report_days where version = ? and day between ?::date and ?::date',
    [version, from, to],
  );
  const stale = new Set<string>();
  const counted = new Set(known.map(({ day }) => day));
  for (let day = from; day <= to; day = addDays(day, 1)) if (!counted.has(day)) stale.add(day);
  for (const { at } of await readRows(
    ctx.em,
    changes,
    'select $columns from (select distinct at from report_changes) c',
  ))
    stale.add(dayIn(zoneOfTime, at));
  return stale;
}

/** Days as spans, in order. */
function spansOf(all: ReadonlySet<string>, { from, to }: Span): Span[] {
  const spans: Span[] = [];
  for (const day of [...all].filter((one) => one >= from && one <= to).toSorted()) {
    const last = spans.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}

/** By what the counted rows of a report are chosen; undefined where it asks for two things at once. */
function keptRows({ by, driverId, customerId, zone, status, email }: Scope) {
  if (status !== undefined || email !== undefined) return undefined;
  const filters = [
    ...(driverId === undefined ? [] : [['driver', String(driverId)] as const]),
    ...(customerId === undefined ? [] : [['customer', String(customerId)] as const]),
    ...(zone === undefined ? [] : [['zone', zone] as const]),
  ];
  const [filter, another] = filters;
  const own = isKeptBy(by) ? by : undefined;
  if (another || (filter && own && own !== filter[0]) || !(own || isTimeBy(by) || by === 'weekday')) return undefined;
  return { by: filter?.[0] ?? own ?? 'all', key: filter?.[1], isByTime: own === undefined };
}

/**
 * The facts of a report with their keys: of counted days their counts, of all others the orders themselves. `facts` makes
 * those of a scope.
 */
export async function keptAndLive(
  ctx: AppContext,
  scope: Scope,
  report: KeptReport,
  facts: (scope: Scope) => Part,
): Promise<Part> {
  const names = keptFigures[report];
  const hasLate = report === 'punctuality';
  const live = async (spans?: Span[]) => {
    const own = spans ? { ...scope, spans } : scope;
    return part`select key, ${plain(names.join(', '))}${plain(hasLate ? ', late_by' : '')} from (${await keyed(ctx, own, facts(own))}) k`;
  };
  const rows = keptRows(scope);
  if (!rows) return live();
  const stale = await staleDays(ctx, scope);
  const spans = spansOf(stale, scope);
  const key = rows.isByTime ? keyOf(scope, {}, 'c.day::timestamp') : plain('c.key');
  const isFresh = spans.reduce(
    (before, { from, to }) => part`${before} and not c.day between ${from}::date and ${to}::date`,
    part`c.report = ${report} and c.by = ${rows.by} and c.day between ${scope.from}::date and ${scope.to}::date`,
  );
  const whose = rows.key === undefined ? isFresh : part`${isFresh} and c.key = ${rows.key}`;
  const figures = names.map((name, at) => `c.figures[${at + 1}] as ${name}`).join(', ');
  const kept = part`select ${key} as key, ${plain(figures)}${plain(hasLate ? ', null::int as late_by' : '')} from report_counts c where ${whose}`;
  const nothing = names.map(() => '0').join(', ');
  const late = part`select ${key}, ${plain(nothing)}, unnest(c.late) from report_counts c where ${whose} and c.late is not null`;
  const all = hasLate ? part`${kept} union all ${late}` : kept;
  return spans.length === 0 ? all : part`${all} union all ${await live(spans)}`;
}

/** SQL that counts the facts of one day as it is kept. */
export async function countsOfDay(ctx: AppContext, scope: Scope, report: KeptReport, facts: Part): Promise<Part> {
  const sums = keptFigures[report].map((name) => `coalesce(sum(${name}), 0)`).join(', ');
  const late = report === 'punctuality' ? 'array_agg(late_by) filter (where late_by is not null)' : 'null::int[]';
  const areas = await areasOf(ctx, { ...scope, by: 'zone' }, facts);
  return part`
    insert into report_counts (day, report, by, key, figures, late)
    select ${scope.from}::date, ${report},
        case grouping(hour, driver, customer, zone) when 15 then 'all' when 7 then 'hour' when 11 then 'driver' when 13 then 'customer' else 'zone' end,
        coalesce(hour, driver, customer, zone, ''), array[${plain(sums)}]::numeric[], ${plain(late)}
      from (
        select ${keyOf({ ...scope, by: 'hour' })} as hour, ${keyOf({ ...scope, by: 'driver' })} as driver,
            ${keyOf({ ...scope, by: 'customer' })} as customer, ${keyOf({ ...scope, by: 'zone' })} as zone, f.*
          from (${facts}) f join orders o on o.id = f.order_id left join ${areas} z on o.zone is null and z.address = o.delivery_address) k
      group by grouping sets ((), (hour), (driver), (customer), (zone)) having count(*) > 0`;
}
