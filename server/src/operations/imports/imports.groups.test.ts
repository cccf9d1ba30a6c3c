import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { ITEMS_MAX } from '@quickfleet/shared/limits';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { check, commit, rowsOf, sendFile, work } from '../../../test/support/imports.ts';

const world = useWorld();
// As a shop writes it: what the first row of an order says is missing in the others.
const HEADS = 'Name,Email,Shipping Name,Shipping Street,Shipping City,Lineitem name,Lineitem quantity,Warehouse';
const first = (number: string, item: string, quantity = '1', street = '2 Delivery Road') =>
  `${number},buyer@example.com,Bo Buyer,${street},Shelbyville,${item},${quantity},1 Pickup Street`;
const further = (number: string, item: string, quantity = '1') => `${number},buyer@example.com,,,,${item},${quantity},`;
const shop = (...lines: string[]) => [HEADS, ...lines].join('\n');
const mapping = { mapping: JSON.stringify({ Warehouse: 'pickupAddress' }) };
const checked = (text: string) => check(world.app, world.admin, 'orders', text, mapping);
const statesOf = async (id: number) =>
  (await rowsOf(world.admin, id)).map(({ state, outcome, issues }) => [state, outcome ?? issues[0]?.message]);
const ordersOf = (number: string) =>
  world.app.sql(
    `select (select json_agg(json_build_array(i.name, i.quantity) order by i.id) from order_items i where i.order_id = o.id) as items
     from orders o where o.external_id = ?`,
    number,
  );

