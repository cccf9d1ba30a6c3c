import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import {
  addPhotos,
  banner,
  expectAllSent,
  expectToast,
  itemOf,
  makeOrder,
  openOrder,
  photos,
  rowsOf,
  sign,
  soon,
  takePhone,
  untilKept,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

const offline = { expectErrors: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/] };

describe('a phone without a network', () => {
  test('keeps photos, says so, and sends them when the network is back', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, offline);
    await untilKept({ page });
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    await addPhotos(page, 'Pickup', 'Box of books', await photos(1, 'camera'), 'take photo');
    await banner(page).getByText('Offline: 3 photos saved on this phone').waitFor();
    expect(await page.getByTestId('waiting').textContent()).toBe('3 waiting');
    expect(await page.getByTestId('picked').textContent()).toBe('2/2 picked up');
    expect(await itemOf(page, 'Lamp').getByText('Waiting', { exact: true }).count()).toBe(2);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 0 });
    const shot = Date.now();

    await context.setOffline(false);
    await expectAllSent(page);
    await banner(page).waitFor({ state: 'detached' });
    await expectToast(page, 'Success: Pickup photos uploaded successfully');
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 3 });
    // When it was photographed, by the phone's clock, and not when it arrived.
    const times = await site.sql<{ at: string }>(
      'select taken_at at time zone $$UTC$$ as at from stored_files where taken_at is not null order by created_at desc limit 3',
    );
    for (const { at } of times) expect(Date.parse(`${at}Z`)).toBeLessThanOrEqual(shot);
    expect(problems).toEqual([]);
  });

  test('goes through reloads and a whole pickup without a network, in order', async () => {
    const order = await makeOrder(site);
    const phone = await openOrder(browser, site, order, offline);
    const { page, context, problems } = phone;
    await untilKept(phone);
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await page.getByRole('button', { name: 'Add Item' }).click();
    await page.getByLabel('Item name').fill('Carpet');
    await page.getByRole('form').getByRole('button', { name: 'Add Item' }).click();
    await expectToast(page, 'Saved on this phone: It is sent when the connection is back.');
    await addPhotos(page, 'Pickup', 'Carpet', await photos(1));
    await sign(page, 'Pickup');
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();

    // The page is gone and comes back, still without a network.
    await page.reload();
    await banner(page).getByText('Offline: 2 photos, 1 signature and 2 changes saved on this phone').waitFor();
    expect(await page.getByTestId('order-status').textContent()).toBe('in transit');
    expect(await page.getByTestId('picked').textContent()).toBe('3/3 picked up');
    await itemOf(page, 'Carpet').getByRole('button', { name: 'Carpet, pickup photo 1' }).waitFor();
    await page.getByRole('img', { name: /^Pickup customer signature/ }).waitFor();
    expect(await rowsOf(site, order)).toEqual({ status: 'pending', pickup: 0, delivery: 0, signatures: [] });

    await context.setOffline(false);
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toEqual({ status: 'in_transit', pickup: 2, delivery: 0, signatures: ['pickup'] });
    expect(
      await site.sql(
        'select name, jsonb_array_length(pickup_image_urls) as photos from order_items where order_id = ? order by position',
        order.id,
      ),
    ).toEqual([
      { name: 'Box of books', photos: 0 },
      { name: 'Lamp', photos: 1 },
      { name: 'Carpet', photos: 1 },
    ]);
    expect(problems).toEqual([]);
  });

  test('can be installed, and the installed app opens at the portal', async () => {
    const { page, problems, goto } = await takePhone(browser, site);
    await goto();
    await page.getByRole('heading', { name: 'Access Order' }).waitFor();
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector('link[rel=manifest]');
      return link instanceof HTMLLinkElement ? (await fetch(link.href)).json() : undefined;
    });
    expect(manifest).toMatchObject({ start_url: '/driver', scope: '/driver', display: 'standalone' });
    const icons: { src: string; sizes: string }[] = manifest.icons;
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    for (const { src } of icons) expect((await fetch(site.url + src)).headers.get('content-type')).toBe('image/png');
    expect(problems).toEqual([]);
  });

  test('opens the order again from the phone, by its code and automatically', async () => {
    const order = await makeOrder(site);
    const phone = await openOrder(browser, site, order, offline);
    const { page, context, problems } = phone;
    await untilKept(phone);
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto('/driver');
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await banner(page).getByText('You can keep working. Everything is saved on this phone.').waitFor();
    await page.getByRole('button', { name: 'Add Item' }).click();
    await page.getByLabel('Item name').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    // Nothing that a call or a photo answered is kept by the worker.
    const kept = await page.evaluate(async () =>
      (
        await Promise.all(
          (
            await caches.keys()
          ).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
        )
      ).flat(),
    );
    expect(kept).toContain('/driver');
    expect(
      kept.filter(
        (path) =>
          !/^\/(assets\/|icons\/|driver$|driver\.webmanifest$|favicon\.svg$|(before|after)-paint\.js$)/.test(path),
      ),
    ).toEqual([]);
    // A piece of other pages that the portal needs as well is called shared.
    expect(kept.filter((path) => /\/admin|\/home-(?!.*\bshared\b)/.test(path))).toEqual([]);
    await page.goto('about:blank');
    await page.goto(`/driver#code=${order.accessCode}`);
    await expectToast(page, 'Access Granted: Opened from this phone, without a connection.');
    expect(problems).toEqual([]);
  });

  test('P40 finds every order that lies on this phone, and opens it without a network', async () => {
    const [first, second] = [await makeOrder(site), await makeOrder(site, { customerName: 'Second Sender' })];
    // The session was left; the code that the phone holds opens the order again.
    const phone = await openOrder(browser, site, first, { expectErrors: [...offline.expectErrors, /401 /] });
    const { page, context, problems } = phone;
    await untilKept(phone);
    await page.evaluate((code) => {
      location.hash = `code=${code}`;
    }, second.accessCode);
    await page.getByText('Second Sender').waitFor();
    await page.getByRole('button', { name: 'Access Different Order' }).click();
    const held = page.getByRole('region', { name: 'On this phone' });
    await held.getByText(formatTracking(second.trackingNumber)).waitFor();
    await untilKept({ page });
    await context.setOffline(true);
    await page.reload();
    await banner(page).getByText('You can keep working. Everything is saved on this phone.').waitFor();
    await held.getByRole('button', { name: new RegExp(`^${formatTracking(first.trackingNumber)}`) }).click();
    await page.getByText('Ada Sender').waitFor();
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await context.setOffline(false);
    await expectAllSent(page);
    expect(await rowsOf(site, first)).toMatchObject({ pickup: 1 });

    await page.getByRole('button', { name: 'Access Different Order' }).click();
    await held.getByRole('button', { name: `Remove ${formatTracking(first.trackingNumber)} from this phone` }).click();
    await soon(() => held.getByText(formatTracking(first.trackingNumber)).count()).toBe(0);
    expect(await held.getByText(formatTracking(second.trackingNumber)).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test('P40 shows what was sent from this phone after a reload without a network', async () => {
    const order = await makeOrder(site);
    const phone = await openOrder(browser, site, order, offline);
    const { page, context, problems } = phone;
    await untilKept(phone);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await sign(page, 'Pickup');
    await expectAllSent(page);
    await context.setOffline(true);
    await page.reload();
    for (const name of ['Lamp, pickup photo 1', /^Pickup customer signature/]) {
      const picture = page.getByRole('img', { name });
      await picture.scrollIntoViewIfNeeded();
      await soon(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    }
    expect(problems).toEqual([]);
  });

  test('sends on "Try now" although the browser wrongly believes that it is offline', async () => {
    const order = await makeOrder(site);
    const { page, problems, goto } = await takePhone(browser, site);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
    await goto(`/driver#code=${order.accessCode}`);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    await banner(page).getByText('Offline: 2 photos saved on this phone').waitFor();
    await banner(page).getByRole('button', { name: 'Try now' }).click();
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 2 });
    expect(problems).toEqual([]);
  });

  test('P40 an order that the office deletes leaves the phone', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [...offline.expectErrors, /40[14] /],
    });
    await untilKept({ page });
    await context.setOffline(true);
    await (await site.api(ADMIN)).send('DELETE', `/api/v1/orders/${order.id}`);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Access Order' }).waitFor();
    await expectToast(
      page,
      `Order Closed: Order ${formatTracking(order.trackingNumber)} is no longer open on this phone.`,
    );
    expect(await page.getByText('Ada Sender').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'On this phone' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('a toast never covers what the banner says', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, offline);
    await untilKept({ page });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Picked up without a photo: Lamp' }).click();
    await banner(page).getByText('Offline: 1 change saved on this phone').waitFor();
    // The toast of the code may still be there.
    const toasts = page.locator('[data-kind]');
    await toasts.first().waitFor();
    const under = await banner(page).boundingBox();
    // All in one moment: that toast may leave.
    const tops = await toasts.evaluateAll((all) => all.map((toast) => toast.getBoundingClientRect().top));
    for (const top of tops) expect(top).toBeGreaterThanOrEqual((under?.y ?? 0) + (under?.height ?? 0));
    expect(problems).toEqual([]);
  });

  test('leaving an order with something unsent asks, and still sends it', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, offline);
    await untilKept({ page });
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await page.getByRole('button', { name: 'Access Different Order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave this order now?' });
    await dialog.getByText(/^1 photo still to be sent/).waitFor();
    await dialog.getByRole('button', { name: 'Leave the order' }).click();
    await page.getByRole('heading', { name: 'Access Order' }).waitFor();
    await banner(page).getByText('Offline: 1 photo saved on this phone').waitFor();
    await context.setOffline(false);
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });
    await soon(() => page.evaluate(() => fetch('/api/v1/driver/last').then((answer) => answer.json()))).toEqual({
      order: null,
    });
    expect(problems).toEqual([]);
  });

  test('makes a large photo small before it leaves, upright, and the same for every try', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, offline);
    await page.evaluate(() => {
      const sent: object[] = [];
      Object.assign(window, { sentPhotos: sent });
      const original = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) {
        const file = body instanceof FormData ? body.get('pickupImages') : null;
        if (file instanceof File)
          void createImageBitmap(file).then(({ width, height }) => sent.push({ width, height, type: file.type }));
        original.call(this, body);
      };
    });
    await untilKept({ page });
    await context.setOffline(true);
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    // Rotated in the file, as cameras write it: 6 means a quarter turn.
    const camera = await sharp({ create: { width: 2600, height: 1800, channels: 3, background: '#446688', noise } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    await addPhotos(
      page,
      'Pickup',
      'Lamp',
      [{ name: 'camera.jpg', mimeType: 'image/jpeg', buffer: camera }],
      'take photo',
    );
    // Few bytes, but many pixels.
    const wall = await sharp({ create: { width: 3200, height: 1600, channels: 3, background: '#ddeeff' } })
      .jpeg()
      .toBuffer();
    await addPhotos(page, 'Pickup', 'Lamp', [{ name: 'wall.jpg', mimeType: 'image/jpeg', buffer: wall }], 'take photo');
    await context.setOffline(false);
    await expectAllSent(page);
    await soon(() => page.evaluate(() => Reflect.get(window, 'sentPhotos'))).toEqual([
      { width: 1108, height: 1600, type: 'image/jpeg' },
      { width: 1600, height: 800, type: 'image/jpeg' },
    ]);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 2 });
    expect(problems).toEqual([]);
  });

  test('says when the phone itself cannot store anything, and still sends', async () => {
    const order = await makeOrder(site);
    const { page, context, goto } = await takePhone(browser, site, { expectErrors: [/./] });
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    await goto(`/driver#code=${order.accessCode}`);
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await untilKept({ page });
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    await banner(page).getByText('Not saved: 2 photos only in this page').waitFor();
    await context.setOffline(false);
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 2 });
  });

  test('forgets a customer after twelve hours, unless something still has to be sent', async () => {
    const order = await makeOrder(site);
    const phone = await openOrder(browser, site, order, offline);
    const { page, context, problems } = phone;
    await untilKept(phone);
    const later = Date.now() + 13 * 3_600_000;
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await page.clock.setFixedTime(later);
    await page.reload();
    await banner(page).getByText('Offline: 1 photo saved on this phone').waitFor();
    await page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await context.setOffline(false);
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });
    await untilKept({ page });
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Access Order' }).waitFor();
    expect(await page.getByText('Ada Sender').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('two tabs send each photo once', async () => {
    const order = await makeOrder(site);
    const first = await openOrder(browser, site, order, offline);
    const { context } = first;
    await untilKept(first);
    await context.setOffline(true);
    await addPhotos(first.page, 'Pickup', 'Lamp', await photos(3));
    await context.setOffline(false);
    await expectAllSent(first.page);
    const second = await context.newPage();
    await second.goto('/driver');
    await second.getByRole('heading', { name: 'Items Management' }).waitFor();
    let calls = 0;
    context.on('request', (request) => {
      if (request.url().includes('/api/driver/')) calls++;
    });
    await untilKept(first);
    await context.setOffline(true);
    await addPhotos(first.page, 'Pickup', 'Lamp', await photos(3, 'more'));
    await addPhotos(second, 'Pickup', 'Box of books', await photos(2, 'second'));
    await first.page.getByText('Offline: 5 photos saved on this phone').waitFor();
    await context.setOffline(false);
    await Promise.all([expectAllSent(first.page), expectAllSent(second)]);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 8 });
    expect(calls).toBe(5);
    expect(first.problems).toEqual([]);
  });
});
