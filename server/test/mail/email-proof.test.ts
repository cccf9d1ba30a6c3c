import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { makeOrder, ok, openOrder, orderBody, photo, signatureFile } from '../support/factories.ts';
import { readPages } from '../support/paper.ts';

const ARRIVED = /has arrived$/;
const MB = 1024 * 1024;
let smtp: TestSmtp;
let narrow: TestSmtp;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  smtp = await startSmtp();
  narrow = await startSmtp({ sizeMax: 20_000 });
  app = await createTestApp({ SMTP_URL: smtp.url, ADMIN_EMAIL: 'office@quickfleet.test' });
  staff = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await smtp.close();
  await narrow.close();
});
beforeEach(async () => {
  ok(await staff.put('/api/v1/company', { mail: { proofAttached: true } }));
});

async function deliver(photos = 1, size: [number, number] = [320, 240]): Promise<Order> {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  const bytes = await photo(...size);
  const files = Array.from({ length: 1 }, () => ({ field: 'pickupImages', name: 'a.jpg', type: 'image/jpeg', bytes }));
  ok(await phone.form('POST', `/api/driver/pickup/${order.items[0]?.id}`, {}, files));
  // As if they had come one by one.
  await app.sql(
    `update order_items set pickup_image_urls = to_jsonb(array_fill(pickup_image_urls->>0, array[?::int])) where id = ?`,
    photos,
    order.items[0]?.id,
  );
  const sign = async () =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: 'Bo Receiver' }, [
        await signatureFile(),
      ]),
    );
  await sign();
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await sign();
  return ok(await staff.get(`/api/v1/orders/${order.id}`));
}
const arrivedAt = (order: Order, at = smtp) =>
  at.to(order.customerEmail ?? '').filter(({ subject }) => ARRIVED.test(subject ?? ''));
const bytesOf = (content: ArrayBuffer | Uint8Array | string | undefined): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content ?? new ArrayBuffer(0)));
const stored = async (order: Order) =>
  (
    await app.sql<{ status: string; attachment: string | null; text: string; last_error: string | null }>(
      `select status, attachment, text, last_error from emails where order_id = ? and trigger = 'order_delivered'`,
      order.id,
    )
  )[0];

