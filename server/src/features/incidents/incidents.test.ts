import type { Incident } from '@quickfleet/shared/incidents';
import type { Order } from '@quickfleet/shared/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/factories.ts';
import { proofToken } from '../orders/proof-link.ts';

const DAY = 86_400_000;
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
  who.post(`/api/v1/orders/tracking/${trackingNumber}/incidents`, { kind: 'damaged', ...body });
const list = async (query: string) =>
  ok<{ data: Incident[]; total: number }>(await staff.get(`/api/v1/incidents?${query}`));

describe('a claim', () => {
  it('V20 is opened by the customer with photos, by the order’s e-mail address or the link of the mail, and by nobody else', async () => {
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

    const strict = await createTestApp({ LIMIT_SCALE: 1 });
    try {
      const visitor = strict.client();
      const tries: number[] = [];
      for (let n = 0; n < 12; n++)
        tries.push((await report(visitor, { ...done, trackingNumber: 'QF000000000000' }, { email })).statusCode);
      expect(tries.slice(9)).toEqual([404, 429, 429]);
    } finally {
      await strict.close();
    }
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
