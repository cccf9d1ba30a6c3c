import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../support/contract.ts';
import { makeOrder, ok, openOrder, signatureFile } from '../support/factories.ts';

const world = useWorld();
const others = ['driver', 'customer'] as const;
const body = (more: object = {}) => ({
  customerName: 'Olga Order',
  customerEmail: 'olga@example.com',
  pickupAddress: 'Pier 1',
  deliveryAddress: 'Dock 2',
  quotePrice: '99.9',
  deliveryDate: '2028-05-01',
  items: [{ name: 'Crate', quantity: '2' }],
  ...more,
});
const create = async (more: object = {}) => ok<Order>(await world.dispatcher.post('/api/v1/orders', body(more)));

describe('C17 POST /api/v1/orders', () => {
  it('C17 creates an order without a quote, with a driver or without', async () => {
    const answer = await world.dispatcher.post(
      '/api/v1/orders',
      body({ status: 'delivered', trackingNumber: 'QF1', accessCode: 'X', id: 9 }),
    );
    expect(answer.statusCode).toBe(201);
    const order = answer.json<Order>();
    expect(order).toMatchObject({
      status: 'pending',
      quoteId: null,
      quote: null,
      quotePrice: '99.90',
      items: [{ name: 'Crate', quantity: 2, imageUrls: [] }],
    });
    expect(order.trackingNumber).toMatch(/^QF\d{12}$/);
    expect(order.deliveryDate).toBe('2028-05-01T12:00:00.000Z');
    expect(await world.app.sql('select status, quote_price::text from orders where id = ?', order.id)).toEqual([
      { status: 'pending', quote_price: '99.90' },
    ]);
    expect(await create({ driverId: world.driver.userId })).toMatchObject({
      status: 'assigned',
      driver: { id: world.driver.userId },
    });
    expect(ok<Order>(await (await world.program('orders:write')).post('/api/v1/orders', body())).accessCode).toBeNull();
  });
  it('C17 refuses bad input, no session and the wrong role', async () => {
    const { dispatcher } = world;
    expectIssue(
      await dispatcher.post('/api/v1/orders', body({ customerName: '' })),
      'customerName',
      'Customer name is required',
    );
    expectIssue(await dispatcher.post('/api/v1/orders', body({ items: [] })), 'items', 'At least one item is required');
    expectIssue(
      await dispatcher.post('/api/v1/orders', body({ driverId: world.customer.userId })),
      'driverId',
      'Not a driver',
    );
    expectError(await dispatcher.post('/api/v1/orders', body({ driverId: NOWHERE })), 404, 'DRIVER_NOT_FOUND');
    for (const bad of [
      { driverId: 'false' },
      { quotePrice: [] },
      { deliveryDate: 'soon' },
      { deliveryDate: 5 },
      { items: 'Crate' },
    ])
      expectError(await dispatcher.post('/api/v1/orders', body(bad)), 400);
    await expectRefused(world, [['POST', '/api/v1/orders', body()]], others);
  });
});

