import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Invoice, InvoiceRow } from '@quickfleet/shared/delivery/invoices/invoices';
import { expect, test } from 'vitest';
import { readCodes, readPages } from '../../server/test/support/paper.ts';
import { expectAccessible } from '../admin-orders/office.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';

const ZONE = 'Europe/Berlin';
const site = useSite({ BUSINESS_TIMEZONE: ZONE });
const browser = useBrowser();

const CUSTOMERS = 30;
const DELIVERIES = 400;
const BATCH = 100;
const languages = ['de', 'fr', 'en'] as const;
const heads = { de: 'Rechnung', fr: 'Facture', en: 'Invoice' };
const today = dayAt(new Date(), ZONE);
/** The last day of the month before. */
const lastDay = addDays(`${today.slice(0, 7)}-01`, -1);

/** A company with terms, thirty customers in three languages, and a month of deliveries to them. */
async function deliverMonth() {
  const api = await site.api(ADMIN);
  const address = { street: 'Depotstraße 9', postcode: '10115', town: 'Berlin', country: 'DE' };
  await api.send('PUT', '/api/v1/company', {
    billing: {
      ...{ address, vatId: 'DE123456789', taxNumber: '30/123/45678', iban: 'DE89370400440532013000' },
      terms: { days: 14, discountDays: 7, discountPercent: '2' },
    },
    company: { name: 'Swift Kuriere GmbH', phone: '+49 30 1234567' },
    quoting: { currency: 'EUR', pricesIncludeTax: false, defaultTaxRate: '19' },
  });
  for (let nth = 0; nth < CUSTOMERS; nth++) {
    const email = `month${nth}@example.com`;
    const customer = { name: `Kunde Nr. ${nth + 1} GmbH`, email };
    const { id } = await api.send<{ id: number }>('POST', '/api/v1/customers', customer);
    const language = languages[nth % languages.length];
    await api.send('PUT', `/api/v1/customers/${id}`, { billing: { address, language } });
  }
  for (let from = 0; from < DELIVERIES; from += BATCH) {
    const orders = Array.from({ length: BATCH }, (_, nth) => ({
      ...{ customerName: 'Kunde', customerEmail: `month${(from + nth) % CUSTOMERS}@example.com` },
      ...{ pickupAddress: 'Depotstraße 9, 10115 Berlin', deliveryAddress: `Gartenweg ${from + nth + 1}, 10115 Berlin` },
      ...{ items: [{ name: 'Box', quantity: 1 }], quotePrice: `${20 + ((from + nth) % 17)}.50` },
    }));
    await api.send('POST', '/api/v1/orders/batch', { orders, mode: 'all' });
  }
  await site.sql(
    `update orders set status = 'delivered', delivered_at = ?::timestamptz - (id % 25) * interval '1 day'`,
    `${lastDay}T10:00:00Z`,
  );
  return api;
}

test('C731 400 deliveries of a month over 30 customers are run, looked at, issued, sent and paid by a bank file in ten clicks', async () => {
  const api = await deliverMonth();
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  let clicks = 0;
  const press = async (name: string | RegExp) => {
    clicks++;
    await page.getByRole('button', { name }).last().click();
  };
  await page.goto('/admin/invoices');
  await press('Invoice deliveries');
  await press('Make drafts');
  await page.getByText('Draft · Kunde Nr.').first().waitFor();
  // One of them is looked at.
  await press(/Draft · Kunde Nr\. 30 /);
  await page.getByRole('dialog').getByText('Gartenweg').first().waitFor();
  await page.keyboard.press('Escape');
  await press('Issue drafts');
  await page.getByRole('checkbox', { name: /Kunde Nr\. 1 / }).waitFor();
  await expectAccessible(page, 'drafts to issue');
  await press(`Issue ${CUSTOMERS} drafts`);
  const rows = async (state: string) =>
    (await api.send<{ data: InvoiceRow[] }>('GET', `/api/v1/invoices?state=${state}&limit=100`)).data;
  await page.getByText(`${CUSTOMERS} invoices issued`).waitFor({ timeout: 120_000 });
  const open = await rows('open');
  expect(open).toHaveLength(CUSTOMERS);
  expect(open.reduce((sum, { lineCount }) => sum + lineCount, 0)).toBe(DELIVERIES);
  expect(open.every(({ sentAt }) => sentAt !== null)).toBe(true);
  const mails = await site.sql(`select 1 from emails where trigger = 'invoice_sent' and attachment = 'invoice'`);
  expect(mails).toHaveLength(CUSTOMERS);

  // Each language has its paper, with a code that a banking app reads.
  const sent = new Set<string>();
  for (const { id, number, due } of open.slice(0, languages.length)) {
    const bytes = await fetch(`${site.url}/api/v1/invoices/${id}/invoice.pdf`, { headers: { cookie: api.cookie } });
    const pages = await readPages(Buffer.from(await bytes.arrayBuffer()));
    const text = pages.map((one) => one.text).join('\n');
    const [language] = languages.filter((one) => text.includes(`${heads[one]} ${number}`) || text.includes(heads[one]));
    if (language) sent.add(language);
    const codes = (await Promise.all(pages.map(({ png }) => readCodes(png)))).flat();
    expect(codes.some((code) => code.includes(`EUR${due}`))).toBe(true);
  }
  expect([...sent].toSorted()).toEqual(['de', 'en', 'fr']);

  // Every second one takes the discount.
  const paid = open.map(({ number, due, earlyPayment, buyerName }, nth) => [
    ...[today, nth % 2 === 0 ? due : (earlyPayment?.due ?? due), buyerName, `Rechnung ${number}`],
  ]);
  const table = [['Buchungstag', 'Betrag', 'Name', 'Verwendungszweck'], ...paid].map((row) => row.join(';')).join('\n');
  clicks++;
  await page.getByText('Bank files', { exact: true }).first().click();
  await page
    .getByLabel('File of the bank', { exact: true })
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await press('Read the file');
  await press(`Book ${CUSTOMERS} sure lines`);
  await page.getByText(`${CUSTOMERS} lines booked`).waitFor({ timeout: 60_000 });
  const done = await rows('paid');
  expect(done).toHaveLength(CUSTOMERS);
  expect(done.every(({ due }) => Number(due) === 0)).toBe(true);
  expect(done.filter(({ discount }) => Number(discount) > 0)).toHaveLength(CUSTOMERS / 2);
  const first = await api.send<Invoice>('GET', `/api/v1/invoices/${done[0]?.id}`);
  expect(first.lines.length).toBeGreaterThan(12);
  const unpaid = await site.sql(`select 1 from orders where payment is distinct from 'paid'`);
  expect(unpaid).toEqual([]);
  expect(clicks).toBeLessThanOrEqual(10);
  expect(problems).toEqual([]);
}, 300_000);
