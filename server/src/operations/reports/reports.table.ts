import type { Cell } from '@quickfleet/shared/base/csv';
import type { TableColumn } from '@quickfleet/shared/base/table';
import { yesOrNo } from '@quickfleet/shared/base/table';
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

/** A figure of a row; `minutesLate.median` is inside another. */
const figureIn = (figures: object, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      figures,
    );
const cellOf = (value: unknown): Cell => (typeof value === 'number' || typeof value === 'string' ? value : null);
const numberIn = (value: unknown, name: string): Cell =>
  typeof value === 'object' && value !== null ? cellOf(Reflect.get(value, name)) : null;

function columnsOf({ field, name: said, kind }: Figure): Column[] {
  const name = t(said);
  const of = ({ figures }: Line) => figureIn(figures, field);
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

const linesOf = ({ name, rows, totals, currency }: Report): Line[] => [
  ...rows.map((row) => ({ label: row.label, figures: row, currency })),
  // The totals of customers are of another kind than their rows.
  ...(name === 'customers' ? [] : [{ label: t('Total'), figures: totals, currency }]),
];

const columnsFor = (name: ReportName, by: ReportBy): Column[] => {
  const figures = figuresOf[name].filter(({ only }) => only !== 'totals');
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
