import { addDays, daysBetween } from '@quickfleet/shared/base/time/zoned-time';
import { orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import {
  DAYS_DEFAULT,
  lastDays,
  SPAN_DAYS_MAX,
  type Span,
  spanBefore,
  spanToCompare,
  weekStartOf,
} from '@quickfleet/shared/operations/reports/periods';
import {
  bysOf,
  filtersOf,
  mainFigure,
  type ReportBy,
  type ReportFilter,
  type ReportName,
  reportFilters,
} from '@quickfleet/shared/operations/reports/report-names';
import type {
  ReadChanges,
  ReadMyReport,
  ReadReport,
  Report,
  ReportChanges,
} from '@quickfleet/shared/operations/reports/reports';
import { quoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import { t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../company/settings/company.service.ts';
import { PROMISE_DAYS } from '../../delivery/eta/eta.queries.ts';
import { scopeOf } from '../../delivery/my/my.queries.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { readBeginning } from './people-reports.ts';
import { count, noRate, type Row } from './report-counts.ts';
import { labelsOf } from './report-labels.ts';
import { notesOf } from './report-notes.ts';
import { mayCustomer, type Reader, readerOf } from './report-readers.ts';
import type { Scope, Whose } from './report-scope.ts';

/** Rows of an answer; a spreadsheet has all of them. */
const ROWS_MAX = 1000;

const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '2999-12-31'] as const;

const includes = (all: readonly string[], one: string): boolean => all.includes(one);

function spanOf(ctx: AppContext, { from, to }: Partial<Record<'from' | 'to', string | undefined>>): Span {
  if (from === undefined && to === undefined) return lastDays(todayOf(ctx), DAYS_DEFAULT);
  if (from === undefined) throw invalid('from', t('Give the first day too'));
  if (to === undefined) throw invalid('to', t('Give the last day too'));
  if (to < from) throw invalid('to', t('The last day can’t be before the first'));
  // The days around them have years of four digits too, whatever they are compared with.
  if (from < FIRST_DAY) throw invalid('from', t('Choose days between 1970 and 2999'));
  if (to > LAST_DAY) throw invalid('to', t('Choose days between 1970 and 2999'));
  if (daysBetween(from, to) >= SPAN_DAYS_MAX) throw invalid('from', t('A report covers at most three years'));
  return { from, to };
}

/** By what this caller may read the rows. */
function byOf(name: ReportName, by: ReportBy | undefined, mayBy: (by: ReportBy) => boolean): ReportBy {
  const possible = bysOf[name].filter(mayBy);
  const chosen = by ?? possible[0];
  if (chosen === undefined || !includes(possible, chosen))
    throw invalid('by', t('{name} is one of {words}', { name: 'by', words: possible.join(', ') }));
  return chosen;
}
/** @throws 400 where these rows are not this reader's */
export function requireBy(name: ReportName, by: ReportBy | undefined, mayBy: (by: ReportBy) => boolean): void {
  byOf(name, by, mayBy);
}
function requireFilters(name: ReportName, given: Whose): void {
  const possible: readonly ReportFilter[] = filtersOf[name];
  const wrong = reportFilters.find((filter) => given[filter] !== undefined && !possible.includes(filter));
  if (wrong) throw invalid(wrong, t('This report has no filter {name}', { name: wrong }));
  const states: readonly string[] = name === 'quotes' ? quoteStatuses : orderStatuses;
  if (given.status !== undefined && !states.includes(given.status))
    throw invalid('status', t('{name} is one of {words}', { name: 'status', words: states.join(', ') }));
}

interface Asked extends Whose {
  name: ReportName;
  from?: string | undefined;
  to?: string | undefined;
  by?: ReportBy | undefined;
}
export async function scopeFor(ctx: AppContext, asked: Asked, mayBy: (by: ReportBy) => boolean): Promise<Scope> {
  const { name, driverId, customerId, zone, status, email } = asked;
  requireFilters(name, asked);
  const { quoting } = await readCompany(ctx.em);
  return {
    ...spanOf(ctx, asked),
    ...{ driverId, customerId, zone, status, email },
    by: byOf(name, asked.by, mayBy),
    zoneOfTime: ctx.services.config.BUSINESS_TIMEZONE,
    weekStart: weekStartOf(ctx.services.config.BUSINESS_COUNTRY),
    now: now(ctx),
    currency: quoting.currency,
  };
}

/** The totals of the period that it is compared with; of days, which every report but that of customers and drivers has. */
async function previousOf(ctx: AppContext, report: Report, scope: Scope, span: Span): Promise<Report> {
  const { report: before } = await count(ctx, report.name, { ...scope, ...span });
  // The compiler cannot tell that both are of one kind.
  return { ...report, previous: before.totals } as Report;
}

/** Amounts that this reader does not see. */
const withoutMoney = (report: Report): Report =>
  report.name === 'customers' ? { ...report, rows: report.rows.map((row) => ({ ...row, net: null })) } : report;

interface Wanted {
  compare?: 'previous' | 'year' | undefined;
  /** How many rows. */
  max?: number;
}
/** A report as a reader gets it, with labels and notes. */
export async function make(
  ctx: AppContext,
  name: ReportName,
  scope: Scope,
  reader: Pick<Reader, 'isCustomer' | 'hidesMoney'>,
  { compare, max = ROWS_MAX }: Wanted,
): Promise<Report> {
  const own: Scope = { ...scope, withPay: !reader.hidesMoney };
  const { report: counted, revenue } = await count(ctx, name, own);
  const compared = compare ? await previousOf(ctx, counted, own, spanToCompare(scope, compare)) : counted;
  const shown = reader.hidesMoney ? withoutMoney(compared) : compared;
  const first = shown.rows.slice(0, max);
  const keys = first.map(({ key }) => key);
  const label = await labelsOf(ctx, name, scope, keys, reader.isCustomer);
  const rows = first.map((row) => ({ ...row, label: label(row.key) }));
  const named = { ...shown, rows } as Report;
  const { order, quote } = await readBeginning(ctx, scope.zoneOfTime);
  const notes = notesOf(named, scope, {
    compare: compare ?? 'previous',
    revenue,
    begins: name === 'quotes' ? quote : order,
    rangesFrom: addDays(todayOf(ctx), -2 * PROMISE_DAYS),
    isUnfinished: scope.to >= todayOf(ctx),
    hidden: shown.rows.length - first.length,
  });
  return { ...named, notes };
}

/** One report as its caller may read it. `max`: how many rows. */
export async function readReport(
  ctx: AppContext,
  { name, from, to, by, compare, ...given }: ReadReport,
  max?: number,
): Promise<Report> {
  const reader = readerOf(ctx, name, given);
  const scope = await scopeFor(ctx, { name, from, to, by, ...reader.whose }, reader.mayBy);
  return make(ctx, name, scope, reader, { compare, ...(max === undefined ? {} : { max }) });
}

/** A report of the caller's own deliveries, or of a customer that they may see. */
export async function readMyReport(
  ctx: AppContext,
  { name, from, to, by, compare, customerId }: ReadMyReport,
): Promise<Report> {
  const { email, customer } = await scopeOf(ctx, customerId);
  const whose: Whose = customer ? { customerId: customer.id } : { email };
  const scope = await scopeFor(ctx, { name, from, to, by, ...whose }, mayCustomer);
  return make(ctx, name, scope, { isCustomer: true, hidesMoney: true }, { compare });
}

const CHANGES = 5;
/** The figure of a row that "What changed" is about. */
function mainOf(row: object, name: ReportName): number {
  const field = mainFigure[name];
  if (field === 'late') {
    const onTime = 'onTime' in row ? (row.onTime as { part: number; of: number }) : noRate;
    return onTime.of - onTime.part;
  }
  return Number(Reflect.get(row, field) ?? 0);
}
/** Who explains a change; what lies on a line of time explains nothing. */
const partsOf: Readonly<Record<ReportName, readonly ReportBy[]>> = {
  deliveries: ['customer', 'driver', 'zone', 'weekday', 'hour'],
  punctuality: ['driver', 'customer', 'zone', 'weekday', 'hour', 'reason'],
  failures: ['reason', 'party', 'driver', 'customer', 'zone', 'weekday', 'hour'],
  revenue: ['customer', 'driver', 'zone', 'weekday'],
  customers: ['customer'],
  quotes: ['customer', 'zone', 'weekday', 'hour', 'reason'],
  drivers: ['driver', 'weekday'],
};

/** The five largest differences to the period before, and how much of the whole each of them is. */
export async function readChanges(
  ctx: AppContext,
  { name, from, to, by, ...given }: ReadChanges,
): Promise<ReportChanges> {
  const reader = readerOf(ctx, name, given);
  const mayBy = (one: ReportBy) => reader.mayBy(one) && partsOf[name].includes(one);
  const chosen = by ?? partsOf[name].find(mayBy);
  const scope = await scopeFor(ctx, { name, from, to, by: chosen, ...reader.whose }, mayBy);
  const { report: after } = await count(ctx, name, scope);
  const { report: before } = await count(ctx, name, { ...scope, ...spanBefore(scope) });
  const sides = [before, after].map(
    ({ rows }) => new Map(rows.map((row: Row) => [row.key, mainOf(row, name)] as const)),
  );
  const keys = new Set(sides.flatMap((side) => [...side.keys()]));
  const rows = [...keys].map((key) => ({ key, before: sides[0]?.get(key) ?? 0, after: sides[1]?.get(key) ?? 0 }));
  const whole = rows.reduce((sum, row) => sum + row.after - row.before, 0);
  const largest = rows
    .filter((row) => row.after !== row.before)
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || a.key.localeCompare(b.key))
    .slice(0, CHANGES);
  const label = await labelsOf(
    ctx,
    name,
    scope,
    largest.map(({ key }) => key),
    reader.isCustomer,
  );
  return largest.map((row) => ({
    ...row,
    label: label(row.key),
    share: whole === 0 ? null : Math.round(((row.after - row.before) / whole) * 1000) / 1000,
  }));
}
