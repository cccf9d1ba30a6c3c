import { describe, expect, test } from 'vitest';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import {
  addPhotos,
  banner,
  expectAllSent,
  expectToast,
  makeOrder,
  openOrder,
  photos,
  rowsOf,
  sign,
  soon,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

describe('a right that runs out while photos wait', () => {
  test('the session is over: the phone opens the order again with the code it knows', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [/401 /, /ERR_INTERNET_DISCONNECTED/],
    });
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await site.sql('delete from sessions');
    await context.setOffline(false);
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });
    expect(problems).toEqual([]);
  });

  test('a new code: the photos stay until it is entered', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [/401 /, /ERR_INTERNET_DISCONNECTED/],
    });
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    const { accessCode } = await (await site.api(ADMIN)).send<{ accessCode: string }>(
      'POST',
      `/api/v1/orders/${order.id}/access-code`,
    );
    await context.setOffline(false);
    await page.getByText('Enter the access code again to send what waits').waitFor();
    await page.getByText('Saved on this phone: 2 photos.').waitFor();
    await page.reload();
    await page.getByText('Enter the access code again to send what waits').waitFor();
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 0 });
    await page.getByRole('textbox', { name: 'Access code' }).fill(accessCode);
    await page.getByRole('button', { name: 'Access Order' }).click();
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 2 });
    expect(problems).toEqual([]);
  });

  test('a pickup signature whose answer was lost never delivers, however late it comes again', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, {
      expectErrors: [/ERR_CONNECTION|ERR_EMPTY|ERR_FAILED/],
    });
    let lost = 0;
    await page.route('**/api/driver/signature', async (route) => {
      if (lost++ > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.evaluate(() => {
      const original = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof FormData && body.has('signature')) Object.assign(window, { sentForm: body });
        original.call(this, body);
      };
    });
    await sign(page, 'Pickup');
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await expectAllSent(page);
    expect(lost).toBe(3);
    expect(await rowsOf(site, order)).toMatchObject({ status: 'in_transit', signatures: ['pickup'] });

    // The very same call once more, as a phone would that never heard the answer, with a key the server does not know.
    const again = await page.evaluate(async () => {
      const answer = await fetch('/api/driver/signature', {
        method: 'POST',
        body: Reflect.get(window, 'sentForm'),
        headers: { 'idempotency-key': 'never-heard-of' },
      });
      return answer.json();
    });
    expect(again).toMatchObject({ status: 'in_transit' });
    expect(await rowsOf(site, order)).toMatchObject({ status: 'in_transit', signatures: ['pickup'] });
    expect(problems).toEqual([]);
  });

  test('somebody else moved the order meanwhile: what is already so counts as done', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [/409 /, /ERR_INTERNET_DISCONNECTED/],
    });
    await sign(page, 'Pickup');
    await expectToast(page, 'Pickup Complete: All 2 items are picked up.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await banner(page).getByText('Offline: 1 change saved on this phone').waitFor();
    await (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
    await context.setOffline(false);
    await expectAllSent(page);
    expect(await page.getByTestId('refused').count()).toBe(0);
    await soon(() => page.getByTestId('order-status').textContent()).toBe('in transit');
    expect(problems).toEqual([]);
  });

  test('a server in trouble is asked again, and a café’s sign-in page is no answer', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { expectErrors: [/503 /] });
    let calls = 0;
    await page.route('**/api/driver/pickup/*', (route) => {
      calls++;
      if (calls === 1)
        return route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'The service is briefly unavailable', code: 'UNAVAILABLE' }),
        });
      if (calls === 2)
        return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' });
      return route.continue();
    });
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await expectAllSent(page);
    expect(calls).toBe(3);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });
    expect(problems).toEqual([]);
  });
});
