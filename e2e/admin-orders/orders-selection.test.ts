import { beforeAll, describe, expect, test } from 'vitest';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  type CodedOrder,
  dialogOf,
  expectAccessible,
  expectNoSidewaysScroll,
  numberOf,
  type Office,
  officeOf,
  rowOf,
  soon,
  toastOf,
} from './office.ts';

const site = useSite();
const browser = useBrowser();
let office: Office;
let dispatcher: { id: number; username: string; password: string };
let sam: { id: number };
beforeAll(async () => {
  office = await officeOf(site);
  dispatcher = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
  sam = await site.createUser('driver', { firstName: 'Sam', lastName: 'Okonkwo' });
});

describe('no orders', () => {
  test('T09 says how to create the first order, and every way works', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin/orders');
    await page.getByText('No orders found. Create your first order to get started.').waitFor();
    await page.getByRole('link', { name: 'Create your first order' }).click();
    await page.getByRole('heading', { name: 'New order', level: 1 }).waitFor();
    await page.goto('/admin/orders');
    await page.getByRole('link', { name: 'Create Quote' }).click();
    await dialogOf(page, 'Create Quote').waitFor();
    await page.goto('/admin/orders');
    await page.getByRole('link', { name: 'Paid quotes' }).click();
    await page.waitForURL('**/admin/quotes?status=paid');
    await page.getByText('No quote matches these filters').waitFor();
    expect(problems).toEqual([]);
  });
});

