import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, PHONE, photoUpload, useBrowser, useSite } from '../harness.ts';
import { cardOf, dialogOf, expectAccessible, expectNoSidewaysScroll, makerOf } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let quotes: { draft: Quote; sent: Quote; paid: Quote; converted: Quote };
beforeAll(async () => {
  const make = await makerOf(site);
  quotes = {
    draft: await make.draft(),
    sent: await make.sent(),
    paid: await make.paid(),
    converted: await make.converted(),
  };
});

const states: readonly {
  name: string;
  path: () => string;
  isDialog?: boolean;
  ready: (page: Page) => Promise<unknown>;
}[] = [
  { name: 'list', path: () => '', ready: (page) => cardOf(page, quotes.draft.id).waitFor() },
  {
    name: 'filtered',
    path: () => '?status=sent,paid&q=pickup',
    ready: (page) => cardOf(page, quotes.paid.id).waitFor(),
  },
  { name: 'no match', path: () => '?q=nothing-like-it', ready: (page) => page.getByText('No results for').waitFor() },
  {
    name: 'details',
    isDialog: true,
    path: () => `?quote=${quotes.converted.id}`,
    ready: (page) =>
      dialogOf(page, /^Quote #/)
        .getByText('Converted to an order')
        .waitFor(),
  },
  {
    name: 'price',
    isDialog: true,
    path: () => `?price=${quotes.draft.id}`,
    ready: (page) =>
      dialogOf(page, /^Set Price/)
        .getByLabel('Price *')
        .waitFor(),
  },
  {
    name: 'edit',
    isDialog: true,
    path: () => `?edit=${quotes.sent.id}`,
    ready: (page) =>
      dialogOf(page, /^Edit Quote/)
        .getByRole('textbox', { name: 'Pickup Address' })
        .waitFor(),
  },
  {
    name: 'create with errors and a photo',
    isDialog: true,
    path: () => '?create=1',
    ready: async (page) => {
      const form = dialogOf(page, 'Create Quote');
      const isPhone = (page.viewportSize()?.width ?? 0) < 500;
      if (!isPhone) await form.locator('.mantine-Dropzone-root').waitFor();
      await form.locator('input[type=file]').setInputFiles([await photoUpload('box.jpg')]);
      await form.getByText(/1 image\(s\) uploaded/).waitFor();
      await form.getByRole('button', { name: 'Create Quote' }).click();
      await form.getByText('Customer name is required').waitFor();
    },
  },
];

describe('the quotes page is for everybody', () => {
  for (const [colorScheme, size, view] of [
    ['light', 'desk', {}],
    ['dark', 'phone', PHONE],
  ] as const) {
    test(`no accessibility violation and no sideways scroll, dialogs included (${size}, ${colorScheme})`, async () => {
      const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, colorScheme, ...view });
      for (const { name, path, ready, isDialog } of states) {
        await page.goto(`/admin/quotes${path()}`);
        await ready(page);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page, `${name}, ${size}, ${colorScheme}`, isDialog ? '[role=dialog]' : undefined);
      }
      expect(problems).toEqual([]);
    });
  }

  test('a question is asked in a dialog without violations either, and Escape closes only the uppermost', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto(`/admin/quotes?quote=${quotes.draft.id}`);
    const details = dialogOf(page, `Quote #${quotes.draft.id}`);
    await details.getByRole('button', { name: 'Delete' }).click();
    const question = dialogOf(page, `Delete quote #${quotes.draft.id}?`);
    await question.waitFor();
    await expectAccessible(page, 'question over the details', '[role=dialog]');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await details.waitFor();
    expect(problems).toEqual([]);
  });
});
