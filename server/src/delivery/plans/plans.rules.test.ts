import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { DayRoutes, Plan, PlanFit } from '@quickfleet/shared/delivery/planning/plans';
import type { WholeUser } from '@quickfleet/shared/people/users';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, quoteBody } from '../../../test/support/factories.ts';
import { workPlan } from './plans.work.ts';

const world = useWorld();
/** A Tuesday that no other test plans. */
let weeks = 2;
const nextDay = () => {
  weeks += 1;
  const day = addDays(dayAt(new Date(), 'UTC'), weeks * 7);
  return addDays(day, (9 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
};
const at = (day: string, hour: number, minute = 0) =>
  `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000Z`;
const near = (lat: number, lng = 16.37) => ({ lat, lng });
const set = (settings: object) => world.admin.put('/api/v1/company', { planning: settings });
const newDriver = async (work: object = {}): Promise<number> => {
  const { userId } = await world.app.as('driver');
  ok(await world.admin.put(`/api/v1/users/${userId}`, work));
  return userId;
};
const order = async (day: string, more: Record<string, unknown> = {}) =>
  ok<Order>(
    await world.dispatcher.post(
      '/api/v1/orders',
      orderBody({
        ...{ pickupAddress: 'Depot 1', pickupPlace: near(48.2) },
        ...{ deliveryAddress: `${crypto.randomUUID()} Street`, deliveryPlace: near(48.21), deliveryDate: day },
        ...more,
      }),
    ),
  );
const made = async (body: Record<string, unknown>): Promise<Plan> => {
  const asked = await world.dispatcher.post('/api/v1/plans', { seconds: 1, ...body });
  expect(asked.statusCode, asked.body).toBe(202);
  const { id } = asked.json<Plan>();
  await workPlan(world.app.services, { id });
  return ok<Plan>(await world.dispatcher.get(`/api/v1/plans/${id}`));
};
const holderOf = (plan: Plan, { id }: Order) =>
  plan.routes.find(({ stops }) => stops.some(({ orderId }) => orderId === id))?.driverId;
/** The most that is on board of a route, followed stop by stop. */
const peakOf = (route: Plan['routes'][number], of: ReadonlyMap<number, number>) => {
  let [load, peak] = [0, 0];
  for (const { orderId, stop } of route.stops) {
    load += (stop === 'pickup' ? 1 : -1) * (of.get(orderId) ?? 0);
    peak = Math.max(peak, load);
  }
  return peak;
};

beforeAll(async () => {
  ok(await set({ skills: ['cooled', 'two people'] }));
});

describe('C640 what a plan knows of drivers and orders', () => {
  it('C640 is read and written with users, and read with drivers; a word that the company does not have is 400', async () => {
    const id = await newDriver();
    const week = { mon: [{ from: '08:00', to: '12:00' }] };
    const work = {
      vehicle: { label: 'Van 3', parcelsMax: 60, kilosMax: 800 },
      ...{ startsFrom: 'home', endsAt: '9 Depot Street', skills: ['cooled'] },
      workingHours: { ...week, tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
    };
    const changed = ok<WholeUser>(await world.admin.put(`/api/v1/users/${id}`, { ...work, workingHours: week }));
    expect(changed).toMatchObject(work);
    const listed = ok<{ data: WholeUser[] }>(await world.admin.get('/api/v1/drivers?limit=100')).data;
    expect(listed.find((one) => one.id === id)).toMatchObject(work);
    expect(ok<WholeUser>(await world.admin.put(`/api/v1/users/${id}`, { vehicle: null, skills: null }))).toMatchObject({
      ...{ vehicle: null, skills: [], startsFrom: 'home' },
    });
    const unknown = expectError(await world.admin.put(`/api/v1/users/${id}`, { skills: ['cooled', 'flying'] }), 400);
    expect(unknown.issues).toMatchObject([{ path: 'skills.1' }]);
    const bodies = [
      { vehicle: { parcelsMax: 0 } },
      { startsFrom: 5 },
      { workingHours: { mon: [{ from: '8', to: '9' }] } },
    ];
    for (const body of bodies) expectError(await world.admin.put(`/api/v1/users/${id}`, body), 400);
    expectError(await world.driver.put(`/api/v1/users/${world.driver.userId}`, { vehicle: work.vehicle }), 403);
  });

  it('C641 an order has its weight, its needs and its fixed stops; a quote gives its order the first two', async () => {
    const day = nextDay();
    const one = await order(day, { weightKg: '12,5', needs: 'cooled; two people', fixedStops: ['delivery', 'pickup'] });
    expect(one).toMatchObject({
      ...{ weightKg: 12.5, needs: ['cooled', 'two people'], fixedStops: ['pickup', 'delivery'] },
    });
    const other = ok<Order>(
      await world.dispatcher.put(`/api/v1/orders/${one.id}`, { weightKg: null, needs: [], fixedStops: [] }),
    );
    expect(other).toMatchObject({ weightKg: null, needs: [], fixedStops: [] });
    for (const body of [{ weightKg: -1 }, { weightKg: 'heavy' }, { needs: ['flying'] }, { fixedStops: ['middle'] }])
      expectError(await world.dispatcher.put(`/api/v1/orders/${one.id}`, body), 400);
    const quote = ok<Quote>(
      await world.dispatcher.post('/api/v1/quotes', quoteBody({ weightKg: 3, needs: ['cooled'] })),
    );
    expect(quote).toMatchObject({ weightKg: 3, needs: ['cooled'] });
    const booked = await world.dispatcher.post(`/api/v1/quotes/${quote.id}/book`, {
      ...{ weightKg: 4, price: '20', paymentUrl: 'https://pay.example.com/1' },
    });
    expect(ok<Order>(booked)).toMatchObject({ weightKg: 4, needs: ['cooled'] });
    expectError(await world.dispatcher.post('/api/v1/quotes', quoteBody({ needs: ['flying'] })), 400);
  });

  it('C642 a day has hours and breaks of its own; the phone’s begin and end stay, and so do they', async () => {
    const [day, id] = [nextDay(), await newDriver()];
    const put = (body: object) => world.dispatcher.put(`/api/v1/drivers/${id}/day/shift`, { day, ...body });
    const planned = ok<DriverDay>(
      await put({ plannedFrom: '09:00', plannedTo: at(day, 15), breaks: [{ from: '12:00', to: '12:30' }] }),
    );
    const hours = { plannedFrom: at(day, 9), plannedTo: at(day, 15) };
    const breaks = [{ from: at(day, 12), to: at(day, 12, 30) }];
    expect(planned).toMatchObject({ ...hours, breaks, startedAt: null });
    const begun = ok<DriverDay>(await put({ startedAt: new Date().toISOString() }));
    expect(begun).toMatchObject({ ...hours, breaks, startedAt: expect.any(String) });
    expect(ok<DriverDay>(await put({ plannedTo: null, breaks: [] }))).toMatchObject({
      ...{ plannedFrom: hours.plannedFrom, plannedTo: null, breaks: [], startedAt: begun.startedAt },
    });
    expectError(await put({ plannedFrom: '16:00', plannedTo: '15:00' }), 400);
    expectError(await put({ breaks: [{ from: '13:00', to: '12:00' }] }), 400);
    const own = { day, plannedFrom: '09:00' };
    expectError(await world.driver.put(`/api/v1/drivers/${world.driver.userId}/day/shift`, own), 403);
  });
});

describe('C643 a plan keeps to what it knows', () => {
  it('C643 nobody is overloaded, by parcels or by weight, whoever had it before', async () => {
    const day = nextDay();
    const small = await newDriver({ vehicle: { label: null, parcelsMax: 3, kilosMax: 50 } });
    const large = await newDriver({ vehicle: { label: null, parcelsMax: 10, kilosMax: 500 } });
    const orders = [
      await order(day, { parcels: 3, weightKg: 10, driverId: small, deliveryPlace: near(48.22) }),
      await order(day, { parcels: 3, weightKg: 10, driverId: small, deliveryPlace: near(48.23) }),
      await order(day, { parcels: 1, weightKg: 80, driverId: small, deliveryPlace: near(48.24) }),
      await order(day, { parcels: 4, weightKg: 20 }),
    ];
    const tooMuch = await order(day, { parcels: 11 });
    const tooHeavy = await order(day, { weightKg: 501 });
    const ids = [...orders, tooMuch, tooHeavy].filter(({ driverId }) => driverId === null).map(({ id }) => id);
    const plan = await made({ day, driverIds: [small, large], orderIds: ids, keep: 'nothing' });
    expect(plan.unplanned).toEqual([
      { orderId: tooMuch.id, reason: 'load' },
      { orderId: tooHeavy.id, reason: 'load' },
    ]);
    const parcels = new Map(orders.map((one) => [one.id, one.parcels]));
    const kilos = new Map(orders.map((one) => [one.id, one.weightKg ?? 0]));
    for (const route of plan.routes) {
      expect(peakOf(route, parcels)).toBeLessThanOrEqual(route.driverId === small ? 3 : 10);
      expect(peakOf(route, kilos)).toBeLessThanOrEqual(route.driverId === small ? 50 : 500);
      expect(route.parcelsPeak).toBe(peakOf(route, parcels));
      expect(route.minutes).toBeGreaterThanOrEqual(route.drivingMinutes + route.waitingMinutes - 2);
    }
    expect(plan.before).toMatchObject({ drivers: 1, unplanned: 3 });
  });

  it('C644 who lacks a skill gets none that needs it, and without anybody it says so', async () => {
    const day = nextDay();
    const [cold, plain] = [await newDriver({ skills: ['cooled'] }), await newDriver()];
    const cooled = await order(day, { needs: ['cooled'], driverId: plain });
    const pair = await order(day, { needs: ['two people'] });
    const plan = await made({ day, driverIds: [cold, plain], orderIds: [pair.id], keep: 'nothing' });
    expect(holderOf(plan, cooled)).toBe(cold);
    expect(plan.unplanned).toEqual([{ orderId: pair.id, reason: 'needs' }]);
  });

  it('C645 hours, breaks and a day of one’s own hold; what does not go into them says shift or window', async () => {
    const day = nextDay();
    const id = await newDriver({ workingHours: { tue: [{ from: '08:00', to: '12:00' }] } });
    const off = await newDriver({ workingHours: { mon: [{ from: '08:00', to: '12:00' }] } });
    ok(
      await world.dispatcher.put(`/api/v1/drivers/${id}/day/shift`, {
        ...{ day, plannedFrom: '09:00', breaks: [{ from: '10:00', to: '11:00' }] },
      }),
    );
    const [one, two] = [await order(day), await order(day, { deliveryPlace: near(48.25) })];
    const late = await order(day, { deliveryWindow: { from: at(day, 14), to: at(day, 15) } });
    const far = await order(day, { deliveryPlace: near(49.4) });
    const orderIds = [one, two, late, far].map((each) => each.id);
    const plan = await made({ day, driverIds: [id, off], orderIds });
    expect(new Map(plan.unplanned.map(({ orderId, reason }) => [orderId, reason]))).toEqual(
      new Map([
        [late.id, 'window'],
        [far.id, 'shift'],
      ]),
    );
    expect(plan.routes.map(({ driverId }) => driverId)).toEqual([id]);
    const [route] = plan.routes;
    expect(Date.parse(route?.startsAt ?? '')).toBeGreaterThanOrEqual(Date.parse(at(day, 9)));
    expect(Date.parse(route?.endsAt ?? '')).toBeLessThanOrEqual(Date.parse(at(day, 12)));
    const breaks = [Date.parse(at(day, 10)), Date.parse(at(day, 11))] as const;
    for (const { arrivesAt } of route?.stops ?? [])
      expect(Date.parse(arrivesAt) <= breaks[0] || Date.parse(arrivesAt) >= breaks[1]).toBe(true);
  });

  it('C646 a day begins and ends where it is said: the depot, an address, or at home', async () => {
    const day = nextDay();
    ok(await set({ depot: 'Depot 7' }));
    // A place is remembered for its address.
    const [depot, home] = [await newDriver(), await newDriver({ startsFrom: 'home', endsAt: 'home' })];
    await order(nextDay(), { pickupAddress: 'Depot 7', pickupPlace: near(48.4) });
    const one = await order(day);
    const kilometres = async (driverId: number) =>
      (await made({ day, driverIds: [driverId], orderIds: [one.id] })).routes[0]?.kilometres ?? 0;
    const [fromDepot, fromHome] = [await kilometres(depot), await kilometres(home)];
    ok(await set({ depot: null }));
    expect(fromHome).toBeLessThan(3);
    // There and back, some 22 km each as the crow flies.
    expect(fromDepot).toBeGreaterThan(40);
  });

  it('C647 a stop that is fixed keeps its place and its driver', async () => {
    const day = nextDay();
    const [first, second] = [await newDriver(), await newDriver()];
    const far = await order(day, { driverId: first, deliveryPlace: near(48.4), fixedStops: ['delivery'] });
    const close = await order(day, { driverId: first, deliveryPlace: near(48.201) });
    const stops = [
      ...[
        { orderId: far.id, stop: 'pickup' },
        { orderId: far.id, stop: 'delivery' },
      ],
      ...[
        { orderId: close.id, stop: 'pickup' },
        { orderId: close.id, stop: 'delivery' },
      ],
    ];
    ok(await world.dispatcher.put(`/api/v1/drivers/${first}/day`, { day, stops }));
    const plan = await made({ day, driverIds: [first, second], keep: 'nothing', aim: 'drivers' });
    const route = plan.routes.find(({ driverId }) => driverId === first);
    expect(route?.stops.slice(0, 2)).toMatchObject(stops.slice(0, 2));
  });
});

describe('C648 whether one more order can be done, with what it weighs and needs', () => {
  it('C648 offers only who can, and says which windows are full', async () => {
    const day = nextDay();
    const id = await newDriver({ skills: ['two people'], vehicle: { label: null, parcelsMax: 2, kilosMax: null } });
    const body = (more: object) => ({
      ...orderBody({ pickupAddress: 'Depot 1', pickupPlace: near(48.2), deliveryAddress: 'Ring 4' }),
      ...{ deliveryPlace: near(48.21), deliveryDate: day, needs: ['two people'], ...more },
    });
    const ask = async (more: object = {}) => ok<PlanFit>(await world.dispatcher.post('/api/v1/plans/fit', body(more)));
    expect((await ask({ parcels: 2 })).drivers.map(({ driverId }) => driverId)).toEqual([id]);
    const full = await ask({ parcels: 3 });
    expect(full.drivers).toEqual([]);
    expect(full.windows.every(({ fit }) => fit === 'full')).toBe(true);
    expectError(await world.dispatcher.post('/api/v1/plans/fit', body({ needs: ['flying'] })), 400);
  });

  it('C649 visitors and keys of customers get no full window where the company wants it so; the office does', async () => {
    const day = nextDay();
    await newDriver();
    const pinned = await order(nextDay(), { deliveryAddress: 'Far 9', deliveryPlace: near(60) });
    const window = { from: at(day, 9), to: at(day, 10) };
    const body = orderBody({
      pickupAddress: 'Depot 1',
      deliveryAddress: pinned.deliveryAddress,
      deliveryWindow: window,
    });
    const customer = ok<{ id: number }>(
      await world.dispatcher.post('/api/v1/customers', { name: 'Mona', email: 'mona@example.com' }),
    );
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', {
        ...{ name: 'Shop', scopes: ['orders:write', 'orders:read'], customerId: customer.id },
      }),
    );
    const merchant = world.app.client({ key });
    const { customerName: _, customerEmail: __, quotePrice: ___, ...own } = { quotePrice: null, ...body };
    ok(await merchant.post('/api/v1/orders', own));
    ok(await set({ fullWindows: true }));
    const refused = expectError(await merchant.post('/api/v1/orders', own), 409, 'WINDOW_FULL');
    expect(refused.issues).toMatchObject([{ path: 'deliveryWindow' }]);
    ok(await merchant.post('/api/v1/orders', { ...own, deliveryAddress: 'Nobody knows' }));
    const close = { ...own, deliveryAddress: 'Near 9', deliveryWindow: { from: at(day, 10), to: at(day, 12) } };
    await order(nextDay(), { deliveryAddress: 'Near 9', deliveryPlace: near(48.21) });
    ok(await merchant.post('/api/v1/orders', close));
    ok(await world.dispatcher.post('/api/v1/orders', body));
    const request = quoteBody({ pickupAddress: 'Depot 1', deliveryAddress: 'Far 9' });
    const asked = { ...request, speedType: 'specific_date', speedDate: day };
    expectError(await world.visitor.post('/api/v1/quotes', asked), 409, 'WINDOW_FULL');
    ok(await world.dispatcher.post('/api/v1/quotes', asked));
    ok(await set({ fullWindows: false }));
    ok(await world.visitor.post('/api/v1/quotes', asked));
  });
});

