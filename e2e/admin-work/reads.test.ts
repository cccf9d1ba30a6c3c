import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { cardOf, dialogOf, type Maker, makerOf, soon, toastOf } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
beforeAll(async () => {
  make = await makerOf(site);
  await make.converted();
  await make.api.send('POST', '/api/email-templates/initialize');
});

/** The procedures that this page asked for from now on, one entry for each time; live streams are no reads. */
function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/trpc/'))
      reads.push(
        ...pathname
          .slice('/trpc/'.length)
          .split(',')
          .filter((name) => !name.endsWith('onChange')),
      );
  });
  return reads;
}
const countOf = (reads: readonly string[], name: string) => reads.filter((read) => read === name).length;

/** Goes to another screen without a reload. */
const go = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click();

const screens = [
  { path: '/admin', heading: 'Dashboard', reads: 'dashboard.stats' },
  { path: '/admin/quotes', heading: 'Quote Management', reads: 'quotes.list' },
  { path: '/admin/orders', heading: 'Order Management', reads: 'orders.list' },
  { path: '/admin/email-templates', heading: 'Email Templates', reads: 'templates.list' },
  { path: '/admin/board', heading: 'Day Board', reads: 'planning.board' },
  { path: '/admin/customers', heading: 'Customers', reads: 'customers.list' },
  { path: '/admin/recurring', heading: 'Recurring jobs', reads: 'recurring.list' },
  { path: '/admin/mailbox', heading: 'Mailbox', reads: 'mailbox.list' },
  { path: '/admin/activity', heading: 'Activity', reads: 'activity.list' },
  { path: '/admin/imports', heading: 'Imports', reads: 'imports.list' },
  { path: '/admin/team', heading: 'Team', reads: 'users.list' },
  { path: '/admin/developers/keys', heading: 'Developers', reads: 'apiKeys.list' },
];

/** Tells the page that its tab was left and is looked at again. */
async function lookAwayAndBack(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      window.dispatchEvent(new Event(now === 'visible' ? 'focus' : 'blur'));
    }, state);
  }
}

describe('reads', () => {
  test('C41 no screen repeats its requests: not after two hours, not on focus, not when the network is back', async () => {
    // Without the live streams, because an event is a reason to ask.
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/onChange/] });
    await page.route(/onChange/, (route) => route.abort());
    await page.clock.install();
    const reads = readsOf(page);
    for (const { path, heading, reads: name } of screens) {
      reads.length = 0;
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      // A busy machine is idle on the network before it has asked.
      await expect.poll(() => countOf(reads, name), { message: name }).toBeGreaterThan(0);
      await page.waitForLoadState('networkidle');
      expect(countOf(reads, name), name).toBe(1);
      const asked = reads.length;
      await page.clock.fastForward('02:00:00');
      await lookAwayAndBack(page);
      await context.setOffline(true);
      await context.setOffline(false);
      await page.clock.fastForward('00:01:00');
      await page.waitForLoadState('networkidle');
      expect(reads.slice(asked), path).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  test('C41 what was read minutes ago is shown again without asking', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/onChange/] });
    await page.route(/onChange/, (route) => route.abort());
    await page.clock.install();
    const reads = readsOf(page);
    await page.goto('/admin/orders');
    await page.getByRole('row').nth(1).waitFor();
    await go(page, /^Email Templates/);
    await page.getByRole('heading', { level: 1, name: 'Email Templates' }).waitFor();
    await page.getByRole('switch').first().waitFor({ state: 'attached' });
    await page.clock.fastForward('00:04:00');
    await go(page, /^Orders/);
    await page.getByRole('row').nth(1).waitFor();
    await go(page, /^Email Templates/);
    await page.getByRole('switch').first().waitFor({ state: 'attached' });
    expect([countOf(reads, 'orders.list'), countOf(reads, 'templates.list')]).toEqual([1, 1]);
    expect(problems).toEqual([]);
  });

  test('C41 a failed read is not retried until the user presses Try again', async () => {
    const { page, problems } = await newPage(browser, site, {
      signedInAs: ADMIN,
      expectErrors: [/onChange/, /users\.list/],
    });
    await page.route(/onChange/, (route) => route.abort());
    await page.route(/users\.list/, (route) => route.abort());
    await page.clock.install();
    const reads = readsOf(page);
    await page.goto('/admin/team');
    // The list of invitations came in the same request.
    const again = page
      .getByRole('alert')
      .filter({ hasText: 'The team could not be loaded' })
      .getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.clock.fastForward('00:10:00');
    await page.waitForLoadState('networkidle');
    expect(countOf(reads, 'users.list')).toBe(1);
    await page.unroute(/users\.list/);
    await again.click();
    await page.getByText('1 total').waitFor();
    expect(countOf(reads, 'users.list')).toBe(2);
    expect(problems).toEqual([]);
  });
});

