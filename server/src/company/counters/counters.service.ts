import { LOCKS } from '../../db/advisory-locks.ts';
import { c, type Row, readRows, run, select } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { countCorrectedCounters } from '../../process/meter.ts';

/**
 * Adds up the lines since the last run. A reader always gets the same sums:
 * one statement replaces the lines by their sum.
 */
export async function foldCounters({ orm }: Services): Promise<void> {
  await run(
    orm.em.fork(),
    `with fresh as (select distinct topic, state, span from figures where is_fresh),
       gone as (delete from figures f using fresh where f.topic = fresh.topic and f.state = fresh.state and f.span = fresh.span returning f.*)
     insert into figures (topic, state, span, amount, is_fresh)
       select topic, state, span, sum(amount), false from gone group by topic, state, span having sum(amount) <> 0`,
  );
}

/** A counter and its error. */
const difference = select({
  topic: c.text('topic'),
  state: c.text('state'),
  span: c.int('span'),
  amount: c.digits('amount'),
});
export type Difference = Row<typeof difference>;

/**
 * Counts the rows and corrects every counter that differs, while others keep writing: rows and counters come from one
 * snapshot. A difference means a bug, or a write with the triggers off; it is logged and counted.
 */
export async function checkCounters({ orm, log }: Services): Promise<Difference[]> {
  const differences = await orm.em.fork().transactional(async (em) => {
    await run(em, 'select pg_advisory_xact_lock(?)', [LOCKS.counters]);
    // It reads all that is counted, which takes longer than a call may.
    await em.execute('set local statement_timeout = 0');
    return readRows(
      em,
      difference,
      `insert into figures (topic, state, span, amount)
         select topic, state, span, sum(amount) from (
           select topic, state, span, amount from counted_figures() union all select topic, state, span, -amount from figures) l
         group by topic, state, span having sum(amount) <> 0
       returning $columns`,
    );
  });
  countCorrectedCounters(differences.length);
  if (differences.length > 0)
    log.error(
      { differences: differences.slice(0, 20), count: differences.length },
      'counters were wrong and have been corrected',
    );
  return differences;
}
