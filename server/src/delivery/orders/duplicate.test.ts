import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, photoFile } from '../../../test/support/factories.ts';

const world = useWorld();
async function upload(): Promise<string> {
  const { file } = ok<{ file: { url: string } }>(
    await world.dispatcher.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
  );
  return file.url;
}
async function create(more: object = {}): Promise<Order> {
  return ok<Order>(
    await world.dispatcher.post('/api/v1/orders', {
      customerName: 'Olga Order',
      customerEmail: 'olga@example.com',
      customerPhone: '+1 555 0101',
      customerCompany: 'Order Ltd',
      pickupAddress: 'Pier 1',
      deliveryAddress: 'Dock 2',
      notes: 'Ring',
      driverNotes: 'Gate B',
      officeNotes: 'Pays late',
      parcels: 4,
      onAccount: true,
      quotePrice: '99.90',
      deliveryDate: '2028-05-01',
      items: [{ name: 'Crate', description: 'Heavy', quantity: 2, value: '5', imageUrls: [await upload()] }],
      ...more,
    }),
  );
}
const again = (id: number, more?: object, headers: Record<string, string> = {}) =>
  world.dispatcher.post(`/api/v1/orders/${id}/duplicate`, more, { headers });
const photoOf = (order: Order) => order.items[0]?.imageUrls[0] ?? '';
const isServed = async (url: string) => (await world.dispatcher.get(url)).statusCode === 200;

