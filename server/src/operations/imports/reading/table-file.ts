import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { IMPORT_CELL_MAX, IMPORT_COLUMN_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { readCsv } from './csv-file.ts';
import type { TableRow } from './table-row.ts';
import { unreadable } from './unreadable.ts';

export interface Table {
  heads: string[];
  /** The rows below the heads, without empty ones. To be read once. */
  rows: AsyncGenerator<TableRow>;
}

// Loaded with the first Excel file.
const excel = () => import('./xlsx-file.ts');

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Excel before 2007, and every Office file with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const begins = (bytes: Buffer, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** What PostgreSQL keeps and a screen shows: no NUL, no half of a character, and no book in one cell. */
const tidy = (cell: string): string => cell.slice(0, IMPORT_CELL_MAX).replaceAll('\u0000', '\uFFFD').toWellFormed();
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** The heads as they are shown and mapped: each with a name, no two the same. */
function nameHeads(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  const used = new Set<string>();
  return cells.slice(0, last + 1).map((cell, at) => {
    const name =
      cell
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, IMPORT_COLUMN_MAX - 10) || `Column ${at + 1}`;
    let own = name;
    for (let nth = 2; used.has(own); nth++) own = `${name} (${nth})`;
    used.add(own);
    return own;
  });
}

async function* below(rows: AsyncGenerator<TableRow>, width: number): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const { row, cells } of rows) {
    if (isBlank(cells)) continue;
    if (++count > IMPORT_ROWS_MAX)
      throw unreadable(
        t('A file can have at most {count, plural, other {#}} rows. Please split it and import the parts', {
          count: IMPORT_ROWS_MAX,
        }),
      );
    const last = cells.findLastIndex((cell) => cell.trim() !== '');
    const own = cells.slice(0, Math.max(width, last + 1)).map(tidy);
    while (own.length < width) own.push('');
    yield { row, cells: own };
  }
}

/**
 * Opens a CSV or Excel file by its bytes, whatever it is called. Nothing of it is held in memory but the row at hand.
 *
 * @throws 400 with a sentence for a file that cannot be read; while its rows are read, too
 */
export async function openTable(path: string, size: number): Promise<Table> {
  if (size === 0) throw unreadable(t('The file is empty'));
  const mark = await beginningOf(path);
  if (begins(mark, COMPOUND))
    throw unreadable(
      t('This is an old Excel file (.xls) or one with a password. Save it as .xlsx or CSV without a password'),
    );
  const rows = begins(mark, ZIP) ? (await excel()).readXlsx(path) : readCsv(() => createReadStream(path));
  for (;;) {
    const { value: first, done } = await rows.next();
    if (done || !first) throw unreadable(t('The file has no rows'));
    if (isBlank(first.cells)) continue;
    const heads = nameHeads(first.cells.map(tidy));
    if (heads.length > IMPORT_COLUMNS_MAX)
      throw unreadable(
        t('A file can have at most {most} columns; this one has {count}', {
          most: IMPORT_COLUMNS_MAX,
          count: heads.length,
        }),
      );
    return { heads, rows: below(rows, heads.length) };
  }
}
