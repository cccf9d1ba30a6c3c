import { beforeAll, describe, expect, test } from 'vitest';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { dialogOf, expectAccessible, expectNoSidewaysScroll, numberOf, type Office, officeOf } from './office.ts';

const site = useSite();
const browser = useBrowser();
let office: Office;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  office = await officeOf(site);
  dispatcher = await site.createUser('dispatcher');
});

describe('evidence that arrived late', () => {
  test('S11 S12 is in the order’s dialog, and in the history once the order is deleted', async () => {
    const order = await office.order();
    const phone = await office.open(order);
    await office.api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
    await phone.pickup(order.items[0]?.id ?? 0, 2);
    await phone.sign('Grace Receiver', { kind: 'delivery' });
    const { page, problems } = await newPage(browser, site, {
      ...PHONE,
      colorScheme: 'dark',
      signedInAs: dispatcher,
      expectErrors: [/404/],
    });
    await page.goto(`/admin/orders?order=${order.id}`);
    await dialogOf(page, `Order ${numberOf(order)}`).waitFor();
    const dialog = dialogOf(page, /^Order/);
    const late = dialog.locator('section').filter({ has: page.getByRole('heading', { name: 'Arrived late' }) });
    const pieces = late.getByRole('listitem').filter({ hasText: 'Arrived after it was cancelled' });
    await pieces.first().waitFor();
    expect(await pieces.count()).toBe(3);
    expect(await pieces.first().textContent()).toMatch(/Pickup photo of Box of books.*received/);
    expect(await pieces.last().textContent()).toMatch(/Delivery signature.*Signed by Grace Receiver/);
    await expectNoSidewaysScroll(page);
    await pieces.first().scrollIntoViewIfNeeded();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'late evidence');
    await pieces.first().getByRole('button').click();
    await page.locator('.yarl__portal').waitFor();
    await page.keyboard.press('Escape');
    await office.api.send('DELETE', `/api/v1/orders/${order.id}`);
    await page.goto(`/admin/orders?order=${order.id}`);
    await page.getByText('This order does not exist any more').waitFor();
    await pieces.first().waitFor();
    expect(await pieces.count()).toBe(3);
    expect(problems).toEqual([]);
  });
});
