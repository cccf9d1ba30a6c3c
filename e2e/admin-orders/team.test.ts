import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, openBrowser, PHONE, type Site, startSite } from '../harness.ts';
import { dialogOf, expectAccessible, expectNoSidewaysScroll, soon, toastOf } from './office.ts';

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
const signIn = (username: string, password: string) =>
  site.api({ username, password }).then(
    () => true,
    () => false,
  );

describe('the team', () => {
  test('an admin adds a driver with a made password, corrects and finds them', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/409/] });
    await page.goto('/admin/team');
    await page.getByRole('button', { name: 'Add person' }).click();
    const form = dialogOf(page, 'Add a person');
    await form.getByRole('button', { name: 'Add person' }).click();
    await form.getByText('Username is required').waitFor();
    await form.getByText('The password needs at least 8 characters').waitFor();
    await form.getByLabel('First name').fill('Noor');
    await form.getByLabel('Last name').fill('van der Berg');
    await form.getByLabel('Username').fill('noor');
    await form.getByRole('button', { name: 'Make a password' }).click();
    const password = await form.getByLabel('Password', { exact: true }).or(form.locator('input[autocomplete="new-password"]')).first().inputValue();
    expect(password).toMatch(/^[a-z\d]{4}(-[a-z\d]{4}){3}$/);
    await expectAccessible(page, 'add');
    await form.getByRole('button', { name: 'Add person' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await site.sql(`select role, first_name from users where username = 'noor'`)).toEqual([{ role: 'driver', first_name: 'Noor' }]);
    expect(await signIn('noor', password)).toBe(true);

    await page.getByRole('searchbox', { name: 'Search people' }).fill('van der');
    const person = page.getByRole('listitem').filter({ hasText: 'Noor van der Berg' });
    await soon(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
    await person.getByRole('button', { name: 'Edit Noor van der Berg' }).click();
    const edit = dialogOf(page, 'Edit Noor van der Berg');
    await edit.getByLabel('Username').fill('admin');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await toastOf(page).getByText('This username is already taken').waitFor();
    await edit.getByLabel('Username').fill('noor');
    await edit.getByLabel('Phone').fill('+1 555 0177');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await edit.waitFor({ state: 'hidden' });
    await person.getByText('+1 555 0177').waitFor();
    expect(problems).toEqual([]);
  });

  test('an admin shuts somebody out, lets them in again, and gives them a new password', async () => {
    const user = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Dispatch' });
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/team?role=dispatcher');
    const person = page.getByRole('listitem').filter({ hasText: 'Dana Dispatch' });
    const more = person.getByRole('button', { name: 'More for Dana Dispatch' });
    await more.click();
    await expectAccessible(page, 'menu');
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await dialogOf(page, 'Deactivate Dana Dispatch?').getByRole('button', { name: 'Deactivate' }).click();
    await person.getByText('Deactivated', { exact: true }).waitFor();
    expect(await signIn(user.username, user.password)).toBe(false);
    await more.click();
    await page.getByRole('menuitem', { name: 'Activate' }).click();
    await soon(() => person.getByText('Deactivated', { exact: true }).count()).toBe(0);
    expect(await signIn(user.username, user.password)).toBe(true);

    await more.click();
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    const reset = dialogOf(page, 'Reset the password of Dana Dispatch');
    await reset.locator('input[autocomplete="new-password"]').fill('a-brand-new-password-7');
    await expectAccessible(page, 'reset');
    await reset.getByRole('button', { name: 'Reset password' }).click();
    await reset.waitFor({ state: 'hidden' });
    expect([await signIn(user.username, user.password), await signIn(user.username, 'a-brand-new-password-7')]).toEqual([false, true]);

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOf(page, 'Delete Dana Dispatch?').getByRole('button', { name: 'Delete user' }).click();
    await toastOf(page).getByText('User deleted').waitFor();
    expect(await site.sql('select 1 from users where id = ?', user.id)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is closed to dispatchers, and has room on a phone in the dark', async () => {
    const dispatcher = await newPage(browser, site, { signedInAs: await site.createUser('dispatcher') });
    await dispatcher.page.goto('/admin/team');
    await dispatcher.page.getByRole('heading', { name: "You don't have access" }).waitFor();
    expect(dispatcher.problems).toEqual([]);
    const { page, problems } = await newPage(browser, site, { ...PHONE, colorScheme: 'dark', signedInAs: ADMIN });
    await page.goto('/admin/team');
    await page.getByText('admin (you)').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'team on a phone');
    expect(problems).toEqual([]);
  });
});
