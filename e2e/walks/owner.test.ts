import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtp } from '../../server/test/support/counterparts/smtp.ts';
import { dialogOf } from '../admin-orders/office.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll } from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();

test('C378 C383 U253 from the first sign-in to a priced quote in euros and German by the own mail server, without a text editor', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  // As after the first start: the sites of tests have one setting saved.
  await site.sql(`update company set settings = '{}'`);
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 1280, height: 900 },
    locale: 'de-AT',
    timezoneId: 'Europe/Vienna',
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  // The browser asks for German pages; these steps read the English ones.
  await context.addCookies([{ name: 'language', value: 'en', url: site.url }]);
  const { page, problems } = await newPage(browser, site, { context, expectErrors: [/401/] });
  let presses = 0;
  const press = async (target: Locator) => {
    presses++;
    await target.click();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const step = (name: string) => page.getByRole('region', { name, exact: true });

  await page.goto('/admin');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.locator('input[type="password"]').fill(ADMIN.password);
  await press(button('Sign In'));
  await page.waitForURL('**/admin/welcome');

  await step('Company').getByLabel('Name', { exact: true }).fill('Alpenkurier');
  await step('Company').getByLabel('Phone').fill('+43 1 234 5678');
  await step('Company').getByLabel('E-mail').fill('hallo@alpenkurier.example');
  await step('Company').getByLabel('Area served').fill('Wien');
  await press(button('Save and continue'));

  const logo = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer();
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByRole('img', { name: 'The logo on a light page' }).waitFor();
  await press(button('Save and continue'));

  // The browser says where it is.
  await step('Place, time and money').getByText('a price looks like €1,234.50').waitFor();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Vienna');
  expect(await page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('Austria');
  expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('Deutsch');
  await expectAccessibleInBoth(page, 'place');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await press(button('Save and continue'));

  await step('Business hours').waitFor();
  await press(button('Keep and continue'));
  await step('Billing').waitFor();
  await press(button('Keep and continue'));

  const server = new URL(smtp.url);
  await page.getByRole('textbox', { name: 'Mail server', exact: true }).fill(server.hostname);
  await page.getByLabel('Encryption').selectOption('starttls');
  await page.getByLabel('Port', { exact: true }).fill(server.port);
  await page.getByLabel('Send a test to').fill('owner@alpenkurier.example');
  await press(button('Send a test'));
  await page.getByText('The mail server took the test').waitFor();
  expect(smtp.to('owner@alpenkurier.example')).toHaveLength(1);
  await press(button('Save and continue'));

  await step('First driver').getByLabel('Username').fill('marta');
  await step('First driver').locator('input[autocomplete="new-password"]').fill('a-good-driver-password');
  await press(button('Add and continue'));
  await press(button('Add sample data'));
  await press(page.getByRole('link', { name: 'Create your first quote' }));

  const form = dialogOf(page, 'Create Quote');
  await form.getByLabel(/Name/).first().fill('Ada Sender');
  await form
    .getByLabel(/E-?mail/)
    .first()
    .fill('ada@sender.example');
  await form.getByLabel(/Pickup address/i).fill('1 Ring');
  await form.getByLabel(/Delivery address/i).fill('2 Gasse');
  await form.getByLabel(/Item name/i).fill('Box');
  await press(form.getByRole('button', { name: 'Create Quote' }));
  await press(page.getByRole('article').filter({ hasText: 'Ada Sender' }).getByRole('button', { name: 'Set Price' }));
  const pricing = dialogOf(page, 'Set Price & Payment Link');
  await pricing.getByLabel('Price *').fill('90');
  await pricing.getByLabel(/Payment URL/).fill('https://pay.example.com/1');
  await press(pricing.getByRole('button', { name: 'Save & Send' }));
  expect(presses).toBeLessThanOrEqual(14);
  await expect
    .poll(() => smtp.to('ada@sender.example').some(({ html }) => /90,00(?:\s|&nbsp;)€/.test(html ?? '')))
    .toBe(true);
  const [mail] = smtp.to('ada@sender.example');
  expect(mail?.from?.name).toBe('Alpenkurier');
  expect(mail?.html).toContain('/files/');
  expect(mail?.html).toContain('lang="de"');
  const home = await (await fetch(site.url, { headers: { 'accept-language': '*' } })).text();
  expect(home).toContain('<html lang="de"');
  expect(home).toContain('Alpenkurier');

  await page.goto('/admin');
  const list = page.getByRole('region', { name: 'Set up your company' });
  await page.getByText('Your lists have sample data.').waitFor();
  expect(await list.count()).toBe(0);
  await press(button('Remove sample data'));
  await page.getByText('Sample data removed').waitFor();
  expect(await site.sql('select name from customers')).toEqual([{ name: 'Ada Sender' }]);
  expect(problems).toEqual([]);
});

test('U254 the dashboard lists what is left until it is hidden for everybody', async () => {
  await site.sql(`update company set settings = settings - 'hours' - 'setup'`);
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin');
  const list = page.getByRole('region', { name: 'Set up your company' });
  await list.getByText('6 of 8 done').waitFor();
  await list.getByRole('link', { name: 'Business hours' }).waitFor();
  await expectAccessibleInBoth(page, 'dashboard with the list');
  await list.getByRole('button', { name: 'Hide this list' }).click();
  await list.waitFor({ state: 'detached' });
  expect(await site.sql(`select settings -> 'setup' as setup from company`)).toEqual([
    { setup: { isDismissed: true } },
  ]);
  const other = await newPage(browser, site, { signedInAs: await site.createUser('dispatcher') });
  await other.page.goto('/admin/welcome');
  await other.page.waitForURL('**/admin');
  expect(problems).toEqual([]);
});
