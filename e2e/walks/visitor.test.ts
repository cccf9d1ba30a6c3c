import { createHmac } from 'node:crypto';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { expect, test } from 'vitest';
import { cardOf, dialogOf } from '../admin-quotes/staff.ts';
import { ADMIN, type Api, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { expectAccessible, fillRequest, open, soon, submitButton } from '../public/visitor.ts';

const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const site = useSite({ PAYMENTS_WEBHOOK_SECRET: `whsec_${KEY.toString('base64')}` });
const browser = useBrowser();

/** What a payment provider reports (Standard Webhooks). */
async function reportPayment(data: Record<string, unknown>): Promise<number> {
  const body = JSON.stringify({ type: 'payment.succeeded', data });
  const [id, timestamp] = [`evt_${Date.now()}`, String(Math.floor(Date.now() / 1000))];
  const signature = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await fetch(`${site.url}/api/v1/payments/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  return answer.status;
}

/** The page that the newest mail to an address leads to. */
async function linkMailedTo(api: Api, email: string): Promise<string> {
  let link = '';
  await soon(async () => {
    const mails = await api.send<{ data: { id: number; recipient: string }[] }>(
      'GET',
      `/api/v1/emails?q=${encodeURIComponent(email)}`,
    );
    const first = mails.data.find(({ recipient }) => recipient === email);
    if (!first) return '';
    const { text } = await api.send<{ text: string }>('GET', `/api/v1/emails/${first.id}`);
    link = /\/q\/[\w-]+/.exec(text)?.[0] ?? '';
    return link;
  }).not.toBe('');
  return link;
}

test('U90 U92 U80 U85 from the form on a phone to a paid, booked and tracked order: staff type nothing but the price', async () => {
  const api = await site.api(ADMIN);
  await api.send('PUT', '/api/v1/company', {
    quoting: { defaultPaymentUrl: 'https://pay.example.com/?ref={reference}&amount={total}' },
  });

  const customer = await newPage(browser, site, PHONE);
  await open(customer.page, '/#quote-form');
  await fillRequest(customer.page, { email: 'journey@example.com' });
  await submitButton(customer.page).click();
  await customer.page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();

  // The confirmation leads to the page; so does its mail, by another link.
  const follow = customer.page.getByRole('link', { name: 'Follow your quote' });
  const own = await follow.getAttribute('href');
  expect(await linkMailedTo(api, 'journey@example.com')).not.toBe(own);
  await follow.click();
  const standing = (name: string | RegExp) => customer.page.getByRole('heading', { level: 2, name });
  await standing('We have your request').waitFor();
  expect(new URL(customer.page.url()).pathname).toBe(own);

  const staff = await newPage(browser, site, { signedInAs: ADMIN });
  await staff.page.goto('/admin/quotes');
  await staff.page.getByRole('button', { name: 'Set Price' }).click();
  await dialogOf(staff.page, 'Set Price & Payment Link').getByLabel('Price *').waitFor();
  await staff.page.keyboard.type('84.50');
  await staff.page.keyboard.press('Enter');

  await standing('Your quote is ready').waitFor();
  expect(await customer.page.getByText(/Tax|0 %/).count()).toBe(0);
  await customer.page.getByLabel('Your full name').fill('Ada Sender');
  await customer.page.getByRole('checkbox').check();
  await customer.page.getByRole('button', { name: 'Accept for $84.50' }).click();
  await standing('Accepted by Ada Sender').waitFor();
  const [row] = await site.sql<{ id: number; reference: string }>('select id, reference from quotes');
  const { id = 0, reference = '' } = row ?? {};
  expect(await customer.page.getByRole('link', { name: 'Pay $84.50' }).getAttribute('href')).toBe(
    `https://pay.example.com/?ref=${reference}&amount=84.50`,
  );

  expect(await reportPayment({ reference, amount: '50.00', currency: 'USD' })).toBe(200);
  await customer.page.getByText('$50.00 of $84.50 has arrived; $34.50 is still to be paid.').waitFor();
  await cardOf(staff.page, id).getByText('Part paid').waitFor();
  expect(await reportPayment({ reference, amount: '34.50', currency: 'USD' })).toBe(200);
  await standing('Paid, thank you').waitFor();

  await cardOf(staff.page, id).getByRole('button', { name: 'Convert to Order' }).click();
  await staff.page.getByRole('button', { name: 'Create order' }).click();
  await standing('Your delivery is booked').waitFor();
  await customer.page.getByRole('link', { name: 'Track your delivery' }).click();
  const [order] = await site.sql<{ number: string }>(
    'select tracking_number as number from orders where quote_id = ?',
    id,
  );
  await customer.page.waitForURL(`**/track/${order?.number}`);
  await customer.page.getByRole('heading', { name: 'Delivery Progress' }).waitFor();
  expect(await api.send<Quote>('GET', `/api/v1/quotes/${id}`)).toMatchObject({
    status: 'converted',
    acceptance: { name: 'Ada Sender' },
    payment: { state: 'paid' },
  });
  expect([...customer.problems, ...staff.problems]).toEqual([]);
});

