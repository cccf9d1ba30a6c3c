import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type { Mail, MailPage } from '@quickfleet/shared/messages/mailbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../../../test/support/counterparts/smtp.ts';
import { makeOrder, ok, orderBody } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

const DAY = 86_400_000;
let smtp: TestSmtp;
let app: TestApp;
let staff: Client;
let visitor: Client;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url, ADMIN_EMAIL: 'office@example.com' });
  staff = await app.as('dispatcher');
  visitor = app.client();
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

let made = 0;
const book = async (more: object = {}): Promise<Order> =>
  ok(
    await staff.post(
      '/api/v1/orders',
      orderBody({
        customerEmail: `c${++made}@example.com`,
        customerPhone: '+1 212 555 0100',
        quotePrice: '84.50',
        deliveryContact: { name: 'Sam Porter', email: `r${made}@example.org` },
        ...more,
      }),
    ),
  );
const LINK = /http:\/\/quickfleet\.test(\/t\/\w+)/;
/** The link in the mail that was sent last to an address. */
async function linkTo(address: string | null | undefined): Promise<string> {
  await deliverMails(app);
  return LINK.exec(smtp.to(address ?? '').at(-1)?.text ?? '')?.[1] ?? '';
}
const read = async (link: string): Promise<DeliveryPage> => ok(await visitor.get(`/api/v1${link}`));

describe('the link of a delivery', () => {
  it('C310 the mails of the customer and of the recipient each have another link, which opens the delivery', async () => {
    const order = await book();
    const [own, theirs] = [await linkTo(order.customerEmail), await linkTo(order.deliveryContact?.email)];
    expect(own).not.toBe(theirs);
    expect(await read(own)).toMatchObject({ reader: 'customer', trackingNumber: order.trackingNumber, eta: null });
    expect(await read(theirs)).toMatchObject({ reader: 'recipient', trackingNumber: order.trackingNumber });
  });

  it('C311 no row holds a link, staff read it in the mailbox, and the office’s own mails have none', async () => {
    const order = await book();
    const link = await linkTo(order.customerEmail);
    const rows = await app.sql('select html, text from emails where order_id = ?', order.id);
    expect(JSON.stringify(rows)).not.toContain(link);
    expect(JSON.stringify(rows)).toContain(`/t/hidden-link-track-${order.trackingNumber}`);
    const { data } = ok<MailPage>(await staff.get(`/api/v1/emails?orderId=${order.id}`));
    const mail = data.find(({ recipient }) => recipient === order.customerEmail);
    expect(ok<Mail>(await staff.get(`/api/v1/emails/${mail?.id}`)).text).toContain(link);
    const failed = { stop: 'delivery', outcome: 'failed', reason: 'not_home' };
    const { userId } = await app.as('driver');
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: userId }));
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    ok(await staff.post(`/api/v1/orders/${order.id}/attempts`, failed));
    await deliverMails(app);
    for (const { text, html } of smtp.to('office@example.com')) expect(`${text}${html}`).not.toMatch(/\/t\//);
  });

  it('C312 the recipient reads neither price, payment, where it comes from, nor anything of the customer but the name', async () => {
    const order = await book({ pickupAddress: 'SECRET Yard 9', notes: 'SECRET note' });
    const own = await visitor.get(`/api/v1${await linkTo(order.customerEmail)}`);
    const theirs = await visitor.get(`/api/v1${await linkTo(order.deliveryContact?.email)}`);
    expect(ok<DeliveryPage>(own)).toMatchObject({ pickupAddress: 'SECRET Yard 9', proofToken: expect.any(String) });
    expect(ok<DeliveryPage>(theirs)).toMatchObject({
      ...{ customerName: order.customerName, deliveryAddress: order.deliveryAddress },
      ...{ pickupAddress: '', pickupWindow: null, claims: [], proofToken: null },
    });
    expect(theirs.body).not.toMatch(/SECRET|84\.50|212\D*555|@/);
    expect(own.body).not.toMatch(/SECRET note|84\.50|212\D*555|@/);
  });

  it('C313 a wrong, a cut and a former link are answered alike and counted, and an erased customer’s opens nothing', async () => {
    const order = await book();
    const link = await linkTo(order.customerEmail);
    const stranger = app.client({ ip: '192.0.2.77' });
    const other = deliveryToken(app.services.secrets, order.trackingNumber, 'other@example.com');
    ok(await staff.put(`/api/v1/orders/${order.id}`, { customerEmail: 'moved@example.com' }));
    Object.assign(app.services.config, { LIMIT_SCALE: 1 });
    const answers = new Set<string>();
    for (const wrong of [link, `/t/${other}`, link.slice(0, -1), '/t/x', `/t/${'0'.repeat(32)}`]) {
      const { requestId: _, ...body } = expectError(await stranger.get(`/api/v1${wrong}`), 404, 'ORDER_NOT_FOUND');
      answers.add(JSON.stringify(body));
    }
    expect(answers.size).toBe(1);
    for (let at = 0; at < 15; at++) await stranger.get('/api/v1/t/x');
    expectError(await stranger.get('/api/v1/t/x'), 429);
    Object.assign(app.services.config, { LIMIT_SCALE: 1000 });
    const present = `/t/${deliveryToken(app.services.secrets, order.trackingNumber, 'moved@example.com')}`;
    expect((await read(present)).reader).toBe('customer');

    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const admin = await app.as('admin');
    const { data } = ok<{ data: { id: number; email: string }[] }>(await admin.get('/api/v1/customers?limit=100'));
    const customer = data.find(({ email }) => email === order.customerEmail);
    ok(await admin.post(`/api/v1/customers/${customer?.id}/erase`, { email: customer?.email }));
    for (const address of ['moved@example.com', order.customerEmail ?? '', '', 'null'])
      expectError(
        await visitor.get(`/api/v1/t/${deliveryToken(app.services.secrets, order.trackingNumber, address)}`),
        404,
      );
  });

  it('C314 a month after the delivery the link shows the state alone', async () => {
    const order = await book();
    const link = await linkTo(order.customerEmail);
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    app.setClock(new Date(Date.now() + 31 * DAY));
    expect(await read(link)).toMatchObject({
      ...{ status: 'cancelled', customerName: '', deliveryAddress: '', items: [], proofToken: null },
    });
    app.setClock(undefined);
  });
});

