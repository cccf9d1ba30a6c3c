import type { HistoryLine } from '@quickfleet/shared/history';
import type { AppContext } from '../../context.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';

/** What happened to one quote or order, oldest first. */
export const listHistory = (
  ctx: AppContext,
  { subject, id }: { subject: string; id: number },
): Promise<HistoryLine[]> =>
  query(
    ctx.em,
    `select id, action, from_status as "from", to_status as "to", actor_name as actor, actor_kind as "actorKind", detail,
            ${iso('at')} as at, ${iso('occurred_at')} as "occurredAt"
       from history where subject = ? and subject_id = ? order by id`,
    [subject, id],
  );
