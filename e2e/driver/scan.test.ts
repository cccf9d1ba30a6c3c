import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readPages } from '../../server/test/support/paper.ts';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import { expectAccessible, expectAllSent, makeOrder, openOrder, takePhone, untilKept } from './phone.ts';

const site = useSite();
const browser = useBrowser();

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  const wasmBinary = await readFile(path);
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
});

/** A phone with a camera that sees what `show` holds in front of it. */
async function takeCamera(page: Page) {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 720];
    const pen = canvas.getContext('2d');
    const picture = new Image();
    const draw = () => {
      if (!pen) return;
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      if (picture.width > 0) pen.drawImage(picture, 340, 160, 600, picture.height * (600 / picture.width));
    };
    setInterval(draw, 50);
    Object.assign(window, { hold: (svg: string) => (picture.src = svg) });
    const getUserMedia = async () => canvas.captureStream(20);
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  });
  const hold = (address: string) => page.evaluate((svg) => Reflect.get(window, 'hold')(svg), address);
  return {
    show: async (text: string, format: 'QRCode' | 'Code128') => {
      const { svg } = await writeBarcode(text, { format, scale: 8 });
      await hold(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
    },
    /** A part of a printed label, from this share of its height on. */
    showPrint: async (label: Buffer, from: number, to: number) => {
      const { width = 0, height = 0 } = await sharp(label).metadata();
      const part = { left: 0, top: Math.round(height * from), width, height: Math.round(height * (to - from)) };
      const cut = await sharp(label).extract(part).png().toBuffer();
      await hold(`data:image/png;base64,${cut.toString('base64')}`);
    },
    takeAway: () => hold(''),
  };
}

describe('scanning a label', () => {
  test('P48 opens the order, by QR code and by the typed number, also without a network', async () => {
    const driver = await site.createUser('driver');
    const [mine, other] = [
      await makeOrder(site, { driverId: driver.id, customerName: 'Mine Sender' }),
      await makeOrder(site, { driverId: driver.id, customerName: 'Other Sender' }),
    ];
    const { page, context, problems, goto } = await takePhone(browser, site, {
      signedInAs: driver,
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    const camera = await takeCamera(page);
    await goto();
    await page.getByText(formatTracking(mine.trackingNumber)).first().waitFor();
    await untilKept({ page });
    await page.getByRole('button', { name: 'Scan a label' }).click();
    await page.getByText('Point the camera at the label’s code.').waitFor();
    await expectAccessible(page);
    await camera.show(`${site.url}/track/${mine.trackingNumber}`, 'QRCode');
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await page.getByText('Mine Sender').waitFor();

    await camera.takeAway();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Access Different Order' }).click();
    await page.getByRole('button', { name: 'Scan a label' }).click();
    await page.getByText('Point the camera at the label’s code.').waitFor();
    await page.getByLabel('Or type the tracking number').fill('no number');
    await page.getByRole('button', { name: 'Use this number' }).click();
    await page.getByText(/^A tracking number looks like/).waitFor();
    await page.getByLabel('Or type the tracking number').fill(formatTracking(other.trackingNumber).toLowerCase());
    await page.getByRole('button', { name: 'Use this number' }).click();
    await page.getByText('Other Sender').waitFor();
    expect(problems).toEqual([]);
  });

  test('P49 P120 P121 counts each printed label once, names the order of a wrong parcel, and reports missing ones', async () => {
    const colleague = await site.createUser('driver', { firstName: 'Cleo' });
    const [order, wrong] = [await makeOrder(site, { parcels: 3 }), await makeOrder(site, { driverId: colleague.id })];
    const phone = await takePhone(browser, site);
    const { page, problems } = phone;
    const camera = await takeCamera(page);
    await phone.goto(`/driver#code=${order.accessCode}`);
    await page.getByRole('button', { name: 'Scan parcels' }).click();
    const answer = page.getByRole('dialog').getByRole('status');
    await camera.show(wrong.trackingNumber, 'Code128');
    await answer.getByText(`${formatTracking(wrong.trackingNumber)} is Cleo’s parcel, not yours.`).waitFor();
    // A label from before parcels had numbers.
    await camera.show(order.trackingNumber, 'Code128');
    await answer.getByText(/^This label has no parcel number/).waitFor();
    const { cookie } = await site.api(ADMIN);
    const printed = await fetch(`${site.url}/api/v1/orders/${order.id}/label.pdf`, { headers: { cookie } });
    const [first, second] = await readPages(Buffer.from(await printed.arrayBuffer()));
    // The bars of the first label and its QR code, then the QR code of the second.
    await camera.showPrint(first?.png ?? Buffer.alloc(0), 0.83, 1);
    await answer.getByText('1 of 3. Next parcel.').waitFor();
    await camera.showPrint(first?.png ?? Buffer.alloc(0), 0.55, 0.76);
    await answer.getByText('Parcel 1 was scanned already. 1 of 3.').waitFor();
    await camera.showPrint(second?.png ?? Buffer.alloc(0), 0.55, 0.76);
    await answer.getByText('2 of 3. Next parcel.').waitFor();
    await camera.takeAway();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByTestId('scanned').getByText('2/3 scanned').waitFor();
    await expectAllSent(page);
    await page.reload();
    await page.getByText('Missing: 3').waitFor();
    expect(
      await site.sql(`select parcel from proof_pieces where order_id = ? and kind = 'scan' order by parcel`, order.id),
    ).toEqual([{ parcel: 1 }, { parcel: 2 }]);
    await page.getByRole('button', { name: 'Report missing parcels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Can’t pick up' });
    expect(await dialog.getByLabel('Note for the office').inputValue()).toBe(`Missing: ${order.trackingNumber}-03`);
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: 'Refused' }).check();
    await dialog.getByRole('button', { name: 'Save: Can’t pick up' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectAllSent(page);
    expect(
      await site.sql(
        `select outcome, note_office, items -> 1 ->> 'delivered' as lamp from attempts where order_id = ?`,
        order.id,
      ),
    ).toEqual([{ outcome: 'partial', note_office: `Missing: ${order.trackingNumber}-03`, lamp: '0' }]);
    expect(problems).toEqual([]);
  });

  test('P48 without a camera the number can be typed, and the screen says why', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.evaluate(() => {
      const getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
    });
    await page.getByRole('button', { name: 'Scan parcels' }).click();
    await page.getByText(/^The camera is not allowed here/).waitFor();
    await page.getByLabel('Or type the parcel’s number').fill('2');
    await page.getByRole('button', { name: 'Use this number' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^1 of 3/)
      .waitFor();
    expect(problems).toEqual([]);
  });
});
