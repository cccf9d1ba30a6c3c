import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { PriceList } from '@quickfleet/shared/quoting/pricing/price-lists';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectIssue, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, recurringBody } from '../../../test/support/factories.ts';
import { makeDueOrders } from '../../delivery/recurring/recurring.make.ts';

const world = useWorld();
let made = 0;
const mailOf = () => `list${++made}@example.com`;
const newList = async (more: object = {}) =>
  ok<PriceList>(
    await world.admin.post('/api/v1/price-lists', { name: `List ${++made}`, rules: { base: '20.00' }, ...more }),
  );
/** A customer with this list. */
async function customerWith(priceListId: number | null): Promise<string> {
  const email = mailOf();
  const { id } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', { name: 'Ann Regular', email }));
  ok(await world.dispatcher.put(`/api/v1/customers/${id}`, { billing: { priceListId } }));
  return email;
}
const order = async (customerEmail: string, more: object = {}) =>
  ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail, ...more })));
const thisMonth = new Date().toISOString().slice(0, 7);

beforeEach(async () => {
  const pricing = { isOn: true, isBinding: true, base: '50.00' };
  const quoting = { currency: 'EUR', pricesIncludeTax: false, defaultTaxRate: '19' };
  ok(await world.admin.put('/api/v1/company', { pricing, quoting }));
});

