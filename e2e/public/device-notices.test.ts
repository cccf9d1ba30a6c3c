import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { afterAll, expect, test } from 'vitest';
import { startPushService } from '../../server/test/support/counterparts/push-service.ts';
import { officeOf } from '../admin-orders/office.ts';
import { soon } from '../driver/phone.ts';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { pretendPush } from '../web-push.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, open } from './visitor.ts';

const service = await startPushService();
afterAll(() => service.close());
const site = useSite({ PUSH_SERVICES: [service.origin] });
const browser = useBrowser();

test('U285 a customer is notified about one delivery on this device until they stop it, and the browser keeps nothing of it', async () => {
  const { api } = await officeOf(site);
  const driver = await site.createUser('driver');
  const order = await api.send<{ id: number; trackingNumber: string }>('POST', '/api/v1/orders', {
    customerName: 'Ada Sender',
    driverId: driver.id,
    customerEmail: 'ada@example.com',
    pickupAddress: '1 Pickup Street\nSpringfield',
    deliveryAddress: '2 Delivery Road\nShelbyville',
    items: [{ name: 'Box of books', quantity: 2 }],
  });
  const [mail] = await site.sql<{ id: number }>('select id from emails where order_id = ? limit 1', order.id);
  const { text } = await api.send<{ text: string }>('GET', `/api/v1/emails/${mail?.id}`);
  const link = /\/t\/\w+/.exec(text)?.[0] ?? '';
  const endpoint = `${service.origin}/send/1`;
  const rows = () => site.sql('select reader, endpoint from delivery_pushes');

  const { page, context, problems } = await newPage(browser, site, PHONE);
  const device = await pretendPush(context, endpoint);
  await open(page, link);
  const offer = page.getByRole('region', { name: 'Notifications on this device' });
  await offer.getByRole('button', { name: 'Notify me on this device' }).click();
  await offer.getByText('This device notifies you about this delivery.').waitFor();
  expect(await rows()).toEqual([{ reader: 'customer', endpoint }]);
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  expect(await registered()).toEqual([site.url + link]);

  await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
  await soon(async () => service.received.map(({ body }) => device.open(body))).toEqual([
    {
      title: 'Your delivery is on its way',
      body: `QuickFleet · ${formatTracking(order.trackingNumber)}`,
      tag: order.trackingNumber,
    },
  ]);
  await page.reload();
  await offer.getByRole('button', { name: 'Stop' }).click();
  await offer.getByRole('button', { name: 'Notify me on this device' }).waitFor();
  expect([await rows(), await registered()]).toEqual([[], []]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);

  // The number alone, a browser without it, and one without scripts are offered nothing; a refusal is said.
  await open(page, `/track/${order.trackingNumber}`);
  await page.getByText('2 Delivery Road').first().waitFor();
  expect(await offer.count()).toBe(0);
  const without = await newPage(browser, site, PHONE);
  await without.context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await open(without.page, link);
  await without.page.getByRole('region', { name: 'Notifications on this device' }).waitFor({ state: 'detached' });
  const plain = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })).newPage();
  await plain.goto(link);
  await plain.getByText('2 Delivery Road').first().waitFor();
  expect(await plain.getByRole('button', { name: 'Notify me on this device' }).isVisible()).toBe(false);
  await plain.context().close();
  const refusing = await newPage(browser, site, PHONE);
  await pretendPush(refusing.context, endpoint, 'denied');
  await open(refusing.page, link);
  await refusing.page.getByRole('button', { name: 'Notify me on this device' }).click();
  await refusing.page.getByText('This browser blocks notifications from QuickFleet.').waitFor();
  expect([...problems, ...without.problems, ...refusing.problems, ...(await rows())]).toEqual([]);
});
