import type { Readable } from 'node:stream';
import { FORMULA_WITHOUT_RESULT } from '../../imports.cells.ts';
import type { Zip } from '../safe-zip.ts';
import type { TableRow } from '../table-row.ts';
import { damaged } from '../unreadable.ts';
import { formatOf, numberText } from './number-formats.ts';
import type { Workbook } from './workbook.ts';
import { type Attributes, readXml, unescaped } from './xml.ts';

const PLAIN = formatOf(0, undefined);
const COLUMNS_MAX = 16_384;
const REF = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/;
const letters = (text: string): number => [...text].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

interface Place {
  row: number;
  column: number;
}
function placeOf(ref: string): Place | undefined {
  const [, column = '', row = ''] = REF.exec(ref) ?? [];
  return column === '' ? undefined : { row: Number(row), column: letters(column) - 1 };
}

/** Cells that are one: the value of the first is that of all rows. */
export interface Merge {
  first: number;
  last: number;
  column: number;
}
export function mergeOf(ref: string): Merge | undefined {
  const [from, to] = ref.split(':').map(placeOf);
  return from && to && to.row > from.row ? { first: from.row, last: to.row, column: from.column } : undefined;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
  hasValue: boolean;
  inline: string;
  hasFormula: boolean;
}

/** Reads the XML of a sheet, piece by piece. */
class SheetReader {
  readonly #book: Workbook;
  #number = 0;
  #isHidden = false;
  #cells: string[] = [];
  #column = 0;
  #cell: Cell | undefined;
  #within: 'value' | 'inline' | undefined;
  #spoken = 0;
  #rows: TableRow[] = [];
  constructor(book: Workbook) {
    this.#book = book;
  }

  /** The rows of a sheet as its XML comes. */
  async *read(bytes: Readable): AsyncGenerator<TableRow> {
    const parts = readXml(bytes, {
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => this.#text(text),
      close: (name) => this.#close(name),
    });
    for await (const _ of parts) {
      const rows = this.#rows;
      this.#rows = [];
      yield* rows;
    }
  }

  #open(name: string, attrs: Attributes): void {
    if (name === 'c') {
      // Some writers leave out where a cell is: it is after the one before.
      this.#column = attrs.r === undefined ? this.#column : (placeOf(attrs.r)?.column ?? COLUMNS_MAX);
      if (this.#column >= COLUMNS_MAX) throw damaged();
      const style = Number(attrs.s ?? -1);
      this.#cell = {
        ...{ column: this.#column++, type: attrs.t ?? 'n', style, value: '' },
        ...{ hasValue: false, inline: '', hasFormula: false },
      };
    } else if (name === 'v') this.#within = 'value';
    else if (name === 't' && this.#spoken === 0) this.#within = 'inline';
    else if (name === 'rPh') this.#spoken++;
    else if (name === 'f' && this.#cell) this.#cell.hasFormula = true;
    else if (name === 'row') {
      this.#number = attrs.r === undefined ? this.#number + 1 : Number(attrs.r);
      this.#isHidden = attrs.hidden === '1' || attrs.hidden === 'true';
      this.#cells = [];
      this.#column = 0;
    }
  }
  #text(text: string): void {
    if (!this.#cell || this.#within === undefined) return;
    if (this.#within === 'inline') this.#cell.inline += text;
    else this.#cell.value += text;
  }
  #close(name: string): void {
    if (name === 'v') {
      this.#within = undefined;
      if (this.#cell) this.#cell.hasValue = true;
    } else if (name === 't') this.#within = undefined;
    else if (name === 'rPh') this.#spoken--;
    else if (name === 'c' && this.#cell) {
      while (this.#cells.length < this.#cell.column) this.#cells.push('');
      this.#cells[this.#cell.column] = this.#textOf(this.#cell);
      this.#cell = undefined;
    } else if (name === 'row') {
      if (!Number.isSafeInteger(this.#number)) throw damaged();
      this.#rows.push({ row: this.#number, cells: this.#cells, ...(this.#isHidden ? { isHidden: true } : {}) });
      this.#cells = [];
    }
  }

  /** A cell as it would be typed. */
  #textOf({ type, style, value, hasValue, inline, hasFormula }: Cell): string {
    if (hasFormula && (!hasValue || (value === '' && type !== 'str'))) return FORMULA_WITHOUT_RESULT;
    if (type === 's') return value === '' ? '' : (this.#book.strings[Number(value)] ?? '');
    if (type === 'str') return unescaped(value);
    if (type === 'inlineStr') return unescaped(inline);
    if (type === 'b') return value === '1' || value === 'true' ? 'yes' : 'no';
    if (type === 'e') return value;
    if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ');
    return numberText(value, this.#book.formats[style] ?? PLAIN, this.#book.is1904);
  }
}

/** Gives the value of merged cells to each of their rows that has something else too. */
class Merged {
  readonly #merges: readonly Merge[];
  #next = 0;
  #open: (Merge & { value: string })[] = [];
  constructor(merges: readonly Merge[]) {
    this.#merges = merges.toSorted((one, other) => one.first - other.first);
  }
  fill(row: TableRow): TableRow {
    this.#open = this.#open.filter(({ last }) => last >= row.row);
    if (this.#open.length > 0 && row.cells.some((cell) => cell.trim() !== ''))
      for (const { column, value } of this.#open) {
        while (row.cells.length <= column) row.cells.push('');
        row.cells[column] ||= value;
      }
    for (let merge = this.#merges[this.#next]; merge && merge.first <= row.row; merge = this.#merges[++this.#next])
      if (merge.first === row.row) this.#open.push({ ...merge, value: row.cells[merge.column] ?? '' });
    return row;
  }
}

/** The rows of a sheet, hidden and empty ones too. */
export async function* sheetRows(
  zip: Zip,
  book: Workbook,
  path: string,
  merges: readonly Merge[],
): AsyncGenerator<TableRow> {
  const reader = new SheetReader(book);
  const merged = new Merged(merges);
  for await (const row of reader.read(await zip.open(path))) yield merged.fill(row);
}
