import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { readPages } from '../../server/test/support/paper.ts';
import { expectAccessible } from '../accessible.ts';
import { ADMIN, DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

const AREAS = ['Springfield', 'Shelbyville', 'Ogdenville'];
const areas = `array['${AREAS.join("', '")}']`;
/** Seventy days of a small company: three areas that are known, failures, late days, quotes and two drivers. */
beforeAll(async () => {
  const api = await site.api(ADMIN);
  const drivers = [
    await site.createUser('driver', { lastName: 'Quick' }),
    await site.createUser('driver', { lastName: 'Slow' }),
  ];
  const order = await api.send<{ id: number }>('POST', '/api/v1/orders', {
    ...{ customerName: 'Ada Sender', customerEmail: 'ada@example.com', quotePrice: '40' },
    ...{ pickupAddress: '1 Pickup Street, Springfield', deliveryAddress: '2 Delivery Road, Springfield' },
    items: [{ name: 'Box', quantity: 1 }],
  });
  const [named] = await site.sql<{ columns: string }>(
    `select string_agg('"' || column_name || '"', ', ') as columns from information_schema.columns where table_name = 'orders' and is_generated = 'NEVER'
       and column_name not in ('id', 'tracking_number', 'access_code_hash', 'status', 'delivered_at', 'actual_delivery', 'delivery_from', 'delivery_to', 'driver_id', 'customer_id', 'zone', 'delivery_address')`,
  );
  await site.sql(
    `insert into customers (name, email, created_at, updated_at, version) select c.name, lower(replace(c.name, ' ', '.')) || '@example.com', now(), now(), 1 from unnest(array['Greenleaf Café', 'Northwind Books', 'Old Mill']) c (name)`,
  );
  await site.sql(
    `insert into orders (${named?.columns}, tracking_number, access_code_hash, status, delivered_at, actual_delivery, delivery_from, delivery_to, driver_id, customer_id, zone, delivery_address)
     select ${named?.columns}, 'QFM' || day || '-' || stop, 'monday ' || day || ' ' || stop, 'delivered', at, at, at - interval '2 hours', at + make_interval(mins => (stop * 13 + day * 7) % 60 - 12),
       (array[${drivers.map(({ id }) => id).join(', ')}])[stop % 2 + 1], (select id from customers order by id offset case when day > 35 then stop % 3 else stop % 2 end limit 1), (${areas})[stop % 3 + 1], (stop % 5 + 1) || ' Road' || chr(10) || (${areas})[stop % 3 + 1]
     from orders o, generate_series(1, 70) day, generate_series(0, 5) stop, lateral (select date_trunc('day', now()) - make_interval(days => day) + make_interval(hours => 8 + stop) as at) t where o.id = ?`,
    order.id,
  );
  await site.sql(
    `insert into attempts (order_id, stop, number, outcome, reason, received_at, by)
     select id, 'delivery', 1, 'failed', (array['not_home', 'refused', 'address_wrong'])[id % 3 + 1], delivered_at - interval '1 hour', 'Robin' from orders where tracking_number like 'QFM%' and id % 7 = 0`,
  );
  await site.sql(
    `insert into address_places (address_hash, lat, lng, precision, source, tries, read_at)
     select md5(lower(delivery_address)), 48.2 + (array[0, 0.05, -0.04])[array_position(${areas}, zone)], 16.3 + (array[0, 0.08, 0.11])[array_position(${areas}, zone)], 'street', 'file', 1, now()
       from (select distinct delivery_address, zone from orders where tracking_number like 'QFM%') a on conflict do nothing`,
  );
});

test('C657 an owner’s Monday: five questions are answered with eleven presses, and printed on a page each', async () => {
  const { page, problems } = await newPage(browser, site, { ...DESKTOP, signedInAs: ADMIN });
  let presses = 0;
  const press = async (target: Locator) => {
    presses++;
    await target.click();
  };
  const choose = async (label: string, value: string) => {
    presses++;
    await page.getByLabel(label, { exact: true }).selectOption(value);
  };
  const report = async (name: string) => {
    await press(page.getByRole('link', { name: 'Reports', exact: true }).first());
    await press(page.getByRole('main').getByRole('link', { name, exact: true }));
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const printed = async () => {
    await page.locator('.recharts-bar').first().waitFor();
    await expectAccessible(page);
    expect(await readPages(await page.pdf({ format: 'A4' }))).toHaveLength(1);
  };
  await page.goto('/admin');

  await report('Deliveries');
  await page.getByText('180 deliveries.').waitFor();
  await printed();

  await report('Punctuality');
  await page.getByText(/^On time: \d+ %\.$/).waitFor();
  await page.getByText(/Least on time: /).waitFor();
  await printed();

  await report('Failed attempts');
  await page.getByText(/^Done at the first attempt: \d+ %\.$/).waitFor();
  await choose('Rows by', 'zone');
  const map = page.getByRole('region', { name: 'Map of the areas' });
  for (const area of AREAS) await map.locator(`[data-area="${area}"]`).waitFor();
  await page.getByRole('table').getByRole('rowheader', { name: 'Shelbyville' }).waitFor();
  await printed();

  await report('Revenue');
  await page.getByText(/earned, without tax\.$/).waitFor();
  await printed();

  await report('Customers');
  await page.getByText(/customers? with deliveries\.$/).waitFor();
  await page.getByText(/1 is silent after deliveries in the year before\./).waitFor();
  await printed();

  expect(presses).toBe(11);
  expect(problems).toEqual([]);
});

test('C658 a report shows its answer, its map and its table without the library of charts, which comes after them', async () => {
  const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
  const chart = Promise.withResolvers<void>();
  await page.route(/assets\/.*chart[^/]*\.js$/i, async (route) => {
    await chart.promise;
    await route.continue();
  });
  await page.goto('/admin/reports/deliveries?by=zone');
  await page.getByRole('table', { name: 'Deliveries' }).waitFor();
  await page.getByRole('region', { name: 'Map of the areas' }).waitFor();
  expect(await page.locator('.recharts-bar').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThan(2);
  const table = await page.getByRole('table', { name: 'Deliveries' }).boundingBox();
  chart.resolve();
  await page.locator('.recharts-bar').first().waitFor();
  // Its place was kept.
  expect(await page.getByRole('table', { name: 'Deliveries' }).boundingBox()).toEqual(table);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('C741 a screen reader hears of a chart what its table says: a row for each bar, and nothing of the drawing', async () => {
  const { page, problems } = await newPage(browser, site, { ...DESKTOP, signedInAs: ADMIN });
  await page.goto('/admin/reports/deliveries?by=zone');
  const drawing = page.locator('.recharts-wrapper');
  await drawing.waitFor();
  expect(await drawing.evaluate((element) => element.closest('[aria-hidden="true"]') !== null)).toBe(true);
  const first = page.locator('.recharts-bar').first();
  await expect.poll(() => first.locator('.recharts-bar-rectangle').count()).toBe(AREAS.length);
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('rowheader');
  expect(await rows.allTextContents()).toEqual(
    [...AREAS.toSorted(), 'Total'].map((name) => expect.stringContaining(name)),
  );
  expect(problems).toEqual([]);
});
