import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  breakCall,
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  type Maker,
  makerOf,
  soon,
  toastOf,
} from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher');
});

const open = async (as: { username: string; password: string }, more: Parameters<typeof newPage>[2] = {}) => {
  const opened = await newPage(browser, site, { signedInAs: as, ...more });
  await opened.page.goto('/admin/customers');
  return opened;
};
const rowsOf = (email: string) =>
  site.sql<{ name: string; phone: string | null; company: string | null }>(
    'select name, phone, company from customers where email = ?',
    email,
  );

describe('the customers page', () => {
  test('says that there are none yet, that nothing matches, and that it could not be loaded', async () => {
    const { page } = await newPage(browser, site, { signedInAs: dispatcher });
    const mend = await breakCall(page, 'customers.list');
    await page.goto('/admin/customers');
    await page.getByText('The customers could not be loaded').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No customers yet').waitFor();
    await page.getByPlaceholder('Search by name').fill('nobody');
    await page.getByText('No results for “nobody”').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('nobody');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('No customers yet').waitFor();
  });

  test('a dispatcher adds and corrects a customer, and hears at the field that an address is taken', async () => {
    const { page, problems } = await open(dispatcher, { expectErrors: [/409/] });
    await page.getByRole('button', { name: 'Create Customer' }).first().click();
    const form = dialogOf(page, 'Create Customer');
    await form.getByRole('button', { name: 'Create Customer' }).click();
    await form.getByText('Customer name is required').waitFor();
    await form.getByText('Valid email is required').waitFor();
    await form.getByLabel('Name').fill('New Person');
    await form.getByLabel('Email Address').fill('new@example.com');
    await form.getByRole('button', { name: 'Create Customer' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('rowheader', { name: 'New Person' }).waitFor();
    expect(await rowsOf('new@example.com')).toEqual([{ name: 'New Person', phone: null, company: null }]);

    await page.getByRole('button', { name: 'Create Customer' }).first().click();
    await form.getByLabel('Name').fill('Second Person');
    await form.getByLabel('Email Address').fill('NEW@example.com');
    await form.getByRole('button', { name: 'Create Customer' }).click();
    await form.getByText('A customer with this e-mail address already exists').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Second Person');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await form.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Edit New Person' }).click();
    const edit = dialogOf(page, 'Edit Customer');
    await edit.getByLabel('Company').fill('New Company');
    await edit.getByRole('button', { name: 'Update Customer' }).click();
    await edit.waitFor({ state: 'hidden' });
    await toastOf(page).getByText('Customer updated successfully').waitFor();
    expect(await rowsOf('new@example.com')).toEqual([{ name: 'New Person', phone: null, company: 'New Company' }]);
    // Only an admin deletes customers.
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('two people on one customer: both versions are shown, what only the other changed stays, and nothing is overwritten unseen', async () => {
    const { id } = await make.api.send<{ id: number }>('POST', '/api/v1/customers', {
      name: 'Shared Person',
      email: 'shared@example.com',
      company: 'First Ltd',
    });
    const { page, problems } = await open(dispatcher, { expectErrors: [/409/] });
    const edit = dialogOf(page, 'Edit Customer');
    const conflict = edit.getByRole('alert');
    const overtake = (company: string, phone: string) =>
      make.api.send('PUT', `/api/v1/customers/${id}`, { company, phone });

    await page.getByRole('button', { name: 'Edit Shared Person' }).click();
    await edit.getByLabel('Company').fill('Mine Ltd');
    await overtake('Theirs Ltd', '+1 555 0103');
    await edit.getByRole('button', { name: 'Update Customer' }).click();
    await conflict.getByText('Someone else changed this customer').waitFor();
    expect(await conflict.getByRole('row', { name: /Company/ }).textContent()).toBe('CompanyMine LtdTheirs Ltd');
    expect(await conflict.getByRole('row').count()).toBe(2);
    await expectAccessible(page, 'customer conflict');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await edit.waitFor({ state: 'hidden' });
    expect(await rowsOf('shared@example.com')).toEqual([
      { name: 'Shared Person', phone: '+1 555 0103', company: 'Mine Ltd' },
    ]);

    // Changes to different fields are merged without a question.
    await page.getByRole('button', { name: 'Edit Shared Person' }).click();
    await edit.getByLabel('Name').fill('Shared Person again');
    await overtake('Mine Ltd', '+1 555 0105');
    await edit.getByRole('button', { name: 'Update Customer' }).click();
    await edit.waitFor({ state: 'hidden' });
    expect(await rowsOf('shared@example.com')).toEqual([
      { name: 'Shared Person again', phone: '+1 555 0105', company: 'Mine Ltd' },
    ]);

    await page.getByRole('button', { name: 'Edit Shared Person' }).click();
    await edit.getByLabel('Company').fill('Mine again Ltd');
    await overtake('Theirs again Ltd', '+1 555 0104');
    await edit.getByRole('button', { name: 'Update Customer' }).click();
    await conflict.getByRole('button', { name: 'Use theirs' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: /Shared Person/ })
      .getByText('Theirs again Ltd')
      .waitFor();
    expect(await rowsOf('shared@example.com')).toEqual([
      { name: 'Shared Person again', phone: '+1 555 0104', company: 'Theirs again Ltd' },
    ]);
    expect(problems).toEqual([]);
  });

  test('an admin deletes a customer nobody refers to, by name and after a question; one with quotes says why not', async () => {
    const quote = await make.draft({ customer: { name: 'Busy Person', email: 'busy@example.com' } });
    await make.api.send('POST', '/api/v1/customers', { name: 'Free Person', email: 'free@example.com' });
    const { page, problems } = await open(ADMIN);
    expect(await page.getByRole('button', { name: 'Delete Busy Person' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Delete Busy Person' }).hover({ force: true });
    await page.getByText('A customer with quotes or orders cannot be deleted').waitFor();
    await page.getByRole('button', { name: 'Delete Free Person' }).click();
    const question = dialogOf(page, 'Delete Free Person?');
    await question.getByText('Free Person (free@example.com) is removed for good.').waitFor();
    await question.getByRole('button', { name: 'Delete customer' }).click();
    await soon(() => rowsOf('free@example.com')).toEqual([]);
    await page.getByRole('rowheader', { name: 'Free Person' }).waitFor({ state: 'detached' });

    await page
      .getByRole('row', { name: /Busy Person/ })
      .getByRole('link', { name: '1 quote' })
      .click();
    await page.getByRole('heading', { name: 'All Quotes (1)' }).waitFor();
    await page.locator(`article[data-quote="${quote.id}"]`).waitFor();
    await page.getByRole('button', { name: 'Remove filter Customer: Busy Person' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('Y01 an admin looks at what is kept of a person, and erases it by typing the address', async () => {
    const quote = await make.draft({ customer: { name: 'Parting Person', email: 'parting@example.com' } });
    const { page, problems } = await open(ADMIN, { expectErrors: [/400/] });
    await page.getByRole('button', { name: 'Personal data of Parting Person' }).click();
    const dialog = dialogOf(page, 'Personal Data');
    await dialog.getByText('1 quote', { exact: true }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Download ZIP' }).getAttribute('href')).toMatch(
      /^\/api\/v1\/customers\/\d+\/personal-data\.zip$/,
    );
    await expectAccessible(page, 'personal data');
    const field = dialog.getByLabel('Type parting@example.com to confirm');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await dialog.getByText('Type the e-mail address of the customer').waitFor();
    await field.fill('other@example.com');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await dialog.getByText('This is not the e-mail address of this customer').waitFor();
    expect(await rowsOf('parting@example.com')).toHaveLength(1);
    await field.fill('parting@example.com');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await toastOf(page).getByText('The personal data was erased').waitFor();
    await page.getByRole('rowheader', { name: 'Parting Person' }).waitFor({ state: 'detached' });
    expect(await rowsOf('parting@example.com')).toEqual([]);
    expect(await site.sql('select 1 from quotes where id = ?', quote.id)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('has no accessibility violation and no sideways scroll, light and dark, with a dialog open', async () => {
    for (const view of [{}, PHONE]) {
      const { page, problems } = await open(ADMIN, view);
      await page.getByText('Busy Person').waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page, 'customers');
      await page.getByRole('button', { name: 'Edit Busy Person' }).click();
      await dialogOf(page, 'Edit Customer').getByLabel('Name').waitFor();
      await expectAccessibleInBoth(page, 'customer dialog');
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });
});
