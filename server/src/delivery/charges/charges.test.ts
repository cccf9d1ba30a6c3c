import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makeOrder, ok, openOrder, orderBody, signatureFile } from '../../../test/support/factories.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'America/New_York' });
const linePresets = [
  { label: 'Rush', unitPrice: '25', taxRate: '0' },
  { label: 'Waiting', unitPrice: '40', taxRate: '19', atStop: 'hour', freeMinutes: 15 },
  { label: 'Extra stop', unitPrice: '12.50', taxRate: '0', atStop: 'fixed' },
  { label: 'Tolls', unitPrice: '0', taxRate: '0', atStop: 'typed' },
];
beforeAll(async () => {
  ok(await world.admin.put('/api/v1/company', { quoting: { linePresets } }));
});

const made = async (more: Record<string, unknown> = {}) => {
  const order = await makeOrder(world.app, world.dispatcher, more);
  return { order, phone: await openOrder(world.app, order) };
};
const propose = (phone: Client, order: { id: number }, body: object) =>
  phone.post('/api/v1/driver/charges', { orderId: order.id, label: 'Waiting', ...body });
const decide = (who: Client, order: { id: number }, chargeId: number, body: object) =>
  who.put(`/api/v1/orders/${order.id}/charges/${chargeId}`, body);
const read = async (who: Client, order: { id: number }) => ok<Order>(await who.get(`/api/v1/orders/${order.id}`));
const linesOf = (order: { id: number }) =>
  world.app.sql(
    `select action, detail from history where subject = 'order' and subject_id = ? and action like 'charge.%' order by id`,
    order.id,
  );
const deliver = async (phone: Client, order: { id: number }) => {
  for (const kind of ['pickup', 'delivery']) {
    ok(
      await phone.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(order.id), kind }, [
        await signatureFile(),
      ]),
    );
    if (kind === 'pickup') ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  }
};

