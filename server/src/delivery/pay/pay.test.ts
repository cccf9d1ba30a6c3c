import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverEarnings, OrderMargin } from '@quickfleet/shared/delivery/drivers/pay';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { WholeUser } from '@quickfleet/shared/people/users';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, signatureFile } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const today = dayAt(new Date(), 'Europe/Berlin');
const pay = { perStop: '3.50', perHour: '12', perKm: '0.5', orderShare: '10', chargeShare: '50', minimum: '40' };
let path: string;

beforeAll(async () => {
  const quoting = { currency: 'EUR', pricesIncludeTax: false, defaultTaxRate: '19' };
  ok(await world.admin.put('/api/v1/company', { quoting }));
  path = `/api/v1/drivers/${world.driver.userId}/pay`;
});

/** An order that the driver picked up and delivered on a day at noon. */
async function deliver(day: string, more: object = {}): Promise<Order> {
  const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody({ quotePrice: '50', ...more })));
  ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
  const sign = async (kind: string) =>
    world.driver.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(order.id), kind }, [
      await signatureFile(),
    ]);
  ok(await sign('pickup'));
  ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  ok(await sign('delivery'));
  const at = new Date(`${day}T10:00:00Z`);
  await world.app.sql('update attempts set received_at = ?, taken_at = ? where order_id = ?', at, at, order.id);
  await world.app.sql('update orders set delivered_at = ? where id = ?', at, order.id);
  return order;
}
const read = async (from: string, to = from, who = world.admin) =>
  ok<DriverEarnings>(await who.get(`${path}?from=${from}&to=${to}`));
const setPay = (more: object | null) => world.admin.put(`/api/v1/users/${world.driver.userId}`, { pay: more });