describe('after a change', () => {
  test('C40 a new and a changed customer are in the list, which was fetched again', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    const reads = readsOf(page);
    await page.goto('/admin/customers?create=1');
    const form = dialogOf(page, /Create Customer/);
    await form.getByLabel('Name').fill('Nora New');
    await form.getByLabel(/E-?mail/i).fill('nora@example.com');
    const before = countOf(reads, 'customers.list');
    await form.getByRole('button', { name: 'Create Customer' }).click();
    await page.getByRole('row', { name: /Nora New/ }).waitFor();
    await soon(() => countOf(reads, 'customers.list')).toBe(before + 1);

    await page.getByRole('button', { name: 'Edit Nora New' }).click();
    const edit = dialogOf(page, /Edit/);
    await edit.getByLabel('Name').fill('Nora Newer');
    await edit.getByRole('button', { name: /Save|Update/ }).click();
    await page.getByRole('row', { name: /Nora Newer/ }).waitFor();
    await soon(() => countOf(reads, 'customers.list')).toBe(before + 2);
    expect(problems).toEqual([]);
  });

  test('C40 a converted quote changes the list of quotes, and the list of orders that was read before', async () => {
    const quote = await make.paid();
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    const reads = readsOf(page);
    await page.goto('/admin/orders');
    const rows = page.getByRole('row');
    await rows.nth(1).waitFor();
    const orders = await rows.count();
    await go(page, /^Quotes/);
    const card = cardOf(page, quote.id);
    const asked = { quotes: countOf(reads, 'quotes.list'), orders: countOf(reads, 'orders.list') };
    await card.getByRole('button', { name: 'Convert to Order' }).click();
    await page.getByRole('button', { name: 'Create order' }).click();
    await dialogOf(page, 'Order created').waitFor();
    await page.keyboard.press('Escape');
    await card.getByText('converted', { exact: true }).waitFor();
    await soon(() => countOf(reads, 'quotes.list')).toBeGreaterThan(asked.quotes);
    await go(page, /^Orders/);
    await soon(() => rows.count()).toBe(orders + 1);
    expect(countOf(reads, 'orders.list')).toBe(asked.orders + 1);
    expect(problems).toEqual([]);
  });

  test('C40 a corrected order is fetched again', async () => {
    const { orderId } = await make.converted();
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    const reads = readsOf(page);
    await page.goto(`/admin/orders?edit=${orderId}`);
    const edit = dialogOf(page, /^Edit/);
    await edit.getByLabel('Customer name').fill('Moved Person');
    const before = countOf(reads, 'orders.list');
    await edit.getByRole('button', { name: /Save/ }).click();
    await page.getByRole('row').getByText('Moved Person').waitFor();
    await soon(() => countOf(reads, 'orders.list')).toBeGreaterThan(before);
    expect(problems).toEqual([]);
  });

  test('C40 a template that was switched off is fetched again', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    const reads = readsOf(page);
    await page.goto('/admin/email-templates');
    const toggle = page.getByRole('switch').first();
    await toggle.waitFor({ state: 'attached' });
    const before = countOf(reads, 'templates.list');
    await toggle.click({ force: true });
    await toastOf(page).getByText('Status Updated').waitFor();
    await soon(() => countOf(reads, 'templates.list')).toBe(before + 1);
    expect(await toggle.isChecked()).toBe(false);
    expect(await site.sql('select count(*)::int as off from email_templates where not enabled')).toEqual([{ off: 1 }]);
    expect(problems).toEqual([]);
  });
});
