import type { Order, OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import { IMAGES_PER_ITEM_MAX } from '@quickfleet/shared/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const opened = async (more: Record<string, unknown> = {}) => {
  const order = await makeOrder(app, staff, more);
  const phone = await openOrder(app, order);
  return { order, phone, item: order.items[0]?.id ?? 0 };
};
const sign = async (phone: Client, order: { id: number }, fields = {}) =>
  phone.form('POST', '/api/driver/signature', { orderId: String(order.id), ...fields }, [await signatureFile()]);
const linesOf = (orderId: number, action: string) =>
  app.sql<{ detail: string | null; occurred_at: string | null }>(
    `select detail, occurred_at from history where subject = 'order' and subject_id = ? and action = ? order by id`,
    orderId,
    action,
  );

describe('the same photo sent again after its key was swept', () => {
  it('S16 is known by its bytes: one photo, one line of history, the same answer', async () => {
    const { order, phone, item } = await opened();
    const photo = await photoFile('pickupImages');
    const send = (photos = [photo]) => phone.form('POST', `/api/driver/pickup/${item}`, {}, photos);
    const [first] = ok<OrderItem>(await send()).pickupImageUrls;
    expect(ok<OrderItem>(await send()).pickupImageUrls).toEqual([first]);
    expect(await linesOf(order.id, 'item.picked_up')).toHaveLength(1);
    const both = ok<OrderItem>(await send([photo, await photoFile('pickupImages'), photo])).pickupImageUrls;
    expect(both).toEqual([first, expect.any(String)]);
    const original = await photoFile('images');
    const edit = () => phone.form('PUT', `/api/v1/driver/items/${item}`, {}, [original]);
    const urls = ok<OrderItem>(await edit()).imageUrls;
    expect(ok<OrderItem>(await edit()).imageUrls).toEqual(urls);
  });

  it('S16 counts again for another step and another item', async () => {
    const { order, phone, item } = await opened();
    const photo = await photoFile('images');
    ok(await phone.form('POST', `/api/driver/pickup/${item}`, {}, [photo]));
    const other = order.items[1]?.id;
    expect(
      ok<OrderItem>(await phone.form('POST', `/api/driver/pickup/${other}`, {}, [photo])).pickupImageUrls,
    ).toHaveLength(1);
    ok(await sign(phone, order));
    expect(
      ok<OrderItem>(await phone.form('POST', `/api/driver/transit/${item}`, {}, [photo])).transitImageUrls,
    ).toHaveLength(1);
  });

  it('S16 with a key that was swept, as a phone does that was away for two days', async () => {
    const { phone, item } = await opened();
    const photo = await photoFile('pickupImages');
    const send = () =>
      phone.form('POST', `/api/driver/pickup/${item}`, {}, [photo], { 'idempotency-key': 'old-photo' });
    ok(await send());
    await app.sql(`delete from idempotency_keys`);
    expect(ok<OrderItem>(await send()).pickupImageUrls).toHaveLength(1);
  });
});

