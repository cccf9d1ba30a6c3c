import * as shared from '@quickfleet/shared/operations/reports/reports';
import { procedure, router } from '../../http/trpc.ts';
import { readReportPlaces } from './report-places.ts';
import { readChanges, readMyReport, readReport } from './reports.service.ts';

const tags = ['reports'];
export const reportsRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/reports/{name}',
        tags,
        summary: 'Read a report',
        description:
          'One of `deliveries`, `punctuality`, `failures`, `revenue`, `customers`, `quotes` and `drivers`, of the days that you ask for where the company is; a day is that of the delivery, of quotes that of the request. Dispatchers read no `revenue` and no amounts. A signed-in driver reads the own `drivers` and `punctuality`; a key of one customer its own `deliveries`, `punctuality` and `failures`. At most 1,000 rows; the same address with `.csv` or `.xlsx` after the name has all of them.',
      },
    })
    .input(shared.readReport)
    .output(shared.report)
    .query(({ ctx, input }) => readReport(ctx, input)),
  changes: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/reports/{name}/changes',
        tags,
        summary: 'What changed since the period before',
        description:
          'The five largest differences of the report’s main figure: deliveries, late deliveries, failed attempts, net revenue, quotes asked for, or stops. `by` says of what: a customer when absent, where the report has them.',
      },
    })
    .input(shared.readChanges)
    .output(shared.reportChanges)
    .query(({ ctx, input }) => readChanges(ctx, input)),
  places: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/reports/{name}/places',
        tags,
        summary: 'Where the areas of a report are',
        description:
          'Of `deliveries`, `punctuality` and `failures`: the middle of the latest deliveries of each area, as far as their places are known.',
      },
    })
    .input(shared.readReportPlaces)
    .output(shared.reportPlaces)
    .query(({ ctx, input }) => readReportPlaces(ctx, input)),
  mine: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/my/reports/{name}',
        tags: ['my'],
        summary: 'Read a report of one’s own deliveries',
        description: 'Of one’s own address, or of a customer that one may see.',
      },
    })
    .input(shared.readMyReport)
    .output(shared.report)
    .query(({ ctx, input }) => readMyReport(ctx, input)),
});
