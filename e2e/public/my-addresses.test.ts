import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { orderBody, quoteBody } from '../../server/test/support/factories.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, soon } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
const ACME = 'acme@example.com';
const pricing = {
  ...{ isOn: true, isBinding: true, base: '40', perItem: '4', perKm: '0', zones: [], classes: [] },
  ...{ speeds: { today: '0', specific_date: '0', let_quickfleet_choose: '0' }, outOfHours: '0' },
  ...{ surcharges: [], rangePercent: 10 },
};

/** A phone that has opened a mailed link. */
async function phoneOf(email: string) {
  const token = randomBytes(32).toString('hex');
  await site.sql(
    `insert into sign_in_links (token_hash, email, created_at, expires_at) values (?, ?, now(), now() + interval '15 minutes')`,
    createHash('sha256').update(token).digest('hex'),
    email,
  );
  const opened = await newPage(browser, site, PHONE);
  await opened.page.goto(`/auth/link/${token}`);
  await opened.page.getByRole('button', { name: 'Open my deliveries' }).click();
  await opened.page.waitForURL('**/my');
  return opened;
}

describe('saved addresses and decisions in /my', () => {
  test('U290 a customer saves an address with a contact, books with it, and staff change and use it', async () => {
    const api = await site.api(ADMIN);
    await api.send('PUT', '/api/v1/company', { pricing });
    await api.send('POST', '/api/v1/orders', orderBody({ customerName: 'Acme', customerEmail: ACME }));
    const [customer] = await site.sql<{ id: number }>('select id from customers where email = ?', ACME);
    const id = customer?.id ?? 0;
    await api.send('PUT', `/api/v1/customers/${id}`, { onAccount: true });

    const { page, problems } = await phoneOf(ACME);
    const addresses = page.getByRole('region', { name: 'Addresses' });
    await addresses.getByRole('button', { name: 'Save an address' }).click();
    const form = page.getByRole('dialog', { name: 'Save an address' });
    await form.getByLabel('Address *').fill('9 Market Hall');
    await form.getByLabel('Name of the address').fill('Market');
    await form.getByLabel('Contact name').fill('Sam Porter');
    await form.getByLabel('Contact phone').fill('+1 555 0177');
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await form.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await form.waitFor({ state: 'hidden' });
    await addresses.getByText('+1 555 0177').waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    expect(await site.sql('select label, use from customer_addresses')).toEqual([{ label: 'Market', use: 'both' }]);

    await addresses.getByRole('button', { name: /^Send here: Market/ }).click();
    await page.getByLabel('Known pickup addresses').selectOption({ index: 2 });
    await page.getByLabel('Item Name').fill('Crate');
    await page.getByText('Price: $44.00').waitFor();
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText('Booked', { exact: true }).first().waitFor();
    const booked = () =>
      site.sql(`select delivery_address, delivery_contact ->> 'phone' as phone from orders order by id desc limit 1`);
    await soon(booked).toEqual([{ delivery_address: '9 Market Hall', phone: '+1 555 0177' }]);

    const staff = await newPage(browser, site, { signedInAs: ADMIN });
    await staff.page.goto(`/admin/customers/${id}`);
    const saved = staff.page.getByRole('region', { name: 'Addresses' });
    await saved.getByText('+1 555 0177').waitFor();
    await saved.getByRole('button', { name: 'Edit address 9 Market Hall' }).click();
    const edit = staff.page.getByRole('dialog', { name: 'Change the address' });
    await edit.getByLabel('Name of the address').fill('Old market');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await saved.getByText('Old market').waitFor();
    await staff.page.goto(`/admin/orders/new?customerId=${id}`);
    await staff.page.getByRole('button', { name: 'Use delivery address Old market, 9 Market Hall' }).click();
    await staff.page.getByText('Someone else at the delivery').click();
    await staff.page.getByRole('button', { name: 'Use delivery contact Sam Porter' }).click();
    expect(await staff.page.getByLabel('Delivery phone').inputValue()).toBe('+1 555 0177');

    await page.reload();
    await addresses.getByRole('button', { name: /^Edit Old market/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove address' }).click();
    await soon(() => site.sql('select 1 from customer_addresses')).toEqual([]);
    expect([...problems, ...staff.problems]).toEqual([]);
  });

  test('U291 a member who books opens a priced quote and accepts it, without the customer’s mail', async () => {
    const api = await site.api(ADMIN);
    const { id } = await api.send<{ id: number }>(
      'POST',
      '/api/v1/quotes',
      quoteBody({ customer: { name: 'Ada Buyer', email: 'buyer@example.com' } }),
    );
    await api.send('PUT', `/api/v1/quotes/${id}`, { price: '120.00', paymentUrl: 'https://pay.example.com/q' });
    const [quote] = await site.sql<{ customer: number }>('select customer_id as customer from quotes where id = ?', id);
    const member = { email: 'mia@example.com', role: 'books' };
    await api.send('POST', `/api/v1/customers/${quote?.customer}/members`, member);

    const { page, problems } = await phoneOf('mia@example.com');
    await page.getByRole('link', { name: /^Review and accept/ }).click();
    await page.waitForURL('**/my/quotes/*');
    await page.getByRole('heading', { name: 'Accept this quote' }).waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Your full name').fill('Mia Member');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Accept for/ }).dblclick();
    await page
      .getByText(/^Accepted by Mia Member/)
      .first()
      .waitFor();
    expect(await site.sql('select name from quote_acceptances where quote_id = ?', id)).toEqual([
      { name: 'Mia Member' },
    ]);
    await page.getByRole('link', { name: 'My deliveries' }).first().click();
    await page.getByRole('region', { name: 'Quotes' }).getByText('Accepted', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});
