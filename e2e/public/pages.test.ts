import { describe, expect, test } from 'vitest';
import { ADMIN, startSite, useSite } from '../harness.ts';

const site = useSite();
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = BROWSER) =>
  fetch(site.url + path, { headers, redirect: 'manual' });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { ...BROWSER, ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

describe('addresses', () => {
  test('H14 in another spelling lead to the screen', async () => {
    for (const [asked, screen] of [
      ['/TRACK', '/track'],
      ['/track/', '/track'],
      ['/Admin/Quotes?status=sent', '/admin/quotes?status=sent'],
      ['/track/qf00-0001', '/track/QF000001'],
    ] as const) {
      const answer = await get(asked);
      expect([answer.status, answer.headers.get('location')]).toEqual([308, screen]);
    }
    expect((await get('/No/Such')).status).toBe(404);
  });

  test('K01 K03 of a search that was sent as a plain form lead to the order', async () => {
    const answer = await get('/track?trackingNumber=qf+00-01');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/track/QF0001']);
    for (const nothing of ['/track?trackingNumber=', '/track?trackingNumber=+-', '/track?utm=1'])
      expect((await get(nothing)).status).toBe(200);
  });

  test('R10 that cannot be read are answered with the page to a browser, and with JSON to a program', async () => {
    const page = await get('/foo%ZZ');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Page Not Found');
    const call = await get('/foo%ZZ', { accept: 'application/json' });
    expect([call.status, (await call.json()).code]).toEqual([400, 'BAD_ADDRESS']);
    expect((await get('/api/v1/%ZZ')).headers.get('content-type')).toContain('application/json');
  });
});

describe('the limit on requests', () => {
  test('H15 is a page with Retry-After to a browser, and JSON to a program', async () => {
    const small = await startSite({ LIMIT_SCALE: 0.01 });
    const ask = (headers: Record<string, string>) => fetch(`${small.url}/privacy`, { headers });
    let answer = await ask(BROWSER);
    for (let at = 0; at < 20 && answer.status !== 429; at++) answer = await ask(BROWSER);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await answer.text();
    expect(html).toContain('Too many tries. Please wait a little and try again.');
    expect(html).not.toContain('<script');
    const call = await ask({ accept: 'application/json' });
    expect([call.status, (await call.json()).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    await small.close();
  });
});

describe('a plain sign-in form', () => {
  test('H17 signs in and leads on, at both sign-ins', async () => {
    for (const [path, target] of [
      ['/auth', '/'],
      ['/admin/auth', '/admin'],
    ] as const) {
      const answer = await post(path, ADMIN, { origin: site.url });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, target]);
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('qf_session=')) ?? '';
      const me = await fetch(`${site.url}/api/user`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
      expect((await me.json()).username).toBe(ADMIN.username);
    }
  });

  test('H17 comes back with the sentence and the username, and never with the password', async () => {
    const answer = await post('/auth', { username: '<b>"me"', password: 'a-secret-word' }, { origin: site.url });
    expect(answer.status).toBe(401);
    const html = await answer.text();
    expect(html).toContain('Username or password is not right');
    expect(html).toContain('&lt;b&gt;&quot;me&quot;');
    expect(html).not.toContain('<b>"me"');
    expect(html).not.toContain('a-secret-word');
    expect(await (await post('/auth', {}, { origin: site.url })).text()).toContain('Username is required');
  });

  test('H17 is refused when another site sends it', async () => {
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of others) {
      const answer = await post('/auth', ADMIN, headers);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await post('/auth', ADMIN, { origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  test('H17 signs nobody in by an address', async () => {
    const answer = await get(`/auth?username=${ADMIN.username}&password=${ADMIN.password}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
