import { describe, expect, test } from 'vitest';
import {
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  toastOf,
} from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

const HEADS = 'Customer,E-mail,Where from,Delivery address,Items';
const ROWS = [
  'Ada Sender,ada@example.com,1 Pickup Street,2 Delivery Road,2 x Box; Lamp',
  'Grace,grace@example.com,1 Pickup Street,3 Delivery Road,Rug',
  'No Address,nobody,1 Pickup Street,,Rug',
];
const file = (rows: readonly string[]) => ({
  name: 'orders.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADS, ...rows].join('\n')),
});
const created = () => site.sql<{ n: number }>('select count(*)::int as n from orders');

describe('imports', () => {
  test('C91 a file is checked, its columns are put right, its rows go in and are taken back, on a desktop by keyboard', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/imports');
    await page.getByText('No imports yet').waitFor();
    await expectAccessible(page, 'no imports');
    const check = page.getByRole('button', { name: 'Check the file' });
    expect(await check.isDisabled()).toBe(true);
    await page
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Name') });
    await check.click();
    await page.getByRole('alert').getByText('The file has heads and no rows below them').waitFor();
    await page.getByLabel('CSV or Excel file').setInputFiles(file(ROWS));
    await page.getByText('orders.csv (').waitFor();
    await check.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'orders.csv' }).waitFor();
    await page.getByText('3 rows · 0 ready · 3 to fix · 0 skipped').waitFor();
    await page.getByText('No column yet for: Pickup address').waitFor();
    await page.getByLabel('Where from').selectOption({ label: 'Pickup address' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('3 rows · 2 ready · 1 to fix · 0 skipped').waitFor();
    const wrong = page.getByRole('row', { name: /No Address/ });
    await wrong
      .getByRole('cell', { name: /nobody/ })
      .getByText('Valid email is required')
      .waitFor();
    await wrong.getByRole('cell').getByText('Delivery address is required', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Ada/ }).getByText('New order for Ada Sender, 2 items').waitFor();
    await expectAccessible(page, 'a checked file');
    await expectNoSidewaysScroll(page);
    await page.getByLabel('State of the rows').selectOption({ label: 'Needs fixing' });
    await page.getByRole('row', { name: /Ada/ }).waitFor({ state: 'hidden' });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download rows to fix' }).click();
    expect((await download).suggestedFilename()).toMatch(/^import-\d+-failed\.csv$/);
    await page.getByLabel('State of the rows').selectOption({ label: 'All rows' });
    expect(await created()).toEqual([{ n: 0 }]);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('3 rows · 2 ready · 1 to fix · 0 skipped · 2 imported').waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    expect(await created()).toEqual([{ n: 2 }]);
    expect(await site.sql(`select 1 from emails where trigger = 'order_created'`)).toEqual([]);
    await page.getByRole('button', { name: 'Undo import' }).click();
    await dialogOf(page, 'Undo this import?').getByRole('button', { name: 'Undo import' }).click();
    await toastOf(page).getByText('The import is being undone').waitFor();
    await page.getByText('Undone', { exact: true }).first().waitFor();
    expect(await created()).toEqual([{ n: 0 }]);
    await page.getByRole('button', { name: 'All imports' }).click();
    await page.getByRole('button', { name: 'orders.csv' }).waitFor();
    expect(problems.filter((problem) => !/400/.test(problem))).toEqual([]);
  });

  test('C91 and on a phone in the dark; an import is cancelled', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, colorScheme: 'dark', signedInAs: ADMIN });
    await page.goto('/admin/imports');
    await page.getByLabel('CSV or Excel file').setInputFiles(file(ROWS.slice(0, 2)));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('2 rows · 2 ready · 0 to fix · 0 skipped').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'a checked file on a phone');
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test('U157 imports are a section of the developers’ screen, with an address', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    await page.goto('/admin/developers');
    await page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name: 'Imports' }).click();
    await page.waitForURL('**/admin/developers/imports');
    await page.getByLabel('CSV or Excel file').setInputFiles(file(ROWS.slice(0, 1)));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1 row · 1 ready · 0 to fix · 0 skipped').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/developers/imports');
    await page.reload();
    await page.getByText('1 row · 1 ready · 0 to fix · 0 skipped').waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'All imports' }).click();
    await page.getByRole('heading', { level: 1, name: 'Developers' }).waitFor();
    await expectAccessibleInBoth(page, 'imports as a section');
    expect(problems).toEqual([]);
  });
});
