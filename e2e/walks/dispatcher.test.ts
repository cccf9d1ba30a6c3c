import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { cardOf, dialogOf, expectNoSidewaysScroll, type Maker, makerOf, soon } from '../admin-quotes/staff.ts';
import { keyboardOf } from '../admin-work/keyboard.ts';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';

type User = { id: number; username: string; password: string };
const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: User;
let robin: User;
let sam: User;
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
  robin = await site.createUser('driver', { firstName: 'Robin', lastName: 'Rider' });
  sam = await site.createUser('driver', { firstName: 'Sam', lastName: 'Okonkwo' });
});

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const orderOf = async (quoteId: number) =>
  (
    await site.sql<{ id: number; number: string; status: string; driver: number | null; price: string }>(
      'select id, tracking_number as number, status, driver_id as driver, quote_price::text as price from orders where quote_id = ?',
      quoteId,
    )
  )[0];
/** The rows at the end of the path, and who is on record for every step. */
async function expectWalked(quoteId: number, price: string, url: string, driver: User): Promise<void> {
  expect(await site.sql('select status, price::text, payment_url as url from quotes where id = ?', quoteId)).toEqual([
    { status: 'converted', price, url },
  ]);
  const order = await orderOf(quoteId);
  expect(order).toMatchObject({ status: 'assigned', driver: driver.id, price });
  const moves = await site.sql<{ subject: string; to: string; actor: string }>(
    `select subject, to_status as to, actor_name as actor from history
     where to_status is not null and (subject = 'quote' and subject_id = ? or subject = 'order' and subject_id = ?) order by id`,
    quoteId,
    order?.id,
  );
  expect(moves.filter(({ actor }) => actor === 'Dana Patch').map(({ subject, to }) => `${subject} ${to}`)).toEqual(
    expect.arrayContaining(['quote sent', 'quote paid', 'quote converted', 'order assigned']),
  );
}