describe('rows of one order', () => {
  it('C119 rows after each other with one number are one order with their items, and make it once', async () => {
    const text = shop(
      first('#1', 'Lamp'),
      further('#1', 'Book', '3'),
      further('#1', 'Rug'),
      first('#2', 'Vase'),
      first('', 'Box'),
      first('', 'Box'),
    );
    const { id } = await checked(text);
    expect(await statesOf(id)).toEqual([
      ['valid', 'New order for Bo Buyer, 3 items, from rows 2 to 4'],
      ['skipped', 'Goes into the order of row 2'],
      ['skipped', 'Goes into the order of row 2'],
      ['valid', 'New order for Bo Buyer, 1 item'],
      ['valid', 'New order for Bo Buyer, 1 item'],
      ['valid', 'New order for Bo Buyer, 1 item. Row 6 says the same'],
    ]);
    expect(await commit(world.app, world.admin, id)).toMatchObject({ created: 4, skipped: 2, invalid: 0 });
    const items = [
      ['Lamp', 1],
      ['Book', 3],
      ['Rug', 1],
    ];
    expect(await ordersOf('#1')).toEqual([{ items }]);
    expect(await ordersOf('#2')).toEqual([{ items: [['Vase', 1]] }]);
    const [row] = await rowsOf(world.admin, id);
    const { data: history } = ok<{ data: { detail: string | null }[] }>(
      await world.admin.get(`/api/v1/history/order/${row?.objectId}`),
    );
    expect(history.map(({ detail }) => detail)).toContain('imported from orders.csv rows 2 to 4');

    const again = await checked(text);
    expect(again).toMatchObject({ valid: 0, skipped: 6 });
    expect(await ordersOf('#1')).toHaveLength(1);

    ok(await world.admin.post(`/api/v1/imports/${id}/undo`));
    expect(await work(world.app, world.admin, id)).toMatchObject({ state: 'undone', undone: 4 });
    expect(await ordersOf('#1')).toEqual([]);
  });

  it('C119 a fault in one of them keeps all of them out, names its row, and they come back together', async () => {
    const { id } = await checked(shop(first('#3', 'Lamp'), further('#3', 'Book', 'many'), first('#4', 'Vase')));
    const out = 'This row belongs to the order of row 2, which stays out';
    expect((await statesOf(id)).map(([state]) => state)).toEqual(['invalid', 'invalid', 'valid']);
    const [lead, part] = await rowsOf(world.admin, id);
    expect(lead?.issues).toEqual([
      { column: 'Lineitem quantity', field: 'itemQuantity', message: expect.stringMatching(/^Row 3: /) },
    ]);
    expect(part?.issues).toEqual([{ column: null, field: null, message: out }]);
    const failed = await world.admin.get(`/api/v1/imports/${id}/failed.csv`);
    expect(failed.body.match(/#3/g)).toHaveLength(2);
    await commit(world.app, world.admin, id);
    expect(await ordersOf('#3')).toEqual([]);
    expect(await ordersOf('#4')).toHaveLength(1);
  });

  it('C119 a row that says something else, or the same once more, is refused and says why', async () => {
    const { id } = await checked(
      shop(
        first('#5', 'Lamp'),
        first('#5', 'Book', '1', '9 Other Road'),
        first('#6', 'Vase'),
        first('#6', 'Vase'),
        first('#7', 'Box'),
        first('#8', 'Box'),
        further('#7', 'Rug'),
      ),
    );
    const issues = (await rowsOf(world.admin, id)).map((row) => row.issues.map(({ message }) => message).join());
    expect(issues[1]).toMatch(
      /^Row 2 has this external ID already. Rows of one order differ only in their items, but “Shipping Street” differs here$/,
    );
    expect(issues[3]).toBe('Row 4 has this external ID already');
    // The rows of an order follow each other.
    expect(issues[6]).not.toBe('');
    expect(issues.filter((text) => text === '')).toHaveLength(4);
  });

  it('C119 what goes wrong when they go in keeps all of them out', async () => {
    const text = shop(first('#9', 'Lamp'), further('#9', 'Book'));
    const { id } = await checked(text);
    // Before it goes in, another order gets the number.
    ok<Order>(
      await world.admin.post('/api/v1/orders', {
        customerName: 'Ada',
        customerEmail: 'ada@example.com',
        pickupAddress: '1 Pickup Street',
        deliveryAddress: '2 Delivery Road',
        items: [{ name: 'Box', quantity: 1 }],
        externalId: '#9',
      }),
    );
    expect(await commit(world.app, world.admin, id)).toMatchObject({ created: 0, invalid: 2, skipped: 0 });
    expect((await statesOf(id)).map(([, words]) => words)).toEqual([
      expect.stringContaining('#9'),
      'This row belongs to the order of row 2, which stays out',
    ]);
  });

  it('C119 orders at the end of a batch stay whole, and one with too many items stays out whole', async () => {
    const many = Array.from({ length: 120 }, (_, at) => [
      first(`#a${at}`, 'Lamp'),
      further(`#a${at}`, 'Book'),
      further(`#a${at}`, 'Rug'),
    ]);
    const whole = await checked(shop(...many.flat()));
    expect(whole).toMatchObject({ rows: 360, valid: 120, skipped: 240, invalid: 0 });

    const items = Array.from({ length: 260 }, (_, at) => further('#b', `Item ${at}`));
    expect(items.length).toBeGreaterThan(ITEMS_MAX);
    const tooMany = await checked(shop(first('#b', 'Lamp'), ...items, first('#c', 'Vase')));
    expect(tooMany).toMatchObject({ rows: 262, valid: 1, skipped: 0, invalid: 261 });
  });

  it('C119 quotes likewise; customers are a row each', async () => {
    const quotes = await check(
      world.app,
      world.admin,
      'quotes',
      shop(first('#q', 'Lamp'), further('#q', 'Book')),
      mapping,
    );
    expect((await statesOf(quotes.id))[0]).toEqual(['valid', 'New quote for Bo Buyer, 2 items, from rows 2 to 3']);
    const sent = await sendFile(
      world.admin,
      'customers',
      'Name,Email,External ID\nAda,ada-1@example.com,C-1\nAda,ada-2@example.com,C-1',
    );
    const { id } = await work(world.app, world.admin, ok<{ id: number }>(sent).id);
    expect((await statesOf(id)).map(([state]) => state)).toEqual(['valid', 'invalid']);
  });
});
