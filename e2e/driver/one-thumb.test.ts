import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, photoUpload, useBrowser, useSite } from '../harness.ts';
import {
  type CodedOrder,
  draw,
  expectAccessibleInBoth,
  expectAllSent,
  makeOrder,
  openOrder,
  type Phone,
  pad,
  rowsOf,
  soon,
  takePhone,
  untilKept,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

const items = ['Box of books', 'Lamp', 'Rug'].map((name) => ({ name, quantity: 1 }));
const recipient = { name: 'Rosa Receiver', phone: '+1 555 010 0202' };
const make = (more: Record<string, unknown> = {}) => makeOrder(site, { items, deliveryContact: recipient, ...more });

/** Every tap of the driver on the page; a signature is one. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { taps: Reflect.get(window, 'taps') + 1 }), true);
  });
  return () => page.evaluate(() => Reflect.get(window, 'taps'));
}
async function takeStopPhoto(page: Page, stage: 'pickup' | 'delivery'): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: `Photo of the whole ${stage}` }).click(),
  ]);
  await chooser.setFiles(await photoUpload(`${stage}.jpg`));
  await page.getByRole('button', { name: `Photo of the whole ${stage}, 1 taken` }).waitFor();
}
/** The map opens in another tab, which these tests close. */
async function navigate({ page, context }: Phone, to: string): Promise<string> {
  await context.route(/google\.com|apple\.com/, (route) => route.fulfill({ body: 'A map' }));
  const [map] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: `Navigate to ${to}`, exact: true }).click(),
  ]);
  const url = map.url();
  await map.close();
  return url;
}
async function saveSignature(page: Page, stage: 'Pickup' | 'Delivery'): Promise<void> {
  await page.getByRole('button', { name: `Get ${stage} Signature` }).click();
  await draw(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save Signature' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
/** How often a signature left the phone. */
function countSent(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/driver/signature')) sent += 1;
  });
  return () => sent;
}
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const statusOf = (order: { id: number }) =>
  site.sql<{ status: string }>('select status from orders where id = ?', order.id);

