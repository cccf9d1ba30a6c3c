import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, soon, toastOf } from '../admin-quotes/staff.ts';
import { ADMIN, type Api, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
let api: Api;
let ada: { id: number };
let bo: { id: number };
beforeAll(async () => {
  api = await site.api(ADMIN);
  ada = await site.createUser('driver', { firstName: 'Ada', lastName: 'Lane' });
  bo = await site.createUser('driver', { firstName: 'Bo', lastName: 'Marsh' });
});

let days = 0;
let day = '';
let orders: Order[] = [];
const clock = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`;
const make = (name: string, hour: number | undefined, more: object = {}) =>
  api.send<Order>('POST', '/api/v1/orders', {
    customerName: `${name} Customer`,
    customerEmail: 'olga@example.com',
    pickupAddress: `${name} Pickup Street\nSpringfield`,
    deliveryAddress: `${name} Delivery Road, Shelbyville`,
    items: [{ name: 'Crate' }],
    ...(hour === undefined
      ? {}
      : {
          pickupWindow: { from: clock(hour), to: clock(hour + 1) },
          deliveryWindow: { from: clock(hour + 1), to: clock(hour + 2) },
        }),
    ...more,
  });
beforeEach(async () => {
  day = `2028-06-${String(++days * 2).padStart(2, '0')}`;
  const of = { driverId: ada.id };
  orders = [
    await make('First', 8, of),
    await make('Second', 10, of),
    await make('Third', 12),
    await make('Fourth', 14),
  ];
});
const idOf = (n: number): number => orders[n]?.id ?? 0;
const numberOf = (n: number): string => formatTracking(orders[n]?.trackingNumber ?? '');
const open = async (page: Page, more = '') => {
  await page.goto(`/admin/board?day=${day}${more}`);
  await page.locator('[data-card]').first().waitFor();
};
const columnOf = (page: Page, name: string): Locator => page.getByRole('region', { name });
const cardOf = (page: Page, n: number, kind: string): Locator =>
  page.locator(`[data-card="${idOf(n)}"][data-kind="${kind}"]`);
/** A driver's stops of a day in the database's order: 'p0 d0'. */
const inRows = async (driverId: number, of = day): Promise<string> => {
  const board = await api.send<DayBoard>('GET', `/api/v1/drivers/days?day=${of}`);
  const stops = board.drivers.find(({ driver }) => driver.id === driverId)?.stops ?? [];
  return stops.map(({ orderId, stop }) => `${stop.charAt(0)}${orders.findIndex(({ id }) => id === orderId)}`).join(' ');
};
const dayInRow = async (n: number) =>
  (await api.send<Order>('GET', `/api/v1/orders/${idOf(n)}`)).deliveryDate?.slice(0, 10);
const said = (page: Page): Promise<string | null> => page.getByTestId('board-said').textContent();
const barOf = (page: Page): Locator => page.getByRole('region', { name: 'Selected cards' });
const chooseDriver = async (page: Page, name: string) => {
  await barOf(page).getByRole('combobox', { name: 'Driver for the selected cards' }).click();
  await page.getByRole('option', { name }).click();
  await barOf(page).getByRole('button', { name: 'Move', exact: true }).click();
};
const undo = (page: Page) => toastOf(page).getByRole('button', { name: 'Undo' }).click();
/** A plain place on a card, next to its link and buttons. */
const spot = { x: 100, y: 12 };

test('U174 U176 several cards are selected by mouse and keyboard, and moved by drag or bar to a driver or a day, each with one Undo', async () => {
  orders.push(await make('Fifth', undefined));
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await open(page);
  // Ctrl adds one, Shift everything between, Escape clears.
  await cardOf(page, 2, 'order').click({ position: spot, modifiers: ['ControlOrMeta'] });
  await cardOf(page, 3, 'order').click({ position: spot, modifiers: ['Shift'] });
  await cardOf(page, 4, 'order').click({ position: spot, modifiers: ['ControlOrMeta'] });
  await soon(() => said(page)).toBe('3 cards selected.');
  expect(await page.locator('[data-selected]').count()).toBe(3);
  await expectAccessible(page, 'the board with selected cards');
  await page.keyboard.press('Escape');
  await soon(() => page.locator('[data-selected]').count()).toBe(0);
  expect(await said(page)).toBe('Nothing selected.');
  expect(await barOf(page).count()).toBe(0);

  // One of no day and one of nobody are dragged to Bo together; the one without a day gets this one.
  await cardOf(page, 2, 'order').click({ position: spot, modifiers: ['ControlOrMeta'] });
  await cardOf(page, 4, 'order').click({ position: spot, modifiers: ['ControlOrMeta'] });
  const list = columnOf(page, 'Bo Marsh').getByRole('list');
  await cardOf(page, 2, 'order').dragTo(list, { sourcePosition: spot, targetPosition: { x: 60, y: 40 } });
  await soon(() => inRows(bo.id)).toBe('p4 d4 p2 d2');
  expect(await dayInRow(4)).toBe(day);
  await soon(() => said(page)).toBe('2 orders are with Bo Marsh now.');
  await undo(page);
  await soon(() => inRows(bo.id)).toBe('');
  expect(await dayInRow(4)).toBeUndefined();
  await columnOf(page, 'No day yet')
    .locator(`[data-card="${idOf(4)}"]`)
    .waitFor();

  // By keyboard: x, Shift with an arrow, and the bar.
  await page.getByRole('button', { name: `Move pickup of ${numberOf(1)}` }).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await soon(() => said(page)).toBe('2 cards selected.');
  await barOf(page).getByText('2 cards selected (1 order)').waitFor();
  await chooseDriver(page, 'Bo Marsh');
  await soon(() => inRows(bo.id)).toBe('p1 d1');
  expect(await inRows(ada.id)).toBe('p0 d0');
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-handle'))).toBe(String(idOf(1)));
  await undo(page);
  await soon(() => inRows(ada.id)).toBe('p0 d0 p1 d1');

  // A whole column to another day, at the same times.
  await columnOf(page, 'Ada Lane').getByRole('button', { name: 'More for Ada Lane' }).click();
  await page.getByRole('menuitem', { name: 'Select all' }).click();
  const later = `${day.slice(0, 8)}${String(days * 2 + 1).padStart(2, '0')}`;
  await barOf(page).getByRole('button', { name: 'Change day' }).click();
  const asked = page.getByRole('dialog', { name: 'Change day' });
  await asked.getByLabel('New day').fill(later);
  await asked.getByRole('button', { name: 'Move' }).click();
  await soon(() => inRows(ada.id, later)).toBe('p0 d0 p1 d1');
  expect(await inRows(ada.id)).toBe('');
  await undo(page);
  await soon(() => inRows(ada.id)).toBe('p0 d0 p1 d1');
  const [again] = await site.sql<{ from: string }>(
    `select to_char(pickup_from at time zone 'UTC', 'YYYY-MM-DD HH24') as from from orders where id = ?`,
    idOf(1),
  );
  expect(again?.from).toBe(`${day} 10`);
  expect(problems).toEqual([]);
});

test('U175 all open stops of a driver who is ill go to another one with one press, and come back with one', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await site.sql(`update orders set status = 'picked_up' where id = ?`, idOf(0));
  await api.send('POST', `/api/v1/orders/${idOf(3)}/assign`, { driverId: bo.id });
  await open(page);
  await columnOf(page, 'Ada Lane').getByRole('button', { name: 'More for Ada Lane' }).click();
  await page.getByRole('menuitem', { name: 'Give all to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give all stops of Ada Lane' });
  await dialog.getByText('1 order is already picked up').waitFor();
  await expectAccessible(page, 'giving everything away', '[role="dialog"]');
  await page.keyboard.type('Bo');
  await page.getByRole('option', { name: /^Bo Marsh/ }).click();
  await dialog.getByRole('button', { name: 'Give to Bo Marsh' }).click();
  await soon(() => inRows(bo.id)).toBe('p0 d0 p1 d1 p3 d3');
  expect(await inRows(ada.id)).toBe('');
  await undo(page);
  await soon(() => inRows(ada.id)).toBe('p0 d0 p1 d1');
  expect(await inRows(bo.id)).toBe('p3 d3');
  expect(problems).toEqual([]);
});

test('U176 cards are as short as they can be if the person wants, done stops are folded, and a thumb selects; light and dark', async () => {
  await site.sql(`update orders set status = 'picked_up' where id = ?`, idOf(0));
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await open(page);
  const column = columnOf(page, 'Ada Lane');
  expect(await cardOf(page, 0, 'pickup').count()).toBe(0);
  await column.getByRole('button', { name: '1 done stop' }).click();
  await cardOf(page, 0, 'pickup').waitFor();
  const tall = (await cardOf(page, 1, 'delivery').boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Compact' }).click();
  await soon(async () => ((await cardOf(page, 1, 'delivery').boundingBox())?.height ?? 0) < 42).toBe(true);
  expect(tall).toBeGreaterThan(110);
  await expectAccessible(page, 'one line for each stop');
  await page.reload();
  await cardOf(page, 1, 'delivery').waitFor();
  expect((await cardOf(page, 1, 'delivery').boundingBox())?.height).toBeLessThan(42);
  await column
    .getByRole('link', { name: new RegExp(`^Delivery ${numberOf(1)}, 11:00 AM – 12:00 PM, Second Delivery Road`) })
    .click();
  await page.getByRole('dialog', { name: `Order ${numberOf(1)}` }).waitFor();

  const phone = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN, colorScheme: 'dark' });
  await open(phone.page);
  await phone.page.getByRole('button', { name: 'Select', exact: true }).tap();
  await phone.page.getByRole('checkbox', { name: `Select ${numberOf(2)}` }).tap();
  await phone.page.getByRole('checkbox', { name: `Select ${numberOf(3)}` }).tap();
  await expectNoSidewaysScroll(phone.page);
  await expectAccessible(phone.page, 'selected cards on a phone in the dark');
  await chooseDriver(phone.page, 'Bo Marsh');
  await soon(() => inRows(bo.id)).toBe('p2 d2 p3 d3');
  expect([...problems, ...phone.problems]).toEqual([]);
});

test('U177 U178 a driver’s column says what the day takes, and which stops are more than one person can make', async () => {
  const early = { driverId: ada.id, pickupWindow: { from: clock(8), to: clock(8).replace(':00:', ':05:') } };
  orders.push(await make('Fifth', 8, early), await make('Sixth', 8, early));
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await open(page);
  const column = columnOf(page, 'Ada Lane');
  await column.getByText('8 stops, 4 orders, 4 parcels · 1 h 20 min to go, a guess').waitFor();
  await column.getByText('2 stops from 8:00 AM to 8:05 AM, time for about 1').waitFor();
  const marked = page.locator('[data-card]', { has: page.getByRole('img', { name: 'Too many stops at this time' }) });
  const keys = await marked.evaluateAll((all) =>
    all.map((card) => `${card.getAttribute('data-kind')} ${card.getAttribute('data-card')}`),
  );
  expect(keys.toSorted()).toEqual([`pickup ${idOf(4)}`, `pickup ${idOf(5)}`].toSorted());
  await expectAccessible(page, 'a day with too many stops at a time');
  // It warns, and refuses nothing: one of them moves, and the warning is gone.
  await cardOf(page, 5, 'pickup').dragTo(columnOf(page, 'Bo Marsh').getByRole('list'), {
    sourcePosition: spot,
    targetPosition: { x: 60, y: 40 },
  });
  await column.getByText('time for about 1').waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('U179 a suggested order shows what it changes and why, is used with one press and taken back with one; also on a phone', async () => {
  const late = { from: clock(9), to: clock(10) };
  orders.push(await make('Fifth', 16, { driverId: ada.id, pickupWindow: late, deliveryWindow: late }));
  const stops = [0, 1, 4].flatMap((n) => (['pickup', 'delivery'] as const).map((stop) => ({ orderId: idOf(n), stop })));
  await api.send('PUT', `/api/v1/drivers/${ada.id}/day`, { day, stops });
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  const ask = async (of: Page) => {
    await columnOf(of, 'Ada Lane').getByRole('button', { name: 'More for Ada Lane' }).click();
    await of.getByRole('menuitem', { name: 'Suggest a stop order…' }).click();
    const dialog = of.getByRole('dialog', { name: 'Suggested stop order for Ada Lane' });
    await dialog.getByRole('table').waitFor();
    return dialog;
  };
  await open(page);
  const dialog = await ask(page);
  await dialog.getByRole('row', { name: 'Missed windows 2 0' }).waitFor();
  const listed = dialog.getByRole('list', { name: 'Stops in the suggested order' }).getByRole('listitem');
  const second = listed.filter({ hasText: 'Fifth Pickup Street' });
  await second.getByText(/was 5 · in time for its window/).waitFor();
  await expectAccessible(page, 'a suggested order', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Use this order' }).click();
  await soon(() => inRows(ada.id)).not.toBe('p0 d0 p1 d1 p4 d4');
  expect(await inRows(ada.id)).toMatch(/^p0 .*p4 .*p1/);
  await soon(() => said(page)).toBe('The stops of Ada Lane are in the suggested order.');
  await undo(page);
  await soon(() => inRows(ada.id)).toBe('p0 d0 p1 d1 p4 d4');

  // Nothing is promised and nothing is known: it says so.
  await site.sql('update orders set pickup_from = null, pickup_to = null, delivery_from = null, delivery_to = null');
  const phone = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN, colorScheme: 'dark' });
  await open(phone.page, `&driver=${ada.id}`);
  const asked = await ask(phone.page);
  await asked.getByText(/^Positions are known/).waitFor();
  await expectNoSidewaysScroll(phone.page);
  await expectAccessible(phone.page, 'no suggestion on a phone in the dark', '[role="dialog"]');
  await asked.getByRole('button', { name: 'Close', exact: true }).last().tap();
  expect([...problems, ...phone.problems]).toEqual([]);
});

test('U316 U317 four drivers fit at 1,280 px, five with compact cards that cut nothing, and all of them in the overview', async () => {
  for (const firstName of ['Cy', 'Di', 'Ed']) await site.createUser('driver', { firstName, lastName: 'Field' });
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, width: 1280, height: 800 });
  await open(page);
  const whole = () =>
    page
      .locator('[data-column]')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right <= innerWidth).length);
  expect(await whole()).toBeGreaterThanOrEqual(4);
  await page.getByRole('button', { name: 'Compact', exact: true }).click();
  await soon(whole).toBeGreaterThanOrEqual(5);
  const cut = await page
    .locator('[data-card] a')
    .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth + 1).length);
  expect(cut).toBe(0);
  // Short in the narrowest columns too, where a time takes most of a line.
  const heights = await page
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(80);
  await page.getByRole('button', { name: 'Overview' }).click();
  const of = page.getByRole('region', { name: 'Ada Lane' });
  await of.getByText('0 of 4 stops done').waitFor();
  await of.getByText(/^Next: Pickup, First Pickup Street/).waitFor();
  await of.getByText('a guess').waitFor();
  await expectAccessible(page, 'overview');
  await of.getByRole('link', { name: 'Ada Lane' }).click();
  await cardOf(page, 0, 'pickup').waitFor();
  await page.getByRole('button', { name: 'Compact', exact: true }).click();
  expect(problems).toEqual([]);
});

test('C767 a card shows the whole word on its handle or the sign alone, where words are long too', async () => {
  const { page } = await newPage(browser, site, { signedInAs: ADMIN, width: 960, height: 800 });
  await page.context().addCookies([{ name: 'language', value: 'de', url: site.url }]);
  await page.goto(`/admin/board?day=${day}`);
  await page.locator('[data-handle]').first().waitFor();
  const shown = await page.locator('[data-handle]').evaluateAll((handles) =>
    handles.map((handle) => {
      const words = document.createRange();
      words.selectNodeContents(handle.lastChild ?? handle);
      const [own, word] = [handle.getBoundingClientRect(), words.getBoundingClientRect()];
      if (word.top >= own.bottom) return 'sign';
      return word.left >= own.left && word.right <= own.right ? 'word' : 'cut';
    }),
  );
  expect(new Set(shown)).toEqual(new Set(['word', 'sign']));
});
