import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { phoneKeys, startPushService } from '../../../test/support/counterparts/push-service.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';
import { tendEtas } from '../eta/eta.service.ts';

const service = await startPushService();
const world = useWorld({ PUSH_SERVICES: [service.origin] });
afterAll(() => service.close());
beforeEach(async () => {
  await world.app.sql('delete from orders');
  service.received.length = 0;
  service.answer(201);
});
afterEach(() => world.app.setClock(undefined));

const SAM = { name: 'Sam Porter', email: 'sam@example.org' };
const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString();
const book = async (more: object = {}): Promise<Order> =>
  ok(
    await world.dispatcher.post(
      '/api/v1/orders',
      orderBody({ deliveryContact: SAM, driverId: world.driver.userId, ...more }),
    ),
  );
const pathOf = ({ trackingNumber }: Order, address: string | null | undefined) =>
  `/api/v1/t/${deliveryToken(world.app.services.secrets, trackingNumber, address ?? '')}/push`;
const ownOf = (order: Order) => pathOf(order, order.customerEmail);
const theirsOf = (order: Order) => pathOf(order, SAM.email);

let devices = 0;
const newDevice = () => ({ ...phoneKeys(), endpoint: `${service.origin}/send/${++devices}` });
type Device = ReturnType<typeof newDevice>;
const start = (path: string, { endpoint, keys }: Device, who: Client = world.visitor) =>
  who.post(path, { endpoint, keys });
async function follow(path: string): Promise<Device> {
  const device = newDevice();
  ok(await start(path, device));
  return device;
}
const stop = (path: string, { endpoint }: Device) =>
  world.visitor.delete(`${path}?endpoint=${encodeURIComponent(endpoint)}`);
const rows = () =>
  world.app.sql<{ reader: string; endpoint: string }>('select reader, endpoint from delivery_pushes order by id');
/** The messages that a device got. */
function messagesOf(device: Device): unknown[] {
  const { pathname } = new URL(device.endpoint);
  return service.received.filter(({ path }) => path === pathname).map(({ body }) => device.open(body));
}
const move = async ({ id }: Order, status: string, who: Client = world.dispatcher, more: object = {}) =>
  ok(await who.put(`/api/v1/orders/${id}/status`, { status, overrideReason: 'By telephone', ...more }));