describe('the proof in the mail of a delivery', () => {
  it('V25 goes along as a PDF file where the company says so, and nowhere else', async () => {
    ok(await staff.put('/api/v1/company', { mail: { proofAttached: false } }));
    const without = await deliver();
    ok(await staff.put('/api/v1/company', { mail: { proofAttached: true } }));
    const order = await deliver();
    await deliverMails(app);
    expect(arrivedAt(without)[0]?.attachments).toEqual([]);
    expect(arrivedAt(without)[0]?.text).not.toContain('attached');

    const [mail, ...more] = arrivedAt(order);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('The proof of delivery is attached as a PDF file.');
    expect(mail?.html).toContain('The proof of delivery is attached as a PDF file.');
    expect(mail?.text).toContain('?proof=');
    const [file, ...others] = mail?.attachments ?? [];
    expect(others).toEqual([]);
    expect(file).toMatchObject({ filename: `proof-${order.trackingNumber}.pdf`, mimeType: 'application/pdf' });
    const text = (await readPages(bytesOf(file?.content))).map((page) => page.text.replaceAll('\n', ' ')).join(' ');
    expect(text).toContain('Proof of delivery');
    expect(text).toContain('Bo Receiver');
    // As the customer reads it.
    expect(text).not.toContain('Driver with the access code');
    // No other mail of the order has one.
    const ofOrder = smtp.to(order.customerEmail ?? '').filter((each) => each !== mail);
    expect(ofOrder.length).toBeGreaterThan(2);
    expect(ofOrder.flatMap(({ attachments }) => attachments)).toEqual([]);
  });

  it('C764 a mail about several deliveries of a stop has the proof of each', async () => {
    const phone = await app.as('driver');
    const customerEmail = 'several@example.com';
    const orders: Order[] = [];
    for (let nth = 0; nth < 2; nth++) {
      const order = ok<Order>(await staff.post('/api/v1/orders', orderBody({ customerEmail, driverId: phone.userId })));
      orders.push(order);
      const fields = { orderId: String(order.id), kind: 'pickup' };
      ok(await phone.form('POST', '/api/driver/signature', fields, [await signatureFile()]));
      ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    }
    const stop = ['delivery', ...orders.map(({ id }) => id)].join('-');
    ok(await phone.form('POST', `/api/v1/driver/stops/${stop}/signature`, {}, [await signatureFile()]));
    await deliverMails(app);
    const mails = smtp.to(customerEmail).filter(({ subject }) => ARRIVED.test(subject ?? ''));
    expect(mails.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
      orders.map(({ trackingNumber }) => `proof-${trackingNumber}.pdf`),
    ]);
    expect(mails[0]?.text).toContain('The proof of delivery is attached as a PDF file.');
  });

  it('V25 is sent once, however often the mail server refuses it at first, and again by hand', async () => {
    await smtp.behave('busy');
    const order = await deliver();
    await deliverMails(app);
    expect(await stored(order)).toMatchObject({ status: 'queued', attachment: 'proof' });
    await smtp.behave('accept');
    await deliverMails(app, { again: true });
    await deliverMails(app, { again: true });
    expect(arrivedAt(order).map(({ attachments }) => attachments.length)).toEqual([1]);
    const [row] = await app.sql<{ id: number }>(
      `select id from emails where order_id = ? and trigger = 'order_delivered'`,
      order.id,
    );
    ok(await staff.post(`/api/v1/emails/${row?.id}/resend`));
    await deliverMails(app);
    const [first, second] = arrivedAt(order);
    expect(second?.attachments[0]?.filename).toBe(first?.attachments[0]?.filename);
    expect(second?.messageId).not.toBe(first?.messageId);
  });

  it('V25 is left out when it is larger than 7 MB, and the mail says so next to its link', async () => {
    const order = await deliver(60, [720, 540]);
    await deliverMails(app);
    const [mail] = arrivedAt(order);
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).not.toContain('is attached');
    const link = /too large for an e-mail\. It opens for 30 days at (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(mail?.html).toContain(`<a href="${link}">`);
    const token = new URL(link).searchParams.get('proof');
    const opened = await app.client().get(`/api/v1/orders/${order.id}/proof.pdf?token=${token}`);
    expect(opened.rawPayload.length).toBeGreaterThan(7 * MB);
    // The mailbox keeps what was sent, without the link that is its reader's alone.
    const kept = mail?.text?.trimEnd().replaceAll(/\/t\/\w+/g, `/t/hidden-link-track-${order.trackingNumber}`);
    expect(await stored(order)).toMatchObject({ status: 'sent', attachment: null, text: `${kept}\n` });
  });

  it('V25 is left out when the mail server takes no mail so large', async () => {
    const order = await deliver();
    const { config } = app.services;
    app.services.config = { ...config, SMTP_URL: narrow.url };
    await deliverMails(app);
    app.services.config = config;
    const [mail, ...more] = arrivedAt(order, narrow);
    expect(more).toEqual([]);
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).toContain('too large for an e-mail');
    expect(await stored(order)).toMatchObject({ status: 'sent', attachment: null });
  });

  it('V25 waits with its mail alone while a photo cannot be reached, and goes out when it can', async () => {
    const order = await deliver();
    const key = order.items[0]?.pickupImageUrls[0]?.replace('/files/', '') ?? '';
    const place = join(app.services.config.DATA_DIR, 'files', key.slice(0, 2), key);
    await rename(place, `${place}.away`);
    // It is not gone: nobody can look.
    await symlink(place, place);
    const other = await deliver();
    await deliverMails(app);
    const waiting = await stored(order);
    await rm(place);
    await rename(`${place}.away`, place);
    expect(waiting).toMatchObject({ status: 'queued', attachment: 'proof' });
    expect(waiting?.last_error).toContain('could not be attached');
    expect(arrivedAt(other)).toHaveLength(1);
    await deliverMails(app, { again: true });
    expect(arrivedAt(order).map(({ attachments }) => attachments.length)).toEqual([1]);
  });
});
