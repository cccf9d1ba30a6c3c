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

// A separate day for each test.
let days = 0;
let day = '';
let orders: Order[] = [];
const clock = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`;
const make = (customerName: string, hour: number, more: object = {}) =>
  api.send<Order>('POST', '/api/v1/orders', {
    customerName,
    customerEmail: 'olga@example.com',
    pickupAddress: `${hour} Pickup Street\nSpringfield`,
    deliveryAddress: `${hour} Delivery Road, Shelbyville`,
    pickupWindow: { from: clock(hour), to: clock(hour + 1) },
    deliveryWindow: { from: clock(hour + 1), to: clock(hour + 2) },
    items: [{ name: 'Crate', quantity: 2 }],
    ...more,
  });
beforeEach(async () => {
  day = `2028-05-${String(++days).padStart(2, '0')}`;
  orders = [await make('First Customer', 10), await make('Second Customer', 12), await make('Third Customer', 14)];
});
const idOf = (n: number): number => orders[n]?.id ?? 0;
const numberOf = (n: number): string => formatTracking(orders[n]?.trackingNumber ?? '');

const open = async (page: Page, more = '') => {
  await page.goto(`/admin/board?day=${day}${more}`);
  await page.getByRole('heading', { name: 'Day Board' }).waitFor();
  await page.locator('[data-card]').first().waitFor();
};
const columnOf = (page: Page, name: string): Locator => page.getByRole('region', { name });
const cardOf = (page: Page, n: number, kind: string): Locator =>
  page.locator(`[data-card="${idOf(n)}"][data-kind="${kind}"]`);
/** What a column shows, by customer's place in `orders`: 'pickup 0'. */
const inColumn = async (page: Page, name: string): Promise<string[]> => {
  const cards = await columnOf(page, name)
    .locator('[data-card]')
    .evaluateAll((all) => all.map((card) => [card.getAttribute('data-kind'), Number(card.getAttribute('data-card'))]));
  return cards.map(([kind, id]) => `${kind} ${orders.findIndex((order) => order.id === id)}`);
};
const inRows = async (driverId: number): Promise<string[]> => {
  const board = await api.send<DayBoard>('GET', `/api/v1/drivers/days?day=${day}`);
  const stops = board.drivers.find(({ driver }) => driver.id === driverId)?.stops ?? [];
  return stops.map(({ orderId, stop }) => `${stop} ${orders.findIndex(({ id }) => id === orderId)}`);
};
const said = (page: Page): Promise<string | null> => page.getByTestId('board-said').textContent();
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('I06 a day is planned by keyboard alone: cards are dragged, or moved by driver and place, and every step is announced', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await open(page);
  expect(await inColumn(page, 'Unassigned')).toEqual(['order 0', 'order 1', 'order 2']);
  await page.getByRole('button', { name: `Move ${numberOf(0)}` }).focus();
  await press(page, ' ');
  expect(await said(page)).toMatch(/^Lifted, unassigned\. Arrow keys move it/);
  await press(page, 'ArrowRight');
  await soon(() => said(page)).toBe('stop 1 of 2 of Ada Lane');
  await press(page, ' ');
  await soon(() => said(page)).toBe(`${numberOf(0)} is stop 1 of 2 of Ada Lane.`);
  await soon(() => inRows(ada.id)).toEqual(['pickup 0', 'delivery 0']);

  // Escape puts a card back where it was.
  await page.getByRole('button', { name: `Move ${numberOf(1)}` }).focus();
  await press(page, ' ', 'ArrowRight', 'Escape');
  await soon(() => said(page)).toBe('Put back, unassigned.');
  expect(await inColumn(page, 'Unassigned')).toEqual(['order 1', 'order 2']);

  // Enter asks for driver and place.
  await page.getByRole('button', { name: `Move ${numberOf(1)}` }).focus();
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: `Move ${numberOf(1)}` });
  await dialog.getByLabel('Place').focus();
  await press(page, 'Control+a');
  await page.keyboard.type('delivery of');
  await press(page, 'ArrowDown', 'Enter');
  await dialog.getByRole('button', { name: 'Move', exact: true }).focus();
  await press(page, 'Enter');
  await soon(() => inRows(ada.id)).toEqual(['pickup 0', 'pickup 1', 'delivery 1', 'delivery 0']);
  // The focus went along with the card.
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-stop'))).toBe('pickup');

  // A delivery does not pass its pickup.
  await page.getByRole('button', { name: `Move delivery of ${numberOf(1)}` }).focus();
  await press(page, ' ', 'ArrowUp');
  await soon(() => said(page)).toBe('An order is picked up before it is delivered');
  await press(page, 'ArrowDown');
  await soon(() => said(page)).toBe('stop 4 of 4 of Ada Lane');
  await press(page, ' ');
  await soon(() => inRows(ada.id)).toEqual(['pickup 0', 'pickup 1', 'delivery 0', 'delivery 1']);
  expect(await inColumn(page, 'Ada Lane')).toEqual(['pickup 0', 'pickup 1', 'delivery 0', 'delivery 1']);
  await columnOf(page, 'Ada Lane').getByText('4 stops, 2 orders, 4 parcels').waitFor();
  expect(problems).toEqual([]);
});

test('J46 J47 the run sheets and labels of a driver, and of the day, are printed from the board', async () => {
  const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await open(page);
  const items = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    // A menu is there a frame after the click.
    await page.getByRole('menuitem').first().waitFor();
    const found = await page
      .getByRole('menuitem')
      .evaluateAll((all) => all.map((item) => [item.textContent, item.getAttribute('href')]));
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    return found;
  };
  const ids = [0, 1, 2].map(idOf).join(',');
  expect(await items('Print')).toEqual([
    ['No run sheets', null],
    ['6 labels', `/api/v1/orders/labels.pdf?ids=${ids}`],
  ]);
  await api.send('PUT', `/api/v1/drivers/${bo.id}/day`, {
    day,
    stops: ['pickup', 'delivery'].map((stop) => ({ orderId: idOf(1), stop })),
  });
  await columnOf(page, 'Bo Marsh').locator('[data-card]').first().waitFor();
  expect(await items('More for Bo Marsh')).toEqual([
    ['Select all', null],
    ['Give all to…', null],
    ['Suggest a stop order…', null],
    ['Run sheet', `/api/v1/drivers/${bo.id}/run-sheet.pdf?day=${day}`],
    ['Cash of the day…', null],
    ['2 labels', `/api/v1/orders/${idOf(1)}/label.pdf`],
  ]);
  // An order is looked at and corrected without leaving the board.
  await page.getByRole('link', { name: numberOf(0) }).click();
  const details = page.getByRole('dialog', { name: new RegExp(numberOf(0)) });
  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: /Edit/ });
  await edit.getByLabel('Customer Name').fill('Noor Haddad');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'hidden' });
  await columnOf(page, 'Unassigned').getByText('Noor Haddad').waitFor();
  // What others see live may come before the answer that closes the dialog.
  await soon(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/admin/board?day=${day}`);
  const [sheets] = await items('Print');
  expect(sheets).toEqual(['1 run sheet', `/api/v1/drivers/run-sheets.pdf?day=${day}`]);
  expect((await context.request.get(sheets?.[1] ?? '')).headers()['content-type']).toBe('application/pdf');
  expect(problems).toEqual([]);
});