describe('charges at a stop', () => {
  it('C187 are priced by the saved lines with the one rounding, free minutes left out, and the order’s price stays', async () => {
    const { order, phone } = await made();
    const opened = ok<Order>(await phone.get('/api/v1/driver/order'));
    expect(opened.chargeRates).toEqual([
      { label: 'Waiting', kind: 'hour', amount: '47.60', freeMinutes: 15 },
      { label: 'Extra stop', kind: 'fixed', amount: '12.50', freeMinutes: 0 },
      { label: 'Tolls', kind: 'typed', amount: null, freeMinutes: 0 },
    ]);
    const takenAt = new Date().toISOString();
    // 47.60 × 7 / 60 is 5.5533…; an amount of the phone counts for nothing where the line has one.
    const waited = ok<Order>(await propose(phone, order, { minutes: 22, amount: '999', takenAt }));
    ok(await propose(phone, order, { minutes: 10 }));
    ok(await propose(phone, order, { label: 'Extra stop' }));
    const all = ok<Order>(await propose(phone, order, { label: 'Tolls', amount: '8.4' })).charges;
    expect(waited.charges).toMatchObject([
      { label: 'Waiting', minutes: 22, amount: '5.55', state: 'proposed', by: 'Driver with the access code', takenAt },
    ]);
    expect(all.map(({ amount }) => amount)).toEqual(['5.55', '0.00', '12.50', '8.40']);
    expect(
      await world.app.sql('select amount::text, tax_total::text from charges where order_id = ? order by id', order.id),
    ).toEqual([
      { amount: '5.55', tax_total: '0.89' },
      { amount: '0.00', tax_total: '0.00' },
      { amount: '12.50', tax_total: '0.00' },
      { amount: '8.40', tax_total: '0.00' },
    ]);
    expect(await read(world.dispatcher, order)).toMatchObject({ quotePrice: order.quotePrice, charges: all });
    expect((await linesOf(order))[0]).toEqual({ action: 'charge.proposed', detail: 'Waiting, 22 min: $5.55' });
    expectIssue(
      await propose(phone, order, { label: 'Tolls' }),
      'amount',
      'Enter the amount: no saved line for stops is called Tolls',
    );
    for (const bad of [{ minutes: 0 }, { minutes: 1441 }, { minutes: '1e2' }, { label: '' }, { amount: '-1' }])
      expectError(await propose(phone, order, bad), 400);
    expectIssue(
      await propose(phone, order, { label: 'Tolls', amount: '1.234' }),
      'amount',
      'The amount must be a number of at least 0 with at most 2 decimals',
    );
  });

  it('C188 count once, however often a phone sends them, and an order has fifty at most', async () => {
    const { order, phone } = await made();
    const body = { orderId: order.id, label: 'Extra stop', takenAt: new Date().toISOString() };
    const send = (key: string) => phone.post('/api/v1/driver/charges', body, { headers: { 'idempotency-key': key } });
    const answers = await Promise.all([send(`one-${order.id}`), send(`one-${order.id}`), send(`two-${order.id}`)]);
    for (const answer of answers) expect(ok<Order>(answer).charges).toHaveLength(1);
    ok(await phone.post('/api/v1/driver/charges', body));
    expect((await read(world.dispatcher, order)).charges).toHaveLength(1);
    await world.app.sql(
      `insert into charges (order_id, label, amount, tax_total, state, is_from_driver, "by", taken_at)
        select ?, 'Many', 1, 0, 'dropped', true, 'x', now() from generate_series(1, 49)`,
      order.id,
    );
    expectError(await propose(phone, order, { label: 'Extra stop' }), 409, 'TOO_MANY_CHARGES');
    expectError(
      await world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, { label: 'A', amount: '1' }),
      409,
      'TOO_MANY_CHARGES',
    );
  });

  it('C189 are approved, dropped and changed by the office, after the delivery too, with old and new in the history', async () => {
    const { order, phone } = await made();
    ok(await propose(phone, order, { minutes: 30 }));
    await deliver(phone, order);
    const before = await read(world.dispatcher, order);
    const [charge] = before.charges;
    const id = charge?.id ?? 0;
    const fresh = { headers: { 'if-match': `"order-${order.id}-v${before.version}"` } };
    const path = `/api/v1/orders/${order.id}/charges/${id}`;
    const approved = ok<Order>(await world.dispatcher.put(path, { state: 'approved' }, fresh));
    expect(approved.charges).toMatchObject([{ id, amount: '11.90', state: 'approved' }]);
    expect(approved).toMatchObject({ status: 'delivered', quotePrice: order.quotePrice });
    expectError(await world.dispatcher.put(path, { state: 'dropped' }, fresh), 412);
    expectError(await decide(world.dispatcher, order, id, { state: 'dropped', version: before.version }), 409);
    // By its saved line, then by hand.
    expect(ok<Order>(await decide(world.dispatcher, order, id, { minutes: 45 })).charges[0]?.amount).toBe('23.80');
    ok(await decide(world.dispatcher, order, id, { amount: '20', label: 'Waiting at the gate' }));
    const { version } = ok<Order>(await decide(world.dispatcher, order, id, { state: 'dropped' }));
    expect(ok<Order>(await decide(world.dispatcher, order, id, { state: 'dropped' })).version).toBe(version);
    expect(await linesOf(order)).toEqual([
      { action: 'charge.proposed', detail: 'Waiting, 30 min: $11.90' },
      { action: 'charge.approved', detail: 'Waiting, 30 min: $11.90\nState: Proposed → Approved' },
      { action: 'charge.changed', detail: 'Waiting\nMinutes: 30 → 45\nAmount: $11.90 → $23.80' },
      {
        action: 'charge.changed',
        detail: 'Waiting at the gate\nName: Waiting → Waiting at the gate\nAmount: $23.80 → $20.00',
      },
      { action: 'charge.dropped', detail: 'Waiting at the gate, 45 min: $20.00\nState: Approved → Dropped' },
    ]);
    const events = await world.app.sql(
      `select type from events where object_type = 'order' and object_id = ? and sequence is not null`,
      order.id,
    );
    expect(events.filter(({ type }) => type === 'order.updated').length).toBeGreaterThanOrEqual(4);

    const other = await made();
    expectError(await decide(world.dispatcher, other.order, id, { state: 'approved' }), 404, 'CHARGE_NOT_FOUND');
    expectError(await decide(world.dispatcher, { id: NOWHERE }, id, {}), 404, 'ORDER_NOT_FOUND');
    const direct = ok<Order>(
      await world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, {
        label: 'Rush',
        amount: '25',
        state: 'approved',
      }),
    );
    expect(direct.charges.at(-1)).toMatchObject({ label: 'Rush', amount: '25.00', state: 'approved', minutes: null });
    expectError(await world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, { label: 'Rush' }), 400);
    await expectRefused(
      world,
      [
        ['POST', `/api/v1/orders/${order.id}/charges`, { label: 'A', amount: '1' }],
        ['PUT', path, { state: 'approved' }],
      ],
      ['driver', 'customer'],
    );
    expectError(await phone.put(path, { state: 'approved' }), 401);
    expect((await read(world.dispatcher, order)).charges).toHaveLength(2);
  });

  it('C190 that are approved are on the statement and in the accounts of the month of their approval, and in the table of orders', async () => {
    const email = 'statement@example.com';
    const order = ok<Order>(
      await world.dispatcher.post(
        '/api/v1/orders',
        orderBody({ customerEmail: email, quotePrice: '50.00', onAccount: true }),
      ),
    );
    const customerId = order.customerId ?? 0;
    await world.app.sql(
      `update orders set status = 'delivered', delivered_at = '2026-02-20T15:00:00Z' where id = ?`,
      order.id,
    );
    const add = (label: string, minutes?: number) =>
      world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, { label, minutes });
    ok(await add('Extra stop'));
    const { charges } = ok<Order>(await add('Waiting', 30));
    world.app.setClock(new Date('2026-03-01T05:00:00Z'));
    ok(await decide(world.dispatcher, order, charges[1]?.id ?? 0, { state: 'approved' }));
    world.app.setClock(undefined);
    const table = async (month: string) =>
      (await world.dispatcher.get(`/api/v1/customers/${customerId}/statement.csv?month=${month}`)).body
        .split('\r\n')
        .slice(1, -1);
    const number = order.trackingNumber;
    expect(await table('2026-02')).toEqual([
      expect.stringMatching(new RegExp(`^2026-02-20,order,${number},.*,50.00,`)),
    ]);
    expect(await table('2026-03')).toEqual([
      expect.stringMatching(new RegExp(`^2026-03-01,charge,${number},.*,11.90,0.00,USD,,"Waiting, 30 min"$`)),
    ]);
    const accounts = (await world.dispatcher.get('/api/v1/accounting.csv?month=2026-03')).body.split('\r\n');
    expect(accounts.filter((line) => line.includes(number))).toEqual([
      expect.stringMatching(/,10\.00,1\.90,11\.90,USD,yes,,,"Waiting, 30 min"$/),
    ]);
    const [heads, row] = (await world.dispatcher.get(`/api/v1/orders.csv?q=${number}`)).body.split('\r\n');
    expect(row?.split(',')[heads?.split(',').indexOf('Charges') ?? -1]).toBe('11.90');
  });

  it('C191 are the only money that a driver sees, and of these what drivers proposed; one customer’s key sees the approved ones', async () => {
    const { order, phone } = await made();
    ok(await propose(phone, order, { minutes: 30 }));
    ok(
      await world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, {
        label: 'Rush',
        amount: '25',
        state: 'approved',
      }),
    );
    const seen = ok<Order>(await phone.get('/api/v1/driver/order'));
    expect(seen.charges.map(({ label }) => label)).toEqual(['Waiting']);
    expect(seen).toMatchObject({ quotePrice: null, netTotal: null, taxTotal: null });
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    expect((await read(world.driver, order)).charges.map(({ label }) => label)).toEqual(['Waiting']);
    const listed = ok<{ data: Order[] }>(await world.driver.get(`/api/v1/orders/driver/${world.driver.userId}`));
    expect(listed.data[0]).toMatchObject({ id: order.id, charges: [], quotePrice: null });
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', {
        ...{ name: 'Shop', scopes: ['orders:read'], customerId: order.customerId },
      }),
    );
    const shop = world.app.client({ key });
    expect((await read(shop, order)).charges).toMatchObject([{ label: 'Rush', state: 'approved', by: null }]);
    const tracked = (await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`)).body;
    for (const word of ['charges', 'Waiting', '11.90']) expect(tracked).not.toContain(word);
  });

  it('C175 that wait for the office have a list, a count, and for the customer’s key and drivers none', async () => {
    const { order, phone } = await made();
    const list = async (who: Client) =>
      ok<{ data: Order[] }>(await who.get('/api/v1/orders?chargesProposed=true&limit=100')).data.map(({ id }) => id);
    const count = async (who: Client) =>
      ok<{ chargesProposed: number }>(await who.get('/api/v1/orders/counts')).chargesProposed;
    const before = await count(world.dispatcher);
    expect(await list(world.dispatcher)).not.toContain(order.id);
    const { charges } = ok<Order>(await propose(phone, order, { minutes: 30 }));
    ok(await propose(phone, order, { label: 'Extra stop' }));
    expect(await list(world.dispatcher)).toContain(order.id);
    expect(await count(world.dispatcher)).toBe(before + 1);
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    expect(await count(world.driver)).toBe(0);
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', {
        ...{ name: 'Shop 2', scopes: ['orders:read'], customerId: order.customerId },
      }),
    );
    expect(await list(world.app.client({ key }))).toEqual([]);
    ok(await decide(world.dispatcher, order, charges[0]?.id ?? 0, { state: 'approved' }));
    expect(await list(world.dispatcher)).toContain(order.id);
    const extra = (await read(world.dispatcher, order)).charges.find(({ label }) => label === 'Extra stop');
    ok(await decide(world.dispatcher, order, extra?.id ?? 0, { state: 'dropped' }));
    expect(await list(world.dispatcher)).not.toContain(order.id);
    expect(await count(world.dispatcher)).toBe(before);
  });

  it('C192 of a phone that was offline are kept although the order ended or went to another driver; a deleted order refuses', async () => {
    const { order, phone } = await made();
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    expect(ok<Order>(await propose(phone, order, { minutes: 30 }))).toMatchObject({
      status: 'cancelled',
      charges: [{ amount: '11.90' }],
    });

    const given = await made();
    ok(await world.dispatcher.post(`/api/v1/orders/${given.order.id}/assign`, { driverId: world.driver.userId }));
    ok(await world.dispatcher.post(`/api/v1/orders/${given.order.id}/access-code`));
    const late = ok<LateAnswer>(await propose(given.phone, given.order, { minutes: 30 }));
    expect(late).toEqual({ id: expect.any(Number), orderId: given.order.id, late: true, after: 'code_replaced' });
    expect((await read(world.dispatcher, given.order)).charges).toMatchObject([{ id: late.id, state: 'proposed' }]);

    const gone = await made();
    ok(await world.admin.delete(`/api/v1/orders/${gone.order.id}`));
    expectError(await propose(gone.phone, gone.order, { minutes: 30 }), 404, 'ORDER_DELETED');
    const stranger = await made();
    expectError(await propose(stranger.phone, order, { minutes: 30 }), 404);
    expectError(await propose(world.visitor, order, { minutes: 30 }), 401);
    expectError(await propose(world.dispatcher, order, { minutes: 30 }), 403);
  });
});
