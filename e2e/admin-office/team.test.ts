import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { dialogOf, expectAccessible, expectNoSidewaysScroll, soon, toastOf } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
const signIn = (username: string, password: string) =>
  site.api({ username, password }).then(
    () => true,
    () => false,
  );

describe('the team', () => {
  test('an admin adds a driver with a generated password, edits and finds them', async () => {
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
    await form.getByRole('button', { name: 'Generate a password' }).click();
    const password = await form
      .getByLabel('Password', { exact: true })
      .or(form.locator('input[autocomplete="new-password"]'))
      .first()
      .inputValue();
    expect(password).toMatch(/^[a-z\d]{4}(-[a-z\d]{4}){3}$/);
    await expectAccessible(page, 'add');
    await form.getByRole('button', { name: 'Add person' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await site.sql(`select role, first_name from users where username = 'noor'`)).toEqual([
      { role: 'driver', first_name: 'Noor' },
    ]);
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

  test('an admin deactivates a user, activates them again, and gives them a new password', async () => {
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
    expect([await signIn(user.username, user.password), await signIn(user.username, 'a-brand-new-password-7')]).toEqual(
      [false, true],
    );

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOf(page, 'Delete Dana Dispatch?').getByRole('button', { name: 'Delete user' }).click();
    await toastOf(page).getByText('User deleted').waitFor();
    expect(await site.sql('select 1 from users where id = ?', user.id)).toEqual([]);
    expect(problems).toEqual([]);
  });

  for (const choice of ['Keep mine', 'Use theirs'] as const) {
    test(`two admins edit one driver: the second one sees both versions and chooses (${choice})`, async () => {
      const driver = await site.createUser('driver', { firstName: 'Ines', lastName: choice });
      const name = `Ines ${choice}`;
      const open = async (expectErrors: RegExp[] = []) => {
        const opened = await newPage(browser, site, { signedInAs: ADMIN, expectErrors });
        await opened.page.goto('/admin/team?role=driver');
        await opened.page.getByRole('button', { name: `Edit ${name}` }).click();
        return { ...opened, form: dialogOf(opened.page, `Edit ${name}`) };
      };
      const mine = await open([/409/]);
      const theirs = await open();
      await theirs.form.getByLabel('Phone').fill('+1 555 0111');
      await theirs.form.getByLabel('Role').selectOption('dispatcher');
      await theirs.form.getByLabel('Email').fill('theirs@example.com');
      await theirs.form.getByRole('button', { name: 'Save Changes' }).click();
      await theirs.form.waitFor({ state: 'hidden' });

      await mine.form.getByLabel('Phone').fill('+1 555 0222');
      await mine.form.getByLabel('Username').fill(`mine-${driver.id}`);
      await mine.form.getByLabel('Role').selectOption('customer');
      await mine.form.getByRole('button', { name: 'Save Changes' }).click();
      const conflict = mine.form.getByRole('alert');
      await conflict.getByText('Someone else changed this user').waitFor();
      expect(await conflict.getByRole('row').allTextContents()).toEqual([
        'FieldYoursTheirs',
        `Usernamemine-${driver.id}${driver.username}`,
        'RoleUserDispatcher',
        'Phone+1 555 0222+1 555 0111',
      ]);
      await expectAccessible(mine.page, 'team conflict');
      const row = async () =>
        (await site.sql('select username, phone, email, role from users where id = ?', driver.id))[0];
      const asTheirs = {
        username: driver.username,
        phone: '+1 555 0111',
        email: 'theirs@example.com',
        role: 'dispatcher',
      };
      expect(await row()).toEqual(asTheirs);

      await conflict.getByRole('button', { name: choice }).click();
      if (choice === 'Keep mine') {
        await mine.form.waitFor({ state: 'hidden' });
        // What only the other one changed stays.
        expect(await row()).toEqual({
          username: `mine-${driver.id}`,
          phone: '+1 555 0222',
          email: 'theirs@example.com',
          role: 'customer',
        });
      } else {
        await soon(() => mine.form.getByLabel('Phone').inputValue()).toBe('+1 555 0111');
        expect(await mine.form.getByLabel('Username').inputValue()).toBe(driver.username);
        expect(await row()).toEqual(asTheirs);
        await mine.form.getByLabel('Last name').fill('Afterwards');
        await mine.form.getByRole('button', { name: 'Save Changes' }).click();
        await mine.form.waitFor({ state: 'hidden' });
        expect(await row()).toEqual(asTheirs);
      }
      expect([...mine.problems, ...theirs.problems]).toEqual([]);
    });
  }

  test('changes to different fields are merged without a question', async () => {
    const driver = await site.createUser('driver', { firstName: 'Olu', lastName: 'Marsh' });
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/409/] });
    await page.goto('/admin/team?role=driver');
    await page.getByRole('button', { name: 'Edit Olu Marsh' }).click();
    const form = dialogOf(page, 'Edit Olu Marsh');
    await form.getByLabel('Phone').fill('+1 555 0333');
    const admin = await site.api(ADMIN);
    await admin.send('PUT', `/api/v1/users/${driver.id}`, { email: 'olu@example.com' });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await site.sql('select phone, email from users where id = ?', driver.id)).toEqual([
      { phone: '+1 555 0333', email: 'olu@example.com' },
    ]);
    expect(problems).toEqual([]);
  });

  test('shows both versions in full on a phone', async () => {
    const driver = await site.createUser('driver', { firstName: 'Pia', lastName: 'Narrow' });
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN, expectErrors: [/409/] });
    await page.goto('/admin/team?role=driver');
    await page.getByRole('button', { name: 'Edit Pia Narrow' }).click();
    const form = dialogOf(page, 'Edit Pia Narrow');
    await form.getByLabel('Email').fill('a-rather-long-address-of-mine@courier-company.example');
    const admin = await site.api(ADMIN);
    await admin.send('PUT', `/api/v1/users/${driver.id}`, {
      email: 'a-rather-long-address-of-theirs@courier-company.example',
    });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    const conflict = form.getByRole('alert');
    await conflict.waitFor();
    const rightOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
    const edge = await rightOf(conflict);
    for (const text of [/Someone else changed this user/, /of-mine@/, /of-theirs@/])
      expect(await rightOf(conflict.getByText(text)), String(text)).toBeLessThanOrEqual(edge);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });

  test('is closed to dispatchers, and fits a phone in the dark', async () => {
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
