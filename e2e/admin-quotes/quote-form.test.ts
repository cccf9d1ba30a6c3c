import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { dialogOf, type Maker, makerOf, secondsShown, soon, toastOf } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher');
});

const openCreate = async (
  as = ADMIN as { username: string; password: string },
  more: Parameters<typeof newPage>[2] = {},
) => {
  const opened = await newPage(browser, site, { signedInAs: as, ...more });
  await opened.page.goto('/admin/quotes');
  await opened.page.getByRole('button', { name: 'Create Quote' }).first().click();
  return { ...opened, form: dialogOf(opened.page, 'Create Quote') };
};
async function fillIn(form: Locator, name: string): Promise<void> {
  await form.getByLabel('Customer Name').fill(name);
  await form.getByLabel('Email Address').fill('form@example.com');
  await form.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Form Street');
  await form.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Form Road');
  await form.getByLabel('Item Name').fill('Desk');
}
const storedOf = async (name: string) =>
  await site.sql<{ id: number; status: string; speed: string; day: string | null; value: string; quantity: number }>(
    `select q.id, q.status, q.speed_type as speed, to_char(q.speed_date, 'YYYY-MM-DD') as day, i.value::text as value, i.quantity from quotes q join quote_items i on i.quote_id = q.id where q.customer_name = ? order by q.id, i.position`,
    name,
  );

