import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeServer } from '../../server/test/support/close-server.ts';
import { ADMIN, type Api, DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import { expectAccessible, expectNoSidewaysScroll, open } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
/** A shop on another origin, with both forms in its page. */
let shop: Server;
let shopUrl: string;
let admin: Api;
let order: Order;
beforeAll(async () => {
  shop = createServer((request, answer) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').searchParams.get('show') ?? 'tracking';
    answer.setHeader('content-type', 'text/html').end(
      `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><main data-quickfleet="${asked}"></main>
       <p id="after">After it</p><script src="${site.url}/embed.js" async></script></html>`,
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`;
  admin = await site.api(ADMIN);
  order = await admin.send<Order>('POST', '/api/v1/orders', {
    customerName: 'Ada Sender',
    customerEmail: 'ada@example.com',
    pickupAddress: '1 Pickup Street',
    deliveryAddress: '2 Delivery Road',
    items: [{ name: 'Box', quantity: 1 }],
  });
  await admin.send('PUT', '/api/v1/company', { embeds: { origins: [shopUrl] } });
});
afterAll(() => closeServer(shop));

const frameIn = (page: Page): FrameLocator => page.frameLocator('[data-quickfleet] iframe');
/** The frame with its scripts: before them its form opens a tab (M33). */
async function hydratedFrame(page: Page): Promise<FrameLocator> {
  const frame = await (await page.waitForSelector('[data-quickfleet] iframe')).contentFrame();
  if (!frame) throw new Error('The frame is empty');
  await hydrated(frame, 'form');
  return frameIn(page);
}
const heightOf = (page: Page) => page.locator('[data-quickfleet] iframe').evaluate((frame) => frame.clientHeight);
const contentOf = (frame: FrameLocator) =>
  frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));

describe('the embeds in a page of another origin', () => {
  test('M30 M31 the tracking field finds an order, in a frame that is as high as what it shows', async () => {
    const { page, problems } = await newPage(browser, site, DESKTOP);
    await page.goto(shopUrl);
    const frame = await hydratedFrame(page);
    await frame.getByLabel('Tracking Number').fill(order.trackingNumber);
    const before = await heightOf(page);
    await frame.getByRole('button', { name: 'Track Order' }).click();
    await frame.getByText('2 Delivery Road').first().waitFor();
    await expect.poll(async () => (await heightOf(page)) === (await contentOf(frame))).toBe(true);
    expect(await heightOf(page)).toBeGreaterThan(before);
    // What this page itself or another frame says is no size.
    const shown = await heightOf(page);
    await page.evaluate(() => window.postMessage({ quickfleet: 'size', height: 5000 }, '*'));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await heightOf(page)).toBe(shown);
    expect(problems).toEqual([]);
  });

  test('M30 a quote is requested in it by nobody in particular, and its link opens in a tab', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    await page.goto(`${shopUrl}/?show=quote`);
    const frame = await hydratedFrame(page);
    await frame.getByLabel('Full Name').fill('Ada Sender');
    await frame.getByLabel('Email Address').fill('embedded@example.com');
    await frame.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pickup Street');
    await frame.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road');
    await frame.getByLabel('Item Name').fill('Box');
    await frame.getByRole('button', { name: 'Submit Quote Request' }).click();
    await frame.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    const [row] = await site.sql<{ kind: string }>(
      `select h.actor_kind as kind from history h join quotes q on q.id = h.subject_id
       where h.subject = 'quote' and h.action = 'quote.created' and q.customer_email = 'embedded@example.com'`,
    );
    expect(row).toEqual({ kind: 'visitor' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: 'Follow your quote' }).click(),
    ]);
    await tab.waitForURL(/\/q\//);
    expect(new URL(page.url()).origin).toBe(shopUrl);
    expect(problems).toEqual([]);
  });

  test('M31 a site that the company has not named gets no frame, and no other page is ever in one', async () => {
    await admin.send('PUT', '/api/v1/company', { embeds: { origins: ['https://another.example'] } });
    const { page } = await newPage(browser, site, DESKTOP);
    await page.goto(shopUrl);
    await page.waitForFunction(() => document.querySelector('iframe') !== null);
    expect(await frameIn(page).locator('main').count()).toBe(0);
    await admin.send('PUT', '/api/v1/company', { embeds: { origins: [shopUrl] } });
    const ancestors = async (path: string) => {
      const { headers } = await fetch(site.url + path);
      const [, found] = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
      return [found, headers.get('x-frame-options')];
    };
    for (const path of ['/embed/tracking', '/embed/quote']) expect(await ancestors(path)).toEqual([shopUrl, null]);
    for (const path of ['/', '/track', `/track/${order.trackingNumber}`, '/driver', '/admin', '/auth', '/embed/admin'])
      expect(await ancestors(path), path).toEqual(["'none'", 'SAMEORIGIN']);
  });

  test('M30 the script is small, may be loaded by any site, and is asked for again only when it changed', async () => {
    const first = await fetch(`${site.url}/embed.js`, { headers: { 'accept-encoding': 'identity' } });
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await first.arrayBuffer()).byteLength).toBeLessThan(2500);
    // fetch itself would ask past every cache.
    const headers = { 'if-none-match': first.headers.get('etag') ?? '', 'accept-encoding': 'identity' };
    const again = await new Promise((resolve) =>
      get(`${site.url}/embed.js`, { headers }, (answer) => resolve(answer.resume().statusCode)),
    );
    expect(again).toBe(304);
    const other = await fetch(`${site.url}/before-paint.js`);
    expect(other.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('M33 both come with their fields from the server, and a form that is sent before its scripts opens a tab', async () => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: { ...PHONE } });
    const page = await context.newPage();
    const sendInto = async (button: string): Promise<Page> => {
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('button', { name: button, exact: true }).click(),
      ]);
      await tab.waitForLoadState();
      return tab;
    };
    await page.goto('/embed/tracking');
    await page.getByLabel('Tracking Number').fill(order.trackingNumber);
    const tracked = await sendInto('Track Order');
    expect(new URL(tracked.url()).pathname).toBe(`/track/${order.trackingNumber}`);
    await tracked.getByText('2 Delivery Road').first().waitFor();

    await page.goto('/embed/quote');
    expect(await page.title()).toMatch(/^Get a quote · /);
    await page.getByLabel('Full Name').fill('Ada Sender');
    await page.getByLabel('Email Address').fill('early@example.com');
    await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pickup Street');
    await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road');
    await page.getByLabel('Item Name').fill('Box');
    const quoted = await sendInto('Submit Quote Request');
    expect(new URL(quoted.url()).pathname).toMatch(/^\/q\/./);
    expect(await site.sql(`select 1 as n from quotes where customer_email = 'early@example.com'`)).toHaveLength(1);
    expect(new URL(page.url()).pathname).toBe('/embed/quote');
    await context.close();
  });

  test('M30 both are accessible and fit on a phone', async () => {
    for (const path of ['/embed/tracking', '/embed/quote']) {
      const { page, problems } = await newPage(browser, site, PHONE);
      await open(page, path);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      expect(problems).toEqual([]);
    }
  });
});

describe('the sites in the settings', () => {
  test('M32 an admin names sites, is told at the field what is none, and copies the lines for a page', async () => {
    const { page, problems } = await newPage(browser, site, { ...DESKTOP, signedInAs: ADMIN });
    await page.goto('/admin/settings?section=embeds');
    const field = page.getByLabel('Addresses of the sites');
    await field.fill('https://shop.example.com/\nhttp://insecure.example.com');
    const section = page.getByRole('region', { name: 'Other websites' });
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Must be the address of a site, like https://shop.example.com').waitFor();
    await field.fill('https://shop.example.com/\n\n');
    await section.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await admin.send('GET', '/api/v1/company')).toMatchObject({
      embeds: { origins: ['https://shop.example.com'] },
    });
    expect(await section.getByText(`<script src="${site.url}/embed.js" async></script>`).count()).toBe(2);
    await expectAccessible(page);
    // The refusal above.
    expect(problems).toEqual([expect.stringContaining('400 (Bad Request)')]);
  });
});
