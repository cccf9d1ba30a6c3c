import { expect, test } from 'vitest';
import { expectAccessibleInBoth } from '../accessible.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

test('U251 an admin reads what happened, shows one kind, one person or some days, and opens what a line is about', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin/settings?section=profile');
  const company = page.getByRole('region', { name: 'Company', exact: true });
  await company.getByLabel('Name', { exact: true }).fill('Acme Couriers');
  await company.getByRole('button', { name: 'Save company' }).click();
  await page.getByText('Settings saved').waitFor();
  await page.goto('/admin/activity');
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  const lines = page.getByRole('main').getByRole('listitem');
  await lines.filter({ hasText: 'profile.name: QuickFleet → Acme Couriers' }).waitFor();
  await page.getByLabel('What', { exact: true }).selectOption('Sign-ins');
  await expect.poll(() => lines.filter({ hasText: 'Settings changed' }).count()).toBe(0);
  expect(await lines.filter({ hasText: 'Signed in' }).count()).toBeGreaterThan(0);
  await page.getByLabel('What', { exact: true }).selectOption('Settings');
  await page
    .getByRole('button', { name: /^Show only what .* did$/ })
    .first()
    .click();
  await page.getByText(/^By /).waitFor();
  expect(new URL(page.url()).searchParams.get('actorKind')).toBe('user');
  await expectAccessibleInBoth(page, 'activity');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessibleInBoth(page, 'activity on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('Nothing happened with these filters').waitFor();
  await page
    .getByRole('button', { name: /^Clear/ })
    .first()
    .click();
  await page.setViewportSize({ width: 1280, height: 800 });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  await lines.filter({ hasText: 'profile.name' }).getByRole('link', { name: 'Settings' }).click();
  await company.waitFor();
  expect(problems).toEqual([]);
});