describe('one thumb', () => {
  test('P113 P114 P119 an order with three items takes 9 taps from its link to delivered', async () => {
    const order = await make();
    const phone = await openOrder(browser, site, order);
    const { page, problems } = phone;
    const taps = await countTaps(page);
    // Before: three photos, sign, draw, save, confirm, navigate, move, three photos, sign, name, draw, save, confirm: 17.
    await takeStopPhoto(page, 'pickup');
    await saveSignature(page, 'Pickup');
    expect(await navigate(phone, 'delivery')).toContain('Delivery%20Road');
    await page.getByTestId('order-status').getByText('in transit').waitFor();
    await takeStopPhoto(page, 'delivery');
    await saveSignature(page, 'Delivery');
    expect(await taps()).toBe(9);
    await page.getByText('All 3 items are delivered. Signed by Rosa Receiver.').waitFor();
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toEqual({
      status: 'delivered',
      pickup: 3,
      delivery: 3,
      signatures: ['pickup', 'delivery'],
    });
    expect(
      await site.sql(
        'select count(distinct url)::int as n from proof_pieces where order_id = ? and kind = ?',
        order.id,
        'photo',
      ),
    ).toEqual([{ n: 2 }]);
    expect(problems).toEqual([]);
  });

  test('P115 the way, the person and the photo are under the thumb, upright and in landscape', async () => {
    const order = await make();
    const { page, problems } = await openOrder(browser, site, order);
    const bar = page.locator('[data-bar]');
    const inBar = async () => {
      const view = page.viewportSize();
      for (const part of [
        bar.getByRole('link', { name: 'Navigate to pickup' }),
        bar.getByRole('link', { name: 'Call Ada Sender now' }),
        bar.getByRole('button', { name: 'Photo of the whole pickup' }),
        bar.getByRole('button', { name: 'Get Pickup Signature' }),
      ]) {
        const box = await part.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(view?.height ?? 0);
        expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(48);
      }
    };
    await inBar();
    expect(await bar.getByRole('link', { name: 'Call Ada Sender now' }).getAttribute('href')).toBe('tel:+15550100101');
    await expectAccessibleInBoth(page);
    await saveSignature(page, 'Pickup');
    await undo(page).waitFor();
    await expectAccessibleInBoth(page);
    expect(await bar.getByRole('link', { name: 'Call Rosa Receiver now' }).getAttribute('href')).toBe(
      'tel:+15550100202',
    );
    await undo(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.setViewportSize({ width: 667, height: 331 });
    await inBar();
    expect(problems).toEqual([]);
  });
});

describe('six seconds to undo', () => {
  test.for([false, true])(
    'P116 an undone signature was never sent, and is on the pad again (offline: %s)',
    async (isOffline) => {
      const order = await make();
      const { page, context, problems } = await openOrder(browser, site, order, {
        expectErrors: [/ERR_INTERNET_DISCONNECTED/],
      });
      const sent = countSent(page);
      await untilKept({ page });
      await context.setOffline(isOffline);
      await saveSignature(page, 'Pickup');
      await page.getByText('All 3 items are picked up. Signed by Ada Sender.').waitFor();
      await page.getByTestId('order-status').getByText('picked up').waitFor();
      await undo(page).click();
      const dialog = page.getByRole('dialog', { name: 'Pickup Customer Signature' });
      await dialog.waitFor();
      await pad(page).and(page.locator('[data-ready]')).waitFor();
      await page.getByTestId('order-status').getByText('created').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await context.setOffline(false);
      await page.getByTestId('waiting').waitFor({ state: 'detached' });
      await page.reload();
      await page.getByTestId('order-status').getByText('created').waitFor();
      expect(sent()).toBe(0);
      expect(await rowsOf(site, order)).toMatchObject({ status: 'pending', signatures: [] });
      expect(problems).toEqual([]);
    },
  );

  test('P116 is final after them: sent once, after a reload within them too, where it can still be undone', async () => {
    const order = await make();
    const { page, problems } = await openOrder(browser, site, order);
    const sent = countSent(page);
    await saveSignature(page, 'Pickup');
    await undo(page).waitFor();
    expect(sent()).toBe(0);
    await page.reload();
    await undo(page).waitFor();
    expect(await statusOf(order)).toEqual([{ status: 'pending' }]);
    await undo(page).waitFor({ state: 'detached' });
    await expectAllSent(page);
    expect(sent()).toBe(1);
    expect(await rowsOf(site, order)).toMatchObject({ status: 'picked_up', signatures: ['pickup'] });
    expect(problems).toEqual([]);
  });

  test('P116 the driver’s next step ends them', async () => {
    const order = await make();
    const { page, problems } = await openOrder(browser, site, order);
    await saveSignature(page, 'Pickup');
    await undo(page).waitFor();
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await undo(page).waitFor({ state: 'detached', timeout: 5000 });
    await soon(() => statusOf(order)).toEqual([{ status: 'in_transit' }]);
    expect(problems).toEqual([]);
  });
});

test('P117 P119 after a signature the page stays and the next stop is offered by its address, also without a network', async () => {
  const driver = await site.createUser('driver');
  const day = new Date().toISOString().slice(0, 10);
  const api = await site.api(ADMIN);
  const orders: CodedOrder[] = [];
  for (const customerName of ['Ann First', 'Ben Second'])
    orders.push(await make({ customerName, deliveryDate: day, driverId: driver.id }));
  const [first, second] = orders as [CodedOrder, CodedOrder];
  await api.send('PUT', `/api/v1/drivers/${driver.id}/day`, {
    day,
    stops: [
      { orderId: first.id, stop: 'pickup' },
      { orderId: second.id, stop: 'pickup' },
      { orderId: first.id, stop: 'delivery' },
      { orderId: second.id, stop: 'delivery' },
    ],
  });
  const phone = await takePhone(browser, site, { signedInAs: driver, expectErrors: [/ERR_INTERNET_DISCONNECTED/] });
  const { page, context, problems } = phone;
  await phone.goto();
  await page.getByRole('button', { name: 'Open pickup' }).click();
  await page.getByText('Ann First').first().waitFor();
  await untilKept({ page });
  await context.setOffline(true);
  await saveSignature(page, 'Pickup');
  const next = page.getByRole('button', { name: /^Next: / });
  await next.waitFor();
  // It is final, and still this order under the thumb.
  await page.getByRole('button', { name: 'Move to In Transit' }).waitFor();
  await page.getByText('Ann First').first().waitFor();
  await next.click();
  await page.getByText('Ben Second').first().waitFor();
  await saveSignature(page, 'Pickup');
  // Both are for one door, which is the stop on the screen now; the way there has not begun.
  await page.getByRole('region', { name: 'This stop' }).getByText('Ann First').waitFor();
  await context.setOffline(false);
  await navigate(phone, 'delivery');
  await expectAllSent(page);
  expect(await statusOf(first)).toEqual([{ status: 'in_transit' }]);
  // Both are for one door: who drives there has both in transit.
  expect(await statusOf(second)).toEqual([{ status: 'in_transit' }]);
  expect(problems).toEqual([]);
});

test('P118 drivers see the reasons by how often they were given, and Save opens the camera that one asks for', async () => {
  const order = await make();
  const api = await site.api(ADMIN);
  const given = await make();
  for (const reason of ['other', 'other', 'refused']) {
    await site.sql(`update failure_reasons set active = true where code = ?`, reason);
    await api.send('POST', `/api/v1/orders/${given.id}/attempts`, {
      stop: 'pickup',
      outcome: 'failed',
      reason,
      noteOffice: `Try of ${reason} ${Math.random()}`,
    });
  }
  await site.sql(`update failure_reasons set rule = '{"photo": true, "note": false}' where code = 'other'`);
  const { page, problems } = await openOrder(browser, site, order);
  await page.getByRole('button', { name: 'Can’t pick up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Can’t pick up' });
  const [most] = await site.sql<{ name: string }>(`select name from failure_reasons where code = 'other'`);
  const shown = dialog.getByRole('radio');
  expect(await shown.first().getAttribute('value')).toBe('other');
  await dialog.getByRole('radio', { name: most?.name ?? '' }).check();
  const [camera] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Save: Can’t pick up' }).click(),
  ]);
  await camera.setFiles(await photoUpload('door.jpg'));
  await dialog.getByRole('img', { name: 'photo 1' }).waitFor();
  await dialog.getByRole('button', { name: 'Save: Can’t pick up' }).click();
  await expectAllSent(page);
  expect(
    await site.sql(
      'select reason, jsonb_array_length(photo_urls) as photos from attempts where order_id = ?',
      order.id,
    ),
  ).toEqual([{ reason: 'other', photos: 1 }]);
  expect(problems).toEqual([]);
});
