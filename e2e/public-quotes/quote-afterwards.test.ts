import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, expect, test } from 'vitest';
import { type Maker, makerOf } from '../admin-quotes/staff.ts';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import { fillRequest, open, submitButton } from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
beforeAll(async () => {
  make = await makerOf(site);
});
const pathOf = ({ customerUrl }: Quote): string => new URL(customerUrl ?? '').pathname;
const weekday = (day: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

test('U113 one’s own change of the date is confirmed in words and asks nothing; what the office changes asks', async () => {
  const soon = addDays(new Date().toISOString().slice(0, 10), 20);
  // Closed on Saturdays and Sundays.
  const wanted = addDays(soon, [1, 0, 0, 0, 0, 0, 2][new Date(`${soon}T00:00:00Z`).getUTCDay()] ?? 0);
  const quote = await make.sent();
  const { page, problems } = await newPage(browser, site, PHONE);
  await page.goto(pathOf(quote));
  // Before, the form is sent as a plain one, and the page that comes back says it by its new day alone.
  await hydrated(page);
  await page.getByText('Change the date').first().click();
  await page.getByLabel('Deliver on').fill(wanted);
  await page.getByRole('button', { name: 'Save the date' }).click();
  await page.getByText(`Saved. You asked for ${weekday(wanted)}. The price stays $120.00.`).waitFor();
  expect(await page.getByText('This quote has just changed').count()).toBe(0);
  await page.reload();
  await page.getByText(weekday(wanted)).first().waitFor();
  expect(await page.getByText('This is a new version of your quote').count()).toBe(0);

  const later = addDays(wanted, 1);
  await make.api.send('PUT', `/api/v1/quotes/${quote.id}`, { speedDate: later, pickupAddress: '9 New Road' });
  const notice = page.getByRole('alert').filter({ hasText: 'This quote has just changed' });
  await notice.getByText('The pickup address changed').waitFor();
  expect(await notice.textContent()).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  expect(problems).toEqual([]);
});

test('U114 a link that is replaced while its page is open leaves nothing of the quote on it', async () => {
  const quote = await make.sent();
  const { page } = await newPage(browser, site, { expectErrors: [/404/] });
  await page.goto(pathOf(quote));
  await page.getByRole('heading', { name: 'Your quote is ready' }).waitFor();
  await make.api.send('POST', `/api/v1/quotes/${quote.id}/rotate-link`);
  await page.getByRole('heading', { name: 'This link was replaced' }).waitFor();
  for (const gone of ['Live', 'Could not refresh', '1 Pickup Street', '$120.00', quote.reference ?? ''])
    expect(await page.getByText(gone, { exact: true }).count(), gone).toBe(0);
});

test('U115 the quote reference, typed into tracking, is recognised and explained', async () => {
  const quote = await make.sent();
  const { page } = await newPage(browser, site, { expectErrors: [/404/] });
  await open(page, '/track');
  await page.getByLabel('Tracking Number').fill(` ${quote.reference?.toLowerCase()} `);
  await page.getByLabel('Tracking Number').press('Enter');
  const card = page.getByRole('alert').filter({ hasText: 'Order Not Found' });
  await card.getByText(`${quote.reference} looks like a quote reference.`).waitFor();
  await page.goto('/track/QF000000000000');
  await card.waitFor();
  expect(await card.getByText(/quote reference/).count()).toBe(0);
});

test('U116 U119 the last request stays above the form on this device, after a question about what is hardly right', async () => {
  const { page, problems } = await newPage(browser, site, PHONE);
  await open(page, '/#quote-form');
  await fillRequest(page, { name: 'Lara Last' });
  await page.getByLabel('Phone Number').fill('123');
  await submitButton(page).click();
  await page.getByRole('alert').getByText('123 does not look like a phone number that we can call.').waitFor();
  expect(await site.sql(`select 1 from quotes where customer_name = 'Lara Last'`)).toEqual([]);
  await submitButton(page).click();
  await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
  const [row] = await site.sql<{ reference: string }>(`select reference from quotes where customer_name = 'Lara Last'`);

  await page.goto('/');
  const last = page.getByRole('region', { name: 'Your last request' });
  await last.getByText(`Quote ${row?.reference}`).waitFor();
  expect(await last.getByRole('link', { name: 'Open your quote' }).getAttribute('href')).toMatch(/^\/q\//);
  // A month later it is gone.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('quickfleet-last-request') ?? '{}');
    localStorage.setItem('quickfleet-last-request', JSON.stringify({ ...kept, at: kept.at - 31 * 86_400_000 }));
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('quickfleet-last-request'))).toBeNull();
  expect(await last.count()).toBe(0);
  expect(problems).toEqual([]);
});
