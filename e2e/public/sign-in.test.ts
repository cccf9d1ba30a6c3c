import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  noteShifts,
  open,
  shiftOf,
  soon,
  toast,
  views,
} from './visitor.ts';

const site = useSite();
const browser = useBrowser();

const LOGIN = '**/trpc/auth.login*';
const refused = { expectErrors: [/Failed to load resource/] };
const signIn = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
};
const storedAdmin = (page: Page) => page.evaluate(() => localStorage.getItem('quickfleet-admin'));

describe('the sign-in pages', () => {
  for (const { name, view } of views) {
    test(`R04 R05 A01 A02 A03 have their own words for customers and staff (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      for (const { path, heading, subtitle } of [
        { path: '/auth', heading: 'QuickFleet', subtitle: 'Delivery Management System' },
        { path: '/admin/auth', heading: 'QuickFleet Admin', subtitle: 'Administration Portal' },
      ]) {
        await open(page, path);
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
        expect(await page.getByText(subtitle, { exact: true }).isVisible()).toBe(true);
        for (const highlight of ['Order management', 'Driver coordination', 'Real-time tracking', 'Fleet management']) {
          expect(await page.getByText(highlight, { exact: true }).isVisible()).toBe(true);
        }
        expect(
          await page
            .getByText('Manage quotes, track orders, coordinate drivers and deliver service.', { exact: true })
            .isVisible(),
        ).toBe(true);
        await expectAccessibleInBoth(page);
        await expectNoSidewaysScroll(page);
      }
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('A04 A05 A06 requires both fields, and says that it is signing in', async () => {
    const user = await site.createUser('customer');
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/auth');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Username is required', { exact: true }).waitFor();
    expect(await page.getByText('Password is required', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByLabel('Username').evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page);

    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(LOGIN, async (route) => {
      await released;
      await route.continue();
    });
    await signIn(page, user);
    const pending = page.getByRole('button', { name: 'Signing in...' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    release();
    await page.waitForURL(`${site.url}/`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('A13 shows a failed login with the server’s message, or a default one', async () => {
    const { page, context, problems } = await newPage(browser, site, refused);
    await open(page, '/auth');
    await signIn(page, { username: ADMIN.username, password: 'wrong-password' });
    await toast(page).getByText('Login failed', { exact: true }).waitFor();
    expect(await toast(page).locator('.mantine-Notification-description').textContent()).toMatch(/password/i);
    expect(await toast(page).getAttribute('data-kind')).toBe('error');
    expect(await page.getByLabel('Username').inputValue()).toBe(ADMIN.username);

    await page.route(LOGIN, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '[{"error":{"message":"","code":-32603,"data":{"httpStatus":500}}}]',
      }),
    );
    await signIn(page, ADMIN);
    await toast(page).getByText('An unknown error occurred', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('A13 only logs a failed login on the admin page, and shows it next to the form', async () => {
    const { page, context, problems } = await newPage(browser, site, refused);
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    await open(page, '/admin/auth');
    await signIn(page, { username: ADMIN.username, password: 'wrong-password' });
    await page.getByRole('alert').getByText('That did not work. Check the username and the password.').waitFor();
    expect(logged.some((line) => line.startsWith('Login failed'))).toBe(true);
    expect(await toast(page).count()).toBe(0);
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('A14 shows a failed registration', async () => {
    const taken = await site.createUser('customer');
    const { page, context, problems } = await newPage(browser, site, refused);
    await open(page, '/auth');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Username').fill(taken.username);
    await page.getByLabel('Password', { exact: true }).fill('a-fine-password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await toast(page).getByText('Registration failed', { exact: true }).waitFor();
    expect((await toast(page).locator('.mantine-Notification-description').textContent())?.length).toBeGreaterThan(5);
    expect(await page.getByLabel('Username').inputValue()).toBe(taken.username);
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the session', () => {
  test('A07 A09 A10 A19 keeps who signed in and who registered, across a reload', async () => {
    const user = await site.createUser('customer');
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/auth');
    await signIn(page, user);
    await page.waitForURL(`${site.url}/`);
    await page.goto('/auth');
    await page.waitForURL(`${site.url}/`);
    await context.close();

    const fresh = await newPage(browser, site);
    await open(fresh.page, '/auth');
    await fresh.page.getByRole('button', { name: 'Create an account' }).click();
    await fresh.page.getByLabel('Username').fill('newcomer');
    await fresh.page.getByLabel('Password', { exact: true }).fill('a-fine-password');
    await fresh.page.getByRole('button', { name: 'Create account' }).click();
    await fresh.page.waitForURL(`${site.url}/`);
    await toast(fresh.page).getByText('Account created', { exact: true }).waitFor();
    await fresh.page.getByRole('button', { name: 'Account: newcomer' }).waitFor();
    expect(await site.sql("select role from users where username = 'newcomer'")).toEqual([{ role: 'customer' }]);
    await fresh.page.goto('/auth');
    await fresh.page.waitForURL(`${site.url}/`);
    expect([...problems, ...fresh.problems]).toEqual([]);
    await fresh.context.close();
  });

  for (const { name, view } of views) {
    test(`A17 A18 the account menu works by keyboard, moves nothing, and changes the password (${name})`, async () => {
      const person = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
      const elsewhere = await site.api(person);
      const { page, context, problems } = await newPage(browser, site, {
        ...view,
        touch: false,
        signedInAs: person,
        expectErrors: [/400/],
      });
      await noteShifts(page);
      await open(page, '/');
      const account = page.getByRole('button', { name: 'Account: Dana Patch' });
      await account.waitFor();
      expect(await shiftOf(page)).toBeLessThan(0.01);
      await expectNoSidewaysScroll(page);
      await account.focus();
      await page.keyboard.press('Enter');
      const first = page.getByRole('menuitem', { name: 'Go to the dashboard' });
      await soon(() => first.evaluate((item) => item === document.activeElement)).toBe(true);
      await expectAccessibleInBoth(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await dialog.waitFor();
      await expectAccessibleInBoth(page);
      await dialog.getByLabel('Current password').fill(person.password);
      await dialog.getByLabel('New password').fill('entirely-new-words');
      await page.keyboard.press('Enter');
      await toast(page).getByText('Password changed', { exact: true }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await account.evaluate((button) => button === document.activeElement)).toBe(true);
      await expect(elsewhere.send('GET', '/api/user')).rejects.toThrow('401');
      await page.reload();
      await account.click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await account.waitFor({ state: 'detached' });
      expect(await page.locator('main').evaluate((main) => main === document.activeElement)).toBe(true);
      await expect(site.api(person)).rejects.toThrow('401');
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('A11 A12 stores admin data for an admin at /admin/auth only, and forgets it after logout', async () => {
    const dispatcher = await site.createUser('dispatcher');
    const customerSide = await newPage(browser, site);
    await open(customerSide.page, '/auth');
    await signIn(customerSide.page, ADMIN);
    await customerSide.page.waitForURL(`${site.url}/`);
    expect(await storedAdmin(customerSide.page)).toBeNull();
    await customerSide.context.close();

    const other = await newPage(browser, site);
    await open(other.page, '/admin/auth');
    await signIn(other.page, dispatcher);
    await other.page.waitForURL('**/admin');
    expect(await storedAdmin(other.page)).toBeNull();
    await other.context.close();

    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/admin/auth');
    await signIn(page, ADMIN);
    await page.waitForURL('**/admin');
    expect(JSON.parse((await storedAdmin(page)) ?? '{}')).toMatchObject({ username: 'admin', role: 'admin' });
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/admin/auth');
    expect(await storedAdmin(page)).toBeNull();
    await page.goto('/admin');
    await page.waitForURL('**/admin/auth');
    expect([...problems, ...customerSide.problems, ...other.problems]).toEqual([]);
    await context.close();
  });

  test('A12 asks for nothing more while it signs out: every read would be refused', async () => {
    const person = await site.createUser('dispatcher');
    const { page, context, problems } = await newPage(browser, site, { signedInAs: person });
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isSignedOut = () => {};
    const signedOut = new Promise<void>((resolve) => {
      isSignedOut = resolve;
    });
    await page.route('**/trpc/auth.logout*', async (route) => {
      const response = await route.fetch();
      isSignedOut();
      await released;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Logout' }).click();
    await signedOut;
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    release();
    await page.waitForURL('**/admin/auth');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('A08 R14 lets stored admin data pass the guard until the server says otherwise', async () => {
    const { page, context, problems } = await newPage(browser, site, refused);
    // Not a page: it would ask who is signed in, and clear what is stored when the answer arrives.
    await page.goto('/favicon.svg');
    await page.evaluate(() =>
      localStorage.setItem(
        'quickfleet-admin',
        JSON.stringify({ id: 1, username: 'admin', role: 'admin', firstName: 'Stored', lastName: 'Admin' }),
      ),
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/trpc/**', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/admin/auth');
    await page.waitForURL('**/admin');
    await page.getByText('Welcome, Stored Admin').first().waitFor({ state: 'attached' });

    release();
    await page.waitForURL('**/admin/auth');
    await soon(() => storedAdmin(page)).toBeNull();
    expect(problems).toEqual([]);
    await context.close();
  });

  for (const { name, view } of views) {
    test(`A20 says that the session has ended, and leads back to the page (${name})`, async () => {
      const person = await site.createUser('dispatcher');
      const { page, context, problems } = await newPage(browser, site, { ...view, ...refused, signedInAs: person });
      await page.goto('/admin/quotes?status=paid');
      await page.getByRole('heading', { name: 'Quote Management' }).waitFor();
      await site.endSessions(person.id);
      await page.getByPlaceholder(/^Search by quote ID/).fill('nobody');
      await page.waitForURL('**/admin/auth');
      await page.getByText('Your session has ended. Sign in again to continue.', { exact: true }).waitFor();
      await expectAccessible(page);
      await signIn(page, person);
      await page.waitForURL((url) => url.pathname === '/admin/quotes' && url.searchParams.get('status') === 'paid');
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/admin/auth');
      expect(await page.getByText('Your session has ended').count()).toBe(0);
      expect(problems).toEqual([]);
      await context.close();
    });

    test(`A20 asks for the password over an open form, and keeps what was typed (${name})`, async () => {
      const person = await site.createUser('dispatcher');
      const { page, context, problems } = await newPage(browser, site, { ...view, ...refused, signedInAs: person });
      await page.goto('/admin/customers?create=1');
      const form = page.getByRole('dialog', { name: 'Create Customer' });
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed Before');
      await form.getByLabel('Email Address').fill('typed@example.com');
      await site.endSessions(person.id);
      await form.locator('button[type=submit]').click();
      const ended = page.getByRole('dialog', { name: 'Your session has ended. Sign in again to continue.' });
      await ended.getByLabel('Password', { exact: true }).fill('not-the-right-one');
      await page.keyboard.press('Enter');
      await ended.getByRole('alert').waitFor();
      await expectAccessible(page);
      await ended.getByLabel('Password', { exact: true }).fill(person.password);
      await page.keyboard.press('Enter');
      await ended.waitFor({ state: 'detached' });
      await form.locator('button[type=submit]').click();
      await soon(() => site.sql("select 1 from customers where name = 'Typed Before'")).toHaveLength(1);
      await site.sql("delete from customers where name = 'Typed Before'").catch(() => {});
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('A15 shows a failed logout and stays signed in', async () => {
    const { page, context, problems } = await newPage(browser, site, {
      signedInAs: ADMIN,
      expectErrors: [/Failed to load resource/],
    });
    await page.goto('/admin');
    await page.route('**/trpc/auth.logout*', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await toast(page).getByText('Logout failed', { exact: true }).waitFor();
    await toast(page).getByText('No connection to the server. Check your network and try again.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.reload();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
