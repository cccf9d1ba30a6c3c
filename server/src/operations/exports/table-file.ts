import { type Cell, CSV_MARK, type CsvDelimiter, csvLine } from '@quickfleet/shared/base/csv';
import { type CellKind, csvCell } from '@quickfleet/shared/base/table';
import type { Host } from '../../process/heavy/protocol.ts';

export type TableForm = 'csv' | 'xlsx';
export interface TableWriting {
  form: TableForm;
  /** Of CSV. */
  delimiter: CsvDelimiter;
  /** In which the times of the cells are. */
  zone: string;
}
export interface TableFile extends TableWriting {
  name: string;
  columns: readonly { name: string; isNumber?: true; kind?: CellKind }[];
  /** Amounts in CSV are written as spreadsheets of the language read them. */
  isDecimalComma: boolean;
}
/** The next rows; null when there are no more. */
type Rows = Host<'next', Cell[][] | null>;

async function* rowsOf(host: Rows): AsyncGenerator<Cell[][]> {
  for (let rows = await host.ask('next'); rows !== null; rows = await host.ask('next')) {
    host.count(rows.length);
    yield rows;
  }
}

async function* csvOf({ columns, delimiter, isDecimalComma }: TableFile, host: Rows): AsyncGenerator<string> {
  const written = (cell: Cell, at: number): Cell => csvCell(columns[at]?.kind, cell, isDecimalComma);
  const head = columns.map(({ name }) => name);
  yield CSV_MARK + csvLine(head, delimiter);
  for await (const rows of rowsOf(host)) yield rows.map((row) => csvLine(row.map(written), delimiter)).join('');
}

/** Excel takes no control characters, and no more than this many letters in a cell. */
const CELL_MAX = 32_767;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** A spreadsheet's dates have no zone: what the clocks of the company show, as the same reading in UTC. */
const clockOf = (text: string): Date =>
  new Date(text.includes('T') ? `${text.slice(0, 19)}Z` : `${text.slice(0, 10)}T00:00:00Z`);

const dateFormats = { moment: 'yyyy-mm-dd hh:mm:ss', day: 'yyyy-mm-dd' } as const;
const DATE_WIDTH = 20;
/** An amount is written with the decimals of its currency: it is shown with as many. */
const amountFormat = (amount: Cell): string =>
  `#,##0${(/\.\d+$/.exec(String(amount ?? ''))?.[0] ?? '').replaceAll(/\d/g, '0')}`;

/** How the cells of a column are shown. The writer asks at each row, so amounts of several currencies may follow. */
function numberFormat(kind: CellKind | undefined, at: number, present: Present): { numFmt?: string } {
  switch (kind) {
    case undefined:
    case 'decimal':
      return {};
    case 'amount':
      return {
        get numFmt() {
          return amountFormat(present.row[at]);
        },
      };
    default:
      return { numFmt: dateFormats[kind] };
  }
}
/** The row that is being written. */
interface Present {
  row: readonly Cell[];
}

async function* excelRows({ columns }: TableFile, host: Rows, present: Present) {
  for await (const rows of rowsOf(host))
    for (const row of rows) {
      present.row = row;
      yield row.map((cell, at) => {
        if (cell === null || cell === undefined || cell === '') return null;
        const { isNumber, kind } = columns[at] ?? {};
        if (isNumber) return Number(cell);
        if (kind === 'moment' || kind === 'day') return clockOf(String(cell));
        return String(cell).replaceAll(CONTROLS, '').slice(0, CELL_MAX);
      });
    }
}

async function* excelOf(table: TableFile, host: Rows): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const present: Present = { row: [] };
  const columns = table.columns.map(({ name, kind }, at) =>
    Object.assign(numberFormat(kind, at, present), {
      header: kind === 'moment' ? `${name} (${table.zone})` : name,
      ...(kind === 'moment' && { width: DATE_WIDTH }),
    }),
  );
  const options = { name: table.name, columns, freezePane: { rows: 1 } };
  const reader = writeXlsxStream(excelRows(table, host, present), options).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/** Heavy work: a table as CSV or as a spreadsheet, whose rows it asks for. */
export const writeTable = (table: TableFile, host: Rows): AsyncGenerator<string | Uint8Array> =>
  table.form === 'csv' ? csvOf(table, host) : excelOf(table, host);
