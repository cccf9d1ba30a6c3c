import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startSmtp } from '../../server/test/support/counterparts/smtp.ts';
import { soon, toastOf } from '../admin-quotes/staff.ts';
import { ADMIN, type Api, newPage, useBrowser, useSite } from '../harness.ts';
import { countPresses } from './presses.ts';

const smtp = await startSmtp();
afterAll(() => smtp.close());
const site = useSite({ SMTP_URL: smtp.url });
const browser = useBrowser();
const DAYS = ['2028-07-04', '2028-07-05'] as const;
const [DAY, NEXT] = DAYS;
const DRIVERS = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo', 'Kay', 'Lou'];
const ORDERS = 75;
const CUSTOMERS = 25;
/** What the ten most frequent jobs took before several cards could be moved at a time, where it was counted. */
const CLICKS_MAX: Record<string, number> = {
  'give an order to a driver': 1,
  'give ten orders to a driver': 3,
  'move a stop to another driver': 1,
  'change the order of stops': 1,
  'move an order to the next day': 3,
  'give everything of a driver who is ill away': 4,
  'use a suggested order': 3,
  'take a change back': 1,
  'find an order and open it': 1,
  'send the notices now': 1,
};

interface Stops {
  of(name: string): Promise<string[]>;
}
/** What the database says of a driver's stops on the day. */
const stopsOn = (api: Api, day: string): Stops => ({
  async of(name) {
    const board = await api.send<DayBoard>('GET', `/api/v1/drivers/days?day=${day}`);
    const found = board.drivers.find(({ driver }) => driver.firstName === name);
    return found?.stops.map(({ orderId, stop }) => `${stop} ${orderId}`) ?? [];
  },
});

