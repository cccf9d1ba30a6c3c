import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { startSmtp } from '../../server/test/support/counterparts/smtp.ts';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import {
  addPhotos,
  banner,
  type CodedOrder,
  draw,
  expectAllSent,
  itemOf,
  makeOrder,
  openOrder,
  photos,
  rowsOf,
  sign,
  soon,
  toasts,
  untilKept,
} from './phone.ts';

const OFFICE = 'office@quickfleet.test';
const smtp = await startSmtp();
afterAll(() => smtp.close());
const site = useSite({ SMTP_URL: smtp.url, ADMIN_EMAIL: OFFICE });
const browser = useBrowser();

const expectErrors = [/ERR_INTERNET_DISCONNECTED/, /40[149] /];
const read = async ({ id }: { id: number }): Promise<Order> =>
  (await site.api(ADMIN)).send('GET', `/api/v1/orders/${id}`);
const lateOf = async (order: { id: number }) =>
  ((await read(order)).lateEvidence ?? []).map(({ kind, after }) => `${kind} ${after}`);
const pinField = (page: Page) => page.getByLabel('Ask for the PIN from the e-mail');
const wrongOf = (pin: string) => (pin === '123456' ? '654321' : '123456');

async function underWay(more: Record<string, unknown> = {}): Promise<CodedOrder> {
  const driver = await site.createUser('driver');
  const order = await makeOrder(site, { driverId: driver.id, ...more });
  await (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
  return order;
}
/** An order under way that needs a PIN for delivery, and the PIN from the customer's mail. */
async function pinAsked(): Promise<{ order: CodedOrder; pin: string }> {
  const order = await underWay({ proofRules: { delivery: { pin: true } } });
  const mail = () => smtp.to(order.customerEmail ?? '').find(({ subject }) => subject?.startsWith('The PIN'));
  await soon(async () => mail() !== undefined).toBe(true);
  return { order, pin: /PIN: (\d+)/.exec(mail()?.text ?? '')?.[1] ?? '' };
}
async function typePin(page: Page, pin: string): Promise<void> {
  await pinField(page).fill(pin);
  await page.getByRole('button', { name: 'Check PIN' }).click();
}
async function choosePhoto(page: Page, dialog: Locator, label: string, count = 1): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: `${label}: choose photos` }).click(),
  ]);
  await chooser.setFiles(await photos(count));
}

/** The words and the types of pictures that the phone keeps of dialogs that are open. */
const draftsOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('quickfleet-driver'));
    const drafts = await done(db.transaction('drafts').objectStore('drafts').getAll());
    db.close();
    const types: string[] = [];
    const words = JSON.stringify(drafts, (_key, value) => {
      if (value instanceof Blob) types.push(value.type);
      return value;
    });
    return `${words} ${types.join(' ')}`;
  });

