import { fromCell } from '@quickfleet/shared/base/csv';
import { type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type { ImportIssue } from '@quickfleet/shared/operations/imports';
import type { Issue } from '../../../http/errors.ts';
import type { StoredColumn } from '../import.entity.ts';
import { addressesKind } from './addresses.kind.ts';
import { customersKind } from './customers.kind.ts';
import type { Kind, RowInput } from './kind.ts';
import { ordersKind } from './orders.kind.ts';
import { quotesKind } from './quotes.kind.ts';
import { fieldOf, RowCells } from './row-cells.ts';

export const kinds: Readonly<Record<ImportKind, Kind>> = {
  orders: ordersKind,
  quotes: quotesKind,
  customers: customersKind,
  addresses: addressesKind,
};

/** How the rows of one file are read. */
export interface FileShape {
  kind: ImportKind;
  columns: readonly StoredColumn[];
  zone: string;
}

/** The value of each field that has a column; several columns of one field together. */
function valuesOf({ kind, columns }: FileShape, cells: readonly string[]): Map<string, string> {
  const fields = importFieldsOf(kind);
  const parts = new Map<string, string[]>();
  for (const [at, { field }] of columns.entries()) {
    if (field === null) continue;
    const cell = fromCell((cells[at] ?? '').trim());
    parts.set(field, [...(parts.get(field) ?? []), cell]);
  }
  return new Map(
    [...parts].map(([field, texts]) => [field, texts.filter((text) => text !== '').join(fields[field]?.joint ?? '')]),
  );
}

/** An issue with the column of its cell, or with what the file lacks. */
function issueOf({ kind, columns }: FileShape, { path, message }: Issue): ImportIssue {
  const label = importFieldsOf(kind)[path]?.label;
  const column = columns.find(({ field }) => field === path)?.name ?? null;
  if (label === undefined) return { column: null, field: null, message };
  return { column, field: path, message: column === null ? `${message} (no column is “${label}”)` : message };
}

const wideWords = (cells: number, heads: number) =>
  `This row has ${cells} cells, and there are ${heads} heads. Does a cell with a separator in it lack its quotation marks?`;

/** What a row says, or what is wrong with it, cell by cell. */
export function readCells(shape: FileShape, cells: readonly string[]): { input: RowInput } | { issues: ImportIssue[] } {
  if (cells.length > shape.columns.length)
    return { issues: [{ column: null, field: null, message: wideWords(cells.length, shape.columns.length) }] };
  const row = new RowCells(valuesOf(shape, cells), shape.zone);
  const read = kinds[shape.kind].read(row);
  const said = 'issues' in read ? read.issues.map((issue) => ({ ...issue, path: fieldOf(issue.path, row) })) : [];
  // A cell that could not be read is missing only because of that.
  const issues = [...row.faults, ...said.filter(({ path }) => !row.faults.some((fault) => fault.path === path))];
  if (issues.length > 0) return { issues: issuesIn(shape, issues) };
  return 'input' in read ? read : { issues: [] };
}

/** The issues of an input of ours as issues of the cells that it was read from; each once. */
export function issuesOfInput(shape: FileShape, cells: readonly string[], issues: readonly Issue[]): ImportIssue[] {
  const row = new RowCells(valuesOf(shape, cells), shape.zone);
  return issuesIn(
    shape,
    issues.map((issue) => ({ ...issue, path: fieldOf(issue.path, row) })),
  );
}

function issuesIn(shape: FileShape, issues: readonly Issue[]): ImportIssue[] {
  const own = issues.map((issue) => issueOf(shape, issue));
  return own.filter(
    (one, at) => own.findIndex(({ field, message }) => field === one.field && message === one.message) === at,
  );
}
