import { c, readOne, run, select } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';

/** The advisory lock under which events get their places; any number that no other lock uses. */
const SETTLE_LOCK = 4_711_021;
/** Events that get their places in one transaction. */
const AT_ONCE = 1000;

const settled = select({ count: c.count() });

/**
 * Gives committed events their places in the feed, in the order of each object's numbers. One transaction does it
 * at a time and holds the lock until its commit, so that places become visible in their order. Answers how many.
 */
export async function settleEvents(services: Services): Promise<number> {
  return services.orm.em.fork().transactional(async (em) => {
    await run(em, 'select pg_advisory_xact_lock(?)', [SETTLE_LOCK]);
    // A statement of its own: it sees what was committed while the lock was waited for.
    const { count } = await readOne(
      em,
      settled,
      `with fresh as (select id from events where position is null order by id limit ${AT_ONCE}),
        placed as materialized (select id, nextval('event_positions')::int as position from (select id from fresh order by id) f),
        settled as (update events e set position = p.position from placed p where e.id = p.id returning 1)
       select $columns from settled`,
    );
    return count;
  });
}
