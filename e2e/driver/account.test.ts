import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { describe, expect, test } from 'vitest';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import {
  addPhotos,
  banner,
  expectAllSent,
  expectToast,
  makeOrder,
  photos,
  rowsOf,
  sign,
  soon,
  takePhone,
  untilKept,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

const assigned = async (driverId: number, more: Record<string, unknown> = {}) => {
  const order = await makeOrder(site, more);
  await (await site.api(ADMIN)).send('POST', `/api/v1/orders/${order.id}/assign`, { driverId });
  return order;
};

describe('a signed-in driver', () => {
  test('X03 finds their own deliveries without any code, and delivers one', async () => {
    const driver = await site.createUser('driver');
    const other = await site.createUser('driver');
    const mine = await assigned(driver.id);
    const foreign = await assigned(other.id);
    const { page, problems, goto } = await takePhone(browser, site, { signedInAs: driver });
    await goto();
    const list = page.getByRole('region', { name: 'Your deliveries' });
    const row = list.getByRole('button', { name: new RegExp(formatTracking(mine.trackingNumber)) });
    await row.getByText('2 Delivery Road, Shelbyville').waitFor();
    expect(await page.getByText(formatTracking(foreign.trackingNumber)).count()).toBe(0);
    await row.click();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    expect(await page.getByText(mine.accessCode).count()).toBe(0);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await sign(page, 'Pickup');
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await expectToast(page, 'Success: Order moved to in transit');
    await page.reload();
    await sign(page, 'Delivery');
    await expectToast(page, 'Delivery Complete: All 2 items are delivered.');
    expect(await rowsOf(site, mine)).toEqual({
      status: 'delivered',
      pickup: 1,
      delivery: 0,
      signatures: ['pickup', 'delivery'],
    });
    await page.getByRole('button', { name: 'Next delivery' }).click();
    await page.getByText('No orders assigned to you yet.').waitFor();
    await page.getByRole('region', { name: 'Done' }).getByText(formatTracking(mine.trackingNumber)).waitFor();
    expect(problems).toEqual([]);
  });

  test('opens a delivery without a network that was only in the list, and signs in again to send what is waiting', async () => {
    const driver = await site.createUser('driver');
    const order = await assigned(driver.id);
    const { page, context, problems, goto } = await takePhone(browser, site, {
      signedInAs: driver,
      expectErrors: [/ERR_INTERNET_DISCONNECTED/, /401 /],
    });
    await goto();
    const row = page.getByRole('button', { name: new RegExp(formatTracking(order.trackingNumber)) });
    await row.waitFor();
    await untilKept({ page });
    await context.setOffline(true);
    await row.click();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    await banner(page).getByText('Offline: 2 photos saved on this phone').waitFor();
    await site.endSessions();
    await context.setOffline(false);
    await page.getByText('Sign in again to send what’s waiting').waitFor();
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 0 });
    await context.request.post('/api/login', { data: { username: driver.username, password: driver.password } });
    await page.reload();
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 2 });
    expect(problems).toEqual([]);
  });

  test('P40 keeps the list through a restart without a network, and reloads it when the network is back', async () => {
    const driver = await site.createUser('driver');
    const order = await assigned(driver.id);
    const { page, context, problems, goto } = await takePhone(browser, site, {
      signedInAs: driver,
      // Signed out by now: the list on the phone is requested once more, and removed.
      expectErrors: [/ERR_INTERNET_DISCONNECTED/, /401 .*(orders\/driver|\/day)/],
    });
    await goto();
    const list = page.getByRole('region', { name: 'Your deliveries' });
    await list.getByText(formatTracking(order.trackingNumber)).waitFor();
    await untilKept({ page });
    await context.setOffline(true);
    await page.reload();
    await list.getByText(formatTracking(order.trackingNumber)).waitFor();
    await banner(page).getByText('You can keep working. Everything is saved on this phone.').waitFor();
    const next = await assigned(driver.id);
    await context.setOffline(false);
    await list.getByText(formatTracking(next.trackingNumber)).waitFor();
    await banner(page).waitFor({ state: 'detached' });
    await context.request.post('/api/logout');
    await page.reload();
    await page.getByRole('link', { name: 'Sign in with a driver account' }).waitFor();
    await soon(() => page.getByText(formatTracking(order.trackingNumber)).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('sees an empty list, and can still use a code', async () => {
    const driver = await site.createUser('driver');
    const order = await makeOrder(site);
    const { page, problems, goto } = await takePhone(browser, site, { signedInAs: driver });
    await goto();
    await page.getByText('No orders assigned to you yet.').waitFor();
    await page.getByRole('textbox', { name: 'Access code' }).fill(order.accessCode);
    await page.getByRole('button', { name: 'Access Order' }).click();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await soon(() => page.getByText(order.accessCode).count()).toBe(1);
    expect(problems).toEqual([]);
  });
});
