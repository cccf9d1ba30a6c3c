import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ALLOW_REGISTRATION: false });
});
afterAll(() => app.close());

it('C523 a call that this installation lacks is no call, whatever is in it', async () => {
  const admin = await app.as('admin');
  for (const body of [undefined, {}, [], { to: 'nowhere' }, { to: 'empty' }, { to: 7, more: 'x'.repeat(9000) }])
    expectError(await admin.post('/api/v1/sandbox/reset', body), 404, 'SANDBOX_NOT_FOUND');
  for (const body of [undefined, {}, { username: '' }, { username: 'newcomer', password: 'a-good-password-3' }])
    expectError(await app.client().post('/api/v1/auth/register', body), 403);
  expect(await app.sql(`select count(*)::int as n from users where username = 'newcomer'`)).toEqual([{ n: 0 }]);
});
