import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type Site, startSite } from '../harness.ts';
import { type Fate, startLine } from './line.ts';
import { addPhotos, banner, expectAllSent, makeOrder, openOrder, photos, rowsOf, sign } from './phone.ts';

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

/** Two of three calls do not get through, each in another way. */
const fates: readonly Fate[] = ['drop answer', 'cut upload', 'pass', 'refuse', 'drop answer', 'pass', 'cut upload', 'drop answer', 'pass'];

describe('a network that comes and goes', () => {
  test('P15 P16 P19 P20 P21 S06 twenty photos and two signatures arrive once each, through at least thirty cuts', async () => {
    const order = await makeOrder(site);
    const line = await startLine(site.url, (call, index) => (call.includes('/driver/access') ? 'pass' : (fates[index % fates.length] ?? 'pass')));
    const { page } = await openOrder(browser, { url: line.url }, order, { expectErrors: [/./] });
    await addPhotos(page, 'Pickup', 'Lamp', await photos(6, 'lamp'));
    await addPhotos(page, 'Pickup', 'Box of books', await photos(6, 'books'));
    await sign(page, 'Pickup', 'Ada Sender');
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await addPhotos(page, 'Delivery', 'Lamp', await photos(4, 'lamp-there'));
    await addPhotos(page, 'Delivery', 'Box of books', await photos(4, 'books-there'));
    await sign(page, 'Delivery', 'Bob Receiver');
    // A driver who taps instead of waiting.
    const tapping = setInterval(
      () =>
        void page
          .getByRole('button', { name: 'Try now' })
          .click({ timeout: 300 })
          .catch(() => undefined),
      700,
    );
    await page.getByTestId('waiting').waitFor({ state: 'detached', timeout: 150_000 });
    clearInterval(tapping);

    expect(line.cuts()).toBeGreaterThanOrEqual(30);
    expect(await rowsOf(site, order)).toEqual({ status: 'delivered', pickup: 12, delivery: 8, signatures: ['pickup', 'delivery'] });
    const urls = await site.sql<{ url: string }>(
      `select distinct jsonb_array_elements_text(pickup_image_urls || delivery_image_urls) as url from order_items where order_id = ?`,
      order.id,
    );
    expect(urls).toHaveLength(20);
    expect(await site.sql('select count(*)::int as claimed from stored_files where claimed_at is not null')).toEqual([{ claimed: 22 }]);
    // The server did some of it more than once, and answered the repeats from memory.
    expect(line.arrived().length).toBeGreaterThan(23);
    await page.getByRole('heading', { name: 'Delivery Completed' }).waitFor();
    await line.close();
  });

  test('says that the server cannot be reached although the phone has a network, and tries again by itself', async () => {
    const order = await makeOrder(site);
    const line = await startLine(site.url);
    const { page } = await openOrder(browser, { url: line.url }, order, { expectErrors: [/./] });
    line.down();
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await banner(page).getByText('Offline: 1 photo saved on this phone').waitFor();
    await banner(page)
      .getByText(/Next try in \d+ s\.|Trying again…/)
      .waitFor();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    line.up();
    await expectAllSent(page);
    await banner(page).waitFor({ state: 'detached' });
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });
    await line.close();
  });
});
