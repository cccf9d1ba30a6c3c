import { history, historyOf } from '@quickfleet/shared/company/history';
import { listLateEvidence } from '../../delivery/proof/late-evidence.queries.ts';
import { procedure, router } from '../../http/trpc.ts';
import { listHistory } from './history.queries.ts';

export const historyRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/history/{subject}/{id}',
        tags: ['history'],
        summary: 'What happened to a quote or an order',
      },
    })
    .input(historyOf)
    .output(history)
    .query(async ({ ctx, input }) => ({
      data: await listHistory(ctx, input),
      lateEvidence: await listLateEvidence(ctx, input),
    })),
});
