import type { User } from '@quickfleet/shared/people/users';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/app.ts';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../support/contract.ts';
import { ok } from '../support/factories.ts';

const world = useWorld();
const userKeys = [
  'createdAt',
  'email',
  'firstName',
  'hasSecondFactor',
  'id',
  'isActive',
  'language',
  'lastName',
  'phone',
  'role',
  'updatedAt',
  'username',
  'version',
];

describe('C01 C05 GET /api/user and GET /api/v1/users/me', () => {
  const twins = ['/api/user', '/api/v1/auth/user', '/api/v1/users/me'];
  it('C01 C05 answers who is signed in, never with a password or hash', async () => {
    for (const url of twins) {
      const user = ok<User>(await world.driver.get(url));
      expect(user).toMatchObject({ id: world.driver.userId, role: 'driver', username: world.driver.username });
      expect(Object.keys(user).sort()).toEqual(userKeys);
    }
  });
  it('C01 C05 says 401 to nobody, and no API key is a user', async () => {
    const program = await world.program('quotes:read');
    for (const url of twins) {
      expectError(await world.visitor.get(url), 401, 'SIGN_IN_REQUIRED');
      expectError(await program.get(url), 403);
    }
  });
  it('C05 does not take me for an id', async () => {
    expect(ok<User>(await world.admin.get('/api/v1/users/me')).id).toBe(world.admin.userId);
    expectIssue(await world.admin.put('/api/v1/users/me', { firstName: 'X' }), 'id', 'This is not a valid id');
    expectIssue(await world.admin.delete('/api/v1/users/me'), 'id', 'This is not a valid id');
  });
});

describe('C02 POST /api/login', () => {
  const twins = ['/api/login', '/api/v1/auth/login'];
  it('C02 signs in with a cookie that no script can read, and answers the user with the role', async () => {
    for (const url of twins) {
      const browser = world.app.client();
      const answer = await browser.post(url, { username: world.dispatcher.username, password: PASSWORD });
      expect(ok<User>(answer)).toMatchObject({ username: world.dispatcher.username, role: 'dispatcher' });
      expect(String(answer.headers['set-cookie'])).toMatch(/^qf_session=[^;]+;.*HttpOnly;.*SameSite=Lax/);
      expect(ok<User>(await browser.get('/api/user')).role).toBe('dispatcher');
    }
  });
  it('C02 refuses what is missing and what is wrong, in the same words for an unknown user', async () => {
    for (const url of twins) {
      expectIssue(await world.visitor.post(url, { password: PASSWORD }), 'username', 'Username is required');
      expectIssue(await world.visitor.post(url, { username: 'x', password: '' }), 'password', 'Password is required');
      const wrong = expectError(
        await world.app.client().post(url, { username: world.admin.username, password: 'not-the-password' }),
        401,
        'WRONG_CREDENTIALS',
      );
      const unknown = expectError(
        await world.app.client().post(url, { username: 'nobody-here', password: 'not-the-password' }),
        401,
        'WRONG_CREDENTIALS',
      );
      expect(unknown.error).toBe(wrong.error);
    }
    expect(
      (await world.app.client().post('/api/login', { username: { $ne: null }, password: PASSWORD })).statusCode,
    ).toBe(400);
  });
});

