import { CSV_MARK, csvLine } from '@quickfleet/shared/base/csv';
import { byId } from '@quickfleet/shared/base/primitives';
import { type ImportIssue, importForm, importIssue, importOut } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { c, readRows, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { readFields } from '../../http/bodies/known-fields.ts';
import { withForm } from '../../http/bodies/multipart.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { badRequest } from '../../http/errors.ts';
import { bytesFrom } from '../../process/outside/streams.ts';
import { readImport } from './imports.queries.ts';
import { createImport } from './imports.service.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

const failed = select({ id: c.int('id'), cells: c.texts('cells'), issues: c.json(z.array(importIssue), 'issues') });
const BATCH = 500;
const reasonOf = ({ column, message }: ImportIssue) => (column === null ? message : `${column}: ${message}`);

/** The rows that stayed out as their file has them, with the reason in a last column: to be put right and sent again. */
async function* failedRows(ctx: AppContext, id: number, heads: readonly string[]): AsyncGenerator<string> {
  yield CSV_MARK + csvLine([...heads, 'Reason']);
  let after = 0;
  for (;;) {
    const rows = await readRows(
      ctx.em,
      failed,
      `select $columns from import_rows where import_id = ? and state = 'invalid' and id > ? order by id limit ${BATCH}`,
      [id, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows.map(({ cells, issues }) => csvLine([...cells, issues.map(reasonOf).join('; ')])).join('');
  }
}

/** POST /imports with a file, and GET /imports/{id}/failed.csv. */
export function registerImportRoutes(app: FastifyInstance, getContext: GetContext): void {
  app.post('/imports', { config: { output: importOut } }, async (request, reply) => {
    const ctx = await getContext(request, reply);
    const grant = authorize(ctx, 'imports.create');
    const made = await withForm(
      ctx,
      request,
      async ({ fields, files }) => {
        const input = readFields(request, importForm, fields, { thing: importOut });
        const file = files.find(({ field }) => field === 'file');
        const sentence = t('Please choose a CSV or Excel file');
        if (!file) throw badRequest('NO_FILE', sentence, [{ path: 'file', message: sentence }]);
        const body = { ...input, name: file.name, sha256: file.sha256 };
        return runInTransaction(ctx, 'imports.create', body, (em) => createImport({ ...ctx, em, grant }, input, file));
      },
      { word: 'file' },
    );
    return reply.code(201).send(made);
  });

  app.get('/imports/:id/failed.csv', async (request, reply) => {
    const ctx = await getContext(request, reply);
    const grant = authorize(ctx, 'imports.failed');
    const own: AppContext = { ...ctx, em: ctx.services.orm.em.fork(), grant };
    const { id, columns } = await readImport(own, byId.parse(request.params).id);
    const rows = bytesFrom(
      failedRows(
        own,
        id,
        columns.map(({ name }) => name),
      ),
    );
    rows.on('error', (error: unknown) => {
      request.log.error({ err: error }, 'a table broke off');
      reply.raw.destroy();
    });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="import-${id}-failed.csv"`)
      .header('cache-control', 'no-store')
      .send(rows);
  });
}
