import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, type Api, photoUpload, useBrowser, useSite } from '../harness.ts';
import { type CodedOrder, draw, expectAllSent, makeOrder, takePhone } from './phone.ts';

const site = useSite();
const browser = useBrowser();
/** As many taps as the machine manages in this time, and no more than a day needs. */
const DAY_MS = 45_000;
const TAPS_MAX = 150;
const TAP_MS = 300;
/** From the look at the screen until the finger is on it. */
const REACH_MS = 160;
const OFFICE_MS = 900;
const DOORS = ['12 Kiln Lane', '12 Kiln Lane', '3 Mill Road', '5 Oak Street', '5 Oak Street', '9 Elm Way', '1 Ash Row'];

/** The same numbers in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** What the phone stores for an order, and at which tap: patched below everything that the portal does. */
interface Act {
  kind: string;
  orderIds: number[];
  tap: number;
}
async function noteActs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const acts: Act[] = [];
    Object.assign(window, { acts, tap: 0 });
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (value, key) {
      if (this.name === 'entries')
        acts.push({
          kind: value.kind,
          orderIds: [value.orderId, ...(value.alsoFor ?? [])],
          tap: Reflect.get(window, 'tap'),
        });
      return key === undefined ? add.call(this, value) : add.call(this, value, key);
    };
  });
}

interface Target {
  x: number;
  y: number;
  what: string;
  /** The orders that the screen names for this control, by number or by customer. */
  shown: string[];
  isPad: boolean;
}
/** What a driver could press now, and which orders the screen names for it. */
const look = (page: Page): Promise<Target[]> =>
  page.evaluate(() => {
    const namesIn = (part: Element | null | undefined): string[] =>
      [...(part?.textContent ?? '').matchAll(/QF\d\d \d{4} \d{4} \d\d|Customer \d/g)].map(([name]) =>
        name.startsWith('QF') ? name.replaceAll(' ', '') : name,
      );
    const dialog = document.querySelector('[role=dialog]');
    const head = document.querySelector('#order-title');
    const stop = document.querySelector('[data-testid=bar-orders]');
    return [...(dialog ?? document).querySelectorAll<HTMLElement>('button, a[target=_blank], input[type=checkbox]')]
      .filter((one) => !one.matches(':disabled') && one.checkVisibility() && !one.closest('header'))
      .flatMap((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        // What is below the header or the bar cannot be meant.
        if (width === 0 || !(one.contains(hit) || hit?.contains(one))) return [];
        const names = dialog ?? (one.closest('[data-bar]') && stop) ?? head ?? one.closest('li, section');
        return [
          {
            x: x + width / 2,
            y: y + height / 2,
            what: `${dialog ? 'dialog: ' : ''}${one.getAttribute('aria-label') ?? one.textContent}`,
            shown: namesIn(names),
            isPad: dialog?.querySelector('canvas[data-ready]') != null,
          },
        ];
      });
  });

/** What a driver mostly does, so that the day gets on. */
const WANTED =
  /^Photo of|^Get |^Navigate to (pickup|delivery)$|^Next|^Open (pickup|delivery)|Save Signature|Move to In Transit|^Back to my day/;
/** These leave the portal or the day for good, or open what no tap ends. */
const AVOIDED = /Sign out|dark colours|Call |Write to|Copy |Edit |Delete |Add Item|Scan|location|Access Different|Undo/;

/** The office changes its mind all the time: it sorts, takes away, gives back, and writes other words. */
async function disturb(
  office: Api,
  driver: { id: number },
  other: { id: number },
  orders: CodedOrder[],
  next: () => number,
) {
  const order = orders[Math.floor(next() * orders.length)];
  if (!order) return;
  const day = new Date().toISOString().slice(0, 10);
  const [kind] = [Math.floor(next() * 4)];
  if (kind === 0) {
    const { stops, version } = await office.send<{ stops: { orderId: number; stop: string }[]; version: number }>(
      'GET',
      `/api/v1/drivers/${driver.id}/day?day=${day}`,
    );
    const sorted = stops.map(({ orderId, stop }) => ({ orderId, stop })).reverse();
    await office.send('PUT', `/api/v1/drivers/${driver.id}/day`, { day, version, stops: sorted });
  } else if (kind === 1) {
    await office.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: other.id, reassign: true });
    await office.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id, reassign: true });
  } else if (kind === 2) {
    await office.send('PUT', `/api/v1/orders/${order.id}`, { notes: `Ring ${Math.floor(next() * 1000)} times` });
  } else {
    await office.send('POST', `/api/v1/orders/${order.id}/assign`, {
      driverId: next() < 0.5 ? driver.id : other.id,
      reassign: true,
    });
  }
}

