import type { Order, OrderBatch } from '@quickfleet/shared/delivery/orders/orders';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';

const world = useWorld();
let shop: Client;
let customerId: number;
beforeAll(async () => {
  const customer = { name: 'Ada Own', email: 'own@example.com' };
  customerId = ok<{ id: number }>(await world.admin.post('/api/v1/customers', customer)).id;
  const made = await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: [...merchantScopes], customerId });
  shop = world.app.client({ key: ok<{ key: string }>(made).key });
});

let numbers = 0;
const parcel = (more: object = {}) => ({
  externalId: `B-${++numbers}`,
  pickupAddress: '1 Shop Street',
  deliveryAddress: `${numbers} Buyer Road`,
  items: [{ name: 'Box' }],
  ...more,
});
const batch = (orders: object[], mode = 'each', headers: Record<string, string> = {}) =>
  shop.post('/api/v1/orders/batch', { orders, mode }, { headers });
const resultsOf = (answer: Awaited<ReturnType<typeof batch>>) => ok<OrderBatch>(answer).results;
const countOrders = async () =>
  (await world.app.sql<{ count: number }>('select count(*)::int as count from orders'))[0]?.count ?? 0;

describe('a batch of orders', () => {
  it('O25 O28 answers for each order what its own call would, and counts as one call', async () => {
    const orders = [
      parcel(),
      parcel({ items: [] }),
      parcel({ customerEmail: 'x@example.com' }),
      parcel({ quotePrice: '5' }),
      parcel(),
    ];
    const before = await countOrders();
    const left = (headers: Record<string, unknown>) =>
      Number(/"keys\.calls\/subject";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    const first = await shop.get('/api/v1/keys/me');
    const answer = await batch(orders);
    expect(answer.statusCode).toBe(200);
    expect(left(answer.headers)).toBe(left(first.headers) - 1);
    const results = resultsOf(answer);
    expect(results.map(({ index, status, error }) => [index, status, error?.code])).toEqual([
      [0, 201, undefined],
      [1, 400, 'VALIDATION_FAILED'],
      [2, 403, 'FORBIDDEN'],
      [3, 403, 'FORBIDDEN'],
      [4, 201, undefined],
    ]);
    expect(await countOrders()).toBe(before + 2);
    for (const { index, order } of results.filter(({ status }) => status === 201)) {
      expect(order).toMatchObject({ ...orders[index], customerId, items: [{ name: 'Box' }], accessCode: null });
      expect(ok<Order>(await shop.get(`/api/v1/orders/${order?.id}`))).toEqual(order);
    }
    for (const { index, error } of results.filter(({ status }) => status >= 400)) {
      const alone = (await shop.post('/api/v1/orders', orders[index])).json();
      expect({ ...error, requestId: '' }).toEqual({ ...alone, requestId: '' });
    }
    const mails = await world.app.sql(
      `select 1 from emails where trigger = 'order_created' and recipient = 'own@example.com'`,
    );
    expect(mails).toHaveLength(2);
  });

  it('O26 in the mode all makes all orders, or none and says why', async () => {
    const before = await countOrders();
    const made = resultsOf(await batch([parcel(), parcel(), parcel()], 'all'));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await countOrders()).toBe(before + 3);
    const unread = await batch([parcel(), parcel({ items: [] }), parcel({ pickupAddress: '' })], 'all');
    expect(expectError(unread, 400, 'BATCH_REFUSED').results?.map(({ index, status }) => [index, status])).toEqual([
      [1, 400],
      [2, 400],
    ]);
    const taken = made[0]?.order?.externalId;
    const late = await batch([parcel(), parcel({ externalId: taken }), parcel()], 'all');
    expect(expectError(late, 400, 'BATCH_REFUSED').results).toMatchObject([
      { index: 1, status: 409, error: { code: 'EXTERNAL_ID_TAKEN' } },
    ]);
    expect(await countOrders()).toBe(before + 3);
    for (const body of [
      {},
      { orders: [], mode: 'all' },
      { orders: [parcel()], mode: 'some' },
      { orders: [1], mode: 'all' },
    ])
      expectError(await shop.post('/api/v1/orders/batch', body), 400, 'VALIDATION_FAILED');
    expectError(await batch(Array.from({ length: 101 }, () => parcel())), 400, 'VALIDATION_FAILED');
  });

  it('C700 judges each field of an order as its own call does, in both modes', async () => {
    const strict = { 'quickfleet-strict': 'true' };
    const orders = [
      parcel(),
      parcel({ deliveryAdress: 'x' }),
      parcel({ items: [{ name: 'Box', quantitty: 2 }] }),
      parcel({ colour: 'red' }),
    ];
    const before = await countOrders();
    for (const headers of [{}, strict]) {
      const refused = expectError(await batch(orders, 'all', headers), 400, 'BATCH_REFUSED').results ?? [];
      const wrong = headers === strict ? [1, 2, 3] : [1, 2];
      expect(refused.map(({ index, error }) => [index, error.code])).toEqual(wrong.map((at) => [at, 'UNKNOWN_FIELD']));
      for (const { index, error } of refused) {
        const alone = (await shop.post('/api/v1/orders', orders[index], { headers })).json();
        expect({ ...error, requestId: '' }).toEqual({ ...alone, requestId: '' });
      }
    }
    expect(await countOrders()).toBe(before);
    const answer = await batch(orders);
    expect(resultsOf(answer).map(({ status }) => status)).toEqual([201, 400, 400, 201]);
    expect(answer.headers['warning']).toBe('299 - "Unknown fields: orders.3.colour"');
    expect(await countOrders()).toBe(before + 2);
    expect(resultsOf(await batch([parcel({ colour: 'red' })], 'each', strict))).toMatchObject([
      { status: 400, error: { code: 'UNKNOWN_FIELD', issues: [{ path: 'colour' }] } },
    ]);
  });

  it('O27 makes nothing twice: by the key of the call and by externalId, after a part of it too', async () => {
    for (const mode of ['all', 'each']) {
      const orders = [parcel(), parcel({ externalId: undefined }), parcel()];
      const before = await countOrders();
      const headers = { 'idempotency-key': `batch-${mode}` };
      const first = resultsOf(await batch(orders, mode, headers));
      expect(resultsOf(await batch(orders, mode, headers))).toEqual(first);
      expect(await countOrders()).toBe(before + 3);
      const again = resultsOf(await batch([orders[0] ?? {}, orders[2] ?? {}], mode));
      expect(again.map(({ status, order }) => [status, order?.id])).toEqual([
        [200, first[0]?.order?.id],
        [200, first[2]?.order?.id],
      ]);
      expect(await countOrders()).toBe(before + 3);
    }
    // What was refused at first is made by the repeat, and nothing else.
    const headers = { 'idempotency-key': 'batch-part' };
    const good = parcel({ externalId: undefined });
    const [made] = resultsOf(await batch([good, parcel({ items: [] })], 'each', headers));
    const before = await countOrders();
    const repeat = resultsOf(await batch([good, parcel()], 'each', headers));
    expect(repeat.map(({ status }) => status)).toEqual([201, 201]);
    expect(repeat[0]?.order?.id).toBe(made?.order?.id);
    expect(await countOrders()).toBe(before + 1);
    const twins = Array.from({ length: 6 }, () => parcel({ externalId: 'TWIN', deliveryAddress: '1 Twin Road' }));
    const pair = resultsOf(await batch(twins));
    expect(new Set(pair.map(({ order }) => order?.id)).size).toBe(1);
    expect(await countOrders()).toBe(before + 2);
  });

  it('O28 is for staff and for keys that write orders; other keys get none of it', async () => {
    const body = { mode: 'all', orders: [parcel({ customerName: 'Bo Buyer' })] };
    expect(ok<OrderBatch>(await world.dispatcher.post('/api/v1/orders/batch', body)).results[0]?.order).toMatchObject({
      customerName: 'Bo Buyer',
    });
    const reader = await world.program('orders:read');
    expectError(await reader.post('/api/v1/orders/batch', body), 403, 'FORBIDDEN');
    expectError(await world.visitor.post('/api/v1/orders/batch', body), 401);
  });
});
