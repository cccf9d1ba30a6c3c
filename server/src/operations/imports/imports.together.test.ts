import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { check, commit, rowsOf, work } from '../../../test/support/imports.ts';
import { runsOf } from '../../../test/support/statements.ts';

const world = useWorld();
const HEADS = 'Customer,E-mail,Pickup address,Delivery address,Items,External ID';
const rowsWith = (tag: string, count: number, externalIds = true) => [
  HEADS,
  ...Array.from(
    { length: count },
    (_, at) =>
      `Ada ${at},${tag}${at >> 1}@example.com,${at} A Street,${at} B Road,2 x Box,${externalIds ? `${tag}-${at}` : ''}`,
  ),
];
const countOf = async (sql: string, ...params: unknown[]) =>
  (await world.app.sql<{ n: number }>(`select count(*)::int as n from ${sql}`, ...params))[0]?.n;

it('C564 one row that fails when it goes in has its own sentence, and those it went with are made once', async () => {
  const { id } = await check(world.app, world.admin, 'orders', rowsWith('one', 60).join('\n'));
  const taken = await world.admin.post('/api/v1/orders', { ...orderBody(), externalId: 'one-17' });
  const { id: other } = ok<{ id: number }>(taken);
  expect(await commit(world.app, world.admin, id)).toMatchObject({ state: 'done', created: 59, invalid: 1 });
  const [refused] = (await rowsOf(world.admin, id)).filter(({ state }) => state === 'invalid');
  expect(refused).toMatchObject({ row: 19 });
  expect(refused?.issues.map(({ message }) => message)).toEqual([`Order #${other} has the externalId one-17 already`]);
  expect(await countOf(`orders where external_id like 'one-%'`)).toBe(60);
  expect(await countOf(`history where action = 'order.imported' and detail like '%orders.csv%'`)).toBe(59);
  expect(await countOf(`customers where email like 'one%'`)).toBe(30);
});

it('C564 rows that go in together make each customer once, say what happened of each, and are taken back whole', async () => {
  const { id } = await check(world.app, world.admin, 'orders', rowsWith('back', 40, false).join('\n'));
  expect(await commit(world.app, world.admin, id)).toMatchObject({ created: 40 });
  expect(await countOf(`customers where email like 'back%'`)).toBe(20);
  const types = await world.app.sql<{ type: string; n: number }>(
    `select e.type, count(*)::int as n from events e join import_rows r on r.import_id = ?
      and (e.object_type, e.object_id) in (('order', r.object_id), ('customer', r.customer_id)) group by 1 order by 1`,
    id,
  );
  expect(types).toEqual([
    { type: 'customer.created', n: 20 },
    { type: 'order.created', n: 40 },
  ]);
  expect(await check(world.app, world.admin, 'orders', rowsWith('back', 40, false).join('\n'))).toMatchObject({
    skipped: 40,
  });
  ok(await world.admin.post(`/api/v1/imports/${id}/undo`));
  expect(await work(world.app, world.admin, id)).toMatchObject({ state: 'undone' });
  expect(await countOf(`orders o join import_rows r on r.object_id = o.id where r.import_id = ?`, id)).toBe(0);
  expect(await countOf(`customers where email like 'back%'`)).toBe(0);
});

it('C564 two rows a statement, or more: what an import reads and writes does not grow with each row', async () => {
  const pool = world.app.services.orm.em.getConnection().getNativeClient();
  const runs = async () => [...(await runsOf(await pool)).values()].reduce((sum, one) => sum + one.runs, 0);
  await commit(
    world.app,
    world.admin,
    (await check(world.app, world.admin, 'orders', rowsWith('warm', 100).join('\n'))).id,
  );
  const { id } = await check(world.app, world.admin, 'orders', rowsWith('many', 200).join('\n'));
  const before = await runs();
  expect(await commit(world.app, world.admin, id)).toMatchObject({ created: 200 });
  expect((await runs()) - before).toBeLessThan(200 / 2 + 100);
});
