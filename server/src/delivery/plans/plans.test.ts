import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { Plan } from '@quickfleet/shared/delivery/planning/plans';
import { describe, expect, it } from 'vitest';
import { expectError, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';
import { heavyProcesses } from '../../process/heavy/children.ts';
import { workPlan } from './plans.work.ts';

const world = useWorld();
let days = 7;
/** A day that no other test plans, in some weeks. */
const nextDay = () => {
  days += 7;
  const day = addDays(dayAt(new Date(), 'UTC'), days);
  // Any day but a weekend, on which the company is closed.
  return addDays(day, [1, 0, 0, 0, 0, 0, 2][new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 0);
};
const at = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const near = (lat: number, lng = 16.37) => ({ lat, lng });
const order = async (day: string, more: Record<string, unknown> = {}) =>
  ok<Order>(
    await world.dispatcher.post(
      '/api/v1/orders',
      orderBody({
        pickupAddress: 'Depot 1',
        pickupPlace: near(48.2),
        deliveryAddress: `${crypto.randomUUID()} Street`,
        deliveryPlace: near(48.21),
        deliveryDate: day,
        ...more,
      }),
    ),
  );
const made = async (body: Record<string, unknown>, steps = 1): Promise<Plan> => {
  const asked = await world.dispatcher.post('/api/v1/plans', { seconds: steps, ...body });
  expect(asked.statusCode, asked.body).toBe(202);
  const { id, state } = asked.json<Plan>();
  expect(state).toBe('planning');
  await workPlan(world.app.services, { id });
  return ok<Plan>(await world.dispatcher.get(`/api/v1/plans/${id}`));
};
const dayOf = async (driverId: number, day: string) =>
  ok<DriverDay>(await world.dispatcher.get(`/api/v1/drivers/${driverId}/day?day=${day}`));
const ordersOf = ({ stops }: DriverDay) => stops.map(({ orderId, stop }) => `${stop} ${orderId}`);

describe('I20 a plan of a day', () => {
  it('I20 says who drives what and when, and changes nothing until it is applied; then it can be taken back', async () => {
    const day = nextDay();
    const other = await world.app.as('driver');
    const [near1, near2, far1, far2] = [
      await order(day, { deliveryPlace: near(48.21) }),
      await order(day, { deliveryPlace: near(48.212) }),
      await order(day, { deliveryPlace: near(48.5) }),
      await order(day, { deliveryPlace: near(48.502) }),
    ];
    const ids = [near1, near2, far1, far2].map(({ id }) => id);
    const drivers = [world.driver.userId, other.userId];
    const plan = await made({ day, driverIds: drivers, orderIds: ids });
    expect(plan).toMatchObject({ state: 'ready', progress: 1, day, unplanned: [] });
    expect(plan.before).toMatchObject({ unplanned: 4, drivers: 0, minutes: 0 });
    expect(plan.after).toMatchObject({ unplanned: 0, lateStops: 0 });
    const planned = plan.routes.flatMap(({ stops }) => stops);
    expect(new Set(planned.map(({ orderId }) => orderId))).toEqual(new Set(ids));
    for (const { stops } of plan.routes)
      for (const { orderId, stop, arrivesAt } of stops)
        if (stop === 'delivery') {
          const pickup = stops.find((one) => one.orderId === orderId && one.stop === 'pickup');
          expect(Date.parse(pickup?.arrivesAt ?? '')).toBeLessThanOrEqual(Date.parse(arrivesAt));
        }
    for (const id of drivers) expect(ordersOf(await dayOf(id, day))).toEqual([]);

    const applied = ok<Plan>(await world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`));
    expect(applied.state).toBe('applied');
    for (const route of plan.routes)
      expect(ordersOf(await dayOf(route.driverId, day))).toEqual(
        route.stops.map(({ orderId, stop }) => `${stop} ${orderId}`),
      );
    const lines = await world.app.sql(
      `select 1 from history where subject = 'order' and action = 'order.assigned' and subject_id = any(?::int[])`,
      `{${ids.join()}}`,
    );
    expect(lines).toHaveLength(4);
    expectError(await world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`), 409, 'PLAN_NOT_READY');

    const undone = ok<Plan>(await world.dispatcher.post(`/api/v1/plans/${plan.id}/undo`));
    expect(undone.state).toBe('ready');
    for (const id of drivers) expect(ordersOf(await dayOf(id, day))).toEqual([]);
    expectError(await world.dispatcher.post(`/api/v1/plans/${plan.id}/undo`), 409, 'PLAN_NOT_APPLIED');
    // What was taken back can be applied again.
    expect(ok<Plan>(await world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`)).state).toBe('applied');
  });

  it('I21 is outdated when an order or a day has changed, and the refusal names the order', async () => {
    const day = nextDay();
    const one = await order(day);
    const plan = await made({ day, orderIds: [one.id], driverIds: [world.driver.userId] });
    ok(await world.dispatcher.put(`/api/v1/orders/${one.id}`, { notes: 'Ring' }));
    expect(ok<Plan>(await world.dispatcher.get(`/api/v1/plans/${plan.id}`)).state).toBe('outdated');
    const refused = expectError(await world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`), 409, 'PLAN_OUTDATED');
    expect(refused.issues).toMatchObject([{ orderId: one.id }]);
    expect(ordersOf(await dayOf(world.driver.userId, day))).toEqual([]);
  });

  it('C687 is outdated when what it has read of a driver or of their day has changed, and says what', async () => {
    const day = nextDay();
    const { userId } = await world.app.as('driver');
    const one = await order(day);
    const url = `/api/v1/drivers/${userId}/day/shift`;
    const changes: [RegExp, () => Promise<{ statusCode: number; body: string }>][] = [
      [/hours or breaks/, () => world.dispatcher.put(url, { day, plannedFrom: '08:00', plannedTo: '08:30' })],
      [/hours or breaks/, () => world.dispatcher.put(url, { day, breaks: [{ from: '08:10', to: '08:20' }] })],
      [
        /the vehicle/,
        () => world.admin.put(`/api/v1/users/${userId}`, { vehicle: { label: null, parcelsMax: 1, kilosMax: null } }),
      ],
      [/start or end/, () => world.admin.put(`/api/v1/users/${userId}`, { startsFrom: '9 Depot Street' })],
      [/no longer active/, () => world.admin.put(`/api/v1/users/${userId}`, { isActive: false })],
    ];
    for (const [what, change] of changes) {
      const plan = await made({ day, orderIds: [one.id], driverIds: [userId] });
      expect(plan.state).toBe('ready');
      const changed = await change();
      expect(changed.statusCode, changed.body).toBe(200);
      expect(ok<Plan>(await world.dispatcher.get(`/api/v1/plans/${plan.id}`)).state).toBe('outdated');
      const refused = expectError(await world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`), 409, 'PLAN_OUTDATED');
      expect(refused.issues).toMatchObject([{ path: `drivers.${userId}`, message: expect.stringMatching(what) }]);
    }
  });

  it('C687 is outdated when a driver has got an order for this day, or lost one, and names it', async () => {
    const day = nextDay();
    const { userId } = await world.app.as('driver');
    const [one, kept] = [await order(day), await order(day, { driverId: userId })];
    const plan = await made({ day, orderIds: [one.id], driverIds: [userId] });
    const more = await order(day, { driverId: userId });
    const issuesOf = async (id: number) =>
      expectError(await world.dispatcher.post(`/api/v1/plans/${id}/apply`), 409, 'PLAN_OUTDATED').issues;
    expect(await issuesOf(plan.id)).toMatchObject([{ path: `drivers.${userId}`, orderId: more.id }]);
    const again = await made({ day, orderIds: [one.id], driverIds: [userId] });
    ok(await world.dispatcher.post(`/api/v1/orders/${kept.id}/unassign`));
    expect(await issuesOf(again.id)).toMatchObject([{ orderId: kept.id }]);
    expect(ordersOf(await dayOf(userId, day))).toEqual([`pickup ${more.id}`, `delivery ${more.id}`]);
  });

  it('C688 is taken back whatever the office has noted since, and not once something of it was driven or moved', async () => {
    const day = nextDay();
    const { userId } = await world.app.as('driver');
    const one = await order(day);
    const plan = await made({ day, orderIds: [one.id], driverIds: [userId] });
    const apply = () => world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`);
    const undo = () => world.dispatcher.post(`/api/v1/plans/${plan.id}/undo`);
    ok(await apply());
    ok(await world.dispatcher.put(`/api/v1/orders/${one.id}`, { officeNotes: 'call first' }));
    ok(await world.dispatcher.put(`/api/v1/drivers/${userId}/day/shift`, { day, plannedFrom: '07:00' }));
    // It goes back; but it was made before these changes.
    expect(ok<Plan>(await undo()).state).toBe('outdated');
    expect(ordersOf(await dayOf(userId, day))).toEqual([]);

    const other = await made({ day, orderIds: [one.id], driverIds: [userId] });
    ok(await world.dispatcher.post(`/api/v1/plans/${other.id}/apply`));
    const more = await order(day, { driverId: userId });
    const refused = expectError(await world.dispatcher.post(`/api/v1/plans/${other.id}/undo`), 409, 'PLAN_OUTDATED');
    expect(refused.issues).toMatchObject([{ orderId: more.id }]);
    ok(await world.dispatcher.post(`/api/v1/orders/${more.id}/unassign`));
    await world.app.sql(`update orders set status = 'picked_up' where id = ?`, one.id);
    const driven = expectError(await world.dispatcher.post(`/api/v1/plans/${other.id}/undo`), 409, 'PLAN_OUTDATED');
    expect(driven.issues).toMatchObject([{ orderId: one.id }]);
  });

  it('C689 is applied by driver, one after the other, and taken back together', async () => {
    const day = nextDay();
    const drivers = [(await world.app.as('driver')).userId, (await world.app.as('driver')).userId];
    const all = [48.6, 48.61, 47.8, 47.81].map((lat) => order(day, { deliveryPlace: near(lat) }));
    const ids = (await Promise.all(all)).map(({ id }) => id);
    const plan = await made({ day, driverIds: drivers, orderIds: ids, aim: 'balance' });
    expect(plan.routes).toHaveLength(2);
    const apply = (driverIds?: (number | undefined)[]) =>
      world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`, driverIds ? { driverIds } : undefined);
    const [first, second] = plan.routes;
    const keys = (route: Plan['routes'][number] | undefined) =>
      route?.stops.map(({ orderId, stop }) => `${stop} ${orderId}`);
    const dayIs = async (route: Plan['routes'][number] | undefined) => ordersOf(await dayOf(route?.driverId ?? 0, day));
    expect(ok<Plan>(await apply([first?.driverId])).state).toBe('ready');
    expect(await dayIs(second)).toEqual([]);
    expectError(await apply([first?.driverId]), 409, 'PLAN_NOT_READY');
    // What happens to what is applied is nothing to the rest.
    ok(await world.dispatcher.put(`/api/v1/orders/${first?.stops[0]?.orderId}`, { officeNotes: 'call first' }));
    expect(ok<Plan>(await apply([second?.driverId])).state).toBe('applied');
    for (const route of [first, second]) expect(await dayIs(route)).toEqual(keys(route));
    ok(await world.dispatcher.post(`/api/v1/plans/${plan.id}/undo`));
    for (const route of [first, second]) expect(await dayIs(route)).toEqual([]);
  });

  it('C689 of which a part was applied: that can be taken back, and then all of it applied', async () => {
    const day = nextDay();
    const drivers = [(await world.app.as('driver')).userId, (await world.app.as('driver')).userId];
    const made1 = await order(day, { driverId: drivers[0], deliveryPlace: near(48.6) });
    const made2 = await order(day, { deliveryPlace: near(47.8) });
    const plan = await made({ day, driverIds: drivers, orderIds: [made2.id], keep: 'nothing', aim: 'balance' });
    const [first] = plan.routes;
    expect(
      ok<Plan>(await world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`, { driverIds: [first?.driverId] })).state,
    ).toBe('ready');
    expect(ok<Plan>(await world.dispatcher.post(`/api/v1/plans/${plan.id}/undo`)).state).toBe('ready');
    expect(ordersOf(await dayOf(drivers[0] ?? 0, day))).toEqual([`pickup ${made1.id}`, `delivery ${made1.id}`]);
    expect(ordersOf(await dayOf(drivers[1] ?? 0, day))).toEqual([]);
    expect(ok<Plan>(await world.dispatcher.post(`/api/v1/plans/${plan.id}/apply`)).state).toBe('applied');
  });

  it('I20 of orders or drivers that there are not is refused', async () => {
    const day = nextDay();
    for (const path of ['orderIds', 'driverIds']) {
      const refused = expectError(await world.dispatcher.post('/api/v1/plans', { day, [path]: [NOWHERE] }), 400);
      expect(refused.issues).toMatchObject([{ path, message: expect.stringMatching(/not found/) }]);
    }
    const body = { day, driverIds: [world.dispatcher.userId] };
    expectError(await world.dispatcher.post('/api/v1/plans', body), 400);
  });

  it('I22 keeps orders with their drivers, or gives them to others as it is asked', async () => {
    const day = nextDay();
    const other = await world.app.as('driver');
    const drivers = [world.driver.userId, other.userId];
    const [a, b] = [
      await order(day, { driverId: drivers[0], deliveryPlace: near(48.6) }),
      await order(day, { driverId: drivers[1], deliveryPlace: near(48.601) }),
    ];
    const kept = await made({ day, driverIds: drivers, keep: 'assigned', aim: 'drivers' });
    expect(kept.after).toMatchObject({ drivers: 2 });
    const free = await made({ day, driverIds: drivers, keep: 'nothing', aim: 'drivers' });
    expect(free.after).toMatchObject({ drivers: 1, lateStops: 0, unplanned: 0 });
    ok(await world.dispatcher.post(`/api/v1/plans/${free.id}/apply`));
    const [holder] = free.routes;
    expect(new Set(ordersOf(await dayOf(holder?.driverId ?? 0, day)))).toEqual(
      new Set([a, b].flatMap(({ id }) => [`pickup ${id}`, `delivery ${id}`])),
    );
    ok(await world.dispatcher.post(`/api/v1/plans/${free.id}/undo`));
    for (const [index, { id }] of [a, b].entries())
      expect(ordersOf(await dayOf(drivers[index] ?? 0, day))).toEqual([`pickup ${id}`, `delivery ${id}`]);
  });

  it('I23 leaves out what no window allows and what nobody knows the address of, and says so', async () => {
    const day = nextDay();
    const impossible = await order(day, {
      deliveryPlace: near(52.5, 13.4),
      deliveryWindow: { from: at(day, 9), to: at(day, 10) },
    });
    const unknown = await order(day, { deliveryAddress: 'Nobody knows', deliveryPlace: undefined });
    const plan = await made({ day, orderIds: [impossible.id, unknown.id], driverIds: [world.driver.userId] });
    expect(plan.unplanned).toEqual([
      { orderId: impossible.id, reason: expect.stringMatching(/window|shift/) },
      { orderId: unknown.id, reason: 'place' },
    ]);
    expect(plan.after).toMatchObject({ unplanned: 2 });
  });

  it('I24 a plan that is stopped is no longer looked for: its process is free for the next', async () => {
    const day = nextDay();
    const orders = Array.from({ length: 80 }, (_, n) => ({
      ...orderBody({ pickupAddress: 'Depot 1', deliveryAddress: `${n} Far Street` }),
      ...{ pickupPlace: near(48.2), deliveryPlace: near(48 + n / 100, 16 + (n % 9) / 10), deliveryDate: day },
    }));
    ok(await world.dispatcher.post('/api/v1/orders/batch', { orders, mode: 'each' }));
    const asked = await world.dispatcher.post('/api/v1/plans', { day, seconds: 60 });
    const { id } = asked.json<Plan>();
    const work = workPlan(world.app.services, { id });
    const busy = () => heavyProcesses().filter(({ kind, isBusy }) => kind === 'plans' && isBusy);
    await expect.poll(busy).toHaveLength(1);
    ok(await world.dispatcher.delete(`/api/v1/plans/${id}`));
    await expect.poll(busy, { timeout: 10_000 }).toEqual([]);
    await work;
  });

  it('I24 can be stopped, is for staff alone and for keys with plans:write, and is forgotten after two days', async () => {
    const day = nextDay();
    const asked = await world.dispatcher.post('/api/v1/plans', { day });
    const { id } = asked.json<Plan>();
    expectError(await world.driver.get(`/api/v1/plans/${id}`), 403);
    expectError(await world.visitor.post('/api/v1/plans', { day }), 401);
    const key = await world.program('orders:manage');
    expectError(await key.get(`/api/v1/plans/${id}`), 403);
    expect((await (await world.program('plans:write')).get(`/api/v1/plans/${id}`)).statusCode).toBe(200);
    ok(await world.dispatcher.delete(`/api/v1/plans/${id}`));
    await workPlan(world.app.services, { id });
    expectError(await world.dispatcher.get(`/api/v1/plans/${id}`), 404, 'PLAN_NOT_FOUND');
    expectError(await world.dispatcher.get(`/api/v1/plans/${NOWHERE}`), 404, 'PLAN_NOT_FOUND');
    expectError(await world.dispatcher.post('/api/v1/plans', { day: '2020-01-01' }), 400);
    const old = ok<Plan>(await world.dispatcher.post('/api/v1/plans', { day }));
    await world.app.sql(`update plans set created_at = now() - interval '3 days' where id = ?`, old.id);
    await sweep(world.app.services);
    expectError(await world.dispatcher.get(`/api/v1/plans/${old.id}`), 404);
  });
});
