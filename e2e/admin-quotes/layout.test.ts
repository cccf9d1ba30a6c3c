import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { expectAccessible, type Maker, makerOf, soon } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
});

describe('the admin layout', () => {
  test('L07 D04 D05 a new company has no badge and says so in both lists', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin');
    await page.getByText('No quotes yet').waitFor();
    await page.getByText('No orders yet').waitFor();
    await page
      .getByRole('link', { name: /^Active Quotes/ })
      .getByText('0', { exact: true })
      .waitFor();
    const quotes = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Quotes/ });
    expect(await quotes.textContent()).toBe('Quotes');
    await expectAccessible(page, 'empty dashboard');
    expect(problems).toEqual([]);
  });

  for (const { role, name } of [
    { role: 'admin', name: 'admin' },
    { role: 'dispatcher', name: 'Dana Patch' },
  ] as const) {
    test(`L01 L02 L03 L04 L06 L08 header and sidebar as specified (${role})`, async () => {
      const { page, problems } = await newPage(browser, site, { signedInAs: role === 'admin' ? ADMIN : dispatcher });
      await page.goto('/admin');
      const header = page.locator('header').first();
      await header.getByText('Admin', { exact: true }).waitFor();
      await header.getByText('v1.0').waitFor();
      await header.getByText(`Welcome, ${name}`).waitFor();
      expect(await header.getByRole('link', { name: 'View Homepage' }).getAttribute('href')).toBe('/');

      const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
      const entries = await links.evaluateAll((all) =>
        all.slice(0, 4).map((link) => [link.textContent?.replace(/\d.*$/, ''), link.getAttribute('href')]),
      );
      expect(entries).toEqual([
        ['Dashboard', '/admin'],
        ['Quotes', '/admin/quotes'],
        ['Orders', '/admin/orders'],
        ['Email Templates', '/admin/email-templates'],
      ]);
      const active = page.locator('nav [aria-current="page"]');
      expect(await active.locator('> span').allTextContents()).toEqual(['Dashboard']);
      await page.goto('/admin/quotes?status=paid');
      await page.getByRole('heading', { name: 'Quote Management' }).waitFor();
      expect(await active.locator('> span').allTextContents()).toEqual(['Quotes']);
      expect(problems).toEqual([]);
    });
  }

  test('L07 the red badge counts drafts and keeps itself current without a reload', async () => {
    const first = await make.draft();
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin/email-templates');
    const badge = page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: /^Quotes/ })
      .locator('.mantine-Badge-root');
    await soon(() => badge.textContent()).toBe('1 drafts');
    const second = await make.draft();
    await soon(() => badge.textContent()).toBe('2 drafts');
    for (const { id } of [first, second]) await make.api.send('DELETE', `/api/v1/quotes/${id}`);
    await badge.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('L05 Logout ends the session and leads to the sign-in', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/admin/auth');
    // Nothing that was still being read is refused.
    expect(problems).toEqual([]);
    await page.goto('/admin/quotes');
    await page.waitForURL('**/admin/auth');
  });
});