describe('C649 a window over several days', () => {
  it('C649 is full when each of its days is; a pickup and its delivery have their own days', async () => {
    const [tuesday, hours] = [nextDay(), [{ from: '08:00', to: '17:00' }]];
    const [wednesday, thursday, friday] = [1, 2, 3].map((ahead) => addDays(tuesday, ahead)) as [string, string, string];
    ok(await set({ skills: ['cooled', 'two people', 'crane'], fullWindows: true }));
    await newDriver({ skills: ['crane'], workingHours: { thu: hours, fri: hours } });
    await order(nextDay(), { deliveryAddress: 'Crane 9' });
    const customer = ok<{ id: number }>(
      await world.dispatcher.post('/api/v1/customers', { name: 'Lena', email: 'lena@example.com' }),
    );
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', {
        ...{ name: 'Shop', scopes: ['orders:write', 'orders:read'], customerId: customer.id },
      }),
    );
    const merchant = world.app.client({ key });
    const {
      customerName: _,
      customerEmail: __,
      quotePrice: ___,
      ...own
    } = {
      ...{ quotePrice: null },
      ...orderBody({ pickupAddress: 'Depot 1', deliveryAddress: 'Crane 9', needs: ['crane'] }),
    };
    const ask = (windows: object) => merchant.post('/api/v1/orders', { ...own, ...windows });
    const span = (from: string, to: string) => ({ from: at(from, 10), to: at(to, 12) });
    ok(await ask({ deliveryWindow: span(wednesday, thursday) }));
    ok(await ask({ pickupWindow: span(thursday, thursday), deliveryWindow: span(friday, friday) }));
    for (const windows of [
      { deliveryWindow: span(wednesday, wednesday) },
      { deliveryWindow: span(tuesday, wednesday) },
      { pickupWindow: span(wednesday, wednesday), deliveryWindow: span(thursday, thursday) },
    ])
      expectError(await ask(windows), 409, 'WINDOW_FULL');
    ok(await set({ skills: ['cooled', 'two people'], fullWindows: false }));
  });
});

