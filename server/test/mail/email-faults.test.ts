import type { Mail } from '@quickfleet/shared/messages/mailbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { ok, quoteBody } from '../support/factories.ts';

let smtp: TestSmtp;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp({ pauseMs: 100 });
  app = await createTestApp({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await app.sql('truncate emails restart identity cascade');
  await app.sql('truncate graphile_worker._private_jobs');
  smtp.mails.length = 0;
  await smtp.behave('accept');
});

interface Row {
  id: number;
  messageId: string;
  status: string;
  tries: number;
  lastError: string | null;
  isSent: boolean;
}
/** Asks for a quote, which causes one mail. */
async function causeMail(from = app): Promise<() => Promise<Row>> {
  const body = quoteBody();
  ok(await from.client().post('/api/v1/quotes', body));
  return async () => {
    const [row] = await from.sql<Row>(
      `select id, message_id as "messageId", status, tries, last_error as "lastError", sent_at is not null as "isSent" from emails where recipient = ?`,
      body.customer.email,
    );
    if (!row) throw new Error('no mail was written');
    return row;
  };
}
const countJobs = async () => (await app.sql('select 1 from graphile_worker._private_jobs')).length;

describe('a mail server that is not there', () => {
  it('delays a mail until it is back, and loses and doubles nothing', async () => {
    await smtp.behave('refuse');
    const read = await causeMail();
    await deliverMails(app);
    expect(await read()).toMatchObject({
      status: 'queued',
      tries: 1,
      isSent: false,
      lastError: expect.stringMatching(/ECONNREFUSED/),
    });
    // The queue waits before the next try: what is due now is nothing.
    await deliverMails(app);
    expect((await read()).tries).toBe(1);
    await smtp.behave('accept');
    await deliverMails(app, { again: true });
    await deliverMails(app, { again: true });
    expect(await read()).toMatchObject({ status: 'sent', tries: 2, isSent: true, lastError: null });
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([(await read()).messageId]);
    expect(await countJobs()).toBe(0);
  });

  it('fails the mail with the reason when it stays away for three days', async () => {
    await smtp.behave('refuse');
    const read = await causeMail();
    await deliverMails(app);
    expect(await read()).toMatchObject({ status: 'queued', tries: 1 });
    app.setClock(new Date(Date.now() + 73 * 3_600_000));
    onTestFinished(() => app.setClock(undefined));
    await deliverMails(app, { again: true });
    expect(await read()).toMatchObject({
      status: 'failed',
      isSent: false,
      lastError: expect.stringMatching(/^Given up after three days\. .*ECONNREFUSED/),
    });
    expect(await countJobs()).toBe(0);
  });

  it('fails the mail with the reason when the server says "later" for three days', async () => {
    await smtp.behave('busy');
    const read = await causeMail();
    const [pauses] = await app.sql<{ hours: number }>(
      `select sum(exp(least(10, n)))::float / 3600 as hours from generate_series(1, (select max_attempts - 1 from graphile_worker.jobs)) n`,
    );
    expect(pauses?.hours).toBeGreaterThan(64);
    expect(pauses?.hours).toBeLessThan(73);
    await app.sql('update graphile_worker._private_jobs set attempts = max_attempts - 1');
    await deliverMails(app);
    expect(await read()).toMatchObject({
      status: 'failed',
      isSent: false,
      lastError: expect.stringMatching(/^Given up after three days\. .*451/),
    });
    expect(await countJobs()).toBe(0);
  });
});

describe('an answer of the mail server', () => {
  it('451 is tried again', async () => {
    await smtp.behave('busy');
    const read = await causeMail();
    for (const tries of [1, 2, 3]) {
      await deliverMails(app, { again: true });
      expect(await read()).toMatchObject({
        status: 'queued',
        tries,
        lastError: expect.stringContaining('451 4.3.0 Try again later'),
      });
    }
    await smtp.behave('accept');
    await deliverMails(app, { again: true });
    expect(await read()).toMatchObject({ status: 'sent', tries: 4, lastError: null });
    expect(smtp.mails).toHaveLength(1);
  });

  it('550 is final, with the reason, until somebody sends the mail again', async () => {
    await smtp.behave('reject');
    const read = await causeMail();
    await deliverMails(app);
    const failed = await read();
    expect(failed).toMatchObject({
      status: 'failed',
      tries: 1,
      isSent: false,
      lastError: expect.stringContaining('550 5.1.1 No such mailbox'),
    });
    const connections = smtp.connections();
    await deliverMails(app, { again: true });
    expect(smtp.connections()).toBe(connections);
    expect(await countJobs()).toBe(0);

    await smtp.behave('accept');
    const staff = await app.as('dispatcher');
    expect(ok<Mail>(await staff.post(`/api/v1/emails/${failed.id}/resend`))).toMatchObject({
      id: failed.id,
      status: 'queued',
    });
    await deliverMails(app);
    expect(await read()).toMatchObject({ status: 'sent', messageId: failed.messageId });
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([failed.messageId]);
  });

  it('that never arrives leads to one more mail with the same Message-ID, and no third', async () => {
    await smtp.behave('drop');
    const read = await causeMail();
    await deliverMails(app);
    expect(await read()).toMatchObject({ status: 'queued', tries: 1 });
    expect(smtp.mails).toHaveLength(1);
    await smtp.behave('accept');
    await deliverMails(app, { again: true });
    await deliverMails(app, { again: true });
    const { messageId, status } = await read();
    expect(status).toBe('sent');
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([messageId, messageId]);
  });

  it('to a wrong password waits for a right one: that is not the fault of the mail', async () => {
    const locked = await createTestApp({ SMTP_URL: smtp.url.replace('//', '//user:wrong@') });
    try {
      const read = await causeMail(locked);
      await deliverMails(locked);
      expect(await read()).toMatchObject({ status: 'queued', tries: 1, lastError: expect.stringContaining('535') });
    } finally {
      await locked.close();
    }
  });
});

describe('the queue', () => {
  it('sends a mail once although there are four jobs for it and two workers', async () => {
    const read = await causeMail();
    const { id } = await read();
    for (let extra = 0; extra < 3; extra++)
      await app.sql(`select graphile_worker.add_job('send_email', json_build_object('id', ?::int))`, id);
    await Promise.all([deliverMails(app), deliverMails(app)]);
    // Who finds the mail being sent looks again later.
    await expect.poll(async () => deliverMails(app, { again: true }).then(countJobs)).toBe(0);
    expect(await read()).toMatchObject({ status: 'sent', tries: 1 });
    expect(smtp.mails).toHaveLength(1);
  });

  it('takes over what a dead process held, and finds mails that lost their job', async () => {
    const [held, lost] = [await causeMail(), await causeMail()];
    const { id } = await lost();
    await app.sql(`delete from graphile_worker._private_jobs where payload ->> 'id' = ?`, String(id));
    await app.sql(
      `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '3 minutes'`,
    );
    await deliverMails(app);
    expect(smtp.mails).toHaveLength(0);
    const tend = async () => {
      await app.sql(`select graphile_worker.add_job('tend_outbox')`);
      await deliverMails(app);
    };
    await tend();
    expect(await held()).toMatchObject({ status: 'sent' });
    expect(await lost()).toMatchObject({ status: 'queued' });
    await app.sql(`update emails set created_at = now() - interval '9 hours' where id = ?`, id);
    await tend();
    expect(await lost()).toMatchObject({ status: 'sent', tries: 1 });
    expect(smtp.mails).toHaveLength(2);
  });
});
