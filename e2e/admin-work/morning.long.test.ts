import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '../../server/test/support/counterparts/smtp.ts';
import { readCodes, readPages } from '../../server/test/support/paper.ts';
import { typeTime } from '../admin-orders/office.ts';
import { dialogOf, soon, toastOf } from '../admin-quotes/staff.ts';
import { expectAllSent, sign, takePhone, untilKept } from '../driver/phone.ts';
import { newPage, useBrowser, useSite } from '../harness.ts';

// A zone in which it is between eight and nine in the morning now.
const ahead = ((8 - new Date().getUTCHours() + 12 + 24) % 24) - 12;
const zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
const today = new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 10);

const smtp = await startSmtp();
afterAll(() => smtp.close());
const site = useSite({ SMTP_URL: smtp.url, BUSINESS_TIMEZONE: zone });
const browser = useBrowser();

interface Job {
  id: number;
  number: string;
  tracking: string;
  pickup: string;
}
interface Driver {
  id: number;
  username: string;
  password: string;
  email: string;
}
let ada: Driver;
let bo: Driver;
let cy: Driver;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  const hire = async (firstName: string, lastName: string): Promise<Driver> => {
    const driver = await site.createUser('driver', { firstName, lastName });
    const email = `${firstName.toLowerCase()}@drivers.example`;
    await site.sql('update users set email = ? where id = ?', email, driver.id);
    return { ...driver, email };
  };
  [ada, bo, cy] = [await hire('Ada', 'Lane'), await hire('Bo', 'Marsh'), await hire('Cy', 'North')];
  dispatcher = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
});

/** The orders of today that are still to be driven, oldest first. */
const jobsOfToday = async (): Promise<Job[]> =>
  (
    await site.sql<{ id: number; tracking: string; pickup: string }>(
      `select id, tracking_number as tracking, pickup_address as pickup from orders
        where (delivery_from at time zone ?)::date = ?::date and status <> 'cancelled' order by id`,
      zone,
      today,
    )
  ).map((row) => ({ ...row, number: formatTracking(row.tracking) }));

async function typeOrder(page: Page, n: number, isLast: boolean): Promise<void> {
  await page.getByLabel('Find the customer').fill(`Customer ${n}`);
  await page.getByRole('option', { name: `New customer “Customer ${n}”` }).click();
  await page.getByLabel('Email Address').fill(`customer${n}@example.com`);
  await page.getByRole('textbox', { name: 'Pickup Address' }).fill(`${n} Pickup Street\nSpringfield`);
  await page.getByRole('textbox', { name: 'Delivery Address' }).fill(`${n} Delivery Road, Shelbyville`);
  await page.getByLabel('Item Name').fill(`Crate ${n}`);
  await page.getByLabel('Total ($)').fill(`${20 + n}`);
  for (const [legend, preset] of [
    ['Pickup window', 'Morning'],
    ['Delivery window', 'Afternoon'],
  ] as const) {
    const group = page.getByRole('group', { name: legend });
    await group.getByRole('button', { name: 'Today' }).click();
    await group.getByRole('button', { name: preset }).click();
  }
  await page.getByRole('button', { name: 'Create order' }).click();
  const created = dialogOf(page, 'Order created');
  await created.getByText(/Delivery: .*12:00 PM – 6:00 PM/).waitFor();
  if (isLast) return;
  await created.getByRole('button', { name: 'Create another' }).click();
  await created.waitFor({ state: 'hidden' });
  await soon(() => page.getByRole('textbox', { name: 'Delivery Address' }).inputValue()).toBe('');
}

async function duplicateFor(page: Page, job: Job): Promise<void> {
  await page.goto(`/admin/orders?order=${job.id}`);
  const details = dialogOf(page, `Order ${job.number}`);
  await details.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const again = dialogOf(page, `Duplicate: ${job.number}`);
  for (const legend of ['Pickup window', 'Delivery window'])
    await again.getByRole('group', { name: legend }).getByRole('button', { name: 'Today' }).click();
  await again.getByRole('button', { name: 'Create order' }).click();
  await toastOf(page).getByText('Order created').waitFor();
}

