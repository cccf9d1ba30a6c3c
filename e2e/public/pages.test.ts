import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ADMIN, startSite, useSite } from '../harness.ts';

const site = useSite();
const photo = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer();
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

describe('malformed forms and parameters', () => {
  test('N16 a form that names a property of every object is answered like one that names nothing', async () => {
    for (const form of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'no-such-form', ''])
      expect([form, (await post('/q/some-token', { form })).status]).toEqual([form, 303]);
    for (const path of ['/constructor', '/__proto__', '/toString', '/hasOwnProperty'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('N16 a body that is not a form, or a field that is sent twice, is refused', async () => {
    const send = (path: string, type: string, body: string) =>
      fetch(site.url + path, {
        method: 'POST',
        headers: { ...BROWSER, 'content-type': type },
        body,
        redirect: 'manual',
      });
    for (const path of ['/auth', '/admin/auth', '/driver', '/q/some-token']) {
      const json = await send(path, 'application/json', '{"form":{"toString":1},"reason":1,"username":{"toString":1}}');
      expect([path, json.status]).toEqual([path, 415]);
      const twice = await send(path, 'application/x-www-form-urlencoded', 'form=ask&form=accept&text=a');
      expect([path, twice.status]).toEqual([path, 400]);
    }
  });

  test('N16 a parameter that is sent twice is refused on every page', async () => {
    for (const path of [
      '/?a=1&a=2',
      '/track?trackingNumber=1&trackingNumber=2',
      '/q/some-token?x=1&x=2',
      '/admin?p=1&p=2',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 400]);
  });
});

describe('addresses', () => {
  test('H14 in another spelling redirect to the screen', async () => {
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

  test('R10 that cannot be parsed get the page in a browser, and JSON in a program', async () => {
    const page = await get('/foo%ZZ');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Page Not Found');
    const call = await get('/foo%ZZ', { accept: 'application/json' });
    expect([call.status, (await call.json()).code]).toEqual([400, 'BAD_ADDRESS']);
    expect((await get('/api/v1/%ZZ')).headers.get('content-type')).toContain('application/json');
  });
});

describe('the limit on requests', () => {
  test('H15 H21 is a page with Retry-After to a browser, a small one for a form, and JSON to a program', async () => {
    const small = await startSite({ LIMIT_SCALE: 0.1 });
    const send = () =>
      fetch(`${small.url}/driver`, {
        method: 'POST',
        headers: BROWSER,
        body: new URLSearchParams({ accessCode: 'ABCDEFGH' }),
        redirect: 'manual',
      });
    let form = await send();
    // The first one comes back with the page and what was typed.
    expect([form.status, (await form.text()).includes('ABCDEFGH')]).toEqual([401, true]);
    for (let at = 0; at < 5 && form.status !== 429; at++) form = await send();
    expect([form.status, form.headers.get('cache-control')]).toEqual([429, 'no-store']);
    const refused = await form.text();
    expect(refused).toContain('Too many tries. Please wait a little and try again.');
    expect(refused).not.toContain('<script');
    expect(refused.length).toBeLessThan(4000);
    const ask = (headers: Record<string, string>) => fetch(`${small.url}/privacy`, { headers });
    let answer = await ask(BROWSER);
    for (let at = 0; at < 160 && answer.status !== 429; at++) answer = await ask(BROWSER);
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

  test('H17 never signs in from the query of an address', async () => {
    const answer = await get(`/auth?username=${ADMIN.username}&password=${ADMIN.password}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('a quote form that is sent without scripts', () => {
  const typed = {
    'customer.name': 'Ada Plain',
    'customer.email': 'ada.plain@example.com',
    'customer.phone': '',
    'customer.company': '',
    pickupAddress: '1 Pickup Street',
    deliveryAddress: '2 Delivery Road',
    speedType: 'let_quickfleet_choose',
    speedDate: '2020-01-01',
    'items.0.name': 'Box of books',
    'items.0.quantity': '2',
    'items.0.description': '',
    notes: 'Ring twice',
  };
  const send = async (fields: Record<string, string>, headers: Record<string, string> = { origin: site.url }) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('items.0.photos', new Blob([await photo()], { type: 'image/png' }), 'books.png');
    return fetch(`${site.url}/`, { method: 'POST', headers: { ...BROWSER, ...headers }, body, redirect: 'manual' });
  };

  test('Q26 sends the request with its photos, and leads to a page that says so', async () => {
    const answer = await send(typed);
    expect(answer.status).toBe(303);
    const [quote] = await site.sql(
      `select q.status, q.notes, q.speed_type as speed, q.speed_date as day, i.name, i.quantity, i.image_urls as photos from quotes q
       join quote_items i on i.quote_id = q.id where q.customer_email = 'ada.plain@example.com'`,
    );
    expect(quote).toMatchObject({
      status: 'draft',
      notes: 'Ring twice',
      speed: 'let_quickfleet_choose',
      day: null,
      name: 'Box of books',
      quantity: 2,
      photos: [expect.stringMatching(/^\/files\//)],
    });
    const page = await (await get(answer.headers.get('location') ?? '')).text();
    expect(page).toContain('Quote Submitted Successfully');
    expect(page).toContain('Submit Another Quote');
  });

  test('Q26 returns with the reason, what was typed and the photos, and another site cannot send it', async () => {
    const answer = await send({ ...typed, 'customer.email': 'no address', 'customer.name': '<b>Ada' });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('Your request was not sent');
    for (const kept of ['no address', '&lt;b&gt;Ada', '1 Pickup Street', 'Ring twice', 'Box of books', '/files/'])
      expect(html).toContain(kept);
    expect((await send(typed, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('H20 is light before any script has run', async () => {
    for (const path of ['/', '/track', '/driver', '/auth'])
      expect(await (await get(path)).text()).toMatch(/<html [^>]*data-mantine-color-scheme="light"/);
  });
});
