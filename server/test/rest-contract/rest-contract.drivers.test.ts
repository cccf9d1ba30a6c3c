import type { Order, OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import type { Client } from '../support/app.ts';
import { type Ask, expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../support/contract.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../support/factories.ts';

const world = useWorld();
type Item = OrderItem & { order: Order };
const staff = ['admin', 'dispatcher', 'customer'] as const;

/** An order, the phone that opened it, and another order that it did not open. */
async function opened() {
  const order = await makeOrder(world.app, world.dispatcher);
  const foreign = await makeOrder(world.app, world.dispatcher);
  return {
    order,
    phone: await openOrder(world.app, order),
    item: order.items[0]?.id ?? 0,
    foreign,
    foreignItem: foreign.items[0]?.id ?? 0,
  };
}
const sign = async (phone: Client, fields: Record<string, string> = {}) =>
  phone.form('POST', '/api/driver/signature', { customerName: 'Ada', ...fields }, [await signatureFile()]);

/**
 * Every call of the portal at both addresses: refused without a session, to roles without own orders, to API keys, and
 * for other orders.
 */
async function expectOwnOrderOnly(ask: (item: number, order: number) => Ask): Promise<void> {
  const { phone, foreignItem, foreign } = await opened();
  const [method, url, body] = ask(foreignItem, foreign.id);
  for (const address of [
    url,
    url.startsWith('/api/v1') ? url.replace('/api/v1', '/api') : url.replace('/api', '/api/v1'),
  ]) {
    await expectRefused(world, [[method, address, body]], staff);
    expectError(await (await world.program('orders:manage', 'orders:write')).call(method, address, body), 403);
    expectError(await phone.call(method, address, body), 404);
    expectError(await world.driver.call(method, address, body), 404);
  }
  const [untouched] = await world.app.sql<{ n: number }>(
    'select count(*)::int as n from order_items where order_id = ? and not is_picked_up and not is_in_transit and not is_delivered',
    foreign.id,
  );
  expect(untouched?.n).toBe(foreign.items.length);
}
const badIds = async (phone: Client, ask: (id: string) => Ask) => {
  for (const bad of ['0', 'abc', '1.5', '2147483648', '%00']) expectError(await phone.call(...ask(bad)), 400);
};

describe('C26 POST /api/driver/access', () => {
  it('C26 X04 opens one order with its code, as form data or JSON, without prices, with its notes', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    for (const url of ['/api/driver/access', '/api/v1/driver/access']) {
      for (const send of [
        (phone: Client, accessCode: string) => phone.post(url, { accessCode }),
        (phone: Client, accessCode: string) => phone.form('POST', url, { accessCode }),
      ]) {
        const phone = world.app.client();
        const seen = ok<Order>(
          await send(phone, ` ${order.accessCode.slice(0, 5).toLowerCase()}-${order.accessCode.slice(5)} `),
        );
        expect(seen).toMatchObject({
          id: order.id,
          accessCode: order.accessCode,
          customerEmail: order.customerEmail,
          quotePrice: null,
          notes: order.notes,
          customerId: null,
        });
        expect(seen.items.every((item) => item.value === null)).toBe(true);
        expect(ok<Order>(await phone.get('/api/v1/driver/order')).id).toBe(order.id);
      }
    }
  });
  it('C26 X04 refuses wrong codes and the tracking number, and never takes an object for a code', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    const phone = world.app.client();
    expectIssue(await phone.post('/api/driver/access'), 'accessCode', 'Please enter an access code');
    expectIssue(
      await phone.form('POST', '/api/driver/access', { accessCode: '  ' }),
      'accessCode',
      'Please enter an access code',
    );
    for (const bad of [{ $ne: null }, { $like: '%' }, ['x'], null, 5, true])
      expectError(await phone.post('/api/driver/access', { accessCode: bad }), 400);
    expect(
      expectError(await phone.post('/api/driver/access', { accessCode: 'WRONGCODE9' }), 401, 'WRONG_CODE').error,
    ).toBe('Invalid access code');
    expect([400, 401]).toContain(
      (await phone.post('/api/driver/access', { accessCode: order.trackingNumber })).statusCode,
    );
    expectError(await phone.get('/api/v1/driver/order'), 401, 'CODE_REQUIRED');
    expectError(
      await (await world.program('orders:manage')).post('/api/driver/access', { accessCode: order.accessCode }),
      403,
    );
  });
});

