import { rates } from '@quickfleet/shared/limits';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { networkOf } from '../../src/http/limits.ts';
import { PASSWORD } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makeOrder, makePaidQuote, ok, photo, photoFile, quoteBody } from '../support/factories.ts';

// The real limits: LIMIT_SCALE is 1 here, and the clock is the test's.

const world = useWorld({ LIMIT_SCALE: 1 });
const statuses = (answers: readonly { statusCode: number }[]) => {
  const counted: Record<number, number> = {};
  for (const { statusCode } of answers) counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  return counted;
};
let addresses = 0;
/** Somebody at an address that no test has used. */
const stranger = () => world.app.client({ ip: `198.51.${Math.floor(addresses / 200)}.${(addresses++ % 200) + 1}` });
const later = (seconds: number) => world.app.setClock(new Date(Date.now() + seconds * 1000));
const wrong = { username: 'nobody-knows', password: 'wrong password' };

describe('access codes', () => {
  it('looks at ten of two hundred wrong codes from one address, and opens with the right one from another', async () => {
    const order = await makeOrder(world.app, world.admin);
    const guesser = stranger();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        guesser.post('/api/driver/access', { accessCode: `WRNG${String(n).padStart(6, '0')}` }),
      ),
    );
    expect(statuses(answers)).toEqual({ 401: 10, 429: 190 });
    const refused = answers.find((answer) => answer.statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(600);
    expectError(await guesser.post('/api/driver/access', { accessCode: order.accessCode }), 429);
    expect((await guesser.post('/trpc/drivers.access', { accessCode: order.accessCode })).statusCode).toBe(429);
    ok(await stranger().post('/api/driver/access', { accessCode: order.accessCode }));
    later(901);
    ok(await guesser.post('/api/driver/access', { accessCode: order.accessCode }));
    world.app.setClock(undefined);
  });

  it('lets a depot behind one address open as many orders as it has', async () => {
    const order = await makeOrder(world.app, world.admin);
    const depot = stranger();
    for (let n = 0; n < 25; n++) ok(await depot.post('/api/driver/access', { accessCode: order.accessCode }));
  });
});

describe('sign-in', () => {
  it('checks five wrong passwords of an account, whatever the address and surface, then waits', async () => {
    const { username } = await world.app.as('driver');
    const tries = Array.from({ length: 40 }, (_, n) => {
      const from = stranger();
      const body = { username: n % 2 ? username : username.toUpperCase(), password: 'wrong password' };
      return n % 3 === 0
        ? from.post('/trpc/auth.login', body)
        : from.post(n % 3 === 1 ? '/api/login' : '/api/v1/auth/login', body);
    });
    expect(statuses(await Promise.all(tries))).toEqual({ 401: 5, 429: 35 });
    expectError(await stranger().post('/api/login', { username, password: PASSWORD }), 429, 'TOO_MANY_REQUESTS');
    ok(await stranger().post('/api/login', { username: world.customer.username, password: PASSWORD }));
    later(901);
    ok(await stranger().post('/api/login', { username, password: PASSWORD }));
    world.app.setClock(undefined);
  });

  it('looks at twenty wrong passwords from one address; right ones use nothing up', async () => {
    const office = stranger();
    for (let n = 0; n < 25; n++)
      ok(await office.post('/api/login', { username: world.customer.username, password: PASSWORD }));
    const guesser = stranger();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => guesser.post('/api/login', { ...wrong, username: `user-${n}` })),
    );
    expect(statuses(answers)).toEqual({ 401: 20, 429: 40 });
  });

  it('refuses a tRPC batch of a hundred sign-ins whole, and counts each one of ten', async () => {
    const batch = (size: number) => {
      const body = Object.fromEntries(
        Array.from({ length: size }, (_, n) => [n, { username: 'batched', password: `guess-${n}` }]),
      );
      return stranger().post(`/trpc/${Array.from({ length: size }, () => 'auth.login').join(',')}?batch=1`, body);
    };
    const hundred = await batch(100);
    expect(hundred.statusCode).toBe(400);
    expect(await world.app.sql(`select count from rate_counts where bucket = 'auth.login:account:batched'`)).toEqual(
      [],
    );
    const ten = (await batch(10)).json<{ error: { data: { httpStatus: number } } }[]>();
    expect(statuses(ten.map(({ error }) => ({ statusCode: error.data.httpStatus })))).toEqual({ 401: 5, 429: 5 });
  });
});