describe('J13 an order that is done again', () => {
  it('J13 is the same with a new number and code, without driver, proof and planned time', async () => {
    const first = await create({ driverId: world.driver.userId });
    for (const status of ['in_transit', 'delivered'])
      ok(await world.driver.put(`/api/v1/orders/${first.id}/status`, { status }));
    const answer = await again(first.id);
    expect(answer.statusCode).toBe(201);
    const second = answer.json<Order>();
    const { customerId, customerName, customerEmail, customerPhone, customerCompany } = first;
    const { pickupAddress, deliveryAddress, notes, driverNotes, officeNotes, parcels, onAccount, quotePrice } = first;
    expect(second).toMatchObject({
      ...{ customerId, customerName, customerEmail, customerPhone, customerCompany },
      ...{ pickupAddress, deliveryAddress, notes, driverNotes, officeNotes, parcels, onAccount, quotePrice },
      ...{ status: 'pending', driverId: null, deliveryDate: null, deliveredAt: null, deliveryWindow: null },
      ...{ quoteId: null, signatures: [] },
      items: [
        { name: 'Crate', description: 'Heavy', quantity: 2, value: '5.00', isPickedUp: false, isDelivered: false },
      ],
    });
    expect(second.trackingNumber).not.toBe(first.trackingNumber);
    expect(second.accessCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(second.accessCode).not.toBe(first.accessCode);
    expect(
      await world.app.sql(`select action, detail from history where subject = 'order' and subject_id = ?`, second.id),
    ).toEqual([{ action: 'order.created', detail: `again, as ${first.trackingNumber}` }]);
  });

  it('J13 P64 has a new PIN if its customer wants one, and mails it to them', async () => {
    const first = await create({ customerEmail: 'olga.pin@example.com' });
    ok(
      await world.dispatcher.put(`/api/v1/customers/${first.customerId}`, { proofRules: { delivery: { pin: true } } }),
    );
    const second = ok<Order>(await again(first.id));
    expect(second.proof.delivery).toMatchObject({ pin: true, pinVerified: false });
    const told = await world.app.sql(
      `select m.recipient from order_pins p join emails m on m.order_id = p.order_id and m.trigger = 'delivery_pin' where p.order_id = ?`,
      second.id,
    );
    expect(told).toEqual([{ recipient: 'olga.pin@example.com' }]);
  });

  it('J13 asks for the same proof, and is written about in the same language', async () => {
    const proofRules = { delivery: { scan: true, signature: 'photo_instead' } };
    const first = await create({ proofRules, language: 'de' });
    const second = ok<Order>(await again(first.id));
    expect(second).toMatchObject({ proofRules, language: 'de' });
    expect(second.proof.delivery).toMatchObject({ scan: true, signature: 'photo_instead', isSaid: true });
    const pin = { delivery: { pin: true } };
    const third = ok<Order>(
      await again(ok<Order>(await world.dispatcher.put(`/api/v1/orders/${second.id}`, { proofRules: pin })).id),
    );
    expect(await world.app.sql('select stop from order_pins where order_id = ?', third.id)).toEqual([
      { stop: 'delivery' },
    ]);
  });

  it('J13 takes a new day or new windows', async () => {
    const { id } = await create();
    expect(ok<Order>(await again(id, { deliveryDate: '2028-06-02' })).deliveryDate).toBe('2028-06-02T12:00:00.000Z');
    const deliveryWindow = { from: '2028-06-03T08:00:00.000Z', to: '2028-06-03T10:00:00.000Z' };
    expect(ok<Order>(await again(id, { deliveryWindow }))).toMatchObject({
      deliveryWindow,
      deliveryDate: '2028-06-03T12:00:00.000Z',
    });
    const over = { from: '2020-06-03T08:00:00Z', to: '2020-06-03T10:00:00Z' };
    expectIssue(await again(id, { deliveryWindow: over }), 'deliveryWindow.to', 'The delivery window is already over');
    expectError(await again(NOWHERE), 404, 'ORDER_NOT_FOUND');
    await world.app.sql(`update orders set customer_email = 'erased@erased.invalid' where id = ?`, id);
    expectError(await again(id), 409, 'ORDER_ERASED');
  });

  it('J13 is made once by two calls with one Idempotency-Key, and leaves no copy of a photo behind', async () => {
    const first = await create();
    const count = async () =>
      (
        await world.app.sql<{ n: number }>(
          'select count(*)::int as n from orders where customer_id = ?',
          first.customerId,
        )
      )[0]?.n;
    const before = (await count()) ?? 0;
    const headers = { 'idempotency-key': 'twice' };
    const answers = await Promise.all([again(first.id, {}, headers), again(first.id, {}, headers)]);
    const [one, two] = answers.map((answer) => ok<Order>(answer));
    expect(one?.id).toBe(two?.id);
    expect(await count()).toBe(before + 1);
    expectError(await again(first.id, { deliveryDate: '2028-07-01' }, headers), 422, 'IDEMPOTENCY_KEY_REUSED');
    const rows = await world.app.sql<{ key: string }>('select key from stored_files');
    const { list } = world.app.services.files;
    const onDisk = (await Array.fromAsync(list())).map(({ key }) => key).filter((key) => !key.includes('.thumb.'));
    expect(onDisk.sort()).toEqual(rows.map(({ key }) => key).sort());
  });
});

describe('J14 the photos of an order that is done again', () => {
  it('J14 are its own: deleting either order leaves the other’s, and a window that is refused copies none', async () => {
    const first = await create();
    const second = ok<Order>(await again(first.id));
    const third = ok<Order>(await again(second.id));
    expect(new Set([first, second, third].map(photoOf)).size).toBe(3);
    const bytes = await Promise.all(
      [first, second].map(async (order) => (await world.dispatcher.get(photoOf(order))).rawPayload),
    );
    expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBe(true);
    const kept = () =>
      world.app.sql<{ n: number }>('select count(*)::int as n from stored_files where claimed_at is not null');
    const before = await kept();
    expectError(await again(first.id, { pickupWindow: { from: '2020-01-01T00:00Z', to: '2020-01-02T00:00Z' } }), 400);
    expect(await kept()).toEqual(before);

    ok(await world.admin.delete(`/api/v1/orders/${first.id}`));
    expect(await isServed(photoOf(second))).toBe(true);
    ok(await world.admin.delete(`/api/v1/orders/${third.id}`));
    const keys = [first, second, third].map((order) => photoOf(order).split('/').at(-1) ?? '');
    const claimed = await world.app.sql<{ key: string }>(
      'select key from stored_files where key in (?, ?, ?) and claimed_at is not null',
      ...keys,
    );
    expect(claimed).toEqual([{ key: keys[1] }]);
  });
});
