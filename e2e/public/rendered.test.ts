import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeServer } from '../../server/test/support/close-server.ts';
import { makeOrder } from '../driver/phone.ts';
import { DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import {
  choosePhotos,
  expectAccessible,
  expectOwnStyles,
  NARROW,
  noteShifts,
  open,
  shiftOf,
  submitButton,
} from './visitor.ts';

const site = useSite({
  BRAND_NAME: 'Swift & Sons',
  SUPPORT_PHONE: '+43 1 555 01 99',
  SUPPORT_EMAIL: 'help@quickfleet.example',
  ribbon: 'demo',
});
const browser = useBrowser();

/** A slow line: the page has arrived and is painted, and only the scripts that painting waits for have loaded. */
async function holdScripts(page: Page, path = '/'): Promise<() => void> {
  const html = await (await fetch(site.url + path)).text();
  const blocking = [...html.matchAll(/<script src="([^"]+)"[^>]*><\/script>/g)].map(([, src]) => src);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    if (!blocking.includes(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return () => release();
}

/** Typing starts after the first paint; with it the browser scrolls to the fragment and moves the focus there. */
const arrived = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0 && window.scrollY > 0);

describe('the home page before any script', () => {
  test('R01 H05 H09 is complete, in this company’s words', async () => {
    const context = await browser.newContext({
      baseURL: site.url,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto('/');
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByText('Same-Day Delivery', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Why Choose Swift & Sons?' }).isVisible()).toBe(true);
    expect(await page.locator('#contact').getByRole('link', { name: '+43 1 555 01 99' }).getAttribute('href')).toBe(
      'tel:+4315550199',
    );
    expect(
      await page.locator('#contact').getByRole('link', { name: 'help@quickfleet.example' }).getAttribute('href'),
    ).toBe('mailto:help@quickfleet.example');
    expect(await page.locator('#quote-form').getByLabel('Full Name').isVisible()).toBe(true);
    // What can do nothing without scripts is not there.
    expect(await page.getByRole('button', { name: /^Use the (light|dark) colours$/ }).isVisible()).toBe(false);
    expect(await page.locator('body').textContent()).not.toContain('QuickFleet');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await context.close();
  });

  for (const colorScheme of ['light', 'dark', 'dark, as chosen'] as const) {
    test(`U123 hydrates without a message in the console (${colorScheme})`, async () => {
      const system = colorScheme === 'dark' ? 'dark' : 'light';
      const { page, context, problems } = await newPage(browser, site, { ...PHONE, colorScheme: system });
      if (colorScheme === 'dark, as chosen')
        await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
      await open(page, '/');
      await page.getByText('Demo data').waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('navigation', { name: 'Menu' }).waitFor();
      await expectAccessible(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('Q08 H02 H16 opens the menu, and accepts photos that are chosen while the scripts are still loading', async () => {
    const { page, context, problems } = await newPage(browser, site, PHONE);
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await choosePhotos(page, ['early.jpg', 'bird.jpg']);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.waitFor();
    release();
    await page.getByText('2 image(s) uploaded').waitFor({ state: 'attached' });
    expect(await menu.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Close menu' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q26 keeps what is typed and chosen while the scripts are still loading', async () => {
    const { page, context, problems } = await newPage(browser, site);
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('Full Name').fill('Early Bird');
    await page.getByLabel('Email Address').fill('early@example.com');
    await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Dawn Road');
    await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Dawn Road');
    await page.getByLabel('Item Name').fill('Worm');
    await page.getByLabel('Quantity').fill('3');
    await page.getByRole('radio', { name: 'Specific Date' }).check();
    await page.getByLabel('Choose Date').fill('2028-05-24');

    release();
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('Choose Date').inputValue()).toBe('2028-05-24');
    await submitButton(page).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(
      await site.sql(
        `select q.customer_email, q.pickup_address, q.delivery_address, q.speed_type, q.speed_date::text, i.name, i.quantity
         from quotes q join quote_items i on i.quote_id = q.id where q.customer_name = 'Early Bird'`,
      ),
    ).toEqual([
      {
        customer_email: 'early@example.com',
        pickup_address: '1 Dawn Road',
        delivery_address: '2 Dawn Road',
        speed_type: 'specific_date',
        speed_date: '2028-05-24',
        name: 'Worm',
        quantity: 3,
      },
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('shows a mouse that was on the form before the scripts loaded that photos can be dropped', async () => {
    const { page, context, problems } = await newPage(browser, site);
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('#quote-form form').hover({ position: { x: 20, y: 20 } });
    release();
    await page.getByText('Click or drop photos here').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q25 leaves the focus where a visitor has begun to type before the scripts loaded', async () => {
    const { page, context, problems } = await newPage(browser, site);
    const release = await holdScripts(page);
    await page.goto('/#quote-form', { waitUntil: 'commit' });
    await arrived(page);
    const name = page.getByLabel('Full Name');
    await name.pressSequentially('Ada ');
    release();
    await hydrated(page);
    await submitButton(page).waitFor();
    await page.keyboard.type('Sender');
    expect(await name.inputValue()).toBe('Ada Sender');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q25 leaves a visitor who has begun a form and scrolled away where they are', async () => {
    const { page, context, problems } = await newPage(browser, site);
    const release = await holdScripts(page);
    await page.goto('/#quote-form', { waitUntil: 'commit' });
    await arrived(page);
    const name = page.getByLabel('Full Name');
    await name.fill('Ada Sender');
    await name.blur();
    release();
    await hydrated(page);
    await submitButton(page).waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(await name.inputValue()).toBe('Ada Sender');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('U99 asks for its scripts when it has been painted, as every rendered page does', async () => {
    const order = await makeOrder(site);
    for (const path of ['/', `/track/${order.trackingNumber}`, '/auth', '/driver']) {
      const html = await (await fetch(site.url + path)).text();
      expect(html, path).not.toMatch(/type="module"|modulepreload/);
      const [, entry = ''] = /data-entry="([^"]+)"/.exec(html) ?? [];
      const { page, context, problems } = await newPage(browser, site);
      await page.goto(path);
      await page.waitForFunction((src) => performance.getEntriesByName(location.origin + src).length > 0, entry);
      const { painted, came, asked } = await page.evaluate(() => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return {
          painted: paint?.startTime ?? 0,
          came: files.find(({ name }) => name.endsWith('/before-paint.js'))?.responseEnd ?? 0,
          asked: files.filter(({ name }) => /\/assets\/.*\.js$/.test(name)).map(({ startTime }) => startTime),
        };
      });
      expect(painted, path).toBeGreaterThan(0);
      // A machine that paints nothing for a second does not prevent the hydration.
      expect(Math.min(...asked), path).toBeGreaterThanOrEqual(Math.min(painted, came + 1000));
      expect(problems).toEqual([]);
      await context.close();
    }
  });

  test('loads its scripts and styles precompressed and cached without expiry', async () => {
    const page = await fetch(`${site.url}/`);
    const html = await page.text();
    const [, script = ''] = /data-entry="([^"]+)"/.exec(html) ?? [];
    const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, href]) => href ?? '');
    for (const file of [script, ...styles]) {
      for (const encoding of ['br', 'gzip']) {
        const answer = await fetch(site.url + file, { headers: { 'accept-encoding': encoding } });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-encoding')).toBe(encoding);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        await answer.arrayBuffer();
      }
    }
    expect((await fetch(`${site.url}/home.html`)).status).toBe(404);
    expect(styles.length).toBeGreaterThan(0);
  });
});

describe('tracking and signing in before any script', () => {
  test('R02 R04 R05 are complete', async () => {
    const context = await browser.newContext({
      baseURL: site.url,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    for (const [path, title, heading, button] of [
      ['/track', 'Track Your Order', 'Track Your Order', 'Track Order'],
      ['/auth', 'Sign In', 'Swift & Sons', 'Sign In'],
      ['/admin/auth', 'Admin Sign In', 'Swift & Sons Admin', 'Sign In'],
      ['/driver', 'Driver Portal', 'Driver Portal', 'Access Order'],
    ] as const) {
      await page.goto(path);
      expect(await page.title()).toBe(`${title} · Swift & Sons`);
      expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(`${title} · Swift & Sons`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
      expect(await page.getByRole('button', { name: button }).isVisible()).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
    await context.close();
  });

  for (const view of [PHONE, DESKTOP])
    test(`U99 the styles that come with the page are all that its first paint needs (${view.width} px)`, async () => {
      const more = ['/embed/tracking', '/embed/quote', '/my'];
      for (const path of ['/', '/track', '/auth', '/admin/auth', '/driver', '/terms', '/privacy', '/verify', ...more])
        await expectOwnStyles(browser, site, path, view);
    });

  test('U310 a page that arrives in parts is painted as a whole', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A slow line: the page stops in the middle of its form.
    const line = createServer(async (request, reply) => {
      const answer = await fetch(site.url + request.url);
      const body = Buffer.from(await answer.arrayBuffer());
      reply.setHeader('content-type', answer.headers.get('content-type') ?? '');
      const half = request.url === '/auth' ? body.indexOf('</form>') : 0;
      if (half > 0) {
        reply.write(body.subarray(0, half));
        await released;
      }
      reply.end(body.subarray(half));
    });
    await new Promise<void>((resolve) => {
      line.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => closeServer(line));
    const { page, problems } = await newPage(browser, site, NARROW);
    await noteShifts(page);
    await page.goto(`http://127.0.0.1:${(line.address() as AddressInfo).port}/auth`, { waitUntil: 'commit' });
    const password = page.getByLabel('Password', { exact: true });
    await password.waitFor({ state: 'attached' });
    expect(await shiftOf(page)).toBe(0);
    expect(await password.isVisible()).toBe(false);
    release();
    await password.waitFor();
    await hydrated(page);
    expect(await shiftOf(page)).toBe(0);
    expect(problems).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`hydrate without a message in the console, and nothing moves (${colorScheme})`, async () => {
      for (const path of ['/', '/track', '/auth', '/admin/auth', '/embed/tracking', '/embed/quote', '/my', '/verify']) {
        const { page, context, problems } = await newPage(browser, site, { ...NARROW, colorScheme });
        await noteShifts(page);
        await open(page, path);
        await page.waitForLoadState('networkidle');
        expect(problems).toEqual([]);
        // A word with letters that change width with the typeface counts 0.0001; a visible shift, far more.
        expect(await shiftOf(page), path).toBeLessThan(0.001);
        await context.close();
      }
    });
  }

  test('K01 K03 K06 K40 searches with a plain form while the scripts are still loading', async () => {
    const { page, context, problems } = await newPage(browser, site, { ...PHONE, expectErrors: [/404/] });
    const release = await holdScripts(page, '/track');
    await page.goto('/track', { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: 'Tracking Number' }).fill('qf000000000001');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.url}/track/QF000000000001`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Order Not Found' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Tracking Number' }).inputValue()).toBe('QF000000000001');
    release();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('H17 signs in with a plain form while the scripts are still loading', async () => {
    const user = await site.createUser('customer');
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/401/] });
    const release = await holdScripts(page, '/auth');
    await page.goto('/auth', { waitUntil: 'commit' });
    const send = async (password: string) => {
      await page.getByLabel('Username').fill(user.username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
    };
    await send('wrong');
    await page.getByRole('alert').getByText('Username or password is not right').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe(user.username);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await send(user.password);
    await page.waitForURL(`${site.url}/`, { waitUntil: 'commit' });
    expect(page.url()).not.toContain(user.password);
    release();
    expect((await context.cookies()).some(({ name }) => name === 'qf_session')).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('H17 shows the refusal of a plain form in the returned page, and hydrates it', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/401/] });
    await page.goto('/admin/auth');
    await page.evaluate(() => {
      const form = document.querySelector('form');
      const fill = (name: string, text: string) => {
        const field = form?.querySelector<HTMLInputElement>(`input[name=${name}]`);
        if (field) field.value = text;
      };
      fill('username', 'somebody');
      fill('password', 'something-wrong');
      // Without the page's own handler, as before hydration.
      HTMLFormElement.prototype.submit.call(form);
    });
    await page.getByRole('alert').getByText('Username or password is not right').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('Username').inputValue()).toBe('somebody');
    expect(await page.title()).toBe('Admin Sign In · Swift & Sons');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('H17 says with a plain form, where no scripts run, that an access code is wrong', async () => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: { ...PHONE } });
    const page = await context.newPage();
    await page.goto('/driver');
    await page.getByLabel('Access code').fill('WRONGCODE1');
    await page.getByRole('button', { name: 'Access Order' }).click();
    await page.getByText('Invalid access code').waitFor();
    expect(await page.getByLabel('Access code').inputValue()).toBe('WRONGCODE1');
    await context.close();
  });
});

describe('the typeface', () => {
  test('H18 is requested with the page itself, and moves nothing when it arrives late', async () => {
    const { page, context, problems } = await newPage(browser, site, NARROW);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.woff2', async (route) => {
      await released;
      await route.continue();
    });
    await noteShifts(page);
    const font = page.waitForResponse(/inter-latin-wght-normal.*\.woff2$/);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Late is after the tenth of a second in which a browser still waits for a typeface and may lay out the text again.
    await page.waitForFunction(() => {
      const [painted] = performance.getEntriesByName('first-contentful-paint');
      return painted !== undefined && performance.now() - painted.startTime > 500;
    });
    release();
    expect((await font).status()).toBe(200);
    await page.waitForLoadState('networkidle');
    const preloaded = page.locator('link[rel=preload][as=font]');
    expect(await preloaded.getAttribute('href')).toContain('inter-latin-wght-normal');
    expect(await shiftOf(page)).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('H18 wraps no text differently from the device’s face that replaces it', async () => {
    const look = async (isThere: boolean) => {
      const { page, context } = await newPage(browser, site, { ...PHONE, expectErrors: [/ERR_FAILED/] });
      if (!isThere) await page.route('**/*.woff2', (route) => route.abort());
      await page.goto('/', { waitUntil: 'networkidle' });
      // A first visit may keep the replacement face; the next one has the typeface from the start.
      await page.reload({ waitUntil: 'networkidle' });
      const seen = await page.evaluate(() => ({
        isLoaded: [...document.fonts].some(
          ({ family, status }) => /Inter Variable/.test(family) && status === 'loaded',
        ),
        heights: [...document.querySelectorAll('main :is(h1, h2, h3, p, li)')].map(
          (text) => `${text.textContent}: ${Math.round(text.getBoundingClientRect().height)}`,
        ),
      }));
      await context.close();
      expect(seen.isLoaded).toBe(isThere);
      return seen.heights;
    };
    const withTypeface = await look(true);
    expect(withTypeface.length).toBeGreaterThan(10);
    expect(await look(false)).toEqual(withTypeface);
  });
});
