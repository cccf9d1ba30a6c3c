import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  banner,
  type CodedOrder,
  draw,
  expectAccessible,
  expectAllSent,
  makeOrder,
  openOrder,
  rowsOf,
  sign,
  soon,
  takePhone,
  untilKept,
} from '../driver/phone.ts';
import { ADMIN, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

/** The company of these tests works by UTC. */
const todayOf = () => new Date().toISOString().slice(0, 10);
const dayOf = (page: Page) => page.getByRole('region', { name: 'My day' });
const next = (page: Page) => page.getByRole('region', { name: 'Next stop' });

describe('a signed-in driver’s day', () => {
  test('P46 P47 five stops are driven in the office’s order, all of it without a network', async () => {
    const driver = await site.createUser('driver');
    const day = todayOf();
    const api = await site.api(ADMIN);
    const make = (name: string) =>
      makeOrder(site, { customerName: name, deliveryDate: day, driverId: driver.id, driverNotes: `Yard of ${name}` });
    const [a, b, c] = [await make('Ann'), await make('Ben'), await make('Cleo')];
    await api.send('PUT', `/api/v1/orders/${c.id}/status`, { status: 'in_transit' });
    const stop = (order: CodedOrder, kind: string) => ({ orderId: order.id, stop: kind });
    await api.send('PUT', `/api/v1/drivers/${driver.id}/day`, {
      day,
      stops: [stop(b, 'pickup'), stop(a, 'pickup'), stop(c, 'delivery'), stop(a, 'delivery'), stop(b, 'delivery')],
    });
    const { page, context, problems, goto } = await takePhone(browser, site, {
      signedInAs: driver,
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    await goto();
    await dayOf(page).getByText('1 of 6 stops done').waitFor();
    await next(page).getByText('Yard of Ben').waitFor();
    await expectAccessible(page);
    await untilKept({ page });

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Start day' }).click();
    await dayOf(page).getByText('not sent yet').waitFor();
    for (const order of [b, a]) {
      await next(page).getByText(formatTracking(order.trackingNumber)).waitFor();
      await next(page).getByRole('button', { name: 'Open pickup' }).click();
      await page
        .getByRole('region', { name: 'From the office' })
        .getByText(order === b ? 'Yard of Ben' : 'Yard of Ann')
        .waitFor();
      await sign(page, 'Pickup');
      await page.getByRole('button', { name: 'Move to In Transit' }).click();
      await page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();
      await page.getByRole('button', { name: 'Back to my day' }).click();
    }
    await next(page).getByRole('button', { name: 'Open delivery' }).click();
    for (const order of [c, a, b]) {
      await page.getByRole('heading', { level: 1, name: formatTracking(order.trackingNumber) }).waitFor();
      await sign(page, 'Delivery');
      await page
        .getByRole('button', { name: /^Next( stop|: )/ })
        .first()
        .click();
    }
    await dayOf(page).getByText('All stops are done.').waitFor();
    // The page is gone and comes back, still without a network.
    await page.reload();
    await dayOf(page).getByText('6 of 6 stops done').waitFor();
    await banner(page).waitFor();
    expect(await rowsOf(site, a)).toMatchObject({ status: 'assigned', signatures: [] });

    await context.setOffline(false);
    await expectAllSent(page);
    for (const order of [a, b])
      expect(await rowsOf(site, order)).toMatchObject({ status: 'delivered', signatures: ['pickup', 'delivery'] });
    expect(await rowsOf(site, c)).toMatchObject({ status: 'delivered', signatures: ['delivery'] });
    await page.getByRole('button', { name: 'End day' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End day' }).click();
    await soon(() =>
      site.sql('select started_at < ended_at as worked from driver_days where driver_id = ?', driver.id),
    ).toEqual([{ worked: true }]);
    expect(problems).toEqual([]);
  });

  test('P46 P47 the next stop leads to the map and the phone, and a day that ends says what is open', async () => {
    const driver = await site.createUser('driver');
    const day = todayOf();
    await makeOrder(site, { deliveryDate: day, driverId: driver.id });
    const other = await makeOrder(site, { driverId: driver.id });
    const { page, problems, goto } = await takePhone(browser, site, { signedInAs: driver });
    await goto();
    const card = next(page);
    expect(await card.getByRole('link', { name: 'Navigate to the pickup address' }).getAttribute('href')).toContain(
      encodeURIComponent('1 Pickup Street, Dock 4, Springfield'),
    );
    expect(await card.getByRole('link', { name: 'Call Ada Sender' }).getAttribute('href')).toBe('tel:+15550100101');
    expect(await card.getByRole('link', { name: 'Text Ada Sender' }).getAttribute('href')).toBe('sms:+15550100101');
    // Orders planned for no day, or another, are only in the list.
    expect(await dayOf(page).getByText(formatTracking(other.trackingNumber)).count()).toBe(0);
    await page
      .getByRole('region', { name: 'Your deliveries' })
      .getByText(formatTracking(other.trackingNumber))
      .waitFor();
    await page.getByRole('button', { name: 'Start day' }).click();
    await page.getByRole('button', { name: 'End day' }).click();
    const dialog = page.getByRole('dialog', { name: 'End your day with 2 stops open?' });
    await dialog.getByText('pickup at 1 Pickup Street, Dock 4, Springfield').waitFor();
    await dialog.getByRole('button', { name: 'End day' }).click();
    await dayOf(page).getByText('with 2 stops open').waitFor();
    await page.getByRole('button', { name: 'Keep working' }).click();
    await soon(() =>
      site.sql('select ended_at is null as works from driver_days where driver_id = ?', driver.id),
    ).toEqual([{ works: true }]);
    expect(problems).toEqual([]);
  });

  test('P103 P108 a failed stop leaves the head of the list, and a retry brings it back', async () => {
    const driver = await site.createUser('driver');
    const api = await site.api(ADMIN);
    const make = async (name: string) => {
      const order = await makeOrder(site, { customerName: name, deliveryDate: todayOf(), driverId: driver.id });
      await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
      return order;
    };
    const [a, b] = [await make('Ann'), await make('Ben')];
    const stops = [a, b].map(({ id }) => ({ orderId: id, stop: 'delivery' }));
    await api.send('PUT', `/api/v1/drivers/${driver.id}/day`, { day: todayOf(), stops });
    const { page, problems, goto } = await takePhone(browser, site, { signedInAs: driver });
    await goto();
    await next(page).getByText('Ann').waitFor();
    await next(page).getByRole('button', { name: 'Open delivery' }).click();
    await page.getByRole('button', { name: 'Can’t deliver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Can’t deliver' });
    await dialog.getByRole('radio', { name: 'Refused' }).check();
    await dialog.getByRole('button', { name: 'Save: Can’t deliver' }).click();
    await expectAllSent(page);
    // The stop may still succeed here; the bar offers the next one.
    await page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();
    await page.getByRole('button', { name: 'Next stop' }).click();
    await page.getByText('Ben').first().waitFor();
    await page.getByRole('button', { name: 'Back to my day' }).click();
    await next(page).getByText('Ben').waitFor();
    expect(await next(page).evaluate((card) => card === document.activeElement)).toBe(true);
    const waiting = dayOf(page).getByRole('button', { name: /Ann/ });
    await waiting.getByText('Delivery failed').waitFor();
    await dayOf(page).getByText('The office will decide what to do next').waitFor();
    await expectAccessible(page);

    await api.send('POST', `/api/v1/orders/${a.id}/resolution`, { kind: 'retry' });
    await page.reload();
    await next(page).getByText('Ann').waitFor();
    await next(page).getByRole('button', { name: 'Open delivery' }).click();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await sign(page, 'Delivery');
    // The next stop is at the top, with the way there.
    await page.getByRole('heading', { name: 'Delivery Completed' }).waitFor();
    await soon(() => page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('link', { name: 'Navigate to the next stop' }).waitFor();
    // It is offered, and opens by a tap.
    await page.getByRole('button', { name: /^Next: / }).click();
    await page.getByText('Ben').first().waitFor();
    await page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();
    await expectAllSent(page);
    expect(problems).toEqual([]);
  });

  test('P108 a sign-in that began at the portal ends there', async () => {
    const driver = await site.createUser('driver');
    const { page, problems, goto } = await takePhone(browser, site);
    await goto();
    await page.getByRole('link', { name: 'Sign in with a driver account' }).click();
    await page.getByLabel('Username').fill(driver.username);
    await page.getByLabel('Password', { exact: true }).fill(driver.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await dayOf(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/driver');
    expect(problems).toEqual([]);
  });

  test('P108 on a phone that lies on its side header and bar leave two thirds, and the pad shows its buttons', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { width: 667, height: 331 });
    const heights = await page.evaluate(() =>
      ['header', '[data-bar]'].map((part) => document.querySelector(part)?.getBoundingClientRect().height ?? 0),
    );
    expect(heights.reduce((sum, height) => sum + height)).toBeLessThanOrEqual(331 / 3);
    await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
    await draw(page);
    const dialog = page.getByRole('dialog', { name: 'Pickup Customer Signature' });
    const box = await dialog.getByRole('button', { name: 'Save Signature' }).boundingBox();
    expect((box?.y ?? 331) + (box?.height ?? 0)).toBeLessThanOrEqual(331);
    expect(problems).toEqual([]);
  });

  test('P112 a dialog opens without the toast of what was before it, which would cover its fields or its button', async () => {
    const order = await makeOrder(site);
    for (const open of ['Get Pickup Signature', 'Can’t pick up', 'Edit Lamp', 'Scan parcels']) {
      const { page, problems } = await openOrder(browser, site, order, { width: 667, height: 331 });
      const toast = page.getByText('Access Granted');
      await toast.waitFor();
      await page.getByRole('button', { name: open, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await toast.waitFor({ state: 'detached', timeout: 2000 });
      expect(problems).toEqual([]);
    }
  });
});
