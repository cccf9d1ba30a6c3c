import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../../test/support/counterparts/smtp.ts';
import { ok, quoteBody } from '../../test/support/factories.ts';

interface Listed {
  jobs: { id: number; subject: string; ends: number }[];
}
let smtp: TestSmtp;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await app.sql('truncate emails restart identity cascade');
  await app.sql('truncate graphile_worker._private_jobs');
  await app.sql('truncate job_ends');
  smtp.mails.length = 0;
});

/** The process ends while the jobs of these mails run, and the next one finds them held. */
async function endWhileRunning(key: string): Promise<void> {
  await app.sql(
    `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '3 minutes', run_at = now() where key = ?`,
    key,
  );
  await app.sql(`select graphile_worker.add_job('tend_outbox', job_key => 'tend')`);
  // What is released is sent, unless it is set aside: the next end finds it running again.
  await smtp.behave('refuse');
  await deliverMails(app);
}
async function causeMail(): Promise<string> {
  ok(await app.client().post('/api/v1/quotes', quoteBody()));
  const [row] = await app.sql<{ key: string }>('select key from graphile_worker.jobs order by id desc limit 1');
  return row?.key ?? '';
}

it('N29 a job that was running when the process ended three times is set aside with its reason, the rest goes on, and staff try it again', async () => {
  const admin = await app.as('admin');
  const list = async () => ok<Listed>(await admin.get('/api/v1/doctor/jobs')).jobs;
  const key = await causeMail();
  for (let end = 1; end <= 2; end++) await endWhileRunning(key);
  expect(await list()).toEqual([]);
  await endWhileRunning(key);
  expect(await list()).toMatchObject([{ subject: `send_email ${key}`, ends: 3 }]);
  const [job] = await app.sql<{ isGivenUp: boolean; reason: string }>(
    'select attempts = max_attempts as "isGivenUp", last_error as reason from graphile_worker.jobs where key = ?',
    key,
  );
  expect(job).toEqual({ isGivenUp: true, reason: expect.stringContaining('ended 3 times') });
  const report = ok<{ checks: { name: string; state: string; finding: string }[] }>(await admin.get('/api/v1/doctor'));
  expect(report.checks.find(({ name }) => name === 'Jobs set aside')).toMatchObject({
    state: 'fail',
    finding: expect.stringContaining(key),
  });

  await smtp.behave('accept');
  await causeMail();
  await deliverMails(app, { again: true });
  expect(smtp.mails).toHaveLength(1);

  const [{ id } = { id: 0 }] = await list();
  const again = () => admin.post(`/api/v1/doctor/jobs/${id}/try-again`, {});
  const driver = await app.as('driver');
  expect((await driver.post(`/api/v1/doctor/jobs/${id}/try-again`, {})).statusCode).toBe(403);
  expect((await driver.get('/api/v1/doctor/jobs')).statusCode).toBe(403);
  ok(await again());
  const second = await again();
  expect([second.statusCode, second.json()]).toEqual([404, expect.objectContaining({ code: 'JOB_NOT_FOUND' })]);
  await deliverMails(app, { again: true });
  expect(smtp.mails).toHaveLength(2);
  expect(await list()).toEqual([]);
  expect(await app.sql(`select detail from history where action = 'company.job_retried'`)).toEqual([
    { detail: `send_email ${key}` },
  ]);
});
