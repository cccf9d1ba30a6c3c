import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, openBrowser, type Site, startSite } from '../harness.ts';
import { addPhotos, expectAccessible, expectAllSent, makeOrder, openOrder, photos, sign, takePhone } from './phone.ts';

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const GLOVE = 48;
const READABLE = 16;
/** Whatever is there to be tapped, and is smaller than a gloved thumb. */
const smallTargets = (page: Page) =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('[data-driver] :is(button, a, input:not([type=file])), [role=dialog] :is(button, a, input:not([type=file]))')]
        .filter((target) => target.offsetParent !== null)
        .map((target) => ({ name: target.textContent?.trim() || target.getAttribute('aria-label') || target.tagName, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.height < least - 0.5 || box.width < least - 0.5)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    GLOVE,
  );
/** iOS zooms into a field whose text is smaller. */
const smallFields = (page: Page) =>
  page.evaluate((least) => [...document.querySelectorAll('input, textarea')].filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < least).length, READABLE);

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  expect(await smallFields(page)).toBe(0);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
}

describe('every state of the portal is readable, tappable and never scrolls sideways', () => {
  for (const [colorScheme, width] of [
    ['light', 390],
    ['dark', 360],
  ] as const) {
    test(`${colorScheme}, ${width} px`, async () => {
      const first = await takePhone(browser, site, { colorScheme, width, expectErrors: [/401 /] });
      await first.goto();
      await first.page.getByLabel('Access code').fill('WRONG');
      await first.page.getByRole('button', { name: 'Access Order' }).click();
      await first.page.getByText('Invalid access code').first().waitFor();
      await expectGood(first.page);

      const order = await makeOrder(site, {
        customerEmail: 'a.very.long.address.of.a.customer@northgate-office-supplies.example',
        items: [{ name: 'Standing desk frame with a long name', quantity: 2 }, { name: 'Lamp' }],
      });
      const { page, context } = await openOrder(browser, site, order, { colorScheme, width, expectErrors: [/./] });
      await expectGood(page);
      await context.setOffline(true);
      await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
      await page.getByRole('button', { name: 'Add Item' }).click();
      await page.getByLabel('Quantity').waitFor();
      await expectGood(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Edit Lamp' }).click();
      await page.getByRole('dialog', { name: 'Edit Item' }).getByText('Current images').waitFor();
      await expectGood(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await context.setOffline(false);
      await expectAllSent(page);
      await sign(page, 'Pickup');
      await page.getByRole('button', { name: 'Move to In Transit' }).click();
      await expectAllSent(page);
      await (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
      await addPhotos(page, 'Delivery', 'Lamp', await photos(1, 'late'));
      await page.getByTestId('refused').waitFor();
      await expectGood(page);
      expect(first.problems).toEqual([]);
    });
  }

  test('delivered, in both colours', async () => {
    const order = await makeOrder(site);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openOrder(browser, site, order, { colorScheme });
      if (colorScheme === 'light') {
        await sign(page, 'Pickup');
        await page.getByRole('button', { name: 'Move to In Transit' }).click();
        await sign(page, 'Delivery');
      }
      await page.getByRole('heading', { name: 'Delivery Completed' }).waitFor();
      await expectAllSent(page);
      await expectGood(page);
    }
  });
});
