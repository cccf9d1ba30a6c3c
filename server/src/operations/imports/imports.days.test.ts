import type { Import } from '@quickfleet/shared/operations/imports';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { check, commit, rowsOf, work } from '../../../test/support/imports.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const HEADS = 'Customer name,Customer e-mail,Pickup address,Delivery address,Item,Day';
let turn = 0;
const file = (...days: string[]) =>
  [HEADS, ...days.map((day) => `D ${++turn},d${turn}@example.com,A,B,Box,"${day}"`)].join('\n');
const daysOf = (id: number) =>
  world.app.sql<{ day: string }>(
    `select to_char(o.delivery_date at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day from import_rows r
      join orders o on o.id = r.object_id where r.import_id = ? order by r.row`,
    id,
  );
// Two years ahead at most: the days are of the year after this one.
const YEAR = new Date().getFullYear() + 1;

describe('C527 days of a file', () => {
  it('is asked once when rows say both and one has two readings, and cannot go in before', async () => {
    const text = file(
      `12/25/${YEAR}`,
      `25/12/${YEAR}`,
      `${YEAR}/12/07`,
      `12/7/${YEAR}`,
      `7/12/${YEAR}`,
      `${YEAR}-12-7`,
    );
    const found = await check(world.app, world.admin, 'orders', text);
    expect(found).toMatchObject({ state: 'checked', dayOrder: null, questions: ['dayOrder'], valid: 4, invalid: 2 });
    expectError(await world.admin.post(`/api/v1/imports/${found.id}/commit`, {}), 409, 'IMPORT_STATE');
    ok(await world.admin.put(`/api/v1/imports/${found.id}`, { dayOrder: 'dmy' }));
    const told = await work(world.app, world.admin, found.id);
    expect(told).toMatchObject({ state: 'checked', dayOrder: 'dmy', questions: [], valid: 6, invalid: 0 });
    await commit(world.app, world.admin, found.id);
    expect((await daysOf(found.id)).map(({ day }) => day.slice(5))).toEqual([
      '12-25',
      '12-25',
      '12-07',
      '07-12',
      '12-07',
      '12-07',
    ]);
    // The next file with these heads is not asked any more.
    const next = await check(world.app, world.admin, 'orders', file(`3/4/${YEAR}`));
    expect(next).toMatchObject({ dayOrder: 'dmy', questions: [], valid: 1 });
    const other = await check(world.app, world.admin, 'orders', file(`3/4/${YEAR}`), { dayOrder: 'mdy' });
    await commit(world.app, world.admin, other.id);
    expect((await daysOf(other.id)).map(({ day }) => day)).toEqual([`${YEAR}-03-04`]);
  });

  it.each([
    ['mdy', [`12/25/${YEAR}`, `3/4/${YEAR}`], ['12-25', '03-04']],
    ['dmy', [`25/12/${YEAR}`, `3/4/${YEAR}`], ['12-25', '04-03']],
    [
      null,
      [`7.12.${YEAR - 2000}`, `7. Dezember ${YEAR}`, `${YEAR}1207`, `12/12/${YEAR}`],
      ['12-07', '12-07', '12-07', '12-12'],
    ],
  ] as const)('rows with one reading decide for the others: %s', async (dayOrder, days, read) => {
    const heads = `${HEADS},Nr ${++turn}`;
    const found = await check(world.app, world.admin, 'orders', file(...days).replace(HEADS, heads));
    expect(found).toMatchObject({ dayOrder, questions: [], valid: days.length });
    await commit(world.app, world.admin, found.id);
    expect((await daysOf(found.id)).map(({ day }) => day.slice(5))).toEqual(read);
  });

  it('no sentence says that it can be two days of one that cannot', async () => {
    const found = await check(
      world.app,
      world.admin,
      'orders',
      file(`30/02/${YEAR}`, `${YEAR}-02-30`, 'soon', `13/13/${YEAR}`),
    );
    const said = (await rowsOf(world.admin, found.id)).flatMap(({ issues }) => issues.map(({ message }) => message));
    expect(said).toEqual(Array.from({ length: 4 }, () => 'Write the day like 2026-12-01'));
  });

  it('C743 a weekday that is written with a day decides for the rows that can be two', async () => {
    const seventh = new Date(Date.UTC(YEAR, 11, 7)).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
    const other = new Date(Date.UTC(YEAR, 6, 12)).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
    expect(seventh).not.toBe(other);
    const text = file(`${seventh} 12/7/${YEAR}`, `3/4/${YEAR}`).replace(HEADS, `${HEADS},Nr ${++turn}`);
    const found = await check(world.app, world.admin, 'orders', text);
    expect(found).toMatchObject({ dayOrder: 'mdy', questions: [], valid: 2 });
    await commit(world.app, world.admin, found.id);
    expect((await daysOf(found.id)).map(({ day }) => day.slice(5))).toEqual(['12-07', '03-04']);
  });

  it('a word that is no order is refused', async () => {
    const found: Import = await check(world.app, world.admin, 'orders', file(''));
    expect(expectError(await world.admin.put(`/api/v1/imports/${found.id}`, { dayOrder: 'ymd' }), 400).issues).toEqual([
      { path: 'dayOrder', message: 'dayOrder is dmy or mdy' },
    ]);
  });
});
