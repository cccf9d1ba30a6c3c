import type { Cell } from '@quickfleet/shared/base/csv';
import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import type { TableColumn } from '@quickfleet/shared/base/table';
import { yesOrNo } from '@quickfleet/shared/base/table';
import { figureOf } from '@quickfleet/shared/operations/reports/figure-words';
import {
  bysOf,
  byWords,
  type Figure,
  figuresOf,
  type ReportBy,
  type ReportName,
} from '@quickfleet/shared/operations/reports/report-names';
import { type Report, reportQuery } from '@quickfleet/shared/operations/reports/reports';
import { t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import type { Table } from '../exports/table-answer.ts';
import { readReport } from './reports.service.ts';

interface Line {
  label: string;
  /** Of the row or the totals. */
  figures: object;
  currency: string;
}
type Column = TableColumn<Line>;

const cellOf = (value: unknown): Cell => (typeof value === 'number' || typeof value === 'string' ? value : null);
const numberIn = (value: unknown, name: string): Cell =>
  typeof value === 'object' && value !== null ? cellOf(Reflect.get(value, name)) : null;

function columnsOf({ field, name: said, kind }: Figure): Column[] {
  const name = t(said);
  const of = ({ figures }: Line) => figureOf(figures, field);
  switch (kind) {
    case 'rate':
      return [
        { name: t('{name}, how many', { name }), of: (line) => numberIn(of(line), 'part'), isNumber: true },
        { name: t('{name}, of', { name }), of: (line) => numberIn(of(line), 'of'), isNumber: true },
      ];
    case 'rating':
      return [
        { name: t('{name}, average', { name }), of: (line) => numberIn(of(line), 'mean'), isNumber: true },
        { name: t('{name}, how many', { name }), of: (line) => numberIn(of(line), 'of'), isNumber: true },
      ];
    case 'money':
      return [{ name, of: (line) => cellOf(of(line)), isNumber: true, kind: 'amount' }];
    case 'day':
      return [{ name, of: (line) => cellOf(of(line)), kind: 'day' }];
    case 'flag':
      return [
        {
          name,
          of: (line) => {
            const value = of(line);
            return typeof value === 'boolean' ? yesOrNo(value) : null;
          },
        },
      ];
    default:
      return [{ name, of: (line) => cellOf(of(line)), isNumber: true }];
  }
}

type OfCustomers = Extract<Report, { name: 'customers' }>;
/** The sum of amounts; null where none is known. */
function sumOfAmounts(amounts: readonly (string | null)[], currency: string): string | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0) return null;
  return amountOf(
    known.reduce((sum, amount) => sum + unitsOf(amount, currency), 0n),
    currency,
  );
}
/** The totals of customers are of another kind than their rows, so that their last line has both: sums and totals. */
const sumsOf = ({ rows, currency }: OfCustomers) => ({
  deliveries: rows.reduce((sum, { deliveries }) => sum + deliveries, 0),
  before: rows.reduce((sum, { before }) => sum + before, 0),
  net: sumOfAmounts(
    rows.map(({ net }) => net),
    currency,
  ),
  margin: sumOfAmounts(
    rows.map(({ margin }) => margin),
    currency,
  ),
});
const linesOf = (report: Report): Line[] => {
  const { rows, totals, currency } = report;
  const figures = report.name === 'customers' ? { ...totals, ...sumsOf(report) } : totals;
  return [
    ...rows.map((row) => ({ label: row.label, figures: row, currency })),
    { label: t('Total'), figures, currency },
  ];
};

/** The figures of rows, then those that only the last line has. */
const columnsFor = (name: ReportName, by: ReportBy): Column[] => {
  const all = figuresOf[name];
  const figures = [...all.filter(({ only }) => only !== 'totals'), ...all.filter(({ only }) => only === 'totals')];
  const hasMoney = figures.some(({ kind }) => kind === 'money');
  return [
    { name: byWords[by], of: ({ label }) => label },
    ...figures.flatMap(columnsOf),
    ...(hasMoney ? [{ name: t('Currency'), of: ({ currency }: Line) => currency }] : []),
  ];
};

/** A report that is read when its first row is asked for, and its sum as the last row. */
export function tableOf(name: ReportName, by: ReportBy, read: () => Promise<Report>): Table {
  const columns = columnsFor(name, by);
  async function* rows() {
    for (const line of linesOf(await read())) yield columns.map(({ of }) => of(line));
  }
  return { name: `report-${name}`, columns, rows: rows() };
}

/** A report with all its rows. */
export function reportTable(ctx: AppContext, name: ReportName, query: unknown): Table {
  const input = reportQuery.parse(query);
  return tableOf(name, input.by ?? bysOf[name][0], () => readReport(ctx, { ...input, name }, Number.POSITIVE_INFINITY));
}
