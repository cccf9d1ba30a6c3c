import { rm, stat } from 'node:fs/promises';
import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import { EXPORT_DAYS } from '@quickfleet/shared/limits';
import type { Export as ExportView } from '@quickfleet/shared/operations/full-exports';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { exists, onlyId, readRows, run } from '../../db/rows.ts';
import { type AppContext, now, type Services } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { Export } from './export.entity.ts';
import { exportFile, removeExportFile } from './exports.folder.ts';
import { readExport } from './exports.queries.ts';
import { queueExport, queueForgottenExports } from './exports.queue.ts';

/** Has everything exported. One at a time. */
export async function createExport(ctx: AppContext): Promise<ExportView> {
  await run(ctx.em, 'lock table exports in share row exclusive mode');
  const isBusy = await exists(
    ctx.em,
    `select 1 from exports where state in ('waiting', 'running') and expires_at > ?`,
    [now(ctx)],
  );
  if (isBusy)
    throw conflict('EXPORT_RUNNING', t('Another export is being made. Wait until it is ready, or delete it.'));
  const made = ctx.em.create(Export, {
    state: 'waiting',
    createdById: ctx.caller.user?.id ?? null,
    createdByName: actorOf(ctx).name,
    createdAt: now(ctx),
    expiresAt: new Date(now(ctx).getTime() + EXPORT_DAYS * DAY_MS),
  });
  await ctx.em.flush();
  record(ctx, { subject: 'export', subjectId: made.id, action: 'export.created' });
  await queueExport(ctx.em, made.id);
  return readExport(ctx, made.id);
}

/** Deletes an export with its file; one that is being made is given up. */
export async function deleteExport(ctx: AppContext, id: number): Promise<{ success: true }> {
  await readExport(ctx, id);
  await run(ctx.em, 'delete from exports where id = ?', [id]);
  record(ctx, { subject: 'export', subjectId: id, action: 'export.deleted' });
  // What is half made is removed by the one that makes it.
  await rm(exportFile(ctx.services.config, id), { force: true });
  return { success: true };
}

/** The file of a finished export, and a line of history that it was taken. Rejects with 404, 409 EXPORT_NOT_READY. */
export async function takeExport(ctx: AppContext, id: number): Promise<{ path: string; size: number }> {
  const found = await readExport(ctx, id);
  if (found.state !== 'ready')
    throw conflict('EXPORT_NOT_READY', found.error ?? t('This export is still being made. Please wait a moment.'));
  const path = exportFile(ctx.services.config, id);
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!info) {
    ctx.services.log.error(
      { path },
      'the file of an export is not here; EXPORT_DIR must be one folder for all processes',
    );
    throw notFound('Export');
  }
  record(ctx, { subject: 'export', subjectId: id, action: 'export.downloaded' });
  return { path, size: info.size };
}

/** Removes exports that are over, with their files, and has those made that lost their job. */
export async function sweepExports(services: Services): Promise<void> {
  const em = services.orm.em.fork();
  const over = await readRows(em, onlyId, 'select $columns from exports where expires_at <= ?', [services.clock()]);
  for (const { id } of over) {
    await removeExportFile(services.config, id);
    await run(em, 'delete from exports where id = ?', [id]);
  }
  await queueForgottenExports(em);
}
