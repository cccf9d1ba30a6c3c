import { open, rm } from 'node:fs/promises';
import { IMPORT_FILE_PART_BYTES } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { c, readRow, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { Crashed, heavy } from '../../process/heavy/heavy.ts';
import { readingKind } from '../../process/heavy/kinds.ts';
import { readFileStream } from '../../process/outside/streams.ts';
import { knownHeads } from './columns/imports.columns.ts';
import type { Import } from './import.entity.ts';
import type { FileToRead } from './reading/read-table.ts';
import type { ReadingOptions } from './reading/table-file.ts';
import { unreadable } from './reading/unreadable.ts';

/** What is said of a file that is not about single columns. */
export type Choices = Pick<ReadingOptions, 'sheet' | 'headRow' | 'includeHidden'>;
interface OnDisk {
  path: string;
  size: number;
}

const reading = heavy<typeof import('./reading/read-table.ts')>(
  readingKind,
  new URL('./reading/read-table.ts', import.meta.url),
);
const begin = z.object({
  heads: z.array(z.string()),
  headRow: z.number(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
});
const end = z.object({ rows: z.number(), hiddenRows: z.number() });

/** A file as lines, read by a process apart: what it does to that process is no other caller's concern. */
async function* linesOf({ services }: AppContext, file: FileToRead): AsyncGenerator<string> {
  try {
    const bytes = await reading.stream('readTable', file, { path: services.incoming.place() });
    let rest = '';
    for await (const text of bytes.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (error instanceof Crashed) throw unreadable(t('This file cannot be read. Save it as CSV, and send that'));
    throw error;
  }
}

/**
 * Reads the rows of a file into an import. Its columns get their fields from `columnsFor`, which is given the heads.
 *
 * @throws 400 with a sentence for a file that cannot be read, 413 for one that is too much
 */
export async function readRowsInto(
  ctx: AppContext,
  found: Import,
  { path, size }: OnDisk,
  { sheet, headRow, includeHidden = false }: Choices,
  columnsFor: (heads: string[]) => Promise<void>,
): Promise<void> {
  const known = await knownHeads(ctx, found.kind);
  const lines = linesOf(ctx, { path, size, known, sheet, headRow, includeHidden });
  const first = await lines.next();
  if (first.done) throw unreadable(t('The file has no rows'));
  const { heads, ...place } = begin.parse(JSON.parse(first.value));
  Object.assign(found, place, { includeHidden });
  await columnsFor(heads);
  await ctx.em.flush();
  for await (const line of lines) {
    if (line.startsWith('[')) {
      await run(
        ctx.em,
        `insert into import_rows (import_id, row, cells, state)
         select ?, row, cells, 'waiting' from json_to_recordset(?::json) as given (row int, cells jsonb)`,
        [found.id, line],
      );
      continue;
    }
    const { rows, hiddenRows } = end.parse(JSON.parse(line));
    if (rows === 0) throw unreadable(t('The file has heads and no rows below them'));
    found.hiddenRows = hiddenRows;
  }
}

/** Keeps a file until its rows go in, so that it can be read another way. */
export async function keepFile(ctx: AppContext, found: Import, { path }: OnDisk): Promise<void> {
  let nth = 0;
  const parts = readFileStream(path, { highWaterMark: IMPORT_FILE_PART_BYTES });
  for await (const bytes of parts as AsyncIterable<Buffer>)
    await run(ctx.em, 'insert into import_file_parts (import_id, nth, bytes) values (?, ?, ?)', [
      found.id,
      nth++,
      bytes,
    ]);
}
export const dropFile = (ctx: AppContext, id: number): Promise<number> =>
  run(ctx.em, 'delete from import_file_parts where import_id = ?', [id]);

const part = select({ bytes: c.text(`encode(p.bytes, 'base64')`) });
/** Reads the rows of an import from its file once more. */
export async function readRowsAgain(
  ctx: AppContext,
  found: Import,
  choices: Choices,
  columnsFor: (heads: string[]) => Promise<void>,
): Promise<void> {
  const path = ctx.services.incoming.place();
  try {
    const size = await writeParts(ctx, found.id, path);
    if (size === 0) throw conflict('IMPORT_STATE', t('The file is no longer kept. Send it again'));
    await run(ctx.em, 'delete from import_rows where import_id = ?', [found.id]);
    await readRowsInto(ctx, found, { path, size }, choices, columnsFor);
  } finally {
    await rm(path, { force: true });
  }
}

async function writeParts(ctx: AppContext, id: number, path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for (let nth = 0; ; nth++) {
      const row = await readRow(
        ctx.em,
        part,
        'select $columns from import_file_parts p where p.import_id = ? and p.nth = ?',
        [id, nth],
      );
      if (!row) return size;
      const bytes = Buffer.from(row.bytes, 'base64');
      await file.writeFile(bytes);
      size += bytes.length;
    }
  } finally {
    await file.close();
  }
}
