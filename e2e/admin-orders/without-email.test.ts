import { describe, expect, test } from 'vitest';
import { makeOrder } from '../driver/phone.ts';
import { DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { dialogOf, expectAccessibleInBoth, expectNoSidewaysScroll, soon, useOffice } from './office.ts';

const site = useSite();
const browser = useBrowser();
const office = useOffice(site);

describe('an order without an e-mail address', () => {
  for (const view of [DESKTOP, PHONE])
    test(`U144 the office enters one, and every screen that would promise a mail says that there is none (${view.width} px)`, async () => {
      const customer = `Nora at ${view.width}`;
      const { page, context, problems } = await newPage(browser, site, { ...view, signedInAs: office.dispatcher });
      await page.goto('/admin/orders/new');
      await page.getByLabel('Find the customer').fill(customer);
      await page.getByRole('option', { name: /New customer/ }).click();
      await page.getByText('No e-mail address: the customer gets no e-mails.').waitFor();
      await page.getByLabel('Email Address').fill('nora@example.com');
      await page.getByText('No e-mail address: the customer gets no e-mails.').waitFor({ state: 'hidden' });
      await page.getByLabel('Email Address').fill('');
      await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pier');
      await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Dock');
      await page.getByLabel('Item Name').fill('Crate');
      await page.getByLabel('Total ($)').fill('20');
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Create order' }).click();
      const created = dialogOf(page, 'Order created');
      await created.getByText(/The customer gets no e-mails, because the order has no e-mail address/).waitFor();
      await created.getByRole('link', { name: 'View order' }).click();
      const details = dialogOf(page, /^Order QF/);
      await details.getByText('None, so no e-mails are sent').waitFor();
      await expectNoSidewaysScroll(page);
      await details.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Cancel order' }).click();
      const asked = dialogOf(page, /^Cancel order/);
      await asked.getByText(/The customer gets no e-mail, because there is no address/).waitFor();
      await asked.getByRole('button', { name: 'Keep order' }).click();

      await details.getByRole('button', { name: 'Edit', exact: true }).click();
      const edit = dialogOf(page, /^Edit order/);
      await edit.getByLabel('Email Address', { exact: true }).fill('nora@example.com');
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await edit.waitFor({ state: 'hidden' });
      await soon(() => site.sql('select customer_email from orders where customer_name = ?', customer)).toEqual([
        { customer_email: 'nora@example.com' },
      ]);
      expect(
        await site.sql(
          'select trigger from emails e join orders o on o.id = e.order_id where o.customer_name = ?',
          customer,
        ),
      ).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });

  test('U144 several that are cancelled, and the answer to a claim, say so too', async () => {
    const order = await makeOrder(site, { customerEmail: null, customerName: 'Bulk Nomail' });
    await makeOrder(site, { customerName: 'Bulk Mail' });
    await office.api.send('POST', '/api/v1/incidents', { orderId: order.id, kind: 'damaged' });
    const { page, context, problems } = await newPage(browser, site, { ...DESKTOP, signedInAs: office.dispatcher });
    await page.goto('/admin/orders?q=bulk');
    await page.getByText('Bulk Nomail').first().waitFor();
    for (const box of await page.getByRole('checkbox', { name: /^Select/ }).all()) await box.check();
    await page
      .getByRole('region', { name: 'Selected orders' })
      .getByRole('button', { name: /^Cancel/ })
      .click();
    await page.getByText(/The customers get an e-mail, except for 1 order without an address/).waitFor();
    await page.getByRole('button', { name: 'Keep them' }).click();
    await page.goto(`/admin/orders?order=${order.id}`);
    const details = dialogOf(page, /^Order QF/);
    await details
      .getByRole('listitem')
      .or(details.locator('section'))
      .filter({ hasText: 'Damaged' })
      .getByRole('button', { name: 'Edit', exact: true })
      .last()
      .click();
    await details.getByText('Shown on the tracking page; there is no e-mail address').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