describe('C03 POST /api/register', () => {
  it('C03 makes an ordinary user whatever role the body names, and signs them in', async () => {
    for (const [index, url] of ['/api/register', '/api/v1/auth/register'].entries()) {
      const browser = world.app.client();
      const answer = await browser.post(url, {
        username: `newcomer-${index}`,
        password: 'long enough words',
        role: 'admin',
        isActive: false,
        firstName: 'New',
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({
        username: `newcomer-${index}`,
        role: 'customer',
        firstName: 'New',
        isActive: true,
      });
      expect(ok<User>(await browser.get('/api/user')).role).toBe('customer');
      expect(
        await world.app.sql(
          'select role, is_active, password_hash <> ? as hashed from users where username = ?',
          'long enough words',
          `newcomer-${index}`,
        ),
      ).toEqual([{ role: 'customer', is_active: true, hashed: true }]);
    }
  });
  it('C03 refuses bad input, a taken name, and users who are not admins', async () => {
    const { visitor } = world;
    expectIssue(
      await visitor.post('/api/register', { username: 'a', password: 'short' }),
      'password',
      'The password needs at least 8 characters',
    );
    expectError(
      await visitor.post('/api/register', { username: 'somebody', password: 'password123' }),
      400,
      'COMMON_PASSWORD',
    );
    expectIssue(await visitor.post('/api/register', {}), 'username', 'Username is required');
    expectError(
      await visitor.post('/api/register', {
        username: world.admin.username.toUpperCase(),
        password: 'long enough words',
      }),
      409,
      'USERNAME_TAKEN',
    );
    await expectRefused(
      world,
      [['POST', '/api/register', { username: 'zz', password: 'long enough words' }]],
      ['dispatcher', 'driver', 'customer'],
      'let in',
    );
  });
});

describe('C04 POST /api/logout', () => {
  it('C04 C39 ends the session, answers JSON, and works without one and with any content type', async () => {
    for (const [url, headers] of [
      ['/api/logout', {}],
      ['/api/v1/auth/logout', { 'content-type': 'application/json' }],
      ['/api/logout', { 'content-type': 'text/plain' }],
    ] as const) {
      const browser = await world.app.as('customer');
      const cookie = `qf_session=${browser.cookies.get('qf_session')}`;
      expect(ok(await browser.post(url, undefined, { headers }))).toEqual({ success: true });
      expectError(await world.app.client().get('/api/user', { headers: { cookie } }), 401);
      expect(ok(await world.app.client().post(url, undefined, { headers }))).toEqual({ success: true });
    }
    expect(
      await world.app.sql(
        'select count(*)::int as n from sessions where user_id in (select id from users where username like ?)',
        'customer-%',
      ),
    ).toEqual([{ n: 1 }]);
  });
});

describe('C06 GET and POST /api/v1/users', () => {
  it('C06 pages the users for an admin, and shows a dispatcher the drivers without e-mail addresses', async () => {
    const page = ok<{ data: User[]; total: number; totalPages: number }>(
      await world.admin.get('/api/v1/users?page=1&limit=2'),
    );
    expect(page).toMatchObject({ page: 1, limit: 2, totalPages: Math.ceil(page.total / 2) });
    expect(page.data).toHaveLength(2);
    await world.app.sql('update users set email = ? where id = ?', 'driver@example.com', world.driver.userId);
    const drivers = ok<{ data: User[] }>(await world.dispatcher.get('/api/v1/users')).data;
    expect(drivers.map((user) => [user.role, user.email])).toEqual([['driver', null]]);
    expect(JSON.stringify(ok(await world.admin.get('/api/v1/users?limit=100')))).not.toMatch(/argon2|hash/i);
  });
  it('C06 makes staff and drivers for an admin', async () => {
    const answer = await world.admin.post('/api/v1/users', {
      username: 'made-driver',
      password: 'long enough words',
      role: 'driver',
      phone: '+1 555 01',
    });
    expect(answer.statusCode).toBe(201);
    expect(await world.app.sql('select role, phone from users where id = ?', answer.json<User>().id)).toEqual([
      { role: 'driver', phone: '+1 555 01' },
    ]);
  });
  it('C06 refuses bad input, no session and the wrong role', async () => {
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=1e3',
      'page=0x10',
      'limit=0',
      'limit=101',
      'limit=abc',
      'role=king',
      `page=${'9'.repeat(99)}`,
    ])
      expectError(await world.admin.get(`/api/v1/users?${query}`), 400, 'VALIDATION_FAILED');
    expectError(await world.admin.get('/api/v1/users?page=1&page=2'), 400, 'REPEATED_PARAMETER');
    expectIssue(
      await world.admin.post('/api/v1/users', { username: 'x', password: 'long enough words', role: 'king' }),
      'role',
      'role must be one of admin, dispatcher, driver, customer',
    );
    await expectRefused(world, [['GET', '/api/v1/users']], ['driver', 'customer']);
    await expectRefused(
      world,
      [['POST', '/api/v1/users', { username: 'x', password: 'long enough words', role: 'admin' }]],
      ['dispatcher', 'driver', 'customer'],
    );
  });
});

