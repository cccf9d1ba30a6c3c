import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { ok, orderBody } from '../support/factories.ts';
import { statementsDuring } from '../support/statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.sql('create table order_updates (id int)');
  await app.sql(
    'create function note_update() returns trigger language plpgsql as $$ begin insert into order_updates values (new.id); return null; end $$',
  );
  await app.sql('create trigger note_update after update on orders for each row execute function note_update()');
});
afterAll(() => app.close());

it.each([
  ['nothing else', {}],
  ['a PIN', { proofRules: { delivery: { pin: true } } }],
])('G32 an order with a driver and %s is written in one step and read once', async (_what, more) => {
  const staff = await app.as('dispatcher');
  const { userId: driverId } = await app.as('driver');
  const pool = await app.services.orm.em.getConnection().getNativeClient();
  const ran = await statementsDuring(pool, async () =>
    ok<Order>(await staff.post('/api/v1/orders', orderBody({ driverId, ...more }))),
  );
  expect(await app.sql('select id from order_updates')).toEqual([]);
  const reads = ran.filter((text) => text.includes('as "correctableTo"') && text.endsWith('where o.id = $1'));
  // For the answer, and for the event that programs are sent.
  expect(reads).toHaveLength(2);
});
