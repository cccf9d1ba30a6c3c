import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE, photoUpload } from '../harness.ts';
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

/** From now on the page records its layout shift, as browsers count it: `shiftOf` reads it. */
export const noteShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
export const shiftOf = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'shifted')));
