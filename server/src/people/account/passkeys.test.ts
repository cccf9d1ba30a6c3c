import type { Passkey } from '@quickfleet/shared/people/passkeys';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, PASSWORD, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { type Authenticator, newAuthenticator, type Shown } from '../../../test/support/counterparts/authenticator.ts';
import { ok } from '../../../test/support/factories.ts';
import { codeNow } from '../../../test/support/totp.ts';
import { sweep } from '../../jobs/sweep.ts';
import { makeAdmin } from '../users/first-admin.ts';

const OWN = '/api/v1/users/me/passkeys';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'http://localhost' });
});
afterAll(() => app.close());
afterEach(() => app.setClock(undefined));

type Person = Client & { userId: number; username: string };
interface Options {
  challenge: string;
  rp?: { id: string };
}
const begin = async (who: Client): Promise<string> =>
  ok<Options>(await who.post(`${OWN}/options`, { currentPassword: PASSWORD })).challenge;
const add = (who: Client, device: Authenticator, challenge: string, shown: Shown = {}, name = 'My phone') =>
  who.post(OWN, { name, response: device.create(challenge, shown) });
async function withPasskey(role: 'admin' | 'dispatcher' | 'driver' = 'dispatcher') {
  const who: Person = await app.as(role);
  const device = newAuthenticator();
  const passkey = ok<Passkey>(await add(who, device, await begin(who)));
  return { who, device, passkey };
}
const ask = async (client: Client): Promise<string> =>
  ok<Options>(await client.post('/api/v1/auth/passkey/options')).challenge;
const enter = async (device: Authenticator, shown: Shown = {}, client = app.client(), challenge?: string) =>
  client.post('/api/v1/auth/passkey', { response: device.get(challenge ?? (await ask(client)), shown) });
const rowsOf = (userId: number) => app.sql('select name from passkeys where user_id = ?', userId);
const later = (ms: number) => app.setClock(new Date(Date.now() + ms));

