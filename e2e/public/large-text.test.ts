import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeOrder, openOrder } from '../driver/phone.ts';
import { newPage, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

/** What cannot be read where it stands: a page that is wider than the screen, or words that their button cuts off. */
const lostIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, .mantine-Button-label')].filter(
      (part) => {
        const { left, right, width } = part.getBoundingClientRect();
        if (width <= 1 || !part.checkVisibility({ visibilityProperty: true })) return false;
        const isCut = getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1;
        return isCut || left < -1 || right > innerWidth + 1;
      },
    );
    return [...(wide > 1 ? [`${wide} px too wide`] : []), ...cut.map(({ textContent }) => textContent.trim())];
  });
const enlarge = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    }),
  );

test('U327 with text of twice the size nothing is cut and no page scrolls sideways at 360 px, nor a phone on its side', async () => {
  const order = await makeOrder(site, { items: [{ name: 'Lamp', quantity: 1 }] });
  const lost: Record<string, string[]> = {};
  for (const language of ['en', 'de']) {
    const { page, context } = await newPage(browser, site, { width: 360, height: 740, isFresh: true });
    await context.addCookies([{ name: 'language', value: language, url: site.url }]);
    await enlarge(page);
    for (const path of ['/', `/track/${order.trackingNumber}`, '/login']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      lost[`${path} ${language}`] = await lostIn(page);
    }
  }
  const { page } = await openOrder(browser, site, order);
  await page.setViewportSize({ width: 667, height: 331 });
  lost['a phone on its side'] = await lostIn(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  lost['the order of a driver'] = await lostIn(page);
  expect(Object.fromEntries(Object.entries(lost).filter(([, parts]) => parts.length > 0))).toEqual({});
});

test('C792 words of buttons are in their middle, of those that are links too', async () => {
  const { page } = await newPage(browser, site, { width: 1280, height: 800, isFresh: true });
  for (const path of ['/', '/track']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Track Order' }).first().waitFor();
    const raised = await page.evaluate(() =>
      [...document.querySelectorAll('.mantine-Button-root')].flatMap((button) => {
        const label = button.querySelector('.mantine-Button-label');
        if (!label || !button.checkVisibility()) return [];
        const [box, words] = [button.getBoundingClientRect(), label.getBoundingClientRect()];
        return Math.abs(box.top + box.bottom - words.top - words.bottom) > 4 ? [button.textContent] : [];
      }),
    );
    expect([path, raised]).toEqual([path, []]);
  }
});
