import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { dialogOf, expectAccessible, expectNoSidewaysScroll } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const browser = useBrowser();
const shopify = readFileSync(new URL('../../server/test/support/files/shopify-gift.csv', import.meta.url), 'utf8');
beforeAll(async () => {
  const api = await site.api(ADMIN);
  await api.send('PUT', '/api/v1/company', { company: { address: 'Hof 1\n10115 Berlin' } });
});

/** Counts what a person presses; what is dropped, read and scanned needs no press. */
function hand() {
  const pressed: string[] = [];
  return {
    pressed,
    async press(target: Locator) {
      pressed.push((await target.textContent()) ?? '');
      await target.click();
    },
  };
}

/** As somebody drags a file from a folder onto the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [name, text],
  );
  await page.getByLabel('CSV or Excel file').locator('xpath=..').dispatchEvent('drop', { dataTransfer: data });
  await page.getByText(`${name} (`).waitFor();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const newest = async () =>
  (await site.sql<{ id: number; number: string }>('select id, tracking_number as number from orders order by id')).at(
    -1,
  );

/** Prints the labels of what went in: the paper that the new tab gets. */
async function printLabels(page: Page, press: (target: Locator) => Promise<void>): Promise<void> {
  const labels = page.getByRole('link', { name: 'Print labels' });
  const tab = page.waitForEvent('popup');
  await press(labels);
  await (await tab).close();
  const paper = await page.request.get((await labels.getAttribute('href')) ?? '');
  expect([paper.status(), paper.headers()['content-type'], (await paper.body()).subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
}

describe('the week of a shop', () => {
  test('C673 its export is dropped, recognised, looked at and imported, its labels are printed and one is scanned, in four presses', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    const { pressed, press } = hand();
    await page.goto('/admin/imports');
    await drop(page, 'orders_export_1.csv', shopify);
    await press(button(page, 'Check the file'));
    await page.getByText('Recognized as an export of Shopify.').waitFor();
    await press(button(page, 'At our own address'));
    await page.getByText('2 rows · 1 ready · 0 to fix · 1 skipped').waitFor();
    await page.getByText('New order for Buyer Person, 2 items, from rows 2 to 3').waitFor();
    await expectAccessible(page, 'the export of a shop');
    await expectNoSidewaysScroll(page);
    await press(button(page, 'Import 1 row'));
    await printLabels(page, press);
    // The number on its label, as fast as a scanner types it.
    const made = await newest();
    await page.keyboard.type(made?.number ?? '');
    await page.keyboard.press('Enter');
    await dialogOf(page, /^Order QF/)
      .getByText('Gift Receiver')
      .first()
      .waitFor();
    expect(page.url()).toContain(`order=${made?.id}`);
    expect(pressed).toEqual(['Check the file', 'At our own address', 'Import 1 row', 'Print labels']);

    // In the week after, what was said of the pickup is remembered.
    const again = hand();
    await page.goto('/admin/imports');
    await drop(page, 'orders_export_2.csv', shopify.replaceAll('#1001', '#1002'));
    await again.press(button(page, 'Check the file'));
    await again.press(button(page, 'Import 1 row'));
    await printLabels(page, again.press);
    expect(again.pressed).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  test('C673 another shop’s list asks once which of day and month comes first, on a phone too', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    const { pressed, press } = hand();
    await page.goto('/admin/imports');
    const list = [
      'Customer;E-mail;Pickup address;Delivery address;Items;Delivery date',
      'Flora;flora@example.com;Blumenhof 2;Rosenweg 4;2 x Strauß;04/03/2027',
      'Flora;flora@example.com;Blumenhof 2;Lilienweg 5;1 x Kranz;05/03/2027',
    ].join('\r\n');
    await drop(page, 'blumen.csv', list);
    await press(button(page, 'Check the file'));
    await page.getByText('Which comes first in the days of this file?').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'a question about a file');
    await press(button(page, 'The day: 4 March'));
    await page.getByText('Days are read with the day first, like 4/3/2027 for 4 March.').waitFor();
    await press(button(page, 'Import 2 rows'));
    await printLabels(page, press);
    expect(pressed).toHaveLength(4);
    const days = await site.sql<{ day: string }>(
      `select to_char(delivery_date at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day from orders where customer_name = 'Flora' order by id`,
    );
    expect(days).toEqual([{ day: '2027-03-04' }, { day: '2027-03-05' }]);
    await press(page.getByRole('link', { name: /^New order for Flora/ }).first());
    await dialogOf(page, /^Order QF/)
      .getByText('Rosenweg 4')
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });
});