describe('the whole day of a dispatcher', () => {
  test('U13 U14 T02 by the keyboard alone, with the focus always visible and never lost', async () => {
    const quote = await make.draft({ pickupAddress: '9 Keyboard Alley' });
    const { page, problems } = await newPage(browser, site);
    const keys = keyboardOf(page);
    /** Like a person: Enter once the option is the marked one; a list that reloads marks none. */
    const choose = async (text: string, name: string) => {
      await keys.type(text);
      const option = page.getByRole('option', { name });
      const isMarked = async () => (await option.getAttribute('data-combobox-selected')) === 'true';
      await option.waitFor();
      await soon(async () => {
        if (!(await isMarked())) await keys.press('ArrowDown');
        return isMarked();
      }).toBe(true);
      await keys.press('Enter');
    };
    await page.goto('/admin');
    await page.waitForURL('**/admin/auth');
    await title(page, 'QuickFleet Admin').waitFor();
    await keys.tabTo('Username');
    await keys.type(dispatcher.username);
    await keys.tabTo('Password');
    await keys.type(dispatcher.password);
    await keys.press('Enter');

    await title(page, 'Dashboard').waitFor();
    await keys.expectOn('Dashboard');
    await keys.tabTo(/^Quotes/, 'Shift+Tab');
    await keys.press('Enter');
    await keys.expectOn('Quote Management');
    await keys.tabTo('Search quotes');
    await keys.type('keyboard alley');
    await page.getByRole('heading', { name: 'All Quotes (1)' }).waitFor();

    await keys.tabTo('Set Price');
    await keys.press('Enter');
    await keys.expectOn(/^Price/);
    await keys.press('Escape');
    await keys.expectOn('Set Price');
    await keys.press('Enter');
    await keys.expectOn(/^Price/);
    await keys.type('84.5');
    await keys.tabTo(/^Payment URL/);
    await keys.type('https://pay.example.com/q/9');
    await keys.tabTo('Save & Send');
    await keys.press('Enter');
    await keys.expectOn('Mark Paid');
    await keys.press('Enter');
    await keys.expectOn('Convert to Order');
    await keys.press('Enter');
    await keys.expectOn('Cancel');
    await keys.tabTo('Create order');
    await keys.press('Enter');
    await dialogOf(page, 'Order created').waitFor();
    await keys.expectOn('View order');
    await keys.press('Enter');

    const order = await orderOf(quote.id);
    await page.waitForURL(`**/admin/orders?order=${order?.id}`);
    const details = dialogOf(page, /^Order QF/);
    await details.getByText('Access code', { exact: true }).waitFor();
    await soon(() => details.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await keys.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await keys.expectOn('Order Management');

    await keys.tabTo(/^Driver of QF/);
    await choose('robin', 'Robin Rider');
    await keys.expectOn(/^Change the driver of QF/);
    await soon(async () => (await orderOf(quote.id))?.driver).toBe(robin.id);

    // Robin called in sick: the order is reassigned to Sam.
    await keys.press('Enter');
    await dialogOf(page, /^Driver of QF/).waitFor();
    await keys.expectOn('New driver');
    await keys.press('Escape');
    await keys.expectOn(/^Change the driver of QF/);
    await keys.press('Enter');
    await keys.expectOn('New driver');
    await choose('sam', 'Sam Okonkwo');
    await keys.tabTo('Reassign to Sam Okonkwo');
    await keys.press('Enter');
    await keys.expectOn(/^Change the driver of QF/);
    await soon(async () => (await orderOf(quote.id))?.driver).toBe(sam.id);
    await expectWalked(quote.id, '84.50', 'https://pay.example.com/q/9', sam);
    expect(problems).toEqual([]);
  });

  test('U13 U14 T02 on a phone of 390 px by touch, with room for a thumb and nothing off the screen', async () => {
    const quote = await make.draft({ pickupAddress: '10 Phone Alley' });
    const { page, problems } = await newPage(browser, site, PHONE);
    const tap = async (target: Locator) => {
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      const name = (await target.getAttribute('aria-label')) ?? (await target.textContent());
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `the size of '${name}'`).toBeGreaterThanOrEqual(40);
      await expectNoSidewaysScroll(page);
      await target.tap();
    };
    await page.goto('/admin');
    await page.getByLabel('Username').fill(dispatcher.username);
    await page.getByLabel('Password', { exact: true }).fill(dispatcher.password);
    await tap(page.getByRole('button', { name: 'Sign In' }));
    await title(page, 'Dashboard').waitFor();
    await tap(page.getByRole('button', { name: 'Open menu' }));
    await tap(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Quotes/ }));
    await title(page, 'Quote Management').waitFor();
    await page.getByRole('searchbox', { name: 'Search quotes' }).fill('phone alley');
    await page.getByRole('heading', { name: 'All Quotes (1)' }).waitFor();

    const card = cardOf(page, quote.id);
    await tap(card.getByRole('button', { name: 'Set Price' }));
    const pricing = dialogOf(page, 'Set Price & Payment Link');
    await pricing.getByLabel('Price *').fill('20');
    await pricing.getByLabel('Payment URL').fill('https://pay.example.com/q/10');
    await tap(pricing.getByRole('button', { name: 'Save & Send' }));
    await pricing.waitFor({ state: 'hidden' });
    await tap(card.getByRole('button', { name: 'Mark Paid' }));
    await tap(card.getByRole('button', { name: 'Convert to Order' }));
    await tap(page.getByRole('button', { name: 'Create order' }));
    await tap(dialogOf(page, 'Order created').getByRole('link', { name: 'View order' }));

    const details = dialogOf(page, /^Order QF/);
    await details.getByText('Access code', { exact: true }).waitFor();
    await tap(details.getByRole('button', { name: 'Close', exact: true }));
    await details.waitFor({ state: 'hidden' });
    const order = await orderOf(quote.id);
    const choice = page.getByRole('combobox', { name: `Driver of ${order?.number.replace(/(.{4})(?=.)/g, '$1 ')}` });
    await tap(choice);
    await tap(page.getByRole('option', { name: 'Sam Okonkwo' }));
    await choice.waitFor({ state: 'hidden' });
    await soon(async () => (await orderOf(quote.id))?.driver).toBe(sam.id);
    await expectWalked(quote.id, '20.00', 'https://pay.example.com/q/10', sam);
    expect(problems).toEqual([]);
  });
});
