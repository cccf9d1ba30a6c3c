import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { EventHub } from '../../src/http/streams/events.ts';
import { makeAdmin } from '../../src/people/users/first-admin.ts';
import { type Client, createTestApp, PASSWORD, type TestApp } from '../support/app.ts';
import { expectError } from '../support/contract.ts';
import { makeOrder, makeQuote, ok } from '../support/factories.ts';
import { cookieOf, openStream, type Stream } from '../support/stream.ts';

// Two servers on one database: what ends at the one ends at the other.

/** After five seconds a process asks for itself: sooner it was told. */
const BY_ITSELF_MS = 4500;

let app: TestApp;
let servers: string[];
let closeSecond: () => Promise<void>;
beforeAll(async () => {
  app = await createTestApp();
  const events = new EventHub(app.databaseUrl, app.services.log);
  await events.start();
  const second = await buildApp({ ...app.services, events });
  servers = [await app.app.listen({ port: 0, host: '127.0.0.1' }), await second.listen({ port: 0, host: '127.0.0.1' })];
  closeSecond = async () => {
    await second.close();
    await events.close();
  };
});
afterAll(async () => {
  await closeSecond();
  await app.close();
});

type Person = Client & { userId: number; username: string };
const listen = (headers: Record<string, string>): Promise<Stream[]> =>
  Promise.all(servers.map((server) => openStream(`${server}/trpc/live.onChange`, headers)));