test('I06 I07 cards are dragged between and within columns, and another dispatcher sees it immediately', async () => {
  const dispatcher = await site.createUser('dispatcher');
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  const other = await newPage(browser, site, { signedInAs: dispatcher });
  await open(page);
  await open(other.page);
  const drag = async (n: number, kind: string, to: Locator, y = 4) => {
    await cardOf(page, n, kind).dragTo(to, { sourcePosition: { x: 120, y: 12 }, targetPosition: { x: 60, y } });
  };
  await drag(2, 'order', columnOf(page, 'Bo Marsh').getByRole('list'), 40);
  await soon(() => inRows(bo.id)).toEqual(['pickup 2', 'delivery 2']);
  await drag(1, 'order', cardOf(page, 2, 'delivery'));
  await soon(() => inRows(bo.id)).toEqual(['pickup 2', 'pickup 1', 'delivery 1', 'delivery 2']);
  await drag(1, 'pickup', cardOf(page, 2, 'pickup'));
  await soon(() => inRows(bo.id)).toEqual(['pickup 1', 'pickup 2', 'delivery 1', 'delivery 2']);
  await soon(() => inColumn(other.page, 'Bo Marsh')).toEqual(['pickup 1', 'pickup 2', 'delivery 1', 'delivery 2']);
  expect(await inColumn(other.page, 'Unassigned')).toEqual(['order 0']);

  // Out of a driver's day, and from one driver to another.
  await drag(1, 'pickup', columnOf(page, 'Unassigned').getByRole('list'), 30);
  await soon(() => inColumn(other.page, 'Unassigned')).toEqual(['order 0', 'order 1']);
  await drag(2, 'delivery', columnOf(page, 'Ada Lane').getByRole('list'), 30);
  await soon(() => inColumn(other.page, 'Ada Lane')).toEqual(['pickup 2', 'delivery 2']);
  expect(await inRows(bo.id)).toEqual([]);
  expect([...problems, ...other.problems]).toEqual([]);
});