describe('C653 a day as it is', () => {
  it('C653 says when each stop is reached and where it is; a driver reads their own', async () => {
    const day = nextDay();
    const { userId, ...client } = await world.app.as('driver');
    const one = await order(day, { driverId: userId });
    const late = await order(day, {
      ...{ driverId: userId, deliveryPlace: near(48.9), deliveryWindow: { from: at(day, 8), to: at(day, 8, 30) } },
    });
    const free = await order(day);
    const lost = await order(day, { deliveryAddress: 'Nobody knows 7', deliveryPlace: undefined });
    const all = ok<DayRoutes>(await world.dispatcher.get(`/api/v1/drivers/days/${day}/routes`));
    const route = all.routes.find(({ driverId }) => driverId === userId);
    expect(route?.stops.map(({ orderId, stop }) => `${stop} ${orderId}`)).toHaveLength(4);
    expect(
      route?.stops.find(({ orderId, stop }) => orderId === late.id && stop === 'delivery')?.lateMinutes,
    ).toBeGreaterThan(0);
    expect(all.places).toContainEqual({ orderId: free.id, stop: 'delivery', ...near(48.21) });
    expect(all.unknownPlaces).toEqual([{ orderId: lost.id, stop: 'delivery' }]);
    const own = ok<DayRoutes>(await client.get(`/api/v1/drivers/days/${day}/routes?driverId=${userId}`));
    expect(own.places.some(({ orderId }) => orderId === free.id)).toBe(false);
    expect(new Set(own.routes[0]?.stops.map(({ orderId }) => orderId))).toEqual(new Set([one.id, late.id]));
    expectError(await client.get(`/api/v1/drivers/days/${day}/routes`), 403);
    expectError(await client.get(`/api/v1/drivers/days/${day}/routes?driverId=${world.driver.userId}`), 403);
  });
});
