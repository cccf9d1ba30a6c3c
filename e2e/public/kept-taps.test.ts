import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Office, officeOf } from '../admin-orders/office.ts';
import { quoteBody } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';

const site = useSite();
const browser = useBrowser();
let office: Office;
beforeAll(async () => {
  office = await officeOf(site);
});

const linkIn = async (where: string, pattern: RegExp): Promise<string> => {
  const [row] = await site.sql<{ id: number }>(`select id from emails where ${where} order by id desc limit 1`);
  const { text } = await office.api.send<{ text: string }>('GET', `/api/v1/emails/${row?.id}`);
  return pattern.exec(text)?.[0] ?? '';
};
const book = () =>
  office.api.send<{ id: number; trackingNumber: string }>('POST', '/api/v1/orders', {
    ...{ customerName: 'Ada Sender', customerEmail: 'ada.private@example.com' },
    pickupAddress: '1 Pickup Street\nSpringfield',
    deliveryAddress: '2 Delivery Road\nShelbyville',
    items: [{ name: 'Box of books', quantity: 2 }],
    deliveryContact: { name: 'Sam Porter', email: 'sam@example.org' },
  });

/** A line on which the page has arrived and its scripts have not; what is returned lets them come. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/assets\/.*\.js/, (route) => (isHeld ? void held.push(route) : route.continue()));
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

const CONTROLS = 'button:visible, [role=button]:visible';
/** Presses every control in turn; those that neither answer without a script nor say in the same moment that they wait. */
const silentOnes = (page: Page) =>
  page.locator(CONTROLS).evaluateAll((controls) =>
    controls
      .filter((control) => {
        const status = document.getElementById('kept-tap');
        // A form that the browser sends, and a menu that it opens.
        if (control.matches('form:is([action], [method]) [type=submit], [popovertarget]')) return false;
        if (status) status.textContent = '';
        if (control instanceof HTMLElement) control.click();
        return control.getAttribute('aria-busy') !== 'true' || !status?.textContent;
      })
      .map((control) => control.outerHTML),
  );

test('C662 a tap on "Another time" before the scripts have come is kept, says so, and is carried out', async () => {
  const order = await book();
  const link = await linkIn(`order_id = ${order.id} and recipient = 'sam@example.org'`, /\/t\/\w+/);
  const { page, problems } = await newPage(browser, site, { ...PHONE, isFresh: true });
  const release = await holdScripts(page);
  await page.goto(link, { waitUntil: 'domcontentloaded' });
  const another = page.getByRole('button', { name: 'Another time' });
  await another.click();
  expect(await page.getByRole('status').getByText('Still loading. Your tap is kept.').isVisible()).toBe(true);
  expect(await another.getAttribute('aria-busy')).toBe('true');
  await release();
  await hydrated(page);
  await page.getByRole('form', { name: 'Ask for this time' }).waitFor();
  await another.waitFor({ state: 'detached' });
  expect(await page.locator('#kept-tap').textContent()).toBe('');
  expect(await page.locator('[data-kept]').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('C662 every button of the public pages and of the portal works before the scripts, or says that its tap waits', async () => {
  const order = await book();
  const mailed = await linkIn(`order_id = ${order.id} and recipient = 'sam@example.org'`, /\/t\/\w+/);
  const quote = await office.api.send<{ id: number }>('POST', '/api/v1/quotes', quoteBody());
  const url = 'https://pay.example.com/1';
  const { customerUrl } = await office.api.send<{ customerUrl: string }>('PUT', `/api/v1/quotes/${quote.id}`, {
    ...{ price: '42.00', paymentUrl: url },
  });
  const paths = [mailed, '/track', `/track/${order.trackingNumber}`, new URL(customerUrl).pathname, '/driver'];
  for (const path of paths) {
    const { page, context } = await newPage(browser, site, { ...PHONE, isFresh: true });
    await holdScripts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.locator('h1').first().waitFor();
    expect(await page.locator(CONTROLS).count(), path).toBeGreaterThan(0);
    expect(await silentOnes(page), path).toEqual([]);
    await context.close();
  }
});

test('C662 an early tap on the portal’s code card and its header is carried out', async () => {
  const { page, problems } = await newPage(browser, site, { ...PHONE, isFresh: true });
  const release = await holdScripts(page);
  await page.goto('/driver', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Use the dark colours' }).click();
  await release();
  await hydrated(page);
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  expect(problems).toEqual([]);
});

test('C662 where the first screen breaks, "Reload the page" reloads it', async () => {
  const { page } = await newPage(browser, site, { signedInAs: ADMIN, isFresh: true, expectErrors: [/./] });
  const part = /\/assets\/my-[\w-]{7}\.js$/;
  const broken = { contentType: 'text/javascript', body: 'throw new Error("broken")' };
  await page.route(part, (route) => route.fulfill(broken));
  await page.goto('/my');
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await reload.waitFor();
  await page.unroute(part);
  await reload.click();
  await hydrated(page);
  await reload.waitFor({ state: 'detached' });
});
