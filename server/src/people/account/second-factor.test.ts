import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, PASSWORD, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { ok } from '../../../test/support/factories.ts';
import { makeAdmin } from '../users/first-admin.ts';

let app: TestApp;
const START = new Date('2027-05-03T09:00:00Z');
let seconds = 0;
/** Moves the clock on; codes belong to half a minute each. */
const wait = (more: number) => {
  seconds += more;
  app.setClock(new Date(START.getTime() + seconds * 1000));
};
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  seconds = 0;
  wait(0);
});
afterEach(() => app.setClock(undefined));

const codeAt = (secret: string, offset = 0) =>
  generateSync({ secret, epoch: Math.floor((START.getTime() + (seconds + offset) * 1000) / 1000) });
type Person = Client & { userId: number; username: string };
async function withFactor(role: 'admin' | 'dispatcher' | 'driver' = 'dispatcher') {
  const who: Person = await app.as(role);
  const { secret } = ok<{ secret: string }>(await who.post('/api/v1/users/me/factor', { currentPassword: PASSWORD }));
  const { recoveryCodes } = ok<{ recoveryCodes: string[] }>(
    await who.post('/api/v1/users/me/factor/confirm', { code: codeAt(secret) }),
  );
  wait(60);
  return { ...who, secret, recoveryCodes };
}
const signIn = (username: string, code?: string, client = app.client()) =>
  client.post('/api/login', { username, password: PASSWORD, ...(code === undefined ? {} : { code }) });

