import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { cardOf, dialogOf, expectNoSidewaysScroll, type Maker, makerOf, soon, toastOf } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
});

const rowOf = async (id: number) =>
  (
    await site.sql<{ status: string; price: string | null; payment_url: string | null }>(
      'select status, price::text, payment_url from quotes where id = ?',
      id,
    )
  )[0];
const openList = async (as: { username: string; password: string }, more: Parameters<typeof newPage>[2] = {}) => {
  const opened = await newPage(browser, site, { signedInAs: as, ...more });
  await opened.page.goto('/admin/quotes');
  await opened.page.getByRole('heading', { name: /^All Quotes/ }).waitFor();
  return opened;
};
const buttonsOf = (page: Page, id: number) =>
  cardOf(page, id).getByRole('button').filter({ hasNotText: /^$/ }).allTextContents();
/** Tab until the focus is where the person wants it. */
async function tabTo(page: Page, is: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    const at = await page.evaluate(
      () => document.activeElement?.textContent || document.activeElement?.getAttribute('data-path') || '',
    );
    if (at === is) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never reached ${is}`);
}

describe('what can be done with a quote', () => {
  test('U11 U13 U14 U15 every state offers its own buttons and no other', async () => {
    const quotes = {
      draft: await make.draft(),
      sent: await make.sent(),
      accepted: await make.accepted(),
      paid: await make.paid(),
      converted: await make.converted(),
    };
    const { page, problems } = await openList(dispatcher);
    await cardOf(page, quotes.converted.id).waitFor();
    expect(await buttonsOf(page, quotes.draft.id)).toEqual(['Set Price', 'View', 'Edit', 'Delete']);
    expect(await buttonsOf(page, quotes.sent.id)).toEqual(['Mark Paid', 'View', 'Edit', 'Send Email', 'Delete']);
    expect(await buttonsOf(page, quotes.accepted.id)).toEqual(['Mark Paid', 'View', 'Edit', 'Send Email', 'Delete']);
    expect(await buttonsOf(page, quotes.paid.id)).toEqual(['Convert to Order', 'View', 'Edit', 'Delete']);
    expect(await buttonsOf(page, quotes.converted.id)).toEqual(['View']);
    await cardOf(page, quotes.converted.id).getByRole('link', { name: 'View order' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('U12 both fields are required, a price is at least 0 in steps of 0.01, and 1,250.50 is read as people write it', async () => {
    const quote = await make.draft();
    const { page, problems } = await openList(ADMIN);
    await cardOf(page, quote.id).getByRole('button', { name: 'Set Price' }).click();
    const dialog = dialogOf(page, 'Set Price & Payment Link');
    const price = dialog.getByLabel('Price *');
    const url = dialog.getByLabel('Payment URL');
    expect(await price.getAttribute('min')).toBe('0');
    expect(await price.getAttribute('step')).toBe('0.01');
    expect(await url.getAttribute('type')).toBe('url');
    const save = dialog.getByRole('button', { name: 'Save & Send' });
    await save.click();
    await dialog.getByText('A price is required').waitFor();
    await dialog.getByText('A payment URL is required').waitFor();
    for (const wrong of ['-1', '12.345', 'ten', '1,25']) {
      await price.fill(wrong);
      await save.click();
      await dialog.getByText('The price must be a number of at least 0 with at most 2 decimals').waitFor();
    }
    await price.fill('1,250.50');
    await dialog.getByText('Will be saved as $1,250.50').waitFor();
    await url.fill('javascript:alert(1)');
    await save.click();
    await dialog.getByText('The payment URL must be an https:// address').waitFor();
    expect(await rowOf(quote.id)).toEqual({ status: 'draft', price: null, payment_url: null });
    await url.fill('https://pay.example.com/q/1');
    expect(await dialog.getByRole('link', { name: 'Open the link' }).getAttribute('target')).toBe('_blank');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await rowOf(quote.id)).toEqual({
      status: 'sent',
      price: '1250.50',
      payment_url: 'https://pay.example.com/q/1',
    });
    await cardOf(page, quote.id).getByText('$1,250.50').waitFor();
    expect(await toastOf(page).textContent()).toContain(`Quote #${quote.id} is sent for $1,250.50`);
    expect(problems).toEqual([]);
  });

  test('U303 who reads German types a price as 1.250,50, and reads it so when the quote is priced again', async () => {
    const quote = await make.draft();
    const { page, context, problems } = await openList(dispatcher);
    await context.addCookies([{ name: 'language', value: 'de', url: site.url }]);
    await page.goto(`/admin/quotes?price=${quote.id}`);
    const price = page.locator('[data-path="price"]');
    expect(await price.getAttribute('placeholder')).toBe('1.250,50');
    await price.fill('1.250,50');
    await page.locator('[data-path="paymentUrl"]').fill('https://pay.example.com/q/1');
    await page.keyboard.press('Enter');
    await price.waitFor({ state: 'hidden' });
    expect(await rowOf(quote.id)).toMatchObject({ status: 'sent', price: '1250.50' });
    await page.goto(`/admin/quotes?price=${quote.id}`);
    expect(await price.inputValue()).toBe('1250,50');
    expect(problems).toEqual([]);
  });

  test('U15 Delete names the quote and asks; only then it is gone', async () => {
    const quote = await make.draft({ customer: { name: 'A. Smith', email: 'smith@example.com' } });
    const { page, problems } = await openList(ADMIN);
    await cardOf(page, quote.id).getByRole('button', { name: 'Delete' }).click();
    const question = dialogOf(page, `Delete quote #${quote.id}?`);
    await question.getByText('The quote of A. Smith with its items and photos is deleted.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await rowOf(quote.id)).toMatchObject({ status: 'draft' });
    await cardOf(page, quote.id).getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete quote' }).click();
    await cardOf(page, quote.id).waitFor({ state: 'detached' });
    expect(await rowOf(quote.id)).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('U19 Undo after Delete brings the quote back as it was; it is gone for everybody until then', async () => {
    const quote = await make.sent({ customer: { name: 'U. Turn', email: 'turn@example.com' } });
    const { page, problems } = await openList(dispatcher);
    const other = await openList(ADMIN);
    await cardOf(other.page, quote.id).waitFor();
    await cardOf(page, quote.id).getByRole('button', { name: 'Delete' }).click();
    await dialogOf(page, `Delete quote #${quote.id}?`).getByRole('button', { name: 'Delete quote' }).click();
    await cardOf(page, quote.id).waitFor({ state: 'detached' });
    // The toast stays while the pointer is on it.
    await toastOf(page).hover();
    await cardOf(other.page, quote.id).getByText('Somebody deleted this quote.').waitFor();
    expect(await rowOf(quote.id)).toBeUndefined();
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await cardOf(page, quote.id).getByRole('button', { name: 'Mark Paid' }).waitFor();
    await toastOf(page).getByText(`Quote #${quote.id} is back`).waitFor();
    expect(await rowOf(quote.id)).toMatchObject({ status: 'sent', price: '120.00' });
    // Where another person still sees its card, it can be used again; for oneself it is no news.
    await cardOf(other.page, quote.id).getByRole('button', { name: 'Mark Paid' }).waitFor();
    expect(await page.getByText('new quote · Show').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('U18 two clicks on Mark Paid make no order: converting asks and names what happens', async () => {
    const quote = await make.sent({ customer: { name: 'Tina Twice', email: 'twice@example.com' } });
    const { page, problems } = await openList(dispatcher);
    const card = cardOf(page, quote.id);
    const convert = card.getByRole('button', { name: 'Convert to Order' });
    await card.getByRole('button', { name: 'Mark Paid' }).waitFor();
    // The second click comes at the moment the label changes, however slow the machine is.
    const wasDisabled = await card.locator('[data-next-step]').evaluate(
      (button) =>
        new Promise<string | null>((resolve) => {
          const click = () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
          new MutationObserver((_, observer) => {
            if (button.textContent !== 'Convert to Order') return;
            observer.disconnect();
            click();
            resolve(button.getAttribute('aria-disabled'));
          }).observe(button, { subtree: true, childList: true, characterData: true });
          click();
        }),
    );
    expect(wasDisabled).toBe('true');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // A click that waits until the button is ready asks, and No changes nothing.
    await convert.click();
    const question = dialogOf(page, `Convert quote #${quote.id} to an order?`);
    await question.getByText('Tina Twice').waitFor();
    await question.getByText('twice@example.com gets the e-mail about it').waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await rowOf(quote.id)).toMatchObject({ status: 'paid' });
    expect(await site.sql('select id from orders where quote_id = ?', quote.id)).toEqual([]);
    // The details offer the same button, and it asks too.
    await card.getByRole('button', { name: 'View' }).click();
    await dialogOf(page, `Quote #${quote.id}`).getByRole('button', { name: 'Convert to Order' }).click();
    await question.getByRole('button', { name: 'Create order' }).click();
    await dialogOf(page, 'Order created').waitFor();
    expect(await site.sql('select id from orders where quote_id = ?', quote.id)).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test('Send Email says what happened to the mail', async () => {
    const quote = await make.sent();
    const { page } = await openList(dispatcher);
    await cardOf(page, quote.id).getByRole('button', { name: 'Send Email' }).click();
    await toastOf(page).getByText('E-mail kept in the Mailbox').waitFor();
    const mails = await site.sql<{ trigger: string }>(
      `select trigger from emails where quote_id = ? and trigger = 'quote_sent'`,
      quote.id,
    );
    expect(mails).toHaveLength(2);
  });

  test('U14 a failed conversion shows an error and leaves the quote unchanged', async () => {
    const quote = await make.paid();
    const { page, problems } = await openList(dispatcher, { expectErrors: [/409/] });
    await cardOf(page, quote.id).getByRole('button', { name: 'Convert to Order' }).waitFor();
    await page.route(/live\.onChange/, (route) => route.abort());
    await site.sql(`update quotes set status = 'converted' where id = ?`, quote.id);
    await cardOf(page, quote.id).getByRole('button', { name: 'Convert to Order' }).click();
    await page.getByRole('button', { name: 'Create order' }).click();
    await toastOf(page).getByText('This quote has already been converted to an order').waitFor();
    expect(await site.sql('select id from orders where quote_id = ?', quote.id)).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe('the dispatcher’s path', () => {
  test('U13 U14 from draft to order by the keyboard alone', async () => {
    const quote = await make.draft({ pickupAddress: '9 Keyboard Alley' });
    const { page, problems } = await openList(dispatcher);
    await page.keyboard.press('/');
    await page.keyboard.type('keyboard alley');
    await page.getByRole('heading', { name: 'All Quotes (1)' }).waitFor();
    await tabTo(page, 'Set Price');
    await page.keyboard.press('Enter');
    await dialogOf(page, 'Set Price & Payment Link').waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('price');
    await page.keyboard.type('84.5');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://pay.example.com/q/9');
    await page.keyboard.press('Enter');
    // The focus comes back to the same button, which now says what is next.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await soon(focused).toBe('Mark Paid');
    await page.keyboard.press('Enter');
    await soon(focused).toBe('Convert to Order');
    await page.keyboard.press('Enter');
    await soon(focused).toBe('Cancel');
    await page.keyboard.press('Tab');
    await soon(focused).toBe('Create order');
    await page.keyboard.press('Enter');
    const created = dialogOf(page, 'Order created');
    await created.waitFor();
    await soon(focused).toBe('View order');
    const [order] = await site.sql<{ id: number; number: string; price: string }>(
      'select id, tracking_number as number, quote_price::text as price from orders where quote_id = ?',
      quote.id,
    );
    expect(order?.price).toBe('84.50');
    await created.getByText(order?.number.replace(/(.{4})(?=.)/g, '$1 ') ?? '', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await created.waitFor({ state: 'hidden' });
    await soon(focused).toBe('View order');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/orders?order=${order?.id}`);
    expect(await rowOf(quote.id)).toMatchObject({ status: 'converted' });
    const moves = await site.sql<{ to: string; actor: string }>(
      `select to_status as to, actor_name as actor from history where subject = 'quote' and subject_id = ? and to_status is not null order by id`,
      quote.id,
    );
    expect(moves.slice(1)).toEqual(['sent', 'paid', 'converted'].map((to) => ({ to, actor: 'Dana Patch' })));
    expect(problems).toEqual([]);
  });

  test('U13 U14 the same on a phone of 390 px, without sideways scroll', async () => {
    const quote = await make.draft({ pickupAddress: '10 Phone Alley' });
    const { page, problems } = await openList(dispatcher, PHONE);
    await page.getByPlaceholder('Search by quote ID').fill('phone alley');
    await page.getByRole('heading', { name: 'All Quotes (1)' }).waitFor();
    await expectNoSidewaysScroll(page);
    await cardOf(page, quote.id).getByRole('button', { name: 'Set Price' }).tap();
    const dialog = dialogOf(page, 'Set Price & Payment Link');
    await dialog.getByLabel('Price *').fill('20');
    await dialog.getByLabel('Payment URL').fill('https://pay.example.com/q/10');
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Save & Send' }).tap();
    await dialog.waitFor({ state: 'hidden' });
    await cardOf(page, quote.id).getByRole('button', { name: 'Mark Paid' }).tap();
    await cardOf(page, quote.id).getByRole('button', { name: 'Convert to Order' }).tap();
    const question = dialogOf(page, `Convert quote #${quote.id} to an order?`);
    await question.waitFor();
    await expectNoSidewaysScroll(page);
    await question.getByRole('button', { name: 'Create order' }).tap();
    await dialogOf(page, 'Order created').getByRole('button', { name: 'Copy tracking number' }).waitFor();
    await expectNoSidewaysScroll(page);
    expect(await rowOf(quote.id)).toMatchObject({ status: 'converted', price: '20.00' });
    expect(problems).toEqual([]);
  });

  test('U13 U14 the same from the details, and Back closes them', async () => {
    const quote = await make.draft();
    const { page, problems } = await openList(ADMIN);
    await cardOf(page, quote.id)
      .getByRole('link', { name: `Quote #${quote.id}` })
      .click();
    const details = dialogOf(page, `Quote #${quote.id}`);
    await details.getByRole('button', { name: 'Set Price' }).click();
    const pricing = dialogOf(page, 'Set Price & Payment Link');
    await pricing.getByLabel('Price *').fill('30');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await pricing.waitFor({ state: 'hidden' });
    await details.getByRole('button', { name: 'Set Price' }).click();
    await pricing.getByLabel('Price *').fill('30');
    await pricing.getByLabel('Payment URL').fill('https://pay.example.com/q');
    await pricing.getByRole('button', { name: 'Save & Send' }).click();
    await details.getByRole('button', { name: 'Mark Paid' }).click();
    await details.getByRole('button', { name: 'Convert to Order' }).click();
    await page.getByRole('button', { name: 'Create order' }).click();
    await dialogOf(page, 'Order created').getByRole('button', { name: 'Back to the quotes' }).click();
    await details.getByText('Converted to an order').waitFor();
    await page.goBack();
    await details.waitFor({ state: 'hidden' });
    expect(await rowOf(quote.id)).toMatchObject({ status: 'converted', price: '30.00' });
    expect(problems).toEqual([]);
  });
});
