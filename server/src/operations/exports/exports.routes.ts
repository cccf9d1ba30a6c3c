import { monthQuery } from '@quickfleet/shared/delivery/accounting/accounting';
import { accountingQuery, csvQuery } from '@quickfleet/shared/operations/exports';
import { readReport } from '@quickfleet/shared/operations/reports/reports';
import { delimiterFor } from '@quickfleet/shared/operations/table-language';
import type { Action } from '@quickfleet/shared/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { record } from '../../company/history/history.service.ts';
import { commitOnce } from '../../db/transaction.ts';
import { authorize } from '../../http/caller/authorize.ts';
import { type AppContext, type RequestContext, todayOf } from '../../http/context.ts';
import { inLanguage } from '../../words/speak.ts';
import { reportTable } from '../reports/reports.table.ts';
import { accountingOf } from './accounting.ts';
import { journalOf, taxesByCountry } from './accounting-month.ts';
import { listTables } from './list-tables.ts';
import { type Table, tableStream, tableTypes } from './table-answer.ts';
import type { TableForm } from './table-file.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** Lists as tables, CSV and Excel, written while they are read: /orders.csv, /orders.xlsx and the like. */
export function registerExportRoutes(app: FastifyInstance, getContext: GetContext): void {
  const table = (
    path: string,
    form: TableForm,
    action: Action,
    open: (ctx: AppContext, query: unknown, params: unknown) => Table,
  ) =>
    app.get(`${path}.${form}`, async (request, reply) => {
      const ctx = await getContext(request, reply);
      const grant = authorize(ctx, action);
      const own: AppContext = { ...ctx, em: ctx.services.orm.em.fork(), grant };
      const query = csvQuery.parse(request.query);
      const language = query.language ?? (ctx.caller.key ? 'en' : request.language);
      const how = {
        ...{ form, language, zone: ctx.services.config.BUSINESS_TIMEZONE },
        delimiter: query.delimiter ?? delimiterFor(language),
      };
      const opened = inLanguage(language, () => open(own, request.query, request.params));
      const bytes = await tableStream(ctx.services, opened, how);
      await commitOnce(ctx.services, async (em) => {
        record(
          { ...own, em },
          { subject: 'export', subjectId: 0, action: 'export.table', detail: `${opened.name}.${form}` },
        );
      });
      // Answered as it is read: what fails then can only end the connection, which no browser takes for a whole file.
      bytes.on('error', (error: unknown) => {
        request.log.error({ err: error }, 'a table broke off');
        reply.raw.destroy();
      });
      return reply
        .header('content-type', tableTypes[form])
        .header('content-disposition', `attachment; filename="${opened.name}-${todayOf(ctx)}.${form}"`)
        .header('cache-control', 'no-store')
        .send(bytes);
    });

  for (const form of ['csv', 'xlsx'] as const) {
    for (const [name, { action, open }] of Object.entries(listTables)) table(`/${name}`, form, action, open);
    table('/reports/:name', form, 'reports.get', (ctx, query, params) =>
      reportTable(ctx, readReport.pick({ name: true }).parse(params).name, query),
    );
    table('/accounting', form, 'accounting.list', (ctx, query) =>
      accountingOf(ctx, accountingQuery.parse(query).month),
    );
  }
  table('/accounting/journal', 'csv', 'accounting.journal', (ctx, query) =>
    journalOf(ctx, monthQuery.parse(query).month),
  );
  table('/accounting/tax', 'csv', 'accounting.taxes', (ctx, query) =>
    taxesByCountry(ctx, monthQuery.parse(query).month),
  );
}
