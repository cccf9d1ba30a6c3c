import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE, type Profiles, photoUpload, type Site } from '../harness.ts';
import { hydrated } from '../hydrated.ts';

export { expectAccessible, expectAccessibleInBoth } from '../accessible.ts';

export const views = [
  { name: 'desktop', view: DESKTOP },
  { name: '390 px', view: PHONE },
] as const;

/** Opens the page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await hydrated(page);
}

/** Asks again until it holds; a loaded machine gets its time. */
export const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 10_000, interval: 50 });

/** A page never scrolls sideways, whatever its width. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

export const toast = (page: Page): Locator => page.locator('[data-kind]');

/** Fills what the public form requires. */
export async function fillRequest(
  page: Page,
  more: { name?: string; email?: string; item?: string } = {},
): Promise<void> {
  await page.getByLabel('Full Name').fill(more.name ?? 'Ada Sender');
  await page.getByLabel('Email Address').fill(more.email ?? 'ada@example.com');
  await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pickup Street\nSpringfield');
  await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road\nShelbyville');
  await page
    .getByLabel('Item Name')
    .first()
    .fill(more.item ?? 'Box of books');
}

export const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Submit Quote Request' });

export const photos = (page: Page, item = 0): Locator =>
  page.locator('[data-item]').nth(item).locator('input[type=file]');

export const choosePhotos = async (page: Page, names: string[], item = 0): Promise<void> =>
  photos(page, item).setInputFiles(await Promise.all(names.map((name, at) => photoUpload(name, at + 1))));

/** Every visible part of the page with its place. */
const placesOf = (page: Page): Promise<string[]> =>
  page.locator('body *:visible').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return `${part.tagName} ${part.className} ${[x, y, width, height].map(Math.round).join(' ')}`;
    }),
  );
/** The styles that come with a page are all that its first paint needs: nothing moves when the others arrive. */
export async function expectOwnStyles(
  browser: Profiles,
  site: Site,
  path: string,
  view: { width: number; height: number },
): Promise<void> {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: view });
  // Whether the typeface is there for the first paint depends on how busy the machine is.
  await context.route(/\.woff2$/, (route) => route.abort());
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/\.css$/, async (route) => {
    await released;
    await route.continue();
  });
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'commit' });
  // They are asked for at the end of the page.
  await page.locator('body > link[rel=stylesheet]').first().waitFor({ state: 'attached' });
  const before = await placesOf(page);
  expect(before.length, path).toBeGreaterThan(10);
  release();
  await page.waitForLoadState('load');
  expect(await placesOf(page), path).toEqual(before);
  await context.close();
}

/**
 * A phone's width for a page that must not move. On an emulated phone Chromium takes what moves in the first half second
 * for the answer to a touch, and does not count it.
 */
export const NARROW = { ...PHONE, touch: false } as const;

const countShifts = (fromStart: boolean) => {
  Object.assign(window, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!Reflect.get(entry, 'hadRecentInput'))
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
  }).observe({ type: 'layout-shift', buffered: fromStart });
};
/** The pages that are opened from now on record their layout shift, as browsers count it: `shiftOf` reads it. */
export const noteShifts = (page: Page): Promise<unknown> => page.addInitScript(countShifts, true);
/** What moves on this page from now on. */
export const noteShiftsFromNow = (page: Page): Promise<void> => page.evaluate(countShifts, false);
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // What has just moved is counted with the next frame.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return Number(Reflect.get(window, 'shifted'));
  });
