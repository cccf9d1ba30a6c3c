import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makePaidQuote, ok } from '../../../test/support/factories.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York' });
  staff = await app.as('dispatcher');
  app.setClock(NOW);
});
afterEach(() => app.setClock(NOW));
afterAll(() => app.close());

const body = (more: object = {}) => ({
  customerName: 'Olga Order',
  customerEmail: 'olga@example.com',
  pickupAddress: 'Pier 1',
  deliveryAddress: 'Dock 2',
  items: [{ name: 'Crate', quantity: 2 }],
  ...more,
});
const pickup = { from: '2026-03-02T11:00:00-05:00', to: '2026-03-02T13:00:00-05:00' };
const evening = { from: '2026-03-02T22:00:00-05:00', to: '2026-03-03T02:00:00-05:00' };
const pickupOut = { from: '2026-03-02T16:00:00.000Z', to: '2026-03-02T18:00:00.000Z' };
const eveningOut = { from: '2026-03-03T03:00:00.000Z', to: '2026-03-03T07:00:00.000Z' };
const create = async (more: object = {}) => ok<Order>(await staff.post('/api/v1/orders', body(more)));
const change = async (id: number, more: object) => ok<Order>(await staff.put(`/api/v1/orders/${id}`, more));
/** The fields that a 400 names. */
async function refusedFields(method: 'POST' | 'PUT', url: string, more: object): Promise<string[]> {
  const answer = await staff.call(method, url, more);
  expect(answer.statusCode, answer.body).toBe(400);
  return answer.json<{ issues: { path: string }[] }>().issues.map(({ path }) => path);
}

