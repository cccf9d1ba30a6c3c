import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROME_ARGS, chromePath } from '../../scripts/chrome.ts';
import { type Profiles, photoUpload, useSite } from '../harness.ts';
import { type CodedOrder, draw, expectAllSent, makeOrder, openOrder, rowsOf, soon } from './phone.ts';

const site = useSite();
/** Chrome's own moving picture stands for the back camera of a phone; a few pictures a second are enough. */
const FAKE_CAMERA = ['--use-fake-device-for-media-stream=fps=5', '--use-fake-ui-for-media-stream'];
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

const view = (page: Page) => page.locator('[data-camera]');
const photo = (page: Page, stage: 'pickup' | 'delivery', taken = 0) =>
  page.getByRole('region', { name: 'What to do now' }).getByRole('button', {
    name: `Photo of the whole ${stage}${taken > 0 ? `, ${taken} taken` : ''}`,
    exact: true,
  });
const hasPicture = (page: Page) =>
  soon(() =>
    view(page)
      .locator('video')
      .evaluate((video) => video instanceof HTMLVideoElement && video.videoWidth > 0),
  ).toBe(true);
const photosOf = async (order: CodedOrder) => {
  const [row] = await site.sql<{ n: number }>(
    `select count(distinct url)::int as n from proof_pieces where order_id = ? and kind = 'photo'`,
    order.id,
  );
  return row?.n;
};

/** What an earlier day of this phone has left: the driver uses the camera of the page. */
const usedBefore = async (page: Page): Promise<void> => {
  await page.addInitScript(() => localStorage.setItem('qf.page-camera', '1'));
};

test('C660 the shutter in the stop’s bar is the photo: nine taps from the link to delivered, also without a network', async () => {
  const order = await makeOrder(site, { deliveryContact: { name: 'Rosa Receiver', phone: '+1 555 010 0202' } });
  const phone = await openOrder(browser, site, order, {
    prepare: usedBefore,
    expectErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
  });
  const { page, context, problems } = phone;
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { taps: Reflect.get(window, 'taps') + 1 }), true);
  });
  const shoot = async (stage: 'pickup' | 'delivery') => {
    await hasPicture(page);
    await photo(page, stage).click();
    await photo(page, stage, 1).waitFor();
    // It is off as soon as it is not needed.
    expect(await view(page).count()).toBe(0);
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
  await context.setOffline(true);
  await shoot('delivery');
  await sign('Delivery');
  expect(await page.evaluate(() => Reflect.get(window, 'taps'))).toBe(9);
  await context.setOffline(false);
  await expectAllSent(page);
  expect(await rowsOf(site, order)).toEqual({
    status: 'delivered',
    pickup: 2,
    delivery: 2,
    signatures: ['pickup', 'delivery'],
  });
  expect(problems).toEqual([]);
});

describe('C661 the camera in the page', () => {
  test('a photo can be taken again until it is sent, and the one before is sent nowhere', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    // The first tap asks for the camera; the same button is its shutter then, in the same place.
    await page.getByRole('link', { name: 'Call Ada Sender now' }).waitFor();
    const before = await photo(page, 'pickup').boundingBox();
    await photo(page, 'pickup').click();
    await hasPicture(page);
    expect(await photo(page, 'pickup').boundingBox()).toEqual(before);
    await photo(page, 'pickup').click();
    await page.getByRole('button', { name: 'Take this photo again' }).click();
    await hasPicture(page);
    await photo(page, 'pickup').click();
    await photo(page, 'pickup', 1).waitFor();
    await expectAllSent(page);
    expect(await photosOf(order)).toBe(1);
    expect(problems).toEqual([]);
  });

  test('the phone’s own camera is the other choice, and a closed one stays closed', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { prepare: usedBefore });
    await hasPicture(page);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      view(page).getByRole('button', { name: 'The phone’s own camera' }).click(),
    ]);
    await chooser.setFiles(await photoUpload('own.jpg'));
    await photo(page, 'pickup', 1).waitFor();
    await soon(() => view(page).count()).toBe(0);
    await photo(page, 'pickup', 1).click();
    await hasPicture(page);
    await view(page).getByRole('button', { name: 'Close the camera' }).click();
    await soon(() => view(page).count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('qf.page-camera'))).toBeNull();
    await expectAllSent(page);
    expect(await photosOf(order)).toBe(1);
    expect(problems).toEqual([]);
  });

  test('where the camera is refused, the tap opens the phone’s own', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, {
      prepare: async (opened) => {
        await opened.addInitScript(() => {
          const getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
          Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
        });
      },
    });
    for (const taken of [0, 1]) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), photo(page, 'pickup', taken).click()]);
      await chooser.setFiles(await photoUpload(`own-${taken}.jpg`, taken));
      await photo(page, 'pickup', taken + 1).waitFor();
    }
    await expectAllSent(page);
    expect(await photosOf(order)).toBe(2);
    expect(problems).toEqual([]);
  });
});
