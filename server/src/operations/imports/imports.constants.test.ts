import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Import } from '@quickfleet/shared/operations/imports';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { check, commit, rowsOf, sendFile, work } from '../../../test/support/imports.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const YEAR = new Date().getFullYear() + 1;
let turn = 0;
const row = (...more: string[]) => [`K ${++turn}`, `k${turn}@example.com`, `Street ${turn}`, 'Box', ...more].join(';');
const file = (heads: string, ...rows: string[]) =>
  [`Customer name;Customer e-mail;Delivery address;Item${heads}`, ...rows].join('\n');
const put = async (id: number, body: object): Promise<Import> => {
  ok(await world.admin.put(`/api/v1/imports/${id}`, body));
  return work(world.app, world.admin, id);
};
const ordersOf = async (id: number): Promise<Order[]> => {
  const rows = await rowsOf(world.admin, id);
  return Promise.all(rows.map(async ({ objectId }) => ok<Order>(await world.admin.get(`/api/v1/orders/${objectId}`))));
};

describe('C529 values for all rows', () => {
  it('are those of rows that say nothing else: pickup, day, window, driver and account', async () => {
    ok(await world.admin.put('/api/v1/company', { company: { address: '9 Depot Street\nSpringfield' } }));
    const found = await check(world.app, world.admin, 'orders', file(';Day', row(''), row(`${YEAR}-12-08`)));
    expect(found).toMatchObject({ valid: 0, invalid: 2 });
    const [driver] = await world.app.sql<{ id: number; username: string }>(
      `select id, username from users where role = 'driver' limit 1`,
    );
    const constants = {
      pickupAddress: 'company',
      deliveryDate: `7.12.${YEAR}`,
      deliveryFrom: '20:00',
      deliveryTo: '22:00',
      driver: driver?.username ?? '',
      onAccount: 'ja',
    };
    expect(await put(found.id, { constants })).toMatchObject({ valid: 2, constants });
    expect(await commit(world.app, world.admin, found.id)).toMatchObject({ created: 2 });
    const [first, second] = await ordersOf(found.id);
    expect(first).toMatchObject({
      pickupAddress: '9 Depot Street, Springfield',
      driverId: driver?.id,
      onAccount: true,
      deliveryWindow: { from: `${YEAR}-12-07T19:00:00.000Z`, to: `${YEAR}-12-07T21:00:00.000Z` },
    });
    expect(second?.deliveryWindow?.from).toBe(`${YEAR}-12-08T19:00:00.000Z`);
    // The next file with these heads has them too, but not the day.
    const next = await check(world.app, world.admin, 'orders', file(';Day', row('')));
    const { deliveryDate: _, ...kept } = constants;
    expect(next.constants).toEqual(kept);
    expect(await put(next.id, { constants: { driver: null, deliveryFrom: '', deliveryTo: '' } })).toMatchObject({
      constants: { pickupAddress: 'company', onAccount: 'ja' },
      valid: 1,
    });
  });

  it('come as JSON with the file, and say what is wrong with them', async () => {
    const send = (constants: string) => sendFile(world.admin, 'orders', file(';Nr', row('1')), { constants });
    const sent = ok<Import>(await send('{"pickupAddress":"1 Depot Way"}'));
    expect(await work(world.app, world.admin, sent.id)).toMatchObject({
      valid: 1,
      constants: { pickupAddress: '1 Depot Way' },
    });
    const refusals = [
      ['{', 'constants'],
      ['[]', 'constants'],
      ['{"colour":"red"}', 'constants.colour'],
      ['{"speedType":"standard"}', 'constants'],
      ['{"driver":"nobody"}', 'constants.driver'],
    ];
    for (const [constants = '', path] of refusals)
      expect(expectError(await send(constants), 400).issues?.[0]?.path, constants).toBe(path);
    const wrong = await put(sent.id, { constants: { deliveryDate: 'soon' } });
    expect(wrong).toMatchObject({ valid: 0, invalid: 1 });
    expect((await rowsOf(world.admin, sent.id))[0]?.issues).toEqual([
      { column: null, field: 'deliveryDate', message: 'Write the day like 2026-12-01' },
    ]);
  });
});

describe('C530 columns that look like a field and are not read', () => {
  it('are warned of, for the file and its rows, until somebody says what they are', async () => {
    const text = file(';Pickup address;Betrag netto;Liefertermin;Erstellt am', row('A 1', '12,50', '', '1.1.2020'));
    const found = await check(world.app, world.admin, 'orders', text);
    const price = { column: 'Betrag netto', message: '“Betrag netto” looks like “Price” and is not read' };
    const day = { column: 'Liefertermin', message: '“Liefertermin” looks like “Day, like 2026-12-01” and is not read' };
    expect(found.warnings).toEqual([
      { ...price, row: null },
      { ...day, row: null },
    ]);
    // The row says nothing in the other column.
    expect((await rowsOf(world.admin, found.id))[0]?.warnings).toEqual([{ ...price, row: 2 }]);
    const told = await put(found.id, { mapping: { 'Betrag netto': 'quotePrice', Liefertermin: null } });
    expect(told).toMatchObject({ warnings: [], valid: 1 });
    expect((await check(world.app, world.admin, 'orders', text)).warnings).toEqual([]);
  });
});