describe('other limits', () => {
  it('takes ten quotes an hour from an address, and any number from staff and keys', async () => {
    const visitor = stranger();
    const answers = await Promise.all(Array.from({ length: 14 }, () => visitor.post('/api/v1/quotes', quoteBody())));
    expect(statuses(answers)).toEqual({ 201: 10, 429: 4 });
    expect((await visitor.post('/trpc/quotes.create', quoteBody())).statusCode).toBe(429);
    const program = await world.program('quotes:write');
    for (const client of [world.dispatcher, program])
      for (let n = 0; n < 12; n++) expect((await client.post('/api/v1/quotes', quoteBody())).statusCode).toBe(201);
  });

  it('counts no repeat under an Idempotency-Key', async () => {
    const [visitor, body] = [stranger(), quoteBody()];
    for (let n = 0; n < 20; n++)
      expect(
        (await visitor.post('/api/v1/quotes', body, { headers: { 'idempotency-key': 'limits-repeat' } })).statusCode,
      ).toBe(201);
  });

  it('registers five from an address in an hour', async () => {
    const visitors = stranger();
    const answers: { statusCode: number }[] = [];
    for (let n = 0; n < 7; n++)
      answers.push(
        await world.app
          .client({ ip: '203.0.113.77' })
          .post('/api/register', { username: `limited-${n}`, password: PASSWORD }),
      );
    expect(statuses(answers)).toEqual({ 201: 5, 429: 2 });
    expect((await visitors.post('/api/register', { username: 'limited-9', password: PASSWORD })).statusCode).toBe(201);
  });

  it('mails one quote once a minute, for people and programs, however its id is spelled', async () => {
    const { id } = await makePaidQuote(world.app, world.admin);
    const program = await world.program('quotes:manage');
    const sent = await world.dispatcher.post(`/api/v1/quotes/${id}/send-email`, undefined, {
      headers: { 'idempotency-key': 'mail-once' },
    });
    ok(sent);
    expectError(await program.post(`/api/v1/quotes/${id}/send-email`), 429);
    expectError(await world.admin.post(`/api/v1/quotes/0${id}/send-email`), 400);
    expect((await world.admin.post('/trpc/quotes.sendEmail', { id: String(id) })).statusCode).toBe(429);
    expect(
      (
        await world.dispatcher.post(`/api/v1/quotes/${id}/send-email`, undefined, {
          headers: { 'idempotency-key': 'mail-once' },
        })
      ).body,
    ).toBe(sent.body);
    later(61);
    ok(await program.post(`/api/v1/quotes/${id}/send-email`));
    world.app.setClock(undefined);
  });

  it('sends five test mails a minute for one person', async () => {
    const template = ok<{ id: number }>(
      await world.dispatcher.post('/api/email-templates', {
        name: 'T',
        type: 'customer',
        trigger: 'x',
        subject: 's',
        content: 'c',
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.dispatcher.post(`/api/email-templates/${template.id}/test`, { testEmail: 'me@example.com' }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 5, 429: 3 });
  });

  it('answers sixty look-ups a minute, and twenty misses in ten', async () => {
    const order = await makeOrder(world.app, world.admin);
    const [curious, guesser] = [stranger(), stranger()];
    const looks = await Promise.all(
      Array.from({ length: 70 }, () => curious.get(`/api/v1/orders/tracking/${order.trackingNumber}`)),
    );
    expect(statuses(looks)).toEqual({ 200: 60, 429: 10 });
    const misses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => guesser.get(`/api/v1/orders/tracking/QF${String(n).padStart(12, '0')}`)),
    );
    expect(statuses(misses)).toEqual({ 404: 20, 429: 10 });
  });

  it('takes 100 MiB of photos an hour from an address', async () => {
    const visitor = stranger();
    await world.app.sql(
      `insert into rate_counts (bucket, count, resets_at) values (?, 102399, now() + interval '1 hour')`,
      `uploads.kilobytes:ip:198.51.0.${addresses}`,
    );
    const big = { ...(await photoFile('file')), bytes: await photo(400, 400) };
    const answer = await visitor.form('POST', '/api/v1/upload', {}, [big]);
    expectError(answer, 429);
    ok(await stranger().form('POST', '/api/v1/upload', {}, [big]));
    ok(await world.dispatcher.form('POST', '/api/v1/upload', {}, [big]));
  });
});

