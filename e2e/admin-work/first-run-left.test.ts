import { expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

test('U315 the first run can be left: it comes once, and its list stays on the dashboard', async () => {
  // As after the first start: the sites of tests have one setting saved.
  await site.sql(`update company set settings = '{}'`);
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, isFresh: true });
  await page.goto('/admin');
  await page.waitForURL('**/admin/welcome');
  await page.getByRole('link', { name: 'Finish later' }).click();
  await page.getByRole('region', { name: 'Set up your company' }).waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Set up your company' }).getByRole('link', { name: 'Continue' }).click();
  const hours = page.getByRole('region', { name: 'Business hours' });
  await page.goto('/admin/welcome?step=hours');
  await hours.getByRole('button', { name: 'Remove these hours on Monday' }).click();
  await hours.getByRole('button', { name: 'The same on all weekdays' }).click();
  expect(await hours.getByText('Closed', { exact: true }).count()).toBe(7);
  expect(problems).toEqual([]);
});
