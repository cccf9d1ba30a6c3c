import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { cardOf, dialogOf, expectAccessible, type Maker, makerOf, toastOf } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher');
});

/** Two people have the same quote open for editing. */
async function twoEditors(id: number) {
  const mine = await newPage(browser, site, { signedInAs: dispatcher, expectErrors: [/409/] });
  const theirs = await newPage(browser, site, { signedInAs: ADMIN });
  for (const { page } of [mine, theirs]) await page.goto(`/admin/quotes?edit=${id}`);
  const title = `Edit Quote #${id}`;
  return { mine, theirs, myForm: dialogOf(mine.page, title), theirForm: dialogOf(theirs.page, title) };
}
const addressOf = async (id: number) =>
  (
    await site.sql<{ to: string; notes: string }>('select delivery_address as to, notes from quotes where id = ?', id)
  )[0];

describe('two people edit one quote', () => {
  for (const choice of ['Keep mine', 'Reload'] as const) {
    test(`the second one sees both versions and chooses (${choice})`, async () => {
      const quote = await make.draft();
      const { mine, theirs, myForm, theirForm } = await twoEditors(quote.id);
      await theirForm.getByRole('textbox', { name: 'Delivery Address' }).fill('Their new address');
      await theirForm.getByRole('button', { name: 'Update Quote' }).click();
      await theirForm.waitFor({ state: 'hidden' });

      await myForm.getByRole('textbox', { name: 'Delivery Address' }).fill('My new address');
      await myForm.getByLabel('Special Instructions').fill('My notes');
      await myForm.getByRole('button', { name: 'Update Quote' }).click();
      const conflict = dialogOf(mine.page, `Quote #${quote.id} was changed`);
      await conflict.getByText('Someone else changed this quote').waitFor();
      const row = conflict.getByRole('row', { name: /Delivery Address/ });
      await row.getByText('My new address').waitFor();
      await row.getByText('Their new address').waitFor();
      expect(await conflict.getByRole('row').count()).toBe(2);
      await expectAccessible(mine.page, 'conflict');
      expect(await addressOf(quote.id)).toEqual({ to: 'Their new address', notes: 'Ring twice' });

      await conflict.getByRole('button', { name: choice }).click();
      await conflict.waitFor({ state: 'hidden' });
      if (choice === 'Keep mine') {
        await myForm.waitFor({ state: 'hidden' });
        expect(await addressOf(quote.id)).toEqual({ to: 'My new address', notes: 'My notes' });
      } else {
        await myForm.getByText('Their new address').waitFor();
        expect(await myForm.getByLabel('Special Instructions').inputValue()).toBe('Ring twice');
        expect(await addressOf(quote.id)).toEqual({ to: 'Their new address', notes: 'Ring twice' });
      }
      expect([...mine.problems, ...theirs.problems]).toEqual([]);
    });
  }

  test('closing the question goes back to what was typed', async () => {
    const quote = await make.draft();
    const { mine, theirs, myForm, theirForm } = await twoEditors(quote.id);
    await theirForm.getByLabel('Special Instructions').fill('Their notes');
    await theirForm.getByRole('button', { name: 'Update Quote' }).click();
    await theirForm.waitFor({ state: 'hidden' });
    await myForm.getByLabel('Special Instructions').fill('My notes');
    await myForm.getByRole('button', { name: 'Update Quote' }).click();
    const conflict = dialogOf(mine.page, `Quote #${quote.id} was changed`);
    await conflict.waitFor();
    await mine.page.keyboard.press('Escape');
    await conflict.waitFor({ state: 'hidden' });
    expect(await myForm.getByLabel('Special Instructions').inputValue()).toBe('My notes');
    expect((await addressOf(quote.id))?.notes).toBe('Their notes');
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
  });

  test('pricing a quote that already got a price asks which price stays', async () => {
    const quote = await make.draft();
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher, expectErrors: [/409/] });
    await page.goto(`/admin/quotes?price=${quote.id}`);
    const dialog = dialogOf(page, 'Set Price & Payment Link');
    await dialog.getByLabel('Price *').fill('80');
    await dialog.getByLabel('Payment URL').fill('https://pay.example.com/mine');
    await make.api.send('PUT', `/api/v1/quotes/${quote.id}`, {
      price: '90',
      paymentUrl: 'https://pay.example.com/theirs',
    });
    await dialog.getByRole('button', { name: 'Save & Send' }).click();
    const conflict = dialogOf(page, `Quote #${quote.id} was changed`);
    const row = conflict.getByRole('row', { name: /Price/ });
    await row.getByText('$80.00').waitFor();
    await row.getByText('$90.00').waitFor();
    await conflict.getByRole('button', { name: 'Reload' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await cardOf(page, quote.id).getByText('$90.00').waitFor();
    expect(await site.sql('select status, price::text from quotes where id = ?', quote.id)).toEqual([
      { status: 'sent', price: '90.00' },
    ]);
    expect(problems).toEqual([]);
  });

  test('a change that touches nothing of theirs goes through without a question', async () => {
    const quote = await make.sent();
    const { page, problems } = await newPage(browser, site, {
      signedInAs: dispatcher,
      expectErrors: [/409/, /ERR_FAILED/],
    });
    await page.route(/live\.onChange/, (route) => route.abort());
    await page.goto('/admin/quotes');
    await cardOf(page, quote.id).waitFor();
    await make.api.send('PUT', `/api/v1/quotes/${quote.id}`, { notes: 'Changed by a colleague' });
    await cardOf(page, quote.id).getByRole('button', { name: 'Mark Paid' }).click();
    await toastOf(page).getByText(`Quote #${quote.id} is marked as paid`).waitFor();
    expect(await site.sql('select status, notes from quotes where id = ?', quote.id)).toEqual([
      { status: 'paid', notes: 'Changed by a colleague' },
    ]);
    expect(problems).toEqual([]);
  });
});