describe('what a caller learns about the limits', () => {
  it('names each limit, what is left of it and when it starts again', async () => {
    const guesser = stranger();
    const answer = await guesser.post('/api/login', { ...wrong, username: 'told-of-limits' });
    expect(answer.headers['ratelimit-policy']).toBe(
      '"auth.login/ip";q=20;w=900, "auth.login/account";q=5;w=900, "general";q=1200;w=60',
    );
    expect(answer.headers.ratelimit).toMatch(
      /^"auth\.login\/ip";r=19;t=\d+, "auth\.login\/account";r=4;t=\d+, "general";r=1199;t=\d+$/,
    );
    for (let n = 0; n < 5; n++) await guesser.post('/api/login', { ...wrong, username: 'told-of-limits' });
    const last = await guesser.post('/api/login', { ...wrong, username: 'told-of-limits' });
    expectError(last, 429);
    expect(last.headers.ratelimit).toContain('"auth.login/account";r=0;');
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(800);
    const overTrpc = await guesser.post('/trpc/auth.login', { ...wrong, username: 'told-of-limits' });
    expect(Number(overTrpc.headers['retry-after'])).toBeGreaterThan(800);
    for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^x-ratelimit/);
  });

  it('counts every call of an address, unknown ones too, and no invented header changes the address', async () => {
    // One minute of the limit, however long this machine takes for the calls.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const flood = stranger();
    const answers: { statusCode: number }[] = [];
    const urls = ['/api/v1/nothing', '/api/v1/openapi.json', '/api/v2/nothing', '/nothing', '/api/v1/quotes'];
    for (let n = 0; n < 1210; n++)
      answers.push(
        await flood.get(urls[n % urls.length] ?? '', { headers: { 'x-forwarded-for': `203.0.113.${n % 250}` } }),
      );
    const counted = statuses(answers);
    expect(counted[429]).toBe(10);
    const refused = await flood.get('/api/v1/nothing');
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(refused.headers.ratelimit).toMatch(/^"general";r=0;t=\d+$/);
    expect((await stranger().get('/api/v1/nothing')).statusCode).toBe(404);
  });

  it('takes the addresses of one IPv6 subscriber for one', async () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        world.app.client({ ip: `2001:db8:77:1::${n + 1}` }).post('/api/driver/access', { accessCode: 'WRNG999999' }),
      ),
    );
    expect(statuses(answers)).toEqual({ 401: 10, 429: 5 });
  });

  it('counts decisions about quotes under /my as those by the link of a mail, and saved addresses', async () => {
    const { post, put } = await world.app.as('customer');
    const yes = { revision: 1, name: 'Ada', termsAccepted: true };
    for (const [call, max] of [
      [() => post('/api/v1/my/quotes/AAA-AAA/accept', yes), 30],
      [() => post('/api/v1/my/quotes/AAA-AAA/decline', { reason: 'No' }), 30],
      [() => post('/api/v1/my/addresses', { use: 'both', address: '1 Road' }), 60],
      [() => put('/api/v1/my/addresses/1', { address: '1 Road' }), 60],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: max + 3 }, call));
      expect(statuses(answers)[429]).toBe(3);
    }
  });

  it('has a limit for every secret and every public way to write', () => {
    expect(Object.keys(rates)).toEqual(
      expect.arrayContaining([
        'auth.login',
        'auth.register',
        'drivers.access',
        'quotes.create',
        'quotes.sendEmail',
        'templates.test',
        'tracking.get',
        'tracking.miss',
        'uploads.store',
        'uploads.kilobytes',
      ]),
    );
  });
});
