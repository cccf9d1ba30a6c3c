import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Mail, MailPage } from '@quickfleet/shared/messages/mailbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok } from '../../../test/support/factories.ts';

let kept: TestApp;
let sending: TestApp;
beforeAll(async () => {
  kept = await createTestApp();
  sending = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(async () => {
  await kept.close();
  await sending.close();
});

const countJobs = async () =>
  (await sending.sql(`select 1 from graphile_worker.jobs where task_identifier = 'send_email'`)).length;
const firstMail = async (app: TestApp, order: Order, trigger: string) => {
  const [row] = await app.sql<{ id: number }>(
    'select id from emails where order_id = ? and trigger = ?',
    order.id,
    trigger,
  );
  return row?.id ?? 0;
};

describe('the mailbox', () => {
  it('lists what was caused, newest first, page by page, and says that no mail server is set up', async () => {
    const staff = await kept.as('dispatcher');
    const order = await makeOrder(kept, staff);
    const page = ok<MailPage>(await staff.get('/api/v1/emails?limit=2'));
    expect(page).toMatchObject({ page: 1, limit: 2, hasMailServer: false });
    expect(page.total).toBeGreaterThanOrEqual(4);
    expect(page.data).toHaveLength(2);
    expect(page.data[0]).toMatchObject({
      trigger: 'order_created',
      orderId: order.id,
      trackingNumber: order.trackingNumber,
      status: 'kept',
      recipient: order.customerEmail,
    });
    const ids = [...page.data, ...ok<MailPage>(await staff.get('/api/v1/emails?limit=2&page=2')).data].map(
      (mail) => mail.id,
    );
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(page.data[0]).not.toHaveProperty('html');
  });

  it('filters by state, by quote, by order and by words', async () => {
    const admin = await kept.as('admin');
    const order = await makeOrder(kept, admin);
    const total = async (query: string) => ok<MailPage>(await admin.get(`/api/v1/emails?${query}`)).total;
    expect(await total(`orderId=${order.id}`)).toBe(1);
    expect(await total(`quoteId=${order.quoteId}`)).toBe(4);
    expect(await total(`quoteId=${order.quoteId}&status=sent`)).toBe(0);
    expect(await total(`q=${encodeURIComponent(order.trackingNumber)}`)).toBe(1);
    expect(await total(`q=${encodeURIComponent('zqzqz%')}`)).toBe(0);
    expect((await admin.get('/api/v1/emails?status=lost')).statusCode).toBe(400);
  });

  it('reads one mail with its text and its HTML, and answers 404 for none', async () => {
    const staff = await kept.as('dispatcher');
    const order = await makeOrder(kept, staff);
    const mail = ok<Mail>(await staff.get(`/api/v1/emails/${await firstMail(kept, order, 'order_created')}`));
    expect(mail.html).toContain(order.trackingNumber);
    expect(mail.text).toContain(order.trackingNumber);
    const none = await staff.get('/api/v1/emails/999999');
    expect(none.statusCode).toBe(404);
    expect(none.json()).toMatchObject({ code: 'MAIL_NOT_FOUND' });
  });

  it('is for staff only', async () => {
    for (const [client, status] of [
      [kept.client(), 401],
      [await kept.as('customer'), 403],
      [await kept.as('driver'), 403],
    ] as const) {
      expect((await client.get('/api/v1/emails')).statusCode).toBe(status);
      expect((await client.get('/api/v1/emails/1')).statusCode).toBe(status);
      expect((await client.post('/api/v1/emails/1/resend')).statusCode).toBe(status);
    }
  });
});

describe('sending again', () => {
  it('keeps a mail where no mail server is set up', async () => {
    const staff = await kept.as('dispatcher');
    const order = await makeOrder(kept, staff);
    const id = await firstMail(kept, order, 'order_created');
    const answer = await staff.post(`/api/v1/emails/${id}/resend`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'NO_MAIL_SERVER' });
    expect(await kept.sql('select status from emails where id = ?', id)).toEqual([{ status: 'kept' }]);
  });

  it('queues a failed mail as itself, with its Message-ID, and leaves a line of history', async () => {
    const staff = await sending.as('dispatcher');
    const order = await makeOrder(sending, staff);
    const id = await firstMail(sending, order, 'order_created');
    await sending.sql(`update emails set status = 'failed', last_error = '550 no such mailbox' where id = ?`, id);
    const before = ok<Mail>(await staff.get(`/api/v1/emails/${id}`));
    // Its job went when the mail was refused for good.
    await sending.sql(`select graphile_worker.remove_job('mail ' || ?::int)`, id);
    const jobs = await countJobs();
    const again = ok<Mail>(await staff.post(`/api/v1/emails/${id}/resend`));
    expect(again).toMatchObject({
      id,
      status: 'queued',
      messageId: before.messageId,
      lastError: '550 no such mailbox',
    });
    expect(await countJobs()).toBe(jobs + 1);
    expect(
      await sending.sql(
        `select action from history where subject = 'order' and subject_id = ? and action = 'email.resent'`,
        order.id,
      ),
    ).toHaveLength(1);
  });

  it('writes a mail that was sent as a new one', async () => {
    const staff = await sending.as('admin');
    const order = await makeOrder(sending, staff);
    const id = await firstMail(sending, order, 'order_created');
    await sending.sql(`update emails set status = 'sent', sent_at = now() where id = ?`, id);
    const first = ok<Mail>(await staff.get(`/api/v1/emails/${id}`));
    const copy = ok<Mail>(await staff.post(`/api/v1/emails/${id}/resend`));
    expect(copy.id).not.toBe(id);
    expect(copy).toMatchObject({
      status: 'queued',
      subject: first.subject,
      html: first.html,
      recipient: first.recipient,
      sentAt: null,
      tries: 0,
    });
    expect(copy.messageId).not.toBe(first.messageId);
    expect(copy.messageId).toMatch(/^<[0-9a-f]{8}\.[0-9a-f]{32}@quickfleet\.test>$/);
    expect(await sending.sql('select status from emails where id in (?, ?) order by id', id, copy.id)).toEqual([
      { status: 'sent' },
      { status: 'queued' },
    ]);
  });
});

describe('mail that does not leave', () => {
  it('B24 is said on the dashboard after ten minutes, and all failed mails are sent again in one go', async () => {
    const staff = await sending.as('dispatcher');
    const order = await makeOrder(sending, staff);
    const stuck = async () => ok<{ stuckMail: unknown }>(await staff.get('/api/v1/stats')).stuckMail;
    expect(await stuck()).toBeNull();
    await sending.sql(`update emails set created_at = now() - interval '11 minutes' where order_id = ?`, order.id);
    expect(await stuck()).toMatchObject({ count: 1, failed: 0 });
    await sending.sql(`update emails set status = 'failed', tries = 20 where order_id = ?`, order.id);
    expect(ok(await staff.post('/api/v1/emails/resend-failed'))).toEqual({ count: 1, left: 0 });
    expect(await sending.sql('select status from emails where order_id = ?', order.id)).toEqual([{ status: 'queued' }]);
    expect(
      await sending.sql(`select 1 from history where action = 'email.resent' and subject_id = ?`, order.id),
    ).toHaveLength(1);
    expect((await sending.client().post('/api/v1/emails/resend-failed')).statusCode).toBe(401);
    expect((await kept.as('dispatcher').then((one) => one.post('/api/v1/emails/resend-failed'))).statusCode).toBe(409);
  });
});
