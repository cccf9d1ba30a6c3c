import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { expectError } from '../support/contract.ts';
import { makeQuote, ok, quoteBody } from '../support/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('N12 F-15 a write on a full disk is a 503 that says so, and reads go on', async () => {
  const staff = await app.as('admin');
  const { id } = await makeQuote(app);
  // What PostgreSQL raises when it cannot extend a file of the table.
  await app.sql(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await app.sql('create trigger no_room before insert or update on quotes for each row execute function no_room()');
  for (const answer of [
    await app.client().post('/api/v1/quotes', quoteBody()),
    await staff.put(`/api/v1/quotes/${id}`, { notes: 'x' }),
    await staff.post('/trpc/quotes.create', quoteBody()),
  ])
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  const refused = await app.client().post('/api/v1/quotes', quoteBody());
  expectError(refused, 503, 'DISK_FULL');
  expect(refused.json()).toMatchObject({ error: expect.stringContaining('disk is full') });
  ok(await staff.get(`/api/v1/quotes/${id}`));
  expect(await app.sql('select id, notes from quotes')).toEqual([{ id, notes: expect.not.stringMatching(/^x$/) }]);
});
