import { etaReport } from '@quickfleet/shared/delivery/eta/eta';
import { procedure, router } from '../../http/trpc.ts';
import { readEtaReport } from './eta.queries.ts';

export const etaRouter = router({
  report: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/reports/eta',
        tags: ['dashboard'],
        summary: 'How well the expected times held in the last 30 days',
      },
    })
    .output(etaReport)
    .query(({ ctx }) => readEtaReport(ctx)),
});