describe('C07 PUT, DELETE /api/v1/users/{id}', () => {
  it('C07 changes what is named and nothing else', async () => {
    const { userId } = await world.app.as('driver');
    expectError(await world.admin.put(`/api/v1/users/${userId}`, { passwordHash: 'x' }), 400, 'VALIDATION_FAILED');
    const changed = ok<User>(await world.admin.put(`/api/v1/users/${userId}`, { phone: '+1 555 9', id: userId }));
    expect(changed).toMatchObject({ phone: '+1 555 9', role: 'driver', firstName: expect.stringMatching(/^First/) });
    expect(
      ok<User>(await world.admin.put(`/api/v1/users/${userId}`, { role: 'dispatcher', phone: null })),
    ).toMatchObject({ role: 'dispatcher', phone: null });
  });
  it('C07 lets people change themselves, with the present password for a new one, and send back what they read', async () => {
    const me = await world.app.as('customer');
    const read = ok<User>(await me.get('/api/user'));
    ok(await me.put(`/api/v1/users/${me.userId}`, { ...read, firstName: 'Renamed' }));
    expectError(await me.put(`/api/v1/users/${me.userId}`, { role: 'admin' }), 403);
    expectError(await me.put(`/api/v1/users/${me.userId}`, { isActive: false }), 403);
    expectIssue(
      await me.put(`/api/v1/users/${me.userId}`, { password: 'another good one', currentPassword: 'wrong' }),
      'currentPassword',
      'The current password is not right',
    );
    ok(await me.put(`/api/v1/users/${me.userId}`, { password: 'another good one', currentPassword: PASSWORD }));
    expect(await world.app.sql('select role, first_name, is_active from users where id = ?', me.userId)).toEqual([
      { role: 'customer', first_name: 'Renamed', is_active: true },
    ]);
  });
  it('C07 C39 deletes a user, but not oneself, not the last admin, nobody with open orders', async () => {
    const { userId } = await world.app.as('customer');
    expect(ok(await world.admin.delete(`/api/v1/users/${userId}`))).toEqual({ success: true });
    expect(await world.app.sql('select 1 from users where id = ?', userId)).toEqual([]);
    expectError(await world.admin.delete(`/api/v1/users/${userId}`), 404, 'USER_NOT_FOUND');
    expectError(await world.admin.delete(`/api/v1/users/${world.admin.userId}`), 409, 'CANNOT_DELETE_SELF');
    expectError(await world.admin.put(`/api/v1/users/${world.admin.userId}`, { role: 'customer' }), 409, 'LAST_ADMIN');
    const order = {
      customerName: 'A',
      customerEmail: 'a@example.com',
      pickupAddress: 'P',
      deliveryAddress: 'D',
      items: [{ name: 'Box' }],
      driverId: world.driver.userId,
    };
    ok(await world.admin.post('/api/v1/orders', order));
    expectError(await world.admin.delete(`/api/v1/users/${world.driver.userId}`), 409, 'USER_HAS_OPEN_ORDERS');
  });
  it('C07 refuses bad ids, bad input, no session and the wrong role', async () => {
    for (const id of ['0', '-1', '1.5', '01', '1e3', '0x10', 'abc', '2147483648', '9223372036854775808', '%00', 'null'])
      for (const method of ['PUT', 'DELETE'] as const)
        expectError(await world.admin.call(method, `/api/v1/users/${id}`), 400);
    expectError(await world.admin.put(`/api/v1/users/${NOWHERE}`, { firstName: 'X' }), 404);
    expectIssue(
      await world.admin.put(`/api/v1/users/${world.driver.userId}`, { isActive: 'false' }),
      'isActive',
      'Must be true or false',
    );
    expectError(
      await world.admin.put(`/api/v1/users/${world.driver.userId}`, { id: world.admin.userId, firstName: 'X' }),
      400,
      'ID_MISMATCH',
    );
    await expectRefused(world, [['DELETE', `/api/v1/users/${NOWHERE}`]], ['dispatcher', 'driver', 'customer']);
    await expectRefused(
      world,
      [['PUT', `/api/v1/users/${world.admin.userId}`, { firstName: 'X' }]],
      ['dispatcher', 'driver', 'customer'],
    );
  });
});