describe('what a driver reads', () => {
  it('S17 the customer’s special instructions, and strangers never', async () => {
    const notes = 'Gate code 4711';
    const driver = await app.as('driver');
    const { order, phone } = await opened({ notes });
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    expect(ok<Order>(await phone.get('/api/v1/driver/order')).notes).toBe(notes);
    expect(ok<{ order: Order }>(await phone.get('/api/v1/driver/last')).order.notes).toBe(notes);
    expect(ok<Order>(await driver.get(`/api/v1/orders/${order.id}`)).notes).toBe(notes);
    const stranger = await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`);
    expect(stranger.body).not.toContain('4711');
  });

  it('S17 never a code that is not valid any more', async () => {
    const { order, phone } = await opened();
    const driver = await app.as('driver');
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    const fresh = ok<Order>(await staff.post(`/api/v1/orders/${order.id}/access-code`)).accessCode ?? '';
    expect((await phone.get(`/api/v1/driver/order?orderId=${order.id}`)).body).not.toContain(order.accessCode);
    expect(ok<Order>(await driver.get(`/api/v1/orders/${order.id}`)).accessCode).toBeNull();
    expect(ok<Order>(await phone.post('/api/driver/access', { accessCode: fresh })).accessCode).toBe(fresh);
  });
});

describe('delivery photos', () => {
  it('S18 are refused before the item is picked up', async () => {
    const { phone, item } = await opened();
    const deliver = async (fields: Record<string, string>) =>
      phone.form('POST', `/api/driver/delivery/${item}`, fields, [await photoFile('deliveryImages')]);
    for (const fields of [{}, { isDelivered: 'true' }, { isDelivered: 'false' }] as Record<string, string>[])
      expect((await deliver(fields)).json()).toMatchObject({ status: 409, code: 'ITEM_NOT_PICKED_UP' });
    ok(await phone.post(`/api/driver/delivery/${item}`, { isDelivered: false }));
    expect(await app.sql('select is_delivered, delivery_image_urls from order_items where id = ?', item)).toEqual([
      { is_delivered: false, delivery_image_urls: [] },
    ]);
    ok(await phone.form('POST', `/api/driver/pickup/${item}`, {}, [await photoFile('pickupImages')]));
    expect(ok<OrderItem>(await deliver({}))).toMatchObject({ isDelivered: true });
  });
});

describe('the phone’s clock', () => {
  it('S19 counts within the order’s life; otherwise the piece is kept and the history says so', async () => {
    const { order, phone, item } = await opened();
    const send = async (takenAt: string) =>
      ok(await phone.form('POST', `/api/driver/pickup/${item}`, { takenAt }, [await photoFile('pickupImages')]));
    const right = new Date(Date.now() - HOUR).toISOString();
    for (const takenAt of ['1999-01-01T00:00:00Z', '2035-01-01T00:00:00Z', right]) await send(takenAt);
    const lines = await linesOf(order.id, 'item.picked_up');
    expect(
      lines.map(({ detail, occurred_at }) => [
        /clock was wrong: (\d{4})/.exec(detail ?? '')?.[1],
        occurred_at !== null,
      ]),
    ).toEqual([
      ['1999', false],
      ['2035', false],
      [undefined, true],
    ]);
    expect(
      await app.sql(
        `select f.taken_at is null as wrong from stored_files f join order_items i on jsonb_exists(i.pickup_image_urls, '/files/' || f.key) where i.id = ? order by f.created_at, f.taken_at nulls first`,
        item,
      ),
    ).toEqual([{ wrong: true }, { wrong: true }, { wrong: false }]);
    const signed = ok<Order>(await sign(phone, order, { takenAt: '2035-01-01T00:00:00Z' }));
    expect(signed.pickupSignature).toMatchObject({ signedAt: null });
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit', takenAt: '1999-01-01T00:00:00Z' }));
    expect(await linesOf(order.id, 'order.in_transit')).toEqual([
      { detail: expect.stringContaining('clock was wrong: 1999'), occurred_at: null },
    ]);
  });
});

describe('many photos', () => {
  it(`S20 an item has room for ${IMAGES_PER_ITEM_MAX} of each step, under parallel uploads too`, async () => {
    const { phone, item } = await opened();
    const files = async (field: string, n: number) => Promise.all(Array.from({ length: n }, () => photoFile(field)));
    const send = async (stage: string, n: number) =>
      phone.form('POST', `/api/driver/${stage}/${item}`, {}, await files(`${stage}Images`, n));
    ok(await send('pickup', 9));
    const answers = await Promise.all([send('pickup', 6), send('pickup', 6), send('pickup', 6)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'TOO_MANY_PHOTOS' });
    ok(await send('pickup', 5));
    expect((await send('pickup', 1)).json()).toMatchObject({ status: 409, code: 'TOO_MANY_PHOTOS' });
    const edit = async (n: number) => phone.form('PUT', `/api/v1/driver/items/${item}`, {}, await files('images', n));
    ok(await edit(10));
    ok(await edit(10));
    expect((await edit(1)).json()).toMatchObject({ status: 409, code: 'TOO_MANY_PHOTOS' });
    const [row] = await app.sql<{ pickup: number; original: number }>(
      'select jsonb_array_length(pickup_image_urls) as pickup, jsonb_array_length(image_urls) as original from order_items where id = ?',
      item,
    );
    expect(row).toEqual({ pickup: IMAGES_PER_ITEM_MAX, original: IMAGES_PER_ITEM_MAX });
  });
});