test('U87 a payment that fits no quote is listed for staff, and is matched or set aside with a reason', async () => {
  const api = await site.api(ADMIN);
  const made = await api.send<Quote>('POST', '/api/v1/quotes', {
    customer: { name: 'Pay Er', email: 'payer@example.com' },
    pickupAddress: '1 Pickup Street',
    deliveryAddress: '2 Delivery Road',
    items: [{ name: 'Box', quantity: 1 }],
    speedType: 'today',
  });
  await api.send('PUT', `/api/v1/quotes/${made.id}`, { price: '20.00', paymentUrl: 'https://pay.example.com/q' });
  await reportPayment({ reference: 'ZZZ-ZZZ', amount: '20.00', currency: 'USD', providerReference: 'pi_1' });
  await reportPayment({ reference: 'ZZZ-ZZZ', amount: '7.00', currency: 'USD', providerReference: 'pi_2' });
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin/quotes');
  await page.getByText('2 payments match no quote').waitFor();
  await page.getByRole('button', { name: 'Look at them' }).click();
  const dialog = dialogOf(page, 'Payments');
  const row = (reference: string) => dialog.getByRole('listitem').filter({ hasText: reference });
  await row('pi_1').getByRole('button', { name: 'Match to a quote' }).click();
  await row('pi_1').getByLabel('Number of the quote').fill(`#${made.id}`);
  await row('pi_1').getByRole('button', { name: 'Match' }).click();
  await row('pi_1').waitFor({ state: 'detached' });
  expect(await api.send('GET', `/api/v1/quotes/${made.id}`)).toMatchObject({ status: 'paid' });
  await row('pi_2').getByRole('button', { name: 'Set aside' }).click();
  await row('pi_2').getByRole('button', { name: 'Set aside' }).click();
  await row('pi_2').getByText('Say why it belongs to no quote').waitFor();
  await row('pi_2').getByLabel('Why it belongs to no quote').fill('Another shop’s payment');
  await row('pi_2').getByRole('button', { name: 'Set aside' }).click();
  await dialog.getByText('Every payment has its quote').waitFor();
  await dialog.getByText('Set aside', { exact: true }).click();
  await dialog.getByText('Another shop’s payment').waitFor();
  expect(problems).toEqual([]);
});

test('U95 a customer on account: a price and Enter, accepted by the link of the mail, booked without a payment, and on their statement', async () => {
  const api = await site.api(ADMIN);
  const email = 'account@example.com';
  const { id: customerId } = await api.send<{ id: number }>('POST', '/api/v1/customers', {
    name: 'Trusted Ltd',
    email,
  });
  const staff = await newPage(browser, site, { signedInAs: ADMIN });
  await staff.page.goto(`/admin/customers/${customerId}`);
  await staff.page.getByRole('switch', { name: 'Pays on account' }).click();
  await staff.page.getByLabel('Statement of').waitFor();

  const customer = await newPage(browser, site, PHONE);
  await open(customer.page, '/#quote-form');
  await fillRequest(customer.page, { name: 'Tess Trusted', email });
  await submitButton(customer.page).click();
  await customer.page.getByRole('link', { name: 'Follow your quote' }).click();
  const standing = (name: string | RegExp) => customer.page.getByRole('heading', { level: 2, name });
  await standing('We have your request').waitFor();

  const [row] = await site.sql<{ id: number }>('select id from quotes where customer_email = ?', email);
  const id = row?.id ?? 0;
  await staff.page.goto('/admin/quotes');
  await cardOf(staff.page, id).getByRole('button', { name: 'Set Price' }).click();
  await dialogOf(staff.page, 'Set Price & Payment Link')
    .getByText('On account: added to the monthly statement')
    .waitFor();
  await staff.page.keyboard.type('61.20');
  await staff.page.keyboard.press('Enter');

  // The person who typed the address sees the price; only one who reads its mails may order on the account.
  await standing('Your quote is ready').waitFor();
  await customer.page.getByText('please open the link in the e-mail that we sent you').waitFor();
  expect(await customer.page.getByRole('form', { name: 'Accept the quote' }).count()).toBe(0);
  await expectAccessible(customer.page);
  await open(customer.page, await linkMailedTo(api, email));
  await customer.page.getByLabel('Your full name').fill('Tess Trusted');
  await customer.page.getByRole('checkbox').check();
  await customer.page.getByRole('button', { name: 'Accept for $61.20' }).click();
  await standing('Accepted by Tess Trusted').waitFor();
  await customer.page.getByText('Nothing to pay now: we add it to your account and your next statement.').waitFor();
  expect(await customer.page.getByRole('link', { name: /^Pay/ }).count()).toBe(0);

  await cardOf(staff.page, id).getByRole('button', { name: 'Convert to Order' }).click();
  await staff.page.getByRole('button', { name: 'Create order' }).click();
  await standing('Your delivery is booked').waitFor();
  const [order] = await site.sql<{ number: string; price: string }>(
    'select tracking_number as number, quote_price::text as price from orders where quote_id = ? and on_account',
    id,
  );
  expect(order?.price).toBe('61.20');

  await staff.page.goto(`/admin/customers/${customerId}`);
  const months = staff.page.getByLabel('Statement of');
  await months.selectOption({ index: 0 });
  const href = await staff.page.getByRole('link', { name: 'CSV' }).getAttribute('href');
  const statement = await (await staff.context.request.get(href ?? '')).text();
  const line = statement.split('\n').find((one) => one.includes(order?.number ?? 'none'));
  expect(line).toContain('61.20,0.00,USD');
  expect([...customer.problems, ...staff.problems]).toEqual([]);
});
