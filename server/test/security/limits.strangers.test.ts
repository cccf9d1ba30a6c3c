import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makeOrder, ok } from '../support/factories.ts';

// What strangers can do to those who belong here. The real limits: LIMIT_SCALE is 1.

const world = useWorld({ LIMIT_SCALE: 1 });
let addresses = 0;
const stranger = () => world.app.client({ ip: `198.18.${Math.floor(addresses / 200)}.${(addresses++ % 200) + 1}` });
const guess = (username: string, from = stranger()) =>
  from.post('/api/login', { username, password: 'wrong password' });
const signIn = (from: ReturnType<typeof stranger>, username: string) =>
  from.post('/api/login', { username, password: PASSWORD });

describe('wrong passwords of strangers', () => {
  it('N04 do not hold up somebody on a device where they have signed in before', async () => {
    const { username } = await world.app.as('dispatcher');
    const owner = stranger();
    ok(await signIn(owner, username));
    ok(await owner.post('/api/logout'));
    for (let n = 0; n < 12; n++) await guess(username);
    expectError(await signIn(stranger(), username), 429);
    ok(await signIn(owner, username.toUpperCase()));
    // Signing in there does not open the account to the guessers again.
    expectError(await guess(username), 429);
  });

  it('N04 count on a known device too, and for its own user alone', async () => {
    const [first, second] = [await world.app.as('dispatcher'), await world.app.as('driver')];
    const device = stranger();
    ok(await signIn(device, first.username));
    const answers: number[] = [];
    for (let n = 0; n < 7; n++) answers.push((await guess(first.username, device)).statusCode);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // What the device may do for one user it may not do for another, nor with a cookie that was changed.
    for (let n = 0; n < 5; n++) await guess(second.username);
    expectError(await signIn(device, second.username), 429);
    const cookie = device.cookies.get('qf_devices') ?? '';
    expect(cookie).toMatch(new RegExp(`^${first.userId}-`));
    device.cookies.set('qf_devices', cookie.replace(/^\d+/, String(second.userId)));
    expectError(await signIn(device, second.username), 429);
  });

  it('N04 from one address are refused before they use up any more accounts', async () => {
    const guesser = stranger();
    for (let n = 0; n < 20; n++) await guess(`nobody-${n}`, guesser);
    const victim = await world.app.as('driver');
    for (let n = 0; n < 10; n++) expectError(await guess(victim.username, guesser), 429);
    expect(
      await world.app.sql(`select count from rate_counts where bucket = ?`, `auth.login:account:${victim.username}`),
    ).toEqual([]);
    ok(await signIn(stranger(), victim.username));
  });
});

it('N05 a right access code opens its order however many wrong ones others send', async () => {
  const order = await makeOrder(world.app, world.admin);
  await world.app.sql(
    `insert into rate_counts (bucket, count, resets_at) values ('drivers.miss:all:all', 600, now() + interval '1 minute')`,
  );
  expectError(await stranger().post('/api/driver/access', { accessCode: 'WRNG000001' }), 429);
  ok(await stranger().post('/api/driver/access', { accessCode: order.accessCode }));
});
