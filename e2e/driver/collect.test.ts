import type { DriverCash } from '@quickfleet/shared/delivery/collect/collect';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { expect, test } from 'vitest';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import { expectAllSent, makeOrder, sign, takePhone, untilKept } from './phone.ts';

const site = useSite();
const browser = useBrowser();

test('C665 money that is collected without a network is with the office once, when the network is back', async () => {
  const driver = await site.createUser('driver');
  const office = await site.api(ADMIN);
  const today = new Date().toISOString().slice(0, 10);
  const order = await makeOrder(site, {
    ...{ driverId: driver.id, deliveryDate: today, deliveryAddress: '12 Kiln Lane\nShelbyville' },
    collect: { amount: '45.00', currency: 'EUR', method: 'cash' },
    deliveryContact: { name: 'Rosa Receiver', phone: '+1 555 010 0202' },
  });
  await office.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
  const { page, context, problems, goto } = await takePhone(browser, site, {
    signedInAs: driver,
    expectErrors: [/ERR_INTERNET_DISCONNECTED/],
  });
  await goto();
  await page.getByRole('button', { name: 'Open delivery' }).click();
  const needs = page.getByRole('list', { name: 'What is needed here' });
  const collect = needs.getByRole('button', { name: 'Collect €45.00 in cash' });
  await collect.waitFor();
  await untilKept({ page });
  await context.setOffline(true);

  // The signature waits for the money.
  expect(await page.getByRole('button', { name: 'Get Delivery Signature' }).isDisabled()).toBe(true);
  await collect.click();
  const dialog = page.getByRole('dialog', { name: /Collect at the door/ });
  await dialog.getByRole('button', { name: 'Handed over in cash' }).click();
  await dialog.waitFor({ state: 'detached' });
  await needs.getByText('Collect: done').waitFor();
  // A tab that the phone has ended loses none of it.
  await page.reload();
  await needs.getByText('Collect: done').waitFor();
  await sign(page, 'Delivery', 'Rosa Receiver');
  expect(await site.sql('select 1 from collections where order_id = ?', order.id)).toEqual([]);
  const seen = () => office.send<Order>('GET', `/api/v1/orders/${order.id}`);
  expect(await seen()).toMatchObject({ status: 'in_transit', collected: null });

  await context.setOffline(false);
  await expectAllSent(page);
  expect(await seen()).toMatchObject({
    status: 'delivered',
    collected: { amount: '45.00', currency: 'EUR', method: 'cash', reason: null },
  });
  const lines = `select detail from history where subject = 'order' and subject_id = ? and action like 'order.%collected'`;
  expect(await site.sql(lines, order.id)).toEqual([{ detail: '€45.00 in cash' }]);
  const cash = await office.send<DriverCash>('GET', `/api/v1/drivers/${driver.id}/days/${today}/cash?currency=EUR`);
  expect(cash).toMatchObject({ expected: '45.00', orders: [{ orderId: order.id, amount: '45.00', method: 'cash' }] });
  expect(cash.orders).toHaveLength(1);
  expect(problems).toEqual([]);
});
