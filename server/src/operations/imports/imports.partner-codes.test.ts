import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { check, commit, rowsOf } from '../../../test/support/imports.ts';

const world = useWorld();

it('C551 partner codes come with a file, several in a cell, and a wrong check digit is a warning', async () => {
  const file = [
    'Customer name;Customer e-mail;Pickup address;Delivery address;Item;External ID;SSCC',
    'Ada;ada@example.com;1 A Street;2 B Street;Box;N-1;"(00)340123450000000017, RR473124829DE"',
    'Ada;ada@example.com;1 A Street;2 B Street;Lamp;N-1;JJD000390007882823',
    'Bob;bob@example.com;1 A Street;3 B Street;Box;N-2;340123450000000018',
    'Eve;eve@example.com;1 A Street;4 B Street;Box;N-3;',
  ].join('\n');
  const found = await check(world.app, world.admin, 'orders', file);
  expect(found).toMatchObject({ valid: 3, invalid: 0 });
  const rows = await rowsOf(world.admin, found.id);
  const warning = { column: 'SSCC', row: 4, message: 'The check digit of 340123450000000018 is wrong' };
  expect(rows.map(({ warnings }) => warnings)).toEqual([[], [], [warning], []]);
  await commit(world.app, world.admin, found.id);
  const codes = await Promise.all(
    (await rowsOf(world.admin, found.id)).map(async ({ objectId }) =>
      objectId === null ? null : ok<Order>(await world.admin.get(`/api/v1/orders/${objectId}`)).partnerCodes,
    ),
  );
  expect(codes[0]).toEqual([
    { code: '340123450000000017', kind: 'sscc', parcel: null },
    { code: 'RR473124829DE', kind: 's10', parcel: null },
    { code: 'JJD000390007882823', kind: 'other', parcel: null },
  ]);
  expect(codes[2]).toEqual([{ code: '340123450000000018', kind: 'other', parcel: null }]);
  expect(codes[3]).toEqual([]);
});

it.each(['csv', 'xlsx'])('C736 the parcels of partner codes are in orders.%s and come in again', async (form) => {
  const partnerCodes = [
    { code: '340123450000000017', kind: 'sscc', parcel: 2 },
    { code: 'JJD000390007882823', kind: 'other', parcel: null },
    { code: '(01)09501101530003(10)AB-123', kind: 'gs1', parcel: 11 },
  ];
  const customerEmail = `${form}@example.com`;
  const body = orderBody({ partnerCodes, customerEmail });
  const { trackingNumber } = ok<Order>(await world.admin.post('/api/v1/orders', body));
  const table = await world.admin.get(`/api/v1/orders.${form}?q=${trackingNumber}`);
  // Of another installation: its number is unknown here.
  await world.app.sql('update orders set tracking_number = ? where tracking_number = ?', `QF9${form}`, trackingNumber);
  // A table of orders counts items and does not name them.
  const told = { mapping: JSON.stringify({ Items: null }), constants: JSON.stringify({ items: 'Box' }) };
  const bytes = Buffer.from(table.rawPayload);
  const found = await check(world.app, world.admin, 'orders', bytes, told, `orders.${form}`);
  expect((await rowsOf(world.admin, found.id)).flatMap(({ issues }) => issues)).toEqual([]);
  expect(found).toMatchObject({ valid: 1, invalid: 0, warnings: [] });
  await commit(world.app, world.admin, found.id);
  const [row] = await rowsOf(world.admin, found.id);
  expect(ok<Order>(await world.admin.get(`/api/v1/orders/${row?.objectId}`)).partnerCodes).toEqual(partnerCodes);
});
