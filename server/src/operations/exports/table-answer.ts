import type { Readable } from 'node:stream';
import type { Cell } from '@quickfleet/shared/base/csv';
import type { CellKind } from '@quickfleet/shared/base/table';
import type { Language } from '@quickfleet/shared/words/languages';
import type { Services } from '../../http/context.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { tableKind } from '../../process/heavy/kinds.ts';
import { inBackground } from '../../process/outside/background.ts';
import { inLanguage } from '../../words/speak.ts';
import type { TableForm, TableWriting } from './table-file.ts';

/** A table that is written while it is read. */
export interface Table {
  name: string;
  columns: readonly { name: string; isNumber?: true; kind?: CellKind }[];
  rows: AsyncGenerator<Cell[]>;
}
export const tableTypes: Readonly<Record<TableForm, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const writer = heavy<typeof import('./table-file.ts')>(tableKind, new URL('./table-file.ts', import.meta.url));
/** Rows that go to the process that writes them together. */
const ROWS = 200;

/** The bytes of a table. What its first rows throw is thrown here, before anything is sent. */
export async function tableStream(
  { incoming }: Services,
  { name, columns, rows }: Table,
  how: TableWriting & { language: Language },
): Promise<Readable> {
  const { language, ...writing } = how;
  const read = async (): Promise<Cell[][] | null> => {
    const some: Cell[][] = [];
    while (some.length < ROWS) {
      const { value, done } = await rows.next();
      if (done) break;
      some.push(value);
    }
    return some.length > 0 ? some : null;
  };
  // Asked from another process, which has no language.
  const take = () => inLanguage(language, read);
  const first = await take();
  let isFirst = true;
  const answer = async () => {
    if (!isFirst) return first && take();
    isFirst = false;
    return first;
  };
  const heads = columns.map(({ name, isNumber, kind }) => ({
    name,
    ...(isNumber && { isNumber }),
    ...(kind && { kind }),
  }));
  const table = { name, columns: heads, ...writing, isDecimalComma: language !== 'en' };
  const bytes = await writer.stream('writeTable', table, { path: incoming.place(), answer });
  bytes.once('close', () => inBackground('The end of a table', () => rows.return(undefined)));
  return bytes;
}
