import { historyLine, historyOf } from '@quickfleet/shared/history';
import { z } from 'zod';
import { procedure, router } from '../../trpc.ts';
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
    .output(z.object({ data: z.array(historyLine) }))
    .query(async ({ ctx, input }) => ({ data: await listHistory(ctx, input) })),
});
