import { activityPage, listActivity } from '@quickfleet/shared/company/history/activity';
import { actorKinds, type HistoryLine, history, historyOf } from '@quickfleet/shared/company/history/history';
import { z } from 'zod';
import { c, readRows, select } from '../../db/rows.ts';
import { listLateEvidence } from '../../delivery/proof/late-evidence.queries.ts';
import type { AppContext } from '../../http/context.ts';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findActivity } from './activity.queries.ts';
import { detailFor, SAYS } from './detail-words.ts';

const columns = select({
  id: c.int('id'),
  action: c.text('action'),
  from: c.text('from_status').nullable(),
  to: c.text('to_status').nullable(),
  actor: c.text('actor_name'),
  actorKind: c.oneOf(actorKinds, 'actor_kind'),
  detail: c.text('detail').nullable(),
  at: c.time('at'),
  occurredAt: c.time('occurred_at').nullable(),
  facts: c.json(z.unknown(), SAYS('h')),
});
/** What happened to one quote or order, oldest first. */
async function listHistory(ctx: AppContext, { subject, id }: { subject: string; id: number }): Promise<HistoryLine[]> {
  const rows = await readRows(
    ctx.em,
    columns,
    'select $columns from history h where subject = ? and subject_id = ? order by id',
    [subject, id],
  );
  const { config } = ctx.services;
  return rows.map(({ facts, ...line }) => ({ ...line, ...detailFor({ detail: line.detail, facts }, config) }));
}

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

export const activityRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/activity',
        tags: ['history'],
        summary: 'What happened: who, what, from where, when, before and after',
        description: 'Newest first. A line is never changed; it goes at the end of the days that history is kept.',
      },
    })
    .input(listActivity)
    .output(compiled(activityPage))
    .query(({ ctx, input }) => findActivity(ctx, input)),
});
