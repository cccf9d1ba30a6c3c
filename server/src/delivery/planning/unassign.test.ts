import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import type { ChangedUser } from '@quickfleet/shared/people/users';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';

const world = useWorld();
const newDriver = () => world.app.as('driver');
async function assigned(driverId: number): Promise<Order & { accessCode: string }> {
  const order = await makeOrder(world.app, world.dispatcher);
  ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId }));
  return order;
}
const read = async (id: number) => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${id}`));
const history = (id: number) =>
  world.app.sql(
    `select action, from_status as "from", to_status as "to", detail from history where subject = 'order' and subject_id = ? and action = 'order.unassigned'`,
    id,
  );

describe('J12 an order that is taken from its driver', () => {
  it('J12 is pending again with a new code; driver and code lose access immediately, and history, events and tracking say so', async () => {
    const driver = await newDriver();
    const order = await assigned(driver.userId);
    const phone = await openOrder(world.app, order);
    const told = world.app.services.events.subscribe(AbortSignal.timeout(20_000));
    // The driver's day is notified too.
    const orderEvent = (async () => {
      for await (const event of told) if (event.topic === 'order') return event;
      return undefined;
    })();

    const freed = ok<Order>(await world.dispatcher.post(`/api/v1/orders/${order.id}/unassign`));
    expect(freed).toMatchObject({ status: 'pending', driverId: null, driver: null });
    expect(freed.accessCode).not.toBe(order.accessCode);
    expect(await orderEvent).toMatchObject({ id: order.id, trackingNumber: order.trackingNumber });

    expectError(await driver.get(`/api/v1/orders/${order.id}`), 404, 'ORDER_NOT_FOUND');
    expect(ok(await driver.get(`/api/v1/orders/driver/${driver.userId}`))).toMatchObject({ total: 0 });
    expectError(await phone.get('/api/v1/driver/order'), 401);
    const late = await world.app.client().post('/api/driver/access', { accessCode: order.accessCode });
    expect(expectError(late, 401, 'ACCESS_CODE_ENDED').error).toContain('taken from its driver');
    expect(ok<TrackedOrder>(await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`))).toMatchObject({
      status: 'pending',
      hasDriver: false,
      driver: null,
    });
    expect(await history(order.id)).toMatchObject([{ from: 'assigned', to: 'pending', detail: expect.any(String) }]);
    // The next driver takes it as a new order.
    expect(
      ok<Order>(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId })),
    ).toMatchObject({ status: 'assigned', driverId: world.driver.userId });
  });

  it('J12 keeps what the driver still hands in, and says after what it came', async () => {
    const driver = await newDriver();
    const order = await assigned(driver.userId);
    const phone = await openOrder(world.app, order);
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/unassign`));
    const files = [await photoFile('images')];
    const answer = ok(await phone.form('POST', `/api/driver/pickup/${order.items[0]?.id}`, {}, files));
    expect(answer).toMatchObject({ late: true, after: 'unassigned' });
    expect((await read(order.id)).lateEvidence).toMatchObject([{ kind: 'pickup_photo', after: 'unassigned' }]);
  });

  it('J12 of two who unassign it together one succeeds; a third who assigns it finds it free or gets a 409', async () => {
    for (let n = 0; n < 5; n++) {
      const order = await assigned(world.driver.userId);
      const url = `/api/v1/orders/${order.id}`;
      const second = n % 2 === 1;
      const answers = await Promise.all([
        world.dispatcher.post(`${url}/unassign`),
        world.admin.post(`${url}/unassign`),
        ...(second ? [world.admin.post(`${url}/assign`, { driverId: world.driver.userId })] : []),
      ]);
      const [first, other] = answers.map(({ statusCode }) => statusCode);
      const { status, driverId } = await read(order.id);
      expect(status).toBe(driverId === null ? 'pending' : 'assigned');
      if (second) continue;
      expect([first, other].sort()).toEqual([200, 409]);
      expect(await history(order.id)).toHaveLength(1);
    }
  });

  it('J12 is refused for an order that nobody has, that is picked up, or that is over', async () => {
    const driver = await newDriver();
    const [free, started, over] = [
      await makeOrder(world.app, world.dispatcher),
      await assigned(driver.userId),
      await assigned(driver.userId),
    ];
    const phone = await openOrder(world.app, started);
    ok(await phone.form('POST', '/api/driver/signature', { customerName: 'A' }, [await signatureFile()]));
    ok(await world.dispatcher.put(`/api/v1/orders/${over.id}/status`, { status: 'cancelled' }));
    for (const [order, code] of [
      [free, 'ORDER_NOT_ASSIGNED'],
      [started, 'ORDER_UNDER_WAY'],
      [over, 'ORDER_CLOSED'],
    ] as const)
      expectError(await world.dispatcher.post(`/api/v1/orders/${order.id}/unassign`), 409, code);
    expect(await read(started.id)).toMatchObject({ status: 'picked_up', driverId: driver.userId });
    // As a status it is none: the office takes an order by this call alone.
    const still = await assigned(driver.userId);
    for (const mover of [world.dispatcher, driver])
      expectError(
        await mover.put(`/api/v1/orders/${still.id}/status`, { status: 'pending' }),
        409,
        'ORDER_MOVE_NOT_ALLOWED',
      );
  });
});

describe('J15 a driver who is none any more', () => {
  it('J15 has no open orders then: they are unassigned, counted in the answer and named in their history', async () => {
    const driver = await newDriver();
    const orders = [await assigned(driver.userId), await assigned(driver.userId), await assigned(driver.userId)];
    const [waiting, started, done] = orders;
    if (!waiting || !started || !done) throw new Error('three orders');
    ok(await driver.put(`/api/v1/orders/${started.id}/status`, { status: 'in_transit' }));
    for (const status of ['in_transit', 'delivered'])
      ok(await driver.put(`/api/v1/orders/${done.id}/status`, { status }));
    const answer = ok<ChangedUser>(await world.admin.put(`/api/v1/users/${driver.userId}`, { isActive: false }));
    expect(answer).toMatchObject({ isActive: false, unassignedOrders: 2 });
    expect(await read(waiting.id)).toMatchObject({ status: 'pending', driverId: null });
    expect(await read(started.id)).toMatchObject({ status: 'in_transit', driverId: null });
    expect(await read(done.id)).toMatchObject({ status: 'delivered', driverId: driver.userId });
    expect(await history(waiting.id)).toMatchObject([
      { from: 'assigned', to: 'pending', detail: expect.stringContaining('is no driver any more') },
    ]);
    expect(await history(started.id)).toMatchObject([{ from: null, to: null }]);
    expectError(await world.app.client().post('/api/driver/access', { accessCode: started.accessCode }), 401);
    expect(
      ok<ChangedUser>(await world.admin.put(`/api/v1/users/${driver.userId}`, { isActive: true })).unassignedOrders,
    ).toBeUndefined();
    const other = await newDriver();
    await assigned(other.userId);
    expect(ok(await world.admin.put(`/api/v1/users/${other.userId}`, { role: 'dispatcher' }))).toMatchObject({
      unassignedOrders: 1,
    });
  });

  it('J15 gets none by an assignment of the same moment', async () => {
    for (let n = 0; n < 6; n++) {
      const driver = await newDriver();
      const orders = [await makeOrder(world.app, world.dispatcher), await makeOrder(world.app, world.dispatcher)];
      const answers = await Promise.all([
        ...orders.map(({ id }) => world.dispatcher.post(`/api/v1/orders/${id}/assign`, { driverId: driver.userId })),
        world.admin.put(`/api/v1/users/${driver.userId}`, { isActive: false }),
      ]);
      for (const { statusCode, body } of answers) expect([200, 409], body).toContain(statusCode);
      expect(await world.app.sql('select 1 from orders where driver_id = ?', driver.userId)).toEqual([]);
    }
  });
});
