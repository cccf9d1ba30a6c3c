import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  dialogOf,
  expectAccessible,
  expectNoSidewaysScroll,
  numberOf,
  type Office,
  officeOf,
  rowOf,
  soon,
  toastOf,
  typeTime,
} from './office.ts';

const site = useSite();
const browser = useBrowser();
let office: Office;
let dispatcher: { id: number; username: string; password: string };
let sam: { id: number };
const today = new Date().toISOString().slice(0, 10);
const tomorrow = addDays(today, 1);

beforeAll(async () => {
  office = await officeOf(site);
  dispatcher = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
  sam = await site.createUser('driver', { firstName: 'Sam', lastName: 'Okonkwo' });
  await office.order({
    customer: { name: 'Bea Baker', email: 'bea@bakery.example', company: 'Bakery Bea' },
    pickupAddress: '1 Oven Lane\nSpringfield',
    deliveryAddress: '9 Market Hall',
  });
});

const typeOrder = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Customer' }).or(page.getByLabel('Find the customer')).fill('bakery');
  await page.getByRole('option', { name: /Bea Baker/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('bea@bakery.example').waitFor();
  await page.getByRole('button', { name: 'Use pickup address 1 Oven Lane, Springfield' }).click();
  await page.getByRole('textbox', { name: 'Delivery Address' }).fill('77 New Street');
  await page.getByLabel('Item Name').fill('Wedding cake');
  await page.getByLabel('Total ($)').fill('1,250.50');
};

describe('a new order', () => {
  test('J31 J33 is entered for a known customer, planned with presets, and assigned to a driver in the same place', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin/orders');
    await page.getByRole('link', { name: 'New order' }).click();
    await page.getByRole('heading', { name: 'New order', level: 1 }).waitFor();
    await expectAccessible(page, 'empty form');

    // Every missing value is reported at its field, and the first one has the focus.
    await page.getByRole('button', { name: 'Create order' }).click();
    for (const words of [
      'Pickup address is required',
      'Delivery address is required',
      'Enter a price, or choose On account',
    ])
      await page.getByText(words).waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('customer.name');
    await page.getByRole('button', { name: 'Search a known customer' }).click();

    await typeOrder(page);
    const pickup = page.getByRole('group', { name: 'Pickup window' });
    await pickup.getByRole('button', { name: 'Tomorrow' }).click();
    await pickup.getByRole('button', { name: 'Morning' }).click();
    await pickup.getByText(/8:00 AM – 12:00 PM UTC/).waitFor();
    const delivery = page.getByRole('group', { name: 'Delivery window' });
    await delivery.getByLabel('Day').fill(tomorrow);
    await typeTime(delivery, 'From', '07:00');
    await typeTime(delivery, 'Until', '07:30');
    await page.getByLabel('Notes for the driver').fill('Keep it level');
    await page.getByLabel('Notes for the office').fill('Pays late');
    await page.getByRole('button', { name: 'Create order' }).click();
    await delivery.getByText('The delivery window ends before the pickup window begins').waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('deliveryWindow.to');
    await delivery.getByRole('button', { name: 'Afternoon' }).click();
    await expectAccessible(page, 'filled form');
    await page.getByRole('button', { name: 'Create order' }).click();

    const created = dialogOf(page, 'Order created');
    await created.getByText(/Delivery: .*12:00 PM – 6:00 PM UTC/).waitFor();
    await expectAccessible(page, 'created');
    await created.getByRole('combobox', { name: 'Driver' }).click();
    await page
      .getByRole('option', { name: /Sam Okonkwo/ })
      .getByText(/open order/)
      .waitFor();
    await page.getByRole('option', { name: /Sam Okonkwo/ }).click();
    await created.getByText('assigned to Sam Okonkwo').waitFor();
    const [row] = await site.sql<Record<string, unknown>>(
      `select customer_name, pickup_address, quote_price::text as price, driver_id, driver_notes, office_notes, status,
              to_char(pickup_from at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as pickup, to_char(delivery_to at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as delivery
         from orders order by id desc limit 1`,
    );
    expect(row).toEqual({
      customer_name: 'Bea Baker',
      pickup_address: '1 Oven Lane\nSpringfield',
      price: '1250.50',
      driver_id: sam.id,
      driver_notes: 'Keep it level',
      office_notes: 'Pays late',
      status: 'assigned',
      pickup: `${tomorrow} 08:00`,
      delivery: `${tomorrow} 18:00`,
    });
    await created.getByRole('button', { name: 'Create another' }).click();
    await soon(() => page.getByRole('textbox', { name: 'Delivery Address' }).inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  test('J32 what was typed for a new customer survives a refusal and a closed page, at 360 px too', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, width: 360, signedInAs: dispatcher });
    await page.goto('/admin/orders/new');
    await page.getByLabel('Find the customer').fill('Newa Norris');
    await page.getByRole('option', { name: 'New customer “Newa Norris”' }).click();
    await page.getByLabel('Email Address').fill('newa@example.com');
    await page.getByRole('textbox', { name: 'Pickup Address' }).fill('5 First Street');
    await expectNoSidewaysScroll(page);
    await page.goto('/admin/orders');
    await page.goto('/admin/orders/new');
    await page.getByText('You have an unfinished order').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await soon(() => page.getByRole('textbox', { name: 'Pickup Address' }).inputValue()).toBe('5 First Street');
    expect(await page.getByLabel('Customer Name').inputValue()).toBe('Newa Norris');
    await expectAccessible(page, 'restored on a phone');
    expect(problems).toEqual([]);
  });
});