describe('many orders in one go', () => {
  test('T11 “Select all n matching” includes the other pages: progress, result, and a row that failed with its reason', async () => {
    const orders: CodedOrder[] = [];
    for (let n = 0; n < 23; n++)
      orders.push(await office.order({ customer: { name: 'Matching Mary', email: `mary${n}@example.com` } }));
    const other = await office.order({ customer: { name: 'Other Otto', email: 'otto@example.com' } });
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher, expectErrors: [/409/] });
    await page.goto('/admin/orders?q=matching%20mary');
    await page.getByText('1–20 of 23 orders').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await bar.getByText('20 orders selected').waitFor();
    await page.getByRole('button', { name: 'Select all 23 matching' }).click();
    await bar.getByText('23 orders selected').waitFor();
    await page.getByText('All 23 matching orders are selected.').waitFor();
    await expectAccessible(page, 'all matching');

    // One on another page is finished by now: only that one fails, with the server's sentence.
    const finished = orders[0];
    if (!finished) throw new Error('no order');
    await office.api.send('PUT', `/api/v1/orders/${finished.id}/status`, { status: 'cancelled' });
    await bar.getByRole('combobox', { name: 'Driver for the selected orders' }).click();
    await page.getByRole('option', { name: 'Sam Okonkwo' }).click();
    await bar.getByRole('button', { name: 'Assign', exact: true }).click();
    const result = dialogOf(page, 'Not every order was assigned');
    await result.getByText('22 orders assigned to Sam Okonkwo, 1 not:').waitFor();
    await result.getByText(numberOf(finished)).waitFor();
    const rows = await site.sql<{ name: string; driver: number | null; n: number }>(
      'select customer_name as name, driver_id as driver, count(*)::int as n from orders group by 1, 2 order by 1, 2',
    );
    expect(rows).toEqual([
      { name: 'Matching Mary', driver: sam.id, n: 22 },
      { name: 'Matching Mary', driver: null, n: 1 },
      { name: 'Other Otto', driver: null, n: 1 },
    ]);
    await result.getByRole('button', { name: 'Leave as is' }).click();
    // Another filter selects nothing that it does not show.
    await page.goto(`/admin/orders?q=${other.trackingNumber}`);
    await rowOf(page, other).waitFor();
    expect(await bar.count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

describe('one’s own changes', () => {
  test('O13 the notice counts other people’s changes, and not one’s own, here or in another tab', async () => {
    const order = await office.order({ customer: { name: 'Tabby Own', email: 'own@example.com' } });
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin/orders?q=tabby%20own');
    await rowOf(page, order).waitFor();
    const second = await page.context().newPage();
    await second.goto('/admin/orders?q=nothing%20like%20it');
    await second.getByText("No results for 'nothing like it'").waitFor();
    // The saved order no longer fits the filter, so its live event is about a row that is not on the screen.
    await page.goto(`/admin/orders?q=tabby%20own&edit=${order.id}`);
    const edit = dialogOf(page, /^Edit order/);
    await edit.getByLabel('Customer name').fill('Renamed Person');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText("No results for 'tabby own'").waitFor();
    // What comes after it through the same stream: another person's order counts once.
    await office.api.send('PUT', `/api/v1/orders/${(await office.order()).id}`, { notes: 'x' });
    await page.getByRole('button', { name: '1 other order changed · Show' }).waitFor();
    await second.bringToFront();
    await second.getByRole('button', { name: '1 other order changed · Show' }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('the details of a finished order', () => {
  for (const status of ['cancelled', 'delivered'] as const) {
    test(`O08 O14 a ${status} order shows that its access code has ended, with nothing to copy or to send`, async () => {
      const order = await office.assigned(sam.id, { customer: { name: 'Done Deal', email: 'done@example.com' } });
      const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher, ...PHONE });
      await page.goto(`/admin/orders?order=${order.id}`);
      const details = dialogOf(page, /^Order QF/);
      await details.getByRole('button', { name: 'Copy driver link' }).waitFor();
      if (status === 'delivered') {
        await office.api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
        await office.api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'delivered' });
      } else await office.api.send('PUT', `/api/v1/orders/${order.id}/status`, { status });
      await details.getByText(`Ended, only shows the order for 24 hours after it was ${status}`).waitFor();
      await details.getByText(order.accessCode, { exact: true }).waitFor();
      expect(await details.getByRole('button', { name: /Copy (driver link|access code)/ }).count()).toBe(0);
      // The database stamps every change with its own time.
      await site.sql('alter table orders disable trigger orders_stamped');
      await site.sql(
        `update orders set updated_at = now() - interval '25 hours', delivered_at = delivered_at - interval '25 hours' where id = ?`,
        order.id,
      );
      await site.sql('alter table orders enable trigger orders_stamped');
      await page.reload();
      await details.getByText('Ended, no longer opens the order').waitFor();
      await expectNoSidewaysScroll(page);
      expect(problems).toEqual([]);
    });
  }
});

describe('what covers what', () => {
  test('O15 the buttons of the edit dialog are in view at 900 px, and a toast covers neither title nor Close', async () => {
    const order = await office.order();
    for (const size of [{ width: 1280, height: 900 }, PHONE]) {
      const { page } = await newPage(browser, site, { signedInAs: dispatcher, expectErrors: [/409/], ...size });
      await page.goto(`/admin/orders?edit=${order.id}`);
      const edit = dialogOf(page, /^Edit order/);
      const save = edit.getByRole('button', { name: 'Save Changes' });
      await save.waitFor();
      await soon(() =>
        save.evaluate((button) => {
          const { top, bottom } = button.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      ).toBe(true);
      // A refused save shows a toast over the open dialog.
      await site.sql(`update orders set status = 'cancelled' where id = ?`, order.id);
      await edit.getByLabel('Customer name').fill(`Nobody ${size.width}`);
      await save.click();
      await toastOf(page).waitFor();
      const boxOf = async (name: RegExp | string, role: 'heading' | 'button') =>
        edit.getByRole(role, { name }).boundingBox();
      const toast = await toastOf(page).boundingBox();
      for (const box of [await boxOf(/^Edit order/, 'heading'), await boxOf('Close', 'button')]) {
        if (!toast || !box) throw new Error('not on the screen');
        const isApart =
          toast.y >= box.y + box.height ||
          box.y >= toast.y + toast.height ||
          toast.x >= box.x + box.width ||
          box.x >= toast.x + toast.width;
        expect(isApart, `${size.width} px`).toBe(true);
      }
      await site.sql(`update orders set status = 'pending' where id = ?`, order.id);
    }
  });
});