describe('the receipt by the link of a delivery', () => {
  it('C422 is the customer’s who paid, and nobody else’s', async () => {
    const order = await makeOrder(app, staff);
    const payer = order.customerEmail ?? '';
    const deliveryContact = { name: 'Sam Porter', email: 'door@example.org' };
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryContact }));
    const linkOf = (address: string) => `/t/${deliveryToken(app.services.secrets, order.trackingNumber, address)}`;
    const print = (address: string) => visitor.get(`/api/v1${linkOf(address)}/receipt.pdf`);
    expect((await read(linkOf(payer))).hasReceipt).toBe(true);
    const paper = await print(payer);
    expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await read(linkOf('door@example.org'))).hasReceipt).toBe(false);
    for (const address of ['door@example.org', 'stranger@example.com']) expectError(await print(address), 404);
    // The order belongs to another address now, which has not paid.
    ok(await staff.put(`/api/v1/orders/${order.id}`, { customerEmail: 'moved@example.com' }));
    expect((await read(linkOf('moved@example.com'))).hasReceipt).toBe(false);
    for (const address of ['moved@example.com', payer]) expectError(await print(address), 404);
  });

  it('C422 is nowhere while nothing is paid', async () => {
    const order = await book();
    const link = `/t/${deliveryToken(app.services.secrets, order.trackingNumber, order.customerEmail ?? '')}`;
    expect((await read(link)).hasReceipt).toBe(false);
    expectError(await visitor.get(`/api/v1${link}/receipt.pdf`), 404);
  });
});
