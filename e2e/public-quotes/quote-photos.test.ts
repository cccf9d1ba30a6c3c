import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPage, PHONE, photoUpload, useBrowser, useSite } from '../harness.ts';
import {
  choosePhotos,
  expectAccessible,
  fillRequest,
  open,
  photos,
  soon,
  submitButton,
  toast,
  views,
} from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();

const UPLOAD = '**/api/v1/upload';

/** Holds uploads back until the test releases them, like a slow line. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, pass: async (route: Route) => opened.then(() => route.continue()).catch(() => {}) };
}

describe('the photos of an item', () => {
  for (const { name, view } of views) {
    test(`Q06 Q07 Q08 Q09 Q10 Q24 uploads several in one go, shows progress, previews them and removes one (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/#quote-form');
      const slow = gate();
      await page.route(UPLOAD, slow.pass);
      await choosePhotos(page, ['left.jpg', 'right.jpg', 'top.jpg']);
      const item = page.locator('[data-item]').first();
      await item.getByText('Uploading...').waitFor();
      expect(await photos(page).isDisabled()).toBe(true);
      expect(await item.getByRole('progressbar').count()).toBe(3);

      slow.open();
      await item.getByText('3 image(s) uploaded').waitFor();
      expect(await item.getByText('Uploading...').count()).toBe(0);
      expect(await photos(page).isDisabled()).toBe(false);
      await soon(() =>
        item
          .locator('img')
          .evaluateAll((images) =>
            images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
          ),
      ).toBe(true);

      await item.getByRole('button', { name: 'View Item 1, photo 2 full size' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('img', { name: 'Item 1, photo 2' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await expect.poll(focused).toMatch(/^View Item 1, photo/);

      const shown = () => item.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
      const [left, , top] = await shown();
      await item.getByRole('button', { name: 'Remove Item 1, photo 2' }).click();
      await item.getByText('2 image(s) uploaded').waitFor();
      expect(await shown()).toEqual([left, top]);
      expect(await focused()).toBe('Remove Item 1, photo 2');
      await fillRequest(page, { name: `Photo ${name}` });
      await submitButton(page).click();
      await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
      const [row] = await site.sql<{ images: string[] }>(
        'select i.image_urls as images from quote_items i join quotes q on q.id = i.quote_id where q.customer_name = ?',
        `Photo ${name}`,
      );
      expect(row?.images).toEqual([
        expect.stringMatching(/^\/files\/[0-9a-f]{32}\.jpg$/),
        expect.stringMatching(/^\/files\/[0-9a-f]{32}\.jpg$/),
      ]);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('Q09 previews in the dark', async () => {
    const { page, context, problems } = await newPage(browser, site, { ...PHONE, colorScheme: 'dark' });
    await open(page, '/#quote-form');
    await choosePhotos(page, ['left.jpg']);
    await page.getByRole('button', { name: 'View Item 1, photo 1 full size' }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'Item 1, photo 1' }).waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('takes dropped photos too', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    // Dropping comes with the mouse.
    await page.locator('#quote-form form').hover({ position: { x: 20, y: 20 } });
    const area = page.getByText('Click or drop photos here');
    await area.waitFor();
    const { buffer } = await photoUpload('dropped.jpg');
    const dropped = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'dropped.jpg', { type: 'image/jpeg' }));
      return transfer;
    }, buffer.toString('base64'));
    for (const event of ['dragenter', 'dragover', 'drop']) await area.dispatchEvent(event, { dataTransfer: dropped });
    await page.getByText('1 image(s) uploaded').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q15 takes images only', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    expect((await photos(page).getAttribute('accept'))?.split(',').every((type) => type.startsWith('image/'))).toBe(
      true,
    );
    await photos(page).setInputFiles({
      name: 'list.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
    await toast(page).getByText('Upload Failed', { exact: true }).waitFor();
    await toast(page).getByText('Please upload an image file').waitFor();
    expect(await page.getByText('image(s) uploaded').count()).toBe(0);
    expect(
      await site.sql(
        "select key from stored_files where claimed_at is null and created_at > now() - interval '1 second'",
      ),
    ).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q20 M01 tells a failed upload, words it as the server did and tries again', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/Failed to load resource/] });
    await open(page, '/#quote-form');
    // What a server, a gateway or a proxy may answer, and the sentence that is made of it.
    const answers = [
      {
        status: 500,
        body: '{"error":"The disk is full","message":"second choice"}',
        sentence: 'The disk is full',
      },
      { status: 500, body: '{"message":"The message instead"}', sentence: 'The message instead' },
      { status: 502, body: 'upstream is away', sentence: 'upstream is away' },
      { status: 503, body: '', sentence: 'HTTP 503' },
    ];
    let at = 0;
    await page.route(UPLOAD, async (route) => {
      const answer = answers[at];
      at += 1;
      if (answer) await route.fulfill({ status: answer.status, body: answer.body });
      else await route.continue();
    });
    await choosePhotos(page, ['box.jpg']);
    const again = page.getByRole('button', { name: 'Try again' });
    for (const { sentence } of answers) {
      await soon(() => again.getAttribute('title')).toBe(sentence);
      await toast(page).getByText('Upload Failed', { exact: true }).waitFor();
      await toast(page).getByText('Failed to upload image', { exact: true }).waitFor();
      await again.click();
    }
    await page.getByText('1 image(s) uploaded').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q20 Q23 says why a damaged file is refused, and offers to remove it instead of trying again', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/415|400/] });
    await open(page, '/#quote-form');
    await photos(page).setInputFiles([
      { name: 'damaged.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') },
      await photoUpload('good.jpg'),
    ]);
    const tile = page.locator('[data-refused]');
    await tile.getByText(/image/i).last().waitFor();
    expect(await tile.locator('img').count()).toBe(0);
    expect(await tile.textContent()).toContain('damaged.jpg');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await expectAccessible(page);
    await tile.getByRole('button', { name: 'Remove', exact: true }).click();
    expect(await tile.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Remove Item 1, photo 1',
    );
    await page.getByText('1 image(s) uploaded').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('cancels a photo on its way, and the request waits for what is still coming', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    const slow = gate();
    await page.route(UPLOAD, slow.pass);
    await fillRequest(page, { name: 'Patient Person' });
    await choosePhotos(page, ['one.jpg', 'two.jpg']);
    await submitButton(page).click();
    await page.getByRole('alert').getByText('Some photos are still uploading.', { exact: false }).waitFor();
    expect(await site.sql("select id from quotes where customer_name = 'Patient Person'")).toEqual([]);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Cancel two.jpg' }).click();
    expect(await page.getByRole('progressbar').count()).toBe(1);
    slow.open();
    await page.getByText('1 image(s) uploaded').waitFor();
    await submitButton(page).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('keeps uploaded photos with the draft', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    await fillRequest(page);
    await choosePhotos(page, ['kept.jpg']);
    await page.getByText('1 image(s) uploaded').waitFor();
    await page.reload();
    await page.getByText('1 image(s) uploaded').waitFor();
    const photo = page.getByRole('img', { name: 'Item 1, photo 1' });
    await soon(() => photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
});
