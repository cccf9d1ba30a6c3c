import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, expect, test } from 'vitest';
import { pmtilesOf, startTileServer, tilePicture } from '../../server/test/support/counterparts/map-tiles.ts';
import { ADMIN, newPage, PHONE, type Site, useBrowser, useSite } from '../harness.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, open, soon } from './visitor.ts';

const tiles = await startTileServer();
const elsewhere = await startTileServer();
const folder = await mkdtemp(join(tmpdir(), 'quickfleet-map-'));
const file = join(folder, 'world.pmtiles');
await writeFile(file, pmtilesOf(await tilePicture(), '© Own maps'));
const site = useSite({ MAP_STYLE_URL: `${tiles.origin}/style.json` });
const office = useSite({ MAP_PMTILES_PATH: file });
const browser = useBrowser();
afterAll(async () => {
  await Promise.all([tiles.close(), elsewhere.close(), rm(folder, { recursive: true })]);
});

/** A driver who shares the position, with two orders in transit. */
async function drive(at: Site, firstName: string) {
  const driver = await at.createUser('driver', { firstName, lastName: 'Doe' });
  const [admin, phone] = [await at.api(ADMIN), await at.api(driver)];
  await admin.send('PUT', '/api/v1/company', { positions: { isOn: true, customersSee: true } });
  const now = new Date().toISOString();
  const day = now.slice(0, 10);
  const make = async (deliveryAddress: string) => {
    const order = await admin.send<Order>('POST', '/api/v1/orders', {
      ...{ customerName: 'Ada Sender', customerEmail: 'ada@example.com', pickupAddress: '1 Pickup Street' },
      ...{ deliveryAddress, deliveryDate: day, driverId: driver.id, items: [{ name: 'Box', quantity: 1 }] },
    });
    await admin.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
    return order;
  };
  const orders = { next: await make('2 First Street'), later: await make('3 Second Street') };
  await phone.send('PUT', `/api/v1/drivers/${driver.id}/day/shift`, { day, startedAt: now });
  const share = (place: { lat: number; lng: number }) =>
    phone.send('POST', '/api/v1/driver/positions', { points: [{ ...place, at: new Date().toISOString() }] });
  await share({ lat: 52.520_08, lng: 13.404_95 });
  return { ...orders, share };
}

test('U280 the customer sees the driver on the company’s map once they are next, as coarse as in words', async () => {
  const { next, later } = await drive(site, 'Dana');
  const { page, problems } = await newPage(browser, site, { ...PHONE, expectErrors: [/Content Security Policy/] });
  const line = page.getByRole('region', { name: 'How far away the driver is' });
  await open(page, `/track/${later.trackingNumber}`);
  await line.getByText('1 stop before yours').waitFor();
  expect(tiles.asked).toEqual([]);

  await open(page, `/track/${next.trackingNumber}`);
  const map = page.getByRole('region', { name: 'Map of where the driver is, within 150 metres' });
  await map.waitFor();
  await line.getByText('On the way to you now').waitFor();
  await line.getByText('© Test maps').waitFor();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(tiles.asked).toContain('/style.json');
  expect(tiles.asked.filter((path) => path.endsWith('.png')).length).toBeGreaterThan(0);
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Back to the driver' }).click();
  await page.getByRole('button', { name: 'Back to the driver' }).waitFor({ state: 'detached' });

  // Tiles of another origin than the style's are asked for by no browser of a customer: the line stays.
  tiles.from = elsewhere.origin;
  const styles = () => tiles.asked.filter((path) => path === '/style.json').length;
  const before = styles();
  await page.reload();
  await soon(async () => styles()).toBe(before + 1);
  await map.waitFor({ state: 'detached' });
  await line.getByText('On the way to you now').waitFor();
  expect(elsewhere.asked).toEqual([]);
  tiles.from = tiles.origin;

  // Somebody who saves data, and a browser that cannot draw: the line, and no call.
  for (const wanted of ['saves', 'cannot draw'] as const) {
    const other = await newPage(browser, site, { ...PHONE, isFresh: true });
    await other.page.addInitScript((kind) => {
      if (kind === 'saves') Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      else HTMLCanvasElement.prototype.getContext = () => null;
    }, wanted);
    const count = tiles.asked.length;
    await open(other.page, `/track/${next.trackingNumber}`);
    await other.page.getByText('On the way to you now').waitFor();
    await other.page.waitForLoadState('networkidle');
    expect(await other.page.locator('canvas').count()).toBe(0);
    expect(tiles.asked.length).toBe(count);
    expect(other.problems).toEqual([]);
  }
  expect(problems).toEqual([]);
});