describe('J06 the windows of an order', () => {
  it('J06 are taken with an offset, and read in UTC by staff, in lists, by the driver and on the tracking page', async () => {
    const driver = await app.as('driver');
    const order = await create({ pickupWindow: pickup, deliveryWindow: evening, driverId: driver.userId });
    const windows = { pickupWindow: pickupOut, deliveryWindow: eveningOut };
    expect(order).toMatchObject(windows);
    expect(await app.sql('select pickup_from::text, delivery_to::text from orders where id = ?', order.id)).toEqual([
      { pickup_from: '2026-03-02 16:00:00+00', delivery_to: '2026-03-03 07:00:00+00' },
    ]);
    for (const reader of [staff, driver])
      expect(ok(await reader.get(`/api/v1/orders/${order.id}`))).toMatchObject(windows);
    expect(ok<{ data: OrderRow[] }>(await driver.get(`/api/v1/orders/driver/${driver.userId}`)).data).toMatchObject([
      windows,
    ]);
    expect(ok<{ data: OrderRow[] }>(await staff.get('/api/v1/orders?limit=1')).data).toMatchObject([windows]);
    expect(ok<TrackedOrder>(await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`))).toMatchObject(
      windows,
    );
    expect(await create()).toMatchObject({ pickupWindow: null, deliveryWindow: null, deliveryDate: null });
  });

  it('J06 the planned day is the one on which the delivery window begins, where the company is', async () => {
    // 10 PM of March 2 in New York is March 3 in UTC.
    const order = await create({ deliveryWindow: evening, deliveryDate: '2026-03-20' });
    expect(order.deliveryDate).toBe('2026-03-02T17:00:00.000Z');
    const moved = { from: '2026-03-08T01:30:00-05:00', to: '2026-03-08T03:30:00-04:00' };
    expect((await change(order.id, { deliveryWindow: moved })).deliveryDate).toBe('2026-03-08T16:00:00.000Z');
    expect(await change(order.id, { deliveryWindow: null })).toMatchObject({
      deliveryWindow: null,
      deliveryDate: '2026-03-08T16:00:00.000Z',
    });
    const planned = await create({ deliveryDate: '2026-03-20' });
    expect(await change(planned.id, { pickupWindow: pickup })).toMatchObject({
      pickupWindow: pickupOut,
      deliveryDate: planned.deliveryDate,
    });
  });

  it('J07 a client that knows the planned day alone takes the window along, ends it, and writes back what it read', async () => {
    const order = await create({ deliveryWindow: evening });
    const moved = await change(order.id, { deliveryDate: '2026-03-08' });
    // The clocks change that night; 10 PM to 2 AM stays 10 PM to 2 AM.
    expect(moved.deliveryWindow).toEqual({ from: '2026-03-09T02:00:00.000Z', to: '2026-03-09T06:00:00.000Z' });
    expect(moved.deliveryDate).toBe('2026-03-08T16:00:00.000Z');
    expect(await change(order.id, { ...moved, version: undefined, notes: 'x' })).toMatchObject({
      deliveryWindow: moved.deliveryWindow,
      deliveryDate: moved.deliveryDate,
    });
    const { version: _, ...read } = moved;
    expect((await change(order.id, { ...read, deliveryDate: '2026-03-10' })).deliveryWindow?.from).toBe(
      '2026-03-11T02:00:00.000Z',
    );
    expect(await refusedFields('PUT', `/api/v1/orders/${order.id}`, { deliveryDate: '2026-03-01' })).toEqual([
      'deliveryDate',
    ]);
    expect(await change(order.id, { deliveryDate: '' })).toMatchObject({ deliveryWindow: null, deliveryDate: null });
  });

  it('J01 impossible ones are refused with the field, at creation and later, and nothing is written', async () => {
    const before = await app.sql('select count(*)::int as n from orders');
    const over = { from: '2026-03-02T08:00:00-05:00', to: '2026-03-02T10:00:00-05:00' };
    for (const [more, fields] of [
      [{ deliveryWindow: { from: evening.to, to: evening.from } }, ['deliveryWindow.to']],
      [{ pickupWindow: over }, ['pickupWindow.to']],
      [{ pickupWindow: over, deliveryWindow: over }, ['pickupWindow.to', 'deliveryWindow.to']],
      [{ pickupWindow: evening, deliveryWindow: pickup }, ['deliveryWindow.to']],
      [{ pickupWindow: { from: 'morning', to: pickup.to } }, ['pickupWindow.from']],
      [{ deliveryWindow: 'today' }, ['deliveryWindow']],
    ] as const)
      expect(await refusedFields('POST', '/api/v1/orders', body(more)), JSON.stringify(more)).toEqual(fields);
    expect(await app.sql('select count(*)::int as n from orders')).toEqual(before);

    const order = await create({ pickupWindow: pickup, deliveryWindow: evening });
    const url = `/api/v1/orders/${order.id}`;
    expect(await refusedFields('PUT', url, { deliveryWindow: over })).toEqual(['deliveryWindow.to']);
    expect(
      await refusedFields('PUT', url, { pickupWindow: { from: '2026-03-05T08:00:00Z', to: '2026-03-05T09:00:00Z' } }),
    ).toEqual(['deliveryWindow.to']);
    // A day later both are over, and the order is late: what stays as it is is no mistake.
    app.setClock(new Date('2026-03-04T15:00:00Z'));
    expect(await change(order.id, { ...order, version: undefined, notes: 'Late' })).toMatchObject({
      notes: 'Late',
      pickupWindow: pickupOut,
      deliveryWindow: eveningOut,
    });
  });

  it('J50 in the hour that clocks skip are refused with the field and a sentence, written with an offset of the company', async () => {
    const ask = async (window: object) => {
      const answer = await staff.post('/api/v1/orders', body({ deliveryWindow: window }));
      return answer.statusCode === 400 ? answer.json<{ issues: object[] }>().issues : answer.statusCode;
    };
    const skipped = (path: string) => [
      { path: `deliveryWindow.${path}`, message: 'There is no 02:30 on 2026-03-08: the clocks skip that hour' },
    ];
    // From the 8th of March on, New York is four hours behind.
    expect(await ask({ from: '2026-03-08T02:30:00-05:00', to: '2026-03-08T05:00:00-04:00' })).toEqual(skipped('from'));
    expect(await ask({ from: '2026-03-08T02:30-04:00', to: '2026-03-08T05:00-04:00' })).toEqual(skipped('from'));
    expect(await ask({ from: '2026-03-08T01:00:00-05:00', to: '2026-03-08T02:30:00-05:00' })).toEqual(skipped('to'));
    // The clocks of other places show that time.
    expect(await ask({ from: '2026-03-08T02:30:00Z', to: '2026-03-08T05:00:00Z' })).toBe(201);
    expect(await ask({ from: '2026-03-08T02:30:00+01:00', to: '2026-03-08T05:00:00+01:00' })).toBe(201);
    expect(await ask({ from: '2026-03-07T02:30:00-05:00', to: '2026-03-07T05:00:00-05:00' })).toBe(201);
  });

  it('J06 are promised when a quote is converted, if they are given', async () => {
    const convert = async (more?: object) => {
      const quote = await makePaidQuote(app, staff, { speedType: 'specific_date', speedDate: '2026-03-05' });
      return staff.post(`/api/v1/quotes/${quote.id}/convert-to-order`, more);
    };
    expect(ok<Order>(await convert())).toMatchObject({
      pickupWindow: null,
      deliveryWindow: null,
      deliveryDate: '2026-03-05T17:00:00.000Z',
    });
    expect(ok<Order>(await convert({ pickupWindow: pickup, deliveryWindow: evening }))).toMatchObject({
      pickupWindow: pickupOut,
      deliveryWindow: eveningOut,
      deliveryDate: '2026-03-02T17:00:00.000Z',
    });
    const refused = await convert({ deliveryWindow: { from: '2026-03-01T08:00:00Z', to: '2026-03-01T09:00:00Z' } });
    expect(refused.statusCode).toBe(400);
    expect(await app.sql(`select status from quotes order by id desc limit 1`)).toEqual([{ status: 'paid' }]);
  });
});
