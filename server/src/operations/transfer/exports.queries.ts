import { type Export, exportedKind, exportStates } from '@quickfleet/shared/operations/full-exports';
import { z } from 'zod';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';

const columns = select({
  id: c.int('e.id'),
  state: c.oneOf(exportStates, 'e.state'),
  rows: c.int('e.rows'),
  files: c.int('e.files'),
  missingFiles: c.int('e.missing_files'),
  kinds: c.json(z.array(exportedKind), 'e.kinds'),
  size: c.float('e.size').nullable(),
  sha256: c.text('e.sha256').nullable(),
  error: c.text('e.error').nullable(),
  createdBy: c.text('e.created_by_name').nullable(),
  createdAt: c.time('e.created_at'),
  finishedAt: c.time('e.finished_at').nullable(),
  expiresAt: c.time('e.expires_at'),
});

/** Those that can still be had, newest first: never many, because each ends after some days. */
export const findExports = async (ctx: AppContext): Promise<{ data: Export[] }> => ({
  data: await readRows(
    ctx.em,
    columns,
    'select $columns from exports e where e.expires_at > ? order by e.id desc limit 100',
    [now(ctx)],
  ),
});

/** Rejects with 404. */
export async function readExport(ctx: AppContext, id: number): Promise<Export> {
  const row = await readRow(ctx.em, columns, 'select $columns from exports e where e.id = ? and e.expires_at > ?', [
    id,
    now(ctx),
  ]);
  if (!row) throw notFound('Export');
  return row;
}
