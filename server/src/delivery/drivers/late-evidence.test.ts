import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import type { Order, OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type FormFile, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const OFFICE = 'office@quickfleet.test';
const DAY = 86_400_000;
type LateItem = OrderItem & { order: Order; late: true; after: string };
let app: TestApp;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: OFFICE });
  staff = await app.as('dispatcher');
  admin = await app.as('admin');
});
// Also after a test that failed at another time: the sessions of the others have not run out then.
afterEach(() => app.setClock(undefined));
afterAll(() => app.close());

const key = (name: string) => ({ 'idempotency-key': name });
const itemOf = (order: Order) => order.items[0]?.id ?? 0;
const sendPhoto = (phone: Client, itemId: number, photo: FormFile, stage = 'pickup', headers = {}) =>
  phone.form('POST', `/api/driver/${stage}/${itemId}`, {}, [photo], headers);
const sign = (phone: Client, order: { id: number }, kind: string, file: FormFile, headers = {}) =>
  phone.form(
    'POST',
    '/api/driver/signature',
    { orderId: String(order.id), kind, customerName: 'Ada' },
    [file],
    headers,
  );
const rowsOf = (orderId: number) =>
  app.sql('select kind, item_id, "after" from late_evidence where order_id = ? order by id', orderId);
const lateOf = async (order: { id: number }) => ok<Order>(await staff.get(`/api/v1/orders/${order.id}`)).lateEvidence;
const move = async (order: { id: number }, status: string) =>
  ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status }));