describe('a new quote', () => {
  test('F01 F08 F13 F11 the form has its three sections, its note, and says what is missing', async () => {
    const { page, form, problems } = await openCreate(dispatcher);
    for (const name of ['Customer Information', 'Delivery Details', 'Quote Items'])
      await form.getByRole('region', { name }).waitFor();
    await form.getByText('Item values are for reference only. The admin sets the final price.').waitFor();
    await form.getByRole('button', { name: 'Create Quote' }).click();
    for (const text of [
      'Customer name is required',
      'Valid email is required',
      'Pickup address is required',
      'Delivery address is required',
      'Item name is required',
    ])
      await form.getByText(text, { exact: true }).waitFor();
    expect(await form.getByLabel('Customer Name').evaluate((field) => field === document.activeElement)).toBe(true);
    await form.getByLabel('Email Address').fill('nobody');
    await form.getByLabel('Quantity').fill('0');
    await form.getByLabel('Value').fill('-1');
    await form.getByRole('button', { name: 'Create Quote' }).click();
    for (const text of ['Valid email is required', 'Quantity must be at least 1', 'Value must be non-negative'])
      await form.getByText(text, { exact: true }).waitFor();

    expect(await form.getByRole('button', { name: /^Remove Item/ }).count()).toBe(0);
    await form.getByRole('button', { name: 'Add Item' }).click();
    expect(
      await form
        .getByLabel('Item Name')
        .last()
        .evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await form.getByLabel('Item Name').last().fill('Second');
    await form.getByRole('button', { name: 'Remove Item 1' }).click();
    expect(await form.getByLabel('Item Name').inputValue()).toBe('Second');
    expect(await form.getByRole('button', { name: /^Remove Item/ }).count()).toBe(0);
    // The form cannot lose its last item, so this sentence is the server's.
    const answer = await page.request.post('/api/v1/quotes', {
      data: { customer: { name: 'A', email: 'a@example.com' }, pickupAddress: 'a', deliveryAddress: 'b', items: [] },
    });
    expect(await answer.json()).toMatchObject({ error: 'At least one item is required' });
    expect(problems).toEqual([]);
  });

  test('F10 F12 F15 U02 a value starts at 0, steps by 0.01 and falls back to 0; Creating... while pending; a toast of 5 s', async () => {
    const { page, form, problems } = await openCreate();
    await fillIn(form, 'Value Person');
    const value = form.getByLabel('Value');
    expect(await value.inputValue()).toBe('0');
    await value.press('ArrowUp');
    expect(await value.inputValue()).toBe('0.01');
    await value.fill('');
    await form.getByLabel('Quantity').fill('3');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/quotes\.create/, async (route) => {
      await held;
      await route.continue();
    });
    await form.getByRole('button', { name: 'Create Quote' }).click();
    const pending = form.getByRole('button', { name: 'Creating...' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    await pending.click({ force: true });
    release();
    await form.waitFor({ state: 'hidden' });
    const toast = toastOf(page);
    await toast.getByText('Quote Created Successfully!').waitFor();
    await toast.getByText('Quote has been created and is ready for review.').waitFor();
    const seconds = await secondsShown(toast);
    expect(seconds).toBeGreaterThan(3.8);
    expect(seconds).toBeLessThan(6.5);
    expect(await storedOf('Value Person')).toEqual([
      expect.objectContaining({
        status: 'draft',
        speed: 'let_quickfleet_choose',
        day: null,
        value: '0.00',
        quantity: 3,
      }),
    ]);
    expect(problems).toEqual([]);
  });

  test('U20 a form asks for the password when the session has ended, and never creates its quote as a visitor’s', async () => {
    const person = await site.createUser('dispatcher');
    const { page, form, problems } = await openCreate(person, { expectErrors: [/status of 401/] });
    await fillIn(form, 'Late Person');
    const create = form.getByRole('button', { name: 'Create Quote', includeHidden: true });
    await site.endSessions(person.id);
    // The page may have heard of it before: then the question lies over the form already.
    await create.dispatchEvent('click');
    const ended = dialogOf(page, 'Your session has ended. Sign in again to continue.');
    await ended.getByLabel('Password', { exact: true }).fill(person.password);
    expect(await storedOf('Late Person')).toEqual([]);
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Customer Name').inputValue()).toBe('Late Person');
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.waitFor({ state: 'hidden' });
    const [stored, ...others] = await storedOf('Late Person');
    expect(others).toEqual([]);
    const made =
      "select actor_id as by from history where subject = 'quote' and subject_id = ? and action = 'quote.created'";
    expect(await site.sql(made, stored?.id)).toEqual([{ by: person.id }]);
    expect(problems).toEqual([]);
  });

  test('F14 a failure shows ‘Creation Failed’, and everything that was typed stays', async () => {
    const { page, form } = await openCreate();
    await fillIn(form, 'Unlucky Person');
    await page.route(/quotes\.create/, (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({
          error: {
            message: 'The books are closed',
            code: -32009,
            data: {
              code: 'CONFLICT',
              httpStatus: 409,
              error: 'The books are closed',
              reason: 'CLOSED',
              requestId: 'r',
            },
          },
        }),
      }),
    );
    await form.getByRole('button', { name: 'Create Quote' }).click();
    const toast = toastOf(page);
    await toast.getByText('Creation Failed').waitFor();
    await toast.getByText('The books are closed').waitFor();
    expect(await form.getByLabel('Customer Name').inputValue()).toBe('Unlucky Person');
    await page.unroute(/quotes\.create/);
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await storedOf('Unlucky Person')).toHaveLength(1);
  });

  test('U16 the date belongs to Specific Date, is required there, and is forgotten when another speed is chosen', async () => {
    const { page, form, problems } = await openCreate(dispatcher);
    await fillIn(form, 'Date Person');
    for (const label of ['Let QuickFleet Choose', 'Today', 'Specific Date'])
      await form.getByRole('radio', { name: label }).waitFor();
    expect(await form.getByLabel('Choose Date').count()).toBe(0);
    await form.getByRole('radio', { name: 'Specific Date' }).check();
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.getByText('Choose a date', { exact: true }).waitFor();
    await form.getByLabel('Choose Date').fill('2027-01-15');
    await form.getByRole('radio', { name: 'Today' }).check();
    await form.getByRole('radio', { name: 'Specific Date' }).check();
    expect(await form.getByLabel('Choose Date').inputValue()).toBe('');
    await form.getByLabel('Choose Date').fill('2027-01-16');
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await storedOf('Date Person')).toEqual([
      expect.objectContaining({ speed: 'specific_date', day: '2027-01-16' }),
    ]);
    await page.getByText('Specific Date: Jan 16, 2027').first().waitFor();
    expect(problems).toEqual([]);
  });

  test('a known customer fills the fields in', async () => {
    await make.draft({
      customer: { name: 'Grace Known', email: 'grace@known.example', phone: '+1 555 0777', company: 'Compilers' },
    });
    const { page, form, problems } = await openCreate();
    await form.getByLabel('Known customer').click();
    await form.getByLabel('Known customer').fill('grace');
    await page.getByRole('option', { name: /Grace Known/ }).click();
    expect(await form.getByLabel('Customer Name').inputValue()).toBe('Grace Known');
    expect(await form.getByLabel('Email Address').inputValue()).toBe('grace@known.example');
    expect(await form.getByLabel('Phone').inputValue()).toBe('+1 555 0777');
    expect(await form.getByLabel('Company').inputValue()).toBe('Compilers');
    expect(problems).toEqual([]);
  });

  test('F09 Save as Draft keeps the unfinished form and offers it at the next opening, after a reload too', async () => {
    const { page, form, problems } = await openCreate(dispatcher);
    await form.getByRole('button', { name: 'Save as Draft' }).click();
    await toastOf(page).getByText('Nothing to save yet').waitFor();
    await form.getByLabel('Customer Name').fill('Later Person');
    await form.getByLabel('Item Name').fill('Half a desk');
    await form.getByRole('button', { name: 'Save as Draft' }).click();
    await toastOf(page).getByText('Draft saved').waitFor();
    await form.waitFor({ state: 'hidden' });
    expect(await site.sql(`select id from quotes where customer_name = 'Later Person'`)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Create Quote' }).first().click();
    await form.getByText('You have an unfinished quote').waitFor();
    await form.getByRole('button', { name: 'Continue' }).click();
    await soon(() => form.getByLabel('Customer Name').inputValue()).toBe('Later Person');
    expect(await form.getByLabel('Item Name').inputValue()).toBe('Half a desk');
    // Leaving by Escape loses nothing either.
    await form.getByRole('textbox', { name: 'Pickup Address' }).fill('3 Escape Street');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create Quote' }).first().click();
    await form.getByRole('button', { name: 'Continue' }).click();
    await soon(() => form.getByRole('textbox', { name: 'Pickup Address' }).inputValue()).toBe('3 Escape Street');
    await fillIn(form, 'Later Person');
    await form.getByRole('button', { name: 'Create Quote' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create Quote' }).first().click();
    await form.getByLabel('Customer Name').waitFor();
    expect(await form.getByText('You have an unfinished quote').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
