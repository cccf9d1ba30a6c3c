import { expect, test } from 'vitest';
import { expectAccessibleInBoth } from '../accessible.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { makeOrder, openOrder, soon, takePhone } from './phone.ts';

const site = useSite();
const browser = useBrowser();

test('U260 U261 U262 a driver shares the position for the day: the office and the customer see it, until the driver stops', async () => {
  const driver = await site.createUser('driver', { firstName: 'Dana', lastName: 'Doe' });
  const api = await site.api(ADMIN);
  await api.send('PUT', '/api/v1/company', { positions: { isOn: true, customersSee: true } });
  const deliveryDate = new Date().toISOString().slice(0, 10);
  const make = (deliveryAddress: string) => makeOrder(site, { deliveryDate, deliveryAddress, driverId: driver.id });
  const [first, second] = [await make('1 First Street'), await make('2 Second Street')];
  for (const { id } of [first, second]) await api.send('PUT', `/api/v1/orders/${id}/status`, { status: 'in_transit' });
  const points = () => site.sql('select lat, lng from driver_positions order by at');

  const { page, context, problems, goto } = await takePhone(browser, site, { signedInAs: driver });
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.5201, longitude: 13.4049, accuracy: 8 });
  await goto();
  await page.getByRole('button', { name: 'Start day' }).click();
  const sharing = page.getByRole('switch', { name: 'Share my position' });
  expect(await sharing.isChecked()).toBe(false);
  expect(await points()).toEqual([]);
  await sharing.click();
  await soon(points).toEqual([{ lat: 52.5201, lng: 13.4049 }]);
  const stop = page.getByRole('button', { name: 'Your position is shared. Stop sharing' });
  await stop.waitFor();
  await expectAccessibleInBoth(page);
  // The tab is closed and comes back: it continues, on every screen.
  await page.reload();
  await stop.waitFor();
  await page.getByRole('button', { name: 'Open delivery' }).click();
  await page.getByRole('heading', { name: 'Items Management' }).waitFor();
  await stop.waitFor();

  const office = await newPage(browser, site, { signedInAs: ADMIN });
  await office.page.goto('/admin');
  await office.page.getByRole('link', { name: 'On the road', exact: true }).click();
  await office.page.getByRole('heading', { name: 'Dana Doe' }).waitFor();
  await office.page.getByText('Next: 1 First Street').waitFor();
  await expectAccessibleInBoth(office.page);

  const customer = await newPage(browser, site, PHONE);
  await customer.page.goto(`/track/${first.trackingNumber}`);
  await customer.page.getByText('On the way to you now').waitFor();
  await expectAccessibleInBoth(customer.page);
  await customer.page.goto(`/track/${second.trackingNumber}`);
  await customer.page.getByText('1 stop before yours').waitFor();

  await stop.click();
  await stop.waitFor({ state: 'detached' });
  await api.send('PUT', '/api/v1/company', { positions: { isOn: false } });
  await customer.page.reload();
  await customer.page.getByRole('region', { name: 'Order status' }).waitFor();
  expect(await customer.page.getByText('before yours').count()).toBe(0);
  await office.page.reload();
  await office.page.getByText('Positions are switched off').waitFor();
  for (const found of [problems, office.problems, customer.problems]) expect(found).toEqual([]);
});

test('U260 a phone with a code alone is not asked for its position, and one that refuses says how to allow it', async () => {
  const driver = await site.createUser('driver');
  const api = await site.api(ADMIN);
  await api.send('PUT', '/api/v1/company', { positions: { isOn: true } });
  const order = await makeOrder(site, { deliveryDate: new Date().toISOString().slice(0, 10), driverId: driver.id });
  const coded = await openOrder(browser, site, order);
  expect(await coded.page.getByRole('switch').count()).toBe(0);
  const { page, goto } = await takePhone(browser, site, { signedInAs: driver });
  await goto();
  await page.getByRole('button', { name: 'Start day' }).click();
  await page.getByRole('switch', { name: 'Share my position' }).click();
  await page.getByText('This phone does not give its position.').waitFor();
  expect(await page.getByRole('switch', { name: 'Share my position' }).isChecked()).toBe(false);
});
