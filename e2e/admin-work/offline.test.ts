import { describe, expect, test } from 'vitest';
import { expectAccessibleInBoth } from '../accessible.ts';
import { makeOrder, openOrder, soon } from '../driver/phone.ts';
import { ADMIN, DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { open } from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();

for (const view of [DESKTOP, PHONE])
  test(`U306 a screen that is opened without a network says so, and opens when the network is back (${view.width} px)`, async () => {
    const { page, context, problems } = await newPage(browser, site, {
      ...view,
      signedInAs: ADMIN,
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    await open(page, '/admin');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
    await context.setOffline(true);
    await page.evaluate(() => history.pushState(null, '', '/admin/activity'));
    await page.getByText('This page opens when the network is back.').waitFor();
    await expectAccessibleInBoth(page);
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
    expect(problems).toEqual([]);
  });

test('U306 a screen whose part is gone with an earlier release loads the page again, once', async () => {
  const { page, context, problems } = await newPage(browser, site, {
    ...DESKTOP,
    signedInAs: ADMIN,
    expectErrors: [/404 \(Not Found\)/],
  });
  let asked = 0;
  await context.route('**/assets/admin-activity-*.js', (route) => {
    asked += 1;
    return asked > 1 ? route.continue() : route.fulfill({ status: 404, body: 'Not found' });
  });
  await open(page, '/admin');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  await page.evaluate(() => history.pushState(null, '', '/admin/activity'));
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBeUndefined();
  expect(problems).toEqual([]);
});

test('U306 a screen whose part stays broken loads the page again once, and then says so', async () => {
  const { page, context } = await newPage(browser, site, {
    ...DESKTOP,
    signedInAs: ADMIN,
    expectErrors: [/404 \(Not Found\)/, /is no more/],
  });
  await context.route('**/assets/admin-activity-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  let loaded = 0;
  page.on('load', () => {
    loaded += 1;
  });
  await open(page, '/admin');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => history.pushState(null, '', '/admin/activity'));
  const again = page.getByRole('button', { name: 'Reload the page' });
  await again.waitFor();
  expect(loaded).toBe(2);
  await page.waitForLoadState('networkidle');
  expect(loaded).toBe(2);
  await again.waitFor();
});

for (const view of [DESKTOP, PHONE])
  test(`U308 staff read that they are offline, and what they send then arrives once (${view.width} px)`, async () => {
    const { page, context, problems } = await newPage(browser, site, {
      ...view,
      signedInAs: ADMIN,
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    const note = page.getByText('You are offline. What is shown may be out of date.');
    const email = `offline${view.width}@example.com`;
    await open(page, '/admin/customers?create=1');
    const dialog = page.getByRole('dialog', { name: 'Create Customer' });
    await dialog.getByLabel('Name').fill('Paula Press');
    await dialog.getByLabel('Email Address').fill(email);
    await context.setOffline(true);
    await note.waitFor();
    const place = await note.boundingBox();
    expect(place && place.y > 0 && place.y + place.height < view.height).toBe(true);
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: 'Create Customer' }).click();
    expect(await site.sql('select 1 from customers where email = ?', email)).toEqual([]);
    await context.setOffline(false);
    await note.waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    expect(await site.sql('select 1 as n from customers where email = ?', email)).toEqual([{ n: 1 }]);
    expect(problems).toEqual([]);
  });

describe('a part of the page that did not arrive', () => {
  test('U307 opens at the next press: the pad of the driver portal', async () => {
    const order = await makeOrder(site);
    const context = await browser.newContext({
      ...{ baseURL: site.url, viewport: { width: PHONE.width, height: PHONE.height } },
      serviceWorkers: 'block',
    });
    let isCut = true;
    let cut = 0;
    await context.route('**/assets/signature-dialog-*.js', (route) => {
      if (!isCut) return route.continue();
      cut += 1;
      return route.abort('connectionreset');
    });
    const { page, problems } = await openOrder(browser, site, order, {
      context,
      expectErrors: [/ERR_CONNECTION_RESET/],
    });
    await soon(async () => cut).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
    await page.getByText('This part of the portal has not been loaded yet.').waitFor();
    isCut = false;
    await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
    await page.getByRole('dialog', { name: 'Pickup Customer Signature' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('U307 is asked for again by itself where the page can do without it: a page of the help', async () => {
    const { page, context, problems } = await newPage(browser, site, {
      ...DESKTOP,
      signedInAs: ADMIN,
      expectErrors: [/ERR_CONNECTION_RESET/],
    });
    let asked = 0;
    await context.route('**/assets/help-page-*.js', (route) => {
      asked += 1;
      return asked > 2 ? route.continue() : route.abort('connectionreset');
    });
    await open(page, '/admin/orders');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    expect(asked).toBeGreaterThan(2);
    expect(problems).toEqual([]);
  });

  test('U307 leaves a form that can be sent: the rules of a request for a quote', async () => {
    const { page, context, problems } = await newPage(browser, site, {
      ...PHONE,
      expectErrors: [/ERR_CONNECTION_RESET/],
    });
    let isCut = true;
    await context.route('**/assets/request-schema-*.js', (route) =>
      isCut ? route.abort('connectionreset') : route.continue(),
    );
    await open(page, '/');
    await page.getByLabel('Full Name').fill('Ada Sender');
    await page.getByLabel('Email Address').fill('cut@example.com');
    await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pickup Street');
    await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road');
    await page.getByLabel('Item Name').fill('Box');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await page.locator('[data-kind="error"]').first().waitFor();
    isCut = false;
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(await site.sql(`select 1 as n from quotes where customer_email = 'cut@example.com'`)).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});