const middleOf = async (of: Locator, y?: number) => {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + (y ?? box.height / 2) };
};
/** A finger on a card's Move handle, carried to `y` px below the top of another element. */
const carry = async (page: Page, handle: string, to: Locator, y: number) => {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  const from = await middleOf(page.getByRole('button', { name: handle, exact: true }));
  const target = await middleOf(to, y);
  await touch('touchStart', [from]);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1])
    await touch('touchMove', [{ x: from.x + (target.x - from.x) * part, y: from.y + (target.y - from.y) * part }]);
  await touch('touchEnd', []);
  await cdp.detach();
};

test('J42 a finger drags cards by their Move handle between and within columns, and a tap still asks', async () => {
  const { page, problems } = await newPage(browser, site, {
    signedInAs: ADMIN,
    width: 1180,
    height: 820,
    touch: true,
  });
  await open(page);
  await carry(page, `Move ${numberOf(2)}`, columnOf(page, 'Bo Marsh').getByRole('list'), 40);
  await soon(() => inRows(bo.id)).toEqual(['pickup 2', 'delivery 2']);
  await carry(page, `Move ${numberOf(1)}`, cardOf(page, 2, 'delivery'), 4);
  await soon(() => inRows(bo.id)).toEqual(['pickup 2', 'pickup 1', 'delivery 1', 'delivery 2']);
  await carry(page, `Move pickup of ${numberOf(1)}`, cardOf(page, 2, 'pickup'), 4);
  await soon(() => inRows(bo.id)).toEqual(['pickup 1', 'pickup 2', 'delivery 1', 'delivery 2']);
  // Off the board, and back to Unassigned.
  await carry(page, `Move delivery of ${numberOf(2)}`, page.getByRole('heading', { name: 'Day Board' }), 4);
  await carry(page, `Move pickup of ${numberOf(1)}`, columnOf(page, 'Unassigned').getByRole('list'), 30);
  await soon(() => inRows(bo.id)).toEqual(['pickup 2', 'delivery 2']);
  expect(await page.locator('[data-dragged], [data-edge], [data-over]').count()).toBe(0);
  await page.getByRole('button', { name: `Move ${numberOf(0)}` }).tap();
  await page.getByRole('dialog', { name: `Move ${numberOf(0)}` }).waitFor();
  expect(problems).toEqual([]);
});

test('J42 a finger drags within the one column of a phone, and the page scrolls along', async () => {
  await api.send('PUT', `/api/v1/drivers/${bo.id}/day`, {
    day,
    stops: [0, 1, 2].flatMap((n) => ['pickup', 'delivery'].map((stop) => ({ orderId: idOf(n), stop }))),
  });
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, ...PHONE });
  await open(page, `&driver=${bo.id}`);
  const list = columnOf(page, 'Bo Marsh').getByRole('list');
  expect(await middleOf(list, 0)).toMatchObject({ x: 195 });
  const cdp = await page.context().newCDPSession(page);
  const from = await middleOf(page.getByRole('button', { name: `Move delivery of ${numberOf(0)}` }));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: 195, y: from.y + 30 }]);
  await touch('touchMove', [{ x: 195, y: 838 }]);
  // At the edge the page keeps scrolling until the last card is there.
  const last = cardOf(page, 2, 'delivery');
  await soon(async () => ((await last.boundingBox())?.y ?? 2000) < 700).toBe(true);
  const { x, y } = await middleOf(last, 100);
  await touch('touchMove', [{ x, y }]);
  await touch('touchEnd', []);
  await soon(() => inRows(bo.id)).toEqual([
    'pickup 0',
    'pickup 1',
    'delivery 1',
    'pickup 2',
    'delivery 2',
    'delivery 0',
  ]);
  expect(problems).toEqual([]);
});

