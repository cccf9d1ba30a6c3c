import { describe, expect, test } from 'vitest';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  dialogOf,
  expectAccessible,
  expectNoSidewaysScroll,
  numberOf,
  rowOf,
  soon,
  toastOf,
  useOffice,
} from './office.ts';

const site = useSite();
const empty = useSite();
const browser = useBrowser();
const office = useOffice(site);
const statusOf = async (id: number) =>
  (await site.sql<{ status: string }>('select status from orders where id = ?', id))[0]?.status;

describe('a dispatcher', () => {
  test('T02 T06 T07 X01 X02 assigns and edits, and cannot delete', async () => {
    const order = await office.order();
    const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher });
    await page.goto('/admin/orders');
    const row = rowOf(page, order);
    await row.getByRole('button', { name: `Edit ${numberOf(order)}` }).waitFor();
    expect(await page.getByRole('button', { name: /^Delete / }).count()).toBe(0);
    await row.getByRole('combobox', { name: `Driver of ${numberOf(order)}` }).click();
    await page.getByRole('option', { name: 'Robin Rider' }).click();
    await toastOf(page)
      .getByText(`Order ${numberOf(order)} assigned to Robin Rider`)
      .waitFor();
    await row.getByText('assigned', { exact: true }).waitFor();
    expect(await site.sql('select driver_id, status from orders where id = ?', order.id)).toEqual([
      { driver_id: office.robin.id, status: 'assigned' },
    ]);

    await row.getByRole('button', { name: `Edit ${numberOf(order)}` }).click();
    const form = dialogOf(page, `Edit order ${numberOf(order)}`);
    await form.getByLabel('Customer name').fill('');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText('Customer name is required').waitFor();
    await form.getByLabel('Customer name').fill('Ada Corrected');
    await form.getByLabel('Total ($)').fill('1,250.5');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.waitFor({ state: 'hidden' });
    await row.getByText('$1,250.50').waitFor();
    await row.getByText('Ada Corrected').waitFor();
    expect(await site.sql('select customer_name, quote_price::text from orders where id = ?', order.id)).toEqual([
      { customer_name: 'Ada Corrected', quote_price: '1250.50' },
    ]);
    const answer = await page.request.delete(`/api/v1/orders/${order.id}`);
    expect(answer.status()).toBe(403);
    expect(await statusOf(order.id)).toBe('assigned');
    expect(problems).toEqual([]);
  });
});

describe('a driver', () => {
  test('T01 T04 T05 T06 T07 X03 starts and completes their own orders and sees no other driver’s', async () => {
    const own = await office.assigned(office.robin.id, {
      customer: { name: 'Own Customer', email: 'own@example.com' },
    });
    const foreign = await office.assigned(office.sam.id, {
      customer: { name: 'Foreign Customer', email: 'foreign@example.com' },
    });
    const { page, problems } = await newPage(browser, site, { signedInAs: office.robin });
    await page.goto('/admin/orders');
    const row = rowOf(page, own);
    await row.getByText('Own Customer').waitFor();
    expect(await page.getByText('Foreign Customer').count()).toBe(0);
    expect((await page.getByRole('columnheader').allTextContents()).filter(Boolean)).toEqual([
      'Order ID',
      'Customer',
      'Route',
      'Planned',
      'Status',
      'Total',
      'Created',
      'Actions',
    ]);
    expect(await page.getByRole('button', { name: /^(Edit|Delete) / }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await expectAccessible(page, 'driver');

    await row.getByRole('button', { name: `Start ${numberOf(own)}` }).click();
    await toastOf(page).getByText('Status Updated').waitFor();
    await row.getByText('in transit', { exact: true }).waitFor();
    expect(await statusOf(own.id)).toBe('in_transit');

    await row.getByRole('button', { name: `Complete ${numberOf(own)}` }).click();
    const question = dialogOf(page, `Complete ${numberOf(own)}?`);
    await question.getByText(/of Own Customer will be delivered/).waitFor();
    await question.getByRole('button', { name: 'Complete' }).click();
    await row.getByText('delivered', { exact: true }).waitFor();
    expect(await statusOf(own.id)).toBe('delivered');
    expect(await row.getByRole('button', { name: /^(Start|Complete) / }).count()).toBe(0);

    expect(
      (await page.request.put(`/api/v1/orders/${foreign.id}/status`, { data: { status: 'in_transit' } })).status(),
    ).toBe(404);
    expect(await statusOf(foreign.id)).toBe('assigned');
    await page.goto(`/admin/orders?order=${foreign.id}`);
    await dialogOf(page, 'Order').getByText('This order does not exist any more').waitFor();
    expect(problems.filter((problem) => !/404/.test(problem))).toEqual([]);
  });

  test('has buttons for gloves on a phone, and sees neither access code nor price in the details', async () => {
    const order = await office.assigned(office.robin.id);
    const { page, problems } = await newPage(browser, site, {
      ...PHONE,
      signedInAs: office.robin,
      colorScheme: 'dark',
    });
    await page.goto('/admin/orders');
    const start = page.getByRole('button', { name: `Start ${numberOf(order)}` });
    const view = page.getByRole('button', { name: `View ${numberOf(order)}` });
    for (const target of [start, view]) {
      await target.waitFor();
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    }
    await expectNoSidewaysScroll(page);
    await view.click();
    const dialog = dialogOf(page, `Order ${numberOf(order)}`);
    await dialog.getByText('Box of books').waitFor();
    expect(await dialog.getByText('Access code').count()).toBe(0);
    expect(await dialog.getByText('$120.50').count()).toBe(0);
    await expectAccessible(page, 'driver details');
    expect(problems).toEqual([]);
  });

  test('T08 sees that nothing is assigned yet, and finds only their own when searching', async () => {
    const idle = await site.createUser('driver', { firstName: 'Idle', lastName: 'Driver' });
    const { page, problems } = await newPage(browser, site, { signedInAs: idle });
    await page.goto('/admin/orders');
    await page.getByText('No orders assigned to you yet.').waitFor();
    await page.getByText('0 total').waitFor();
    await office.assigned(idle.id, { pickupAddress: '5 Needle Street' });
    await soon(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('searchbox').fill('haystack');
    await page.getByText("No results for 'haystack'").waitFor();
    expect(problems).toEqual([]);
  });
});

describe('an empty installation', () => {
  test('T09 says how orders are created', async () => {
    const { page, problems } = await newPage(browser, empty, { signedInAs: await empty.createUser('dispatcher') });
    await page.goto('/admin/orders');
    await page.getByText('No orders found. Create your first order to get started.').waitFor();
    await expectAccessible(page, 'empty');
    await page.getByRole('link', { name: 'Paid quotes' }).click();
    await page.waitForURL('**/admin/quotes?status=paid');
    expect(problems).toEqual([]);
  });
});