describe('a passkey', () => {
  it('C389 is added after the current password, with a line of history and a mail, and listed for its user alone', async () => {
    const who: Person = await app.as('dispatcher');
    await app.sql('update users set email = ? where id = ?', 'keys@example.com', who.userId);
    expectError(await who.post(`${OWN}/options`, { currentPassword: 'wrong' }), 400, 'WRONG_PASSWORD');
    const device = newAuthenticator();
    const answer = await add(who, device, await begin(who));
    expect(answer.statusCode).toBe(201);
    const made = ok<Passkey>(answer);
    expect(made).toEqual({
      id: made.id,
      name: 'My phone',
      isSynced: false,
      createdAt: made.createdAt,
      lastUsedAt: null,
    });
    expect(ok(await who.get(OWN))).toEqual({ data: [made] });
    const other = await app.as('admin');
    expect(ok(await other.get(OWN))).toEqual({ data: [] });
    expectError(await other.delete(`${OWN}/${made.id}`), 404, 'PASSKEY_NOT_FOUND');
    expectError(await app.client().get(OWN), 401);
    expect(
      await app.sql(`select detail from history where action = 'user.passkey_added' and subject_id = ?`, who.userId),
    ).toEqual([{ detail: 'My phone' }]);
    expect(await app.sql(`select recipient from emails where trigger = 'account_passkey_added'`)).toEqual([
      { recipient: 'keys@example.com' },
    ]);
    // Its device is named to the browser, which makes no second one there.
    const options = ok<object>(await who.post(`${OWN}/options`, { currentPassword: PASSWORD }));
    expect(options).toMatchObject({ rp: { id: 'localhost' }, excludeCredentials: [{ type: 'public-key' }] });
    ok(await who.delete(`${OWN}/${made.id}`));
    expect(await rowsOf(who.userId)).toEqual([]);
  });

  it('C389 is refused for another site, without the device’s own question, with a used, foreign or old challenge, and above ten', async () => {
    const who: Person = await app.as('dispatcher');
    const refused = async (challenge: string, shown: Shown = {}, by: Client = who) =>
      expectError(await add(by, newAuthenticator(), challenge, shown), 400, 'BAD_PASSKEY');
    await refused(await begin(who), { origin: 'https://evil.example' });
    await refused(await begin(who), { host: 'evil.example' });
    await refused(await begin(who), { isVerified: false });
    await refused('bm9uZSBvZiBvdXJz');
    await refused(await ask(app.client()));
    await refused(await begin(who), {}, await app.as('admin'));
    const old = await begin(who);
    later(6 * 60_000);
    await refused(old);
    app.setClock(undefined);
    const challenge = await begin(who);
    ok(await add(who, newAuthenticator(), challenge));
    await refused(challenge);
    const spare = await begin(who);
    for (let at = 1; at < 10; at++) ok(await add(who, newAuthenticator(), await begin(who), {}, `Key ${at}`));
    expectError(await add(who, newAuthenticator(), spare), 409, 'TOO_MANY_PASSKEYS');
    expectError(await who.post(`${OWN}/options`, { currentPassword: PASSWORD }), 409, 'TOO_MANY_PASSKEYS');
    expect(await rowsOf(who.userId)).toHaveLength(10);
  });

  it('C390 signs its user in without password and code, and notes the sign-in as every other', async () => {
    const { who, device } = await withPasskey();
    await app.sql('update users set email = ?, signed_in_at = now() where id = ?', 'in@example.com', who.userId);
    const browser = app.client();
    expect(ok(await enter(device, {}, browser))).toMatchObject({ id: who.userId, username: who.username });
    expect(ok(await browser.get('/api/v1/users/me'))).toMatchObject({ id: who.userId });
    const lines = await app.sql(
      `select action from history where subject = 'user' and subject_id = ? order by id desc limit 1`,
      who.userId,
    );
    expect(lines).toEqual([{ action: 'user.signed_in' }]);
    expect(
      await app.sql(`select 1 from emails where trigger = 'account_new_device' and recipient = 'in@example.com'`),
    ).toHaveLength(1);
    expect(ok<{ data: Passkey[] }>(await who.get(OWN)).data[0]?.lastUsedAt).not.toBeNull();
  });

  it('C390 opens nothing by a replay, another site, a copy, a changed answer, an unknown key or a closed account', async () => {
    const { who, device } = await withPasskey();
    const client = app.client();
    const challenge = await ask(client);
    const response = device.get(challenge);
    ok(await client.post('/api/v1/auth/passkey', { response }));
    const stranger = app.client();
    const refused = async (answer: Promise<Awaited<ReturnType<Client['post']>>>) => {
      expectError(await answer, 401, 'WRONG_PASSKEY');
      expectError(await stranger.get('/api/v1/users/me'), 401);
    };
    await refused(stranger.post('/api/v1/auth/passkey', { response }));
    await refused(enter(device, { origin: 'https://evil.example' }, stranger));
    await refused(enter(device, { host: 'evil.example' }, stranger));
    await refused(enter(device, { isVerified: false }, stranger));
    await refused(enter(device, { counter: 1 }, stranger));
    await refused(enter(newAuthenticator(), {}, stranger));
    await refused(enter(device, {}, stranger, 'bm9uZSBvZiBvdXJz'));
    await refused(enter(device, {}, stranger, await begin(who)));
    const old = await ask(stranger);
    later(6 * 60_000);
    await refused(enter(device, {}, stranger, old));
    app.setClock(undefined);
    const right = device.get(await ask(stranger), { counter: 90 });
    const changed = `${right.response.signature.slice(0, -6)}AAAAAA`;
    await refused(
      stranger.post('/api/v1/auth/passkey', {
        response: { ...right, response: { ...right.response, signature: changed } },
      }),
    );
    // Of two at once one is in.
    const twice = device.get(await ask(stranger), { counter: 100 });
    const answers = await Promise.all(
      [app.client(), app.client()].map((one) => one.post('/api/v1/auth/passkey', { response: twice })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
    const admin = await app.as('admin');
    ok(await admin.put(`/api/v1/users/${who.userId}`, { isActive: false }));
    await refused(enter(device, { counter: 120 }, stranger));
    const [line] = await app.sql<{ detail: string }>(
      `select detail from history where action = 'user.sign_in_failed' and subject_id = ?`,
      who.userId,
    );
    expect(line?.detail).toMatch(/^The account is deactivated/);
  });

  it('C390 tries are counted, and what nobody signed is swept', async () => {
    const strict = await createTestApp({ LIMIT_SCALE: 1, PUBLIC_URL: 'http://localhost' });
    try {
      const client = strict.client();
      const device = newAuthenticator();
      const codes = [];
      for (let at = 0; at < 21; at++)
        codes.push((await client.post('/api/v1/auth/passkey', { response: device.get('bm9uZQ') })).statusCode);
      expect(codes.at(-2)).toBe(401);
      expect(codes.at(-1)).toBe(429);
      await ask(client);
      strict.setClock(new Date(Date.now() + 3_600_000));
      await sweep(strict.services);
      expect(await strict.sql('select 1 from passkey_challenges')).toEqual([]);
    } finally {
      await strict.close();
    }
  });

  it('C390 is not offered at an address of numbers or over plain http', async () => {
    for (const origin of ['http://192.168.1.20', 'http://delivery.example', 'http://[::1]:3000'])
      expectError(
        await app
          .client()
          .post('/api/v1/auth/passkey/options', undefined, { headers: { origin, host: new URL(origin).host } }),
        409,
        'PASSKEYS_NEED_HTTPS',
      );
  });

  it('C391 ends with every new password, with a reset of the second factor and with npm run admin', async () => {
    const admin: Person = await app.as('admin');
    const own = await withPasskey();
    ok(
      await own.who.put(`/api/v1/users/${own.who.userId}`, {
        currentPassword: PASSWORD,
        password: 'a-new-password-17',
      }),
    );
    const given = await withPasskey();
    ok(await admin.put(`/api/v1/users/${given.who.userId}`, { password: 'a-new-password-18' }));
    const created = await withPasskey('admin');
    await makeAdmin(app.services.orm, created.who.username, 'a-new-password-19');
    const lost = await withPasskey();
    const factor = '/api/v1/users/me/factor';
    const { secret } = ok<{ secret: string }>(await lost.who.post(factor, { currentPassword: PASSWORD }));
    ok(await lost.who.post(`${factor}/confirm`, { code: codeNow(secret) }));
    expect(await rowsOf(lost.who.userId)).toHaveLength(1);
    ok(await admin.delete(`/api/v1/users/${lost.who.userId}/factor`));
    for (const { who, device } of [own, given, created, lost]) {
      expect(await rowsOf(who.userId)).toEqual([]);
      expectError(await enter(device), 401, 'WRONG_PASSKEY');
    }
    expect(await app.sql(`select subject_id from history where action = 'user.passkeys_ended' order by id`)).toEqual([
      { subject_id: own.who.userId },
      { subject_id: given.who.userId },
      { subject_id: lost.who.userId },
    ]);
  });
});
