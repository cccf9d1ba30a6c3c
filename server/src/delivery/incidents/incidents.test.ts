import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Incident, reportedIncident } from '@quickfleet/shared/delivery/proof/incidents';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { proofToken } from '../proof/proof-link.ts';

const DAY = 86_400_000;
type Reported = z.infer<typeof reportedIncident>;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'office@example.com' });
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

async function deliver(): Promise<Order> {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  const sign = async () =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: 'Ann' }, [
        await signatureFile(),
      ]),
    );
  await sign();
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await sign();
  return order;
}
const upload = async (who: Client) =>
  ok<{ file: { url: string } }>(await who.form('POST', '/api/v1/upload', {}, [await photoFile('file')])).file.url;
const report = (who: Client, { trackingNumber }: Order, body: Record<string, unknown>) =>
  who.post(`/api/v1/orders/tracking/${trackingNumber}/incidents`, { kind: 'damaged', description: 'Torn', ...body });
const list = async (query: string) =>
  ok<{ data: Incident[]; total: number }>(await staff.get(`/api/v1/incidents?${query}`));

describe('a claim', () => {
  it('V20 is opened by the customer with photos, by the order’s e-mail address or the link of the mail, and by no stranger', async () => {
    const order = await deliver();
    const visitor = app.client();
    const imageUrls = [await upload(visitor)];
    expect((await report(visitor, order, { email: 'other@example.com' })).json()).toMatchObject({
      status: 403,
      code: 'NOT_THE_CUSTOMER',
    });
    expect((await report(visitor, order, {})).statusCode).toBe(403);
    expect((await report(visitor, order, { token: proofToken(app, order.id + 1, new Date()) })).statusCode).toBe(403);
    const opened = await report(visitor, order, {
      email: order.customerEmail?.toUpperCase(),
      description: 'The handle is broken',
      items: [2],
      imageUrls,
    });
    expect([opened.statusCode, opened.json()]).toMatchObject([201, { success: true, kind: 'damaged' }]);
    const token = proofToken(app, order.id, new Date());
    ok(await report(visitor, order, { kind: 'late', token }));

    const { data, total } = await list(`orderId=${order.id}`);
    expect([total, data.map(({ kind }) => kind)]).toEqual([2, ['late', 'damaged']]);
    expect(data[1]).toMatchObject({
      state: 'open',
      description: 'The handle is broken',
      items: [{ itemId: order.items[1]?.id, name: 'Lamp' }],
      photoUrls: imageUrls,
      openedBy: 'customer',
      openedByName: 'Ada Sender',
      trackingNumber: order.trackingNumber,
    });
    const mails = await app.sql<{ recipient: string; text: string }>(
      `select recipient, text from emails where order_id = ? and trigger = 'incident_opened' order by id`,
      order.id,
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual(['office@example.com', 'office@example.com']);
    expect(mails[0]?.text).toContain('Something is damaged');
    const [line] = await app.sql<{ files: string[]; hash: string; actor_kind: string }>(
      `select files, hash, actor_kind from history where subject_id = ? and action = 'incident.opened' order by seq`,
      order.id,
    );
    expect([line?.files.length, line?.actor_kind]).toEqual([1, 'visitor']);
  });

  it('V20 of the customer comes after the delivery and within 14 days, and not again and again', async () => {
    const order = await makeOrder(app, staff);
    const email = order.customerEmail;
    expect((await report(app.client(), order, { email })).json()).toMatchObject({ status: 409, code: 'TOO_EARLY' });
    const done = await deliver();
    app.setClock(new Date(Date.now() + 13 * DAY));
    ok(await report(app.client(), done, { email: done.customerEmail }));
    app.setClock(new Date(Date.now() + 15 * DAY));
    expect((await report(app.client(), done, { email: done.customerEmail })).json()).toMatchObject({
      status: 409,
      code: 'TOO_LATE',
    });
    app.setClock(undefined);
    expect((await report(app.client(), { ...done, trackingNumber: 'QF000000000000' }, { email })).statusCode).toBe(404);
  });

  it('X13 is refused after ten wrong tries of one address, and never to the customer', async () => {
    const strict = await createTestApp({ LIMIT_SCALE: 1 });
    try {
      const order = await makeOrder(strict, await strict.as('dispatcher'));
      await strict.sql(`update orders set status = 'delivered', delivered_at = now() where id = ?`, order.id);
      const stranger = strict.client({ ip: '203.0.113.9' });
      const triesAt = async (trackingNumber: string, count: number) => {
        const tries: number[] = [];
        for (let n = 0; n < count; n++)
          tries.push((await report(stranger, { ...order, trackingNumber }, { email: 'x@example.com' })).statusCode);
        return tries;
      };
      expect(await triesAt(order.trackingNumber, 9)).toEqual(Array.from({ length: 9 }, () => 403));
      expect(await triesAt('QF000000000000', 3)).toEqual([404, 429, 429]);
      expect(await triesAt(order.trackingNumber, 1)).toEqual([429]);
      const token = proofToken(strict, order.id, new Date());
      for (const ip of ['198.51.100.7', '203.0.113.9'])
        for (const proof of [{ email: order.customerEmail }, { token }, { email: 'x@example.com', token }])
          for (let n = 0; n < 3; n++) ok(await report(strict.client({ ip }), order, proof));
      expect((await report(strict.client({ ip: '198.51.100.7' }), order, {})).statusCode).toBe(403);
    } finally {
      await strict.close();
    }
  });

  it('K46 can be made from the moment the delivery is late, and the same claim again is the first one', async () => {
    const order = await makeOrder(app, staff);
    const at = Date.now();
    const window = { from: new Date(at + DAY / 24).toISOString(), to: new Date(at + DAY / 12).toISOString() };
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryWindow: window }));
    const claim = { email: order.customerEmail, kind: 'late', description: 'Nobody came' };
    expect((await report(app.client(), order, claim)).json()).toMatchObject({ status: 409, code: 'TOO_EARLY' });
    app.setClock(new Date(at + DAY / 8));
    const first = ok<Reported>(await report(app.client(), order, claim));
    const again = ok<Reported>(await report(app.client(), order, { ...claim, description: 'Still nobody' }));
    app.setClock(undefined);
    expect(first).toMatchObject({ kind: 'late', isKnown: false, reference: expect.stringMatching(/^C-[0-9A-F]{8}$/) });
    expect(again).toEqual({ ...first, isKnown: true });
    expect((await list(`orderId=${order.id}`)).total).toBe(1);
    expect((await report(app.client(), order, { ...claim, description: ' ' })).json()).toMatchObject({
      status: 400,
      issues: [{ path: 'description', message: 'Describe the problem' }],
    });
  });

  it('K46 shows its reference, its state and the answer of the office on the tracking page, and mails the answer', async () => {
    const order = await deliver();
    const { reference } = ok<Reported>(await report(app.client(), order, { email: order.customerEmail }));
    const tracked = async () =>
      ok<TrackedOrder>(await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`)).claims;
    expect(await tracked()).toMatchObject([{ reference, kind: 'damaged', state: 'open', answer: null }]);
    const [claim] = (await list(`orderId=${order.id}`)).data;
    ok(
      await staff.put(`/api/v1/incidents/${claim?.id}`, {
        state: 'settled',
        answer: 'We pay for the repair',
        note: 'Not for the customer',
      }),
    );
    expect(await tracked()).toMatchObject([{ reference, state: 'settled', answer: 'We pay for the repair' }]);
    expect(JSON.stringify(await tracked())).not.toContain('Not for the customer');
    const mails = () =>
      app.sql<{ recipient: string; text: string }>(
        `select recipient, text from emails where order_id = ? and trigger = 'incident_answered'`,
        order.id,
      );
    expect(await mails()).toMatchObject([{ recipient: order.customerEmail }]);
    expect((await mails())[0]?.text).toContain('We pay for the repair');
    ok(await staff.put(`/api/v1/incidents/${claim?.id}`, { answer: 'We pay for the repair' }));
    expect(await mails()).toHaveLength(1);
  });

  it('V21 is written down, filtered, changed and settled by staff, each step a line of the order’s history', async () => {
    const order = await deliver();
    const made = ok<Incident>(
      await staff.post('/api/v1/incidents', {
        orderId: order.id,
        kind: 'missing',
        itemIds: [order.items[0]?.id],
        note: 'By phone',
        amount: '40',
      }),
    );
    expect(made).toMatchObject({
      state: 'open',
      openedBy: 'staff',
      amount: '40.00',
      items: [{ name: 'Box of books' }],
    });
    expect(
      (await staff.post('/api/v1/incidents', { orderId: order.id, kind: 'missing', itemIds: [999_999] })).json(),
    ).toMatchObject({ status: 400, code: 'UNKNOWN_ITEM' });
    const change = (body: Record<string, unknown>) => staff.put(`/api/v1/incidents/${made.id}`, body);
    ok(await change({ state: 'waiting' }));
    const settled = ok<Incident>(await change({ state: 'settled', amount: '25.5', note: 'Paid back' }));
    expect(settled).toMatchObject({ state: 'settled', amount: '25.50', note: 'Paid back' });
    expect(settled.settledAt).not.toBeNull();
    expect((await change({ state: 'open', version: 1 })).statusCode).toBe(409);
    expect((await change({ state: 'gone' })).statusCode).toBe(400);
    for (const query of ['state=settled', 'kind=missing', `q=${order.trackingNumber}`])
      expect((await list(query)).data.map(({ id }) => id)).toContain(made.id);
    expect((await list(`orderId=${order.id}&state=open`)).data).toEqual([]);
    const lines = await app.sql<{ action: string }>(
      `select action from history where subject_id = ? and action like 'incident.%' order by seq`,
      order.id,
    );
    expect(lines.map(({ action }) => action)).toEqual(['incident.opened', 'incident.waiting', 'incident.settled']);
    for (const who of [await app.as('driver'), app.client()])
      expect([401, 403]).toContain((await who.get(`/api/v1/incidents/${made.id}`)).statusCode);
  });

  it('V21 loses its words and photos with the person, and is in what is handed out of them', async () => {
    const admin = await app.as('admin');
    const order = await deliver();
    const visitor = app.client();
    const url = await upload(visitor);
    ok(await report(visitor, order, { email: order.customerEmail, description: 'Broken vase', imageUrls: [url] }));
    const zip = (await admin.get(`/api/v1/customers/${order.customerId}/personal-data.zip`)).rawPayload;
    expect(zip.toString('latin1')).toContain(url.slice('/files/'.length));
    ok(await admin.post(`/api/v1/customers/${order.customerId}/erase`, { email: order.customerEmail }));
    const { data } = await list(`orderId=${order.id}`);
    expect(data).toMatchObject([{ description: null, photoUrls: [], items: [], openedByName: 'Erased' }]);
    expect((await admin.get(url)).statusCode).toBe(404);
  });
});
