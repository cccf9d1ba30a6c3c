import { history, historyOf } from '@quickfleet/shared/history';
import { procedure, router } from '../../trpc.ts';
import { listLateEvidence } from '../orders/late-evidence.queries.ts';
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
