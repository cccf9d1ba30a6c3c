import { fromCell } from '@quickfleet/shared/base/csv';
import { type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type { ImportIssue } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import type { Issue } from '../../../http/errors.ts';
import { unitOfHead } from '../columns/imports.words.ts';
import type { StoredColumn } from '../import.entity.ts';
import type { Clocks } from '../imports.cells.ts';
import { addressesKind } from './addresses.kind.ts';
import { customersKind } from './customers.kind.ts';
import type { Kind, RowInput } from './kind.ts';
import { isPostcodes, withZero } from './lost-zeros.ts';
import { ordersKind } from './orders.kind.ts';
import { quotesKind } from './quotes.kind.ts';
import { RowCells } from './row-cells.ts';

export const kinds: Readonly<Record<ImportKind, Kind>> = {
  orders: ordersKind,
  quotes: quotesKind,
  customers: customersKind,
  addresses: addressesKind,
};

/** How the rows of one file are read. */
export interface FileShape extends Clocks {
  kind: ImportKind;
  columns: readonly StoredColumn[];
  /** Its cells are no text with separators, of which a row may have one too many. */
  isWorkbook: boolean;
  /** Values of rows that say nothing else. */
  constants: Readonly<Record<string, string>>;
  isOfShop: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: ' ' };
/** By its number, which is that of no control character, or by its name. */
const ENTITY = /&(?:#0{0,3}(3[2-9]|[4-9]\d|[1-9]\d{2,4})|(quot|amp|lt|gt|apos|nbsp));/g;
/** Shops put words of their pages into tables: 6&quot; candle, Ben &amp; Co. */
const asText = (text: string): string =>
  text.replaceAll(ENTITY, (whole, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
  );

/** Shops put an apostrophe before postcodes and phones, so that no spreadsheet makes numbers of them. A place may begin with one. */
function withoutApostrophe(text: string, field: string, head: string): string {
  if (!/^['’‘´`]/.test(text)) return text;
  const isMeant = field.endsWith('Phone') || field === 'phone' || isPostcodes(head);
  return isMeant || /^['’‘´`][+\d]/.test(text) ? text.slice(1) : text;
}

/** Cells of one field together. An address that says its town does not say it twice. */
function joined(texts: readonly string[], joint: string): string {
  const [first = '', ...rest] = texts;
  if (joint !== ADDRESS_JOINT || !/[,\n]/.test(first)) return texts.join(joint);
  const words = new Set(first.split(/[\s,]+/));
  return [first, ...rest.filter((text) => !text.split(/[\s,]+/).every((word) => words.has(word)))].join(joint);
}
const ADDRESS_JOINT = ', ';

/** The value of each field that has a column, several columns of one field together; else that of all rows. */
export function valuesOf(shape: FileShape, cells: readonly string[]): Map<string, string> {
  const { kind, columns, constants, isOfShop } = shape;
  const fields = importFieldsOf(kind);
  const parts = new Map<string, string[]>();
  for (const [at, column] of columns.entries()) {
    const { name, field } = column;
    if (field === null) continue;
    const own = fromCell((cells[at] ?? '').trim());
    const text = withoutApostrophe(isOfShop ? asText(own) : own, field, name);
    const unit = field === 'weightKg' && /^[\d.,\s]+$/.test(text) ? unitOfHead(name) : undefined;
    const cell = unit ? `${text} ${unit}` : withZero(text, column, columns, cells);
    parts.set(field, [...(parts.get(field) ?? []), cell]);
  }
  const values = new Map(
    [...parts].map(([field, texts]) => [field, joined(texts.filter(Boolean), fields[field]?.joint ?? ' ')]),
  );
  for (const [field, text] of Object.entries(constants)) if (!values.get(field)) values.set(field, text);
  return values;
}

/** An issue with the column of its cell, or with what the file lacks. */
function issueOf({ kind, columns, constants }: FileShape, { path, message }: Issue): ImportIssue {
  const named = importFieldsOf(kind)[path];
  const column = columns.find(({ field }) => field === path)?.name ?? null;
  if (named === undefined) return { column: null, field: null, message };
  if (column === null && Object.hasOwn(constants, path)) return { column, field: path, message };
  return {
    column,
    field: path,
    message: column === null ? t('{message} (no column is “{label}”)', { message, label: t(named.label) }) : message,
  };
}

const wideWords = (cells: number, heads: number) =>
  t(
    'This row has {cells} cells, and there are {heads} heads. Does a cell with a separator in it lack its quotation marks?',
    { cells, heads },
  );

const unreadWords = (cells: readonly string[]) =>
  t('What is right of the last head is not read: {cells}', { cells: cells.join(', ').slice(0, 100) });
const withDoubt = (input: RowInput, message: string): RowInput => ({
  ...input,
  doubts: [...(input.doubts ?? []), { path: '', message }],
});

/** A row of the file, with those after it that only add items to it. */
export interface Rows {
  row: number;
  cells: readonly string[];
  parts: readonly { row: number; cells: readonly string[] }[];
}

const rowCells = (shape: FileShape, { cells, parts }: Rows) =>
  new RowCells(
    valuesOf(shape, cells),
    shape,
    parts.map((part) => ({ row: part.row, cells: new RowCells(valuesOf(shape, part.cells), shape) })),
  );

/** What a row says, or what is wrong with it, cell by cell. */
export function readCells(shape: FileShape, rows: Rows): { input: RowInput } | { issues: ImportIssue[] } {
  const width = shape.columns.length;
  const wide = [rows, ...rows.parts].find(({ cells }) => cells.length > width);
  if (wide && !shape.isWorkbook) {
    const message = wideWords(wide.cells.length, width);
    const place = wide === rows ? '' : `Row ${wide.row}: `;
    return { issues: [{ column: null, field: null, message: `${place}${message}` }] };
  }
  const row = rowCells(shape, rows);
  const read = kinds[shape.kind].read(row);
  const said = 'issues' in read ? read.issues.map((issue) => row.placed(issue)) : [];
  // A cell that could not be read is missing only because of that.
  const issues = [...row.faults, ...said.filter(({ path }) => !row.faults.some((fault) => fault.path === path))];
  if (issues.length > 0) return { issues: issuesIn(shape, issues) };
  if ('issues' in read) return { issues: [] };
  const unread = wide?.cells.slice(width).filter((cell) => cell.trim() !== '') ?? [];
  return unread.length === 0 ? read : { input: withDoubt(read.input, unreadWords(unread)) };
}

/** The issues of an input of ours as issues of the cells that it was read from; each once. */
export function issuesOfInput(shape: FileShape, rows: Rows, issues: readonly Issue[]): ImportIssue[] {
  const row = rowCells(shape, rows);
  // So that it knows which row has which item.
  row.items();
  return issuesIn(
    shape,
    issues.map((issue) => row.placed(issue)),
  );
}

function issuesIn(shape: FileShape, issues: readonly Issue[]): ImportIssue[] {
  const own = issues.map((issue) => issueOf(shape, issue));
  return own.filter(
    (one, at) => own.findIndex(({ field, message }) => field === one.field && message === one.message) === at,
  );
}
