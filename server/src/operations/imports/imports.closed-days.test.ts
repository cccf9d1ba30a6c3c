import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { everyDay, ok } from '../../../test/support/factories.ts';
import { check, rowsOf } from '../../../test/support/imports.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });

it('C565 a row on a day on which the company is closed is ready, with a warning that names the next open day', async () => {
  const soon = addDays(dayAt(new Date(), 'Europe/Berlin'), 30);
  const holidays = [{ day: soon, name: 'Founders’ Day' }];
  ok(await world.admin.put('/api/v1/company', { hours: { weekly: everyDay, holidays } }));
  const file = [
    'Customer name,Customer e-mail,Pickup address,Delivery address,Items,Day,Delivery from,Delivery to',
    `Ada,ada@example.com,1 A Street,2 B Street,Box,${soon},,`,
    `Bea,bea@example.com,1 A Street,2 B Street,Box,${soon},10:00,12:00`,
    `Cal,cal@example.com,1 A Street,2 B Street,Box,${addDays(soon, 1)},,`,
  ].join('\n');
  const found = await check(world.app, world.admin, 'orders', file);
  expect(found).toMatchObject({ valid: 3, invalid: 0 });
  const warnings = (await rowsOf(world.admin, found.id)).map((row) => row.warnings);
  const sentence = expect.stringMatching(/^We’re closed on .* \(Founders’ Day\)\. The next open day is /);
  expect(warnings).toEqual([
    [{ column: 'Day', row: 2, message: sentence }],
    [{ column: 'Delivery from', row: 3, message: sentence }],
    [],
  ]);
});
