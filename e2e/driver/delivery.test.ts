import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import {
  addPhotos,
  chooseFiles,
  expectAllSent,
  expectToast,
  itemOf,
  makeOrder,
  openOrder,
  photos,
  rowsOf,
  sign,
  soon,
  stopClock,
  toasts,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

/** P35, in milliseconds. */
const PULSE = 1200;
const status = (page: Page) => page.getByTestId('order-status').textContent();
const actions = (page: Page) => page.locator('[data-bar] button').allTextContents();
const flagsOf = async (order: { id: number }, flag: 'is_picked_up' | 'is_in_transit' | 'is_delivered') =>
  (
    await site.sql<{ flag: boolean }>(
      `select ${flag} as flag from order_items where order_id = ? order by position`,
      order.id,
    )
  ).map((row) => row.flag);
/** The same order, cancelled by staff without the phone's knowledge. */
const cancel = async (order: { id: number }) =>
  (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });

/** A conflict that does not end the order; evidence for an ended one would be accepted late. */
const refuseSignatures = (page: Page) =>
  page.route('**/api/driver/signature', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'The order is not there yet', code: 'ORDER_STATUS' }),
    }),
  );

describe('from pickup to delivery', () => {
  test('P08 P15 P16 P19 P20 P21 P22 P25 P29 P32 P33 P18 S06 delivers an order with photos and two signatures', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const books = itemOf(page, 'Box of books');
    const lamp = itemOf(page, 'Lamp');
    await lamp.getByText('Pickup Documentation').waitFor();
    expect(await lamp.getByText('Delivery Documentation').count()).toBe(0);
    expect(await actions(page)).toEqual(['Photo', 'Get Pickup Signature', 'Can’t pick up']);

    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    await expectToast(page, 'Success: Pickup photos uploaded successfully');
    expect(await page.getByTestId('picked').textContent()).toBe('1/2 picked up');
    await lamp.getByText('Delivery Documentation').waitFor();
    expect(await books.getByText('Delivery Documentation').count()).toBe(0);
    // Folded away, so that one wrong tap delivers nothing.
    await lamp.getByRole('button', { name: /^Add Delivery Photos/, expanded: false }).waitFor();
    expect(await page.getByRole('button', { name: /^(Add Delivery Photos|Delivered)/ }).count()).toBe(1);
    expect(await rowsOf(site, order)).toMatchObject({ status: 'pending', pickup: 2 });
    await lamp.getByRole('button', { name: 'Lamp, pickup photo 1' }).waitFor();

    await sign(page, 'Pickup', 'Ada Sender');
    await expectToast(page, 'Signature Captured: The signature is saved on this phone.');
    await expectToast(page, 'Pickup Complete: All 2 items are picked up.');
    expect(await page.getByTestId('picked').textContent()).toBe('2/2 picked up');
    expect(await status(page)).toBe('picked up');
    expect(await rowsOf(site, order)).toMatchObject({ status: 'picked_up', signatures: ['pickup'] });
    expect(await flagsOf(order, 'is_picked_up')).toEqual([true, true]);
    await page.getByRole('img', { name: 'Pickup customer signature, signed by Ada Sender' }).waitFor();
    expect(await page.getByRole('img', { name: /^Delivery customer signature/ }).count()).toBe(0);

    expect(await actions(page)).toEqual(['Move to In Transit']);
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await expectToast(page, 'Success: Order moved to in transit');
    expect(await flagsOf(order, 'is_in_transit')).toEqual([true, true]);
    expect(await rowsOf(site, order)).toMatchObject({ status: 'in_transit' });
    expect(await status(page)).toBe('in transit');

    await addPhotos(page, 'Delivery', 'Lamp', await photos(1));
    await expectToast(page, 'Success: Delivery photos uploaded successfully');
    expect(
      await site.sql('select name, is_delivered from order_items where order_id = ? order by position', order.id),
    ).toEqual([
      { name: 'Box of books', is_delivered: false },
      { name: 'Lamp', is_delivered: true },
    ]);
    expect(await actions(page)).toEqual(['Photo', 'Get Delivery Signature', 'Can’t deliver']);
    expect(await page.getByRole('button', { name: 'Access Different Order' }).isEnabled()).toBe(true);
    await sign(page, 'Delivery', 'Bob Receiver');
    await expectToast(page, 'Delivery Complete: All 2 items are delivered.');
    expect(await rowsOf(site, order)).toEqual({
      status: 'delivered',
      pickup: 2,
      delivery: 1,
      signatures: ['pickup', 'delivery'],
    });
    expect(await flagsOf(order, 'is_delivered')).toEqual([true, true]);

    const completed = page.getByRole('region', { name: 'Delivery Completed' });
    const [row] = await site.sql<{ at: string }>(
      `select to_char(delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from orders where id = ?`,
      order.id,
    );
    expect(await completed.locator('time').getAttribute('datetime')).toBe(row?.at);
    await page.getByRole('img', { name: 'Delivery customer signature, signed by Bob Receiver' }).waitFor();
    expect(await status(page)).toBe('delivered');
    expect(await actions(page)).toEqual([]);
    expect(await page.getByRole('button', { name: /^(Add|Edit|Delete|Get|Move|Picked|Delivered)/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Access Different Order' }).isDisabled()).toBe(true);
    expect(problems).toEqual([]);
  });

  test('P35 the status badge pulses for 1.2 s', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const pulse = page.locator('[data-testid="order-status"][data-pulse]');
    await sign(page, 'Pickup');
    await pulse.waitFor();
    await pulse.waitFor({ state: 'detached' });
    await stopClock(page);
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await pulse.waitFor();
    expect(await status(page)).toBe('in transit');
    await page.clock.runFor(PULSE - 10);
    expect(await pulse.count()).toBe(1);
    await page.clock.runFor(10);
    await pulse.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('each photo says how far it is: waiting, how much is sent, sent', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    let pass = () => {};
    const passed = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await page.route('**/api/driver/pickup/*', async (route) => {
      await passed;
      await route.continue();
    });
    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    const photo = (number: number) =>
      itemOf(page, 'Lamp').getByRole('button', { name: `Lamp, pickup photo ${number}` });
    await photo(1)
      .getByText(/^Sending \d+ %$/)
      .waitFor();
    await photo(2).getByText('Waiting', { exact: true }).waitFor();
    pass();
    for (const number of [1, 2]) await photo(number).getByText('Sent', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test('a slip is taken back until the order has moved on', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.getByRole('button', { name: 'Picked up without a photo: Lamp' }).click();
    await expectToast(page, 'Success: Pickup status updated');
    await page.getByRole('button', { name: 'Undo pickup: Lamp' }).click();
    await expectAllSent(page);
    expect(await site.sql('select is_picked_up from order_items where order_id = ?', order.id)).toEqual([
      { is_picked_up: false },
      { is_picked_up: false },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('what the server refuses', () => {
  test('P17 P38 a photo that this phone cannot read is refused when it is chosen, by its name', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const heic = Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'latin1');
    const unreadable = [
      ['list.txt', 'text/plain', Buffer.from('no photo'), 'is not a picture that this phone can read'],
      ['broken.jpg', 'image/jpeg', Buffer.from('not really a picture'), 'is not a picture that this phone can read'],
      ['IMG_1.HEIC', 'image/heic', heic, 'is a HEIC photo, which this browser cannot read'],
    ] as const;
    for (const [name, mimeType, buffer, reason] of unreadable) {
      await chooseFiles(page, 'Pickup', 'Lamp', [{ name, mimeType, buffer }]);
      await itemOf(page, 'Lamp').getByText(`${name} ${reason}`).waitFor();
      await soon(async () => (await toasts(page)).at(-1)).toMatch(
        `Upload Failed: Failed to upload pickup photos. ${name} ${reason}`,
      );
    }
    expect(await page.getByTestId('waiting').count()).toBe(0);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 0 });
    expect(problems).toEqual([]);
  });

  test('P17 P38 P39 what it will never store steps aside, and the signature behind it is not asked for again', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { expectErrors: [/415 /] });
    await page.route('**/api/driver/pickup/*', (route) =>
      route.fulfill({
        status: 415,
        contentType: 'application/json',
        body: JSON.stringify({ error: 'This file is not a picture', code: 'UNSUPPORTED_IMAGE' }),
      }),
    );
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await expectToast(page, 'Upload Failed: Failed to upload pickup photos');
    await sign(page, 'Pickup');
    await expectToast(page, 'Pickup Complete: All 2 items are picked up.');
    expect(await rowsOf(site, order)).toMatchObject({ status: 'picked_up', pickup: 0, signatures: ['pickup'] });
    expect(await actions(page)).toEqual(['Move to In Transit']);

    const refused = page.getByRole('region', { name: 'Pickup photo was refused' });
    await refused.getByText('This file is not a picture').waitFor();
    expect(await refused.getByRole('img', { name: 'What was refused' }).count()).toBe(1);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      refused.getByRole('button', { name: 'Save to phone' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('shot-0.jpg');
    await page.unroute('**/api/driver/pickup/*');
    await refused.getByRole('button', { name: 'Try again' }).click();
    await soon(() => rowsOf(site, order)).toMatchObject({ status: 'picked_up', pickup: 1 });
    await expectAllSent(page);
    expect(await refused.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('P23 P28 a status or a signature that does not fit any more', async () => {
    const errors = { expectErrors: [/(400|409) /] };
    const first = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, first, errors);
    await refuseSignatures(page);
    await sign(page, 'Pickup');
    await expectToast(page, 'Update Failed: Failed to update pickup status');
    await page.getByTestId('refused').getByText('The order is not there yet').waitFor();
    expect(await rowsOf(site, first)).toMatchObject({ status: 'pending', signatures: [] });

    const second = await makeOrder(site);
    const moving = await openOrder(browser, site, second, errors);
    await sign(moving.page, 'Pickup');
    await expectToast(moving.page, 'Pickup Complete: All 2 items are picked up.');
    // After the press and before the call arrives: once the page knows, the button is gone.
    await moving.page.route(/\/orders\/\d+\/status$/, async (route) => {
      await cancel(second);
      await route.continue();
    });
    await moving.page.getByRole('button', { name: 'Move to In Transit' }).click();
    await expectToast(moving.page, 'Update Failed: Failed to move to in transit');

    const third = await makeOrder(site);
    const arriving = await openOrder(browser, site, third, errors);
    await sign(arriving.page, 'Pickup');
    await arriving.page.getByRole('button', { name: 'Move to In Transit' }).click();
    await expectToast(arriving.page, 'Success: Order moved to in transit');
    await refuseSignatures(arriving.page);
    await sign(arriving.page, 'Delivery');
    await expectToast(arriving.page, 'Update Failed: Failed to update delivery status');
    expect(await rowsOf(site, third)).toMatchObject({ status: 'in_transit', signatures: ['pickup'] });

    const fourth = await makeOrder(site);
    const empty = await openOrder(browser, site, fourth, errors);
    // What the pad would send if the phone drew nothing: the server looks at the picture itself.
    await empty.page.evaluate(() => {
      const original = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (done, ...rest) {
        const pen = this.getContext('2d');
        pen?.fillRect(-9999, -9999, 99999, 99999);
        original.call(this, done, ...rest);
      };
    });
    await sign(empty.page, 'Pickup');
    await expectToast(empty.page, 'Signature Failed: Please provide a signature before saving');
    expect(await rowsOf(site, fourth)).toMatchObject({ status: 'pending', signatures: [] });
    for (const other of [problems, moving.problems, arriving.problems, empty.problems]) expect(other).toEqual([]);
  });
});
