import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Plan } from '@quickfleet/shared/delivery/planning/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { type Mood, startVroom } from '../../../../test/support/counterparts/vroom.ts';
import { ok, orderBody } from '../../../../test/support/factories.ts';
import { checkVroom } from '../../../operations/doctor/check-vroom.ts';
import { brokenRules } from '../engine/check.ts';
import { present, solve } from '../engine/engine.ts';
import { madeUpDay } from '../engine/made-up-day.ts';
import { workPlan } from '../plans.work.ts';
import { fromVroom, toVroom } from './vroom-problem.ts';

let vroom: Awaited<ReturnType<typeof startVroom>>;
let app: TestApp;
beforeAll(async () => {
  vroom = await startVroom();
  app = await createTestApp({ VROOM_URL: vroom.url });
});
afterAll(async () => {
  await vroom.stop();
});

/** A Tuesday in three weeks. */
const day = (() => {
  const some = addDays(dayAt(new Date(), 'UTC'), 21);
  return addDays(some, (9 - new Date(`${some}T00:00:00Z`).getUTCDay()) % 7);
})();

describe('C650 the company’s VROOM', () => {
  it('C650 gets the day in its own words, and its stops come back as ours', () => {
    const problem = madeUpDay({ drivers: 3, orders: 12, seed: 4, breaks: true, needs: true });
    const sent = toVroom(problem, []);
    expect(sent.shipments).toHaveLength(12);
    expect(sent.vehicles).toHaveLength(3);
    const size = problem.places + 1;
    for (const rows of [sent.matrices.car.durations, sent.matrices.car.distances]) {
      expect(rows).toHaveLength(size);
      expect(rows.every((row) => row.length === size && row.every(Number.isInteger))).toBe(true);
    }
    // What ours would plan, said as VROOM says it, is the same plan again.
    const plan = solve(problem, { seed: 1, goesOn: (steps) => steps < 50 });
    const answer = {
      code: 0,
      routes: plan.routes.map(({ driver, visits }) => ({
        vehicle: driver + 1,
        steps: [
          { type: 'start' },
          ...visits.map(({ job, stop }) => ({ type: stop, id: 2 * job + (stop === 'pickup' ? 1 : 2) })),
          { type: 'break', id: 1 },
          { type: 'end' },
        ],
      })),
    };
    const orders = fromVroom(problem, answer);
    const again = present({
      ...problem,
      drivers: problem.drivers.map((driver, at) => ({ ...driver, given: orders[at] ?? [] })),
    });
    expect(again.routes).toEqual(plan.routes);
    expect(brokenRules(problem, again)).toEqual([]);
  });

  const order = async (lat: number) =>
    ok<Order>(
      await (await app.as('dispatcher')).post(
        '/api/v1/orders',
        orderBody({
          ...{ pickupAddress: 'Depot 1', pickupPlace: { lat: 48.2, lng: 16.37 }, deliveryDate: day },
          ...{ deliveryAddress: `${crypto.randomUUID()} Street`, deliveryPlace: { lat, lng: 16.37 } },
        }),
      ),
    );
  const planWith = async (mood: Mood, keep = 'nothing') => {
    vroom.be(mood);
    const dispatcher = await app.as('dispatcher');
    const { id } = (await dispatcher.post('/api/v1/plans', { day, keep, seconds: 1 })).json<Plan>();
    await workPlan(app.services, { id });
    return ok<Plan>(await dispatcher.get(`/api/v1/plans/${id}`));
  };

  it('C651 plans the day; slow, wrong or down, ours does, and the plan says which', async () => {
    await app.as('driver');
    await app.as('driver');
    const orders = [await order(48.21), await order(48.22)];
    const right = await planWith('right');
    expect(right).toMatchObject({ state: 'ready', plannedBy: 'vroom', unplanned: [] });
    expect(right.routes).toHaveLength(1);
    expect(right.routes[0]?.stops.map(({ orderId, stop }) => `${stop} ${orderId}`)).toEqual(
      orders.flatMap(({ id }) => [`pickup ${id}`, `delivery ${id}`]),
    );
    expect(vroom.bodies.at(-1)?.shipments).toHaveLength(2);
    for (const mood of ['backwards', 'nonsense', 'refuses', 'slow'] as const) {
      const plan = await planWith(mood);
      expect([mood, plan.state, plan.plannedBy, plan.unplanned]).toEqual([mood, 'ready', 'own', []]);
    }
  });

  it('C652 the health check says whether it is there', async () => {
    const patient = { config: app.services.config, files: app.services.files, now: new Date(), read: async () => [] };
    vroom.be('right');
    expect((await checkVroom(patient)).checks).toMatchObject([{ name: 'VROOM', state: 'ok' }]);
    vroom.be('refuses');
    expect((await checkVroom(patient)).checks).toMatchObject([{ name: 'VROOM', state: 'warn' }]);
    const without = { ...patient, config: { ...patient.config, VROOM_URL: undefined } };
    expect((await checkVroom(without)).checks).toEqual([]);
    await vroom.stop();
    expect((await checkVroom(patient)).checks).toMatchObject([{ name: 'VROOM', state: 'warn' }]);
    const plan = await planWith('right');
    expect(plan).toMatchObject({ state: 'ready', plannedBy: 'own' });
  });
});
