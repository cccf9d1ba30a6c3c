import type { SetAsideJob } from '@quickfleet/shared/operations/set-aside-jobs';
import { record } from '../../company/history/history.service.ts';
import { COMPANY_ID } from '../../company/settings/company.service.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';

const columns = select({
  id: c.int('id'),
  subject: c.text('subject'),
  ends: c.int('ends'),
  setAsideAt: c.time('set_aside_at'),
});

export const findSetAside = (ctx: AppContext): Promise<SetAsideJob[]> =>
  readRows(ctx.em, columns, 'select $columns from job_ends where set_aside_at is not null order by id');

/** Lets a job run again that was set aside; it then counts from the beginning how often the server ends with it. */
export async function tryAgain(ctx: AppContext, id: number): Promise<{ success: true }> {
  const [job] = await ctx.em.execute<{ subject: string; job_id: string }[]>(
    'delete from job_ends where id = ? and set_aside_at is not null returning subject, job_id',
    [id],
  );
  if (!job) throw notFound('Job');
  await run(
    ctx.em,
    `select graphile_worker.reschedule_jobs(array(
       select id from graphile_worker.jobs where id = ? and locked_by is null), now(), null, 0)`,
    [job.job_id],
  );
  record(ctx, { subject: 'company', subjectId: COMPANY_ID, action: 'company.job_retried', detail: job.subject });
  return { success: true };
}