describe('the second factor', () => {
  it('C273 with it the password alone opens nothing; with a code of the app it does', async () => {
    const who = await withFactor();
    const browser = app.client();
    expectError(await signIn(who.username, undefined, browser), 401, 'SECOND_FACTOR_REQUIRED');
    expectError(await browser.get('/api/v1/users/me'), 401);
    expectError(await signIn(who.username, '000000', browser), 401, 'WRONG_SECOND_FACTOR');
    expectError(
      await app.client().post('/api/login', { username: who.username, password: 'wrong', code: codeAt(who.secret) }),
      401,
      'WRONG_CREDENTIALS',
    );
    ok(await signIn(who.username, codeAt(who.secret), browser));
    expect(ok(await browser.get('/api/v1/users/me'))).toMatchObject({ hasSecondFactor: true });
  });

  it('C273 it counts from its first code on, and beginning needs the current password', async () => {
    const who = await app.as('dispatcher');
    expectError(await who.post('/api/v1/users/me/factor', { currentPassword: 'wrong' }), 400, 'WRONG_PASSWORD');
    const { secret, uri } = ok<{ secret: string; uri: string }>(
      await who.post('/api/v1/users/me/factor', { currentPassword: PASSWORD }),
    );
    expect(uri).toMatch(/^otpauth:\/\/totp\/QuickFleet/);
    ok(await signIn(who.username));
    expectError(await who.post('/api/v1/users/me/factor/confirm', { code: '123 45' }), 400, 'VALIDATION_FAILED');
    ok(await who.post('/api/v1/users/me/factor/confirm', { code: codeAt(secret) }));
    expectError(await signIn(who.username), 401, 'SECOND_FACTOR_REQUIRED');
    expectError(await who.post('/api/v1/users/me/factor', { currentPassword: PASSWORD }), 409, 'FACTOR_SET_UP');
    const [row] = await app.sql<object>('select * from second_factors where user_id = ?', who.userId);
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('C274 a code works once, also in two calls at the same time, and the code of the set-up not again', async () => {
    const who = await withFactor();
    const code = codeAt(who.secret);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(who.username, code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expectError(await signIn(who.username, code), 401, 'WRONG_SECOND_FACTOR');
    // One before the last that was used is refused too.
    expectError(await signIn(who.username, codeAt(who.secret, -30)), 401, 'WRONG_SECOND_FACTOR');
  });

  it('C274 a code of the step before or after counts, and none further away', async () => {
    for (const [offset, status] of [
      [-60, 401],
      [60, 401],
      [-30, 200],
      [30, 200],
    ] as const) {
      const who = await withFactor();
      expect((await signIn(who.username, codeAt(who.secret, offset))).statusCode, `${offset} s`).toBe(status);
    }
  });

  it('C275 each of ten recovery codes signs in once, and new ones end the old', async () => {
    const who = await withFactor();
    expect(new Set(who.recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = who.recoveryCodes;
    const answers = await Promise.all([1, 2].map(() => signIn(who.username, first.toUpperCase())));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    expect(ok(await who.get('/api/v1/users/me/factor'))).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });
    // Another person's code is worth nothing.
    const other = await withFactor();
    expectError(await signIn(other.username, second), 401, 'WRONG_SECOND_FACTOR');
    const { recoveryCodes } = ok<{ recoveryCodes: string[] }>(
      await who.post('/api/v1/users/me/factor/recovery-codes', { code: codeAt(who.secret) }),
    );
    expectError(await signIn(who.username, second), 401, 'WRONG_SECOND_FACTOR');
    ok(await signIn(who.username, recoveryCodes[0]));
    const rows = await app.sql<object>('select * from recovery_codes where user_id = ?', who.userId);
    expect(rows).toHaveLength(9);
    expect(JSON.stringify(rows)).not.toContain((recoveryCodes[1] ?? '').replaceAll('-', ''));
  });

  it('C276 wrong codes are counted in the database, and a device that the user knows is not shut out by them', async () => {
    const strict = await createTestApp({ LIMIT_SCALE: 1 });
    strict.setClock(START);
    const who = await strict.as('dispatcher');
    const { secret } = ok<{ secret: string }>(await who.post('/api/v1/users/me/factor', { currentPassword: PASSWORD }));
    ok(await who.post('/api/v1/users/me/factor/confirm', { code: codeAt(secret) }));
    const body = { username: who.username, password: PASSWORD };
    const statuses = [];
    for (let n = 0; n < 13; n++)
      statuses.push((await strict.client().post('/api/login', { ...body, code: `00000${n % 10}` })).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
    strict.setClock(new Date(START.getTime() + 60_000));
    wait(60);
    const right = codeAt(secret);
    expectError(await strict.client().post('/api/login', { ...body, code: right }), 429);
    // The browser that the person signed in with before has its cookie.
    ok(await who.post('/api/login', { ...body, code: right }));
    await strict.close();
  });

  it('C277 a new password by the mailed link does not go around it', async () => {
    const who = await withFactor();
    await app.sql(`update users set email = 'two-steps@example.com' where id = ?`, who.userId);
    ok(await app.client().post('/api/v1/auth/forgot', { email: 'two-steps@example.com' }));
    await deliverMails(app);
    const [mail] = await app.sql<{ sealed: string }>(
      `select code_sealed as sealed from emails where trigger = 'account_reset' order by id desc limit 1`,
    );
    const browser = app.client();
    const token = app.services.secrets.open(mail?.sealed ?? '') ?? '';
    ok(await browser.post('/api/v1/auth/reset', { token, password: 'entirely new words' }));
    expectError(await browser.get('/api/v1/users/me'), 401);
    const body = { username: who.username, password: 'entirely new words' };
    expectError(await browser.post('/api/login', body), 401, 'SECOND_FACTOR_REQUIRED');
    ok(await browser.post('/api/login', { ...body, code: codeAt(who.secret) }));
  });

  it('C278 an admin resets the factor of another, who is signed out and gets a mail; others may not', async () => {
    const who = await withFactor();
    await app.sql(`update users set email = 'lost-phone@example.com' where id = ?`, who.userId);
    const admin = await withFactor('admin');
    expectError(await (await app.as('dispatcher')).delete(`/api/v1/users/${who.userId}/factor`), 403);
    expectError(await admin.delete(`/api/v1/users/${admin.userId}/factor`), 403);
    ok(await admin.delete(`/api/v1/users/${who.userId}/factor`));
    expectError(await who.get('/api/v1/users/me'), 401);
    ok(await signIn(who.username));
    expect(
      await app.sql(
        `select 1 from emails where trigger = 'account_factor_reset' and recipient = 'lost-phone@example.com'`,
      ),
    ).toHaveLength(1);
    expectError(await admin.delete(`/api/v1/users/${who.userId}/factor`), 409, 'FACTOR_NOT_SET_UP');
    // The command for admins is the way back in for the last one.
    await makeAdmin(app.services.orm, admin.username, PASSWORD);
    ok(await signIn(admin.username));
  });

  it('C278 its user removes it with a code, not without', async () => {
    const who = await withFactor();
    expectError(await who.post('/api/v1/users/me/factor/remove', { code: '000000' }), 400, 'VALIDATION_FAILED');
    ok(await who.post('/api/v1/users/me/factor/remove', { code: codeAt(who.secret) }));
    ok(await signIn(who.username));
    expect(ok(await who.get('/api/v1/users/me/factor'))).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  });

  it('C279 required of the staff, they set it up before anything else; nothing changes for drivers', async () => {
    const dispatcher = await app.as('dispatcher');
    const driver = await app.as('driver');
    const bare = await app.as('admin');
    expectError(
      await bare.put('/api/v1/company', { registration: { secondFactor: 'staff' } }),
      409,
      'FACTOR_NOT_SET_UP',
    );
    const admin = await withFactor('admin');
    ok(await admin.put('/api/v1/company', { registration: { secondFactor: 'staff' } }));
    expectError(await dispatcher.get('/api/v1/orders'), 403, 'SECOND_FACTOR_NEEDED');
    expectError(
      await dispatcher.put(`/api/v1/users/${dispatcher.userId}`, { phone: '1' }),
      403,
      'SECOND_FACTOR_NEEDED',
    );
    expectError(await bare.put('/api/v1/company', { registration: { secondFactor: 'optional' } }), 403);
    ok(await driver.get(`/api/v1/orders/driver/${driver.userId}`));
    ok(await admin.get('/api/v1/orders'));
    expect(ok(await dispatcher.get('/api/v1/users/me'))).toMatchObject({ mustSetUpFactor: true });
    const { secret } = ok<{ secret: string }>(
      await dispatcher.post('/api/v1/users/me/factor', { currentPassword: PASSWORD }),
    );
    ok(await dispatcher.post('/api/v1/users/me/factor/confirm', { code: codeAt(secret) }));
    ok(await dispatcher.get('/api/v1/orders'));
    wait(60);
    expectError(
      await dispatcher.post('/api/v1/users/me/factor/remove', { code: codeAt(secret) }),
      409,
      'FACTOR_REQUIRED',
    );
    ok(await admin.put('/api/v1/company', { registration: { secondFactor: 'optional' } }));
    ok(await bare.get('/api/v1/orders'));
  });
});
