import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, newPage, photoUpload, useBrowser, useSite } from '../harness.ts';
import { dialogOf, secondsShown, soon, toastOf } from './staff.ts';

const site = useSite();
const browser = useBrowser();

const openForm = async (more: Parameters<typeof newPage>[2] = {}) => {
  const opened = await newPage(browser, site, { signedInAs: ADMIN, ...more });
  await opened.page.goto('/admin/quotes?create=1');
  const form = dialogOf(opened.page, 'Create Quote');
  await form.locator('input[type=file]').waitFor({ state: 'attached' });
  await form.locator('.mantine-Dropzone-root').waitFor();
  return { ...opened, form };
};

/** Drops files on the area. */
async function drop(
  page: Page,
  area: Locator,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const transfer = await page.evaluateHandle(
    (sent) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of sent)
        data.items.add(
          new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type: mimeType }),
        );
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  );
  for (const event of ['dragenter', 'dragover', 'drop']) await area.dispatchEvent(event, { dataTransfer: transfer });
}

describe('photos of an item', () => {
  test('F02 F04 F05 F06 F07 F20 several by click, counted, viewed full size, removed, and stored with the quote', async () => {
    const { page, form, problems } = await openForm();
    expect(await form.locator('input[type=file]').getAttribute('multiple')).not.toBeNull();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByText('Click or drop photos here').click(),
    ]);
    await chooser.setFiles([
      await photoUpload('one.jpg', 1),
      await photoUpload('two.jpg', 2),
      await photoUpload('three.jpg', 3),
    ]);
    await form.getByText(/^3 image\(s\) uploaded/).waitFor();
    await toastOf(page).getByText('Image uploaded successfully').waitFor();

    await form.getByRole('button', { name: 'View Item 1, photo 2 full size' }).click();
    const full = dialogOf(page, 'Item 1, photo 2');
    await soon(() =>
      full.locator('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    ).toBe(640);
    await page.keyboard.press('Escape');
    await full.waitFor({ state: 'hidden' });
    await form.getByLabel('Customer Name').waitFor();

    await form.getByRole('button', { name: 'Remove Item 1, photo 1' }).click();
    await form.getByText(/^2 image\(s\) uploaded/).waitFor();
    await form.getByLabel('Customer Name').fill('Photo Person');
    await form.getByLabel('Email Address').fill('photo@example.com');
    await form.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Photo Street');
    await form.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Photo Road');
    await form.getByLabel('Item Name').fill('Camera');
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.waitFor({ state: 'hidden' });
    const [item] = await site.sql<{ urls: string[] }>(
      `select image_urls as urls from quote_items where name = 'Camera'`,
    );
    expect(item?.urls).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  test('C38 every call brings the cookie, and is JSON unless it is a form', async () => {
    const { page, form, problems } = await openForm();
    const calls: Request[] = [];
    page.on('request', (request) => {
      if (/^\/(trpc|api)\//.test(new URL(request.url()).pathname)) calls.push(request);
    });
    await form.locator('input[type=file]').setInputFiles(await photoUpload('call.jpg'));
    await form.getByText(/^1 image\(s\) uploaded/).waitFor();
    await form.getByLabel('Customer Name').fill('Caller');
    await form.getByLabel('Email Address').fill('caller@example.com');
    await form.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Call Street');
    await form.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Call Road');
    await form.getByLabel('Item Name').fill('Telephone');
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByText('Caller').first().waitFor();

    const typeOf = async (path: string) => {
      const call = calls.find((one) => one.method() === 'POST' && new URL(one.url()).pathname === path);
      return (await call?.allHeaders())?.['content-type'] ?? 'not called';
    };
    expect(await typeOf('/trpc/quotes.createAsStaff')).toBe('application/json');
    expect(await typeOf('/api/v1/upload')).toMatch(/^multipart\/form-data; boundary=/);
    expect(calls.length).toBeGreaterThan(2);
    // A call that the page gave up was not sent.
    for (const call of calls.filter((one) => one.failure() === null))
      expect((await call.allHeaders())['cookie'], call.url()).toMatch(/\bqf_session=/);
    expect(problems).toEqual([]);
  });

  test('F03 F04 by drag and drop, several in one go', async () => {
    const { page, form, problems } = await openForm();
    await drop(page, form.getByText('Click or drop photos here'), [
      await photoUpload('a.jpg', 4),
      await photoUpload('b.jpg', 5),
    ]);
    await form.getByText(/^2 image\(s\) uploaded/).waitFor();
    expect(problems).toEqual([]);
  });

  test('F04 F18 another kind of file is refused for 3 s in the specified words, chosen or dropped', async () => {
    const { page, form, problems } = await openForm();
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') };
    await form.locator('input[type=file]').setInputFiles([text]);
    const toast = toastOf(page);
    await toast.getByText('Error', { exact: true }).waitFor();
    await toast.getByText('Please upload an image file').waitFor();
    const seconds = await secondsShown(toast);
    expect(seconds).toBeGreaterThan(1.8);
    expect(seconds).toBeLessThan(4.5);
    await drop(page, form.getByText('Click or drop photos here'), [text]);
    await toast.getByText('Please upload an image file').waitFor();
    expect(await form.getByText(/image\(s\) uploaded/).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('F19 a failed upload shows an error, keeps its tile, and can be retried', async () => {
    const { page, form } = await openForm({ expectErrors: [/ERR_FAILED/] });
    await page.route('**/api/v1/upload', (route) => route.abort());
    await form.locator('input[type=file]').setInputFiles([await photoUpload('lost.jpg', 6)]);
    await toastOf(page).getByText('Failed to upload image').waitFor();
    await page.unroute('**/api/v1/upload');
    await form.getByRole('button', { name: 'Try again' }).click();
    await form.getByText(/^1 image\(s\) uploaded/).waitFor();
  });

  test('U21 a quote is not created without a photo that failed, until it is tried again or removed', async () => {
    const { page, form } = await openForm({ expectErrors: [/ERR_FAILED/] });
    for (const [label, text] of [
      ['Customer Name', 'Frame Person'],
      ['Email Address', 'photo@example.com'],
      ['Pickup Address', '1 Photo Street'],
      ['Delivery Address', '2 Photo Road'],
      ['Item Name', 'Frame'],
    ] as const)
      await form.getByLabel(label).fill(text);
    await page.route('**/api/v1/upload', (route) => route.abort());
    await form.locator('input[type=file]').setInputFiles([await photoUpload('lost.jpg', 6)]);
    await form.getByRole('button', { name: 'Try again' }).waitFor();
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.getByText('A photo could not be uploaded. Try it again or remove it.').waitFor();
    expect(await site.sql(`select id from quotes where customer_name = 'Frame Person'`)).toEqual([]);
    await form.getByRole('button', { name: 'Remove lost.jpg' }).click();
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await site.sql(`select id from quotes where customer_name = 'Frame Person'`)).toHaveLength(1);
  });
});
