import type { ActivityLine } from '@quickfleet/shared/company/history/activity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, PASSWORD, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, makeQuote, ok } from '../../../test/support/factories.ts';

const ACTIVITY = '/api/v1/activity';
let app: TestApp;
let admin: Client & { userId: number };
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

interface Page {
  data: ActivityLine[];
  total: number;
}
const list = async (query = ''): Promise<Page> => ok<Page>(await admin.get(`${ACTIVITY}${query}`));
const first = async (query: string) => (await list(query)).data[0];

it('C374 says who did what to which thing, from where, and what it was before and after', async () => {
  ok(await admin.put('/api/v1/company', { profile: { name: 'Acme Couriers' } }));
  expect(await first('?subject=company')).toMatchObject({
    actorKind: 'user',
    actorId: admin.userId,
    address: expect.stringMatching(/^10\./),
    action: 'company.updated',
    field: 'profile.name',
    from: 'QuickFleet',
    to: 'Acme Couriers',
  });
  const order = await makeOrder(app, admin);
  expect(await first(`?subject=order&subjectId=${order.id}`)).toMatchObject({
    action: 'order.created',
    subjectName: order.trackingNumber,
    to: 'pending',
    field: null,
  });
});

it('C374 has sign-ins, keys, imports and exports', async () => {
  await app.as('dispatcher');
  ok(await admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:read'] }));
  ok(
    await admin.form('POST', '/api/v1/imports', { kind: 'customers' }, [
      {
        field: 'file',
        name: 'people.csv',
        type: 'text/csv',
        bytes: Buffer.from('name,email\nAnna,anna@example.com\n'),
      },
    ]),
  );
  expect((await admin.get('/api/v1/customers.csv')).statusCode).toBe(200);
  expect((await list('?action=user.signed_in')).data.length).toBeGreaterThan(0);
  expect(await first('?subject=key')).toMatchObject({ action: 'key.created', subjectName: 'Shop' });
  expect(await first('?subject=import')).toMatchObject({
    action: 'import.created',
    subjectName: 'people.csv',
    detail: 'customers from people.csv',
  });
  expect(await first('?subject=export')).toMatchObject({ action: 'export.table', detail: 'customers.csv' });
});

it('C374 is found by person, kind, action and day, and the filters add up', async () => {
  const dispatcher = await app.as('dispatcher');
  await makeOrder(app, dispatcher);
  const mine = await list(`?actorKind=user&actorId=${dispatcher.userId}`);
  expect(new Set(mine.data.map(({ actorId }) => actorId))).toEqual(new Set([dispatcher.userId]));
  const both = await list(`?actorKind=user&actorId=${dispatcher.userId}&subject=order`);
  expect(both.data.map(({ action }) => action)).toEqual(['order.created']);
  const today = new Date().toISOString().slice(0, 10);
  expect((await list(`?from=${today}&to=${today}`)).total).toBe((await list()).total);
  expect((await list('?to=2020-01-01')).total).toBe(0);
  expect((await admin.get(`${ACTIVITY}?subject=nothing`)).statusCode).toBe(400);
});

it('C375 is for admins alone, and keeps no address of customers', async () => {
  for (const role of ['dispatcher', 'driver', 'customer'] as const)
    expect((await (await app.as(role)).get(ACTIVITY)).statusCode).toBe(403);
  expect((await app.client().get(ACTIVITY)).statusCode).toBe(401);
  expect((await (await app.as('dispatcher')).get(`${ACTIVITY}.csv`)).statusCode).toBe(403);
  const quote = await makeQuote(app);
  expect(await first(`?subject=quote&subjectId=${quote.id}`)).toMatchObject({ actorKind: 'visitor', address: null });
});

it('C376 no line can be changed or removed, in the database as well', async () => {
  for (const statement of [
    `update history set actor_name = 'nobody'`,
    `update history set address = '10.0.0.1'`,
    'delete from history',
    'truncate history',
  ])
    await expect(app.sql(statement)).rejects.toThrow('append-only');
});

it('C377 the table has the same lines as the list, with the words that are cut on the screen', async () => {
  const { total } = await list('?subject=company');
  const csv = (await admin.get(`${ACTIVITY}.csv?subject=company`)).body.trim().split('\r\n');
  expect(csv[0]).toContain('Who,Kind,From where,What,Object,Number,Name,Field,Before,After,Details');
  expect(csv).toHaveLength(total + 1);
  expect(csv.at(-1)).toContain('profile.name,QuickFleet,Acme Couriers');
  // That it was taken out is a line too.
  expect(await first('?subject=export')).toMatchObject({ detail: 'activity.csv' });
});

it('C384 has sign-outs and failed sign-ins, of these one in ten minutes for an account, whatever is tried', async () => {
  const { userId: id, username } = await app.as('dispatcher');
  const fail = (name: string, typed: string) => app.client().post('/api/login', { username: name, password: typed });
  const failures = () =>
    app.sql<{ subject_id: number; detail: string }>(
      `select subject_id, detail from history where action = 'user.sign_in_failed' order by id`,
    );
  const together = await Promise.all(['a', 'b', 'c'].map((typed) => fail(username, `wrong-${typed}`)));
  expect(together.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  await fail('nobody-of-this-name', 'my-secret-password');
  await fail('nor-of-this-one', 'x');
  expect(await failures()).toEqual([
    { subject_id: id, detail: expect.stringMatching(/^Wrong password, .*, 10\./) },
    { subject_id: 0, detail: expect.stringMatching(/^Unknown username, /) },
  ]);
  const client = app.client();
  ok(await client.post('/api/login', { username, password: PASSWORD }));
  ok(await client.post('/api/logout'));
  expect(await first(`?subject=user&subjectId=${id}`)).toMatchObject({
    action: 'user.signed_out',
    actorId: id,
    subjectName: username,
  });
  expect((await client.get('/api/user')).statusCode).toBe(401);
});
