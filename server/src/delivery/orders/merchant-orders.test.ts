import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { everyDay, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';

const world = useWorld();
const OWN = { name: 'Ada Own', email: 'own@example.com' };
const HOUR = 3_600_000;
let customerId: number;
let shop: Client;
let other: Client;

async function keyFor(customer: { name: string; email: string }): Promise<{ id: number; client: Client }> {
  const { id } = ok<{ id: number }>(await world.admin.post('/api/v1/customers', customer));
  const made = await world.admin.post('/api/v1/api-keys', {
    name: 'Shop',
    scopes: [...merchantScopes],
    customerId: id,
  });
  return { id, client: world.app.client({ key: ok<{ key: string }>(made).key }) };
}
beforeAll(async () => {
  await settings({ hours: { weekly: everyDay } });
  const own = await keyFor(OWN);
  [customerId, shop] = [own.id, own.client];
  other = (await keyFor({ name: 'Other Ltd', email: 'other@example.com' })).client;
});
afterEach(() => world.app.setClock(undefined));

const body = {
  pickupAddress: '1 Shop Street\n10115 Berlin',
  deliveryAddress: '2 Buyer Road\n10117 Berlin',
  deliveryContact: { name: 'Bea Buyer', phone: '+49 30 1234567' },
  items: [{ name: 'Box', quantity: 2 }],
};
const book = async (more: object = {}): Promise<Order> => ok(await shop.post('/api/v1/orders', { ...body, ...more }));
const change = (id: number, more: object) => shop.put(`/api/v1/orders/${id}`, more);
const read = async (id: number): Promise<Order> => ok(await shop.get(`/api/v1/orders/${id}`));
const give = async ({ id }: { id: number }): Promise<Order> =>
  ok(await world.dispatcher.post(`/api/v1/orders/${id}/assign`, { driverId: world.driver.userId }));
async function pickUp(order: Order): Promise<Client> {
  const phone = await openOrder(
    world.app,
    ok<Order & { accessCode: string }>(await world.dispatcher.get(`/api/v1/orders/${order.id}`)),
  );
  ok(await phone.form('POST', '/api/driver/signature', { customerName: 'Ada' }, [await signatureFile()]));
  return phone;
}
const historyOf = (id: number) =>
  world.app.sql<{ action: string; actor_name: string; detail: string | null }>(
    `select action, actor_name, detail from history where subject = 'order' and subject_id = ? order by id`,
    id,
  );
const settings = async (groups: object) => ok(await world.admin.put('/api/v1/company', groups));

describe('a merchant’s order', () => {
  it('O18 needs no customer: it is the key’s, who gets the mails; another address is 403', async () => {
    const order = await book();
    expect(order).toMatchObject({ customerId, customerName: OWN.name, customerEmail: OWN.email });
    expect(await book({ customerName: 'Buyer', customerEmail: null })).toMatchObject({
      customerId,
      customerName: 'Buyer',
      customerEmail: null,
    });
    expectError(await shop.post('/api/v1/orders', { ...body, customerEmail: 'x@example.com' }), 403, 'FORBIDDEN');
    const nameless = await world.dispatcher.post('/api/v1/orders', body);
    expect(expectError(nameless, 400, 'VALIDATION_FAILED').issues).toEqual([
      { path: 'customerName', message: 'Customer name is required' },
    ]);
  });

  it('O19 is cancelled until the pickup, with its reason, and the office can undo it', async () => {
    const order = await give(await book());
    const cancelled = ok<Order>(await shop.post(`/api/v1/orders/${order.id}/cancel`, { reason: 'Out of stock' }));
    expect(cancelled).toMatchObject({ status: 'cancelled', charges: [], driver: null });
    const lines = await historyOf(order.id);
    expect(lines.find(({ action }) => action === 'order.cancelled')).toMatchObject({
      actor_name: 'API key Shop (merchant)',
      detail: 'Out of stock',
    });
    expectError(await shop.post(`/api/v1/orders/${order.id}/cancel`, {}), 409, 'ORDER_MOVE_NOT_ALLOWED');
    const undone = ok<Order>(
      await world.dispatcher.post(`/api/v1/orders/${order.id}/correction`, { to: 'assigned', reason: 'Back' }),
    );
    expect(undone.status).toBe('assigned');
    await pickUp(order);
    expectError(await shop.post(`/api/v1/orders/${order.id}/cancel`, {}), 409, 'ORDER_UNDER_WAY');
    expectError(await change(order.id, { notes: 'Ring' }), 409, 'ORDER_UNDER_WAY');
    expect((await read(order.id)).status).toBe('picked_up');
    for (const id of [order.id, NOWHERE]) {
      expectError(await other.post(`/api/v1/orders/${id}/cancel`, {}), 404, 'ORDER_NOT_FOUND');
      expectError(await other.put(`/api/v1/orders/${id}`, { notes: 'x' }), 404, 'ORDER_NOT_FOUND');
      expectError(await other.post(`/api/v1/orders/${id}/return`, {}), 404, 'ORDER_NOT_FOUND');
    }
    const office = await world.program('orders:write');
    expectError(await office.post(`/api/v1/orders/${order.id}/cancel`, {}), 403, 'FORBIDDEN');
  });

  it('O20 costs the fee of the settings when it is cancelled late, once, as an approved charge', async () => {
    await settings({ cancellation: { fee: '7.50', hoursBefore: 2 } });
    const at = (hours: number) => new Date(world.app.services.clock().getTime() + hours * HOUR).toISOString();
    const pickupWindow = { from: at(3), to: at(4) };
    const early = await book({ pickupWindow });
    const late = await book({ pickupWindow });
    const byOffice = await book({ pickupWindow });
    const open = await book();
    const cancel = async (client: Client, { id }: Order) =>
      ok<Order>(await client.post(`/api/v1/orders/${id}/cancel`, {}));
    expect((await cancel(shop, early)).charges).toEqual([]);
    expect((await cancel(shop, open)).charges).toEqual([]);
    world.app.setClock(new Date(Date.parse(pickupWindow.from) - 2 * HOUR + 1000));
    expect((await cancel(shop, late)).charges).toMatchObject([
      { label: 'Cancellation fee', amount: '7.50', state: 'approved', by: null },
    ]);
    expect((await cancel(world.dispatcher, byOffice)).charges).toEqual([]);
    // Undone, it costs nothing; cancelled again, it costs the fee once.
    const undo = { to: 'pending', reason: 'The shop rang' };
    const undone = ok<Order>(await world.dispatcher.post(`/api/v1/orders/${late.id}/correction`, undo));
    expect(undone.charges).toMatchObject([{ amount: '7.50', state: 'dropped' }]);
    expect((await historyOf(late.id)).map(({ action }) => action)).toContain('charge.dropped');
    const states = (await cancel(shop, late)).charges.map(({ state }) => state);
    expect(states.filter((state) => state === 'approved')).toHaveLength(1);
    await settings({ cancellation: { fee: null } });
    expect((await cancel(shop, await book({ pickupWindow }))).charges).toEqual([]);
    for (const bad of [{ fee: '-1' }, { hoursBefore: 1.5 }, { hours: 1 }])
      expectError(await world.admin.put('/api/v1/company', { cancellation: bad }), 400);
  });

  it('O21 is corrected until the pickup: contacts, notes, windows, parcels, items and metadata', async () => {
    const order = await give(await book());
    const from = new Date(Date.now() + 30 * HOUR).toISOString();
    const deliveryWindow = { from, to: new Date(Date.parse(from) + HOUR).toISOString() };
    const changed = {
      deliveryContact: { name: 'Ben Buyer', company: null, phone: null, email: null, notes: null },
      notes: 'Ring twice',
      parcels: 3,
      metadata: { basket: '17' },
      deliveryWindow,
    };
    const answer = ok<Order>(await change(order.id, { ...changed, items: [{ name: 'Bag', quantity: 1 }] }));
    expect(answer).toMatchObject({ ...changed, items: [{ name: 'Bag', quantity: 1 }] });
    expect((await historyOf(order.id)).at(-1)).toMatchObject({
      action: 'order.updated',
      actor_name: 'API key Shop (merchant)',
    });
    // What was read can be sent back, and what is the office's cannot be set.
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { quotePrice: '12.00', officeNotes: 'x' }));
    const { driverId, proofRules, version, ...seen } = await read(order.id);
    expect([driverId, proofRules]).toEqual([null, null]);
    expect(ok<Order>(await change(order.id, { ...seen, notes: 'Knock' }))).toMatchObject({
      notes: 'Knock',
      quotePrice: '12.00',
    });
    for (const field of [
      { quotePrice: '1.00' },
      { netTotal: '1.00' },
      { onAccount: true },
      { driverNotes: 'x' },
      { officeNotes: 'x' },
      { proofRules: { delivery: { scan: true } } },
      { customerEmail: 'x@example.com' },
    ])
      expectError(await change(order.id, field), 403, 'FORBIDDEN');
    expect(ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`))).toMatchObject({
      officeNotes: 'x',
      quotePrice: '12.00',
      customerEmail: OWN.email,
    });
    const stale = await change(order.id, { notes: 'x', version });
    expectError(stale, 409, 'STALE_VERSION');
  });

  it('O22 keeps the office’s own numbers from the merchant, who gives its own where there are none', async () => {
    const typed = { ...body, customerName: OWN.name, customerEmail: OWN.email };
    const bare = ok<Order>(await world.dispatcher.post('/api/v1/orders', typed));
    const numbered = ok<Order>(await world.dispatcher.post('/api/v1/orders', { ...typed, externalId: 'OFFICE-1' }));
    expect(ok<Order>(await change(bare.id, { externalId: 'S-9', metadata: { a: 'b' } }))).toMatchObject({
      externalId: 'S-9',
      metadata: { a: 'b' },
    });
    expectError(await change(numbered.id, { externalId: 'S-10' }), 403, 'FORBIDDEN');
    ok(await change(numbered.id, { externalId: null, metadata: {}, notes: 'Ring' }));
    expect(ok<Order>(await world.dispatcher.get(`/api/v1/orders/${numbered.id}`)).externalId).toBe('OFFICE-1');
  });

  it('O23 has another address at another price once it is accepted, and in another zone until it is planned', async () => {
    await settings({
      quoting: { currency: 'EUR' },
      pricing: {
        isOn: true,
        isBinding: true,
        base: '10',
        zones: [
          { label: 'Inner', postcodes: ['101*'], price: '2' },
          { label: 'Outer', postcodes: ['12*'], price: '8' },
        ],
      },
    });
    const order = await book();
    const near = { deliveryAddress: '3 Buyer Road\n10119 Berlin' };
    const far = { deliveryAddress: '9 Far Road\n12043 Berlin' };
    expect(ok<Order>(await change(order.id, near))).toMatchObject(near);
    const refused = expectError(await change(order.id, far), 409, 'PRICE_CHANGES');
    expect(refused.quotedPrice).toBe('18.00');
    expect(await read(order.id)).toMatchObject(near);
    expect(ok<Order>(await change(order.id, { ...far, acceptPrice: true }))).toMatchObject({
      ...far,
      quotePrice: '18.00',
      currency: 'EUR',
    });
    await give(order);
    expectError(await change(order.id, { ...near, acceptPrice: true }), 409, 'ORDER_PLANNED');
    expectError(await change(order.id, near), 409, 'ORDER_PLANNED');
    expect(ok<Order>(await change(order.id, { deliveryAddress: '10 Far Road\n12047 Berlin' }))).toMatchObject({
      quotePrice: '18.00',
    });
    await settings({ pricing: { isOn: false, isBinding: false, zones: [] } });
    expectError(await change(order.id, near), 409, 'ORDER_PLANNED');
  });

  it('C702 leaves what the rules have no price for only with its price, and stays in the zones of its own list', async () => {
    const zones = [
      { label: 'Berlin', postcodes: ['10*', '12*'], price: '6.13' },
      { label: 'Munich', postcodes: ['80*'], price: '30' },
    ];
    await settings({ quoting: { currency: 'EUR' }, pricing: { isOn: false, isBinding: false, zones: [] } });
    const list = ok<{ id: number }>(
      await world.admin.post('/api/v1/price-lists', { name: 'Own', rules: { base: '10', zones } }),
    );
    ok(await world.admin.put(`/api/v1/customers/${customerId}`, { billing: { priceListId: list.id } }));
    const order = await book();
    const { quotePrice } = order;
    expect(quotePrice).not.toBeNull();
    const nowhere = { deliveryAddress: 'Z 9, 99999 Nowhere' };
    expect(expectError(await change(order.id, nowhere), 409, 'PRICE_CHANGES').quotedPrice).toBeNull();
    expect(await read(order.id)).toMatchObject({ deliveryAddress: body.deliveryAddress, quotePrice });
    const lost = await book();
    expect(ok<Order>(await change(lost.id, { ...nowhere, acceptPrice: true }))).toMatchObject({
      ...nowhere,
      quotePrice: null,
    });
    await give(order);
    const near = { deliveryAddress: '9 Near Road\n12043 Berlin' };
    expect(ok<Order>(await change(order.id, near))).toMatchObject({ ...near, quotePrice });
    for (const far of [nowhere, { deliveryAddress: '1 Far Road\n80331 Munich' }])
      expectError(await change(order.id, { ...far, acceptPrice: true }), 409, 'ORDER_PLANNED');
    ok(await world.admin.put(`/api/v1/customers/${customerId}`, { billing: { priceListId: null } }));
  });

  it('O24 comes back as an order of its own, linked both ways, from the door to the shop', async () => {
    const [file] = ok<{ files: { url: string }[] }>(
      await shop.form('POST', '/api/v1/uploads', {}, [await photoFile('files')]),
    ).files;
    const items = [{ name: 'Box', quantity: 2, value: '5.00', imageUrls: [file?.url] }];
    const order = await book({ items, notes: 'Third bell', externalId: 'R-1', parcels: 2 });
    expect(order).toMatchObject({ returnOf: null, returns: [] });
    expectError(await shop.post(`/api/v1/orders/${order.id}/return`, {}), 409, 'NOTHING_TO_RETURN');
    await give(order);
    await pickUp(order);
    const answer = await shop.post(`/api/v1/orders/${order.id}/return`, { notes: 'Wrong size' });
    expect(answer.statusCode).toBe(201);
    const back = ok<Order>(answer);
    expect(back).toMatchObject({
      returnOf: { id: order.id, trackingNumber: order.trackingNumber },
      returns: [],
      status: 'pending',
      customerId,
      pickupAddress: body.deliveryAddress,
      deliveryAddress: body.pickupAddress,
      pickupContact: { name: 'Bea Buyer' },
      deliveryContact: null,
      notes: 'Wrong size',
      externalId: null,
      parcels: 2,
      quotePrice: null,
      driver: null,
      items: [{ name: 'Box', quantity: 2, value: '5.00' }],
    });
    expect(back.items[0]?.imageUrls).toHaveLength(1);
    expect(back.items[0]?.imageUrls).not.toEqual(order.items[0]?.imageUrls);
    expect((await read(order.id)).returns).toEqual([{ id: back.id, trackingNumber: back.trackingNumber }]);
    const lines = await historyOf(back.id);
    expect(lines[0]).toMatchObject({
      action: 'order.created',
      actor_name: 'API key Shop (merchant)',
      detail: `the way back of ${order.trackingNumber}`,
    });
    // The same call again, by its key, makes no second one.
    const headers = { 'idempotency-key': 'return-1' };
    const once = ok<Order>(await shop.post(`/api/v1/orders/${order.id}/return`, {}, { headers }));
    const twice = ok<Order>(await shop.post(`/api/v1/orders/${order.id}/return`, {}, { headers }));
    expect(twice.id).toBe(once.id);
  });
});
