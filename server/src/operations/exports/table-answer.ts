import { Readable } from 'node:stream';
import { type Cell, CSV_MARK, csvLine } from '@quickfleet/shared/base/csv';

/** A table that is written while it is read. */
export interface Table {
  name: string;
  columns: readonly { name: string; isNumber?: true }[];
  rows: AsyncGenerator<Cell[]>;
}
export type TableForm = 'csv' | 'xlsx';
export const tableTypes: Readonly<Record<TableForm, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

// Loaded with the first Excel file.
const excel = () => import('hucre/xlsx');
/** Lines that leave together. */
const LINES = 200;

async function* csvOf({ columns, rows }: Table): AsyncGenerator<string> {
  let text = CSV_MARK + csvLine(columns.map(({ name }) => name));
  let lines = 0;
  for await (const row of rows) {
    text += csvLine(row);
    if (++lines % LINES !== 0) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Excel takes no control characters, and no more than this many letters in a cell. */
const CELL_MAX = 32_767;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

async function* excelRows({ columns, rows }: Table) {
  for await (const row of rows)
    yield row.map((cell, at) => {
      if (cell === null || cell === undefined || cell === '') return null;
      if (columns[at]?.isNumber) return Number(cell);
      return String(cell).replaceAll(CONTROLS, '').slice(0, CELL_MAX);
    });
}

async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}

/** Puts a row back that was read to see whether there is any. */
async function* startingWith<Row>(first: IteratorResult<Row>, rest: AsyncGenerator<Row>): AsyncGenerator<Row> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** The bytes of a table. What its first rows throw is thrown here, before anything is sent. */
export async function tableStream(table: Table, form: TableForm): Promise<Readable> {
  const first = await table.rows.next();
  const whole: Table = { ...table, rows: startingWith(first, table.rows) };
  if (form === 'csv') return Readable.from(csvOf(whole));
  const { writeXlsxStream } = await excel();
  const columns = table.columns.map(({ name }) => ({ header: name }));
  return Readable.from(
    bytesOf(writeXlsxStream(excelRows(whole), { name: table.name, columns, freezePane: { rows: 1 } })),
  );
}
