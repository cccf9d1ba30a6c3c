import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { type Dispatch, dispatchOf } from './deliveries.ts';
import { expectAccessible, expectAccessibleInBoth, open, soon, views } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
let dispatch: Dispatch;
beforeAll(async () => {
  dispatch = await dispatchOf(site);
});

const current = (page: Page) => page.locator('[aria-current="step"]');
const stepsOf = (page: Page) =>
  page.getByRole('region', { name: 'Delivery Progress' }).getByRole('heading', { level: 3 }).allTextContents();

describe('an order in progress', () => {
  for (const { name, view } of views) {
    test(`K08 K12 K19 shows every step without a reload, and announces it once (${name})`, async () => {
      const order = await dispatch.make();
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, `/track/${order.trackingNumber}`);
      await page.getByText('Live', { exact: true }).waitFor();
      await page.evaluate(() => Reflect.set(window, 'stillTheSamePage', true));
      const said = page.getByTestId('announcer');
      expect(await page.getByText('created', { exact: true }).first().isVisible()).toBe(true);
      expect(await stepsOf(page)).toEqual([
        'Order Created Current',
        'Items Picked Up Next',
        'In Transit Later',
        'Delivered Later',
      ]);
      expect(await page.getByText('Delivery is planned for May 24, 2028.', { exact: true }).isVisible()).toBe(true);
      expect(await page.getByRole('region', { name: 'Your Driver' }).count()).toBe(0);

      await dispatch.assign(order);
      const driver = page.getByRole('region', { name: 'Your Driver' });
      await driver.getByText('Sam', { exact: true }).waitFor();
      expect(await driver.getByRole('link', { name: '+1 555 010 0142' }).getAttribute('href')).toBe('tel:+15550100142');
      expect(await page.locator('body').textContent()).not.toContain('Secretname');
      await soon(() => said.textContent()).toContain('Sam is handling your order');

      await dispatch.sign(order, 'pickup', 'Ada Sender');
      await soon(() => current(page).textContent()).toContain('Items Picked Up');
      expect(await stepsOf(page)).toEqual([
        'Order Created Done',
        'Items Picked Up Current',
        'In Transit Next',
        'Delivered Later',
      ]);
      await soon(() => said.textContent()).toContain('Your items are picked up');

      await dispatch.setStatus(order, 'in_transit');
      await soon(() => current(page).textContent()).toContain('In Transit');
      await expectAccessible(page);

      await dispatch.sign(order, 'delivery', 'Bob Receiver');
      await soon(() => stepsOf(page)).toEqual([
        'Order Created Done',
        'Items Picked Up Done',
        'In Transit Done',
        'Delivered Done',
      ]);
      expect(await current(page).count()).toBe(0);
      await page.getByText('Bob Receiver').first().waitFor();
      await soon(() => said.textContent()).toContain('Your order is delivered');
      // From delivery on only the office needs the driver's number.
      expect(await driver.count()).toBe(0);
      expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
      expect(await page.evaluate(() => Reflect.get(window, 'stillTheSamePage'))).toBe(true);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('K10 K30 counts as picked up when every item is, and as not started in a state that is none of the steps', async () => {
    const order = await dispatch.make();
    const { page, context, problems } = await newPage(browser, site);
    await open(page, `/track/${order.trackingNumber}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await dispatch.addPhotos(order, 0, 'pickup', 1);
    await page.getByText('Picked Up', { exact: true }).first().waitFor();
    expect(await current(page).textContent()).toContain('Order Created');
    // The current step says since when; only finished steps say that they are completed.
    expect(
      await current(page)
        .getByText(/^Since /)
        .isVisible(),
    ).toBe(true);
    expect(await page.getByText(/^Completed on/).count()).toBe(0);
    const status = page.getByRole('region', { name: 'Order status' });
    await status.getByRole('heading', { name: '1 of 2 items is picked up' }).waitFor();
    expect(await status.getByText('Next: the remaining items are picked up.').isVisible()).toBe(true);
    await dispatch.addPhotos(order, 1, 'pickup', 1);
    await soon(() => current(page).textContent()).toContain('Items Picked Up');
    expect(await status.getByRole('heading', { name: 'Your items are picked up' }).isVisible()).toBe(true);
    expect(await status.getByText('picked up', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('created', { exact: true }).count()).toBe(0);
    await soon(() => page.title()).toBe(`Your items are picked up: ${order.trackingNumber} · QuickFleet`);

    await page.route('**/trpc/tracking.get*', async (route) => {
      const answer = await route.fetch();
      const { 'content-encoding': _, ...headers } = answer.headers();
      await route.fulfill({
        response: answer,
        headers,
        body: (await answer.text()).replace('"status":"pending"', '"status":"beamed_up"'),
      });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'We are looking into your order' }).waitFor();
    expect(await stepsOf(page)).toEqual([
      'Order Created Next',
      'Items Picked Up Later',
      'In Transit Later',
      'Delivered Later',
    ]);
    expect(await current(page).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test(`K30 has a separate sentence for a cancelled order, and nothing is waiting`, async () => {
    const order = await dispatch.make();
    const { page, context, problems } = await newPage(browser, site, PHONE);
    await open(page, `/track/${order.trackingNumber}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await dispatch.setStatus(order, 'cancelled');
    await page.getByRole('heading', { name: 'This order was cancelled' }).waitFor();
    expect(await page.getByText(/^Cancelled on .+ at .+\.$/).isVisible()).toBe(true);
    expect(await page.getByRole('region', { name: 'Delivery Progress' }).count()).toBe(0);
    expect(await page.getByText('Not picked up', { exact: true }).count()).toBe(2);
    expect(await page.getByText('Waiting for pickup').count()).toBe(0);
    await expectAccessibleInBoth(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K19 offers a refresh while it is cut off, and catches up automatically afterwards', async () => {
    const order = await dispatch.make();
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await open(page, `/track/${order.trackingNumber}`);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Refresh' }).count()).toBe(0);
    await context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    // The last known state stays on the page.
    expect(await current(page).textContent()).toContain('Order Created');
    await expectAccessible(page);
    await dispatch.sign(order, 'pickup', 'Ada Sender');
    expect(await current(page).textContent()).toContain('Order Created');

    await context.setOffline(false);
    await soon(() => current(page).textContent()).toContain('Items Picked Up');
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Refresh' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K19 asks on request while its live stream is down', async () => {
    const order = await dispatch.make();
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/Failed to load resource/] });
    await page.route('**/trpc/tracking.onChange*', (route) => route.abort('connectionrefused'));
    await open(page, `/track/${order.trackingNumber}`);
    await page.getByText('Live updates are paused').waitFor();
    await dispatch.sign(order, 'pickup', 'Ada Sender');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await soon(() => current(page).textContent()).toContain('Items Picked Up');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('K44 copies the number, and prints without buttons', async () => {
    const order = await dispatch.make();
    const { page, context, problems } = await newPage(browser, site, { colorScheme: 'dark' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, `/track/${order.trackingNumber}`);
    await page.getByRole('button', { name: 'Copy tracking number' }).click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.trackingNumber);

    await page.emulateMedia({ media: 'print' });
    for (const pressed of [
      page.locator('header'),
      page.locator('footer'),
      page.getByRole('textbox', { name: 'Tracking Number' }),
      page.getByText('Call Support'),
      page.getByText('Live', { exact: true }),
      page.getByRole('button', { name: 'Copy tracking number' }),
    ]) {
      expect(await pressed.isVisible()).toBe(false);
    }
    // Everywhere, and there is at least one on the screen.
    const ago = page.getByText(/\bago\b|just now/);
    expect(await ago.count()).toBeGreaterThan(1);
    expect(await ago.filter({ visible: true }).allTextContents()).toEqual([]);
    expect(await page.getByText('1 Pickup Street').evaluate((element) => getComputedStyle(element).color)).toBe(
      'rgb(0, 0, 0)',
    );
    expect(problems).toEqual([]);
    await context.close();
  });
});