describe('what drivers earn', () => {
  it('C606 an admin says by what a driver is paid; others neither read nor write it', async () => {
    expect(ok<WholeUser>(await setPay(pay)).pay).toEqual(pay);
    expect(ok<WholeUser>(await setPay({ perKm: null })).pay).toEqual({ ...pay, perKm: null });
    ok(await setPay(pay));
    expectIssue(
      await setPay({ orderShare: '101' }),
      'pay.orderShare',
      'Must be a percentage from 0 to 100 with at most two decimals',
    );
    const { data } = ok<{ data: WholeUser[] }>(await world.dispatcher.get('/api/v1/users?role=driver'));
    expect(data.map((user) => user.pay)).toEqual(data.map(() => null));
    const own = ok<WholeUser>(await world.driver.get('/api/v1/users/me'));
    expect(own.pay).toBeUndefined();
    const mine = `/api/v1/users/${own.id}`;
    ok(await world.driver.put(mine, { phone: '+49 30 1', pay }));
    expectError(await world.driver.put(mine, { pay: { perStop: '100' } }), 403);
    const { id } = ok<WholeUser>(await world.admin.get('/api/v1/users/me'));
    expectIssue(await world.admin.put(`/api/v1/users/${id}`, { pay }), 'pay', 'Only a driver is paid by deliveries');
  });

  it('C607 each pickup and delivery, hour, share and charge is a line with its why, and the minimum fills the day up', async () => {
    ok(await setPay(pay));
    const order = await deliver('2026-03-02');
    await world.app.sql(
      `insert into driver_days (driver_id, day, started_at, ended_at) values (?, '2026-03-02', '2026-03-02T07:00Z', '2026-03-02T08:20Z')`,
      world.driver.userId,
    );
    const charge = { label: 'Waiting', amount: '10', state: 'approved' };
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, charge));
    await world.app.sql(
      `update charges set decided_at = '2026-03-02T11:00Z', tax_total = 0 where order_id = ?`,
      order.id,
    );
    const { lines, totals } = await read('2026-03-02');
    expect(lines.map(({ kind, why, quantity, rate, amount }) => [kind, why, quantity, rate, amount])).toEqual([
      ['stop', 'Pickup done', '1', '3.50', '3.50'],
      ['stop', 'Delivery done', '1', '3.50', '3.50'],
      ['hours', 'Hours of the shift', '1.33', '12', '16.00'],
      ['share', 'Share of the net price', '50.00', '10', '5.00'],
      ['charge', 'Share of the charge: Waiting', expect.any(String), '50', expect.any(String)],
      ['minimum', 'To the minimum of the day', '1', '40', expect.any(String)],
    ]);
    expect(totals).toMatchObject({ stop: '7.00', hours: '16.00', share: '5.00', total: '40.00', approved: '0.00' });
    expect(lines[0]).toMatchObject({ orderId: order.id, trackingNumber: order.trackingNumber, isApproved: false });
    expect((await read('2026-03-03', '2026-03-31')).lines).toEqual([]);
  });

  it('C608 kilometres are those between the places of the stops', async () => {
    ok(await setPay({ perStop: null, perHour: null, orderShare: null, chargeShare: null, minimum: null, perKm: '2' }));
    await deliver('2026-03-04', {
      ...{ pickupAddress: '1 Mile Street', deliveryAddress: '2 Mile Street' },
      ...{ pickupPlace: { lat: 52.5, lng: 13.4 }, deliveryPlace: { lat: 52.6, lng: 13.4 } },
    });
    const { lines } = await read('2026-03-04');
    expect(lines).toMatchObject([{ kind: 'distance', quantity: '11.119', rate: '2', amount: '22.24' }]);
  });

  it('C609 a stop is paid to the driver who had the order then', async () => {
    ok(await setPay(null));
    ok(await setPay({ perStop: '3' }));
    const order = await deliver('2026-03-05');
    const body = { username: 'second', password: 'a-long-enough-password', role: 'driver', pay: { perStop: '9' } };
    const other = ok<WholeUser>(await world.admin.post('/api/v1/users', body));
    await world.app.sql('update orders set driver_id = ? where id = ?', other.id, order.id);
    await world.app.sql(
      `insert into ended_rights (order_id, driver_id, after, ended_at) values (?, ?, 'reassigned', '2026-03-06T00:00Z')`,
      ...[order.id, world.driver.userId],
    );
    expect((await read('2026-03-05')).totals.total).toBe('6.00');
    const theirs = `/api/v1/drivers/${other.id}/pay?from=2026-03-05&to=2026-03-05`;
    expect(ok<DriverEarnings>(await world.admin.get(theirs)).lines).toEqual([]);
  });

  it('C610 approved days stay as they are, are counted once, and only the latest approval is taken back', async () => {
    ok(await setPay({ perStop: '3' }));
    await deliver('2026-04-01');
    await deliver('2026-04-03');
    const approve = (from: string, to: string, who = world.admin) => who.post(`${path}/approve`, { from, to });
    expectError(await approve('2026-04-01', '2026-04-02', world.dispatcher), 403);
    expectError(await approve('2026-04-01', '2026-04-02', world.driver), 403);
    expectIssue(await approve('2026-04-01', '2999-01-01'), 'to', 'At most a year');
    expect(ok<DriverEarnings>(await approve('2026-04-01', '2026-04-02')).totals).toMatchObject({
      ...{ total: '6.00', approved: '6.00' },
    });
    expect(expectError(await approve('2026-04-01', '2026-04-02'), 409).code).toBe('PAY_APPROVED');
    ok(await setPay({ perStop: '5' }));
    const both = await read('2026-04-01', '2026-04-03');
    expect(both.totals).toMatchObject({ total: '16.00', approved: '6.00' });
    expect(both.lines.map(({ isApproved }) => isApproved)).toEqual([true, true, false, false]);
    const whole = ok<DriverEarnings>(await approve('2026-04-01', '2026-04-03'));
    expect(whole.totals).toMatchObject({ total: '16.00', approved: '16.00' });
    const kept = await world.app.sql<{ total: string }>('select total::text from pay_approvals order by id');
    expect(kept.map(({ total }) => Number(total))).toEqual([6, 10]);
    expectError(await world.dispatcher.delete(`${path}/approve`), 403);
    ok(await world.admin.delete(`${path}/approve`));
    expect((await read('2026-04-01', '2026-04-03')).totals).toMatchObject({ total: '16.00', approved: '6.00' });
    ok(await world.admin.delete(`${path}/approve`));
    expect(expectError(await world.admin.delete(`${path}/approve`), 409).code).toBe('PAY_NOT_APPROVED');
    const noted = await world.app.sql(
      `select 1 from history where action in ('user.pay_approved', 'user.pay_reopened')`,
    );
    expect(noted).toHaveLength(4);
  });

  it('C755 what comes to an approved day afterwards waits for an approval too, without what the minimum gave', async () => {
    ok(await setPay({ perStop: '3', minimum: '10' }));
    const approve = () => world.admin.post(`${path}/approve`, { from: '2026-04-10', to: '2026-04-10' });
    await deliver('2026-04-10');
    expect(ok<DriverEarnings>(await approve()).totals).toMatchObject({ total: '10.00', approved: '10.00' });
    expectError(await approve(), 409, 'PAY_APPROVED');
    // A phone without a network hands in its stops later, and other rates do not change what was approved.
    await world.app.sql(`update pay_approvals set approved_at = '2026-04-11T08:00Z'`);
    ok(await setPay({ perStop: '4' }));
    const late = await deliver('2026-04-10');
    await world.app.sql(`update attempts set received_at = '2026-04-12T08:00Z' where order_id = ?`, late.id);
    const open = await read('2026-04-10');
    expect(open.totals).toMatchObject({ total: '14.00', approved: '10.00' });
    expect(open.lines.filter(({ isApproved }) => !isApproved)).toMatchObject([
      { kind: 'stop', amount: '4.00', orderId: late.id },
      { kind: 'stop', amount: '4.00', orderId: late.id },
      { kind: 'minimum', amount: '-4.00' },
    ]);
    expect(ok<DriverEarnings>(await approve()).totals).toMatchObject({ total: '14.00', approved: '14.00' });
    expectError(await approve(), 409, 'PAY_APPROVED');
    for (const _ of [1, 2]) ok(await world.admin.delete(`${path}/approve`));
    ok(await setPay({ minimum: null }));
  });

  it('C756 the share of a charge is of the driver who had the order then, whoever has it later', async () => {
    ok(await setPay({ perStop: null, chargeShare: '50' }));
    const order = await deliver('2026-04-11');
    const charge = { label: 'Waiting', amount: '10', state: 'approved' };
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, charge));
    await world.app.sql(
      `update charges set taken_at = '2026-04-11T10:00Z', decided_at = '2026-04-11T11:00Z', tax_total = 0 where order_id = ?`,
      order.id,
    );
    const own = (await read('2026-04-11')).totals;
    expect(own.charge).not.toBe('0.00');
    const body = { username: 'third', password: 'a-long-enough-password', role: 'driver', pay: { chargeShare: '50' } };
    const other = ok<WholeUser>(await world.admin.post('/api/v1/users', body));
    await world.app.sql('update orders set driver_id = ? where id = ?', other.id, order.id);
    await world.app.sql(
      `insert into ended_rights (order_id, driver_id, after, ended_at) values (?, ?, 'reassigned', '2026-04-12T00:00Z')`,
      ...[order.id, world.driver.userId],
    );
    expect((await read('2026-04-11')).totals).toEqual(own);
    const theirs = `/api/v1/drivers/${other.id}/pay?from=2026-04-11&to=2026-04-11`;
    expect(ok<DriverEarnings>(await world.admin.get(theirs)).lines).toEqual([]);
    const { pay: ofOrder } = ok<OrderMargin>(await world.admin.get(`/api/v1/orders/${order.id}/margin`));
    expect(ofOrder).toBe(own.charge);
    await world.app.sql('update orders set driver_id = ? where id = ?', world.driver.userId, order.id);
    ok(await setPay({ perStop: '5', chargeShare: null }));
  });

  it('C611 drivers read their own pay, on paper and as a table too, and nobody else’s', async () => {
    const period = '?from=2026-04-01&to=2026-04-03';
    expect((await read('2026-04-01', '2026-04-03', world.driver)).totals.total).toBe('20.00');
    const pages = await readPages((await world.driver.get(`${path}.pdf${period}`)).rawPayload);
    expect(pages.map(({ text }) => text).join('\n')).toContain('Delivery done');
    const table = await world.driver.get(`${path}.csv${period}`);
    expect(table.body.split('\r\n')[0]).toContain('day,kind,why,trackingNumber');
    expect(table.body.trim().split('\r\n')).toHaveLength(5);
    for (const end of ['', '.pdf', '.csv']) {
      expectError(await world.dispatcher.get(`${path}${end}${period}`), 403);
      expectError(await world.driver.get(`/api/v1/drivers/${world.driver.userId + 1000}/pay${end}${period}`), 404);
      expectError(await world.admin.get(`${path}${end}?from=2026-04-03&to=2026-04-01`), 400);
    }
  });

  it('C612 an order leaves its price without tax, less what its drivers get, for admins alone', async () => {
    ok(await setPay({ perStop: '4', orderShare: '20', minimum: '100' }));
    const [one, two] = [await deliver('2026-05-04'), await deliver('2026-05-04', { quotePrice: '100' })];
    const margin = async (id: number) => ok<OrderMargin>(await world.admin.get(`/api/v1/orders/${id}/margin`));
    // Stops and shares are 46; of the 54 to the minimum each order has half.
    expect(await margin(one.id)).toEqual({
      orderId: one.id,
      currency: 'EUR',
      price: '50.00',
      pay: '45.00',
      margin: '5.00',
    });
    expect(await margin(two.id)).toMatchObject({ price: '100.00', pay: '55.00', margin: '45.00' });
    expectError(await world.dispatcher.get(`/api/v1/orders/${one.id}/margin`), 403);
    ok(
      await world.admin.post(`${path}/approve`, {
        from: '2026-05-04',
        to: today < '2026-05-04' ? today : '2026-05-04',
      }),
    );
    ok(await setPay(null));
    expect(await margin(one.id)).toMatchObject({ pay: '45.00' });
  });
});
