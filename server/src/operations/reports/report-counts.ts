// The figures of a report with its rows in order, without labels and notes.
import { roundAmount } from '@quickfleet/shared/base/money/money';
import { keysOfTime } from '@quickfleet/shared/operations/reports/periods';
import { isTimeBy, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import type { AppContext } from '../../http/context.ts';
import {
  type Counts,
  countDeliveries,
  countFailures,
  countPunctuality,
  countRevenue,
  type RevenueNotes,
  rateOf,
} from './order-reports.ts';
import { countCustomers, countDrivers, countQuotes } from './people-reports.ts';
import { weekdayOrder } from './report-labels.ts';
import type { Scope } from './report-scope.ts';

export type Row = { key: string };
/** Nothing happened. */
const nothingOf = <Figures extends object>(counts: Counts<Figures>, empty: Figures, scope: Scope) => {
  const { by, weekStart } = scope;
  const order = isTimeBy(by)
    ? keysOfTime(by, scope, weekStart)
    : by === 'weekday'
      ? weekdayOrder(weekStart)
      : undefined;
  if (!order) return counts.rows;
  const known = new Map(counts.rows.map((row) => [row.key, row]));
  return order.map((key) => known.get(key) ?? { ...empty, key });
};
/** Rows by time in its order, hours too; others by what there is most of. */
function ordered<Figures extends object>(
  scope: Scope,
  counts: Counts<Figures>,
  empty: Figures,
  size: (row: Figures) => number,
): (Figures & Row)[] {
  const rows = nothingOf(counts, empty, scope);
  if (isTimeBy(scope.by) || scope.by === 'weekday') return rows;
  if (scope.by === 'hour') return rows.toSorted((a, b) => a.key.localeCompare(b.key));
  return rows.toSorted((a, b) => size(b) - size(a) || a.key.localeCompare(b.key, 'en', { numeric: true }));
}

export const noRate = rateOf(0, 0);
const noDeliveries = { planned: 0, delivered: 0, failed: 0, returned: 0, cancelled: 0, parcels: 0 };
const noPunctuality = { onTime: noRate, inRange: noRate, minutesLate: { median: null, p90: null }, withoutWindow: 0 };
const noFailures = { attempts: 0, orders: 0, firstAttempt: noRate };
const noQuotes = {
  ...{ asked: 0, pricedInTime: noRate, sent: 0, accepted: 0, declined: 0, expired: 0 },
  ...{ daysToYes: null, priceAgainstHint: null },
};
const noDriver = {
  ...{ stops: 0, hours: null, kilometres: null, perHour: null, onTime: noRate },
  ...{ rating: { mean: null, of: 0 }, pay: null },
};
const noRevenue = (currency: string) => {
  const zero = roundAmount('0', currency);
  return { net: zero, tax: zero, gross: zero, charges: zero, invoiced: zero, open: zero, refunded: zero };
};

interface Counted {
  report: Report;
  revenue?: RevenueNotes;
}
type Unlabelled = { rows: Row[] };
const labelled = <Of extends Unlabelled['rows'][number]>(rows: readonly Of[]) =>
  rows.map((row) => ({ ...row, label: '' }));

/** The figures of a report, without labels and notes. */
export async function count(ctx: AppContext, name: ReportName, scope: Scope): Promise<Counted> {
  const { from, to, by, currency } = scope;
  const common = { from, to, by, currency, previous: null, notes: [] };
  switch (name) {
    case 'deliveries': {
      const counts = await countDeliveries(ctx, scope);
      const rows = labelled(ordered(scope, counts, noDeliveries, (row) => row.delivered));
      return { report: { ...common, name, totals: counts.totals, rows } };
    }
    case 'punctuality': {
      const counts = await countPunctuality(ctx, scope);
      const rows = labelled(ordered(scope, counts, noPunctuality, ({ onTime }) => onTime.of));
      return { report: { ...common, name, totals: counts.totals, rows } };
    }
    case 'failures': {
      const counts = await countFailures(ctx, scope);
      const rows = labelled(ordered(scope, counts, noFailures, ({ attempts }) => attempts));
      return { report: { ...common, name, totals: counts.totals, rows } };
    }
    case 'revenue': {
      const { about, ...counts } = await countRevenue(ctx, scope);
      const rows = labelled(ordered(scope, counts, noRevenue(currency), ({ net }) => Number(net)));
      return { report: { ...common, name, totals: counts.totals, rows }, revenue: about };
    }
    case 'customers': {
      const { totals, rows } = await countCustomers(ctx, scope);
      return { report: { ...common, name, totals, rows: labelled(rows) } };
    }
    case 'quotes': {
      const counts = await countQuotes(ctx, scope);
      const rows = labelled(ordered(scope, counts, noQuotes, ({ asked }) => asked));
      return { report: { ...common, name, totals: counts.totals, rows } };
    }
    case 'drivers': {
      const counts = await countDrivers(ctx, scope);
      const rows = labelled(ordered(scope, counts, noDriver, ({ stops }) => stops));
      return { report: { ...common, name, totals: counts.totals, rows } };
    }
  }
}