describe('a device that follows one delivery', () => {
  it('C460 is one row however often it subscribes; who has no link reaches nothing, and no other reader ends it', async () => {
    const order = await book();
    const [device, theirs] = [newDevice(), newDevice()];
    ok<{ publicKey: string }>(await world.visitor.get(ownOf(order)));
    for (let time = 0; time < 2; time++) ok(await start(ownOf(order), device));
    ok(await start(theirsOf(order), theirs));
    const both = [
      { reader: 'customer', endpoint: device.endpoint },
      { reader: 'recipient', endpoint: theirs.endpoint },
    ];
    expect(await rows()).toEqual(both);

    const stranger = pathOf(order, 'stranger@example.com');
    expectError(await world.visitor.get(stranger), 404, 'ORDER_NOT_FOUND');
    expectError(await start(stranger, newDevice()), 404, 'ORDER_NOT_FOUND');
    expectError(await stop(stranger, device), 404, 'ORDER_NOT_FOUND');
    expectError(await start(ownOf(order), newDevice(), await world.program('orders:read', 'orders:write')), 403);
    for (const path of [theirsOf(order), ownOf(await book())]) ok(await stop(path, device));
    expect(await rows()).toEqual(both);
    for (const endpoint of ['http://127.0.0.1:5432/x', 'https://evil.example/fcm.googleapis.com'])
      expect(expectError(await start(ownOf(order), { ...newDevice(), endpoint }), 400).issues).toMatchObject([
        { path: 'endpoint' },
      ]);

    for (let time = 0; time < 2; time++) ok(await stop(ownOf(order), device));
    expect(await rows()).toEqual([both[1]]);
    for (let more = 0; more < 11; more++) ok(await start(theirsOf(order), newDevice()));
    const kept = await rows();
    expect(kept).toHaveLength(10);
    expect(kept.some(({ endpoint }) => endpoint === theirs.endpoint)).toBe(false);
  });

  it('C461 is notified once of each step that customer and recipient are mailed about, with the number and nobody’s name', async () => {
    const order = await book();
    const [own, theirs] = [await follow(ownOf(order)), await follow(theirsOf(order))];
    // An address without mails about a step is no device that wants none.
    await world.app.sql(
      `insert into mail_opt_outs (address, trigger, created_at) select customer_email, 'order_in_transit', now() from orders where id = ?`,
      order.id,
    );
    const deliveryWindow = { from: minutes(-30), to: minutes(30) };
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { deliveryWindow }));
    for (const reason of ['traffic', 'weather'])
      ok(await world.driver.post('/api/v1/driver/delays', { orderId: order.id, reason }));
    await tendEtas(world.app.services);
    await move(order, 'in_transit');
    const failed = { stop: 'delivery', outcome: 'failed', reason: 'not_home' };
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/attempts`, failed));
    await deliverMails(world.app);
    await move(order, 'delivered');
    await deliverMails(world.app);

    const body = `QuickFleet · ${formatTracking(order.trackingNumber)}`;
    const said = [
      { title: 'New time for your delivery', body: expect.stringMatching(new RegExp(`UTC · ${body}$`)) },
      { title: 'Your delivery is running late', body },
      { title: 'Your delivery is on its way', body },
      { title: 'There is a problem with your delivery', body },
      { title: 'Your delivery has arrived', body },
    ].map((message) => ({ ...message, tag: order.trackingNumber }));
    for (const device of [own, theirs]) expect(messagesOf(device)).toEqual(said);
    expect(await rows()).toEqual([]);
  });

  it('C461 is notified of a delay when its own window has begun, and not of a change that a program makes quietly', async () => {
    // A delay ends with its day.
    const at = (time: string) => `${new Date().toISOString().slice(0, 10)}T${time}:00Z`;
    world.app.setClock(new Date(at('10:00')));
    const order = await book({ deliveryWindow: { from: at('11:00'), to: at('12:00') } });
    const own = await follow(ownOf(order));
    ok(await world.driver.post('/api/v1/driver/delays', { orderId: order.id, reason: 'traffic' }));
    await deliverMails(world.app);
    expect(messagesOf(own)).toEqual([]);
    world.app.setClock(new Date(at('11:01')));
    for (let time = 0; time < 2; time++) await tendEtas(world.app.services);
    const program = await world.program('orders:read', 'orders:write', 'orders:manage');
    await move(order, 'in_transit', program, { notify: false });
    await deliverMails(world.app);
    expect(messagesOf(own)).toMatchObject([{ title: 'Your delivery is running late' }]);
  });

  it('C462 is forgotten when its push service does not know it, and tried again when that is only busy', async () => {
    const order = await book();
    await follow(ownOf(order));
    service.answer(503);
    await move(order, 'in_transit');
    await deliverMails(world.app);
    expect(await rows()).toHaveLength(1);
    service.answer(410);
    await deliverMails(world.app, { again: true });
    expect(service.received).toHaveLength(2);
    expect(await rows()).toEqual([]);
  });

  it('C462 ends with its link, with the order, with the company’s key and a day after the delivery', async () => {
    const order = await book();
    await follow(ownOf(order));
    const theirs = await follow(theirsOf(order));
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { customerEmail: 'moved@example.com' }));
    expect(await rows()).toEqual([{ reader: 'recipient', endpoint: theirs.endpoint }]);
    // An address that left the order by another way is met when a message is sent.
    await world.app.sql('update orders set delivery_contact = null where id = ?', order.id);
    await move(order, 'in_transit');
    await deliverMails(world.app);
    expect([service.received, await rows()]).toEqual([[], []]);

    const [gone, kept] = [await book(), await book()];
    for (const each of [gone, kept]) await follow(ownOf(each));
    ok(await world.admin.delete(`/api/v1/orders/${gone.id}`));
    expect(await rows()).toHaveLength(1);
    ok<{ publicKey: string }>(await world.visitor.get(ownOf(kept)));
    await world.app.sql(`update push_keys set private_sealed = 'lost'`);
    ok<{ publicKey: string }>(await world.visitor.get(ownOf(kept)));
    expect(await rows()).toEqual([]);

    await follow(ownOf(kept));
    service.answer(403);
    await move(kept, 'cancelled');
    await deliverMails(world.app);
    expectError(await start(ownOf(kept), newDevice()), 409, 'ORDER_CLOSED');
    expect(await rows()).toHaveLength(1);
    await world.app.sql(`update orders set cancelled_at = cancelled_at - interval '25 hours' where id = ?`, kept.id);
    await sweep(world.app.services);
    expect(await rows()).toEqual([]);
  });

  it('C462 ends with the erasure of the customer, and of the recipient as a contact of another’s order', async () => {
    const [own, other] = [await book(), await book()];
    await follow(ownOf(own));
    const kept = await follow(ownOf(other));
    await follow(theirsOf(other));
    await move(own, 'cancelled');
    const erase = async (email: string | null | undefined) => {
      const { data } = ok<{ data: { id: number; email: string }[] }>(
        await world.admin.get('/api/v1/customers?limit=100'),
      );
      const id = data.find((customer) => customer.email === email)?.id;
      ok(await world.admin.post(`/api/v1/customers/${id}/erase`, { email }));
    };
    await erase(own.customerEmail);
    ok(await world.dispatcher.post('/api/v1/customers', { name: SAM.name, email: SAM.email }));
    await erase(SAM.email);
    expect(await rows()).toEqual([{ reader: 'customer', endpoint: kept.endpoint }]);
  });
});
