import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { TOAST_MS } from '@quickfleet/shared/limits';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useBrowser, useSite } from '../harness.ts';
import {
  draw,
  expectAccessible,
  expectAllSent,
  expectToast,
  makeOrder,
  openOrder,
  pad,
  rowsOf,
  soon,
  stopClock,
  takePhone,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

const openDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pickup Customer Signature' });
  await dialog.waitFor();
  return dialog;
};

/** Where the ink is on the plate, as fractions of its width and height; undefined on an empty one. */
const inkOf = (page: Page) =>
  pad(page).evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return undefined;
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at] ?? 255) > 128) continue;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    if (right === 0) return undefined;
    const part = (value: number, of: number) => Math.round((value / of) * 100) / 100;
    return { left: part(left, width), right: part(right, width), top: part(top, height), bottom: part(bottom, height) };
  });

/** How wide the pen draws each point; what it has drawn so far. */
async function watchPen(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const widths: number[] = [];
    Object.assign(window, { widths });
    const original = CanvasRenderingContext2D.prototype.arc;
    CanvasRenderingContext2D.prototype.arc = function (...arc) {
      widths.push(arc[2]);
      original.apply(this, arc);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'widths'));
}

describe('the signature dialog', () => {
  test('P97 removes earlier messages, which would cover the pad', async () => {
    const order = await makeOrder(site);
    const phone = await openOrder(browser, site, order);
    await phone.page.setViewportSize({ width: 800, height: 360 });
    await expectToast(phone.page, `Access Granted: Order ${formatTracking(order.trackingNumber)} is open.`);
    await openDialog(phone.page);
    // Long before it would have closed automatically.
    await expect.poll(() => phone.page.locator('[data-kind]').count(), { timeout: TOAST_MS / 2 }).toBe(0);
    // The pad still shows its own messages.
    await phone.page.getByRole('button', { name: 'Save Signature' }).click();
    await phone.page.locator('[data-kind=error]').waitFor();
    expect(phone.problems).toEqual([]);
  });

  test('P42 fills a phone immediately when it is turned while signing, with no label cut off', async () => {
    const order = await makeOrder(site);
    const { page } = await openOrder(browser, site, order);
    const dialog = await openDialog(page);
    await page.locator('canvas[data-ready]').waitFor();
    await page.evaluate(() => {
      // In the very frame of the turn, before anything is rendered again.
      const firstFrame = new Promise((resolve) => {
        const measure = () => {
          const content = document.querySelector<HTMLElement>('[role=dialog]');
          const labels = [...document.querySelectorAll('[role=dialog] .mantine-Button-label')];
          resolve({
            isWide: content && content.offsetWidth > 700,
            radius: content && getComputedStyle(content).borderStartStartRadius,
            cut: labels.filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent),
          });
        };
        addEventListener('resize', () => requestAnimationFrame(measure), { once: true });
      });
      Object.assign(window, { firstFrame });
    });
    await page.setViewportSize({ width: 800, height: 360 });
    expect(await page.evaluate(() => Reflect.get(window, 'firstFrame'))).toEqual({
      isWide: true,
      radius: '0px',
      cut: [],
    });
    await soon(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 800, height: 360 });
    await dialog.getByRole('button', { name: 'Save Signature' }).waitFor();
  });

  test('P24 P26 P29 P30 refuses an empty signature, can be undone, and sends a named PNG of 450 by 200', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const dialog = await openDialog(page);
    expect(await dialog.getByLabel('Customer name').inputValue()).toBe('Ada Sender');
    await dialog.getByText('*').first().waitFor();
    for (const name of ['Clear Signature', 'Reset Pad', 'Save Signature'])
      await dialog.getByRole('button', { name }).waitFor();
    await page.locator('canvas[data-ready]').waitFor();
    expect(
      await pad(page).evaluate((canvas) =>
        canvas instanceof HTMLCanvasElement ? [canvas.width / devicePixelRatio, canvas.height / devicePixelRatio] : [],
      ),
    ).toEqual([450, 200]);
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await expectToast(page, 'No Signature: Please provide a signature before saving');

    await draw(page);
    expect(await inkOf(page)).toBeDefined();
    await dialog.getByRole('button', { name: 'Clear Signature' }).click();
    expect(await inkOf(page)).toBeUndefined();
    await draw(page);
    await dialog.getByRole('button', { name: 'Reset Pad' }).click();
    await soon(() => inkOf(page)).toBeUndefined();
    await draw(page);
    await dialog.getByLabel('Customer name').fill(' ');
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await dialog.getByText('Customer name is required').waitFor();
    await dialog.getByLabel('Customer name').fill('Carla Clerk');
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await page.getByText('All 2 items are picked up. Signed by Carla Clerk.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('canvas[data-ready]').waitFor();
    expect(await rowsOf(site, order)).toMatchObject({ status: 'pending', signatures: [] });
    await soon(() => inkOf(page)).toBeDefined();
    await page.evaluate(() => {
      const original = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) {
        const file = body instanceof FormData ? body.get('signature') : null;
        if (file instanceof File) Object.assign(window, { sentFile: `${file.name} ${file.type}` });
        original.call(this, body);
      };
    });
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await soon(() => page.evaluate(() => Reflect.get(window, 'sentFile'))).toMatch(
      new RegExp(`^signature-${order.id}-\\d{13}\\.png image/png$`),
    );
    await expectToast(page, 'Signature Captured: The signature is saved on this phone.');
    await expectAllSent(page);
    const [row] = await site.sql<{ name: string; url: string; apart: number }>(
      'select signer_name as name, image_url as url, extract(epoch from captured_at - signed_at)::float as apart from signatures where order_id = ?',
      order.id,
    );
    expect(row).toMatchObject({ name: 'Carla Clerk' });
    // The phone's own time is stored next to the server's.
    expect(Math.abs(row?.apart ?? 99)).toBeLessThan(30);
    const stored = await sharp(Buffer.from(await (await fetch(site.url + row?.url)).arrayBuffer())).metadata();
    expect([stored.format, (stored.width ?? 0) / (stored.height ?? 1)]).toEqual(['png', 2.25]);
    expect(problems).toEqual([]);
  });

  test('P44 asks for the name of the person who takes the delivery, and never proposes the sender', async () => {
    const order = await makeOrder(site);
    await site.sql('update orders set status = ? where id = ?', 'in_transit', order.id);
    const { page, problems } = await openOrder(browser, site, order);
    await page.getByRole('button', { name: 'Get Delivery Signature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delivery Customer Signature' });
    expect(await dialog.getByLabel('Customer name').inputValue()).toBe('');
    await draw(page);
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await dialog.getByText('Customer name is required').waitFor();
    expect(problems).toEqual([]);
  });

  test('P27 P30 is not ready for the first 300 ms, and says so', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    // The page's clock is stopped, so that 'too early' lasts as long as the test needs.
    await stopClock(page);
    const dialog = await openDialog(page);
    await page.clock.runFor(250);
    expect(await page.locator('canvas[data-ready]').count()).toBe(0);
    await dialog
      .getByRole('button', { name: 'Save Signature' })
      .evaluate((button) => button instanceof HTMLElement && button.click());
    await expectToast(page, 'Signature Error: The signature pad is not ready yet. Please try again in a moment.');
    await page.clock.runFor(100);
    await page.locator('canvas[data-ready]').waitFor();
    expect(problems).toEqual([]);
  });

  test('P30 draws 1 to 3 wide, the faster the thinner, with points at least 1 apart', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const widths = await watchPen(page);
    await openDialog(page);
    await page.locator('canvas[data-ready]').waitFor();
    await stopClock(page);
    const box = await pad(page).boundingBox();
    if (!box) throw new Error('The pad is not on the screen');
    let x = Math.round(box.x) + 40;
    const y = Math.round(box.y + box.height / 2);
    const step = async (by: number, ms: number) => {
      await page.clock.runFor(ms);
      x += by;
      await page.mouse.move(x, y);
    };
    await page.mouse.move(x, y);
    await page.mouse.down();
    // The slowest hand there is.
    for (let at = 0; at < 5; at++) await step(3, 1000);
    await soon(async () => Math.max(...(await widths()))).toBeCloseTo(3, 1);
    const drawn = (await widths()).length;
    await step(1, 1000);
    expect(await widths()).toHaveLength(drawn);
    await step(2, 1000);
    await soon(async () => (await widths()).length).toBeGreaterThan(drawn);
    for (let at = 0; at < 6; at++) await step(at % 2 === 0 ? 90 : -90, 20);
    await page.mouse.up();
    await soon(async () => Math.min(...(await widths()))).toBeCloseTo(1, 1);
    for (const width of await widths()) expect(width >= 1 && width <= 3).toBe(true);
    expect(problems).toEqual([]);
  });

  test('is sharp on a dense screen, and keeps the screen lit while it is open', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await takePhone(browser, site);
    await page.addInitScript(() => {
      const lights: string[] = [];
      Object.assign(window, { lights });
      Object.defineProperty(navigator, 'wakeLock', {
        value: {
          async request(kind: string) {
            lights.push(`on ${kind}`);
            return { release: async () => void lights.push('off') };
          },
        },
      });
    });
    const lights = () => page.evaluate(() => Reflect.get(window, 'lights'));
    await (await context.newCDPSession(page)).send('Emulation.setDeviceMetricsOverride', {
      width: 390,
      height: 844,
      deviceScaleFactor: 3,
      mobile: true,
    });
    await page.goto(`/driver#code=${order.accessCode}`);
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    expect(await lights()).toEqual([]);
    const dialog = await openDialog(page);
    await page.locator('canvas[data-ready]').waitFor();
    expect(
      await pad(page).evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? [canvas.width, canvas.height] : [])),
    ).toEqual([1350, 600]);
    await soon(lights).toEqual(['on screen']);
    await draw(page);
    expect(await inkOf(page)).toBeDefined();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await soon(lights).toEqual(['on screen', 'off']);
    expect(problems).toEqual([]);
  });

  test('P27 says when the drawing cannot be read, and keeps it', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const dialog = await openDialog(page);
    await draw(page);
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await expectToast(page, 'Signature Error: Failed to process pickup customer signature');
    expect(await inkOf(page)).toBeDefined();

    const arriving = await makeOrder(site);
    await site.sql(`update orders set status = 'in_transit' where id = ?`, arriving.id);
    const other = await openOrder(browser, site, arriving);
    await other.page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    await other.page.getByRole('button', { name: 'Get Delivery Signature' }).click();
    await draw(other.page);
    await other.page.getByLabel('Customer name').fill('Carla Clerk');
    await other.page.getByRole('button', { name: 'Save Signature' }).click();
    await expectToast(other.page, 'Signature Error: Failed to process customer signature');
    expect([...problems, ...other.problems]).toEqual([]);
  });

  test('keeps its strokes when the phone is turned and when the keyboard opens', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await openDialog(page);
    await draw(page);
    const before = await inkOf(page);
    const width = async () => (await pad(page).boundingBox())?.width ?? 0;
    const upright = await width();
    await page.setViewportSize({ width: 844, height: 390 });
    await soon(width).toBeGreaterThan(upright + 50);
    await soon(() => inkOf(page)).toBeDefined();
    const turned = await inkOf(page);
    for (const side of ['left', 'right', 'top', 'bottom'] as const)
      expect(turned?.[side]).toBeCloseTo(before?.[side] ?? 0, 1);
    // The drawing continues where the finger is.
    const box = await pad(page).boundingBox();
    if (!box) throw new Error('The pad is gone');
    await page.mouse.move(box.x + 20, box.y + box.height - 15);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 20, box.y + box.height - 15, { steps: 8 });
    await page.mouse.up();
    await soon(async () => (await inkOf(page))?.bottom).toBeGreaterThan(0.88);
    await page.setViewportSize({ width: 390, height: 844 });
    await soon(width).toBe(upright);
    await soon(async () => (await inkOf(page))?.bottom).toBeGreaterThan(0.88);
    await page.getByLabel('Customer name').focus();
    await page.setViewportSize({ width: 390, height: 480 });
    await soon(() => page.evaluate(() => innerHeight)).toBe(480);
    expect((await inkOf(page))?.bottom).toBeGreaterThan(0.88);
    expect(problems).toEqual([]);
  });

  test('signs with a finger, or with the typed name for people who cannot draw', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order);
    const dialog = await openDialog(page);
    await page.locator('canvas[data-ready]').waitFor();
    const box = await pad(page).boundingBox();
    if (!box) throw new Error('The pad is gone');
    const touch = await context.newCDPSession(page);
    const at = (part: number) => [{ x: box.x + box.width * part, y: box.y + box.height * (0.4 + part / 3) }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.1) });
    for (let part = 0.15; part < 0.9; part += 0.05)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await soon(() => inkOf(page)).toBeDefined();

    await dialog.getByRole('button', { name: 'Clear Signature' }).click();
    await dialog.getByRole('button', { name: 'Sign with the typed name' }).click();
    await dialog.getByLabel('Customer name').fill('Dora Typed');
    await dialog.getByRole('img', { name: 'Signature by typed name: Dora Typed' }).waitFor();
    await soon(() => inkOf(page)).toBeDefined();
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectAllSent(page);
    expect(await site.sql('select signer_name from signatures where order_id = ?', order.id)).toEqual([
      { signer_name: 'Dora Typed' },
    ]);
    expect(problems).toEqual([]);
  });

  test('has a white plate in the dark, and no accessibility violation', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { colorScheme: 'dark' });
    const dialog = await openDialog(page);
    await page.locator('canvas[data-ready]').waitFor();
    expect(
      await pad(page).evaluate((canvas) =>
        canvas instanceof HTMLCanvasElement ? [...(canvas.getContext('2d')?.getImageData(5, 5, 1, 1).data ?? [])] : [],
      ),
    ).toEqual([255, 255, 255, 255]);
    await expectAccessible(page);
    await draw(page);
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await page.getByText('All 2 items are picked up.').waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });
});