const keyOf = async (admin: Client) => {
  const body = { name: 'Shop', scopes: ['quotes:read', 'orders:read'] };
  return ok<{ id: number; key: string }>(await admin.post('/api/v1/api-keys', body));
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Both streams end within two seconds, like a lost connection: a browser reconnects and is checked again. */
async function expectEnded(streams: readonly Stream[], action: () => Promise<unknown>): Promise<void> {
  for (const stream of streams) expect(stream).toMatchObject({ isOpen: true });
  await action();
  const ends = () => streams.map(({ isOpen, isEndedForGood }) => ({ isOpen, isEndedForGood }));
  await expect.poll(ends).toEqual(streams.map(() => ({ isOpen: false, isEndedForGood: false })));
}

describe('X07 open streams end with the rights they were opened with, in every process', () => {
  const setUser = async (id: number, change: object) =>
    ok(await (await app.as('admin')).put(`/api/v1/users/${id}`, change));
  const actions: [name: string, action: (who: Person) => Promise<unknown>, after: number | undefined][] = [
    ['signing out', async (who) => ok(await who.post('/api/logout')), 401],
    ['a deactivation', (who) => setUser(who.userId, { isActive: false }), 401],
    ['another role', (who) => setUser(who.userId, { role: 'customer' }), 403],
    ['a password set by an admin', (who) => setUser(who.userId, { password: 'entirely new words' }), 401],
    [
      'a password of one’s own',
      async (who) =>
        ok(await who.put(`/api/v1/users/${who.userId}`, { password: 'entirely new words', currentPassword: PASSWORD })),
      undefined,
    ],
    [
      'the deletion of the account',
      async (who) => ok(await (await app.as('admin')).delete(`/api/v1/users/${who.userId}`)),
      401,
    ],
    ['npm run admin', (who) => makeAdmin(app.services.orm, who.username, 'entirely new words'), 401],
  ];
  it.each(actions)('X07 %s', async (_name, action, after) => {
    const who = await app.as('dispatcher');
    const before = cookieOf(who);
    const [own, other] = [await listen(before), await listen(cookieOf(await app.as('dispatcher')))];
    await expectEnded(own, () => action(who));
    // Everybody else still gets events.
    const order = await makeOrder(app, await app.as('admin'));
    for (const stream of other)
      await expect
        .poll(() => stream.received, { timeout: 10_000 })
        .toContainEqual(expect.objectContaining({ topic: 'quote', id: order.quoteId, isNew: false }));
    for (const stream of own)
      expect(stream.received.filter((change) => 'id' in change && change.id === order.quoteId)).toEqual([]);
    if (after === undefined) return;
    const again = await listen(before);
    await expect.poll(() => again.map(({ refusal }) => refusal), { timeout: 10_000 }).toEqual([after, after]);
  });

  it('X07 a revoked key', async () => {
    const admin = await app.as('admin');
    const { id, key } = await keyOf(admin);
    const streams = await listen(bearer(key));
    await expectEnded(streams, async () => ok(await admin.delete(`/api/v1/api-keys/${id}`)));
    expectError(await app.client({ key }).get('/api/v1/quotes'), 401, 'WRONG_API_KEY');
  });

  it.each([
    ['no admin any more', (id: number) => setUser(id, { role: 'dispatcher' })],
    ['deleted', async (id: number) => ok(await (await app.as('admin')).delete(`/api/v1/users/${id}`))],
  ])('X07 X08 a key of a user who was %s', async (_name, action) => {
    const maker = await app.as('admin');
    const { id, key } = await keyOf(maker);
    ok(await app.client({ key }).get('/api/v1/quotes'));
    await expectEnded(await listen(bearer(key)), () => action(maker.userId));
    expectError(await app.client({ key }).get('/api/v1/quotes'), 401, 'WRONG_API_KEY');
    const { data } = ok<{ data: { id: number }[] }>(await (await app.as('admin')).get('/api/v1/api-keys'));
    expect(data.find((row) => row.id === id)).toMatchObject({ isMakerActive: false, isRefused: true, revokedAt: null });
  });

  it('X08 a key works again when its maker is an admin again', async () => {
    const maker = await app.as('admin');
    const { key } = await keyOf(maker);
    await setUser(maker.userId, { role: 'dispatcher' });
    expectError(await app.client({ key }).get('/api/v1/quotes'), 401, 'WRONG_API_KEY');
    await setUser(maker.userId, { role: 'admin' });
    ok(await app.client({ key }).get('/api/v1/quotes'));
  });

  it('X07 a stream with a lost notification ends soon after, at its next delivery', async () => {
    const who = await app.as('dispatcher');
    const streams = await listen(cookieOf(who));
    // Past the service, so that no server is notified.
    await app.sql('update users set is_active = false where id = ?', who.userId);
    const areOpen = async () => {
      await makeQuote(app);
      return streams.map(({ isOpen }) => isOpen);
    };
    await expect.poll(areOpen, { interval: 100 }).toEqual([false, false]);
  });
});

describe('G03 what a process remembers of a caller ends with the rights', () => {
  const setUser = async (id: number, change: object) =>
    ok(await (await app.as('admin')).put(`/api/v1/users/${id}`, change));
  const statuses = (headers: Record<string, string>) =>
    Promise.all(servers.map(async (server) => (await fetch(`${server}/api/v1/orders`, { headers })).status));
  /** Both processes have just asked the database who this is. */
  const known = async (role: 'dispatcher' | 'admin' = 'dispatcher') => {
    const who = await app.as(role);
    const headers = cookieOf(who);
    for (let n = 0; n < 3; n++) expect(await statuses(headers)).toEqual([200, 200]);
    return { who, headers };
  };
  const loseEvents = () =>
    app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quickfleet events' and datname = current_database()`,
    );

  const actions: [name: string, action: (who: Person) => Promise<unknown>, after: number][] = [
    ['signing out', async (who) => ok(await who.post('/api/logout')), 401],
    ['a deactivation', (who) => setUser(who.userId, { isActive: false }), 401],
    ['another role', (who) => setUser(who.userId, { role: 'customer' }), 403],
    ['a password set by an admin', (who) => setUser(who.userId, { password: 'entirely new words' }), 401],
    [
      'the deletion of the account',
      async (who) => ok(await (await app.as('admin')).delete(`/api/v1/users/${who.userId}`)),
      401,
    ],
  ];
  it.each(actions)('G03 X07 %s', async (_name, action, after) => {
    const { who, headers } = await known();
    await action(who);
    // The process that made the change knows immediately, the other one as soon as the notification arrives.
    expect((await statuses(headers))[0]).toBe(after);
    await expect.poll(() => statuses(headers), { timeout: BY_ITSELF_MS, interval: 20 }).toEqual([after, after]);
  });

  it('G03 the history of the next change has the new name', async () => {
    const { who, headers } = await known('admin');
    ok(await who.put(`/api/v1/users/${who.userId}`, { firstName: 'Renamed', lastName: 'Person' }));
    const order = await makeOrder(app, who);
    const lines = await app.sql<{ name: string }>(
      `select distinct actor_name as name from history where subject = 'order' and subject_id = ?`,
      order.id,
    );
    expect(lines).toEqual([{ name: 'Renamed Person' }]);
    expect(await statuses(headers)).toEqual([200, 200]);
  });

  it('G03 nothing is remembered while notifications may be missed', async () => {
    const { who, headers } = await known();
    await loseEvents();
    await expect.poll(() => app.services.events.sessionCache.isOn, { interval: 5 }).toBe(false);
    // Past the service, so that nobody is notified.
    await app.sql('update users set is_active = false where id = ?', who.userId);
    expect((await statuses(headers))[0]).toBe(401);
    await expect.poll(() => statuses(headers), { timeout: BY_ITSELF_MS }).toEqual([401, 401]);
    await expect.poll(() => app.services.events.sessionCache.isOn).toBe(true);
  });

  it('G03 a change that nobody was notified of counts after five seconds', async () => {
    const { who, headers } = await known();
    await app.sql('update users set is_active = false where id = ?', who.userId);
    expect(await statuses(headers)).toEqual([200, 200]);
    await expect.poll(() => statuses(headers), { interval: 250 }).toEqual([401, 401]);
  });
});
