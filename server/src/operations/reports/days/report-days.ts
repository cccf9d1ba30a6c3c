// Whole days of reports, counted once: what a report over a year reads in place of its orders.
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Span } from '@quickfleet/shared/operations/reports/periods';
import { isTimeBy, type ReportBy } from '@quickfleet/shared/operations/reports/report-names';
import type { Config } from '../../../config.ts';
import { c, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { dayIn } from '../../../process/clock.ts';
import { sha256 } from '../../../security/secrets.ts';
import { keyOf, type Scope, type Source } from '../report-scope.ts';
import { type Part, part, plain } from '../sql-part.ts';

interface Kept {
  /** The columns of its facts that are added up, in the order in which they are kept. */
  figures: readonly string[];
  /** Columns of its facts of which single values are kept, at most two. */
  lists: readonly string[];
  /** By what it is kept, besides all of a day. */
  bys: readonly ReportBy[];
}
const ofOrders = ['hour', 'driver', 'customer', 'zone'] as const;
/** What is kept of days. */
export const keptReports = {
  deliveries: {
    figures: ['planned', 'delivered', 'failed', 'returned', 'cancelled', 'parcels'],
    lists: [],
    bys: ofOrders,
  },
  punctuality: { figures: ['on_time', 'has_window', 'without_window'], lists: ['late_by'], bys: ofOrders },
  failures: {
    figures: ['attempts', 'orders', 'is_first', 'tried'],
    lists: ['days_since'],
    bys: [...ofOrders, 'reason'],
  },
  revenue: {
    figures: ['deliveries', 'net', 'tax', 'gross', 'charges', 'open', 'refunded', 'is_other', 'is_unpriced'],
    lists: [],
    bys: ofOrders,
  },
  quotes: {
    figures: ['asked', 'due', 'in_time', 'is_sent', 'is_accepted', 'is_declined', 'is_expired'],
    lists: ['to_yes', 'against'],
    bys: ['hour', 'customer', 'zone', 'status', 'reason'],
  },
  drivers: {
    figures: ['stops', 'timed', 'on_time', 'has_window', 'stars', 'ratings', 'seconds'],
    lists: [],
    bys: ['driver'],
  },
  pay: { figures: ['pay'], lists: [], bys: ['driver', 'customer'] },
} as const satisfies Record<string, Kept>;
export type KeptReport = keyof typeof keptReports;
const keptOf = (report: KeptReport): Kept => keptReports[report];

/** Days that were counted with other settings are counted again. Its number grows when something is counted differently. */
export const versionOf = ({ BUSINESS_TIMEZONE, priceZones }: Config, currency: string): string =>
  sha256(JSON.stringify([2, BUSINESS_TIMEZONE, currency, priceZones])).slice(0, 16);

const days = select({ day: c.day('day') });
const changes = select({ at: c.date('at').nullable(), day: c.day('day').nullable() });
/** The days of a span that are not counted, or have changed since; by this `payVersion` if one is given. */
export async function staleDays(
  ctx: AppContext,
  { from, to, zoneOfTime, currency, now }: Scope,
  payVersion?: string,
): Promise<Set<string>> {
  const version = versionOf(ctx.services.config, currency);
  const ofPay = payVersion === undefined ? part`true` : part`pay_version = ${payVersion}`;
  const known = await readRows(
    ctx.em,
    days,
    `select $columns from report_days where version = ? and day between ?::date and ?::date and (until is null or until > ?) and ${ofPay.sql}`,
    [version, from, to, now, ...ofPay.params],
  );
  const stale = new Set<string>();
  const counted = new Set(known.map(({ day }) => day));
  for (let day = from; day <= to; day = addDays(day, 1)) if (!counted.has(day)) stale.add(day);
  for (const { at, day } of await readRows(
    ctx.em,
    changes,
    'select $columns from (select distinct at, day from report_changes) c',
  )) {
    if (at) stale.add(dayIn(zoneOfTime, at));
    if (day) stale.add(day);
  }
  return stale;
}

/** Days as spans, in order. */
export function spansOf(all: ReadonlySet<string>, { from, to }: Span): Span[] {
  const spans: Span[] = [];
  for (const day of [...all].filter((one) => one >= from && one <= to).toSorted()) {
    const last = spans.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}

/** What a row of a cause is kept as: causes are named by the reasons of today. */
const keptAs = (by: ReportBy): ReportBy => (by === 'party' ? 'reason' : by);
const PARTY = `coalesce((select r.party from failure_reasons r where r.code = c.key), '')`;

/** By what the counted rows of a report are chosen; undefined where it asks for two things at once. */
export function keptRows(report: KeptReport, { by, driverId, customerId, zone, status, email }: Scope) {
  const { bys } = keptOf(report);
  if (email !== undefined) return undefined;
  const filters = [
    ...(driverId === undefined ? [] : [['driver', String(driverId)] as const]),
    ...(customerId === undefined ? [] : [['customer', String(customerId)] as const]),
    ...(zone === undefined ? [] : [['zone', zone] as const]),
    ...(status === undefined ? [] : [['status', status] as const]),
  ];
  const [filter, another] = filters;
  const isByTime = isTimeBy(by) || by === 'weekday';
  const own = isByTime ? undefined : keptAs(by);
  if (another || (filter && !bys.includes(filter[0])) || (own && !bys.includes(own))) return undefined;
  if (filter && own && own !== filter[0]) return undefined;
  return { by: filter?.[0] ?? own ?? 'all', key: filter?.[1], isByTime };
}

/** Counted rows: `key`, `day`, the figures and the single values of a report, without these days. */
export function keptPart(
  scope: Scope,
  report: KeptReport,
  rows: NonNullable<ReturnType<typeof keptRows>>,
  without: readonly Span[],
): Part {
  const { figures, lists } = keptOf(report);
  const ownKey = plain(scope.by === 'party' ? PARTY : 'c.key');
  const key = rows.isByTime ? keyOf(scope, {}, 'c.day::timestamp') : ownKey;
  const isFresh = without.reduce(
    (before, { from, to }) => part`${before} and not c.day between ${from}::date and ${to}::date`,
    part`c.report = ${report} and c.by = ${rows.by} and c.day between ${scope.from}::date and ${scope.to}::date`,
  );
  const whose = rows.key === undefined ? isFresh : part`${isFresh} and c.key = ${rows.key}`;
  const sums = figures.map((name, at) => `c.figures[${at + 1}] as ${name}`).join(', ');
  const none = lists.map((name) => `, null::int as ${name}`).join('');
  const summed = part`select ${key} as key, c.day, ${plain(sums + none)} from report_counts c where ${whose}`;
  if (lists.length === 0) return summed;
  const nothing = figures.map(() => '0').join(', ');
  const columns = ['late', 'also_listed'].slice(0, lists.length);
  const values = columns.map((_, at) => `, v.v${at}`).join('');
  const unnested = `unnest(${columns.map((column) => `c.${column}`).join(', ')}) v (${columns.map((_, at) => `v${at}`).join(', ')})`;
  const isListed = columns.map((column) => `c.${column} is not null`).join(' or ');
  return part`${summed} union all
    select ${key}, c.day, ${plain(nothing + values)} from report_counts c, ${plain(unnested)} where ${whose} and (${plain(isListed)})`;
}

/** The same of the orders themselves. */
const livePart = async (
  scope: Scope,
  report: KeptReport,
  source: (scope: Scope) => Source | Promise<Source>,
): Promise<Part> => {
  const { figures, lists } = keptOf(report);
  const { from, keys } = await source(scope);
  const columns = [...figures, ...lists].map((name) => `f.${name}`).join(', ');
  return part`select ${keyOf(scope, keys)} as key, f.at::date as day, ${plain(columns)} from ${from}`;
};

/**
 * The facts of a report as `key`, `day`, figures and single values: of counted days their counts, of all others the
 * orders themselves. `source` makes those of a scope.
 */
export async function keptAndLive(
  ctx: AppContext,
  scope: Scope,
  report: KeptReport,
  source: (scope: Scope) => Source | Promise<Source>,
): Promise<Part> {
  const rows = keptRows(report, scope);
  if (!rows) return livePart(scope, report, source);
  const spans = spansOf(await staleDays(ctx, scope), scope);
  const kept = keptPart(scope, report, rows, spans);
  return spans.length === 0 ? kept : part`${kept} union all ${await livePart({ ...scope, spans }, report, source)}`;
}

/** SQL that counts the facts of days as they are kept. */
export function countsOfDays(scope: Scope, report: KeptReport, { from, keys }: Source): Part {
  const { figures, lists, bys } = keptOf(report);
  const sums = figures.map((name) => `coalesce(sum(${name}), 0)`).join(', ');
  const list = (at: number) => {
    const name = lists[at];
    return name === undefined ? 'null::int[]' : `array_agg(${name}) filter (where ${name} is not null)`;
  };
  const names = bys.map((by) => `by_${by}`);
  const by = bys.map((one, at) => `when grouping(${names[at]}) = 0 then '${one}'`).join(' ');
  const columns = bys.reduce(
    (before, one, at) => part`${before}${keyOf({ ...scope, by: one }, keys)} as ${plain(names[at] ?? '')}, `,
    plain(''),
  );
  const values = [...figures, ...lists].map((name) => `f.${name}`).join(', ');
  return part`
    insert into report_counts (day, report, by, key, figures, late, also_listed)
    select day, ${report}, case ${plain(by)} else 'all' end, coalesce(${plain(names.join(', '))}, ''),
        array[${plain(sums)}]::numeric[], ${plain(list(0))}, ${plain(list(1))}
      from (select f.at::date as day, ${columns}${plain(values)} from ${from}) k
      group by grouping sets ((day), ${plain(names.map((name) => `(day, ${name})`).join(', '))})`;
}
