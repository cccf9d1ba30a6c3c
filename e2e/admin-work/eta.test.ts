import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import { expect, test } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { soon } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

const DAYS = 40;
/** Weeks of one driver's deliveries, each a quarter of an hour after the one before, more or less. */
async function drivePast(orderId: number, driverId: number): Promise<void> {
  const [named] = await site.sql<{ columns: string }>(
    `select string_agg('"' || column_name || '"', ', ') as columns from information_schema.columns
      where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'tracking_number', 'access_code_hash', 'status', 'delivered_at', 'actual_delivery')`,
  );
  const at = `date_trunc('hour', now()) - make_interval(days => n.day) + make_interval(mins => n.stop * 16 + (n.stop * 7 + n.day * 5) % 9 - 4)`;
  await site.sql(
    `with n as (select day, stop from generate_series(1, ${DAYS}) day, generate_series(0, 7) stop), made as (
       insert into orders (${named?.columns}, tracking_number, access_code_hash, status, delivered_at, actual_delivery)
       select ${named?.columns}, 'QFP' || n.day || '-' || n.stop, 'past ' || n.day || ' ' || n.stop, 'delivered', ${at}, ${at} from orders o, n where o.id = ?
       returning id, delivered_at)
     insert into history (subject, subject_id, action, from_status, to_status, actor_kind, actor_id, actor_name, at)
     select 'order', id, 'moved', 'in_transit', 'delivered', 'user', ?::int, 'Driver', delivered_at from made order by id`,
    orderId,
    driverId,
  );
}

test('C305 a customer sees when the driver will be there and how far away, and staff how well such times held', async () => {
  const api = await site.api(ADMIN);
  const driver = await site.createUser('driver');
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const day = at(0).slice(0, 10);
  const make = (from: number) =>
    api.send<{ id: number; trackingNumber: string }>('POST', '/api/v1/orders', {
      customerName: 'Ada Sender',
      customerEmail: 'ada@example.com',
      pickupAddress: '1 Pickup Street, Springfield',
      deliveryAddress: '2 Delivery Road, Springfield',
      deliveryWindow: { from: at(from), to: at(from + 1) },
      driverId: driver.id,
      items: [{ name: 'Box', quantity: 1 }],
    });
  const [past, order] = [await make(1), await make(2)];
  await drivePast(past.id, driver.id);
  await api.send('PUT', `/api/v1/drivers/${driver.id}/day/shift`, { day, startedAt: at(-5) });
  await site.sql('delete from eta_learned');
  await site.sql(`select graphile_worker.add_job('tend_etas')`);
  await soon(() => site.sql('select basis from etas where order_id = ?', order.id)).toEqual([{ basis: 'under_way' }]);
  await site.sql(
    `insert into eta_promises (order_id, promised_at, from_at, to_at, basis, stops_before, width, reached_at)
     select o.id, o.delivered_at - interval '1 hour', o.delivered_at - interval '20 minutes', o.delivered_at + case when o.id % 5 = 0 then interval '-5 minutes' else interval '20 minutes' end,
       'under_way', o.id % 4, 1, o.delivered_at from orders o where o.tracking_number like 'QFP%' and o.delivered_at > now() - interval '29 days'`,
  );

  const customer = await newPage(browser, site, PHONE);
  await customer.page.goto(`/track/${order.trackingNumber}`);
  const status = customer.page.getByRole('region', { name: 'Order status' });
  await status.getByText(/^Later than planned, now expected .*3 stops before yours · as of /).waitFor();
  await expectAccessible(customer.page);
  expect(customer.problems).toEqual([]);

  const staff = await newPage(browser, site, { signedInAs: ADMIN });
  const { page } = staff;
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Expected times' }).click();
  await page.getByRole('heading', { level: 1, name: 'Expected times' }).waitFor();
  const report = await api.send<{ promises: number; held: number }>('GET', '/api/v1/reports/eta');
  const held = Math.round((report.held / report.promises) * 100);
  await page.getByText(`${held} % of ${report.promises}`).waitFor();
  const days = page.getByRole('table', { name: 'By day' });
  const [promised] = await site.sql<{ days: number }>(
    `select count(distinct (reached_at at time zone 'UTC')::date)::int as days from eta_promises where reached_at is not null`,
  );
  expect(promised?.days).toBeGreaterThanOrEqual(28);
  expect(await days.getByRole('row').count()).toBe(1 + (promised?.days ?? 0));
  await page.locator('.recharts-line-curve').waitFor();
  await expectAccessible(page);
  expect(staff.problems).toEqual([]);
});

test('U330 a report answers with a sentence, a chart and a table that lead on, and its address is the report', async () => {
  const staff = await newPage(browser, site, { signedInAs: ADMIN });
  const { page } = staff;
  await page.goto('/admin/reports');
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  await page.getByText(/^\d+ deliveries\.$/).waitFor();
  await page.locator('.recharts-bar').first().waitFor();
  await page.getByLabel('Period').selectOption('last90');
  await page.getByLabel('Rows by').selectOption('driver');
  const table = page.getByRole('table', { name: 'Deliveries' });
  await table.getByRole('columnheader', { name: 'Driver' }).waitFor();
  expect(new URL(page.url()).search).toBe('?period=last90&by=driver');

  const colleague = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
  await colleague.page.goto(page.url().replace(/^https?:\/\/[^/]+/, ''));
  const same = colleague.page.getByRole('table', { name: 'Deliveries' });
  await same.waitFor();
  expect(await same.getByRole('row').allInnerTexts()).toEqual(await table.getByRole('row').allInnerTexts());
  expect(await colleague.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThan(2);
  for (const name of ['punctuality', 'failures', 'revenue', 'customers', 'quotes', 'drivers']) {
    await colleague.page.goto(`/admin/reports/${name}?period=last90`);
    await colleague.page.getByRole('status').filter({ hasText: / to / }).waitFor();
    await expectAccessible(colleague.page);
  }
  await table.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Order Management' }).waitFor();
  expect([...staff.problems, ...colleague.problems]).toEqual([]);
});
