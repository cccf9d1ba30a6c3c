import { open } from 'node:fs/promises';
import { IMPORT_CELL_MAX, IMPORT_COLUMN_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { invalid } from '../../../http/errors.ts';
import { readFileStream } from '../../../process/outside/streams.ts';
import { wordOf } from '../columns/imports.words.ts';
import { readCsv } from './csv-file.ts';
import { HEADS_MIN, type TableRow, TOP_ROWS } from './table-row.ts';
import { unreadable } from './unreadable.ts';
import type { Sheet } from './xlsx-file.ts';

/** What somebody said of a file, and what is known of files like it. */
export interface ReadingOptions {
  /** Heads that mean something, as `wordOf` gives them. */
  known: readonly string[];
  sheet?: string | null | undefined;
  headRow?: number | null | undefined;
  includeHidden?: boolean | undefined;
}
export interface Table {
  heads: string[];
  headRow: number;
  /** The sheet that is read, and those that a person sees; null and none for a file without sheets. */
  sheet: string | null;
  sheets: string[];
  /** The rows below the heads, without empty and hidden ones. To be read once. */
  rows: AsyncGenerator<TableRow>;
  /** How many hidden rows were left out, or taken, so far. */
  hiddenRows(): number;
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

interface Top {
  /** Where the heads are; undefined where none are known. */
  known: TableRow | undefined;
  first: TableRow | undefined;
}
/** The first row of the top ones with known heads, and the first with anything. */
async function findHeads(rows: AsyncGenerator<TableRow>, known: ReadonlySet<string>, isAll: boolean): Promise<Top> {
  let first: TableRow | undefined;
  for await (const row of rows) {
    if (row.row > TOP_ROWS && first) break;
    if (isBlank(row.cells) || (row.isHidden && !isAll)) continue;
    first ??= row;
    if (row.row > TOP_ROWS) break;
    const words = new Set(row.cells.map(wordOf).filter((word) => known.has(word)));
    if (words.size >= HEADS_MIN) return { known: row, first };
  }
  return { known: undefined, first };
}

async function findRow(rows: AsyncGenerator<TableRow>, at: number): Promise<TableRow> {
  for await (const row of rows) {
    if (row.row > at) break;
    if (row.row === at && !isBlank(row.cells)) return row;
  }
  throw invalid('headRow', t('Row {row} is empty. Choose the row that has the heads', { row: at }));
}

const whole = (path: string, known: ReadonlySet<string>): Sheet => ({
  name: '',
  isHidden: false,
  rows: () => readCsv(() => readFileStream(path), known),
});

/** The chosen sheet, else the visible ones in their order. */
function candidates(sheets: readonly Sheet[], name: string | null | undefined): readonly Sheet[] {
  if (name === null || name === undefined) {
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    return visible.length > 0 ? visible : sheets;
  }
  const chosen = sheets.find((sheet) => sheet.name === name);
  if (chosen && name !== '') return [chosen];
  throw invalid('sheet', t('The file has no sheet “{name}”', { name }));
}

/** The first of the sheets with known heads, else the first with anything. */
async function choose(sheets: readonly Sheet[], { known, headRow, includeHidden = false }: ReadingOptions) {
  const words = new Set(known);
  let first: { sheet: Sheet; head: TableRow } | undefined;
  for (const sheet of sheets) {
    const top = await findHeads(sheet.rows(), words, includeHidden);
    if (top.known) return { sheet, head: headRow ? await findRow(sheet.rows(), headRow) : top.known };
    if (top.first) first ??= { sheet, head: top.first };
  }
  if (!first) throw unreadable(t('The file has no rows'));
  return headRow ? { ...first, head: await findRow(first.sheet.rows(), headRow) } : first;
}

/**
 * Opens a CSV or Excel file by its bytes, whatever it is called. Nothing of it is held in memory but the row at hand,
 * and the texts that the cells of an Excel file share.
 *
 * @throws 400 with a sentence for a file that cannot be read; while its rows are read, too
 */
export async function openTable(path: string, size: number, options: ReadingOptions): Promise<Table> {
  if (size === 0) throw unreadable(t('The file is empty'));
  const mark = await beginningOf(path);
  if (begins(mark, COMPOUND))
    throw unreadable(
      t('This is an old Excel file (.xls) or one with a password. Save it as .xlsx or CSV without a password'),
    );
  const isExcel = begins(mark, ZIP);
  const sheets = isExcel ? await (await excel()).openXlsx(path) : [whole(path, new Set(options.known))];
  const { sheet, head } = await choose(candidates(sheets, options.sheet), options);
  const heads = nameHeads(head.cells.map(tidy));
  if (heads.length > IMPORT_COLUMNS_MAX)
    throw unreadable(
      t('A file can have at most {most} columns; this one has {count}', {
        most: IMPORT_COLUMNS_MAX,
        count: heads.length,
      }),
    );
  let hidden = 0;
  async function* below(): AsyncGenerator<TableRow> {
    let count = 0;
    for await (const { row, cells, isHidden } of sheet.rows()) {
      if (row <= head.row || isBlank(cells)) continue;
      if (isHidden) hidden++;
      if (isHidden && !options.includeHidden) continue;
      if (++count > IMPORT_ROWS_MAX)
        throw unreadable(
          t('A file can have at most {count, plural, other {#}} rows. Please split it and import the parts', {
            count: IMPORT_ROWS_MAX,
          }),
        );
      const last = cells.findLastIndex((cell) => cell.trim() !== '');
      const own = cells.slice(0, Math.max(heads.length, last + 1)).map(tidy);
      while (own.length < heads.length) own.push('');
      yield { row, cells: own };
    }
  }
  return {
    heads,
    headRow: head.row,
    sheet: isExcel ? sheet.name : null,
    sheets: isExcel ? sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name) : [],
    rows: below(),
    hiddenRows: () => hidden,
  };
}