describe('a PIN', () => {
  test('P100 that was wrong keeps no signature from the office, and the right one lets it count', async () => {
    const { order, pin } = await pinAsked();
    const { page, context, problems } = await openOrder(browser, site, order, { expectErrors });
    await untilKept({ page });
    await context.setOffline(true);
    await typePin(page, wrongOf(pin));
    await page.getByText('Saved on this phone. We’ll check it when the connection is back').waitFor();
    await soon(() => page.locator('[data-kind]').count()).toBe(0);
    await sign(page, 'Delivery');
    await context.setOffline(false);
    const card = page.getByRole('region', { name: 'Delivery signature was refused' });
    await card.getByText('Still missing: the PIN').waitFor();
    await card.getByText('The office has it, kept with the order. It did not change the order.').waitFor();
    expect(await card.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    expect(await lateOf(order)).toEqual(['delivery_signature refused']);
    expect((await read(order)).status).toBe('in_transit');
    await soon(async () => smtp.to(OFFICE).map(({ subject }) => subject)).toContain(
      `Arrived late: order ${order.trackingNumber}`,
    );
    // Nothing waits to be sent, and the driver reads at the field and in the bar what is missing.
    await banner(page).waitFor({ state: 'detached' });
    await page.getByText('This PIN is wrong, 9 tries left').waitFor();
    await typePin(page, pin);
    await page.getByRole('heading', { name: 'Delivery Completed' }).waitFor();
    await card.waitFor({ state: 'detached' });
    await expectAllSent(page);
    expect((await read(order)).signatures.map(({ kind }) => kind)).toEqual(['delivery']);
    expect(problems).toEqual([]);
  });

  test('P104 that is wrong online is reported under its field, which keeps the focus, and is not sent again', async () => {
    const { order, pin } = await pinAsked();
    const { page, problems } = await openOrder(browser, site, order, { expectErrors });
    await typePin(page, wrongOf(pin));
    const field = page.getByRole('region', { name: 'Customer’s PIN' });
    await field.getByText('This PIN is wrong, 9 tries left').waitFor();
    await soon(() => pinField(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByTestId('refused').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await typePin(page, pin);
    await field.getByText('PIN confirmed.').waitFor();
    await expectAllSent(page);
    expect(await site.sql('select wrong_tries as n from order_pins where order_id = ?', order.id)).toEqual([{ n: 1 }]);
    expect(problems).toEqual([]);
  });
});

test('P99 a change of a deleted order says so, its photos are with the office, and it can be dismissed', async () => {
  const order = await makeOrder(site);
  const { page, context, problems } = await openOrder(browser, site, order, { expectErrors });
  await untilKept({ page });
  await context.setOffline(true);
  await itemOf(page, 'Lamp').getByRole('button', { name: 'Edit Lamp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Item' });
  await dialog.getByLabel('Item name').fill('Tall lamp');
  await choosePhoto(page, dialog, 'Add images, Lamp');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await itemOf(page, 'Box of books').getByRole('button', { name: 'Delete Box of books' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete item' }).click();
  const api = await site.api(ADMIN);
  await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
  await api.send('DELETE', `/api/v1/orders/${order.id}`);
  await context.setOffline(false);
  const card = page.getByRole('region', { name: 'Change of Tall lamp was not accepted' });
  await card.getByText('This order was deleted').waitFor();
  await card.getByText('The office has it, kept with the order. It did not change the order.').waitFor();
  expect(await page.getByText('Enter the access code again').count()).toBe(0);
  expect(await site.sql('select kind, "after" from late_evidence where order_id = ?', order.id)).toEqual([
    { kind: 'item_photo', after: 'deleted' },
  ]);
  await card.getByRole('button', { name: 'OK' }).click();
  // None of it is evidence any more: the order leaves the screen.
  await page.getByRole('heading', { name: 'Access Order' }).waitFor();
  const other = page.getByRole('region', { name: 'Deleting an item was not accepted' });
  await other.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectAllSent(page);
  expect(problems).toEqual([]);
});

describe('a dialog that is open when the page is ended', () => {
  test('P101 P102 a failed attempt comes back with its photos and words, and leaving it asks first', async () => {
    const order = await underWay();
    const { page, problems } = await openOrder(browser, site, order);
    const dialog = page.getByRole('dialog', { name: 'Can’t deliver' });
    await page.getByRole('button', { name: 'Can’t deliver' }).click();
    await dialog.getByRole('radio', { name: 'Nobody home' }).check();
    await dialog.getByLabel('Note for the customer').fill('We rang twice');
    await choosePhoto(page, dialog, 'Can’t deliver', 2);
    await dialog.getByText(': 2 taken').waitFor();
    await soon(() => draftsOn(page)).toContain('image/jpeg image/jpeg');
    await page.reload();
    await dialog.getByText(': 2 taken').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Nobody home' }).isChecked()).toBe(true);
    expect(await dialog.getByLabel('Note for the customer').inputValue()).toBe('We rang twice');
    const question = page.getByRole('dialog', { name: 'Discard 2 photos?' });
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Save: Can’t deliver' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectAllSent(page);
    const [attempt] = (await read(order)).attempts.filter(({ outcome }) => outcome === 'failed');
    expect(attempt?.photoUrls).toHaveLength(2);
    // Saved once: nothing comes back with the next page.
    await page.reload();
    await page.getByText('The office will decide what to do next').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('P101 P102 new images of an item come back, and are gone once they are discarded', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await itemOf(page, 'Lamp').getByRole('button', { name: 'Edit Lamp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Item' });
    await choosePhoto(page, dialog, 'Add images, Lamp');
    await dialog.getByRole('img', { name: 'Lamp, image 1' }).waitFor();
    await dialog.getByLabel('Item name').fill('Tall lamp');
    await soon(() => draftsOn(page)).toContain('Tall lamp');
    await page.reload();
    await dialog.getByRole('img', { name: 'Lamp, image 1' }).waitFor();
    expect(await dialog.getByLabel('Item name').inputValue()).toBe('Tall lamp');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Discard 1 photo?' }).getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await itemOf(page, 'Lamp').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('P101 a drawn signature comes back to the pad, and is saved there', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pickup Customer Signature' });
    await draw(page);
    await soon(() => draftsOn(page)).toContain('strokes');
    await page.reload();
    await page.locator('canvas[data-ready]').waitFor();
    await dialog.getByRole('button', { name: 'Save Signature' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectAllSent(page);
    expect((await read(order)).signatures).toHaveLength(1);
    expect(await site.sql('select strokes is not null as drawn from signatures where order_id = ?', order.id)).toEqual([
      { drawn: true },
    ]);
    expect(problems).toEqual([]);
  });
});

test('P105 a partial delivery with every count left full is not accepted', async () => {
  const order = await underWay();
  const { page, problems } = await openOrder(browser, site, order);
  await page.getByRole('button', { name: 'Can’t deliver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Can’t deliver' });
  await dialog.getByRole('radio', { name: 'Item missing' }).check();
  await dialog.getByRole('switch', { name: 'Only some items were handed over' }).check();
  await dialog.getByLabel('Note for the office').fill('Left in the van');
  await dialog.getByRole('button', { name: 'Save: Can’t deliver' }).click();
  await dialog.getByText('Enter how many items are not handed over').waitFor();
  await dialog.getByRole('button', { name: 'Lamp: one less' }).click();
  await dialog.getByRole('button', { name: 'Save: Can’t deliver' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expectAllSent(page);
  expect((await read(order)).outcome).toBe('partial');
  expect(problems).toEqual([]);
});

describe('an open order that the office changes', () => {
  test('P107 is read again within ten seconds with a code alone, old and new, until it is acknowledged', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const api = await site.api(ADMIN);
    const told = page.getByRole('region', { name: 'Changed by the office' });
    const startedAt = Date.now();
    await api.send('PUT', `/api/v1/orders/${order.id}`, { deliveryAddress: '9 New Road\nShelbyville' });
    await told.getByText('The office changed the delivery address').waitFor();
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await told.getByText('2 Delivery Road').waitFor();
    await told.getByText('New: 9 New Road').waitFor();
    await page.reload();
    await told.getByText('New: 9 New Road').waitFor();
    // The phone's own changes are not announced.
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await expectAllSent(page);
    await told.getByRole('button', { name: 'Got it' }).click();
    await told.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('9 New Road').first().waitFor();
    expect(await told.count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

test('P109 a step of an order that has been cancelled asks for nothing', async () => {
  const order = await makeOrder(site);
  const { page, context, problems } = await openOrder(browser, site, order, { expectErrors });
  await sign(page, 'Pickup');
  await expectAllSent(page);
  await untilKept({ page });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Move to In Transit' }).click();
  await page.getByTestId('waiting').waitFor();
  await (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
  await context.setOffline(false);
  await page.getByText('This order was cancelled').first().waitFor();
  await expectAllSent(page);
  expect(await page.getByTestId('refused').count()).toBe(0);
  expect(await toasts(page)).not.toContain('Success: Order moved to in transit');
  expect(problems).toEqual([]);
});

test('P106 a full phone sends what it has, and calls nothing saved', async () => {
  const order = await makeOrder(site);
  const { page, problems } = await openOrder(browser, site, order, { expectErrors });
  await page.evaluate(() => {
    const full = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, { put: full, add: full });
  });
  await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
  await sign(page, 'Pickup');
  await expectAllSent(page);
  await page.getByRole('button', { name: 'Move to In Transit' }).click();
  await page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();
  await expectAllSent(page);
  expect(await rowsOf(site, order)).toMatchObject({ status: 'in_transit', pickup: 1, signatures: ['pickup'] });
  expect((await toasts(page)).filter((words) => words.includes('saved on this phone'))).toEqual([]);
  expect(await page.locator('[data-tone="offline"]').count()).toBe(0);
  expect(problems).toEqual([]);
});
