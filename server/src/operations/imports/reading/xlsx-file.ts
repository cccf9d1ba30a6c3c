import { readFile } from 'node:fs/promises';
import { IMPORT_UNPACKED_MAX } from '@quickfleet/shared/limits';
import { message, t } from '@quickfleet/shared/words/t';
import { DomainError } from '../../../http/errors.ts';
import { openZip } from './safe-zip.ts';
import type { TableRow } from './table-row.ts';
import { damaged, unreadable } from './unreadable.ts';
import { type Merge, mergeOf, sheetRows } from './xlsx/sheet.ts';
import { readWorkbook } from './xlsx/workbook.ts';

export interface Sheet {
  name: string;
  isHidden: boolean;
  rows(): AsyncGenerator<TableRow>;
}

const OTHERS = [
  { name: /^mimetype$/, words: message('This is an OpenDocument file. Save it as .xlsx or CSV, and send that') },
  {
    name: /^xl\/workbook\.bin$/,
    words: message('This is a binary Excel file (.xlsb). Save it as .xlsx, and send that'),
  },
  { name: /^Index\/|^Index\.zip$/, words: message('This is a Numbers file. Export it as .xlsx or CSV, and send that') },
];

const MERGE = /<(?:[\w.-]+:)?mergeCell\s[^<>]*?ref="([^"]{3,40})"/g;
const TAIL = 200;
/** So many merged cells are filled; a sheet with more is a drawing. */
const MERGES_MAX = 100_000;

/** Finds the merged cells of each sheet, which its XML names after all rows. */
class MergeFinder {
  readonly of = new Map<string, Merge[]>();
  readonly #tails = new Map<string, string>();
  look(name: string, chunk: Buffer): void {
    if (!name.startsWith('xl/worksheets/') || !name.endsWith('.xml')) return;
    const text = (this.#tails.get(name) ?? '') + chunk.toString('latin1');
    const merges = this.of.get(name) ?? [];
    let seen = 0;
    if (text.includes('mergeCell '))
      for (const found of text.matchAll(MERGE)) {
        seen = found.index + found[0].length;
        const merge = mergeOf(found[1] ?? '');
        if (merge && merges.length < MERGES_MAX) merges.push(merge);
      }
    this.of.set(name, merges);
    this.#tails.set(name, text.slice(Math.max(seen, text.length - TAIL)));
  }
}

/** What is wrong with a file is said; anything else is a fault in it that no other sentence fits. */
async function* orDamaged(rows: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  try {
    yield* rows;
  } catch (error) {
    throw error instanceof DomainError ? error : damaged();
  }
}

/**
 * The sheets of an Excel file. Every part of the file is unpacked once before, so that none is larger than it says
 * (docs/security.md, T-16); the reader knows no entities but those of XML.
 */
export async function openXlsx(path: string): Promise<Sheet[]> {
  const finder = new MergeFinder();
  const zip = await openZip(await readFile(path), IMPORT_UNPACKED_MAX, (name, chunk) => finder.look(name, chunk));
  const other = OTHERS.find(({ name }) => zip.names.some((own) => name.test(own)));
  if (other) throw unreadable(t(other.words));
  if (!zip.names.some((name) => name === 'xl/workbook.xml' || name === '[Content_Types].xml'))
    throw unreadable(t('This is a ZIP file, and no Excel file (.xlsx)'));
  try {
    const book = await readWorkbook(zip);
    return book.sheets.map((sheet) => ({
      ...sheet,
      rows: () => orDamaged(sheetRows(zip, book, sheet.path, finder.of.get(sheet.path) ?? [])),
    }));
  } catch (error) {
    throw error instanceof DomainError ? error : damaged();
  }
}