test('U281 the office sees all drivers who share on the map of the company’s file, and goes from each to its card', async () => {
  const { share } = await drive(office, 'Dana');
  await drive(office, 'Kim');
  await share({ lat: 52.54, lng: 13.43 });
  const { page, problems } = await newPage(browser, office, { signedInAs: ADMIN });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).origin));
  await page.goto('/admin/road');
  const map = page.getByRole('region', { name: 'Map of 2 drivers on the road' });
  await map.waitFor();
  await page.getByText('© Own maps').waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: 'Dana Doe' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent)).toBe('Dana Doe');
  expect(new Set(requests)).toEqual(new Set([office.url]));
  expect(problems).toEqual([]);
});

test('C750 the office sets the place of an address on the company’s map, by a press and by the keys', async () => {
  const admin = await office.api(ADMIN);
  const order = await admin.send<Order>('POST', '/api/v1/orders', {
    ...{ customerName: 'Ada Sender', customerEmail: 'ada@example.com', pickupAddress: '1 Unknown Lane' },
    ...{ deliveryAddress: '2 Unknown Lane', items: [{ name: 'Box', quantity: 1 }] },
  });
  const { page, problems } = await newPage(browser, office, { signedInAs: ADMIN });
  await page.goto(`/admin/orders?order=${order.id}`);
  await page.getByRole('button', { name: 'Set on map, Delivery address' }).click();
  const map = page.getByRole('region', { name: 'Map: Delivery address' });
  await map.waitFor();
  await expectAccessibleInBoth(page);
  await map.click({ position: { x: 120, y: 110 } });
  const field = page.getByLabel('Coordinates, a plus code or a link of a map');
  await soon(() => field.inputValue()).toMatch(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
  const pressed = await field.inputValue();
  const pin = page.getByRole('button', { name: 'The pin, which the arrow keys move' });
  await pin.press('ArrowRight');
  await soon(() => field.inputValue()).not.toBe(pressed);
  // East of the last degree is the west.
  await field.fill('0.5, 179.9');
  await pin.press('ArrowRight');
  await soon(() => field.inputValue()).toMatch(/^-?0\.\d{6}, -17\d\.\d{6}$/);
  const moved = await field.inputValue();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The place was set by hand.').waitFor();
  const [lat, lng] = moved.split(', ').map(Number);
  const place = { lat, lng, precision: 'door', source: 'pin' };
  expect(await admin.send<Order>('GET', `/api/v1/orders/${order.id}`)).toMatchObject({ deliveryPlace: place });
  // What is typed moves the pin, and the map goes there.
  await page.getByRole('button', { name: 'Set on map, Delivery address' }).click();
  await field.fill('-33.8568, 151.2153');
  await pin.waitFor();
  expect(problems).toEqual([]);
});

test('C751 the board’s map of the day has the company’s streets, and its points go with them', async () => {
  const admin = await office.api(ADMIN);
  const day = dayAt(new Date(), 'UTC');
  const order = await admin.send<Order>('POST', '/api/v1/orders', {
    ...{ customerName: 'Ada Sender', customerEmail: 'ada@example.com', pickupAddress: '52.5200, 13.4050' },
    ...{ deliveryAddress: '52.5000, 13.3900', deliveryDate: day, items: [{ name: 'Box', quantity: 1 }] },
  });
  const { page, problems } = await newPage(browser, office, { signedInAs: ADMIN });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/board?day=${day}&map=1`);
  const map = page.getByRole('region', { name: 'Streets below the stops' });
  await map.waitFor();
  const point = page.locator(`[data-point="${order.id}"]`).first();
  await point.waitFor();
  await expectAccessibleInBoth(page);
  const before = await point.boundingBox();
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await soon(async () => (await point.boundingBox())?.x).not.toBe(before?.x);
  expect(problems).toEqual([]);
});
