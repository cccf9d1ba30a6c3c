import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  cardOf,
  dialogOf,
  expectAccessible,
  expectNoSidewaysScroll,
  type Maker,
  makerOf,
  soon,
  toastOf,
} from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
beforeAll(async () => {
  make = await makerOf(site);
});
const read = (id: number) => make.api.send<Quote>('GET', `/api/v1/quotes/${id}`);
const change = (id: number, body: unknown) => make.api.send<Quote>('PUT', `/api/v1/quotes/${id}`, body);
const byLink = ({ customerUrl }: Quote, path: string, body: unknown) =>
  make.api.send('POST', `/api/v1/q/${customerUrl?.split('/q/')[1]}/${path}`, body);
const statusOf = async (url: string | null) =>
  (await fetch(site.url + new URL(url ?? '').pathname, { headers: { accept: 'text/html' } })).status;

describe('settings of the company', () => {
  test('U88 U85 a default link makes a price and Enter enough; what is wrong is said at its field', async () => {
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/400/] });
    await page.goto('/admin/settings?section=quoting');
    const quoting = page.getByRole('region', { name: 'Quoting' });
    await quoting.getByLabel('Default payment link').fill('http://pay.example.com');
    await quoting.getByRole('button', { name: 'Save quoting' }).click();
    await quoting.getByText(/must be an https:\/\/ address/).waitFor();
    await quoting.getByLabel('Default payment link').fill('https://pay.example.com/{quoteId}?amount={total}');
    await quoting.getByRole('button', { name: 'Add a saved line' }).click();
    await quoting.getByLabel('Saved line 1', { exact: true }).fill('Second driver');
    await quoting.getByLabel('Price of saved line 1').fill('40');
    await quoting.getByRole('button', { name: 'Save quoting' }).click();
    await toastOf(page).getByText('Settings saved').waitFor();
    await page.getByRole('link', { name: 'Company papers' }).click();
    const papers = page.getByRole('region', { name: 'Company papers' });
    await papers.getByLabel('Address').fill('9 Depot Street\nSpringfield');
    await papers.getByRole('button', { name: 'Save company papers' }).click();
    await soon(async () => (await make.api.send<CompanySettingsView>('GET', '/api/v1/company')).company.address).toBe(
      '9 Depot Street\nSpringfield',
    );

    const quote = await make.draft();
    await page.goto(`/admin/quotes?price=${quote.id}`);
    const dialog = dialogOf(page, 'Set Price & Payment Link');
    const subject = dialog.getByRole('region', { name: 'What was asked for' });
    await subject.getByText(`Quote #${quote.id}`).waitFor();
    await subject.getByText('2 × Box of books, 1 × Lamp').waitFor();
    await dialog.getByText('No similar quotes').waitFor();
    await page.keyboard.type('84.50');
    await soon(() => dialog.getByLabel('Payment URL').inputValue()).toBe(
      `https://pay.example.com/${quote.id}?amount=84.50`,
    );
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await read(quote.id)).toMatchObject({
      status: 'sent',
      total: '84.50',
      paymentUrl: `https://pay.example.com/${quote.id}?amount=84.50`,
    });

    const second = await make.draft();
    await page.goto(`/admin/quotes?price=${second.id}`);
    await dialog.getByLabel('Price *').fill('100');
    await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
    await dialog.getByRole('button', { name: 'Second driver' }).click();
    await dialog.getByRole('button', { name: 'Discount' }).click();
    const discount = dialog.getByRole('group', { name: 'Line 2: Discount' });
    await dialog.getByRole('button', { name: 'Save & Send' }).click();
    await discount.getByText('An amount with at most 4 decimals').waitFor();
    await discount.getByLabel('Price each').fill('-200');
    await dialog.getByRole('alert').getByText(/./).waitFor();
    await discount.getByLabel('Price each').fill('-15.50');
    await dialog.getByRole('status', { name: 'Totals' }).getByText('$124.50').waitFor();
    await expectAccessible(page, 'price with lines', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Save & Send' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await read(second.id)).toMatchObject({
      total: '124.50',
      lines: [{ label: 'Delivery' }, { label: 'Second driver' }, { label: 'Discount', unitPrice: '-15.50' }],
    });
    await make.api.send('PUT', '/api/v1/company', { quoting: { defaultPaymentUrl: null } });
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the details of a quote', () => {
  test('U86 read versions with differences, answer a question, replace the link, decide on behalf, renew', async () => {
    const quote = await make.sent();
    await change(quote.id, { price: '95.00' });
    await byLink(await read(quote.id), 'questions', { text: 'Do you carry it up?' });
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto(`/admin/quotes?quote=${quote.id}`);
    const details = dialogOf(page, `Quote #${quote.id}`);
    await details.getByText('Version 2', { exact: true }).click();
    await details.getByText('The price changed from $120.00 to $95.00.').waitFor();
    await details.getByRole('button', { name: 'Send answer' }).click();
    await details.getByText('Write the answer first').waitFor();
    await details.getByLabel('Answer').fill('Yes, at no extra cost.');
    await details.getByRole('button', { name: 'Send answer' }).click();
    await soon(async () => (await read(quote.id)).questions).toMatchObject([{ answer: 'Yes, at no extra cost.' }]);
    await details
      .getByRole('list', { name: 'Questions' })
      .getByText(/^admin, /)
      .waitFor();

    const { customerUrl } = await read(quote.id);
    expect(await statusOf(customerUrl)).toBe(200);
    await details.getByRole('button', { name: 'New link' }).click();
    await dialogOf(page, 'Create a new link?').getByRole('button', { name: 'Create a new link' }).click();
    await soon(() => statusOf(customerUrl)).toBe(404);
    expect(await statusOf((await read(quote.id)).customerUrl)).toBe(200);

    await details.getByRole('button', { name: 'Decline on behalf…' }).click();
    const decline = dialogOf(page, 'Decline on behalf of the customer');
    await decline.getByRole('button', { name: 'Decline on behalf' }).click();
    await decline.getByText('Write it down').waitFor();
    await decline.getByLabel('Why did they decline?').fill('Found another courier');
    await decline.getByRole('button', { name: 'Decline on behalf' }).click();
    await details.getByText('Declined: Found another courier').waitFor();
    await details.getByRole('button', { name: 'Change price…' }).click();
    const pricing = dialogOf(page, 'Set Price & Payment Link');
    await pricing.getByText('This makes version 3.').waitFor();
    await pricing.getByLabel('Price *').fill('90');
    await pricing.getByRole('button', { name: 'Save & Send' }).click();
    await pricing.waitFor({ state: 'hidden' });
    expect(await read(quote.id)).toMatchObject({ outcome: null, revision: 3, total: '90.00' });

    await site.sql(
      "update quotes set valid_until = '2020-01-31', outcome = 'expired', outcome_at = now() where id = ?",
      quote.id,
    );
    await page.goto(`/admin/quotes?quote=${quote.id}`);
    await details.getByText(/^Was valid until/).waitFor();
    await details.getByRole('button', { name: 'Renew' }).click();
    await details
      .getByText(/^Valid until/)
      .first()
      .waitFor();
    expect((await read(quote.id)).outcome).toBeNull();

    await details.getByRole('button', { name: 'Accept on behalf…' }).click();
    const accept = dialogOf(page, 'Accept on behalf of the customer');
    await accept.getByLabel('How did they say so?').fill('By phone');
    await accept.getByRole('button', { name: 'Accept on behalf' }).click();
    await details.getByText('Ada Sender accepted version').waitFor();
    expect((await read(quote.id)).acceptance).toMatchObject({ onBehalf: true, reason: 'By phone' });
    await expectAccessible(page, 'details', '[role=dialog]');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('U87 a payment is marked with its day and reference, and the mark is undone', async () => {
    const quote = await make.sent();
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto(`/admin/quotes?quote=${quote.id}`);
    const details = dialogOf(page, `Quote #${quote.id}`);
    await details.getByRole('button', { name: 'Payment received…' }).click();
    const received = dialogOf(page, 'Payment received');
    await received.getByLabel('Received on').fill('2026-01-05');
    await received.getByLabel('Reference').fill('BANK-77');
    await received.getByRole('button', { name: 'Mark as paid' }).click();
    await details
      .getByRole('list', { name: 'Payments' })
      .getByText(/Jan 5, 2026 · BANK-77/)
      .waitFor();
    expect(await read(quote.id)).toMatchObject({ status: 'paid', payments: [{ reference: 'BANK-77' }] });
    await details.getByRole('link', { name: 'Receipt PDF' }).waitFor();
    await details.getByRole('button', { name: 'Undo Mark Paid' }).click();
    await dialogOf(page, `Undo Mark Paid of quote #${quote.id}?`)
      .getByRole('button', { name: 'Undo Mark Paid' })
      .click();
    await details.getByRole('button', { name: 'Payment received…' }).waitFor();
    expect((await read(quote.id)).status).not.toBe('paid');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the list of quotes', () => {
  test('U84 U93 shows how quotes ended, filters by it, by age and by who has looked, with compact rows as an option', async () => {
    const declined = await make.sent({ customer: { name: 'D. Cline', email: 'cline@example.com' } });
    await byLink(declined, 'decline', { reason: 'Too expensive' });
    const asked = await make.sent({ customer: { name: 'Q. Mark', email: 'mark@example.com' } });
    await byLink(asked, 'questions', { text: 'When?' });
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/quotes');
    await cardOf(page, declined.id).getByText('declined', { exact: true }).waitFor();
    await cardOf(page, asked.id).getByText('Question', { exact: true }).waitFor();
    await cardOf(page, asked.id).getByText('Not seen yet').waitFor();
    await page.getByRole('button', { name: 'declined', exact: true }).click();
    await cardOf(page, asked.id).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('declined');
    await page.getByRole('button', { name: 'declined', exact: true }).click();
    await page.getByRole('button', { name: 'Not seen yet', exact: true }).click();
    await cardOf(page, declined.id).waitFor({ state: 'detached' });
    await site.sql("update quotes set created_at = created_at - interval '8 days' where id = ?", asked.id);
    await page.getByLabel('Age', { exact: true }).selectOption('7');
    await soon(() => page.locator('article[data-quote]').count()).toBe(1);
    await page.reload();
    await cardOf(page, asked.id).waitFor();
    expect(await page.locator('article[data-quote]').count()).toBe(1);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ seen: 'no', age: '7' });
    await page.getByLabel('Age', { exact: true }).selectOption('30');
    await cardOf(page, asked.id).waitFor({ state: 'detached' });
    await page.getByLabel('Sort quotes').selectOption('seen');
    await page.goto('/admin/quotes');
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await cardOf(page, asked.id).getByRole('button', { name: 'Mark Paid' }).waitFor();
    expect((await cardOf(page, asked.id).boundingBox())?.height).toBeLessThan(90);
    await page.reload();
    await soon(async () => (await cardOf(page, asked.id).boundingBox())?.height ?? 999).toBeLessThan(90);
    await expectAccessible(page, 'rows');
    await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});
