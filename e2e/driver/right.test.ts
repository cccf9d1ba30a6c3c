import { describe, expect, test } from 'vitest';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import {
  addPhotos,
  banner,
  type CodedOrder,
  endRight,
  expectAllSent,
  expectToast,
  makeOrder,
  openOrder,
  photos,
  rowsOf,
  sign,
  soon,
  toasts,
  untilKept,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

describe('a right that runs out while photos wait', () => {
  test('the session has expired: the phone opens the order again with the code it knows', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [/401 /, /ERR_INTERNET_DISCONNECTED/],
    });
    await untilKept({ page });
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await site.endSessions();
    await context.setOffline(false);
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });
    expect(problems).toEqual([]);
  });

  test('P39 the code has ended: everything stays, is shown as done, and is sent with the next code', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [/401 /, /ERR_INTERNET_DISCONNECTED/],
    });
    await untilKept({ page });
    await context.setOffline(true);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
    await sign(page, 'Pickup');
    const giveBack = await endRight(site, order);
    await context.setOffline(false);
    await page.getByText('Enter the access code again to send what’s waiting').waitFor();
    await page.getByText('Saved on this phone: 2 photos and 1 signature.').waitFor();
    // A missing right has its card: no toast also reports a failure, and no dead code is offered.
    expect((await toasts(page)).filter((words) => words.includes('Failed'))).toEqual([]);
    await soon(() => page.getByText(order.accessCode, { exact: true }).count()).toBe(0);
    await page.getByText('Signed, not sent yet').waitFor();
    await page.reload();
    await page.getByText('Enter the access code again to send what’s waiting').waitFor();
    await page.getByRole('button', { name: 'Move to In Transit' }).waitFor();
    expect(await rowsOf(site, order)).toMatchObject({ pickup: 0, signatures: [] });
    await giveBack();
    // The phone still holds the code and tries it automatically.
    await page.reload();
    await expectAllSent(page);
    expect(await rowsOf(site, order)).toMatchObject({ status: 'picked_up', pickup: 2, signatures: ['pickup'] });
    expect(problems).toEqual([]);
  });

  const ends: [string, string, (order: CodedOrder) => Promise<unknown>][] = [
    [
      'cancels the order',
      'the order was cancelled',
      async ({ id }) => (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${id}/status`, { status: 'cancelled' }),
    ],
    [
      'replaces the code',
      'the access code was replaced',
      async ({ id }) => (await site.api(ADMIN)).send('POST', `/api/v1/orders/${id}/access-code`),
    ],
    [
      'deletes the order',
      'the order was deleted',
      async ({ id }) => (await site.api(ADMIN)).send('DELETE', `/api/v1/orders/${id}`),
    ],
  ];
  for (const [what, words, end] of ends) {
    test(`P37 the office ${what} first: it still gets what the phone sends, and the driver sees that`, async () => {
      const order = await makeOrder(site);
      const { page, context, problems } = await openOrder(browser, site, order, {
        expectErrors: [/40[149] /, /ERR_INTERNET_DISCONNECTED/],
      });
      await untilKept({ page });
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Picked up without a photo: Box of books' }).click();
      await addPhotos(page, 'Pickup', 'Lamp', await photos(3));
      await sign(page, 'Pickup');
      await end(order);
      await context.setOffline(false);
      const notice = page.getByRole('region', { name: /^Late upload/ });
      await notice.getByText('3 photos and 1 signature uploaded late').waitFor();
      await notice.getByText(`Uploaded after ${words}. The office has it.`).waitFor();
      // What was signed is not asked for again, and no dead code is offered.
      await soon(() => page.getByRole('button', { name: 'Get Pickup Signature' }).count()).toBe(0);
      await soon(() => page.getByText(order.accessCode, { exact: true }).count()).toBe(
        what.startsWith('cancels') ? 1 : 0,
      );
      const kept = await site.sql('select kind from late_evidence where order_id = ? order by id', order.id);
      expect(kept.map(({ kind }) => kind)).toEqual([...Array(3).fill('pickup_photo'), 'pickup_signature']);
      await page.reload();
      await notice.getByRole('button', { name: 'OK' }).click();
      await notice.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    });
  }

  test('a pickup signature that lost its answer never delivers, however late it is repeated', async () => {
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

    // The same call once more, from a phone that never got the answer, with a key that the server does not know.
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

  test('the office has moved the order: a step that is already done counts as done', async () => {
    const order = await makeOrder(site);
    const { page, context, problems } = await openOrder(browser, site, order, {
      expectErrors: [/409 /, /ERR_INTERNET_DISCONNECTED/],
    });
    await sign(page, 'Pickup');
    await expectToast(page, 'Pickup Complete: All 2 items are picked up.');
    await untilKept({ page });
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

  test('a failing server is retried, and a café’s sign-in page is not an answer', async () => {
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
