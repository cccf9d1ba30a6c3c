import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/operations/reports/saved-reports';
import { procedure, router } from '../../http/trpc.ts';
import { findSavedReports } from './saved/saved-reports.queries.ts';
import {
  createSavedReport,
  deleteSavedReport,
  sendSavedReport,
  updateSavedReport,
} from './saved/saved-reports.service.ts';

const tags = ['reports'];
const path = '/reports/saved/{id}';
export const savedReportsRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/reports/saved', tags, summary: 'List saved reports' } })
    .input(shared.listSavedReports)
    .output(shared.savedReportPage)
    .query(({ ctx, input }) => findSavedReports(ctx, input)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/reports/saved',
        tags,
        summary: 'Save a report, and mail it by a rule',
        description:
          'Mailed once on each day of the rule. People get what their role may read, customers (`deliveries`, `punctuality`, `failures`) their own, other addresses what you may read.',
      },
      status: 201,
      etag: 'report',
    })
    .input(shared.createSavedReport)
    .output(shared.savedReport)
    .mutation(({ ctx, input }) => createSavedReport(ctx, input)),
  update: procedure
    .meta({
      openapi: { method: 'PUT', path, tags, summary: 'Change a saved report' },
      etag: 'report',
      honorsIfMatch: true,
    })
    .input(shared.updateSavedReport)
    .output(shared.savedReport)
    .mutation(({ ctx, input }) => updateSavedReport(ctx, input)),
  delete: procedure
    .meta({ openapi: { method: 'DELETE', path, tags, summary: 'Delete a saved report' }, honorsIfMatch: true })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteSavedReport(ctx, input.id)),
  send: procedure
    .meta({
      openapi: { method: 'POST', path: `${path}/send`, tags, summary: 'Mail a saved report now' },
      etag: 'report',
      honorsIfMatch: true,
    })
    .input(byId)
    .output(shared.savedReport)
    .mutation(({ ctx, input }) => sendSavedReport(ctx, input.id)),
});