describe('price lists', () => {
  it('C593 a list is made, read, changed in parts and deleted; one that customers have stays', async () => {
    const list = await newList({
      validFrom: '2026-01-01',
      minimum: '15',
      fuelSurcharge: [{ month: '2026-03', percent: 4.5 }],
    });
    expect(list).toMatchObject({
      ...{ validFrom: '2026-01-01', validTo: null, minimum: '15.00', customers: 0, version: 1 },
      rules: { base: '20.00', perItem: '0', zones: [] },
      fuelSurcharge: [{ month: '2026-03', percent: '4.5' }],
    });
    const path = `/api/v1/price-lists/${list.id}`;
    expect(ok<PriceList>(await world.admin.put(path, { rules: { perItem: '2' } })).rules).toMatchObject({
      base: '20.00',
      perItem: '2',
    });
    expect(expectError(await world.admin.put(path, { name: 'x', version: 1 }), 409).code).toBe('STALE_VERSION');
    expectIssue(
      await world.admin.put(path, { validTo: '2025-01-01' }),
      'validTo',
      'The first day must not be after the last',
    );
    expectError(await world.admin.put(path, { fuelSurcharge: [{ month: '2026-13', percent: '1' }] }), 400);
    expectError(await world.admin.put(path, { minimum: '1.005' }), 400);
    const { data } = ok<{ data: PriceList[] }>(await world.dispatcher.get('/api/v1/price-lists'));
    expect(data.map(({ id }) => id)).toContain(list.id);
    await customerWith(list.id);
    expect(expectError(await world.admin.delete(path), 409).code).toBe('PRICE_LIST_IN_USE');
    expectError(await world.dispatcher.post('/api/v1/price-lists', { name: 'Mine' }), 403);
    const unused = await newList();
    ok(await world.admin.delete(`/api/v1/price-lists/${unused.id}`));
    expect(expectError(await world.admin.get(`/api/v1/price-lists/${unused.id}`), 404).code).toBe(
      'PRICE_LIST_NOT_FOUND',
    );
    const lines = await world.app.sql(`select 1 from history where action = 'company.price_list_deleted'`);
    expect(lines).toHaveLength(1);
  });

  it('C594 a customer has a list that exists, and null for none', async () => {
    const { id } = ok<{ id: number }>(
      await world.dispatcher.post('/api/v1/customers', { name: 'Ann', email: mailOf() }),
    );
    const path = `/api/v1/customers/${id}`;
    expectIssue(
      await world.dispatcher.put(path, { billing: { priceListId: NOWHERE } }),
      'billing.priceListId',
      'There is no such price list',
    );
    const list = await newList();
    const set = ok<{ billing: object }>(await world.dispatcher.put(path, { billing: { priceListId: list.id } }));
    expect(set.billing).toMatchObject({ priceListId: list.id });
    expect(ok(await world.dispatcher.put(path, { billing: { priceListId: null } }))).toMatchObject({
      billing: { priceListId: null },
    });
  });

  it('C595 an order is priced by the list of its customer, with its minimum and the fuel surcharge of the month', async () => {
    const list = await newList({
      rules: { base: '20', perItem: '1' },
      fuelSurcharge: [{ month: thisMonth, percent: '10' }],
    });
    const email = await customerWith(list.id);
    const priced = await order(email, { items: [{ name: 'Box', quantity: 5 }] });
    // 25 and a tenth, and the tax on top.
    expect(priced).toMatchObject({
      ...{ quotePrice: '32.73', netTotal: '27.50', taxTotal: '5.23', currency: 'EUR' },
      priceBasis: { kind: 'list', id: list.id, reason: null },
    });
    ok(await world.admin.put(`/api/v1/price-lists/${list.id}`, { minimum: '100' }));
    expect(await order(email)).toMatchObject({ netTotal: '100.00', priceBasis: { kind: 'list' } });
    // What was made before stays.
    expect(ok(await world.dispatcher.get(`/api/v1/orders/${priced.id}`))).toMatchObject({ netTotal: '27.50' });
    const row = await world.app.sql<{ price_basis: object }>('select price_basis from orders where id = ?', priced.id);
    expect(row[0]?.price_basis).toEqual({ kind: 'list', id: list.id, reason: null });
  });

  it('C595 the weight that an order says decides its class, on the list and by the rules', async () => {
    const classes = [
      { label: 'Light', upToKg: 10, price: '5' },
      { label: 'Heavy', upToKg: 100, price: '30' },
    ];
    const email = await customerWith((await newList({ rules: { base: '20', classes } })).id);
    expect(await order(email, { weightKg: 4 })).toMatchObject({ netTotal: '25.00', priceBasis: { kind: 'list' } });
    expect(await order(email, { weightKg: 40 })).toMatchObject({ netTotal: '50.00', priceBasis: { kind: 'list' } });
    ok(await world.admin.put('/api/v1/company', { pricing: { classes } }));
    expect(await order(mailOf(), { weightKg: 40 })).toMatchObject({ netTotal: '80.00', priceBasis: { kind: 'rules' } });
    ok(await world.admin.put('/api/v1/company', { pricing: { classes: [] } }));
  });

  it('C596 without a list, or outside of its days, the binding rules of the company count, and rules that bind nobody do not', async () => {
    const over = await newList({ validTo: '2020-12-31' });
    for (const email of [await customerWith(null), await customerWith(over.id)])
      expect(await order(email)).toMatchObject({
        ...{ netTotal: '50.00', quotePrice: '59.50' },
        priceBasis: { kind: 'rules', id: null, reason: null },
      });
    ok(await world.admin.put('/api/v1/company', { pricing: { isBinding: false } }));
    expect(await order(mailOf())).toMatchObject({ quotePrice: null, priceBasis: null });
  });

  it('C597 a typed price is the setting’s gross or net as ever, and the office overrules a list with its reason', async () => {
    const list = await newList();
    const email = await customerWith(list.id);
    expect(await order(email, { quotePrice: '10' })).toMatchObject({
      ...{ netTotal: '10.00', quotePrice: '11.90' },
      priceBasis: { kind: 'typed', id: null, reason: null },
    });
    const one = await order(email);
    const path = `/api/v1/orders/${one.id}`;
    // What was read changes nothing.
    const read = { quotePrice: one.quotePrice, priceBasis: one.priceBasis };
    expect(ok(await world.dispatcher.put(path, { ...read, parcels: 3 }))).toMatchObject(read);
    const reason = 'Long wait at the door';
    expect(ok(await world.dispatcher.put(path, { quotePrice: '30', priceBasis: { reason } }))).toMatchObject({
      ...{ netTotal: '30.00', priceBasis: { kind: 'typed', id: null, reason } },
    });
    const [line] = await world.app.sql<{ detail: string }>(
      `select detail from history where subject = 'order' and subject_id = ? and action = 'order.updated' order by id desc`,
      one.id,
    );
    expect(line?.detail).toContain(reason);
    expect(ok(await world.dispatcher.put(path, { priceBasis: { kind: 'list' } }))).toMatchObject({
      ...{ netTotal: '20.00', priceBasis: { kind: 'list', id: list.id } },
    });
    expect(
      ok(await world.dispatcher.put(path, { quotePrice: '25', priceBasis: { kind: 'agreed', reason } })),
    ).toMatchObject({ priceBasis: { kind: 'agreed', id: null, reason } });
    expect(ok(await world.dispatcher.post(`${path}/duplicate`, {}))).toMatchObject({ priceBasis: { kind: 'agreed' } });
  });

  it('C598 batches, keys, imports and recurring jobs are priced alike, and drivers read nothing of it', async () => {
    const list = await newList();
    const email = await customerWith(list.id);
    const basis = { kind: 'list', id: list.id, reason: null };
    const { results } = ok<{ results: { order: Order }[] }>(
      await world.dispatcher.post('/api/v1/orders/batch', {
        orders: [orderBody({ customerEmail: email }), orderBody({ customerEmail: mailOf() })],
        mode: 'all',
      }),
    );
    expect(results.map(({ order: one }) => one.priceBasis?.kind)).toEqual(['list', 'rules']);
    const key = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:write', 'orders:read'] }),
    );
    const byKey = await world.app.client({ key: key.key }).post('/api/v1/orders', orderBody({ customerEmail: email }));
    expect(ok(byKey)).toMatchObject({ priceBasis: basis });
    const job = recurringBody();
    Object.assign(job.order, { customerEmail: email });
    ok(await world.dispatcher.post('/api/v1/recurring-orders', job));
    await makeDueOrders(world.app.services);
    const ofJob = await world.app.sql<{ id: number; price_basis: object }>(
      `select o.id, o.price_basis from orders o join recurring_days d on d.order_id = o.id where o.customer_email = ?`,
      email,
    );
    expect(ofJob[0]?.price_basis).toEqual(basis);
    const { userId: driverId } = world.driver;
    ok(await world.dispatcher.post(`/api/v1/orders/${ofJob[0]?.id}/assign`, { driverId }));
    expect(ok(await world.driver.get(`/api/v1/orders/${ofJob[0]?.id}`))).toMatchObject({ priceBasis: null });
  });
});