describe('evidence for an order that is over', () => {
  it('S11 photos and a signature of a cancelled order are kept, and move nothing', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    await move(order, 'cancelled');
    const mails = async () =>
      app.sql<{ recipient: string; trigger: string }>(
        'select recipient, trigger from emails where order_id = ? order by id',
        order.id,
      );
    const before = await mails();
    const item = itemOf(order);
    const kept = ok<LateItem>(await sendPhoto(phone, item, await photoFile('pickupImages')));
    expect(kept).toMatchObject({ id: item, isPickedUp: false, pickupImageUrls: [], late: true, after: 'cancelled' });
    expect(kept.order).toMatchObject({ id: order.id, status: 'cancelled' });
    ok(await sendPhoto(phone, item, await photoFile('deliveryImages'), 'delivery'));
    ok(await sendPhoto(phone, item, await photoFile('transitImages'), 'transit'));
    const signed = ok<Order & { late: true }>(await sign(phone, order, 'pickup', await signatureFile()));
    expect(signed).toMatchObject({ id: order.id, status: 'cancelled', signatures: [], late: true, after: 'cancelled' });
    expect(signed).not.toHaveProperty('lateEvidence');
    expect(await rowsOf(order.id)).toEqual([
      { kind: 'pickup_photo', item_id: item, after: 'cancelled' },
      { kind: 'delivery_photo', item_id: item, after: 'cancelled' },
      { kind: 'transit_photo', item_id: item, after: 'cancelled' },
      { kind: 'pickup_signature', item_id: null, after: 'cancelled' },
    ]);
    const late = (await lateOf(order)) ?? [];
    expect(late).toHaveLength(4);
    expect(late[0]).toMatchObject({ itemName: order.items[0]?.name, by: 'Driver with the access code' });
    expect(late[3]).toMatchObject({ kind: 'pickup_signature', signerName: 'Ada', itemId: null });
    for (const { url } of late) expect((await staff.get(url)).statusCode).toBe(200);
    // One mail to the office for the four of them, none to the customer.
    expect((await mails()).slice(before.length)).toEqual([{ recipient: OFFICE, trigger: 'late_evidence' }]);
    expect(
      await app.sql(
        `select count(*)::int as n from history where subject_id = ? and action = 'evidence.late' and detail like '%arrived after it was cancelled%'`,
        order.id,
      ),
    ).toEqual([{ n: 4 }]);
    expect(
      await app.sql(
        'select status, (select bool_or(is_picked_up or is_in_transit or is_delivered) from order_items where order_id = o.id) as flags from orders o where id = ?',
        order.id,
      ),
    ).toEqual([{ status: 'cancelled', flags: false }]);
  });

  it('S11 an hour later the office is notified again', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    await move(order, 'cancelled');
    ok(await sendPhoto(phone, itemOf(order), await photoFile('pickupImages')));
    app.setClock(new Date(Date.now() + 61 * 60_000));
    ok(await sendPhoto(phone, itemOf(order), await photoFile('pickupImages')));
    app.setClock(undefined);
    expect(
      await app.sql(`select recipient from emails where order_id = ? and trigger = 'late_evidence'`, order.id),
    ).toHaveLength(2);
  });

  it('S11 an order that staff marked delivered keeps what the phone still brings', async () => {
    const order = await makeOrder(app, staff);
    const driver = await app.as('driver');
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    await move(order, 'in_transit');
    await move(order, 'delivered');
    const kept = ok<LateItem>(await sendPhoto(driver, itemOf(order), await photoFile('deliveryImages'), 'delivery'));
    expect(kept).toMatchObject({ late: true, after: 'delivered', deliveryImageUrls: [], order: { id: order.id } });
    ok(await sign(driver, order, 'delivery', await signatureFile()));
    expect((await lateOf(order))?.map(({ kind, by }) => [kind, by])).toEqual([
      ['delivery_photo', expect.stringMatching(/^First/)],
      ['delivery_signature', expect.stringMatching(/^First/)],
    ]);
  });

  it('K49 the customer sees late photos with the others, and nothing that the office has to look at first', async () => {
    const order = await makeOrder(app, staff);
    const driver = await app.as('driver');
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    await move(order, 'in_transit');
    ok(await sendPhoto(driver, itemOf(order), await photoFile('deliveryImages'), 'delivery'));
    await move(order, 'delivered');
    ok(await sendPhoto(driver, itemOf(order), await photoFile('deliveryImages'), 'delivery'));
    const [late] = (await lateOf(order)) ?? [];
    await app.sql(
      `insert into late_evidence (order_id, kind, item_id, item_name, url, content_hash, received_at, "after", "by")
       select order_id, kind, item_id, item_name, 'refused.jpg', 'refused', received_at, 'refused', "by" from late_evidence where id = ?`,
      late?.id,
    );
    const tracked = ok<TrackedOrder>(await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`));
    const [item] = tracked.items;
    expect(item?.deliveryImageUrls).toEqual([expect.any(String), late?.url]);
    expect(item?.pickupImageUrls).toEqual([]);
    const picture = await app.client().get(late?.url ?? '');
    expect(picture.statusCode).toBe(200);
  });

  it('S11 without photos the state still refuses', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    await move(order, 'cancelled');
    const answer = await phone.post(`/api/driver/pickup/${itemOf(order)}`, { isPickedUp: true });
    expect(answer.json()).toMatchObject({ status: 409, code: 'ORDER_CANCELLED' });
    expect(await rowsOf(order.id)).toEqual([]);
  });

  it('S11 the same bytes are kept once, with the same key, another key and at the same moment', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const inTime = await photoFile('pickupImages');
    ok(await sendPhoto(phone, itemOf(order), inTime));
    await move(order, 'cancelled');
    const photo = await photoFile('pickupImages');
    const first = ok(await sendPhoto(phone, itemOf(order), photo, 'pickup', key('late-1')));
    expect(ok(await sendPhoto(phone, itemOf(order), photo, 'pickup', key('late-1')))).toEqual(first);
    await Promise.all(
      ['late-2', 'late-3'].map(async (name) => ok(await sendPhoto(phone, itemOf(order), photo, 'pickup', key(name)))),
    );
    ok(await sendPhoto(phone, itemOf(order), inTime, 'pickup', key('late-4')));
    expect(await rowsOf(order.id)).toHaveLength(1);
  });
});

describe('evidence for an order that is no longer theirs', () => {
  it('S11 a replaced code: stored, answered in short, and nothing is read with it', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    ok(await staff.post(`/api/v1/orders/${order.id}/access-code`));
    expect((await phone.get(`/api/v1/driver/order?orderId=${order.id}`)).statusCode).toBe(401);
    const short = { orderId: order.id, late: true, after: 'code_replaced' };
    expect(ok<LateAnswer>(await sendPhoto(phone, itemOf(order), await photoFile('pickupImages')))).toEqual({
      id: itemOf(order),
      ...short,
    });
    expect(ok<LateAnswer>(await sign(phone, order, 'pickup', await signatureFile()))).toEqual({
      id: order.id,
      ...short,
    });
    for (const answer of [
      await phone.post(`/api/driver/pickup/${itemOf(order)}`, { isPickedUp: true }),
      await phone.put(`/api/v1/driver/items/${itemOf(order)}`, { name: 'X' }),
      await phone.delete(`/api/v1/driver/items/${itemOf(order)}`),
      await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }),
    ])
      expect(answer.statusCode).toBe(401);
    expect(await app.sql('select status from orders where id = ?', order.id)).toEqual([{ status: 'pending' }]);
  });

  it('S11 what was stored in time is answered again after the code was replaced', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const photo = await photoFile('pickupImages');
    ok(await sendPhoto(phone, itemOf(order), photo, 'pickup', key('in-time')));
    ok(await staff.post(`/api/v1/orders/${order.id}/access-code`));
    for (const name of ['in-time', 'another'])
      expect(ok<LateAnswer>(await sendPhoto(phone, itemOf(order), photo, 'pickup', key(name)))).toEqual({
        id: itemOf(order),
        orderId: order.id,
        late: true,
        after: 'code_replaced',
      });
    expect(await rowsOf(order.id)).toEqual([]);
  });

  it('S11 another driver has it: the former one and the phone with the old code still hand in', async () => {
    const order = await makeOrder(app, staff);
    const [first, second, stranger] = [await app.as('driver'), await app.as('driver'), await app.as('driver')];
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: first.userId }));
    const phone = await openOrder(app, order);
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: second.userId, reassign: true }));
    for (const sender of [first, phone])
      expect(ok<LateAnswer>(await sendPhoto(sender, itemOf(order), await photoFile('pickupImages')))).toEqual({
        id: itemOf(order),
        orderId: order.id,
        late: true,
        after: 'reassigned',
      });
    expect((await first.get(`/api/v1/orders/${order.id}`)).statusCode).toBe(404);
    expect((await sendPhoto(stranger, itemOf(order), await photoFile('pickupImages'))).statusCode).toBe(404);
    expect(await lateOf(order)).toHaveLength(2);
  });

  it('S11 the session is gone: an ended code gives the right to hand in, and no more', async () => {
    const order = await makeOrder(app, staff);
    const over = await makeOrder(app, staff);
    ok(await staff.post(`/api/v1/orders/${order.id}/access-code`));
    await move(over, 'cancelled');
    app.setClock(new Date(Date.now() + 2 * DAY));
    for (const [which, code] of [
      [order, 'ACCESS_CODE_ENDED'],
      [over, 'CODE_EXPIRED'],
    ] as const) {
      const phone = app.client();
      expect((await sendPhoto(phone, itemOf(which), await photoFile('pickupImages'))).statusCode).toBe(401);
      const refused = await phone.post('/api/driver/access', { accessCode: which.accessCode });
      expect(refused.json()).toMatchObject({ status: 401, code });
      expect((await phone.get('/api/v1/driver/order')).statusCode).toBe(401);
      expect(ok<LateAnswer>(await sendPhoto(phone, itemOf(which), await photoFile('pickupImages')))).toMatchObject({
        orderId: which.id,
        late: true,
      });
    }
    app.setClock(undefined);
    const guesser = app.client();
    expect((await guesser.post('/api/driver/access', { accessCode: 'WRONGCODE9' })).json()).toMatchObject({
      status: 401,
      code: 'WRONG_CODE',
    });
    expect(guesser.cookies.size).toBe(0);
  });

  it('S11 a session that only has to enter its code again is asked to, and nothing is late', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    // The session was used since and is still valid; only the code's twelve hours are over.
    app.setClock(new Date(Date.now() + 6 * 3_600_000));
    ok(await phone.get(`/api/v1/driver/order?orderId=${order.id}`));
    app.setClock(new Date(Date.now() + 12.1 * 3_600_000));
    const photo = await photoFile('pickupImages');
    expect((await sendPhoto(phone, itemOf(order), photo)).json()).toMatchObject({ status: 401, code: 'CODE_REQUIRED' });
    ok(await phone.post('/api/driver/access', { accessCode: order.accessCode }));
    expect(ok<LateItem>(await sendPhoto(phone, itemOf(order), photo))).not.toHaveProperty('late');
    app.setClock(undefined);
    expect(await rowsOf(order.id)).toEqual([]);
  });

  it('S11 a right ends for good after 90 days', async () => {
    const order = await makeOrder(app, staff);
    ok(await staff.post(`/api/v1/orders/${order.id}/access-code`));
    app.setClock(new Date(Date.now() + 91 * DAY));
    const refused = await app.client().post('/api/driver/access', { accessCode: order.accessCode });
    app.setClock(undefined);
    expect(refused.json()).toMatchObject({ status: 401, code: 'WRONG_CODE' });
  });
});

describe('a pickup signature after the office moved the order on', () => {
  it('S11 is kept late when the order has none, and refused when it has one', async () => {
    const driver = await app.as('driver');
    const order = await makeOrder(app, staff);
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    await move(order, 'in_transit');
    const kept = ok<Order & { late: true }>(await sign(driver, order, 'pickup', await signatureFile()));
    expect(kept).toMatchObject({ status: 'in_transit', pickupSignature: null, late: true, after: 'moved_on' });
    expect((await lateOf(order))?.map(({ kind }) => kind)).toEqual(['pickup_signature']);
    const other = await makeOrder(app, staff);
    const phone = await openOrder(app, other);
    ok(await sign(phone, other, 'pickup', await signatureFile()));
    ok(await phone.put(`/api/v1/orders/${other.id}/status`, { status: 'in_transit' }));
    expect((await sign(phone, other, 'pickup', await signatureFile())).json()).toMatchObject({
      status: 409,
      code: 'WRONG_SIGNATURE_KIND',
    });
    expect(await lateOf(other)).toEqual([]);
  });
});

describe('evidence for an order that was deleted', () => {
  it('P129 a phone that tries the ended code while its evidence is on the way does not end the session of that', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    await move(order, 'cancelled');
    ok(await admin.delete(`/api/v1/orders/${order.id}`));
    const sentWith = new Map(phone.cookies);
    const refused = await phone.post('/api/driver/access', { accessCode: order.accessCode });
    expect(refused.json()).toMatchObject({ status: 401, code: 'ACCESS_CODE_ENDED' });
    expect(new Map(phone.cookies)).toEqual(sentWith);
    ok(await sendPhoto(phone, itemOf(order), await photoFile('pickupImages')));
    expect(await rowsOf(order.id)).toEqual([{ kind: 'pickup_photo', item_id: itemOf(order), after: 'deleted' }]);
  });

  it('S12 is kept with its history for 90 days, and then swept with its files', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    await move(order, 'cancelled');
    ok(await sendPhoto(phone, itemOf(order), await photoFile('pickupImages')));
    ok(await admin.delete(`/api/v1/orders/${order.id}`));
    const short = { orderId: order.id, late: true, after: 'deleted' };
    expect(
      ok<LateAnswer>(await sendPhoto(phone, itemOf(order), await photoFile('deliveryImages'), 'delivery')),
    ).toEqual({ id: itemOf(order), ...short });
    const quoteId = String(order.quoteId);
    const signed = await phone.form('POST', '/api/driver/signature', { quoteId, kind: 'delivery' }, [
      await signatureFile(),
    ]);
    expect(ok<LateAnswer>(signed)).toEqual({ id: order.id, ...short });
    expect((await phone.get(`/api/v1/driver/order?orderId=${order.id}`)).json()).toMatchObject({
      status: 404,
      code: 'ORDER_DELETED',
    });
    const again = app.client();
    expect((await again.post('/api/driver/access', { accessCode: order.accessCode })).json()).toMatchObject({
      status: 401,
      code: 'ACCESS_CODE_ENDED',
    });
    const history = async (reader: Client) =>
      ok<{ data: unknown[]; lateEvidence: { url: string; after: string }[] }>(
        await reader.get(`/api/v1/history/order/${order.id}`),
      );
    const { lateEvidence } = await history(staff);
    expect(lateEvidence.map(({ after }) => after)).toEqual(['cancelled', 'deleted', 'deleted']);
    const readable = async () =>
      Promise.all(lateEvidence.map(async ({ url }) => (await app.client().get(url)).statusCode));
    app.setClock(new Date(Date.now() + 89 * DAY));
    await sweep(app.services, 0);
    expect(await readable()).toEqual([200, 200, 200]);
    app.setClock(new Date(Date.now() + 91 * DAY));
    await sweep(app.services, 0);
    // The sweep took the old sessions too.
    const later = await app.as('dispatcher');
    const left = await history(later);
    app.setClock(undefined);
    expect(left.lateEvidence).toEqual([]);
    expect(left.data.length).toBeGreaterThan(0);
    expect(await readable()).toEqual([404, 404, 404]);
    expect(await app.sql('select 1 from deleted_orders where id = ?', order.id)).toEqual([]);
  });
});
