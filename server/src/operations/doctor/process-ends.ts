import type { EntityManager } from '@mikro-orm/postgresql';
import { t } from '@quickfleet/shared/words/t';
import { c, type Reader, run, select } from '../../db/rows.ts';
import type { EndBefore } from '../../process/supervised.ts';
import type { Findings } from './check.ts';

const KEPT_DAYS = 90;

/** Writes down why the run before this one ended. */
export async function noteProcessEnd(em: EntityManager, { at, reason }: EndBefore): Promise<void> {
  await run(em, 'insert into process_ends (at, reason) values (?, ?)', [at, reason]);
  await run(em, 'delete from process_ends where at < ?::timestamptz - make_interval(days => ?)', [at, KEPT_DAYS]);
}

const endsTable = select({ isThere: c.bool(`to_regclass('process_ends') is not null`) });
const lastEnds = select({
  count: c.count(),
  at: c.date('max(at)').nullable(),
  reason: c.text('(array_agg(reason order by at desc))[1]').nullable(),
});

/** Whether the server ended by a fault within a day. */
export async function checkRestarts(found: Findings, read: Reader): Promise<void> {
  const [table] = await read(endsTable, 'select $columns');
  // A database of an earlier release is brought up to date at the next start.
  if (!table?.isThere) return;
  const [ends] = await read(lastEnds, `select $columns from process_ends where at > now() - interval '1 day'`);
  if (ends?.at && ends.reason)
    found.warn(
      'Restarts',
      t(
        '{count, plural, one {The server ended once within a day and was started again} other {The server ended # times within a day and was started again}}, last at {time}: {reason}',
        { count: ends.count, time: ends.at.toISOString(), reason: ends.reason },
      ),
      t('Read the log of that time. When memory was short, give the machine more; otherwise report what the log says.'),
    );
  else found.ok('Restarts', t('The server has not ended by a fault within a day.'));
}
