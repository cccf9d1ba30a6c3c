import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody, photoFile } from '../../../test/support/factories.ts';

const world = useWorld();
const create = async (more: object = {}) =>
  ok<Order>(
    await world.dispatcher.post(
      '/api/v1/orders',
      orderBody({
        items: [
          { name: 'Crate', quantity: 2, value: '40.50', description: 'Heavy' },
          { name: 'Lamp', quantity: 3 },
        ],
        ...more,
      }),
    ),
  );
const put = (id: number, items: object[]) => world.dispatcher.put(`/api/v1/orders/${id}`, { items });
const rowsOf = (id: number) =>
  world.app.sql(
    'select name, description, quantity, value from order_items where order_id = ? order by position, id',
    id,
  );
const lastLine = async (id: number) =>
  (
    await world.app.sql<{ action: string; detail: string | null }>(
      `select action, detail from history where subject = 'order' and subject_id = ? order by id desc limit 1`,
      id,
    )
  )[0];
const pickUp = async (order: Order, itemId: number) => {
  const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
  ok(await phone.form('POST', `/api/driver/pickup/${itemId}`, {}, [await photoFile('pickupImages')]));
};

describe('C140 the office changes the items of an order', () => {
  it('C140 changes, adds and removes them, and its history says each of it', async () => {
    const order = await create();
    const [crate, lamp] = order.items;
    const changed = ok<Order>(
      await put(order.id, [
        { name: 'Rug', quantity: 1 },
        { id: crate?.id, name: 'Crate', quantity: 4, description: null },
      ]),
    );
    expect(changed.items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Rug', 1],
      ['Crate', 4],
    ]);
    expect(changed).toMatchObject({ parcels: 5, version: order.version + 1 });
    expect(changed.items[1]).toMatchObject({ id: crate?.id, value: '40.50' });
    expect(await rowsOf(order.id)).toEqual([
      { name: 'Rug', description: null, quantity: 1, value: null },
      { name: 'Crate', description: null, quantity: 4, value: '40.50' },
    ]);
    expect(await lastLine(order.id)).toEqual({
      action: 'order.updated',
      detail: [
        'Item added: 1 × Rug',
        'Crate, description: Heavy → none',
        'Crate, quantity: 2 → 4',
        'Item removed: 3 × Lamp',
      ].join('\n'),
    });
    expect(changed.items.some(({ id }) => id === lamp?.id)).toBe(false);
  });

  it('C140 keeps the photos with their item, and releases those of an item that is removed', async () => {
    const upload = async () => {
      const form = await world.dispatcher.form('POST', '/api/v1/upload', {}, [await photoFile('file')]);
      return ok<{ file: { url: string } }>(form).file.url;
    };
    const [kept, gone] = [await upload(), await upload()];
    const order = await create({
      items: [
        { name: 'Crate', quantity: 1, imageUrls: [kept] },
        { name: 'Lamp', quantity: 1, imageUrls: [gone] },
      ],
    });
    const changed = ok<Order>(await put(order.id, [{ id: order.items[0]?.id, name: 'Box', imageUrls: [] }]));
    expect(changed.items).toMatchObject([{ name: 'Box', quantity: 1, imageUrls: [kept] }]);
    const isClaimed = (url: string) =>
      world.app.sql('select claimed_at is not null as claimed from stored_files where key = ?', url.split('/').pop());
    expect([await isClaimed(kept), await isClaimed(gone)]).toEqual([[{ claimed: true }], [{ claimed: false }]]);
  });

  it('C140 what was read can be sent back: nothing changes and nobody gets a mail', async () => {
    const order = await create({ driverId: world.driver.userId });
    const mails = () => world.app.sql('select count(*)::int as n from emails where order_id = ?', order.id);
    const before = await mails();
    const again = ok<Order>(await put(order.id, order.items));
    expect(again.items).toMatchObject(
      order.items.map(({ id, name, quantity, value }) => ({ id, name, quantity, value })),
    );
    expect(await mails()).toEqual(before);
    expect(await lastLine(order.id)).toEqual({ action: 'order.updated', detail: null });
  });

  it('C140 the driver of the order is notified', async () => {
    await world.app.sql(`update users set email = 'driver@example.com' where id = ?`, world.driver.userId);
    const order = await create({ driverId: world.driver.userId });
    ok(await put(order.id, [{ id: order.items[0]?.id, name: 'Crate', quantity: 1 }]));
    const mails = await world.app.sql<{ text: string }>(
      `select text from emails where order_id = ? and trigger = 'driver_job_changed'`,
      order.id,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('the items');
  });

  it('C140 a piece that is picked up stays as it is, and the refusal names it', async () => {
    const order = await create();
    const [crate, lamp] = order.items;
    await pickUp(order, crate?.id ?? 0);
    const before = await rowsOf(order.id);
    for (const items of [
      [{ id: lamp?.id, name: 'Lamp' }],
      [
        { id: crate?.id, name: 'Crate', quantity: 9 },
        { id: lamp?.id, name: 'Lamp' },
      ],
    ])
      expect(expectError(await put(order.id, items), 409, 'ITEM_PICKED_UP').error).toContain('Crate');
    expect(await rowsOf(order.id)).toEqual(before);
    const kept = [
      { id: crate?.id, name: 'Crate', quantity: 2, value: '40.50' },
      { id: lamp?.id, name: 'Tall lamp' },
    ];
    expect(ok<Order>(await put(order.id, kept)).items.map(({ name }) => name)).toEqual(['Crate', 'Tall lamp']);
    await world.app.sql(`update orders set status = 'picked_up' where id = ?`, order.id);
    expectError(await put(order.id, [...kept, { name: 'Rug' }]), 409, 'ITEM_PICKED_UP');
    await world.app.sql(`update orders set status = 'delivered' where id = ?`, order.id);
    expectError(await put(order.id, kept), 409, 'ORDER_CLOSED');
  });

  it('C140 an item of another order, one that is named twice, and an empty list are refused with a sentence', async () => {
    const [order, other] = [await create(), await create()];
    const [crate] = order.items;
    const before = await rowsOf(order.id);
    expectError(await put(order.id, [{ id: other.items[0]?.id, name: 'Crate' }]), 400, 'UNKNOWN_ITEM');
    expectError(
      await put(order.id, [
        { id: crate?.id, name: 'Crate' },
        { id: crate?.id, name: 'Crate' },
      ]),
      400,
      'UNKNOWN_ITEM',
    );
    expectIssue(await put(order.id, []), 'items', 'At least one item is required');
    expectIssue(await put(order.id, [{ name: '' }]), 'items.0.name', 'Item name is required');
    expect(await rowsOf(order.id)).toEqual(before);
  });
});