describe('C18 GET, PUT, DELETE /api/v1/orders/{id}', () => {
  it('C18 shows the access code to staff only, and writes down that they saw it', async () => {
    const order = await create({ driverId: world.driver.userId });
    expect(ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`)).accessCode).toMatch(
      /^[0-9A-HJKMNP-TV-Z]{10}$/,
    );
    expect(ok<Order>(await world.driver.get(`/api/v1/orders/${order.id}`))).toMatchObject({
      accessCode: null,
      quotePrice: null,
      notes: order.notes,
    });
    expect(ok<Order>(await (await world.program('orders:read')).get(`/api/v1/orders/${order.id}`))).toMatchObject({
      accessCode: null,
      quotePrice: '99.90',
    });
    const views = await world.app.sql(
      `select actor_id from history where subject = 'order' and subject_id = ? and action = 'order.code_viewed'`,
      order.id,
    );
    expect(views).toEqual([{ actor_id: world.dispatcher.userId }]);
  });
  it('C18 X01 corrects what is named, and ignores code and tracking number; another status has its own call', async () => {
    const order = await create();
    const changed = ok<Order>(
      await world.dispatcher.put(`/api/v1/orders/${order.id}`, {
        ...order,
        notes: 'New',
        quotePrice: 5,
        trackingNumber: 'QF000000000000',
        accessCode: 'HACK',
      }),
    );
    expectError(
      await world.dispatcher.put(`/api/v1/orders/${order.id}`, { status: 'delivered' }),
      409,
      'USE_STATUS_CALL',
    );
    expect(changed).toMatchObject({
      notes: 'New',
      quotePrice: '5.00',
      status: 'pending',
      trackingNumber: order.trackingNumber,
      accessCode: order.accessCode,
    });
    expect(
      ok<Order>(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { deliveryDate: '' })).deliveryDate,
    ).toBeNull();
    for (const bad of [
      { quotePrice: 'false' },
      { quotePrice: [] },
      { pickupAddress: null },
      { deliveryDate: [] },
      { version: '' },
    ])
      expectError(await world.dispatcher.put(`/api/v1/orders/${order.id}`, bad), 400);
    expect(await world.app.sql('select notes, quote_price::text from orders where id = ?', order.id)).toEqual([
      { notes: 'New', quote_price: '5.00' },
    ]);
  });
  it('C18 X02 C39 lets only an admin delete, and the quote can be converted again', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    await expectRefused(world, [['DELETE', `/api/v1/orders/${order.id}`]], ['dispatcher', ...others]);
    expect(ok(await world.admin.delete(`/api/v1/orders/${order.id}`))).toEqual({ success: true });
    expect(await world.app.sql('select status from quotes where id = ?', order.quoteId)).toEqual([{ status: 'paid' }]);
    expect(await world.app.sql('select 1 from orders where id = ?', order.id)).toEqual([]);
    expect((await world.dispatcher.post(`/api/v1/quotes/${order.quoteId}/convert-to-order`)).statusCode).toBe(201);
  });
  it('C18 X01 refuses bad ids, no session, the wrong role and another driver’s order', async () => {
    const order = await create();
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expectError(await world.admin.call(method, '/api/v1/orders/abc'), 400);
      expectError(await world.admin.call(method, `/api/v1/orders/${NOWHERE}`), 404, 'ORDER_NOT_FOUND');
    }
    expectError(await world.driver.get(`/api/v1/orders/${order.id}`), 404, 'ORDER_NOT_FOUND');
    await expectRefused(world, [['GET', `/api/v1/orders/${order.id}`]], ['customer']);
    await expectRefused(world, [['PUT', `/api/v1/orders/${order.id}`, { notes: 'x' }]], others);
  });
});

describe('C19 GET /api/v1/orders', () => {
  it('C19 pages, filters and searches, and never holds an access code', async () => {
    const order = await create({ customerName: 'Unmistakable' });
    const answer = await world.dispatcher.get('/api/v1/orders?q=unmistakable&status=created,assigned&limit=5');
    expect(ok<{ data: OrderRow[] }>(answer).data.map((row) => row.id)).toEqual([order.id]);
    expect(answer.headers['x-total-count']).toBe('1');
    expect(
      ok<{ data: OrderRow[] }>(await world.dispatcher.get(`/api/v1/orders?q=${order.trackingNumber}`)).data,
    ).toHaveLength(1);
    expect((await world.dispatcher.get('/api/v1/orders?limit=100')).body).not.toMatch(/accessCode/i);
    expect(ok(await world.dispatcher.get('/api/v1/orders/counts'))).toMatchObject({
      total: expect.any(Number),
      created: expect.any(Number),
    });
  });
  it('C19 refuses bad input, no session and the wrong role', async () => {
    for (const query of ['status=lost', 'limit=0', 'to=2026-13-01', 'sort=code', 'customerId=0'])
      expectError(await world.dispatcher.get(`/api/v1/orders?${query}`), 400);
    await expectRefused(world, [['GET', '/api/v1/orders']], others);
  });
});

describe('C20 POST /api/v1/orders/{id}/assign', () => {
  it('C20 X01 gives the order to a driver, and to another only when asked to', async () => {
    const [order, second] = [await create(), await world.app.as('driver')];
    const url = `/api/v1/orders/${order.id}/assign`;
    expect(ok<Order>(await world.dispatcher.post(url, { driverId: world.driver.userId }))).toMatchObject({
      status: 'assigned',
      driverId: world.driver.userId,
    });
    ok(await world.dispatcher.post(url, { driverId: String(world.driver.userId) }));
    expectError(await world.dispatcher.post(url, { driverId: second.userId }), 409, 'ORDER_ALREADY_ASSIGNED');
    const moved = ok<Order>(await world.admin.post(url, { driverId: second.userId, reassign: true }));
    expect(moved.driverId).toBe(second.userId);
    expect(moved.accessCode).not.toBe(order.accessCode);
  });
  it('C20 refuses bad input, no session and the wrong role', async () => {
    const { id } = await create();
    const url = `/api/v1/orders/${id}/assign`;
    for (const bad of [
      {},
      { driverId: null },
      { driverId: '' },
      { driverId: [] },
      { driverId: true },
      { driverId: '1e1' },
    ])
      expectError(await world.dispatcher.post(url, bad), 400);
    expectError(await world.dispatcher.post(url, { driverId: world.driver.userId, reassign: 'false' }), 400);
    expectError(await world.dispatcher.post(url, { driverId: world.admin.userId }), 400, 'NOT_A_DRIVER');
    expectError(await world.dispatcher.post(url, { driverId: NOWHERE }), 404, 'DRIVER_NOT_FOUND');
    await expectRefused(world, [['POST', url, { driverId: world.driver.userId }]], others);
    expect(await world.app.sql('select driver_id from orders where id = ?', id)).toEqual([{ driver_id: null }]);
  });
});

describe('C21 PUT /api/v1/orders/{id}/status', () => {
  it('C21 X03 S07 lets a driver start and complete their own order', async () => {
    const { id } = await create({ driverId: world.driver.userId });
    expect(
      ok<Order>(await world.driver.put(`/api/v1/orders/${id}/status`, { status: 'in_transit' })).items,
    ).toMatchObject([{ isPickedUp: true, isInTransit: true, isDelivered: false }]);
    const done = ok<Order>(await world.driver.put(`/api/v1/orders/${id}/status`, { status: 'delivered' }));
    expect(done).toMatchObject({ status: 'delivered', items: [{ isDelivered: true }] });
    expect(new Set([done.deliveryDate, done.deliveredAt, done.actualDelivery]).size).toBe(1);
    expectError(
      await world.driver.put(`/api/v1/orders/${id}/status`, { status: 'in_transit' }),
      409,
      'ORDER_MOVE_NOT_ALLOWED',
    );
  });
  it('C21 X04 lets the access code move only from picked_up, and only its own order', async () => {
    const [order, other] = [await makeOrder(world.app, world.dispatcher), await create()];
    const phone = await openOrder(world.app, order);
    expectError(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }), 409);
    expectError(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }), 403);
    ok(await phone.form('POST', '/api/driver/signature', { customerName: 'A' }, [await signatureFile()]));
    expect(ok<Order>(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' })).status).toBe(
      'in_transit',
    );
    expectError(await phone.put(`/api/v1/orders/${other.id}/status`, { status: 'cancelled' }), 404);
  });
  it('C21 refuses bad input, no session, the wrong role and another driver', async () => {
    const { id } = await create({ driverId: world.driver.userId });
    const url = `/api/v1/orders/${id}/status`;
    for (const bad of [{}, { status: null }, { status: 'lost' }, { status: ['delivered'] }])
      expectError(await world.dispatcher.put(url, bad), 400);
    expectError(await (await world.app.as('driver')).put(url, { status: 'in_transit' }), 404, 'ORDER_NOT_FOUND');
    await expectRefused(world, [['PUT', url, { status: 'in_transit' }]], ['customer']);
    expect(await world.app.sql('select status from orders where id = ?', id)).toEqual([{ status: 'assigned' }]);
  });
});

describe('C22 GET /api/v1/orders/driver/{driverId}', () => {
  it('C22 X03 lists a driver’s orders to that driver and to staff', async () => {
    const driver = await world.app.as('driver');
    const orders = [await create({ driverId: driver.userId }), await create({ driverId: driver.userId })];
    for (const client of [driver, world.dispatcher, await world.program('orders:read')]) {
      const page = ok<{ data: OrderRow[]; total: number }>(
        await client.get(`/api/v1/orders/driver/${driver.userId}?page=1&limit=1`),
      );
      expect(page).toMatchObject({ total: 2, totalPages: 2 });
      expect(page.data.map((row) => row.id)).toEqual([orders[1]?.id]);
    }
  });
  it('C22 refuses bad input, no session, the wrong role and another driver', async () => {
    expectError(await world.dispatcher.get('/api/v1/orders/driver/me'), 400);
    expectError(await world.dispatcher.get(`/api/v1/orders/driver/${world.driver.userId}?limit=0`), 400);
    expectError(await world.driver.get(`/api/v1/orders/driver/${world.admin.userId}`), 403);
    await expectRefused(world, [['GET', `/api/v1/orders/driver/${world.driver.userId}`]], ['customer']);
  });
});

describe('C23 GET /api/v1/orders/tracking/{trackingValue}', () => {
  it('C23 X05 shows anybody the order, however the number is typed, and nothing that a stranger must not see', async () => {
    const order = await create({ driverId: world.driver.userId, notes: 'SECRET-NOTE', customerPhone: '+1 555 SECRET' });
    const number = order.trackingNumber;
    const key = await world.program('quotes:read');
    for (const typed of [
      number,
      number.toLowerCase(),
      `%20${number.replace(/(.{4})/g, '$1-')}`,
      number.replace('QF', 'QF%20'),
      number.replace('Q', '%51'),
    ]) {
      for (const client of [world.visitor, world.customer, key]) {
        const answer = await client.get(`/api/v1/orders/tracking/${typed}`);
        const tracked = ok<TrackedOrder>(answer);
        expect(tracked).toMatchObject({
          trackingNumber: number,
          status: 'assigned',
          customerName: 'Olga Order',
          driver: { firstName: expect.any(String), phone: '+1 555 0100' },
        });
        expect(answer.body).not.toMatch(/SECRET|olga@example|accessCode|quotePrice|paymentUrl|lastName|Last\d|"id"/);
        if (order.accessCode) expect(answer.body).not.toContain(order.accessCode);
      }
    }
  });
  it('C23 tells a stranger nothing about numbers that do not exist', async () => {
    for (const wrong of ['QF000000000000', 'QF1', 'null', '%27%20or%201=1', '%25', 'x%00'])
      expect([400, 404], wrong).toContain((await world.visitor.get(`/api/v1/orders/tracking/${wrong}`)).statusCode);
    expectError(await world.visitor.get('/api/v1/orders/tracking/QF000000000000'), 404, 'ORDER_NOT_FOUND');
    expectError(await world.visitor.get(`/api/v1/orders/tracking/${'9'.repeat(99)}`), 400);
    expectError(await world.visitor.get('/api/v1/orders/tracking/%zz'), 400);
  });
});
