import { merchantObjects } from '@quickfleet/shared/messages/events';
import { z } from 'zod';
import { LOCKS } from '../../db/advisory-locks.ts';
import { c, exists, readOne, run, select } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { wakeWebhooks } from '../webhooks/webhooks.queue.ts';

/** SQL: webhook `w` gets this event. A merchant's gets those of its customer's quotes and orders. */
export const wants = (event: string): string =>
  `(w.events @> '["*"]' or w.events @> to_jsonb(${event}.type) or w.events @> to_jsonb(${event}.object_type || '.*'))
   and ${isFor(event)}`;
/** SQL: webhook `w` may have this event, whatever types it asked for. */
export const isFor = (event: string): string =>
  `(w.customer_id is null or (w.customer_id = ${event}.customer_id and ${event}.object_type in (${merchantObjects.map((kind) => `'${kind}'`).join(', ')})))`;

/** Events that get their places in one transaction. */
const AT_ONCE = 1000;

const settled = select({
  count: c.int('(select count(*)::int from settled)'),
  webhooks: c.json(z.array(z.int()), `(select coalesce(json_agg(distinct webhook_id), '[]') from woken)`),
});

/**
 * Gives committed events their places in the feed, in the order of each object's numbers, and a delivery to each webhook
 * that wants them. One transaction does it at a time and holds the lock until its commit, so that places become visible
 * in their order. Answers how many.
 */
export async function settleEvents(services: Services): Promise<number> {
  return services.orm.em.fork().transactional(async (em) => {
    await run(em, 'select pg_advisory_xact_lock(?)', [LOCKS.eventPositions]);
    // A separate statement: it sees what was committed while this one waited for the lock.
    const { count, webhooks } = await readOne(
      em,
      settled,
      `with fresh as (select id from events where position is null order by id limit ${AT_ONCE}),
        placed as materialized (select id, nextval('event_positions')::int as position from (select id from fresh order by id) f),
        settled as (update events e set position = p.position from placed p where e.id = p.id
          returning e.id, e.type, e.object_type, e.object_id, e.customer_id, e.position),
        queued as (
          insert into webhook_deliveries (webhook_id, event_id, object_type, object_id, state, is_replay, attempts, created_at, next_try_at)
          select w.id, s.id, s.object_type, s.object_id, 'pending', false, '[]', ?, ? from settled s
            join webhooks w on w.is_active and s.position > w.from_position and ${wants('s')}
           order by s.position, w.id returning webhook_id),
        -- One that is held up has its job at the end of that.
        woken as (select q.webhook_id from queued q join webhooks w on w.id = q.webhook_id
          where coalesce(w.hold_until <= ?, true))
       select $columns`,
      [services.clock(), services.clock(), services.clock()],
    );
    if (webhooks.length > 0) await wakeWebhooks(em, webhooks);
    return count;
  });
}

/** Gives every committed event its place; nothing when all of them have one. */
export async function settleAll(services: Services): Promise<void> {
  const em = services.orm.em.fork();
  while (await exists(em, 'select 1 from events where position is null limit 1'))
    if ((await settleEvents(services)) === 0) return;
}
