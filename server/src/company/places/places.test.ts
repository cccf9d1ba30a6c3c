import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody } from '../../../test/support/factories.ts';

const world = useWorld();
const create = async (more: Record<string, unknown>) =>
  ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody(more)));
const read = async (id: number) => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${id}`));
const pin = { lat: 52.52, lng: 13.405 };

describe('I11 the places of an order', () => {
  it('I11 are unknown at first, and a pin is remembered for the address until it is forgotten', async () => {
    const first = await create({ deliveryAddress: '7 Pin Street' });
    expect(first).toMatchObject({ pickupPlace: null, deliveryPlace: null });
    const set = ok<Order>(await world.dispatcher.put(`/api/v1/orders/${first.id}`, { deliveryPlace: pin }));
    expect(set.deliveryPlace).toEqual({ ...pin, precision: 'door', source: 'pin' });
    const next = await create({ deliveryAddress: '7 PIN street' });
    expect(next.deliveryPlace).toEqual(set.deliveryPlace);
    ok(await world.dispatcher.put(`/api/v1/orders/${next.id}`, { deliveryPlace: null }));
    expect((await read(first.id)).deliveryPlace).toBeNull();
    const lines = await world.app.sql<{ detail: string }>(
      `select detail from history where subject = 'order' and subject_id = ? and action = 'order.updated'`,
      first.id,
    );
    expect(lines).toEqual([{ detail: 'Delivery place changed' }]);
  });

  it('I11 are those of the same address with other blanks, commas and lines, and are forgotten with it', async () => {
    const [one, ...others] = [
      '77 Unknown Lane, Zzyzx',
      '77 Unknown Lane\nZzyzx',
      '77  unknown Lane,Zzyzx ',
      '77 Unknown Lane Zzyzx',
    ];
    await create({ deliveryAddress: one, deliveryPlace: pin });
    let last: Order | undefined;
    for (const deliveryAddress of others) {
      last = await create({ deliveryAddress });
      expect(last.deliveryPlace, deliveryAddress).toMatchObject(pin);
    }
    const moved = { lat: 52.6, lng: 13.5 };
    ok(await world.dispatcher.put(`/api/v1/orders/${last?.id}`, { deliveryPlace: moved }));
    expect((await create({ deliveryAddress: one })).deliveryPlace).toMatchObject(moved);
    ok(await world.dispatcher.put(`/api/v1/orders/${last?.id}`, { deliveryPlace: null }));
    expect((await create({ deliveryAddress: one })).deliveryPlace).toBeNull();
    // A pin that a release before has set.
    await world.app.sql(
      `insert into address_pins (address_hash, lat, lng, created_at) values (md5(lower(?)), 52.52, 13.405, now())`,
      one,
    );
    expect((await create({ deliveryAddress: one })).deliveryPlace).toMatchObject(pin);
  });

  it('I11 are forgotten with a person whose address is written another way', async () => {
    const person = { customerEmail: 'lane@example.com', customerName: 'Lena Lane' };
    const first = await create({ ...person, deliveryAddress: '78 Own Lane, Zzyzx', deliveryPlace: pin });
    const second = await create({ ...person, deliveryAddress: '78 Own Lane\nZzyzx' });
    await world.app.sql('update orders set delivery_address = ? where id = ?', '78 Own Lane;Zzyzx', first.id);
    for (const { id } of [first, second])
      ok(await world.dispatcher.put(`/api/v1/orders/${id}/status`, { status: 'cancelled' }));
    ok(await world.admin.post(`/api/v1/customers/${first.customerId}/erase`, { email: person.customerEmail }));
    expect((await create({ deliveryAddress: '78 Own Lane, Zzyzx' })).deliveryPlace).toBeNull();
  });

  it('I11 may be given as a link of a map, and what names no place is refused', async () => {
    const link = 'https://www.openstreetmap.org/?mlat=48.2&mlon=16.37#map=18/48.2/16.37';
    const order = await create({ pickupAddress: '8 Link Street', pickupPlace: link });
    expect(order.pickupPlace).toMatchObject({ lat: 48.2, lng: 16.37, source: 'pin' });
    const refused = await world.dispatcher.put(`/api/v1/orders/${order.id}`, { pickupPlace: 'around the corner' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ issues: [{ path: 'pickupPlace' }] });
    const beyond = await world.dispatcher.put(`/api/v1/orders/${order.id}`, { pickupPlace: { lat: 91, lng: 0 } });
    expect(beyond.statusCode).toBe(400);
  });

  it('I11 are read from an address that is a place itself, and from the company’s own proofs', async () => {
    const order = await create({ pickupAddress: '52.5200, 13.4050', deliveryAddress: '9 Proof Street' });
    expect(order.pickupPlace).toEqual({ ...pin, precision: 'door', source: 'typed' });
    await world.app.sql(
      `insert into proof_pieces (order_id, kind, stop, received_at, "by", position) values (?, 'photo', 'delivery', now(), 'driver', '{"lat": 52.4, "lng": 13.3, "accuracy": 8}')`,
      order.id,
    );
    expect((await read(order.id)).deliveryPlace).toEqual({
      ...{ lat: 52.4, lng: 13.3 },
      precision: 'door',
      source: 'proof',
    });
  });

  it('I11 are read by the driver who has the order, and by no tracking page', async () => {
    const order = await create({ deliveryAddress: '10 Driver Street', deliveryPlace: pin });
    const { userId: driverId } = world.driver;
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId }));
    expect(ok<Order>(await world.driver.get(`/api/v1/orders/${order.id}`)).deliveryPlace).toMatchObject(pin);
    const seen = await world.app.client().get(`/api/v1/tracking/${order.trackingNumber}`);
    expect(seen.body).not.toContain('52.52');
  });

  it('C684 are set by the driver with the account or the code of the order, with a line of history, and by no other', async () => {
    const order = await create({ pickupAddress: '12 Dock Street', deliveryAddress: '13 Driver Street' });
    const path = `/api/v1/driver/orders/${order.id}/place`;
    const body = { stop: 'delivery', ...pin };
    expectError(await world.driver.put(path, body), 404);
    expectError(await world.visitor.put(path, body), 401);
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    const once = { headers: { 'idempotency-key': 'place-1' } };
    for (let n = 0; n < 2; n++) {
      const set = ok<Order>(await world.driver.put(path, body, once));
      expect(set).toMatchObject({ deliveryPlace: { ...pin, precision: 'door', source: 'pin' }, pickupPlace: null });
    }
    const phone = await openOrder(
      world.app,
      ok<{ accessCode: string }>(await world.admin.get(`/api/v1/orders/${order.id}`)),
    );
    ok(await phone.put(path, { stop: 'pickup', lat: 52.6, lng: 13.5 }));
    expect(await read(order.id)).toMatchObject({ deliveryPlace: pin, pickupPlace: { lat: 52.6, lng: 13.5 } });
    expect((await create({ deliveryAddress: '13 Driver Street' })).deliveryPlace).toMatchObject(pin);
    const lines = await world.app.sql(
      `select detail from history where subject = 'order' and subject_id = ? and action = 'order.updated' order by id`,
      order.id,
    );
    expect(lines).toEqual([{ detail: 'Delivery place changed' }, { detail: 'Pickup place changed' }]);
    for (const wrong of [
      { stop: 'return', ...pin },
      { stop: 'pickup', lat: 91, lng: 0 },
      { stop: 'pickup', lat: 1 },
    ])
      expectError(await world.driver.put(path, wrong), 400);
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    expectError(await world.dispatcher.put(path, body), 403);
    expect((await world.driver.put(path, { ...body, lat: 1 })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await read(order.id)).deliveryPlace).toMatchObject(pin);
  });

  it('I11 are forgotten with a person, and stay where others are served too', async () => {
    const person = { customerEmail: 'pin@example.com', customerName: 'Pia Pin' };
    const own = await create({
      ...person,
      pickupAddress: 'Depot 1',
      deliveryAddress: '11 Home Street',
      pickupPlace: pin,
      deliveryPlace: pin,
    });
    const other = await create({ pickupAddress: 'Depot 1', deliveryAddress: '12 Elsewhere' });
    ok(await world.dispatcher.put(`/api/v1/orders/${own.id}/status`, { status: 'cancelled' }));
    ok(await world.admin.post(`/api/v1/customers/${own.customerId}/erase`, { email: person.customerEmail }));
    expect((await create({ deliveryAddress: '11 Home Street' })).deliveryPlace).toBeNull();
    expect((await read(other.id)).pickupPlace).toMatchObject(pin);
  });
});
