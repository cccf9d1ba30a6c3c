import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { dialogOf, makerOf, soon } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { openPalette, paletteOf } from './palette.ts';

const site = useSite();
const browser = useBrowser();
let dispatcher: { username: string; password: string };
let driver: { username: string; password: string };
beforeAll(async () => {
  dispatcher = await site.createUser('dispatcher');
  driver = await site.createUser('driver');
  const make = await makerOf(site);
  await make.draft();
  await make.api.send('POST', '/api/email-templates/initialize');
});

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = async (page: Page, ...keys: string[]) => {
  // At once, like a person: on a busy machine the page takes longer to answer than two keys may be apart.
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
};
/** What the help says works here, as 'g q: Quotes'. */
async function helpOf(page: Page): Promise<string[]> {
  await press(page, '?');
  const help = dialogOf(page, 'Help');
  await help.waitFor();
  const rows = await help
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map(
        (row) =>
          `${[...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' ')}: ${row.querySelector('dt')?.textContent}`,
      ),
    );
  await press(page, 'Escape');
  await help.waitFor({ state: 'hidden' });
  return rows;
}

describe('keyboard shortcuts', () => {
  test('g and a letter lead to every screen', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin');
    await title(page, 'Dashboard').waitFor();
    for (const [key, name] of [
      ['q', 'Quote Management'],
      ['o', 'Order Management'],
      ['e', 'Email Templates'],
      ['b', 'Day Board'],
      ['c', 'Customers'],
      ['r', 'Recurring jobs'],
      ['m', 'Mailbox'],
      ['f', 'Imports'],
      ['t', 'Team'],
      ['a', 'Developers'],
      ['h', 'Activity'],
      ['s', 'Settings'],
      ['d', 'Dashboard'],
    ] as const) {
      await press(page, 'g', key);
      await title(page, name).waitFor();
    }
    expect(problems).toEqual([]);
  });

  test('/ puts the cursor into the list’s search, where no letter is a shortcut', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    for (const { path, search } of [
      { path: '/admin/quotes', search: 'Search quotes' },
      { path: '/admin/orders', search: 'Search orders' },
      { path: '/admin/customers', search: 'Search customers' },
      { path: '/admin/mailbox', search: 'Search e-mails' },
    ]) {
      await page.goto(path);
      const field = page.getByRole('searchbox', { name: search });
      await field.waitFor();
      await press(page, '/');
      await soon(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type('/gdn?');
      expect(await field.inputValue()).toBe('/gdn?');
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    expect(problems).toEqual([]);
  });

  test('n opens the form for something new where there is one', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    for (const { path, dialog } of [
      { path: '/admin/quotes', dialog: 'Create Quote' },
      { path: '/admin/customers', dialog: 'Create Customer' },
      { path: '/admin/team', dialog: 'Add a person' },
      { path: '/admin/developers', dialog: 'New endpoint' },
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await press(page, 'n');
      await dialogOf(page, dialog).waitFor();
      expect(new URL(page.url()).search).toBe('?create=1');
      await page.goBack();
      await dialogOf(page, dialog).waitFor({ state: 'hidden' });
    }
    expect(problems).toEqual([]);
  });

  test('with a dialog open no shortcut does anything, not even the palette’s', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/quotes?create=1');
    const form = dialogOf(page, 'Create Quote');
    await form.getByRole('button', { name: 'Save as Draft' }).focus();
    await press(page, 'g', 'd', 'n', '/', '?', 'Control+k');
    await form.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/admin/quotes');
    expect(problems).toEqual([]);
  });

  test('Ctrl+K works from a search field too and closes what it opened', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin/quotes');
    await page.getByRole('searchbox', { name: 'Search quotes' }).focus();
    const { root } = await openPalette(page);
    await press(page, 'Control+k');
    await root.waitFor({ state: 'hidden' });
    await press(page, 'Meta+k');
    await paletteOf(page).root.waitFor();
    expect(problems).toEqual([]);
  });

  test('U181 the help lists what works here and for this role, with the keys of the board’s cards', async () => {
    const admin = await newPage(browser, site, { signedInAs: ADMIN });
    await admin.page.goto('/admin/team');
    await title(admin.page, 'Team').waitFor();
    expect(await helpOf(admin.page)).toEqual([
      'Ctrl K: Search and jump',
      '?: Help and keyboard shortcuts',
      '/: Search team',
      'J: Next row; Enter opens it',
      'K: Previous row',
      'N: Add person',
      'G D: Dashboard',
      'G Q: Quotes',
      'G O: Orders',
      'G E: Email Templates',
      'G B: Day Board',
      'G C: Customers',
      'G R: Recurring',
      'G I: Claims',
      'G V: Invoices',
      'G M: Mailbox',
      'G F: Imports',
      'G P: Reports',
      'G T: Team',
      'G A: Developers',
      'G H: Activity',
      'G S: Settings',
    ]);
    await admin.page.goto('/admin/board');
    await title(admin.page, 'Day Board').waitFor();
    expect((await helpOf(admin.page)).slice(2, 10)).toEqual([
      '/: Search day board',
      '↵: Choose its driver and place',
      'Space: Lift it, and put it down',
      '← ↑ ↓ →: Carry the lifted card',
      'X: Select it',
      'Shift ↑ ↓: Select the one above or below too',
      'Ctrl A: Select all of its column',
      'Esc: Put the lifted card back, or clear the selection',
    ]);
    expect(admin.problems).toEqual([]);

    const office = await newPage(browser, site, { signedInAs: driver });
    await office.page.goto('/admin/orders');
    await title(office.page, 'Order Management').waitFor();
    expect(await helpOf(office.page)).toEqual([
      'Ctrl K: Search and jump',
      '?: Help and keyboard shortcuts',
      '/: Search orders',
      'J: Next row; Enter opens it',
      'K: Previous row',
      'G O: Orders',
    ]);
    await press(office.page, 'n');
    await press(office.page, 'g', 'q');
    expect(await office.page.getByRole('dialog').count()).toBe(0);
    expect(new URL(office.page.url()).pathname).toBe('/admin/orders');
    expect(office.problems).toEqual([]);
  });

  test('a pause after g forgets it', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.clock.install();
    await page.goto('/admin/customers');
    await title(page, 'Customers').waitFor();
    await press(page, 'g');
    await page.clock.fastForward(1500);
    await press(page, 'q');
    await press(page, 'g', 'd');
    await title(page, 'Dashboard').waitFor();
    expect(problems).toEqual([]);
  });

  test('a shortcut asks before it leaves unsaved changes', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin/email-templates');
    await page.getByRole('switch').first().waitFor({ state: 'attached' });
    const first = await site.sql<{ id: number }>('select id from email_templates order by id limit 1');
    await page.goto(`/admin/email-templates?template=${first[0]?.id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Email Subject').fill('Something else');
    await page.getByRole('heading', { level: 1 }).click();
    await press(page, 'g', 'q');
    const question = dialogOf(page, 'Discard your changes?');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Email Subject').inputValue()).toBe('Something else');
    await page.getByRole('heading', { level: 1 }).click();
    await press(page, 'g', 'q');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await title(page, 'Quote Management').waitFor();
    expect(problems).toEqual([]);
  });
});
