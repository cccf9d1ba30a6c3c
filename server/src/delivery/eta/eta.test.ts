import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { EtaReport } from '@quickfleet/shared/delivery/eta/eta';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { areaOf, wallClock } from './eta.queries.ts';
import { tendEtas } from './eta.service.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'America/New_York' });
/** Ten in the morning in New York. */
const TEN = new Date('2026-03-17T14:00:00Z');
const DAYS = 45;
const STOPS = 8;
const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS).toISOString();
const make = async (more: Record<string, unknown> = {}): Promise<Order> =>
  ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody(more)));
const read = async (id: number): Promise<Order> => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${id}`));
const track = async ({ trackingNumber }: Order): Promise<TrackedOrder> =>
  ok<TrackedOrder>(await world.app.client().get(`/api/v1/orders/tracking/${trackingNumber}`));
const window = (minutes: number) => ({
  deliveryWindow: { from: minutesAfter(TEN, minutes), to: minutesAfter(TEN, minutes + 60) },
});

/** Days of one driver: from half past nine on, a delivery every 16 to 24 minutes. */
async function drivePast(driverId: number): Promise<void> {
  const { sql } = world.app;
  const template = await make({ driverId });
  const columns = (
    await sql<{ name: string }>(
      `select string_agg('"' || column_name || '"', ', ') as name from information_schema.columns
      where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'tracking_number', 'access_code_hash', 'status', 'delivered_at', 'actual_delivery')`,
    )
  )[0]?.name;
  const at = `timestamptz '2026-03-16 13:30:00Z' - make_interval(days => n.day) + make_interval(mins => n.stop * 20 + (n.stop * 7 + n.day * 5) % 9 - 4)`;
  await sql(
    `with n as (select day, stop from generate_series(0, ${DAYS - 1}) day, generate_series(0, ${STOPS - 1}) stop), made as (
       insert into orders (${columns}, tracking_number, access_code_hash, status, delivered_at, actual_delivery)
       select ${columns}, 'QFP' || n.day || '-' || n.stop, 'past ' || n.day || ' ' || n.stop, 'delivered', ${at}, ${at} from orders o, n where o.id = ?
       returning id, delivered_at)
     insert into history (subject, subject_id, action, from_status, to_status, actor_kind, actor_id, actor_name, at)
     select 'order', id, 'moved', 'in_transit', 'delivered', 'user', ?::int, 'Driver', delivered_at from made order by id`,
    template.id,
    driverId,
  );
  ok(await world.admin.delete(`/api/v1/orders/${template.id}`));
}

describe('when a delivery is expected', () => {
  it('C300 without a past it is the promised window, for staff and on the tracking page, while it can still happen', async () => {
    world.app.setClock(TEN);
    const promised = await make(window(60));
    const expected = { ...promised.deliveryWindow, confidence: 0.8, basis: 'window', stopsBefore: null };
    await tendEtas(world.app.services);
    expect(promised.eta).toMatchObject(expected);
    expect((await track(promised)).eta).toMatchObject(expected);
    expect((await make()).eta).toBeNull();
    ok(await world.dispatcher.put(`/api/v1/orders/${promised.id}/status`, { status: 'cancelled' }));
    expect((await track(promised)).eta).toBeNull();
    expect(ok<EtaReport>(await world.dispatcher.get('/api/v1/reports/eta'))).toMatchObject({
      legs: 0,
      learnedAt: null,
    });
  });

  it('C513 without a past the board’s order says how many stops come before, and the window stays', async () => {
    world.app.setClock(TEN);
    const { userId: driverId } = world.driver;
    const early = { pickupWindow: { from: minutesAfter(TEN, 10), to: minutesAfter(TEN, 20) } };
    const [first, second] = [
      await make({ driverId, ...early, ...window(60) }),
      await make({ driverId, ...early, ...window(180) }),
    ];
    await tendEtas(world.app.services);
    const stopsOf = async ({ id }: Order) => (await read(id)).eta?.stopsBefore ?? -1;
    expect(await stopsOf(second)).toBeGreaterThan(await stopsOf(first));
    expect((await track(second)).eta).toMatchObject({ ...second.deliveryWindow, basis: 'window' });
    expect(await world.app.sql('select 1 from eta_promises')).toEqual([]);
    ok(await world.dispatcher.put(`/api/v1/orders/${second.id}`, { deliveryWindow: window(30).deliveryWindow }));
    expect((await read(second.id)).eta).toMatchObject({ ...window(30).deliveryWindow, basis: 'window' });
    for (const { id } of [first, second])
      ok(await world.dispatcher.put(`/api/v1/orders/${id}/status`, { status: 'cancelled' }));
  });

  it('C301 the driver’s past days say when each stop is reached, before the day begins and while it runs', async () => {
    const driverId = world.driver.userId;
    await drivePast(driverId);
    world.app.setClock(new Date('2026-03-17T06:00:00Z'));
    await world.app.sql('delete from eta_learned');
    const orders = [await make({ ...window(30), driverId }), await make({ ...window(40), driverId })];
    await tendEtas(world.app.services);
    const [first] = orders as [Order, Order];
    const ahead = await read(first.id);
    expect(ahead.eta).toMatchObject({ basis: 'learned', confidence: 0.8 });

    // Ten o’clock: the day has begun, and nobody is there before the window.
    world.app.setClock(TEN);
    const shift = { day: '2026-03-17', startedAt: TEN.toISOString() };
    ok(await world.driver.put(`/api/v1/drivers/${driverId}/day/shift`, shift));
    await tendEtas(world.app.services);
    const underWay = [await read(orders[0]?.id ?? 0), await read(orders[1]?.id ?? 0)];
    for (const { eta, deliveryWindow } of underWay) {
      expect(eta).toMatchObject({ basis: 'under_way' });
      expect(Date.parse(eta?.from ?? '')).toBeGreaterThanOrEqual(Date.parse(deliveryWindow?.from ?? ''));
      expect(Date.parse(eta?.to ?? '') - Date.parse(eta?.from ?? '')).toBeLessThanOrEqual(60 * MINUTE_MS);
    }
    expect(underWay.map(({ eta }) => eta?.stopsBefore)).toEqual([1, 3]);
    const [now] = underWay as [Order, Order];
    expect((await track(now)).eta).toEqual(now.eta);
  });

  it('C302 another driver, another day or none is no longer that range, at once', async () => {
    const driverId = world.driver.userId;
    const given = await make({ ...window(90), driverId });
    const other = await make({ ...window(120), driverId });
    await tendEtas(world.app.services);
    expect((await read(given.id)).eta?.basis).toBe('under_way');
    ok(await world.dispatcher.post(`/api/v1/orders/${given.id}/unassign`));
    ok(await world.dispatcher.put(`/api/v1/orders/${other.id}`, window(150)));
    for (const { id } of [given, other]) {
      const { eta, deliveryWindow } = await read(id);
      expect(eta).toMatchObject({ ...deliveryWindow, basis: 'window' });
    }
  });

  it('C303 the report counts the promises that were made by whether they held, for staff alone', async () => {
    const { sql } = world.app;
    const report = async () => ok<EtaReport>(await world.dispatcher.get('/api/v1/reports/eta'));
    expect(await report()).toMatchObject({ promises: 0, held: 0, medianMinutes: null, days: [], byStops: [] });
    const promised = await sql<{ id: number; from: string; to: string }>(
      `select order_id as id, max(from_at) as from, min(to_at) as to from eta_promises group by order_id order by order_id limit 2`,
    );
    const [kept, late] = promised as [(typeof promised)[0], (typeof promised)[0]];
    const deliver = (id: number, at: Date) =>
      sql(`update orders set status = 'delivered', delivered_at = ?, delivery_date = ? where id = ?`, at, at, id);
    const end = new Date(TEN.getTime() + 300 * MINUTE_MS);
    world.app.setClock(end);
    await deliver(kept.id, new Date(kept.from));
    await deliver(late.id, end);
    await tendEtas(world.app.services);
    const found = await report();
    const made = await sql<{ id: number; held: boolean }>(
      'select order_id as id, reached_at between from_at and to_at as held from eta_promises where reached_at is not null',
    );
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set([kept.id, late.id]));
    expect(found).toMatchObject({ promises: made.length, held: made.filter(({ held }) => held).length });
    expect(found.legs).toBeGreaterThan(200);
    expect(found.days).toEqual([{ day: '2026-03-17', promises: found.promises, held: found.held }]);
    expect(found.byStops.reduce((sum, { promises }) => sum + promises, 0)).toBe(found.promises);
    expect((await world.driver.get('/api/v1/reports/eta')).statusCode).toBe(403);
    expect((await track({ ...(await read(late.id)) })).eta).toBeNull();
  });
});

it('a neighbourhood is what the end of an address says', () => {
  expect(areaOf('12 Main St, Springfield, IL 62704')).toBe('627');
  expect(areaOf('10 Downing Street\nLondon\nSW1A 2AA')).toBe('SW1');
  expect(areaOf('Hauptstr. 5, 10115 Berlin')).toBe('101');
  expect(areaOf('1 Pickup Street, Springfield')).toBe('springfield');
  expect(areaOf('1 Pickup Street')).toBeNull();
});

it('the company’s clock is that of its zone, also when clocks change', () => {
  const clock = wallClock('America/New_York');
  expect(clock(Date.parse('2026-03-08T06:59:00Z'))).toEqual({ hour: 1, weekday: 0, minute: 119 });
  expect(clock(Date.parse('2026-03-08T07:00:00Z'))).toEqual({ hour: 3, weekday: 0, minute: 180 });
  expect(clock(Date.parse('2026-03-08T03:59:00Z'))).toEqual({ hour: 22, weekday: 6, minute: 1379 });
});
