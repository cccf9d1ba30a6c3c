import { describe, expect, test } from 'vitest';
import { recurringBody } from '../../server/test/support/factories.ts';
import { makeOrder, openOrder, takePhone, untilKept } from '../driver/phone.ts';
import { DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { fillRequest, open, submitButton } from '../public/visitor.ts';
import { dialogOf, expectAccessibleInBoth, expectNoSidewaysScroll, soon, useOffice } from './office.ts';

const site = useSite();
const browser = useBrowser();
const office = useOffice(site);

const porter = {
  name: 'Sam Porter',
  company: 'Harbour Store',
  phone: '+1 201 555 0142',
  email: 'sam.porter@example.org',
  notes: 'Bell at the green door',
};
const contactsOf = async (table: 'orders' | 'quotes', customer: string) =>
  (
    await site.sql<{ pickup: object | null; delivery: object | null }>(
      `select pickup_contact as pickup, delivery_contact as delivery from ${table} where customer_name = ? order by id`,
      customer,
    )
  ).at(-1);

describe('somebody else at a stop', () => {
  for (const { name, view } of [
    { name: 'desktop', view: DESKTOP },
    { name: '390 px', view: PHONE },
  ])
    test(`U141 a visitor says who is at the delivery, and reads what is wrong with it (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/#quote-form');
      const customer = `Vera ${name}`;
      await fillRequest(page, { name: customer });
      expect(await page.getByLabel('Delivery phone').isVisible()).toBe(false);
      await page.getByText('Someone else at the delivery').click();
      await page.getByLabel('Delivery name').fill(porter.name);
      await page.getByLabel('Delivery business').fill(porter.company);
      await page.getByLabel('Delivery phone').fill(porter.phone);
      await page.getByLabel('Delivery email').fill('no address');
      await page.getByLabel('Delivery notes').fill(porter.notes);
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await page.getByText('Someone else at the delivery').click();
      await submitButton(page).click();
      // What is wrong is unfolded and focused.
      await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe(
        'deliveryContact.email',
      );
      expect(await page.getByLabel('Delivery email').isVisible()).toBe(true);
      await page.getByLabel('Delivery email').fill(porter.email);
      await submitButton(page).click();
      await page.getByRole('heading', { level: 1, name: 'Quote Submitted Successfully' }).waitFor();
      expect(await contactsOf('quotes', customer)).toEqual({ pickup: null, delivery: porter });
      expect(problems).toEqual([]);
      await context.close();
    });

  test('U141 the form without scripts sends it too, and a reload keeps what was typed', async () => {
    const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: DESKTOP });
    const page = await plain.newPage();
    await page.goto('/');
    await fillRequest(page, { name: 'Paula Plain' });
    await page.getByText('Someone else at the pickup').click();
    await page.getByLabel('Pickup name').fill(porter.name);
    await page.getByLabel('Pickup email').fill(porter.email);
    await submitButton(page).click();
    await page.waitForURL(/\/q\//);
    expect(await page.locator('body').textContent()).not.toContain(porter.name);
    expect(await contactsOf('quotes', 'Paula Plain')).toEqual({
      pickup: { ...porter, company: null, phone: null, notes: null },
      delivery: null,
    });
    await plain.close();

    const { page: kept, context } = await newPage(browser, site, DESKTOP);
    await open(kept, '/#quote-form');
    await kept.getByText('Someone else at the pickup').click();
    await kept.getByLabel('Pickup name').fill('Rita Reader');
    await soon(() => kept.evaluate(() => localStorage.getItem('quickfleet-quote-draft') ?? '')).toContain('Rita');
    await kept.reload();
    await kept.getByText('We kept what you typed last time.').waitFor();
    expect(await kept.getByLabel('Pickup name').inputValue()).toBe('Rita Reader');
    expect(await kept.getByLabel('Pickup name').isVisible()).toBe(true);
    await context.close();
  });

  for (const view of [DESKTOP, PHONE])
    test(`U142 staff choose who was at the address before, change them, and see them (${view.width} px)`, async () => {
      const customer = `Olga at ${view.width}`;
      await makeOrder(site, { deliveryAddress: '9 Known Quay', deliveryContact: porter });
      const { page, context, problems } = await newPage(browser, site, { ...view, signedInAs: office.dispatcher });
      await page.goto('/admin/orders/new');
      await page.getByLabel('Find the customer').fill(customer);
      await page.getByRole('option', { name: /New customer/ }).click();
      await page.getByLabel('Email Address').fill('olga.doors@example.com');
      await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pier');
      await page.getByRole('textbox', { name: 'Delivery Address' }).fill('9 Known Quay');
      await page.getByText('Someone else at the delivery').click();
      await page.getByRole('button', { name: 'Use delivery contact Sam Porter, Harbour Store' }).click();
      expect(await page.getByLabel('Delivery notes').inputValue()).toBe(porter.notes);
      await page.getByText('Someone else at the pickup').click();
      await page.getByLabel('Pickup name').fill('Rita Reader');
      await page.getByLabel('Item Name').fill('Crate');
      await page.getByLabel('Total ($)').fill('20');
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Create order' }).click();
      await dialogOf(page, 'Order created').getByRole('link', { name: 'View order' }).click();
      const details = dialogOf(page, /^Order QF/);
      const at = details.getByRole('region', { name: 'Contact at the delivery' });
      await at.getByText('Sam Porter, Harbour Store').waitFor();
      await soon(() => at.getByRole('link', { name: porter.phone }).getAttribute('href')).toBe('tel:+12015550142');
      await at.getByText(porter.notes).waitFor();
      await details.getByRole('region', { name: 'Contact at the pickup' }).getByText('Rita Reader').waitFor();
      await expectNoSidewaysScroll(page);

      await details.getByRole('button', { name: 'Edit', exact: true }).click();
      const edit = dialogOf(page, /^Edit order/);
      expect(await edit.getByLabel('Delivery phone').inputValue()).toBe(porter.phone);
      await edit.getByRole('button', { name: 'Clear pickup contact' }).click();
      await edit.getByLabel('Delivery name').fill('Ina Inbox');
      await expectAccessibleInBoth(page);
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await edit.waitFor({ state: 'hidden' });
      await soon(() => contactsOf('orders', customer)).toEqual({
        pickup: null,
        delivery: { ...porter, name: 'Ina Inbox' },
      });
      expect(problems).toEqual([]);
      await context.close();
    });

  test('U142 a quote and a recurring job show them and keep them through their forms', async () => {
    const quote = { id: await office.paidQuote({ deliveryContact: porter }) };
    const { page, context, problems } = await newPage(browser, site, { ...DESKTOP, signedInAs: office.dispatcher });
    await page.goto(`/admin/quotes?edit=${quote.id}`);
    const edit = dialogOf(page, /^Edit Quote/);
    expect(await edit.getByLabel('Delivery name').inputValue()).toBe(porter.name);
    await edit.getByText('Someone else at the pickup').click();
    await edit.getByLabel('Pickup phone').fill('+1 201 555 0100');
    await edit.getByRole('button', { name: 'Update Quote' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page.goto(`/admin/quotes?quote=${quote.id}`);
    await page.getByRole('region', { name: 'Contact at the delivery' }).getByText(porter.notes).waitFor();
    await page.getByRole('region', { name: 'Contact at the pickup' }).getByText('+1 201 555 0100').waitFor();
    const [row] = await site.sql<{ pickup: { phone: string } }>(
      'select pickup_contact as pickup from quotes where id = ?',
      quote.id,
    );
    expect(row?.pickup.phone).toBe('+1 201 555 0100');

    const job = recurringBody({ paused: true });
    await office.api.send('POST', '/api/v1/recurring-orders', {
      ...job,
      order: { ...job.order, deliveryContact: porter },
    });
    await page.goto('/admin/recurring');
    await page.getByText(/\(Sam Porter, Harbour Store\)/).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = dialogOf(page, /recurring job/i);
    await form.getByLabel('Delivery name').fill('Ina Inbox');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/\(Ina Inbox, Harbour Store\)/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('U143 the driver calls and texts who is at the stop, without a network too, and is offered their name to sign', async () => {
    const order = await makeOrder(site, { deliveryContact: porter, pickupContact: { name: 'Rita Reader' } });
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    const at = page.getByRole('region', { name: 'Contact at the delivery' });
    await at.getByText('Harbour Store · Sam Porter').waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await untilKept({ page });
    await context.setOffline(true);
    await page.reload();
    await at.getByText(porter.notes).waitFor();
    const call = at.getByRole('link', { name: 'Call Harbour Store · Sam Porter' });
    expect(await call.getAttribute('href')).toBe('tel:+12015550142');
    expect(await at.getByRole('link', { name: 'Text Harbour Store · Sam Porter' }).getAttribute('href')).toBe(
      'sms:+12015550142',
    );
    await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
    expect(await page.getByLabel('Customer name').inputValue()).toBe('Rita Reader');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('U143 My day names who is at the next stop and calls them', async () => {
    const driver = await site.createUser('driver');
    await makeOrder(site, {
      pickupContact: porter,
      driverId: driver.id,
      deliveryDate: new Date().toISOString().slice(0, 10),
    });
    const { page, context, problems, goto } = await takePhone(browser, site, { signedInAs: driver });
    await goto();
    const next = page.getByRole('region', { name: 'Next stop' });
    await next.getByText('Harbour Store · Sam Porter').waitFor();
    await next.getByText(porter.notes).waitFor();
    await soon(() => next.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:+12015550142');
    expect(problems).toEqual([]);
    await context.close();
  });
});
