import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { expect, test } from 'vitest';
import { expectAccessibleInBoth } from '../accessible.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { makeOrder, openOrder, soon, takePhone, untilKept } from './phone.ts';

const site = useSite();
const browser = useBrowser();

test('U270 P130 a driver says without a network why it runs late; the customer reads it with the time, until it is taken back', async () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  const driver = await site.createUser('driver');
  const order = await makeOrder(site, { driverId: driver.id, deliveryWindow: { from: minutes(5), to: minutes(15) } });
  await site.sql(
    `insert into etas (order_id, driver_id, planned_for, from_at, to_at, basis, stops_before, updated_at)
     select id, ?, delivery_from, now() + interval '20 minutes', now() + interval '50 minutes', 'under_way', 1, now() from orders where id = ?`,
    driver.id,
    order.id,
  );
  const { page, context, problems } = await openOrder(browser, site, order);
  const rows = () => site.sql('select reason, words from order_delays where order_id = ?', order.id);
  await untilKept({ page });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Running late' }).click();
  await page.getByRole('button', { name: '30 minutes late' }).click();
  await page.getByRole('button', { name: 'Heavy traffic' }).click();
  await page.getByText('Running late: Heavy traffic').waitFor();
  expect(await rows()).toEqual([]);
  await context.setOffline(false);
  await soon(rows).toEqual([{ reason: 'traffic', words: null }]);
  await expectAccessibleInBoth(page);

  const customer = await newPage(browser, site, PHONE);
  await customer.page.goto(`/track/${order.trackingNumber}`);
  await customer.page.getByText('Later than planned, now expected').waitFor();
  await customer.page.getByText('Heavy traffic').waitFor();

  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Something else' }).click();
  await page.getByRole('textbox', { name: 'What happened?' }).fill('The bridge is up');
  await page.getByRole('button', { name: 'Send' }).click();
  await customer.page.getByText('The bridge is up').waitFor();
  const office = await newPage(browser, site, { signedInAs: ADMIN });
  await office.page.goto(`/admin/orders?order=${order.id}`);
  await office.page.getByText('Driver runs late: The bridge is up').waitFor();

  await page.getByRole('button', { name: 'Not late' }).click();
  await soon(rows).toEqual([]);
  await customer.page.getByText('The bridge is up').waitFor({ state: 'detached' });
  expect([...problems, ...customer.problems, ...office.problems]).toEqual([]);
});

test('U286 P130 P143 above the list of the day a driver says without a network that it runs late and by how much, reads it there, and takes it back', async () => {
  const driver = await site.createUser('driver');
  const planned = { driverId: driver.id, deliveryDate: new Date().toISOString().slice(0, 10) };
  const [first, second] = [await makeOrder(site, planned), await makeOrder(site, planned)];
  const rows = () => site.sql('select order_id, reason, minutes from order_delays order by order_id');
  const { page, context, problems, goto } = await takePhone(browser, site, {
    signedInAs: driver,
    expectErrors: [/ERR_INTERNET_DISCONNECTED/],
  });
  await goto();
  const day = page.getByRole('region', { name: 'My day' });
  await day.getByText('0 of 2 stops done').waitFor();
  await untilKept({ page });
  await context.setOffline(true);
  const late = (words: string) => day.getByRole('button', { name: new RegExp(`^${words}, delivery`) });
  await late('Running late').click();
  const minutesLate = page.getByRole('textbox', { name: 'Minutes late' });
  await minutesLate.fill('3');
  await page.getByRole('button', { name: 'Heavy traffic' }).click();
  await page.getByText('Enter 5 to 240 minutes').waitFor();
  await page.getByRole('button', { name: '30 minutes late' }).click();
  await page.getByRole('button', { name: 'Heavy traffic' }).click();
  // Both orders are for one door.
  const numbers = [first, second].map(({ trackingNumber }) => formatTracking(trackingNumber)).join(', ');
  const stop = day.getByRole('button', { name: new RegExp(`^Delivery ${numbers}`) });
  await stop.getByText('Running late: Heavy traffic').waitFor();
  expect(await rows()).toEqual([]);
  await context.setOffline(false);
  // It counts for the other deliveries of the day too.
  const both = [first, second].map(({ id }) => ({ order_id: id, reason: 'traffic', minutes: 30 }));
  await soon(rows).toEqual(both);
  await expectAccessibleInBoth(page);

  await late('Change reason').click();
  await page.getByRole('button', { name: 'Bad weather' }).click();
  await soon(rows).toEqual(both.map((row) => ({ ...row, reason: 'weather' })));
  await late('Not late').click();
  await soon(rows).toEqual([]);
  await stop.getByText('Running late').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});