async function makeOrders(api: Api): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < ORDERS; n++) {
    const day = DAYS[n % 2];
    const clock = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`;
    const hour = 7 + (n % 9);
    const driver = n % 3 === 2 ? undefined : drivers[n % DRIVERS.length];
    orders.push(
      await api.send<Order>('POST', '/api/v1/orders', {
        customerName: `Customer ${n % CUSTOMERS}`,
        customerEmail: `customer${n % CUSTOMERS}@example.com`,
        pickupAddress: `${n} Pickup Street\nSpringfield`,
        deliveryAddress: `${n} Delivery Road, Shelbyville`,
        items: [{ name: `Crate ${n}` }],
        pickupWindow: { from: clock(hour), to: clock(hour + 1) },
        deliveryWindow: { from: clock(hour + 1), to: clock(hour + 3) },
        ...(driver ? { driverId: driver.id } : {}),
      }),
    );
  }
  return orders;
}
const drivers: { id: number }[] = [];

test('J49 a day with 12 drivers and 150 stops: the ten most frequent jobs take few presses, and each reader gets one mail', {
  timeout: 240_000,
}, async () => {
  for (const firstName of DRIVERS) drivers.push(await site.createUser('driver', { firstName, lastName: 'Lane' }));
  await site.sql(`update users set email = username || '@drivers.example' where role = 'driver'`);
  const api = await site.api(ADMIN);
  await api.send('PUT', '/api/v1/company', { notices: { settleMinutes: 10 } });
  const orders = await makeOrders(api);
  await soon(() => site.sql(`select 1 from emails where status = 'queued'`)).toEqual([]);
  await api.send('POST', `/api/v1/drivers/days/${DAY}/notices`, {});
  await api.send('POST', `/api/v1/drivers/days/${NEXT}/notices`, {});
  const [before] = await site.sql<{ id: number }>('select coalesce(max(id), 0) as id from emails');

  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, width: 1600, height: 1000 });
  const presses = await countPresses(page);
  const clicks: Record<string, number> = {};
  const job = async (name: string, does: () => Promise<void>) => {
    clicks[name] = await presses.since(does);
  };
  const rows = stopsOn(api, DAY);
  const column = (name: string): Locator => page.getByRole('region', { name });
  const card = (id: number, kind: string): Locator => page.locator(`[data-card="${id}"][data-kind="${kind}"]`);
  const spot = { x: 100, y: 12 };
  const drag = (from: Locator, name: string) =>
    from.dragTo(column(name).getByRole('list'), { sourcePosition: spot, targetPosition: { x: 60, y: 40 } });
  const undo = () => toastOf(page).getByRole('button', { name: 'Undo' }).click();
  const menu = async (name: string, item: string) => {
    await column(`${name} Lane`)
      .getByRole('button', { name: `More for ${name} Lane` })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.goto(`/admin/board?day=${DAY}`);
  await page.locator('[data-card]').first().waitFor();
  const waiting = column('Unassigned').locator('[data-card]');
  await soon(() => waiting.count()).toBeGreaterThan(11);
  const open = await waiting.count();
  const idAt = async (n: number) => Number(await waiting.nth(n).getAttribute('data-card'));

  await job('give an order to a driver', async () => {
    const id = await idAt(0);
    await drag(waiting.first(), 'Ada Lane');
    await soon(() => rows.of('Ada')).toContain(`delivery ${id}`);
  });
  await job('take a change back', async () => {
    const held = await rows.of('Ada');
    await undo();
    await soon(async () => (await rows.of('Ada')).length).toBe(held.length - 2);
    await soon(() => waiting.count()).toBe(open);
  });
  await job('give ten orders to a driver', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => idAt(n)));
    await waiting.first().click({ position: spot, modifiers: ['ControlOrMeta'] });
    await waiting.nth(9).click({ position: spot, modifiers: ['Shift'] });
    await soon(() => page.locator('[data-selected]').count()).toBe(10);
    await drag(waiting.first(), 'Bo Lane');
    await soon(() => rows.of('Bo')).toEqual(expect.arrayContaining(ids.map((id) => `delivery ${id}`)));
  });
  await job('move a stop to another driver', async () => {
    const [first = ''] = await rows.of('Ada');
    const id = Number(first.split(' ')[1]);
    await drag(card(id, 'pickup'), 'Bo Lane');
    await soon(() => rows.of('Bo')).toContain(`pickup ${id}`);
  });
  await job('change the order of stops', async () => {
    const held = await rows.of('Bo');
    const id = Number(held.at(-1)?.split(' ')[1]);
    await card(id, 'delivery').scrollIntoViewIfNeeded();
    await card(id, 'pickup').dragTo(card(Number(held[0]?.split(' ')[1]), 'pickup'), {
      sourcePosition: spot,
      targetPosition: { x: 60, y: 4 },
    });
    await soon(async () => (await rows.of('Bo')).join()).not.toBe(held.join());
  });
  await job('move an order to the next day', async () => {
    const id = await idAt(0);
    await waiting.first().click({ position: spot, modifiers: ['ControlOrMeta'] });
    await page.getByRole('region', { name: 'Selected cards' }).getByRole('button', { name: 'Change day' }).click();
    const asked = page.getByRole('dialog', { name: 'Change day' });
    await asked.getByLabel('New day').fill(NEXT);
    await asked.getByRole('button', { name: 'Move' }).click();
    await card(id, 'order').waitFor({ state: 'detached' });
  });
  await job('give everything of a driver who is ill away', async () => {
    const held = await rows.of('Gus');
    expect(held.length).toBeGreaterThan(3);
    await menu('Gus', 'Give all to…');
    await page.keyboard.type('Hal');
    await page.getByRole('option', { name: /^Hal Lane/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give to Hal Lane' }).click();
    await soon(() => rows.of('Hal')).toEqual(expect.arrayContaining(held));
    expect(await rows.of('Gus')).toEqual([]);
  });
  await job('use a suggested order', async () => {
    const held = await rows.of('Bo');
    await menu('Bo', 'Suggest a stop order…');
    await page.getByRole('dialog').getByRole('button', { name: 'Use this order' }).click();
    await soon(async () => (await rows.of('Bo')).join()).not.toBe(held.join());
  });
  await job('find an order and open it', async () => {
    const { id = 0, trackingNumber = '' } = orders.find((order, n) => n % 2 === 0 && order.driverId) ?? {};
    await page.getByLabel('Search the board').fill(trackingNumber.slice(-6));
    await soon(() => page.locator('[data-card]').count()).toBeLessThan(5);
    await page.locator(`[data-card="${id}"]`).first().getByRole('link').first().click();
    await page.getByRole('dialog', { name: /^Order / }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Search the board').fill('');
  });
  await job('send the notices now', () => page.getByRole('button', { name: 'Send now' }).click());

  await soon(() => site.sql(`select 1 from emails where status = 'held' and held_for is not null`)).toEqual([]);
  const mails = await site.sql<{ recipient: string; count: number }>(
    `select recipient, count(*)::int as count from emails where id > ? and status <> 'withdrawn' group by recipient`,
    before?.id,
  );
  expect(mails.filter(({ count }) => count > 1)).toEqual([]);
  expect(mails.length).toBeLessThanOrEqual(DRIVERS.length + CUSTOMERS);
  console.info(`presses: ${JSON.stringify(clicks)}; mails: ${mails.length}`);
  for (const [name, most] of Object.entries(CLICKS_MAX)) expect(clicks[name], name).toBeLessThanOrEqual(most);
  expect(problems).toEqual([]);
});
