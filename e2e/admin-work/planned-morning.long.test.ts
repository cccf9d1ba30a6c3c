import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { Plan } from '@quickfleet/shared/delivery/planning/plans';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { randomFrom } from '../../server/src/delivery/plans/engine/random.ts';
import { expectNoSidewaysScroll, soon } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { countPresses } from './presses.ts';

const site = useSite();
const browser = useBrowser();
const DAY = '2028-07-04';
const DRIVERS = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo', 'Kay', 'Lou'];
const ORDERS = 150;
/** Where the pictures of the morning go. */
const shots = process.env['MORNING_SHOTS'];
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (!shots) return;
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${shots}/${name}.${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Orders of a town of some twenty kilometres: a third from the depot, two in three with a window of two hours. */
function madeUpOrders(): object[] {
  const random = randomFrom(7);
  const place = () => ({ lat: 48.12 + random() * 0.18, lng: 16.25 + random() * 0.27 });
  const clock = (hour: number) => `${DAY}T${String(hour).padStart(2, '0')}:00:00Z`;
  return Array.from({ length: ORDERS }, (_, n) => {
    const hour = 8 + Math.floor(random() * 7);
    const isFromDepot = random() < 0.35;
    return {
      customerName: `Customer ${n % 25}`,
      customerEmail: `customer${n % 25}@example.com`,
      pickupAddress: isFromDepot ? 'Depot Street 1, Vienna' : `${n} Pickup Street, Vienna`,
      pickupPlace: isFromDepot ? { lat: 48.2, lng: 16.37 } : place(),
      deliveryAddress: `${n} Delivery Road, Vienna`,
      deliveryPlace: place(),
      deliveryDate: DAY,
      ...(random() < 0.66 ? { deliveryWindow: { from: clock(hour + 1), to: clock(hour + 3) } } : {}),
      items: [{ name: `Crate ${n}`, quantity: 1 + (n % 3) }],
    };
  });
}

test('I27 a morning of 150 orders for 12 drivers is planned in three presses, with nobody late who need not be', {
  timeout: 240_000,
}, async () => {
  const api = await site.api(ADMIN);
  for (const firstName of DRIVERS) {
    const { id } = await site.createUser('driver', { firstName, lastName: 'Lane' });
    await api.send('PUT', `/api/v1/users/${id}`, { vehicle: { label: 'Van', parcelsMax: 60, kilosMax: 800 } });
  }
  const orders = madeUpOrders();
  for (const from of [0, 75])
    await api.send('POST', '/api/v1/orders/batch', { mode: 'all', orders: orders.slice(from, from + 75) });
  const read = () => api.send<DayBoard>('GET', `/api/v1/drivers/days?day=${DAY}`);

  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, width: 1280, height: 800 });
  const counted = await countPresses(page);
  await page.goto(`/admin/board?day=${DAY}`);
  await page.locator('[data-card]').first().waitFor();
  await shoot(page, 'before');
  const began = performance.now();
  const dialog = page.getByRole('dialog', { name: 'Plan the day' });
  const presses = await counted.since(async () => {
    await page.getByRole('button', { name: 'Plan the day' }).click();
    await dialog.getByText(`${ORDERS} orders are without a driver`).waitFor();
    await shoot(page, 'asked');
    await dialog.getByRole('button', { name: 'Plan the day' }).click();
    await dialog.getByRole('table', { name: 'The day now and as planned' }).waitFor({ timeout: 60_000 });
    await shoot(page, 'proposed');
    await dialog.getByRole('button', { name: 'Use this plan' }).click();
    await soon(async () => (await read()).unassigned.orderIds).toEqual([]);
  });
  const seconds = (performance.now() - began) / 1000;
  expect(presses).toBe(3);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('≈').first().waitFor();
  await expectNoSidewaysScroll(page);
  await shoot(page, 'after');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.locator('[data-map]').waitFor();
  await shoot(page, 'map');

  const [made] = await site.sql<{ id: number }>('select id from plans');
  const { after } = await api.send<Plan>('GET', `/api/v1/plans/${made?.id}`);
  console.info(`${presses} presses, ${seconds.toFixed(1)} s; ${JSON.stringify(after)}`);
  expect(after).toMatchObject({ lateStops: 0, unplanned: 0 });

  const phone = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
  await phone.page.goto(`/admin/board?day=${DAY}`);
  await phone.page.getByRole('combobox', { name: 'Column' }).tap();
  await phone.page.getByRole('option', { name: /^Bo Lane/ }).tap();
  await phone.page.getByText('≈').first().waitFor();
  await expectNoSidewaysScroll(phone.page);
  await shoot(phone.page, 'phone');
  expect([...problems, ...phone.problems]).toEqual([]);
});
