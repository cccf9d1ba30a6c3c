import { byId } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/operations/imports';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findImportRows, findImports, readImport } from './imports.queries.ts';
import { cancelImport, changeImport, commitImport, undoImport } from './imports.service.ts';

const tags = ['imports'];
export const importsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/imports',
        tags,
        summary: 'List imports',
        description: 'Newest first. A key lists those that it began.',
      },
    })
    .input(shared.listImports)
    .output(compiled(shared.importPage))
    .query(({ ctx, input }) => findImports(ctx, input)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/imports/{id}', tags, summary: 'Read an import' } })
    .input(byId)
    .output(shared.importOut)
    .query(({ ctx, input }) => readImport(ctx, input.id)),
  rows: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/imports/{id}/rows',
        tags,
        summary: 'List the rows of an import',
        description: 'What will happen with each, or what happened, and which cell is wrong.',
      },
    })
    .input(shared.listImportRows)
    .output(compiled(shared.importRowPage))
    .query(({ ctx, input }) => findImportRows(ctx, input)),
  change: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/imports/{id}',
        tags,
        summary: 'Say what the columns of an import are',
        description:
          'Partial, until it goes in. All rows are checked again, and the columns are remembered for the next file.',
      },
    })
    .input(shared.changeImport)
    .output(shared.importOut)
    .mutation(({ ctx, input }) => changeImport(ctx, input)),
  commit: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/imports/{id}/commit',
        tags,
        summary: 'Have the valid rows of an import go in',
        description: 'In the name of the caller, row by row. `created` says how far it is.',
      },
    })
    .input(shared.commitImport)
    .output(shared.importOut)
    .mutation(({ ctx, input }) => commitImport(ctx, input)),
  cancel: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/imports/{id}/cancel',
        tags,
        summary: 'Cancel an import',
        description: 'Rows that were imported stay, and can be taken back.',
      },
    })
    .input(byId)
    .output(shared.importOut)
    .mutation(({ ctx, input }) => cancelImport(ctx, input.id)),
  undo: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/imports/{id}/undo',
        tags,
        summary: 'Take back what an import made',
        description:
          'What was driven, paid or changed since stays, and its row says why. Customers who were made with it go, if nothing else refers to them.',
      },
    })
    .input(byId)
    .output(shared.importOut)
    .mutation(({ ctx, input }) => undoImport(ctx, input.id)),
});