test('C663 taps all day long while the office moves orders: nothing reaches another order than the one on the screen', async () => {
  const driver = await site.createUser('driver');
  const other = await site.createUser('driver');
  const office = await site.api(ADMIN);
  const orders: CodedOrder[] = [];
  for (const [at, door] of DOORS.entries()) {
    orders.push(
      await makeOrder(site, {
        ...{ customerName: `Customer ${at}`, driverId: driver.id, deliveryAddress: `${door}\nShelbyville` },
        deliveryDate: new Date().toISOString().slice(0, 10),
        deliveryContact: { name: 'Rosa Receiver', phone: '+1 555 010 0202' },
      }),
    );
  }
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const { page, context, problems, goto } = await takePhone(browser, site, {
    signedInAs: driver,
    prepare: noteActs,
    // What the office took away in the meantime is refused, and the phone says so.
    expectErrors: [/40[0-9] /, /ERR_/],
  });
  await context.route(/google\.com|apple\.com/, (route) => route.fulfill({ body: 'A map' }));
  context.on('page', (opened) => void opened.close());
  let photos = 0;
  let isChoosing = false;
  page.setDefaultNavigationTimeout(90_000);
  page.on('filechooser', async (chooser) => {
    isChoosing = true;
    await chooser.setFiles(await photoUpload(`monkey-${photos}.jpg`, photos++)).catch(() => undefined);
    isChoosing = false;
  });
  await goto();
  await page.getByRole('region', { name: 'My day' }).waitFor();

  const next = numbersFrom(7);
  const tapped: (Target & { tap: number })[] = [];
  const refusals: string[] = [];
  const ends = Date.now() + DAY_MS;
  const isOver = () => Date.now() > ends || tapped.length >= TAPS_MAX;
  const disturbing = (async () => {
    while (!isOver()) {
      // What is under way or delivered may refuse to be moved; the office sees the sentence and goes on.
      await disturb(office, driver, other, orders, next).catch((error) => void refusals.push(String(error)));
      await page.waitForTimeout(OFFICE_MS);
    }
  })();
  while (!isOver()) {
    const began = Date.now();
    const controls = (await look(page)).filter(({ what }) => !AVOIDED.test(what));
    const wanted = controls.filter(({ what }) => WANTED.test(what.replace('dialog: ', '')));
    const among = wanted.length > 0 && next() < 0.75 ? wanted : controls;
    const target = among[Math.floor(next() * among.length)];
    if (!target) {
      await page.evaluate(() => scrollTo(0, 0));
      continue;
    }
    if (target.isPad && target.what.includes('Save Signature')) await draw(page).catch(() => undefined);
    await page.waitForTimeout(REACH_MS);
    const tap = tapped.length + 1;
    await page.evaluate((number) => Object.assign(window, { tap: number }), tap);
    tapped.push({ ...target, tap });
    await page.mouse.click(target.x, target.y);
    await page.waitForTimeout(Math.max(0, TAP_MS - (Date.now() - began)));
    // The picture belongs to the tap that asked for it.
    await expect.poll(() => isChoosing).toBe(false);
  }
  await disturbing;

  const acts: Act[] = await page.evaluate(() => Reflect.get(window, 'acts'));
  // A picture or a signature takes the phone a moment: it may be stored while the next finger is on its way.
  const shownBefore = (tap: number) => tapped.slice(Math.max(0, tap - 3), tap).flatMap(({ shown }) => shown);
  const wrong = acts.flatMap(({ kind, orderIds, tap }) => {
    const shown = shownBefore(tap);
    const done = orderIds.flatMap((id) => orderOf.get(id) ?? []);
    const isShown = done.every((one) => shown.includes(one.trackingNumber) || shown.includes(one.customerName));
    return isShown ? [] : [{ kind, done: done.map((one) => one.trackingNumber), by: tapped[tap - 1]?.what, shown }];
  });
  const kinds = [...new Set(acts.map(({ kind }) => kind))];
  console.log(`${tapped.length} taps, ${acts.length} actions (${kinds.join(', ')}), ${refusals.length} refused moves`);
  expect(wrong).toEqual([]);
  expect(tapped.length).toBeGreaterThan(10);
  expect(acts.length).toBeGreaterThan(2);
  // Whatever reached the server is on the order that the phone meant.
  await expectAllSent(page).catch(() => undefined);
  const meant = new Set(acts.flatMap(({ orderIds }) => orderIds));
  const proven = await site.sql<{ id: number }>(`select distinct order_id as id from proof_pieces`);
  expect(proven.filter(({ id }) => !meant.has(id))).toEqual([]);
  expect(problems).toEqual([]);
});
