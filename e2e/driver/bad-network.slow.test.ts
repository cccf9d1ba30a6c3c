import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useBrowser, useSite } from '../harness.ts';
import { kill, type Running, startBrowser } from './killable.ts';
import { type Fault, type Line, startLine } from './line.ts';
import {
  addPhotos,
  banner,
  type CodedOrder,
  expectAllSent,
  makeOrder,
  openOrder,
  photos,
  rowsOf,
  sign,
  soon,
  untilKept,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

/** Two of three calls do not get through, each in another way, and some of the others come late. */
const faults: readonly Fault[] = [
  'drop answer',
  'cut upload',
  'pass',
  'refuse',
  'drop answer',
  'delay',
  'cut upload',
  'drop answer',
  'pass',
];
const LONG = 300_000;

/** A phone with a browser that can be killed, on this line, with the order open. */
async function openPhone(
  line: Line,
  order: CodedOrder,
): Promise<{ page: () => Page; killAndReopen: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'quickfleet-phone-'));
  let running: Running = await startBrowser(profile);
  onTestFinished(async () => {
    await kill(running);
    await line.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  await running.page.goto(`${line.url}/driver#code=${order.accessCode}`);
  await running.page.getByRole('heading', { name: 'Items Management' }).waitFor();
  await untilKept(running);
  return {
    page: () => running.page,
    async killAndReopen() {
      await kill(running);
      running = await startBrowser(profile);
      await running.page.goto(`${line.url}/driver`);
      await running.page.locator('[data-driver][data-ready]').waitFor();
    },
  };
}

async function pickUp(page: Page): Promise<void> {
  await addPhotos(page, 'Pickup', 'Lamp', await photos(7, 'lamp'));
  await addPhotos(page, 'Pickup', 'Box of books', await photos(5, 'books'));
  await sign(page, 'Pickup', 'Ada Sender');
  await page.getByRole('button', { name: 'Move to In Transit' }).click();
}
async function deliver(page: Page): Promise<void> {
  await addPhotos(page, 'Delivery', 'Lamp', await photos(3, 'lamp-there'));
  await addPhotos(page, 'Delivery', 'Box of books', await photos(5, 'books-there'));
  await sign(page, 'Delivery', 'Bob Receiver');
}

/** How many pictures belong to something. */
const claimed = async (): Promise<number> =>
  (await site.sql<{ count: number }>('select count(*)::int as count from stored_files where claimed_at is not null'))[0]
    ?.count ?? 0;

/** Twenty photos, each once and at its item, two signatures, and every item where the order is. */
async function expectDelivered(order: CodedOrder): Promise<void> {
  expect(await rowsOf(site, order)).toEqual({
    status: 'delivered',
    pickup: 12,
    delivery: 8,
    signatures: ['pickup', 'delivery'],
  });
  const items = await site.sql(
    `select name, is_picked_up and is_in_transit and is_delivered as done, jsonb_array_length(pickup_image_urls) as pickup, jsonb_array_length(delivery_image_urls) as delivery
     from order_items where order_id = ? order by position`,
    order.id,
  );
  expect(items).toEqual([
    { name: 'Box of books', done: true, pickup: 5, delivery: 5 },
    { name: 'Lamp', done: true, pickup: 7, delivery: 3 },
  ]);
  const urls = await site.sql<{ url: string }>(
    'select distinct jsonb_array_elements_text(pickup_image_urls || delivery_image_urls) as url from order_items where order_id = ?',
    order.id,
  );
  const pictures = await Promise.all(
    urls.map(async ({ url }) => Buffer.from(await (await fetch(site.url + url)).arrayBuffer()).toString('base64')),
  );
  // Every photo was another one.
  expect(new Set(pictures).size).toBe(20);
  const signers = await site.sql('select kind, signer_name from signatures where order_id = ? order by id', order.id);
  expect(signers).toEqual([
    { kind: 'pickup', signer_name: 'Ada Sender' },
    { kind: 'delivery', signer_name: 'Bob Receiver' },
  ]);
}

describe('a network that comes and goes', () => {
  test(
    'twenty photos and two signatures arrive once each, through thirty cuts and a browser that is killed twice',
    async () => {
      const order = await makeOrder(site);
      const before = await claimed();
      // From this call on nothing gets through, until the browser was killed.
      let held = 14;
      const line = await startLine(site.url, (call, index) => {
        if (call.includes('/driver/access')) return 'pass';
        return index >= held ? 'refuse' : (faults[index % faults.length] ?? 'pass');
      });
      const phone = await openPhone(line, order);
      await pickUp(phone.page());
      await deliver(phone.page());
      // A driver who taps instead of waiting.
      const tapping = setInterval(
        () =>
          void phone
            .page()
            .getByRole('button', { name: 'Try now' })
            .click({ timeout: 300 })
            .catch(() => undefined),
        700,
      );
      onTestFinished(() => clearInterval(tapping));
      for (const next of [28, Number.POSITIVE_INFINITY]) {
        await expect.poll(() => line.calls(), { timeout: LONG }).toBeGreaterThan(held);
        expect((await rowsOf(site, order))?.status).not.toBe('delivered');
        await phone.killAndReopen();
        held = next;
      }
      await phone.page().getByTestId('waiting').waitFor({ state: 'detached', timeout: LONG });

      expect(line.cuts()).toBeGreaterThanOrEqual(30);
      await expectDelivered(order);
      expect((await claimed()) - before).toBe(22);
      // The server got some of it more than once, and answered the repeats from memory.
      expect(line.arrived().length).toBeGreaterThan(23);
      await phone.page().getByRole('heading', { name: 'Delivery Completed' }).waitFor();
    },
    LONG,
  );

  test(
    'the same delivery without any network until the end, with the browser killed on the way',
    async () => {
      const order = await makeOrder(site);
      const line = await startLine(site.url);
      const phone = await openPhone(line, order);
      line.down();
      await pickUp(phone.page());
      await phone.page().getByRole('button', { name: 'Get Delivery Signature' }).waitFor();
      await phone.killAndReopen();
      await deliver(phone.page());
      await phone.page().getByRole('heading', { name: 'Delivery Completed' }).waitFor();
      await banner(phone.page())
        .getByText('Offline: 20 photos, 2 signatures and 1 change saved on this phone')
        .waitFor();
      await phone.killAndReopen();
      await banner(phone.page())
        .getByText('Offline: 20 photos, 2 signatures and 1 change saved on this phone')
        .waitFor();
      expect(await rowsOf(site, order)).toEqual({ status: 'pending', pickup: 0, delivery: 0, signatures: [] });
      line.up();
      await soon(async () => line.arrived().length).toBeGreaterThan(0);
      await phone.page().getByTestId('waiting').waitFor({ state: 'detached', timeout: LONG });
      await expectDelivered(order);
      // Nothing had to be asked twice.
      expect(line.arrived().filter((call) => call.includes('/driver/signature'))).toHaveLength(2);
    },
    LONG,
  );

  test('says that the server cannot be reached although the phone has a network, and retries automatically', async () => {
    const order = await makeOrder(site);
    const line = await startLine(site.url);
    onTestFinished(() => line.close());
    const { page } = await openOrder(browser, { url: line.url }, order, { expectErrors: [/./] });
    line.down();
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await banner(page).getByText('Offline: 1 photo saved on this phone').waitFor();
    await banner(page)
      .getByText(/Next try in \d+ s\.|Trying again…/)
      .waitFor();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    line.up();
    await expectAllSent(page);
    await banner(page).waitFor({ state: 'detached' });
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });
  });

  test('P40 says so, too, when the order was left while the server could not be reached, and leaves it later', async () => {
    const order = await makeOrder(site);
    const line = await startLine(site.url);
    onTestFinished(() => line.close());
    const { page } = await openOrder(browser, { url: line.url }, order, { expectErrors: [/./] });
    await untilKept({ page });
    line.down();
    await page.getByRole('button', { name: 'Access Different Order' }).click();
    await banner(page).getByText('You can keep working. Everything is saved on this phone.').waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'On this phone' }).getByText(formatTracking(order.trackingNumber)).waitFor();
    await banner(page).getByText('You can keep working. Everything is saved on this phone.').waitFor();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    line.up();
    await banner(page).waitFor({ state: 'detached' });
    const last = await page.evaluate(async () => (await fetch('/api/v1/driver/last')).json());
    expect(last).toEqual({ order: null });
  });
});
