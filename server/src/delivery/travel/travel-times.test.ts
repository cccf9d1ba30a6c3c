import { kilometresBetween } from '@quickfleet/shared/base/distance';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Plan, PlanFit } from '@quickfleet/shared/delivery/planning/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { LATE_MS, type MapCounterpart, startMapServices } from '../../../test/support/counterparts/map-services.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import type { Config } from '../../config.ts';
import { type AppContext, systemContext } from '../../http/context.ts';
import { learn, MODEL_SHAPE, type WorkedDay } from '../eta/eta.model.ts';
import { travelTimes } from './travel-times.ts';

let app: TestApp;
let service: MapCounterpart;
beforeAll(async () => {
  service = await startMapServices();
  app = await createTestApp({ ROUTING_URL: service.url });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  service.asked.length = 0;
  service.state.mode = 'answers';
  await app.sql('delete from travel_ways');
  await app.sql('delete from map_services');
  await app.sql('delete from eta_learned');
});
const here = { lat: 48.2, lng: 16.37 };
const there = { lat: 48.25, lng: 16.4 };
const far = { lat: 48.4, lng: 16.2 };
const contextWith = (more: Partial<Config> = {}): AppContext => {
  const services = { ...app.services, config: { ...app.services.config, ...more } };
  return { ...systemContext(services), em: services.orm.em.fork(), grant: 'yes' };
};
const between = async (more: Partial<Config> = {}, places = [here, there, null], patience = 300) => {
  const { basis, minutes, kilometres } = await travelTimes(contextWith(more), places, { unknownMinutes: 9, patience });
  return { basis, minutes: minutes[1] ?? 0, kilometres: kilometres[1] ?? 0, unknown: minutes[2] };
};
const crow = kilometresBetween(here, there);

