import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
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
