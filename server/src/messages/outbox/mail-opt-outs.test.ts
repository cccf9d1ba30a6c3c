import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { MailPage } from '@quickfleet/shared/messages/mailbox';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../../../test/support/counterparts/smtp.ts';
import { ok, orderBody, quoteBody } from '../../../test/support/factories.ts';
import { sendDueNotices } from '../../delivery/notices/notices.service.ts';

let smtp: TestSmtp;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url, ADMIN_EMAIL: 'office@example.com', LIMIT_SCALE: 1000 });
  staff = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

let made = 0;
const book = async (customerEmail: string): Promise<Order> => {
  const deliveryContact = { name: 'Sam Porter', email: `r${++made}@example.org` };
  return ok(await staff.post('/api/v1/orders', orderBody({ customerEmail, deliveryContact })));
};
/** The header of the last mail to an address. */
async function headersTo(address: string): Promise<Map<string, string>> {
  await deliverMails(app);
  return new Map((smtp.to(address).at(-1)?.headers ?? []).map(({ key, value }) => [key, value]));
}
const linkIn = (headers: Map<string, string>) =>
  /^<http:\/\/quickfleet\.test(\/u\/[\w-]+)>$/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
const press = (link: string, body = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  app.app.inject({ method: 'POST', url: link, payload: body, headers: { 'content-type': type } });
const off = (address: string) => app.sql('select trigger from mail_opt_outs where address = ? order by id', address);
const mailsOf = (order: Order, address: string) =>
  app.sql(
    'select trigger, status, last_error from emails where order_id = ? and recipient = ? order by id',
    order.id,
    address,
  );

describe('mails of a step, switched off by their reader', () => {
  it('C335 each mail of a step has a link in its header for one click; what is needed or was asked for has none', async () => {
    const order = await book('step@example.com');
    for (const address of ['step@example.com', order.deliveryContact?.email ?? '']) {
      const headers = await headersTo(address);
      expect(linkIn(headers)).toMatch(/^\/u\//);
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    }
    const { email } = quoteBody().customer;
    ok(await app.client().post('/api/v1/quotes', quoteBody()));
    for (const address of [email, 'office@example.com'])
      expect((await headersTo(address)).has('list-unsubscribe')).toBe(false);
  });

  it('C336 opening the link changes nothing, one press switches that step off for that address alone, and it comes back', async () => {
    const address = 'click@example.com';
    const order = await book(address);
    const link = linkIn(await headersTo(address));
    const page = await app.app.inject({ method: 'GET', url: link });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(page.body).toContain('Switch off: Your order is booked');
    expect(await off(address)).toEqual([]);
    const boundary = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect((await press(link, boundary, 'multipart/form-data; boundary=b')).statusCode).toBe(200);
    expect((await press(link)).statusCode).toBe(200);
    expect(await off(address)).toEqual([{ trigger: 'order_created' }]);

    const next = await book(address);
    await deliverMails(app);
    const [mail] = await mailsOf(next, address);
    expect(mail).toMatchObject({
      trigger: 'order_created',
      status: 'kept',
      last_error: expect.stringMatching(/switched off/),
    });
    expect(await mailsOf(next, next.deliveryContact?.email ?? '')).toMatchObject([{ status: 'sent' }]);
    for (const { id } of [order, next]) {
      const { data } = ok<MailPage>(await staff.get(`/api/v1/emails?orderId=${id}`));
      const own = data.find(({ recipient }) => recipient === address);
      expectError(await staff.post(`/api/v1/emails/${own?.id}/resend`), 409, 'MAIL_SWITCHED_OFF');
    }
    expect((await press(link, 'step=order_created&off=false')).statusCode).toBe(303);
    expect(await off(address)).toEqual([]);
    expect(await mailsOf(await book(address), address)).toMatchObject([{ status: 'queued', last_error: null }]);
  });

  it('C337 a link works for its own address and for steps alone; what was chosen is erased with the person', async () => {
    const address = 'erase@example.com';
    const order = await book(address);
    const link = linkIn(await headersTo(address));
    for (const wrong of [`${link}x`, link.slice(0, -2), '/u/x', `/u/${'a'.repeat(120)}`]) {
      expect((await press(wrong)).statusCode, wrong).toBe(404);
    }
    for (const step of ['quote_sent', 'delivery_pin', 'recipient_booked'])
      expect((await press(link, `step=${step}&off=true&address=other@example.com`)).statusCode).toBe(303);
    expect(await app.sql('select 1 from mail_opt_outs')).toEqual([]);
    await press(link, 'step=order_delivered&off=true');
    expect(await off(address)).toEqual([{ trigger: 'order_delivered' }]);
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const [row] = await app.sql<{ id: number }>('select customer_id as id from orders where id = ?', order.id);
    ok(await staff.post(`/api/v1/customers/${row?.id}/erase`, { email: address }));
    expect(await off(address)).toEqual([]);
  });

  it('C440 a mail that waited when its step was switched off is not sent, and the mailbox says why', async () => {
    const address = 'waits@example.com';
    await book(address);
    const link = linkIn(await headersTo(address));
    const order = await book(address);
    expect(await mailsOf(order, address)).toMatchObject([{ status: 'queued' }]);
    const before = smtp.to(address).length;
    await press(link);
    await deliverMails(app);
    expect(smtp.to(address)).toHaveLength(before);
    const kept = { trigger: 'order_created', status: 'kept', last_error: expect.stringMatching(/switched off/) };
    expect(await mailsOf(order, address)).toMatchObject([kept]);
    // The other reader of the same order gets theirs.
    expect(await mailsOf(order, order.deliveryContact?.email ?? '')).toMatchObject([{ status: 'sent' }]);
    const { data } = ok<MailPage>(await staff.get(`/api/v1/emails?orderId=${order.id}`));
    expect(data.find(({ recipient }) => recipient === address)).toMatchObject({ lastError: kept.last_error, tries: 0 });
    await press(link, 'step=order_created&off=false');
    const next = await book(address);
    await deliverMails(app);
    expect(await mailsOf(next, address)).toMatchObject([{ status: 'sent' }]);
  });

  it('C440 a mail that is held when its step is switched off is not sent when its time comes', async () => {
    ok(await staff.put('/api/v1/company', { notices: { settleMinutes: 5 } }));
    const address = 'held@example.com';
    const driver = await app.as('driver');
    const assign = async (order: Order) =>
      ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    const lastOf = async (order: Order) => (await mailsOf(order, address)).at(-1);
    const settled = async () => {
      app.setClock(new Date(Date.now() + 600_000));
      await sendDueNotices(app.services);
      app.setClock(new Date());
      await deliverMails(app);
    };
    const first = await book(address);
    const second = await book(address);
    await assign(first);
    expect(await lastOf(first)).toMatchObject({ trigger: 'driver_assigned', status: 'held' });
    await settled();
    const link = linkIn(await headersTo(address));
    await assign(second);
    expect(await lastOf(second)).toMatchObject({ trigger: 'driver_assigned', status: 'held' });
    const before = smtp.to(address).length;
    await press(link);
    await settled();
    expect(await lastOf(second)).toMatchObject({ status: 'kept', last_error: expect.stringMatching(/switched off/) });
    expect(smtp.to(address)).toHaveLength(before);
    ok(await staff.put('/api/v1/company', { notices: { settleMinutes: 0 } }));
  });

  it('C441 the history of the order says once that a reader switched a step off, and on again, without the address', async () => {
    const address = 'history@example.com';
    const order = await book(address);
    const link = linkIn(await headersTo(address));
    await press(link);
    await press(link);
    await press(link, 'step=order_delivered&off=true');
    await press(link, 'step=order_created&off=false');
    const theirs = linkIn(await headersTo(order.deliveryContact?.email ?? ''));
    await press(theirs);
    const lines = await app.sql(
      `select action, detail, actor_kind as by, address from history where subject = 'order' and subject_id = ?
         and action like 'mails.%' order by id`,
      order.id,
    );
    expect(lines).toEqual([
      { action: 'mails.off', detail: 'The customer: Your order is booked', by: 'visitor', address: null },
      { action: 'mails.off', detail: 'The customer: Your delivery has arrived', by: 'visitor', address: null },
      { action: 'mails.on', detail: 'The customer: Your order is booked', by: 'visitor', address: null },
      { action: 'mails.off', detail: 'The recipient: A delivery is coming to you', by: 'visitor', address: null },
    ]);
    const { data } = ok<{ data: { action: string }[] }>(await staff.get('/api/v1/activity?action=mails.on'));
    expect(data).not.toEqual([]);
  });

  it('C442 the page of the link has the company’s logo and colour', async () => {
    const address = 'looks@example.com';
    await book(address);
    const link = linkIn(await headersTo(address));
    const read = async () => (await app.app.inject({ method: 'GET', url: link })).body;
    expect(await read()).toContain('src="/favicon.svg"');
    const bytes = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#7c3aed' } })
      .png()
      .toBuffer();
    const { file } = ok<{ file: { url: string } }>(
      await staff.form('POST', '/api/v1/upload', {}, [{ field: 'file', name: 'l.png', bytes, type: 'image/png' }]),
    );
    ok(await staff.put('/api/v1/company', { look: { logoUrl: file.url, accent: '#7c3aed' } }));
    const page = await read();
    expect(page).toContain(`src="${file.url}?size=thumb"`);
    expect(page).toContain(`border-color: ${app.services.config.shades?.[8]}`);
    expect((await app.client().get(`${file.url}?size=thumb`)).statusCode).toBe(200);
  });
});
