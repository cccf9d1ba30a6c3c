import { actorKinds, type HistoryLine } from '@quickfleet/shared/company/history';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';

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
});
/** What happened to one quote or order, oldest first. */
export const listHistory = (
  ctx: AppContext,
  { subject, id }: { subject: string; id: number },
): Promise<HistoryLine[]> =>
  readRows(ctx.em, columns, 'select $columns from history where subject = ? and subject_id = ? order by id', [
    subject,
    id,
  ]);
