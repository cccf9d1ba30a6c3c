import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { dialogOf, expectAccessibleInBoth, numberOf, soon, typeTime, useOffice } from './office.ts';

const site = useSite({ BUSINESS_TIMEZONE: 'America/New_York' });
const browser = useBrowser();
const office = useOffice(site);
const group = (page: Page, name: string) => page.getByRole('group', { name });

test('U101 times are typed and read by the company’s clock, and every part fits its field', async () => {
  // 1,280 px, the same enlarged to 200 %, and a phone.
  for (const size of [{ width: 1280, height: 900 }, { width: 640, height: 450 }, PHONE]) {
    const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher, ...size });
    await page.goto('/admin/orders/new');
    const pickup = group(page, 'Pickup window');
    await pickup.getByLabel('Day').fill('2027-12-30');
    await typeTime(pickup, 'From', '12:45');
    await typeTime(pickup, 'Until', '23:59');
    await pickup.getByText('Thu, Dec 30, 2027, 12:45 PM – 11:59 PM EST').waitFor();
    expect(await pickup.getByRole('combobox', { name: 'Until, AM or PM' }).inputValue()).toBe('PM');
    const cut = await pickup.locator('input:visible, select').evaluateAll((fields) =>
      fields
        .filter((field) => {
          const box = field.getBoundingClientRect();
          const frame = field.closest('.mantine-Input-wrapper')?.getBoundingClientRect();
          return (
            field.scrollWidth > field.clientWidth + 1 || !frame || box.right > frame.right || box.left < frame.left
          );
        })
        .map((field) => field.getAttribute('aria-label') ?? field.id),
    );
    expect(cut, `${size.width} px`).toEqual([]);
    if (size.width === 1280) await expectAccessibleInBoth(page, 'time fields');
    expect(problems).toEqual([]);
  }
});

test('U103 U104 U105 an impossible value is explained at its field, with the bound that it breaks, and shown above every bar', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher, width: 1280, height: 500 });
  await page.goto('/admin/orders/new');
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toMatch(/^Search by name/);
  await page.getByLabel('Find the customer').fill('Fay Field');
  await page.getByRole('option', { name: /New customer/ }).click();
  await page.getByLabel('Email Address').fill('fay@example.com');
  await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pier');
  await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Dock');
  await page.getByLabel('Item Name').fill('Crate');
  await page.getByLabel('Quantity').fill('1e3');
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  const send = page.getByRole('button', { name: 'Create order' });
  await send.click();
  await page.getByText('Quantity must be a whole number').waitFor();
  const isClear = () =>
    page.evaluate(() => {
      const field = document.activeElement?.getBoundingClientRect();
      const bar = document.querySelector('form [class*="foot"]')?.getBoundingClientRect();
      return field && bar ? field.bottom <= bar.top && field.top >= 60 : undefined;
    });
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('items.0.quantity');
  expect(await isClear()).toBe(true);
  await page.getByLabel('Quantity').fill('200000');
  await send.click();
  await page.getByText('Quantity must be at most 100,000').waitFor();
  await page.getByLabel('Quantity').fill('2');

  const pickup = group(page, 'Pickup window');
  await pickup.getByLabel('Day').fill('2027-03-14');
  await typeTime(pickup, 'From', '02:30');
  await typeTime(pickup, 'Until', '03:30');
  await send.click();
  await pickup.getByText('Clocks skip this time on Sun, Mar 14, 2027. Choose another one').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('pickupWindow.from');
  expect(await isClear()).toBe(true);
  expect(problems).toEqual([]);
});

test('U106 a Move dialog that another dispatcher has overtaken says what they did, and moves only on purpose', async () => {
  const day = addDays(dayAt(new Date(), 'America/New_York'), 3);
  const order = await office.order({ speedType: 'specific_date', speedDate: day });
  const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher });
  const driver = async () =>
    (await site.sql<{ id: number | null }>('select driver_id as id from orders where id = ?', order.id))[0]?.id;
  await page.goto(`/admin/board?day=${day}`);
  await page.getByRole('button', { name: `Move ${numberOf(order)}` }).click();
  const dialog = dialogOf(page, `Move ${numberOf(order)}`);
  await dialog.getByRole('combobox', { name: 'Driver' }).click();
  await page.getByRole('option', { name: /Robin Rider/ }).click();
  await office.api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: office.sam.id });
  await dialog
    .getByRole('alert')
    .getByText(/^It was unassigned, and is stop 1 of 2 of Sam Okonkwo now\.$/)
    .waitFor();
  await expectAccessibleInBoth(page, 'overtaken move');
  await dialog.getByRole('button', { name: 'Keep it there' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await driver()).toBe(office.sam.id);
  expect(problems).toEqual([]);
});

test('U112 settings are sections with addresses; a search finds the one, and Enter leads to the field', async () => {
  for (const size of [{ width: 1280, height: 900 }, PHONE]) {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, ...size });
    await page.goto('/admin/settings');
    const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await sections.first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2500);
    await sections.filter({ hasText: 'Quoting' }).click();
    await page.getByRole('region', { name: 'Quoting' }).getByLabel('Default tax rate').fill('19');
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('tax number');
    await soon(() => sections.allTextContents()).toEqual(['Billing', 'Accounting', 'Company papers']);
    await page.getByRole('searchbox', { name: 'Search the settings' }).press('Enter');
    await soon(() =>
      page.evaluate(() => document.activeElement?.closest('section')?.ariaLabel ?? document.activeElement?.id),
    ).not.toBe('');
    expect(new URL(page.url()).searchParams.get('section')).toBe('billing');
    await page.getByRole('region', { name: 'Billing' }).getByLabel('Tax number').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await sections.filter({ hasText: 'Quoting' }).click();
    expect(await page.getByRole('region', { name: 'Quoting' }).getByLabel('Default tax rate').inputValue()).toBe('19');
    expect(problems).toEqual([]);
  }
});