describe('C27 POST /api/driver/signature', () => {
  it('C27 S06 moves the order by its status: picked up, then delivered', async () => {
    const { order, phone } = await opened();
    const picked = ok<Order>(await sign(phone, { quoteId: String(order.quoteId) }));
    expect(picked).toMatchObject({
      status: 'picked_up',
      pickupSignature: { signerName: 'Ada', url: expect.stringMatching(/^\/files\//) },
      quote: { signatureCustomerName: 'Ada' },
    });
    expectError(await sign(phone), 409, 'NO_SIGNATURE_DUE');
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    expect(
      ok<Order>(await sign(phone, { orderId: String(order.id), kind: 'delivery' })).items.every(
        (item) => item.isDelivered,
      ),
    ).toBe(true);
    expect(
      await world.app.sql(
        'select status, (select count(*)::int from signatures where order_id = o.id) as n from orders o where id = ?',
        order.id,
      ),
    ).toEqual([{ status: 'delivered', n: 2 }]);
  });
  it('C27 takes an order without a quote by the session alone, and refuses another order', async () => {
    const order = ok<Order>(
      await world.dispatcher.post('/api/v1/orders', {
        customerName: 'A',
        customerEmail: 'a@example.com',
        pickupAddress: 'P',
        deliveryAddress: 'D',
        items: [{ name: 'Box' }],
      }),
    );
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    const { foreign } = await opened();
    expectError(await sign(phone, { quoteId: String(foreign.quoteId) }), 404);
    expectError(await sign(phone, { orderId: String(foreign.id) }), 404);
    expect(ok<Order>(await sign(phone)).status).toBe('picked_up');
  });
  it('C27 refuses an empty drawing, no drawing, bad input, no session and the wrong role', async () => {
    const { phone } = await opened();
    expectIssue(
      await phone.form('POST', '/api/driver/signature', { customerName: 'A' }),
      'signature',
      'Please provide a signature before saving',
    );
    expectError(
      await phone.form('POST', '/api/driver/signature', {}, [
        { field: 'signature', name: 's.png', type: 'image/png', bytes: Buffer.from('x') },
      ]),
      415,
    );
    expectError(await sign(phone, { kind: 'refusal' }), 400);
    expectError(await sign(phone, { quoteId: 'NaN' }), 400);
    expectError(await sign(world.visitor), 401, 'CODE_REQUIRED');
    for (const role of staff) expectError(await sign(world[role]), 403);
  });
});

describe('C28 POST /api/driver/pickup/{id}', () => {
  it('C28 marks the item picked up by its photos, and takes the flag back', async () => {
    const { phone, item } = await opened();
    const picked = ok<Item>(
      await phone.form('POST', `/api/driver/pickup/${item}`, { isPickedUp: 'true', customerName: 'Ada' }, [
        await photoFile('pickupImages'),
        await photoFile('pickupImages'),
      ]),
    );
    expect(picked.pickupImageUrls).toHaveLength(2);
    expect(picked).toMatchObject({ id: item, isPickedUp: true, order: { status: 'pending' } });
    expect(
      ok<Item>(await phone.form('POST', `/api/v1/driver/pickup/${item}`, { isPickedUp: 'false' })).isPickedUp,
    ).toBe(false);
    expect(ok<Item>(await phone.post(`/api/driver/pickup/${item}`, { isPickedUp: true })).isPickedUp).toBe(true);
    expect(
      await world.app.sql(
        'select is_picked_up, jsonb_array_length(pickup_image_urls) as photos from order_items where id = ?',
        item,
      ),
    ).toEqual([{ is_picked_up: true, photos: 2 }]);
  });
  it('C28 refuses bad input, no session, the wrong role and other orders', async () => {
    const { phone, item } = await opened();
    await badIds(phone, (id) => ['POST', `/api/driver/pickup/${id}`, { isPickedUp: true }]);
    for (const bad of [
      {},
      { isPickedUp: 'yes' },
      { isPickedUp: null },
      { isPickedUp: '' },
      { isPickedUp: [] },
      { isPickedUp: 0 },
    ])
      expectError(await phone.post(`/api/driver/pickup/${item}`, bad), 400);
    await expectOwnOrderOnly((id) => ['POST', `/api/driver/pickup/${id}`, { isPickedUp: true }]);
  });
});

describe('C29 POST /api/driver/delivery/{id}', () => {
  it('C29 delivers that item by its photos, never the order', async () => {
    const { order, phone, item } = await opened();
    expectError(
      await phone.form('POST', `/api/driver/delivery/${item}`, {}, [await photoFile('deliveryImages')]),
      409,
      'ITEM_NOT_PICKED_UP',
    );
    ok(await sign(phone));
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    const delivered = ok<Item>(
      await phone.form('POST', `/api/driver/delivery/${item}`, { isDelivered: 'true' }, [
        await photoFile('deliveryImages'),
      ]),
    );
    expect(delivered).toMatchObject({
      isDelivered: true,
      deliveryImageUrls: [expect.any(String)],
      order: { status: 'in_transit' },
    });
  });
  it('C29 refuses bad input, no session, the wrong role and other orders', async () => {
    const { phone, item } = await opened();
    await badIds(phone, (id) => ['POST', `/api/driver/delivery/${id}`, { isDelivered: true }]);
    for (const bad of [{}, { isDelivered: 'yes' }, { isDelivered: null }, { isDelivered: [] }])
      expectError(await phone.post(`/api/driver/delivery/${item}`, bad), 400);
    await expectOwnOrderOnly((id) => ['POST', `/api/driver/delivery/${id}`, { isDelivered: true }]);
  });
});

describe('C30 POST /api/driver/transit/{id}', () => {
  it('C30 marks one item, and the last one moves the order', async () => {
    const { order, phone } = await opened();
    ok(await sign(phone));
    const [first, second] = order.items;
    expect(
      ok<Item>(
        await phone.form('POST', `/api/driver/transit/${first?.id}`, { isInTransit: 'true' }, [
          await photoFile('transitImages'),
        ]),
      ),
    ).toMatchObject({
      isInTransit: true,
      transitImageUrls: [expect.any(String)],
      order: { status: 'picked_up' },
    });
    expect(
      ok<Item>(await phone.form('POST', `/api/driver/transit/${second?.id}`, { isInTransit: 'true' })).order.status,
    ).toBe('in_transit');
  });
  it('C30 refuses an order that is not picked up, bad input, no session, the wrong role and other orders', async () => {
    const { phone, item } = await opened();
    expectError(
      await phone.form('POST', `/api/driver/transit/${item}`, { isInTransit: 'true' }),
      409,
      'ORDER_NOT_PICKED_UP',
    );
    await badIds(phone, (id) => ['POST', `/api/driver/transit/${id}`, { isInTransit: true }]);
    for (const bad of [{ isInTransit: 'yes' }, { isInTransit: null }, { isInTransit: [] }])
      expectError(await phone.post(`/api/driver/transit/${item}`, bad), 400);
    await expectOwnOrderOnly((id) => ['POST', `/api/driver/transit/${id}`, { isInTransit: true }]);
  });
});

describe('C31 POST /api/v1/driver/order/{orderId}/items', () => {
  it('C31 adds an item as form data or JSON; a quantity that is no number becomes 1', async () => {
    const { order, phone } = await opened();
    const answer = await phone.form('POST', `/api/v1/driver/order/${order.id}/items`, {
      name: ' Parcel ',
      description: '',
      quantity: 'many',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json<Item>()).toMatchObject({
      id: expect.any(Number),
      name: 'Parcel',
      description: null,
      quantity: 1,
    });
    expect(
      ok<Item>(await phone.post(`/api/v1/driver/order/${order.id}/items`, { name: 'Tube', quantity: 4 })),
    ).toMatchObject({
      name: 'Tube',
      quantity: 4,
      order: { items: expect.any(Array) },
    });
    expect(
      await world.app.sql(
        'select name, quantity from order_items where order_id = ? order by position desc limit 2',
        order.id,
      ),
    ).toEqual([
      { name: 'Tube', quantity: 4 },
      { name: 'Parcel', quantity: 1 },
    ]);
  });
  it('C31 refuses bad input, no session, the wrong role and other orders', async () => {
    const { order, phone } = await opened();
    const url = `/api/v1/driver/order/${order.id}/items`;
    expectIssue(await phone.form('POST', url, { name: '   ' }), 'name', 'Item name is required');
    for (const bad of [
      { name: null },
      { name: [] },
      { name: false },
      { name: { a: 1 } },
      { name: 'X', quantity: 0 },
      { name: 'X', quantity: null },
      { name: 'X', quantity: [] },
      { name: 'X', description: false },
    ])
      expect((await phone.post(url, bad)).statusCode, JSON.stringify(bad)).toBe(400);
    await badIds(phone, (id) => ['POST', `/api/v1/driver/order/${id}/items`, { name: 'X' }]);
    await expectOwnOrderOnly((_, id) => ['POST', `/api/v1/driver/order/${id}/items`, { name: 'X' }]);
    expect(await world.app.sql('select count(*)::int as items from order_items where order_id = ?', order.id)).toEqual([
      { items: 2 },
    ]);
  });
});

describe('C32 PUT /api/v1/driver/items/{itemId}', () => {
  it('C32 changes what is named, adds photos and takes off those that the item shows', async () => {
    const { phone, item } = await opened();
    const url = `/api/v1/driver/items/${item}`;
    const first = ok<Item>(
      await phone.form('PUT', url, { name: 'Renamed', description: 'New', quantity: '7' }, [
        await photoFile('images'),
        await photoFile('images'),
      ]),
    );
    expect(first).toMatchObject({ name: 'Renamed', description: 'New', quantity: 7 });
    expect(first.imageUrls).toHaveLength(2);
    const second = ok<Item>(await phone.form('PUT', url, { removeImageUrls: JSON.stringify([first.imageUrls[0]]) }));
    expect(second).toMatchObject({ name: 'Renamed', quantity: 7, imageUrls: [first.imageUrls[1]] });
    expect(ok<Item>(await phone.put(url, { removeImageUrls: second.imageUrls, description: null }))).toMatchObject({
      imageUrls: [],
      description: null,
      quantity: 7,
    });
  });
  it('C32 refuses photos of others, bad input, no session, the wrong role and other orders', async () => {
    const { phone, item, foreignItem } = await opened();
    const url = `/api/v1/driver/items/${item}`;
    for (const bad of ['["../../x"]', '["/files/0123456789abcdef0123456789abcdef.jpg"]', '/etc/passwd'])
      expectError(await phone.form('PUT', url, { removeImageUrls: bad }), 400, 'UNKNOWN_IMAGE');
    for (const bad of [
      { name: '' },
      { name: null },
      { quantity: 0 },
      { quantity: null },
      { quantity: [] },
      { removeImageUrls: 5 },
      { removeImageUrls: [5] },
    ])
      expect((await phone.put(url, bad)).statusCode, JSON.stringify(bad)).toBe(400);
    expectError(await phone.form('PUT', `/api/v1/driver/items/${foreignItem}`, { name: 'Mine' }), 404);
    await badIds(phone, (id) => ['PUT', `/api/v1/driver/items/${id}`, { name: 'X' }]);
    await expectOwnOrderOnly((id) => ['PUT', `/api/v1/driver/items/${id}`, { name: 'X' }]);
  });
});

describe('C33 DELETE /api/v1/driver/items/{itemId}', () => {
  it('C33 C39 removes an item with any content type, and keeps the last one', async () => {
    const { order, phone } = await opened();
    const [first, second] = order.items;
    expect(
      ok(await phone.delete(`/api/v1/driver/items/${first?.id}`, { headers: { 'content-type': 'application/json' } })),
    ).toMatchObject({
      success: true,
      order: { id: order.id },
    });
    expectError(await phone.delete(`/api/v1/driver/items/${second?.id}`), 409, 'LAST_ITEM');
    expectError(await phone.delete(`/api/v1/driver/items/${NOWHERE}`), 404, 'ITEM_NOT_FOUND');
    expect(await world.app.sql('select id from order_items where order_id = ?', order.id)).toEqual([
      { id: second?.id },
    ]);
  });
  it('C33 refuses bad ids, no session, the wrong role, other orders and a delivered one', async () => {
    const { order, phone, item } = await opened();
    await badIds(phone, (id) => ['DELETE', `/api/v1/driver/items/${id}`]);
    await expectOwnOrderOnly((id) => ['DELETE', `/api/v1/driver/items/${id}`]);
    ok(await sign(phone));
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    ok(await sign(phone));
    for (const ask of [
      phone.delete(`/api/v1/driver/items/${item}`),
      phone.put(`/api/v1/driver/items/${item}`, { name: 'X' }),
      phone.post(`/api/driver/pickup/${item}`, { isPickedUp: true }),
    ])
      expectError(await ask, 409, 'ORDER_DELIVERED');
  });
});