describe('the orders list', () => {
  test('J34 J35 J37 J38 shows where and when, in views that the address keeps; an order is unassigned and its link shown as a code', async () => {
    const late = await office.order({ customer: { name: 'Late Larry', email: 'larry@example.com' } });
    await site.sql(
      `update orders set delivery_from = now() - interval '5 hours', delivery_to = now() - interval '3 hours', delivery_date = now() - interval '5 hours' where id = ?`,
      late.id,
    );
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin/orders');
    const views = page.getByRole('region', { name: 'Views' });
    await views.getByRole('button', { name: 'Overdue 1' }).click();
    await page.waitForURL('**/admin/orders?*overdue=true*');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('planned');
    await rowOf(page, late).getByText('Overdue by 3 h').waitFor();
    await rowOf(page, late).getByText('1 Pickup Street, Springfield').waitFor();
    await soon(() => page.locator('tbody tr').count()).toBe(1);
    await views.getByRole('button', { name: 'Tomorrow 1' }).click();
    await page.getByText('Tomorrow, 12:00 PM – 6:00 PM').waitFor();

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Driver').selectOption({ label: 'Sam Okonkwo' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Driver: Sam Okonkwo' }).waitFor();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await dialogOf(page, 'Save this view').getByLabel('Name').fill('Sam tomorrow');
    await page.getByRole('button', { name: 'Save view' }).click();
    await toastOf(page).getByText('The view is saved').waitFor();
    await page.goto('/admin/orders');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Sam tomorrow' }).click();
    await page.waitForURL((url) => url.searchParams.get('driverId') === String(sam.id));
    expect(new URL(page.url()).searchParams.get('day')).toBe('tomorrow');
    await soon(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Compact rows', pressed: true }).waitFor();
    await expectAccessible(page, 'compact list');

    await page.locator('tbody [data-row-open]').first().click();
    const details = dialogOf(page, /^Order QF/);
    await details.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('img', { name: 'QR code of the driver link' }).waitFor();
    await expectAccessible(page, 'QR code');
    await page.keyboard.press('Escape');
    await details.getByRole('button', { name: 'Unassign' }).click();
    await dialogOf(page, /^Take QF.* from Sam Okonkwo\?$/)
      .getByRole('button', { name: 'Unassign' })
      .click();
    await toastOf(page)
      .getByText(/^Order .* unassigned$/)
      .waitFor();
    await details.getByText('created', { exact: true }).first().waitFor();

    // The same job a day later.
    await details.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const again = dialogOf(page, /^Duplicate: QF/);
    await expectAccessible(page, 'duplicate');
    await again.getByRole('group', { name: 'Delivery window' }).getByLabel('Day').fill(addDays(today, 2));
    await again.getByRole('button', { name: 'Create order' }).click();
    await toastOf(page).getByText('Order created').waitFor();
    const [copy] = await site.sql<{ day: string; name: string }>(
      `select to_char(delivery_from at time zone 'UTC', 'YYYY-MM-DD') as day, customer_name as name from orders order by id desc limit 1`,
    );
    expect(copy).toEqual({ day: addDays(today, 2), name: 'Bea Baker' });
    expect(problems).toEqual([]);
  });

  test('J36 every matching order is cancelled in one go, and one that could not be is named with the reason', async () => {
    const orders = [];
    for (let n = 0; n < 22; n++)
      orders.push(await office.order({ customer: { name: 'Cancelled Carl', email: 'carl@example.com' } }));
    const [done] = orders;
    if (!done) throw new Error('no order');
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher, expectErrors: [/409/] });
    await page.goto('/admin/orders?q=cancelled%20carl');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Select all 22 matching' }).click();
    await page.getByText('All 22 matching orders are selected.').waitFor();
    await site.sql(`update orders set status = 'delivered' where id = ?`, done.id);
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await bar.getByRole('button', { name: 'Cancel orders' }).click();
    await dialogOf(page, 'Cancel 22 orders?').getByRole('button', { name: 'Cancel 22 orders' }).click();
    const result = dialogOf(page, 'Not every order was cancelled');
    await result.getByText('21 orders cancelled, 1 not:').waitFor();
    await result.getByText(numberOf(done)).waitFor();
    expect(
      await site.sql(
        `select status, count(*)::int as n from orders where customer_name = 'Cancelled Carl' group by 1 order by 1`,
      ),
    ).toEqual([
      { status: 'cancelled', n: 21 },
      { status: 'delivered', n: 1 },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('around an order', () => {
  test('J33 a quote that is converted asks for the windows, with those of its speed filled in', async () => {
    const quote = await office.paidQuote({ speedType: 'specific_date', speedDate: tomorrow });
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto(`/admin/quotes?quote=${quote}`);
    await dialogOf(page, `Quote #${quote}`).getByRole('button', { name: 'Convert to Order' }).click();
    const question = dialogOf(page, `Convert quote #${quote} to an order?`);
    await question.getByText(/8:00 AM – 6:00 PM UTC/).waitFor();
    await expectAccessible(page, 'convert');
    await typeTime(question.getByRole('group', { name: 'Delivery window' }), 'Until', '14:00');
    await question.getByRole('button', { name: 'Create order' }).click();
    await dialogOf(page, 'Order created').waitFor();
    const [row] = await site.sql(
      `select to_char(delivery_from at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as from, to_char(delivery_to at time zone 'UTC', 'HH24:MI') as to, pickup_from from orders where quote_id = ?`,
      quote,
    );
    expect(row).toEqual({ from: `${tomorrow} 08:00`, to: '14:00', pickup_from: null });
    const [{ number } = { number: '' }] = await site.sql<{ number: string }>(
      'select tracking_number as number from orders where quote_id = ?',
      quote,
    );
    await page.goto(`/track/${number}`);
    await page
      .getByText(/^Delivery .*8:00 AM – 2:00 PM UTC$/)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });

  test('J39 J40 a customer’s page has their addresses, notes, quotes, orders and sums, and leads to the next order', async () => {
    const [{ id } = { id: 0 }] = await site.sql<{ id: number }>(
      `select id from customers where email = 'bea@bakery.example'`,
    );
    for (const view of [{ colorScheme: 'light' as const }, { ...PHONE, width: 360, colorScheme: 'dark' as const }]) {
      const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher, ...view });
      await page.goto(`/admin/customers/${id}`);
      await page.getByRole('heading', { name: 'Bea Baker', level: 1 }).waitFor();
      await page.getByRole('region', { name: 'Addresses' }).getByText('9 Market Hall').waitFor();
      await page
        .getByRole('region', { name: /^Orders/ })
        .getByRole('link')
        .first()
        .waitFor();
      const notes = page.getByRole('region', { name: 'Office notes' });
      const words = `Called at ${view.colorScheme}`;
      await notes.getByLabel('Add a note').fill(words);
      await notes.getByRole('button', { name: 'Add note' }).click();
      await notes.getByText(words).waitFor();
      await notes
        .getByText(/Dana Patch/)
        .first()
        .waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, `customer, ${view.colorScheme}`);
      await page.getByRole('link', { name: 'New order' }).click();
      await page.getByText('bea@bakery.example').waitFor();
      await page.getByRole('button', { name: /^Use delivery address 9 Market Hall/ }).waitFor();
      expect(problems).toEqual([]);
    }
    expect(await site.sql('select count(*)::int as n from office_notes')).toEqual([{ n: 2 }]);
  });
});
