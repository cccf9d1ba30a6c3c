import type { actorOf } from '../../company/history/history.service.ts';
import { c, readOne, select } from '../../db/rows.ts';
import { type AppContext, now, type Services } from '../../http/context.ts';

const HOUR_MS = 3_600_000;
const REMEMBERED_MAX = 10_000;
/** By person and order, until when their last line counts. History keeps every line: no other process takes one away. */
const recorded = new WeakMap<Services, Map<string, number>>();

const seen = select({
  at: c.float('extract(epoch from coalesce((select at from last), (select at from made))) * 1000'),
});
type Viewer = ReturnType<typeof actorOf>;
/** Puts on record that somebody of the staff, or a key, saw an order's access code: once an hour for each of them. */
export async function recordCodeView(ctx: AppContext, orderId: number, viewer: Viewer): Promise<void> {
  const known = recorded.get(ctx.services) ?? new Map<string, number>();
  recorded.set(ctx.services, known);
  const key = `${viewer.kind} ${viewer.id} ${orderId}`;
  const at = now(ctx);
  const until = known.get(key) ?? 0;
  // A clock that was set back makes what it said then worth nothing.
  if (at.getTime() < until && at.getTime() >= until - HOUR_MS) return;
  const line = await readOne(
    ctx.em,
    seen,
    `with last as (select max(at) as at from history where subject = 'order' and subject_id = ? and action = 'order.code_viewed' and actor_kind = ? and actor_id = ? and at > ?::timestamptz - interval '1 hour'),
     made as (insert into history (subject, subject_id, action, actor_kind, actor_id, actor_name, at)
       select 'order', ?, 'order.code_viewed', ?, ?, ?, ? where (select at from last) is null returning at)
     select $columns`,
    [orderId, viewer.kind, viewer.id, at, orderId, viewer.kind, viewer.id, viewer.name, at],
  );
  if (known.size >= REMEMBERED_MAX) known.clear();
  known.set(key, line.at + HOUR_MS);
}
