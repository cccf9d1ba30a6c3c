import type { Host } from '../../../process/heavy/protocol.ts';
import { openTable, type ReadingOptions } from './table-file.ts';

/** Rows of one line. */
const ROWS = 500;

export interface FileToRead extends ReadingOptions {
  path: string;
  size: number;
}

/** Heavy work: a file as lines of JSON. The first says what it is, the last what was counted, those between have rows. */
export async function* readTable({ path, size, ...options }: FileToRead, host: Host): AsyncGenerator<string> {
  const { heads, headRow, sheet, sheets, rows, hiddenRows } = await openTable(path, size, options);
  yield `${JSON.stringify({ heads, headRow, sheet, sheets })}\n`;
  let count = 0;
  let batch: string[] = [];
  for await (const row of rows) {
    host.count();
    count++;
    batch.push(JSON.stringify(row));
    if (batch.length < ROWS) continue;
    yield `[${batch.join(',')}]\n`;
    batch = [];
  }
  if (batch.length > 0) yield `[${batch.join(',')}]\n`;
  yield `${JSON.stringify({ rows: count, hiddenRows: hiddenRows() })}\n`;
}
