import { byId, success } from '@quickfleet/shared/base/primitives';
import { EXPORT_DAYS } from '@quickfleet/shared/limits';
import * as shared from '@quickfleet/shared/operations/full-exports';
import { procedure, router } from '../../http/trpc.ts';
import { findExports, readExport } from './exports.queries.ts';
import { createExport, deleteExport } from './exports.service.ts';

const tags = ['exports'];
export const exportsRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/exports', tags, summary: 'List exports', description: 'Newest first.' } })
    .output(shared.exportList)
    .query(({ ctx }) => findExports(ctx)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/exports/{id}', tags, summary: 'Read an export' } })
    .input(byId)
    .output(shared.exportOut)
    .query(({ ctx, input }) => readExport(ctx, input.id)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/exports',
        tags,
        summary: 'Have everything exported',
        description: `A ZIP file that \`npm run import\` makes an empty installation of: rows as lines of JSON, photos and signatures, and a manifest with the SHA-256 of each. Passwords, codes, links, keys and other secrets are not in it. \`state\` says when it is ready; it can be downloaded for ${EXPORT_DAYS} days. One at a time.`,
      },
      status: 201,
    })
    .output(shared.exportOut)
    .mutation(({ ctx }) => createExport(ctx)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/exports/{id}',
        tags,
        summary: 'Delete an export',
        description: 'With its file. One that is being made is given up.',
      },
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteExport(ctx, input.id)),
});
