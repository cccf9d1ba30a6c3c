import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { expect, test } from 'vitest';
import { ADMIN, photoUpload, useBrowser, useSite } from '../harness.ts';
import { expectAccessibleInBoth, expectAllSent, makeOrder, sign, takePhone, untilKept } from './phone.ts';

const site = useSite();
const browser = useBrowser();
const rosa = { name: 'Rosa Receiver', phone: '+1 555 010 0202' };

test('P141 P142 one photo and one signature stand for two of three orders at a door, without a network; the third is left out', async () => {
  const driver = await site.createUser('driver');
  const office = await site.api(ADMIN);
  const orders = [];
  for (const customerName of ['Ann First', 'Ben Second', 'Cleo Third']) {
    const order = await makeOrder(site, {
      ...{ customerName, driverId: driver.id, deliveryContact: rosa, deliveryAddress: '12 Kiln Lane\nShelbyville' },
      deliveryDate: new Date().toISOString().slice(0, 10),
      proofRules: { delivery: { photos: 'one', signature: 'required' } },
    });
    await office.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
    orders.push(order);
  }
  const third = orders.at(-1);
  const { page, context, problems, goto } = await takePhone(browser, site, {
    signedInAs: driver,
    expectErrors: [/ERR_INTERNET_DISCONNECTED/],
  });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(photos|signature)$/.test(request.url())) sent.push(request.url());
  });
  await goto();
  await page.getByRole('region', { name: 'My day' }).getByText('3 of 4 stops done').waitFor();
  await page.getByRole('button', { name: 'Open delivery' }).click();
  const stop = page.getByRole('region', { name: 'This stop' });
  await stop.getByText('3 of 3 orders').waitFor();
  await stop.getByText('12 Kiln Lane').waitFor();
  await untilKept({ page });
  await expectAccessibleInBoth(page);
  await context.setOffline(true);

  // The blue box is not there.
  await stop.getByRole('checkbox', { name: new RegExp(formatTracking(third?.trackingNumber ?? '')) }).uncheck();
  await stop.getByText('2 of 3 orders').waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    stop.getByRole('list', { name: 'What is needed here' }).getByRole('button', { name: 'Photo' }).click(),
  ]);
  await chooser.setFiles(await photoUpload('door.jpg'));
  await stop.getByText('Photo: done').waitFor();
  await sign(page, 'Delivery', 'Rosa Receiver');
  await page.getByText('All 4 items are delivered. Signed by Rosa Receiver.').waitFor();
  expect(sent).toEqual([]);
  await context.setOffline(false);
  await expectAllSent(page);

  const rows = await site.sql(
    `select o.customer_name as name, o.status, count(p.*)::int as pieces, count(distinct p.kind)::int as kinds
       from orders o left join proof_pieces p on p.order_id = o.id where o.driver_id = ? group by o.id order by o.id`,
    driver.id,
  );
  expect(rows).toEqual([
    { name: 'Ann First', status: 'delivered', pieces: 2, kinds: 2 },
    { name: 'Ben Second', status: 'delivered', pieces: 2, kinds: 2 },
    { name: 'Cleo Third', status: 'in_transit', pieces: 0, kinds: 0 },
  ]);
  expect(sent).toHaveLength(2);
  expect(sent.every((url) => url.includes('/driver/stops/delivery-'))).toBe(true);
  // What was left out can still be done here.
  await stop.getByText('0 of 3 orders').waitFor();
  await stop.getByRole('checkbox', { name: /Cleo Third/ }).check();
  await stop.getByText('1 of 3 orders').waitFor();
  await page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();
  expect(problems).toEqual([]);
});
