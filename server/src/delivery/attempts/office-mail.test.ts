import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Template } from '@quickfleet/shared/messages/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../../../test/support/counterparts/smtp.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { openStream } from '../../../test/support/stream.ts';

const OFFICE = 'office@quickfleet.test';
let smtp: TestSmtp;
let app: TestApp;
let staff: Client & { cookies: Map<string, string> };
let address: string;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url, ADMIN_EMAIL: OFFICE });
  staff = await app.as('admin');
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

async function underWay() {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  const signed = { customerName: 'Ada', orderId: String(order.id) };
  ok(await phone.form('POST', '/api/driver/signature', signed, [await signatureFile()]));
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  return { order, phone };
}
const attempt = async (who: Client, { id }: { id: number }, fields: Record<string, string>) =>
  ok<Order>(
    await who.form('POST', `/api/v1/orders/${id}/attempts`, { stop: 'delivery', ...fields }, [
      await photoFile('photos'),
    ]),
  );
const told = ({ trackingNumber }: { trackingNumber: string }) =>
  smtp.to(OFFICE).filter(({ subject }) => subject?.includes(trackingNumber));

describe('an attempt that fails', () => {
  it('P82 is in the office’s mail with result, reason, notes and the link to the decision, and on open screens immediately', async () => {
    const { order, phone } = await underWay();
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await openStream(`${address}/trpc/live.onChange`, { cookie });
    await attempt(phone, order, {
      outcome: 'failed',
      reason: 'not_home',
      noteCustomer: 'We rang twice.',
      noteOffice: 'Dog in the yard, see www.dogs.example',
    });
    await expect.poll(() => stream.received).toContainEqual(expect.objectContaining({ topic: 'order', id: order.id }));
    stream.stop();
    await deliverMails(app);
    const [mail, ...more] = told(order);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Delivery failed: order ${order.trackingNumber}`);
    for (const words of [
      'Delivery failed: Nobody home. Please choose what happens next.',
      `Order: ${order.trackingNumber}`,
      'Customer: Ada Sender',
      'Attempt: 1',
      'Note: Dog in the yard',
      'Message to the customer: We couldn’t deliver your order: nobody was home. We rang twice.',
      `Choose what happens next: http://quickfleet.test/admin/orders?order=${order.id}`,
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.text).not.toContain('www.dogs.example');
    const [toCustomer] = smtp.to(order.customerEmail ?? '').filter(({ subject }) => /^About/.test(subject ?? ''));
    expect(toCustomer?.text).not.toContain('Dog in the yard');
  });

  it('P82 a partial one says how much, and the office gets no mail about late or successful ones', async () => {
    const { order, phone } = await underWay();
    const items = JSON.stringify([{ itemId: order.items[0]?.id, delivered: 2 }]);
    await attempt(phone, order, { outcome: 'partial', reason: 'damaged', items });
    ok(await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'cancel' }));
    await attempt(phone, order, { outcome: 'failed', reason: 'closed', noteOffice: 'too late' });
    const fine = await underWay();
    const signed = { customerName: 'Ada', orderId: String(fine.order.id) };
    ok(await fine.phone.form('POST', '/api/driver/signature', signed, [await signatureFile()]));
    await deliverMails(app);
    expect(told(order).map(({ subject }) => subject)).toEqual([
      `Delivery in part, 2 of 3: order ${order.trackingNumber}`,
    ]);
    expect(told(fine.order)).toEqual([]);
    // What ended in part is not said to have arrived whole.
    const arrived = smtp.to(order.customerEmail ?? '').find(({ subject }) => /has arrived/.test(subject ?? ''));
    expect(arrived?.text).toContain('Only a part of it was delivered; the rest is not.');
  });

  it('P82 is switched off and worded by its template like every other mail', async () => {
    const all = ok<Template[] | { data: Template[] }>(await staff.post('/api/v1/email-templates/initialize'));
    const template = (Array.isArray(all) ? all : all.data).find(({ trigger }) => trigger === 'attempt_failed_office');
    expect(template).toMatchObject({ type: 'admin', enabled: true, unknownVariables: [] });
    const path = `/api/v1/email-templates/${template?.id}`;
    const fail = async () => {
      const { order, phone } = await underWay();
      await attempt(phone, order, { outcome: 'failed', reason: 'refused' });
      await deliverMails(app);
      return told(order).map(({ subject }) => subject);
    };
    ok(await staff.put(path, { subject: '{{driverName}}{{trackingNumber}}: {{attemptResult}}, {{reason}}' }));
    expect(await fail()).toEqual([expect.stringMatching(/^QF\d+: Delivery failed, Refused$/)]);
    ok(await staff.put(path, { enabled: false }));
    expect(await fail()).toEqual([]);
  });
});
