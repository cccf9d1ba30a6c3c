import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHROME_ARGS, chromePath } from '../browser.ts';
import { type Profiles, useSite } from '../harness.ts';
import { draw, expectAllSent, makeOrder, openOrder, rowsOf, soon } from './phone.ts';

const site = useSite();
/** Chrome's own moving picture stands for the back camera of a phone. */
const FAKE_CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
let chrome: Browser | undefined;
beforeAll(async () => {
  chrome = await chromium.launch({ executablePath: await chromePath(), args: [...CHROME_ARGS, ...FAKE_CAMERA] });
});
afterAll(() => chrome?.close());
const browser: Profiles = {
  newContext: (options) => {
    if (!chrome) throw new Error('the browser is started before the first test');
    return chrome.newContext({ ...options, permissions: ['camera'] });
  },
};

test('X6421 the shutter in the stop’s bar is the photo: nine taps from the link to delivered, all of them on the page', async () => {
  const order = await makeOrder(site, { deliveryContact: { name: 'Rosa Receiver', phone: '+1 555 010 0202' } });
  const phone = await openOrder(browser, site, order);
  const { page, context, problems } = phone;
  // What an earlier day of this phone has left: the driver lets the page use the camera.
  await page.evaluate(() => localStorage.setItem('qf.page-camera', '1'));
  await page.reload();
  await page.getByRole('heading', { name: 'Items Management' }).waitFor();
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { taps: Reflect.get(window, 'taps') + 1 }), true);
  });
  const shutter = (stage: string) =>
    page.locator('[data-camera]').getByRole('button', { name: `Photo of the whole ${stage}` });
  const hasPicture = () =>
    page.locator('[data-camera] video').evaluate((video) => video instanceof HTMLVideoElement && video.videoWidth > 0);
  const shoot = async (stage: 'pickup' | 'delivery') => {
    await shutter(stage).waitFor();
    await soon(hasPicture).toBe(true);
    await shutter(stage).click();
    await page.getByRole('button', { name: `Photo of the whole ${stage}, 1 taken` }).waitFor();
    // It is off as soon as it is not needed.
    expect(await page.locator('[data-camera]').count()).toBe(0);
  };
  const sign = async (stage: 'Pickup' | 'Delivery') => {
    await page.getByRole('button', { name: `Get ${stage} Signature` }).click();
    await draw(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save Signature' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await shoot('pickup');
  await sign('Pickup');
  await context.route(/google\.com|apple\.com/, (route) => route.fulfill({ body: 'A map' }));
  const [map] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Navigate to delivery', exact: true }).click(),
  ]);
  await map.close();
  await page.bringToFront();
  await shoot('delivery');
  await sign('Delivery');
  expect(await page.evaluate(() => Reflect.get(window, 'taps'))).toBe(9);
  await expectAllSent(page);
  expect(await rowsOf(site, order)).toEqual({
    status: 'delivered',
    pickup: 2,
    delivery: 2,
    signatures: ['pickup', 'delivery'],
  });
  expect(problems).toEqual([]);
});

test('X6422 a photo can be taken again before it is sent, and the phone’s own camera is the other choice', async () => {
  const order = await makeOrder(site);
  const { page, problems } = await openOrder(browser, site, order);
  // Asked for once by a tap; from then on it is on by itself.
  const photo = page.getByRole('button', { name: 'Photo of the whole pickup' });
  await photo.click();
  const view = page.locator('[data-camera]');
  await view.getByRole('button', { name: 'The phone’s own camera' }).waitFor();
  const hasPicture = () =>
    view.locator('video').evaluate((video) => video instanceof HTMLVideoElement && video.videoWidth > 0);
  await soon(hasPicture).toBe(true);
  await view.getByRole('button', { name: 'Photo of the whole pickup' }).click();
  await page.getByRole('button', { name: 'Take this photo again' }).click();
  await view.waitFor();
  await page.getByRole('button', { name: 'Photo of the whole pickup', exact: true }).waitFor();
  await soon(hasPicture).toBe(true);
  await view.getByRole('button', { name: 'Photo of the whole pickup' }).click();
  await page.getByRole('button', { name: 'Photo of the whole pickup, 1 taken' }).waitFor();
  await expectAllSent(page);
  expect(
    await site.sql(
      `select count(distinct url)::int as n from proof_pieces where order_id = ? and kind = 'photo'`,
      order.id,
    ),
  ).toEqual([{ n: 1 }]);
  expect(problems).toEqual([]);
});
