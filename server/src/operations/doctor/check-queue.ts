import { t } from '@quickfleet/shared/words/t';
import { c, select } from '../../db/rows.ts';
import { ageText, Findings, type Patient } from './check.ts';

const LATE_MINUTES = 5;
const isOpen = 'attempts < max_attempts';
const countOf = (where: string) => c.int(`(count(*) filter (where ${where}))::int`);
const queueColumns = select({
  late: countOf(`${isOpen} and locked_at is null and run_at < now() - interval '${LATE_MINUTES} minutes'`),
  oldest: c
    .float(`extract(epoch from now() - min(run_at) filter (where ${isOpen} and locked_at is null)) * 1000`)
    .nullable(),
  waiting: countOf(isOpen),
  dead: countOf('attempts >= max_attempts'),
});
const endsTable = select({ isThere: c.bool(`to_regclass('job_ends') is not null`) });
const asideColumns = select({
  count: c.count(),
  names: c.text(`string_agg(subject, ', ' order by id)`).nullable(),
});
const emptyQueue = { late: 0, oldest: null, waiting: 0, dead: 0 };

/** Whether jobs are done soon after they are due. */
export async function checkQueue({ read }: Patient): Promise<Findings> {
  const found = new Findings('Queue');
  const [row = emptyQueue] = await read(queueColumns, 'select $columns from graphile_worker.jobs');
  if (row.late > 0)
    found.fail(
      'Jobs',
      t('{count, plural, one {# job is} other {# jobs are}} late, the oldest by {age}.', {
        count: row.late,
        age: ageText(row.oldest ?? 0),
      }),
      t('See that a server with its worker runs, and read its log.'),
    );
  else found.ok('Jobs', t('{count, plural, one {# job} other {# jobs}} waiting, none late.', { count: row.waiting }));
  if (row.dead > 0)
    found.warn(
      'Given up',
      t('{count, plural, one {# job} other {# jobs}} given up after the last try.', { count: row.dead }),
      t('Mails among them can be sent again from the mailbox.'),
    );
  const [table] = await read(endsTable, 'select $columns');
  const aside = table?.isThere
    ? await read(asideColumns, `select $columns from job_ends where set_aside_at is not null`)
    : [];
  const [first] = aside;
  if (first?.names)
    found.fail(
      'Jobs set aside',
      t(
        '{count, plural, one {# job is} other {# jobs are}} set aside, because the server ended each time while it was at it: {names}.',
        { count: first.count, names: first.names },
      ),
      t('Read the log of those times. Settings → Health has “Try again” once the reason is gone.'),
    );
  return found;
}
