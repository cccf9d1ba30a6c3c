import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { afterAll, expect, test } from 'vitest';
import { startPushService } from '../../server/test/support/counterparts/push-service.ts';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import { pretendPush } from '../web-push.ts';
import { expectAccessible, makeOrder, soon, takePhone, untilKept } from './phone.ts';

const service = await startPushService();
afterAll(() => service.close());
const site = useSite({ PUSH_SERVICES: [service.origin] });
const browser = useBrowser();

test('P81 a driver turns on messages about new jobs, reads one immediately, and turns them off', async () => {
  const driver = await site.createUser('driver');
  const day = new Date().toISOString().slice(0, 10);
  const planned = { driverId: driver.id, deliveryDate: day };
  await makeOrder(site, planned);
  const { page, context, problems, goto } = await takePhone(browser, site, { signedInAs: driver });
  const endpoint = `${service.origin}/send/1`;
  const { open } = await pretendPush(context, endpoint);
  await goto();
  await untilKept({ page });
  const offer = page.getByRole('region', { name: 'New job notifications' });
  await offer.getByText('Get notified about new jobs').waitFor();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Turn on' }).click();
  await offer.getByText('This phone notifies you when a job is added, changed or removed.').waitFor();
  const subscribed = () => site.sql('select user_id as "userId", endpoint from push_subscriptions');
  expect(await subscribed()).toEqual([{ userId: driver.id, endpoint }]);

  const order = await makeOrder(site, { driverId: driver.id });
  await soon(async () => service.received.length).toBe(1);
  const message = open(service.received[0]?.body ?? Buffer.alloc(0));
  expect(message).toMatchObject({ title: 'New job', body: formatTracking(order.trackingNumber) });
  // What the service worker says to the open page when it shows a message (client/src/sw/driver-push.test.ts).
  await page.evaluate(() =>
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'jobs changed' })),
  );
  await page.getByRole('region', { name: 'Your deliveries' }).getByText(formatTracking(order.trackingNumber)).waitFor();

  await offer.getByRole('button', { name: 'Turn off' }).click();
  await offer.getByRole('button', { name: 'Turn on' }).waitFor();
  expect(await subscribed()).toEqual([]);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('region', { name: 'My day' }).waitFor();
  expect(await offer.count()).toBe(0);
  const api = await site.api(ADMIN);
  await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
  expect(service.received).toHaveLength(1);
  expect(problems).toEqual([]);
});
