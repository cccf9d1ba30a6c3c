import type { Order, OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const key = (name: string) => ({ 'idempotency-key': name });
const firstItem = (order: Order): OrderItem => {
  const [item] = order.items;
  if (!item) throw new Error('The order has no item');
  return item;
};

describe('a phone that lost the answer and sends the same thing again', () => {
  it('C32 adds and removes the photos of an item edit once', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const item = firstItem(order);
    const phone = await openOrder(app, order);
    const photo = await photoFile('images');
    const edit = () =>
      phone.form('PUT', `/api/v1/driver/items/${item.id}`, { name: 'Crate', quantity: '3' }, [photo], key('edit-1'));
    const [first, again] = [ok<OrderItem>(await edit()), ok<OrderItem>(await edit())];
    expect(again.imageUrls).toEqual(first.imageUrls);
    const [added = ''] = first.imageUrls;
    const remove = () =>
      phone.form(
        'PUT',
        `/api/v1/driver/items/${item.id}`,
        { removeImageUrls: JSON.stringify([added]) },
        [],
        key('edit-2'),
      );
    ok(await remove());
    expect(ok<OrderItem>(await remove()).imageUrls).toEqual([]);
    expect(await app.sql('select name, quantity, image_urls from order_items where id = ?', item.id)).toEqual([
      { name: 'Crate', quantity: 3, image_urls: [] },
    ]);
  });

  it('C33 gets the answer of a deleted item again', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const url = `/api/v1/driver/items/${firstItem(order).id}`;
    const [first, again] = [
      await phone.delete(url, { headers: key('delete-1') }),
      await phone.delete(url, { headers: key('delete-1') }),
    ];
    expect(ok<{ order: Order }>(again)).toEqual(ok<{ order: Order }>(first));
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await phone.delete(url, { headers: key('delete-2') })).statusCode).toBe(404);
  });

  it('C33 gets it after a sign-in too, and another phone with the same key never', async () => {
    const staff = await app.as('dispatcher');
    const driver = await app.as('driver');
    const order = await makeOrder(app, staff);
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    const phone = await openOrder(app, order);
    const remove = (from: typeof phone) =>
      from.delete(`/api/v1/driver/items/${firstItem(order).id}`, { headers: key('delete-3') });
    const first = ok<{ order: Order }>(await remove(phone));
    ok(await phone.post('/api/login', { username: driver.username, password: PASSWORD }));
    expect(ok<{ order: Order }>(await remove(phone)).order.items).toEqual(first.order.items);
    const other = await openOrder(app, await makeOrder(app, staff));
    expect((await remove(other)).statusCode).toBe(422);
    expect((await remove(app.client())).statusCode).toBe(401);
    expect(await app.sql('select count(*)::int as n from order_items where order_id = ?', order.id)).toEqual([
      { n: order.items.length - 1 },
    ]);
  });

  it('C28 keeps one photo when the driver signed in between the two tries', async () => {
    const staff = await app.as('dispatcher');
    const driver = await app.as('driver');
    const order = await makeOrder(app, staff);
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    const phone = await openOrder(app, order);
    const item = firstItem(order);
    const photo = await photoFile('pickupImages');
    const send = () =>
      phone.form('POST', `/api/driver/pickup/${item.id}`, { isPickedUp: 'true' }, [photo], key('photo-1'));
    ok(await send());
    ok(await phone.post('/api/login', { username: driver.username, password: PASSWORD }));
    expect(ok<OrderItem>(await send()).pickupImageUrls).toHaveLength(1);
    const rows = await app.sql<{ pickup_image_urls: string[] }>(
      'select pickup_image_urls from order_items where id = ?',
      item.id,
    );
    expect(rows[0]?.pickup_image_urls).toHaveLength(1);
  });

  it('never delivers with a pickup signature that arrives again in transit', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const signature = await signatureFile();
    const sign = (name: string, kind: string) =>
      phone.form(
        'POST',
        '/api/driver/signature',
        { customerName: 'Ada', orderId: String(order.id), kind },
        [signature],
        key(name),
      );
    expect(ok<Order>(await sign('sign-1', 'pickup')).status).toBe('picked_up');
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    expect((await sign('sign-1', 'pickup')).statusCode).toBe(200);
    expect((await sign('sign-2', 'pickup')).statusCode).toBe(200);
    const other = await phone.form(
      'POST',
      '/api/driver/signature',
      { orderId: String(order.id), kind: 'pickup' },
      [await signatureFile()],
      key('sign-3'),
    );
    expect(other.json()).toMatchObject({ status: 409, code: 'WRONG_SIGNATURE_KIND' });
    expect(await app.sql('select status from orders where id = ?', order.id)).toEqual([{ status: 'in_transit' }]);
    expect(await app.sql('select kind from signatures where order_id = ?', order.id)).toEqual([{ kind: 'pickup' }]);
  });
});

describe('GET /api/v1/driver/order', () => {
  it('answers any order that this browser opened, and no other', async () => {
    const staff = await app.as('dispatcher');
    const [first, second, foreign] = [
      await makeOrder(app, staff),
      await makeOrder(app, staff),
      await makeOrder(app, staff),
    ];
    const phone = await openOrder(app, first);
    ok(await phone.post('/api/driver/access', { accessCode: second.accessCode }));
    expect(ok<Order>(await phone.get('/api/v1/driver/order')).id).toBe(second.id);
    expect(ok<Order>(await phone.get(`/api/v1/driver/order?orderId=${first.id}`)).id).toBe(first.id);
    expect((await phone.get(`/api/v1/driver/order?orderId=${foreign.id}`)).statusCode).toBe(401);
  });
});

describe('PUT /api/v1/orders/{id}/status from a phone', () => {
  it('C21 keeps when it happened by the phone’s clock', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), kind: 'pickup' }, [
        await signatureFile(),
      ]),
    );
    const takenAt = new Date(Date.now() - 60_000).toISOString();
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit', takenAt }));
    expect(
      await app.sql(
        `select occurred_at = ?::timestamptz as same from history where subject = 'order' and subject_id = ? and to_status = 'in_transit'`,
        takenAt,
        order.id,
      ),
    ).toEqual([{ same: true }]);
  });
});