test('I07 a refused move goes back, says why, and shows where the card is now', async () => {
  const { page, problems } = await newPage(browser, site, {
    signedInAs: ADMIN,
    expectErrors: [/409/, /live\.onChange/],
  });
  // This page gets no events.
  await page.route('**/trpc/live.onChange*', (route) => route.abort());
  await open(page);
  await api.send('PUT', `/api/v1/drivers/${bo.id}/day`, {
    day,
    stops: [
      { orderId: idOf(0), stop: 'pickup' },
      { orderId: idOf(0), stop: 'delivery' },
    ],
  });
  await page.getByRole('button', { name: `Move ${numberOf(0)}` }).focus();
  await press(page, ' ', 'ArrowRight', ' ');
  await toastOf(page)
    .getByText(`Someone else moved it: Bo Marsh has ${numberOf(0)} now.`)
    .waitFor();
  await soon(() => said(page)).toContain(`${numberOf(0)} is stop 1 of 2 of Bo Marsh now.`);
  expect(await inColumn(page, 'Bo Marsh')).toEqual(['pickup 0', 'delivery 0']);
  expect(await inColumn(page, 'Ada Lane')).toEqual([]);
  expect(await cardOf(page, 0, 'pickup').getAttribute('data-lost')).toBe('true');
  expect(problems).toEqual([]);
});

test('U170 what was carried over and what has no day comes first, with its date and driver, on a phone too', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const plain = { pickupWindow: undefined, deliveryWindow: undefined };
  orders.push(
    await make('Left Over', 9, { ...plain, deliveryDate: yesterday, driverId: ada.id }),
    await make('No Day', 9, plain),
  );
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await open(page);
  const headings = await page.locator('[data-board] h2').allTextContents();
  expect(headings.slice(0, 3)).toEqual(['Carried over', 'No day yet', 'Unassigned']);
  expect(await inColumn(page, 'Carried over')).toEqual(['pickup 3', 'delivery 3']);
  expect(await inColumn(page, 'No day yet')).toEqual(['order 4']);
  await columnOf(page, 'Carried over').getByText('Driver: Ada Lane').first().waitFor();
  await columnOf(page, 'No day yet').locator('li').getByText('No day yet').waitFor();
  await expectAccessible(page, 'the board with waiting orders');
  const phone = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
  await open(phone.page);
  await phone.page.getByRole('combobox', { name: 'Column' }).tap();
  await phone.page.getByRole('option', { name: 'Carried over (2 stops)' }).tap();
  await soon(() => inColumn(phone.page, 'Carried over')).toEqual(['pickup 3', 'delivery 3']);
  // The list of the same.
  await page.goto('/admin/orders');
  await page.getByRole('button', { name: 'Carried over 1' }).click();
  await page.getByText('Left Over').first().waitFor();
  expect([...problems, ...phone.problems]).toEqual([]);
});

test('I09 a phone shows one driver at a time and moves cards by driver and place; light and dark, axe finds nothing', async () => {
  await make('Ada’s Customer', 9, { driverId: ada.id });
  const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
  await open(page);
  expect(await page.locator('section[aria-labelledby^="board-column"]').count()).toBe(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'the board on a phone');
  await page.getByRole('button', { name: `Move ${numberOf(0)}` }).tap();
  const dialog = page.getByRole('dialog', { name: `Move ${numberOf(0)}` });
  await page.getByRole('option', { name: /^Bo Marsh/ }).waitFor();
  // A list that opens outside the page would make a phone zoom out, which moves the list, which zooms in again.
  const widths = await page.evaluate(async () => {
    const widths = new Set<number>();
    for (let frame = 0; frame < 20; frame++) {
      await new Promise(requestAnimationFrame);
      widths.add(innerWidth);
    }
    return [...widths];
  });
  expect(widths).toEqual([PHONE.width]);
  await expectAccessible(page, 'the dialog on a phone', '[role="dialog"]');
  await dialog.getByLabel('Driver').tap();
  await page.getByRole('option', { name: /^Bo Marsh/ }).tap();
  await dialog.getByRole('button', { name: 'Move', exact: true }).tap();
  await soon(() => inRows(bo.id)).toEqual(['pickup 0', 'delivery 0']);
  await page.getByRole('combobox', { name: 'Column' }).tap();
  await page.getByRole('option', { name: 'Bo Marsh (2 stops)' }).tap();
  await soon(() => inColumn(page, 'Bo Marsh')).toEqual(['pickup 0', 'delivery 0']);
  const dark = await newPage(browser, site, { signedInAs: ADMIN, colorScheme: 'dark' });
  await open(dark.page);
  await expectAccessible(dark.page, 'the board in the dark');
  await dark.page.getByRole('searchbox').fill('Second');
  await soon(() => inColumn(dark.page, 'Unassigned')).toEqual(['order 1']);
  expect([...problems, ...dark.problems]).toEqual([]);
});
