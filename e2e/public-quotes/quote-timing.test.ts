import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPage, useBrowser, useSite } from '../harness.ts';
import { choosePhotos, fillRequest, open, submitButton, views } from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();

/** Keeps what goes to an address waiting until it is released. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

const imagesOf = (customer: string) =>
  site.sql<{ images: string[] }>(
    'select i.image_urls as images from quotes q join quote_items i on i.quote_id = q.id where q.customer_name = ?',
    customer,
  );
const onePhoto = [{ images: [expect.stringMatching(/^\/files\//)] }];

describe('a request that is sent in an awkward moment', () => {
  for (const { name, view } of views) {
    test(`goes when the photo arrives in the same moment (${name})`, async () => {
      const customer = `Ada Moment ${name}`;
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/#quote-form');
      await fillRequest(page, { name: customer });
      // The press follows the page's change so closely that no code of the page runs in between.
      await page.evaluate(() => {
        const form = document.querySelector('#quote-form form');
        const watch = new MutationObserver(() => {
          if (!form?.textContent?.includes('1 image(s) uploaded')) return;
          watch.disconnect();
          form.querySelector<HTMLElement>('button[type=submit]')?.click();
        });
        if (form) watch.observe(form, { childList: true, characterData: true, subtree: true });
      });
      await choosePhotos(page, ['last.jpg']);
      await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
      expect(await imagesOf(customer)).toEqual(onePhoto);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('goes when the photo arrives while the request is being checked', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    const releaseRules = await hold(page, '**/assets/request-schema-*.js');
    const releasePhoto = await hold(page, '**/api/v1/upload');
    await fillRequest(page, { name: 'Ada Checked' });
    await choosePhotos(page, ['late.jpg']);
    await page.getByText('Uploading...').waitFor();
    await submitButton(page).click();
    releasePhoto();
    await page.getByText('1 image(s) uploaded').waitFor();
    releaseRules();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(await imagesOf('Ada Checked')).toEqual(onePhoto);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a button that is pressed while the page comes alive', () => {
  for (const { name, view } of views) {
    test(`does its work once (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      // Right after hydration has begun, and before it has reached the form.
      await page.addInitScript(() => {
        const listen = EventTarget.prototype.addEventListener;
        let isFirst = true;
        EventTarget.prototype.addEventListener = function (this: EventTarget, ...args: Parameters<typeof listen>) {
          listen.apply(this, args);
          if (!isFirst || args[0] !== 'click' || !(this instanceof HTMLElement) || this.id !== 'root') return;
          isFirst = false;
          const add = [...document.querySelectorAll('button')].find(
            (button) => button.textContent === 'Add Another Item',
          );
          queueMicrotask(() => add?.click());
        };
      });
      await open(page, '/');
      await page.getByLabel('Item Name').nth(1).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('[data-item]').count()).toBe(2);
      expect(problems).toEqual([]);
      await context.close();
    });
  }
});