describe('C636 minutes and kilometres between places', () => {
  it.each(['osrm', 'valhalla', 'openrouteservice'] as const)(
    'C636 are those of %s, asked in blocks and kept for a day',
    async (kind) => {
      const config = { ROUTING_KIND: kind, ROUTING_KEY: 'secret' };
      const found = await between(config);
      expect(found).toMatchObject({ basis: 'service', unknown: 9 });
      expect(found.minutes).toBeCloseTo(crow * 3, 0);
      expect(found.kilometres).toBeCloseTo(crow * 1.5, 1);
      expect(service.asked).toHaveLength(1);
      expect(await between(config)).toEqual(found);
      expect(service.asked).toHaveLength(1);
      const many = Array.from({ length: 60 }, (_, at) => ({ lat: 48 + at / 1000, lng: 16 }));
      await travelTimes(contextWith(config), many, { unknownMinutes: 9, patience: 5000 });
      expect(service.asked).toHaveLength(5);
      await app.sql(`update travel_ways set read_at = read_at - interval '25 hours'`);
      await between(config);
      expect(service.asked).toHaveLength(6);
    },
  );

  it.each(['slow', 'down', 'wrong', 'short'] as const)(
    'C637 are estimated while the service is %s, which is not asked again at once',
    async (mode) => {
      service.state.mode = mode;
      const found = await between();
      expect(found.basis).toBe('service_away');
      expect(found.kilometres).toBeCloseTo(crow * 1.3, 5);
      expect(found.minutes).toBeCloseTo(crow * 1.3 * 2, 5);
      service.state.mode = 'answers';
      expect((await between()).basis).toBe('service_away');
      expect(service.asked).toHaveLength(1);
      await app.sql(`update map_services set next_at = next_at - interval '2 minutes'`);
      expect((await between()).basis).toBe('service');
      expect(await app.sql('select problem from map_services')).toEqual([{ problem: null }]);
    },
  );

  it('I25 nobody on the telephone waits for a slow service: its answer is there the next time', async () => {
    const staff = await app.as('dispatcher');
    await app.as('driver');
    const body = orderBody({
      ...{ pickupAddress: 'Late 1', pickupPlace: here, deliveryAddress: 'Late 2', deliveryPlace: there },
      deliveryDate: '2026-11-25',
    });
    app.setClock(new Date('2026-11-24T09:00:00Z'));
    const askFit = async () => ok<PlanFit>(await staff.post('/api/v1/plans/fit', body));
    await askFit();
    await app.sql('delete from travel_ways');
    service.asked.length = 0;
    service.state.mode = 'late';
    const began = performance.now();
    await Promise.all([askFit(), askFit()]);
    expect(performance.now() - began).toBeLessThan(LATE_MS - 200);
    expect(service.asked).toHaveLength(1);
    await expect.poll(() => app.sql('select 1 from travel_ways'), { timeout: 10_000 }).toHaveLength(2);
    service.state.mode = 'down';
    expect((await between()).basis).toBe('service');
    await askFit();
    expect(service.asked).toHaveLength(1);
    app.setClock(undefined);
  });

  it('C638 without a service are at the pace and the hours of the company’s own deliveries', async () => {
    const clock = (at: number) => {
      const date = new Date(at);
      return { hour: date.getUTCHours(), weekday: date.getUTCDay(), minute: date.getUTCHours() * 60 };
    };
    // Four minutes at the door and three for each kilometre, twice that from five o'clock on.
    const days = Array.from({ length: 30 }, (_, day): WorkedDay => {
      let at = Date.UTC(2026, 0, 5 + day, 8);
      const stops = Array.from({ length: 60 }, (_none, stop) => {
        const kilometres = ((stop * 7) % 10) + 0.5;
        at += (4 + 3 * kilometres) * 60_000 * (clock(at).hour >= 17 ? 2 : 1);
        return { at, area: null, kilometres };
      });
      return { driverId: 1, day: `${day}`, startedAt: Date.UTC(2026, 0, 5 + day, 8), stops };
    });
    const model = learn(days, clock);
    expect(model?.pace?.minutesPerKm).toBeGreaterThan(2.5);
    expect(model?.pace?.minutesPerKm).toBeLessThan(5);
    expect(model?.ways['0']).toBeUndefined();
    expect(model?.ways['5'] ?? 0).toBeGreaterThan(model?.ways['1'] ?? 0);
    await app.sql(
      `insert into eta_learned (id, model, learned_at) values (1, ?::jsonb, now())`,
      JSON.stringify({
        ...model,
        shape: MODEL_SHAPE,
        width: 1,
        hours: Array.from({ length: 24 }, (_, hour) => (hour === 17 ? 2 : 1)),
      }),
    );
    const config = { ROUTING_URL: undefined };
    const usual = await travelTimes(contextWith(config), [here, far], { unknownMinutes: 9 });
    expect(usual.basis).toBe('learned');
    expect(usual.minutes[1]).toBeCloseTo(kilometresBetween(here, far) * 1.3 * (model?.pace?.minutesPerKm ?? 0), 5);
    const rush = await travelTimes(contextWith(config), [here, far], {
      unknownMinutes: 9,
      at: new Date('2026-03-02T17:10:00Z'),
    });
    expect(rush.minutes[1]).toBeCloseTo((usual.minutes[1] ?? 0) * 2, 5);
  });

  it.each(['answers', 'down'] as const)(
    'C639 a day is planned while the service %s, and the plan says with what',
    async (mode) => {
      service.state.mode = mode;
      const staff = await app.as('dispatcher');
      const driver = await app.as('driver');
      const day = '2026-11-25';
      app.setClock(new Date('2026-11-24T09:00:00Z'));
      for (const [pickupPlace, deliveryPlace] of [
        [here, there],
        [there, far],
      ])
        ok<Order>(
          await staff.post(
            '/api/v1/orders',
            orderBody({
              pickupPlace,
              deliveryPlace,
              pickupAddress: `${mode} ${pickupPlace?.lat} St`,
              deliveryAddress: `${mode} ${deliveryPlace?.lng} St`,
              deliveryDate: day,
            }),
          ),
        );
      const { id } = ok<Plan>(
        await staff.post('/api/v1/plans', {
          day,
          driverIds: [driver.userId],
          keep: 'assigned',
          aim: 'time',
          seconds: 1,
        }),
      );
      await deliverMails(app);
      const plan = ok<Plan>(await staff.get(`/api/v1/plans/${id}`));
      expect(plan).toMatchObject({ state: 'ready', travel: mode === 'answers' ? 'service' : 'service_away' });
      expect(plan.routes[0]?.stops.length).toBeGreaterThanOrEqual(4);
      app.setClock(undefined);
    },
  );
});