test('J41 a whole morning: twelve orders typed, repeated and recurring, planned by keyboard and mouse, three drivers notified, labels printed, five stops driven without a network', {
  timeout: 240_000,
}, async () => {
  const { page, context, problems } = await newPage(browser, site, { signedInAs: dispatcher, height: 1400 });

  // Seven by phone, four of them once more, and one that comes every day.
  await page.goto('/admin/orders/new');
  for (let n = 1; n <= 7; n++) await typeOrder(page, n, n === 7);
  for (const job of (await jobsOfToday()).slice(0, 4)) await duplicateFor(page, job);
  await page.goto('/admin/recurring');
  await page.getByRole('button', { name: 'New recurring job' }).first().click();
  const form = dialogOf(page, 'New recurring job');
  await form.getByLabel('Find the customer').fill('Bella Baker');
  await form.getByRole('option', { name: 'New customer “Bella Baker”' }).click();
  // Monday is chosen from the start.
  for (const weekday of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await form.getByText(weekday, { exact: true }).click();
  await form.getByLabel('Email Address').fill('bella@example.com');
  await form.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Oven Street');
  await form.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Market Square');
  await typeTime(form, 'Delivery from', '13:00');
  await typeTime(form, 'Delivery to', '15:00');
  await form.getByLabel('Item Name').fill('Bread');
  await form.getByLabel('On account').check();
  await form.getByRole('button', { name: 'Create recurring job' }).click();
  await form.waitFor({ state: 'hidden' });
  await soon(async () => (await jobsOfToday()).length).toBe(12);
  const jobs = await jobsOfToday();
  const shares = [jobs.slice(0, 3), jobs.slice(3, 7), jobs.slice(7)] as const;

  // Three of Ada's and four of Cy's by keyboard alone, Bo's five by mouse.
  await page.goto(`/admin/board?day=${today}`);
  const column = (name: string) => page.getByRole('region', { name });
  await soon(() => column('Unassigned').locator('[data-card]').count()).toBe(12);
  const carry = async (share: readonly Job[], columns: number, name: string) => {
    for (const job of share) {
      await page.getByRole('button', { name: `Move ${job.number}` }).focus();
      await page.keyboard.press(' ');
      for (let n = 0; n < columns; n++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press(' ');
      await soon(() => page.getByTestId('board-said').textContent()).toContain(`${job.number} is stop 1 of `);
      await column(name).locator(`[data-card="${job.id}"][data-kind="delivery"]`).waitFor();
    }
  };
  await carry(shares[0], 1, 'Ada Lane');
  await carry(shares[1], 3, 'Cy North');
  for (const job of shares[2]) {
    await page.locator(`[data-card="${job.id}"][data-kind="order"]`).dragTo(column('Bo Marsh').getByRole('list'), {
      sourcePosition: { x: 120, y: 12 },
      targetPosition: { x: 60, y: 40 },
    });
    await column('Bo Marsh').locator(`[data-card="${job.id}"][data-kind="delivery"]`).waitFor();
  }
  const readBoard = async (): Promise<DayBoard> =>
    (await context.request.get(`/api/v1/drivers/days?day=${today}`)).json();
  const shareOut = async () => {
    const { drivers, unassigned } = await readBoard();
    const idsOf = (driver: Driver) => [
      ...new Set(drivers.find((one) => one.driver.id === driver.id)?.stops.map(({ orderId }) => orderId)),
    ];
    return { ada: idsOf(ada).sort(), bo: idsOf(bo).sort(), cy: idsOf(cy).sort(), open: unassigned.orderIds.length };
  };
  const ids = (share: readonly Job[]) => share.map(({ id }) => id).sort();
  await soon(shareOut).toEqual({ ada: ids(shares[0]), bo: ids(shares[2]), cy: ids(shares[1]), open: 0 });

  // Each driver has a mail for each of their jobs, at their own address, and the link in it opens the job.
  for (const [driver, share] of [
    [ada, shares[0]],
    [cy, shares[1]],
    [bo, shares[2]],
  ] as const) {
    await soon(() => smtp.to(driver.email).length).toBe(share.length);
    for (const job of share)
      expect(smtp.to(driver.email).filter(({ text }) => text?.includes(job.tracking))).toHaveLength(1);
  }
  const link = /\/driver#code=\S+/.exec(smtp.to(bo.email)[0]?.text ?? '')?.[0] ?? '';
  const bos = await takePhone(browser, site);
  await bos.goto(link);
  await bos.page.getByRole('heading', { name: 'Items Management' }).waitFor();

  // The labels of the whole morning from the list, one for each parcel, each with the codes of its parcel.
  await page.goto('/admin/orders?day=today');
  await page.getByText('1–12 of 12 orders').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const href = await page.getByRole('link', { name: 'Print labels' }).getAttribute('href');
  const labels = await readPages(await (await context.request.get(href ?? '')).body());
  const read = await Promise.all(labels.map(({ png }) => readCodes(png)));
  // Whatever address the company gave this server.
  expect(read.map((codes) => codes.join(' ').replace(/http:\/\/[^/]+/, '')).sort()).toEqual(
    jobs.map(({ tracking }) => `Code128 ${tracking}-01 QRCode /track/${tracking}?parcel=${tracking}-01`).sort(),
  );

  // Ada's stops in the order of her run sheet, five of them without a network.
  const days = await readBoard();
  const stops = days.drivers.find(({ driver }) => driver.id === ada.id)?.stops ?? [];
  expect(stops).toHaveLength(6);
  const sheet = await readPages(
    await (await context.request.get(`/api/v1/drivers/${ada.id}/run-sheet.pdf?day=${today}`)).body(),
  );
  const sheetText = sheet.map(({ text }) => text).join('\n');
  for (const { number } of shares[0]) expect(sheetText).toContain(number);

  const phone = await takePhone(browser, site, { signedInAs: ada, expectErrors: [/ERR_INTERNET_DISCONNECTED/] });
  await phone.goto();
  const next = phone.page.getByRole('region', { name: 'Next stop' });
  const myDay = phone.page.getByRole('region', { name: 'My day' });
  await myDay.getByText('0 of 6 stops done').waitFor();
  await phone.page.getByRole('button', { name: 'Start day' }).click();
  await untilKept(phone);
  // After a delivery the next stop opens, after a pickup the day.
  let isOpen = false;
  const drive = async ({ orderId, stop }: { orderId: number; stop: string }) => {
    if (!isOpen) {
      await next.getByText(jobs.find(({ id }) => id === orderId)?.number ?? '').waitFor();
      await next.getByRole('button', { name: `Open ${stop}` }).click();
    }
    await phone.page
      .getByText(jobs.find(({ id }) => id === orderId)?.number ?? '')
      .first()
      .waitFor();
    await sign(phone.page, stop === 'pickup' ? 'Pickup' : 'Delivery');
    if (stop === 'pickup') {
      await phone.page.getByRole('button', { name: 'Move to In Transit' }).click();
      await phone.page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();
      await phone.page.getByRole('button', { name: 'Back to my day' }).click();
    } else await phone.page.getByRole('button', { name: 'Next stop' }).click();
    isOpen = stop === 'delivery';
  };
  await phone.context.setOffline(true);
  for (const stop of stops.slice(0, 5)) await drive(stop);
  if (isOpen) await phone.page.getByRole('button', { name: 'Back to my day' }).click();
  isOpen = false;
  await myDay.getByText('5 of 6 stops done').waitFor();
  await phone.context.setOffline(false);
  await expectAllSent(phone.page);
  for (const stop of stops.slice(5)) await drive(stop);
  await expectAllSent(phone.page);
  await soon(() => site.sql('select distinct status from orders where driver_id = ?', ada.id)).toEqual([
    { status: 'delivered' },
  ]);
  const signed = await site.sql<{ order: number; kind: string }>(
    'select s.order_id as order, s.kind from signatures s join orders o on o.id = s.order_id where o.driver_id = ? order by s.id',
    ada.id,
  );
  expect(signed.map(({ order, kind }) => `${kind} ${order}`)).toEqual(
    stops.map(({ orderId, stop }) => `${stop} ${orderId}`),
  );
  expect([...problems, ...bos.problems, ...phone.problems]).toEqual([]);
});
