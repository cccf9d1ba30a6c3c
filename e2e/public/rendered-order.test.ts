import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, DESKTOP, newPage, PHONE, startSite, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import { type Dispatch, dispatchOf, type Made } from './deliveries.ts';
import {
  expectNoSidewaysScroll,
  expectOwnStyles,
  NARROW,
  noteShifts,
  noteShiftsFromNow,
  open,
  shiftOf,
  soon,
} from './visitor.ts';

const site = useSite({ BRAND_NAME: 'Swift & Sons' });
const browser = useBrowser();
let dispatch: Dispatch;
let onItsWay: Made;
let delivered: Made;
beforeAll(async () => {
  dispatch = await dispatchOf(site);
  onItsWay = await dispatch.make();
  await dispatch.assign(onItsWay);
  await dispatch.sign(onItsWay, 'pickup', 'Ada Sender');
  await dispatch.setStatus(onItsWay, 'in_transit');
  delivered = await dispatch.make();
  await dispatch.sign(delivered, 'pickup', 'Ada Sender');
  await dispatch.setStatus(delivered, 'in_transit');
  await dispatch.addPhotos(delivered, 0, 'delivery', 1);
  await dispatch.sign(delivered, 'delivery', 'Bob Receiver');
});

describe('a tracked order in the page that the server sends', () => {
  test('K40 K07 K08 K11 is complete without any script: state, steps, addresses, title', async () => {
    const context = await browser.newContext({
      baseURL: site.url,
      javaScriptEnabled: false,
      viewport: { width: PHONE.width, height: PHONE.height },
    });
    const page = await context.newPage();
    const answer = await page.goto(`/track/${onItsWay.trackingNumber}`);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    expect(answer?.headers()['x-robots-tag']).toBe('noindex');
    const title = `Your order is on its way: ${onItsWay.trackingNumber} · Swift & Sons`;
    expect(await page.title()).toBe(title);
    expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(title);
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toContain('on its way');
    expect(await page.getByRole('region', { name: 'Order status' }).getByText('Ada Sender').isVisible()).toBe(true);
    expect(await page.getByRole('region', { name: 'Delivery Progress' }).getByRole('listitem').count()).toBe(4);
    expect(await page.locator('[aria-current="step"]').textContent()).toContain('In Transit');
    expect(await page.getByText('2 Delivery Road').isVisible()).toBe(true);
    expect(await page.content()).not.toContain('ada.private@example.com');
    await expectNoSidewaysScroll(page);
    await context.close();
  });

  test('U99 brings the styles of its first paint along, in every state', async () => {
    const [failed, cancelled] = [await dispatch.make(), await dispatch.make()];
    await dispatch.assign(failed);
    await dispatch.setStatus(failed, 'in_transit');
    const admin = await site.api(ADMIN);
    await admin.send('POST', `/api/v1/orders/${failed.id}/attempts`, {
      ...{ stop: 'delivery', outcome: 'failed', reason: 'not_home', noteCustomer: 'We rang twice' },
    });
    await dispatch.setStatus(cancelled, 'cancelled');
    for (const { trackingNumber } of [await dispatch.make(), onItsWay, delivered, failed, cancelled])
      for (const view of [PHONE, DESKTOP]) await expectOwnStyles(browser, site, `/track/${trackingNumber}`, view);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`K40 K41 hydrates without a call, a message in the console, or a layout shift (${colorScheme})`, async () => {
      const { page, context, problems } = await newPage(browser, site, { ...NARROW, colorScheme });
      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('tracking.get') && asked.push(request.url()));
      await noteShifts(page);
      await open(page, `/track/${delivered.trackingNumber}`);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      // Before the press: on a busy machine what it moves comes too late to count as moved by it.
      expect(await shiftOf(page)).toBe(0);
      // Only the page's scripts can open a photo.
      await page.getByRole('button', { name: /delivery photo 1/ }).click();
      await page.getByRole('dialog').waitFor();
      expect(asked).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('K40 K19 continues live from there', async () => {
    const order = await dispatch.make();
    const { page, context, problems } = await newPage(browser, site);
    await open(page, `/track/${order.trackingNumber}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await dispatch.setStatus(order, 'cancelled');
    await page.getByRole('heading', { name: 'This order was cancelled' }).waitFor();
    await soon(() => page.title()).toContain('cancelled');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K42 K06 answers an unknown number with status 404 and the card, without a call or a layout shift', async () => {
    const { page, context, problems } = await newPage(browser, site, { ...NARROW, expectErrors: [/404/] });
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('tracking.get') && asked.push(request.url()));
    await noteShifts(page);
    const answer = await page.goto('/track/QF000000000001');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Order Not Found' }).waitFor();
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(await shiftOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    expect(asked).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K42 does not move while a search for an unknown number is slow', async () => {
    const { page, context, problems } = await newPage(browser, site, { ...NARROW, expectErrors: [/404/] });
    await open(page, '/track');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/trpc/tracking.get*', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Tracking Number' }).fill('QF000000000001');
    // Sent without a key or a click: for half a second after a press no shift counts.
    await page.evaluate(() => document.querySelector('form')?.requestSubmit());
    await page.getByTestId('tracking-skeleton').waitFor();
    // The footer has left the screen with the press itself; what counts is what takes the skeleton's place.
    await noteShiftsFromNow(page);
    release();
    await page.getByRole('heading', { name: 'Order Not Found' }).waitFor();
    expect(await shiftOf(page)).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a tracking page that arrives without its order', () => {
  test('K42 K05 counts wrong numbers as the call does, and lets the browser ask once the limit is reached', async () => {
    const small = await startSite({ LIMIT_SCALE: 0.1 });
    const statuses: number[] = [];
    for (let at = 0; at < 8; at++) {
      const answer = await fetch(`${small.url}/track/QF00000000000${at}`);
      statuses.push(answer.status);
      const html = await answer.text();
      expect(html.includes('Order Not Found')).toBe(answer.status === 404);
      expect(html.includes('Loading the order')).toBe(answer.status === 200);
    }
    expect(statuses[0]).toBe(404);
    expect(statuses.at(-1)).toBe(200);
    const [counted] = await small.sql<{ count: number }>(
      "select count from rate_counts where bucket like 'tracking.miss:ip:%'",
    );
    expect(counted?.count).toBeGreaterThan(0);
    await small.close();
  });
});
