import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { type Dispatch, dispatchOf, type Made } from './deliveries.ts';
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  open,
  soon,
  toast,
  views,
} from './visitor.ts';

const site = useSite();
const browser = useBrowser();
let dispatch: Dispatch;
let delivered: Made;
beforeAll(async () => {
  dispatch = await dispatchOf(site);
  delivered = await dispatch.make();
  await dispatch.assign(delivered);
  await dispatch.addPhotos(delivered, 0, 'pickup', 2);
  await dispatch.sign(delivered, 'pickup', 'Ada Sender');
  await dispatch.setStatus(delivered, 'in_transit');
  await dispatch.addPhotos(delivered, 0, 'delivery', 1);
  await dispatch.sign(delivered, 'delivery', 'Bob Receiver');
});

const part = (page: Page, title: string) => page.getByRole('region', { name: title });
const shown = (trackingNumber: string) => trackingNumber.replace(/(.{4})(?=.)/g, '$1 ');
const GET = '**/trpc/tracking.get*';

describe('looking for an order', () => {
  for (const { name, view } of views) {
    test(`R02 K01 K02 K03 K18 asks for a number, by button or Enter, and only then the server (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('tracking.get') && asked.push(request.url()));
      await open(page, '/track');
      expect(await page.title()).toBe('Track Your Order · QuickFleet');
      const input = page.getByRole('textbox', { name: 'Tracking Number' });
      expect(await input.getAttribute('placeholder')).toContain('QF001234');
      await expectAccessible(page);

      const track = page.locator('form').getByRole('button', { name: 'Track Order' });
      await track.click();
      await toast(page).getByText('Error', { exact: true }).waitFor();
      await toast(page).getByText('Please enter a tracking number', { exact: true }).waitFor();
      await input.fill(' - ');
      await input.press('Enter');
      expect(new URL(page.url()).pathname).toBe('/track');
      expect(asked).toEqual([]);

      const { trackingNumber } = delivered;
      await input.fill(shown(trackingNumber).toLowerCase().replaceAll(' ', '-'));
      await track.click();
      await page.waitForURL(`**/track/${trackingNumber}`);
      await part(page, 'Order status').getByText(shown(trackingNumber)).waitFor();
      expect(await input.inputValue()).toBe(trackingNumber);
      expect(asked).toHaveLength(1);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('M03 shows the toast about a missing number for 3 s', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await page.clock.install();
    await open(page, '/track');
    await page.getByRole('textbox', { name: 'Tracking Number' }).press('Enter');
    await toast(page).getByText('Please enter a tracking number').waitFor();
    // From here on the page's time stands still but for the steps of this test.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(3000);
    await toast(page).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K03 K04 K43 keeps each search in the address, so Back shows the one before', async () => {
    const other = await dispatch.make({ customerName: 'Second Customer' });
    const { page, context, problems } = await newPage(browser, site);
    await open(page, `/track/${delivered.trackingNumber.toLowerCase()}`);
    await part(page, 'Order status').getByText('Ada Sender').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/track/${delivered.trackingNumber}`);
    await page.getByRole('textbox', { name: 'Tracking Number' }).fill(other.trackingNumber);
    await page.getByRole('textbox', { name: 'Tracking Number' }).press('Enter');
    await part(page, 'Order status').getByText('Second Customer').waitFor();
    // A visitor who searched by keyboard continues at the answer.
    await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await page.goBack();
    await part(page, 'Order status').getByText('Ada Sender').waitFor();
    expect(await page.getByRole('textbox', { name: 'Tracking Number' }).inputValue()).toBe(delivered.trackingNumber);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K05 shows a skeleton while it loads', async () => {
    const { page, context, problems } = await newPage(browser, site);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(GET, async (route) => {
      await released;
      await route.continue();
    });
    await open(page, '/track');
    await page.getByRole('textbox', { name: 'Tracking Number' }).fill(delivered.trackingNumber);
    await page.getByRole('textbox', { name: 'Tracking Number' }).press('Enter');
    await page.getByTestId('tracking-skeleton').waitFor();
    await expectAccessible(page);
    release();
    await part(page, 'Order status').waitFor();
    expect(await page.getByTestId('tracking-skeleton').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  for (const { name, view } of views) {
    test(`K06 K43 says when there is no such order, and keeps the field ready for typing (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, { ...view, expectErrors: [/404/] });
      await open(page, '/track');
      await page.getByRole('textbox', { name: 'Tracking Number' }).fill('qf 000 000');
      await page.getByRole('textbox', { name: 'Tracking Number' }).press('Enter');
      const card = page.getByRole('alert').filter({ hasText: 'Order Not Found' });
      await card.waitFor();
      // The server's sentence is the title, said once and in one spelling.
      expect(await card.getByText(/^order not found$/i).allTextContents()).toEqual(['Order Not Found']);
      expect(
        await card.getByText('Please double-check your tracking number and try again.', { exact: true }).isVisible(),
      ).toBe(true);
      expect(await page.getByRole('textbox', { name: 'Tracking Number' }).inputValue()).toBe('QF000000');
      await soon(() =>
        page.getByRole('textbox', { name: 'Tracking Number' }).evaluate((input) => input === document.activeElement),
      ).toBe(true);
      await expectAccessible(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('shows an error and a retry when the server cannot be reached', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/Failed to load resource/] });
    let isAway = true;
    await page.route(GET, (route) => (isAway ? route.abort('connectionrefused') : route.continue()));
    await open(page, '/track');
    await page.getByRole('textbox', { name: 'Tracking Number' }).fill(delivered.trackingNumber);
    await page.getByRole('textbox', { name: 'Tracking Number' }).press('Enter');
    await page.getByRole('alert').getByText('The order could not be loaded').waitFor();
    await expectAccessible(page);
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Order status').getByText('Ada Sender').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('what the page shows of an order', () => {
  for (const { name, view } of views) {
    test(`K04 K07 K08 K09 K11 K13 K14 K15 K16 shows a delivered order whole (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, `/track/${delivered.trackingNumber}`);
      const status = part(page, 'Order status');
      await status.getByText(shown(delivered.trackingNumber)).waitFor();
      expect(await status.getByText('Ada Sender').isVisible()).toBe(true);
      expect(await status.getByText('delivered', { exact: true }).isVisible()).toBe(true);
      expect(await status.getByText(/^Delivered on .+ at .+, signed for by Bob Receiver\.$/).isVisible()).toBe(true);

      const steps = part(page, 'Delivery Progress').getByRole('listitem');
      expect(await steps.getByRole('heading').allTextContents()).toEqual([
        'Order Created Done',
        'Items Picked Up Done',
        'In Transit Done',
        'Delivered Done',
      ]);
      for (const step of await steps.all()) {
        expect(
          await step.getByText(/^Completed on [A-Z][a-z]{2} \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M UTC$/).isVisible(),
        ).toBe(true);
        expect(((await step.locator('p').first().textContent()) ?? '').length).toBeGreaterThan(10);
      }

      const route = part(page, 'Route');
      expect(await route.getByText('1 Pickup Street\nSpringfield').isVisible()).toBe(true);
      expect(await route.getByText('2 Delivery Road\nShelbyville').isVisible()).toBe(true);

      const signature = part(page, 'Signature');
      await signature.getByText('Customer Signature').scrollIntoViewIfNeeded();
      await soon(() =>
        signature.getByRole('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
      ).toBe(450);
      expect(await signature.locator('figcaption').textContent()).toMatch(
        /^Signed by Bob Receiver · [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M UTC$/,
      );

      expect(await part(page, 'Order Timeline').getByRole('listitem').locator('span').allTextContents()).toEqual([
        'Order created',
        'Items picked up',
        'On the way',
        'Signature captured, Bob Receiver',
        'Delivered',
      ]);

      const items = part(page, 'Items Status').locator('> ul > li');
      expect(await items.count()).toBe(2);
      const [books, lamp] = [items.first(), items.last()];
      for (const text of ['Box of books', 'Heavy', 'Quantity: 2', 'Picked Up', 'Delivered'])
        expect(await books.getByText(text, { exact: true }).isVisible()).toBe(true);
      for (const text of ['Lamp', 'Quantity: 1', 'Picked Up', 'Delivered'])
        expect(await lamp.getByText(text, { exact: true }).isVisible()).toBe(true);
      expect(await books.getByRole('img').count()).toBe(3);

      const help = part(page, 'Need Help?');
      expect(await help.getByRole('link', { name: 'Call Support' }).getAttribute('href')).toBe('tel:+15550100199');
      expect(await help.getByRole('link', { name: 'Email Support' }).getAttribute('href')).toBe(
        `mailto:support@quickfleet.example?subject=Order%20${delivered.trackingNumber}`,
      );

      const all = (await page.locator('body').textContent()) ?? '';
      for (const secret of ['ada.private@example.com', '555 9999', '84.50', 'Secret note', 'Secretname'])
        expect(all).not.toContain(secret);
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('K15 opens the photos of an item over the page', async () => {
    const { page, context, problems } = await newPage(browser, site, PHONE);
    await open(page, `/track/${delivered.trackingNumber}`);
    await page.getByRole('button', { name: 'Box of books, pickup photo 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'Box of books, pickup photo 1' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe('dialog');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K17 has the footer with its blurb, the year 2025 and three links', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/track');
    const footer = page.locator('footer');
    expect(
      await footer.getByText('Same-day delivery, real-time tracking, insured and secure handling.').isVisible(),
    ).toBe(true);
    expect(await footer.getByText('© 2025 QuickFleet. All rights reserved.').isVisible()).toBe(true);
    expect(await footer.getByRole('link').allTextContents()).toEqual([
      'Privacy Policy',
      'Terms of Service',
      'Contact Support',
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K31 shows no more than the state a month after delivery, and each date once', async () => {
    const old = await dispatch.make({ customerName: 'Long Gone' });
    await dispatch.sign(old, 'pickup', 'Long Gone');
    await dispatch.setStatus(old, 'in_transit');
    await dispatch.sign(old, 'delivery', 'Long Gone');
    await site.sql(
      "update orders set created_at = now() - interval '42 days', delivered_at = now() - interval '40 days' where id = ?",
      old.id,
    );
    // The database refuses to change a line of history.
    await site.sql('alter table history disable trigger user');
    await site.sql(
      "update history set at = now() - interval '41 days' where subject = 'order' and subject_id = ?",
      old.id,
    );
    await site.sql('alter table history enable trigger user');
    const { page, context, problems } = await newPage(browser, site);
    await open(page, `/track/${old.trackingNumber}`);
    await page.getByText('Names, addresses and items are shown for 30 days after delivery.').waitFor();
    expect(await page.getByRole('heading', { name: 'Your order is delivered' }).isVisible()).toBe(true);
    for (const gone of ['Route', 'Signature', 'Items Status', 'Your Driver'])
      expect(await part(page, gone).count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toContain('Long Gone');
    const steps = await part(page, 'Delivery Progress').getByRole('listitem').allTextContents();
    expect(steps).toHaveLength(4);
    for (const step of steps) expect(step.match(/[A-Z][a-z]{2} \d{1,2}, \d{4}/g)).toHaveLength(1);
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});
