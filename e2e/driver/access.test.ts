import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { describe, expect, test } from 'vitest';
import { useBrowser, useSite } from '../harness.ts';
import { expectToast, makeOrder, openOrder, type Phone, soon, takePhone, toasts, untilKept } from './phone.ts';

const site = useSite();
const browser = useBrowser();

describe('the access code', () => {
  test('P01 P02 P03 P04 P05 P06 R03 X04 opens an order without any login', async () => {
    const order = await makeOrder(site);
    const { page, problems, goto } = await takePhone(browser, site, {
      expectErrors: [/401 .*driver\/access/, /40[14] .*driver\/order/],
    });
    await goto();
    await page.getByRole('heading', { name: 'Access Order' }).waitFor();
    const field = page.getByLabel('Access code');
    const button = page.getByRole('button', { name: 'Access Order' });
    expect(await field.getAttribute('maxlength')).toBe('12');
    expect(await field.evaluate((input) => getComputedStyle(input).fontFamily)).toContain('monospace');

    await button.click();
    await expectToast(page, 'Missing Code: Please enter an access code');

    await field.pressSequentially('wrong');
    expect(await field.inputValue()).toBe('WRONG');
    await button.click();
    await expectToast(page, 'Access Denied: Invalid access code');
    expect(await field.inputValue()).toBe('WRONG');

    await field.fill(` ${order.accessCode.toLowerCase()} `);
    const [request] = await Promise.all([page.waitForRequest('**/api/driver/access'), button.click()]);
    expect(request.postDataJSON()).toEqual({ accessCode: order.accessCode });
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await expectToast(page, `Access Granted: Order ${formatTracking(order.trackingNumber)} is open.`);
    const other = await makeOrder(site);
    const statusOf = (id: number) =>
      page.evaluate((orderId) => fetch(`/api/v1/driver/order?orderId=${orderId}`).then(({ status }) => status), id);
    expect(await statusOf(order.id)).toBe(200);
    expect(await statusOf(other.id)).toBeGreaterThanOrEqual(400);
    expect(problems).toEqual([]);
  });

  test('P110 sending the access code never waits for preloading', async () => {
    const order = await makeOrder(site);
    const { page, problems, goto } = await takePhone(browser, site, { isFresh: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const release = Promise.withResolvers<void>();
    await page.route('**/assets/open-order-*.js', async (route) => {
      await release.promise;
      await route.continue();
    });
    await goto();
    await soon(async () => asked.some((path) => path.startsWith('/assets/open-order-'))).toBe(true);
    await page.getByLabel('Access code').fill(order.accessCode);
    await Promise.all([page.waitForResponse('**/api/driver/access'), page.keyboard.press('Enter')]);
    const isOverlay = (path: string) => /^\/assets\/(dialogs|overlays|dialog-parts)-.*\.js$/.test(path);
    expect(asked.filter(isOverlay)).toEqual([]);
    release.resolve();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await soon(async () => new Set(asked.filter(isOverlay)).size).toBe(3);
    expect(problems).toEqual([]);
  });

  test('P109 "Access Granted" covers no instructions, however long they are and however small the phone is', async () => {
    const order = await makeOrder(site, { driverNotes: 'Ring twice at the green gate. '.repeat(15) });
    for (const size of [
      { width: 390, height: 844 },
      { width: 360, height: 560 },
      { width: 667, height: 331 },
    ]) {
      const { page, problems } = await openOrder(browser, site, order, size);
      const toast = page.locator('[data-kind="success"]').filter({ hasText: 'Access Granted' });
      const notes = page.getByText('Ring twice at the green gate.');
      await toast.waitFor();
      await notes.waitFor();
      await soon(async () => {
        const [over, text] = [await toast.boundingBox(), await notes.boundingBox()];
        return over && text && over.y + over.height <= text.y;
      }).toBe(true);
      expect(problems).toEqual([]);
    }
  });

  test('C666 a code that is sent before the scripts have come waits for them, and the page is loaded once', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await takePhone(browser, site, { isFresh: true });
    const sent: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && sent.push(request.method()));
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto('/driver', { waitUntil: 'commit' });
    await page.getByLabel('Access code').fill(order.accessCode.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Still loading. Your tap is kept.').waitFor();
    expect(page.url()).toBe(`${site.url}/driver`);
    released.resolve();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    expect(sent).toEqual(['GET']);
    expect(problems).toEqual([]);
  });

  test('C666 where the scripts do not come, the code is sent as a plain form', async () => {
    const order = await makeOrder(site);
    const { page } = await takePhone(browser, site, { isFresh: true, expectErrors: [/ERR_FAILED/] });
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released.promise;
      await route.abort();
    });
    await page.goto('/driver', { waitUntil: 'commit' });
    await page.getByLabel('Access code').fill(order.accessCode);
    await page.keyboard.press('Enter');
    const [posted] = await Promise.all([
      page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST'),
      released.resolve(),
    ]);
    expect(new URL(posted.url()).pathname).toBe('/driver');
    expect(posted.postData()).toBe(`accessCode=${order.accessCode}`);
    expect((await posted.response())?.status()).toBeLessThan(400);
  });

  test('C678 the server is asked while the scripts are on their way, once for each code, by link and by card', async () => {
    const order = await makeOrder(site);
    const ways = [
      { path: `/driver#code=${order.accessCode}`, typed: '', opens: true },
      { path: '/driver', typed: order.accessCode.toLowerCase(), opens: true },
      { path: '/driver#code=WRONG2WRONG', typed: '', opens: false },
    ];
    for (const { path, typed, opens } of ways) {
      const { page, problems } = await takePhone(browser, site, {
        isFresh: true,
        expectErrors: opens ? [] : [/401 .*driver\/access/],
      });
      const answers: number[] = [];
      page.on('response', (answer) => answer.url().endsWith('/api/driver/access') && answers.push(answer.status()));
      const released = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      if (typed) {
        await page.getByLabel('Access code').fill(typed);
        await page.keyboard.press('Enter');
      }
      await soon(async () => answers).toHaveLength(1);
      released.resolve();
      if (opens) await page.getByRole('heading', { name: 'Items Management' }).waitFor();
      else await expectToast(page, 'Access Denied: Invalid access code');
      expect(answers).toEqual([opens ? 200 : 401]);
      expect(problems).toEqual([]);
    }
  });

  test('C752 C753 the order’s own scripts come with the page’s, and the letters behind them', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await takePhone(browser, site, { isFresh: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const released = Promise.withResolvers<void>();
    // The page’s own scripts do not run yet: what is asked for now is asked for by the page.
    await page.route(/\/assets\/(index|driver)-.*\.js$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(`/driver#code=${order.accessCode}`, { waitUntil: 'commit' });
    await soon(async () => asked.some((path) => path.includes('/open-order-'))).toBe(true);
    expect(await page.locator('link[rel=preload][as=font]').count()).toBe(0);
    released.resolve();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    // Each is asked for once: what came along is not fetched again.
    const scripts = asked.filter((path) => /(open-order|order)-[\w-]{7}\.js$/.test(path));
    expect(scripts.length).toBe(new Set(scripts).size);
    expect(problems).toEqual([]);
  });

  test('is never requested while a phone loads its open order', async () => {
    const order = await makeOrder(site);
    // Without the worker's copies everything but the page itself is late.
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'block',
    });
    const { page, problems } = await openOrder(browser, site, order, { context });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.addInitScript(() => {
      requestAnimationFrame(function look() {
        const card = document.querySelector('#access-title');
        if (card && getComputedStyle(card).visibility === 'visible') document.documentElement.dataset['cardSeen'] = '';
        requestAnimationFrame(look);
      });
    });
    await page.route('**/assets/*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/driver', { waitUntil: 'commit' });
    await page.getByRole('banner').waitFor();
    release();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['cardSeen'])).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('P05 shows the server’s sentence, and keeps the code', async () => {
    const { page, problems, goto } = await takePhone(browser, site, { expectErrors: [/429 /] });
    const sentence = 'Too many wrong codes from here. Please try again in 10 minutes.';
    await page.route('**/api/driver/access', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: JSON.stringify({ error: sentence, code: 'TOO_MANY_REQUESTS' }),
      }),
    );
    await goto();
    await page.getByLabel('Access code').fill('ABCD');
    await page.getByRole('button', { name: 'Access Order' }).click();
    await expectToast(page, `Access Denied: ${sentence}`);
    await page.getByText(sentence).last().waitFor();
    expect(await page.getByLabel('Access code').inputValue()).toBe('ABCD');
    expect(problems).toEqual([]);
  });

  test('P05 leaves a link’s code that opens nothing in the field, with the reason next to it', async () => {
    const { page, problems, goto } = await takePhone(browser, site, { expectErrors: [/401 .*driver\/access/] });
    await goto('/driver#code=NOSUCHCODE');
    await expectToast(page, 'Access Denied: Invalid access code');
    const field = page.getByLabel('Access code');
    await soon(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('NOSUCHCODE');
    expect(await page.locator('form').getByText('Invalid access code').isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });

  test('P02 says Accessing... and cannot be pressed twice', async () => {
    const order = await makeOrder(site);
    const { page, problems, goto } = await takePhone(browser, site);
    let calls = 0;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/driver/access', async (route) => {
      calls++;
      await answered;
      await route.continue();
    });
    await goto();
    await page.getByLabel('Access code').fill(order.accessCode);
    await page.getByRole('button', { name: 'Access Order' }).click();
    const pending = page.getByRole('button', { name: 'Accessing...' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    await page.getByLabel('Access code').press('Enter');
    answer();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    expect(calls).toBe(1);
    expect(problems).toEqual([]);
  });

  test('accepts a pasted code in groups, which is longer than the field', async () => {
    const order = await makeOrder(site);
    const { page, problems, goto } = await takePhone(browser, site);
    await goto();
    const field = page.getByLabel('Access code');
    const grouped =
      ` ${order.accessCode.slice(0, 4)}-${order.accessCode.slice(4, 8)} - ${order.accessCode.slice(8)} `.toLowerCase();
    await field.evaluate((input, text) => {
      const data = new DataTransfer();
      data.setData('text', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, grouped);
    await soon(() => field.inputValue()).toBe(order.accessCode);
    expect(problems).toEqual([]);
  });

  test('P06 opens from the office’s link, and the code does not stay in the address', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    expect(new URL(page.url()).hash).toBe('');
    await expectToast(page, `Access Granted: Order ${formatTracking(order.trackingNumber)} is open.`);
    const other = await makeOrder(site, { customerName: 'Second Sender' });
    await page.evaluate((code) => {
      location.hash = `code=${code}`;
    }, other.accessCode);
    await page.getByText('Second Sender').waitFor();
    expect(problems).toEqual([]);
  });
});

/** The network goes and comes back; then the page is kept, and opens without it. */
async function keptAfterOutage({ page, context }: Pick<Phone, 'page' | 'context'>): Promise<void> {
  await context.setOffline(true);
  await context.setOffline(false);
  await untilKept({ page });
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('Access code').waitFor();
}

describe('the open order', () => {
  test('P109 a link that is opened without a network keeps its code, and opens the order with the next connection', async () => {
    const order = await makeOrder(site);
    const { page, context, problems, goto } = await takePhone(browser, site, {
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    await goto();
    await untilKept({ page });
    await context.setOffline(true);
    await page.evaluate((code) => location.assign(`#code=${code}`), order.accessCode);
    const field = page.getByLabel('Access code');
    await page.getByText('The server cannot be reached.').first().waitFor();
    expect(await field.inputValue()).toBe(order.accessCode);
    await page.reload();
    await page.getByText('The server cannot be reached.').first().waitFor();
    expect(await field.inputValue()).toBe(order.accessCode);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(problems).toEqual([]);
  });

  test('P128 when its worker cannot be fetched at first, the page is kept once the network is back', async () => {
    const { page, context, problems, goto } = await takePhone(browser, site, {
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    await page.addInitScript(() => {
      const workers = navigator.serviceWorker;
      const register = workers.register.bind(workers);
      workers.register = async (...given) => {
        if (navigator.onLine && sessionStorage.getItem('fell')) return register(...given);
        sessionStorage.setItem('fell', 'yes');
        throw new TypeError('Failed to register a ServiceWorker: the script could not be fetched');
      };
    });
    await goto();
    await soon(() => page.evaluate(() => sessionStorage.getItem('fell'))).toBe('yes');
    await keptAfterOutage({ page, context });
    expect(problems).toEqual([]);
  });

  test('P132 when a file of the page cannot be fetched at first, the page is kept once the network is back', async () => {
    const { page, context, problems, goto } = await takePhone(browser, site, {
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    let fallen = 0;
    await context.route('**/assets/*', (route) => {
      if (fallen > 0 || !route.request().serviceWorker()) return route.continue();
      fallen += 1;
      return route.abort('internetdisconnected');
    });
    await goto();
    await soon(async () => fallen).toBe(1);
    await soon(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await keptAfterOutage({ page, context });
    expect(problems).toEqual([]);
  });

  test('P07 P08 shows number, code, status, addresses as written and whom to call', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.getByRole('heading', { level: 1, name: formatTracking(order.trackingNumber) }).waitFor();
    await page.getByText(order.accessCode, { exact: true }).waitFor();
    expect(await page.getByTestId('order-status').textContent()).toBe('created');
    const pickup = page.getByText('1 Pickup Street');
    expect(await pickup.textContent()).toBe('1 Pickup Street\n  Dock 4\nSpringfield');
    expect(await pickup.evaluate((text) => getComputedStyle(text).whiteSpace)).toBe('pre-wrap');
    expect(await page.getByText('2 Delivery Road').textContent()).toBe('2 Delivery Road\nShelbyville');
    await page.getByText('Ada Sender').waitFor();
    await page.getByText('Sender Ltd').waitFor();
    expect(await page.getByRole('link', { name: 'Call +1 555 010 0101' }).getAttribute('href')).toBe(
      'tel:+15550100101',
    );
    expect(await page.getByRole('link', { name: /^Write to ada/ }).getAttribute('href')).toMatch(
      /^mailto:ada\d+@example\.com$/,
    );
    expect(await page.getByRole('link', { name: 'Navigate to the pickup address' }).getAttribute('href')).toContain(
      encodeURIComponent('1 Pickup Street, Dock 4, Springfield'),
    );
    await page.getByRole('button', { name: 'Copy pickup address' }).waitFor();
    expect(await page.getByTestId('picked').textContent()).toBe('0/2 picked up');
    expect(problems).toEqual([]);
  });

  test('is still open after a reload, until the driver asks for a different order', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.reload();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await page.getByRole('button', { name: 'Access Different Order' }).click();
    await page.getByRole('heading', { name: 'Access Order' }).waitFor();
    expect(await page.getByLabel('Access code').inputValue()).toBe('');
    await soon(() => page.evaluate(() => fetch('/api/v1/driver/last').then((answer) => answer.json()))).toEqual({
      order: null,
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Access Order' }).waitFor();
    expect(await toasts(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
