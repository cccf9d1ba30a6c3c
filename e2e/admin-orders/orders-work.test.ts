import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { breakCall, dialogOf, expectAccessible, numberOf, rowOf, soon, toastOf, useOffice } from './office.ts';

const site = useSite();
const browser = useBrowser();
const office = useOffice(site);
const driverOf = async (id: number) =>
  (await site.sql<{ driver_id: number | null }>('select driver_id from orders where id = ?', id))[0]?.driver_id;

describe('assigning', () => {
  test('T02 another dispatcher was faster: their driver is shown, and only an explicit reassign takes the order', async () => {
    const order = await office.order();
    const { page, problems } = await newPage(browser, site, {
      signedInAs: office.dispatcher,
      expectErrors: [/409/, /ERR_FAILED/],
    });
    // Without the live stream the page still believes that the order is free.
    await page.route(/live\.onChange/, (route) => route.abort());
    await page.goto('/admin/orders');
    const row = rowOf(page, order);
    await row.waitFor();
    await office.api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: office.sam.id });

    await row.getByRole('combobox', { name: /^Driver of/ }).click();
    await page.getByRole('option', { name: 'Robin Rider' }).click();
    const question = dialogOf(page, `Driver of ${numberOf(order)}`);
    await question.getByText('Sam Okonkwo already has this order').waitFor();
    await expectAccessible(page, 'taken');
    expect(await driverOf(order.id)).toBe(office.sam.id);
    await question.getByRole('button', { name: 'Reassign to Robin Rider' }).click();
    await question.waitFor({ state: 'hidden' });
    await row.getByText('Robin Rider').waitFor();
    expect(await driverOf(order.id)).toBe(office.robin.id);

    await row.getByRole('button', { name: `Change the driver of ${numberOf(order)}` }).click();
    await question.getByText(`Order ${numberOf(order)} is assigned to Robin Rider.`).waitFor();
    await question.getByRole('button', { name: 'Leave as it is' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await driverOf(order.id)).toBe(office.robin.id);
    expect(problems).toEqual([]);
  });

  test('a failed assignment is undone on the screen and shows an error', async () => {
    const order = await office.order();
    const { page, problems } = await newPage(browser, site, {
      signedInAs: office.dispatcher,
      expectErrors: [/ERR_FAILED/],
    });
    await page.goto('/admin/orders');
    const choice = rowOf(page, order).getByRole('combobox', { name: /^Driver of/ });
    await choice.waitFor();
    await breakCall(page, 'orders.assign');
    await choice.click();
    await page.getByRole('option', { name: 'Robin Rider' }).click();
    await toastOf(page).getByText('Update Failed').waitFor();
    await choice.waitFor();
    expect(await driverOf(order.id)).toBe(null);
    expect(problems).toEqual([]);
  });

  test('several in one go: each row that failed says why, and can be reassigned on purpose', async () => {
    const free = await office.order();
    const taken = await office.assigned(office.sam.id);
    const closed = await office.order();
    await office.api.send('PUT', `/api/v1/orders/${closed.id}/status`, { status: 'cancelled' });
    const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher, expectErrors: [/409/] });
    await page.goto('/admin/orders');
    for (const order of [free, taken, closed])
      await page.getByRole('checkbox', { name: `Select ${numberOf(order)}` }).check();
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await bar.getByText('3 orders selected').waitFor();
    await bar.getByRole('combobox', { name: 'Driver for the selected orders' }).click();
    await page.getByRole('option', { name: 'Robin Rider' }).click();
    await bar.getByRole('button', { name: 'Assign' }).click();
    const result = dialogOf(page, 'Not every order was assigned');
    await result.getByText('1 order assigned to Robin Rider, 2 not:').waitFor();
    await result
      .getByRole('row', { name: new RegExp(`${numberOf(taken)}.*Sam Okonkwo already has this order`) })
      .waitFor();
    await result.getByRole('row', { name: new RegExp(`${numberOf(closed)}.*takes no driver any more`) }).waitFor();
    await expectAccessible(page, 'bulk result');
    expect([await driverOf(free.id), await driverOf(taken.id), await driverOf(closed.id)]).toEqual([
      office.robin.id,
      office.sam.id,
      null,
    ]);
    await result.getByRole('button', { name: 'Reassign 1 order to Robin Rider' }).click();
    await soon(() => driverOf(taken.id)).toBe(office.robin.id);
    expect(problems).toEqual([]);
  });
});

describe('two people edit one order', () => {
  for (const choice of ['Keep mine', 'Use theirs'] as const) {
    test(`the second one sees both versions and chooses (${choice})`, async () => {
      const order = await office.order();
      const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher, expectErrors: [/409/] });
      await page.goto(`/admin/orders?edit=${order.id}`);
      const form = dialogOf(page, `Edit order ${numberOf(order)}`);
      await form.getByLabel('Pickup address').fill('My new address');
      await form.getByLabel('Special instructions').fill('My notes');
      await office.api.send('PUT', `/api/v1/orders/${order.id}`, {
        pickupAddress: 'Their new address',
        customerPhone: '+1 555 9999',
      });
      await form.getByRole('button', { name: 'Save Changes' }).click();
      await form.getByText('Someone else changed this order').waitFor();
      const row = form.getByRole('row', { name: /Pickup address/ });
      await row.getByText('My new address').waitFor();
      await row.getByText('Their new address').waitFor();
      await expectAccessible(page, 'conflict');
      await form.getByRole('button', { name: choice }).click();
      if (choice === 'Keep mine') await form.waitFor({ state: 'hidden' });
      else await soon(() => form.getByLabel('Pickup address').inputValue()).toBe('Their new address');
      const mine = choice === 'Keep mine';
      expect(await site.sql('select pickup_address, notes, customer_phone from orders where id = ?', order.id)).toEqual(
        [
          {
            pickup_address: mine ? 'My new address' : 'Their new address',
            notes: mine ? 'My notes' : 'Ring twice',
            customer_phone: '+1 555 9999',
          },
        ],
      );
      expect(problems).toEqual([]);
    });
  }

  test('changes to different fields are merged without a question', async () => {
    const order = await office.order();
    const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher, expectErrors: [/409/] });
    await page.goto(`/admin/orders?edit=${order.id}`);
    const form = dialogOf(page, `Edit order ${numberOf(order)}`);
    await form.getByLabel('Special instructions').fill('My notes');
    await office.api.send('PUT', `/api/v1/orders/${order.id}`, { customerPhone: '+1 555 8888' });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await site.sql('select notes, customer_phone from orders where id = ?', order.id)).toEqual([
      { notes: 'My notes', customer_phone: '+1 555 8888' },
    ]);
    expect(problems).toEqual([]);
  });

  test('U140 items are changed, added and removed until the driver has them, with a conflict like every other field', async () => {
    const order = await office.order({
      items: [
        { name: 'Crate', quantity: 2 },
        { name: 'Lamp', quantity: 1 },
      ],
    });
    const itemsOf = () =>
      site.sql('select name, quantity, value from order_items where order_id = ? order by position', order.id);
    const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher, expectErrors: [/409/] });
    await page.goto(`/admin/orders?edit=${order.id}`);
    const form = dialogOf(page, `Edit order ${numberOf(order)}`);
    const item = (at: number) => form.getByRole('group', { name: `Item ${at}`, exact: true });
    await item(1).getByLabel('Quantity').fill('5');
    await form.getByRole('button', { name: 'Remove Item 2' }).click();
    await form.getByRole('button', { name: 'Add Item' }).click();
    await item(2).getByLabel('Item Name').fill('Rug');
    await item(2).getByLabel('Value').fill('12.5');
    await expectAccessible(page, 'items');
    await office.api.send('PUT', `/api/v1/orders/${order.id}`, { items: [{ name: 'Their table' }] });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByRole('row', { name: /Items/ }).getByText('1 × Their table').waitFor();
    await form.getByRole('button', { name: 'Use theirs' }).click();
    await soon(() => item(1).getByLabel('Item Name').inputValue()).toBe('Their table');
    await form.getByRole('button', { name: 'Add Item' }).click();
    await item(2).getByLabel('Item Name').fill('Rug');
    await item(2).getByLabel('Value').fill('12.5');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await itemsOf()).toEqual([
      { name: 'Their table', quantity: 1, value: null },
      { name: 'Rug', quantity: 1, value: '12.50' },
    ]);

    await site.sql(`update order_items set is_picked_up = true where order_id = ? and name = 'Rug'`, order.id);
    await page.goto(`/admin/orders?edit=${order.id}`);
    await item(2).getByText('Picked up').waitFor();
    expect(await item(2).getByLabel('Quantity').isDisabled()).toBe(true);
    expect(await form.getByRole('button', { name: 'Remove Item 2' }).count()).toBe(0);
    await item(1).getByLabel('Quantity').fill('3');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await itemsOf()).toMatchObject([{ quantity: 3 }, { quantity: 1 }]);
    expect(problems).toEqual([]);
  });

  test('says when the other version cannot be read, and keeps what was typed', async () => {
    const order = await office.order();
    const { page, problems } = await newPage(browser, site, {
      signedInAs: office.dispatcher,
      expectErrors: [/409/, /ERR_FAILED/],
    });
    await page.goto(`/admin/orders?edit=${order.id}`);
    const form = dialogOf(page, `Edit order ${numberOf(order)}`);
    await form.getByLabel('Special instructions').fill('My notes');
    await office.api.send('PUT', `/api/v1/orders/${order.id}`, { notes: 'Their notes' });
    const mend = await breakCall(page, 'orders.get');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toastOf(page).getByText('Update Failed').waitFor();
    expect(await form.getByLabel('Special instructions').inputValue()).toBe('My notes');
    await mend();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText('Someone else changed this order').waitFor();
    expect(problems).toEqual([]);
  });

  test('a failed save keeps what was typed', async () => {
    const order = await office.order();
    const { page, problems } = await newPage(browser, site, {
      signedInAs: office.dispatcher,
      expectErrors: [/ERR_FAILED/],
    });
    await page.goto(`/admin/orders?edit=${order.id}`);
    const form = dialogOf(page, `Edit order ${numberOf(order)}`);
    await form.getByLabel('Company').fill('Typed with care Ltd');
    const mend = await breakCall(page, 'orders.update');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toastOf(page).getByText('Update Failed').waitFor();
    expect(await form.getByLabel('Company').inputValue()).toBe('Typed with care Ltd');
    await mend();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await site.sql('select customer_company from orders where id = ?', order.id)).toEqual([
      { customer_company: 'Typed with care Ltd' },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('an open order', () => {
  test('can be cancelled and get a new code, each after a confirmation', async () => {
    const order = await office.order();
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto(`/admin/orders?order=${order.id}`);
    const dialog = dialogOf(page, `Order ${numberOf(order)}`);
    await dialog.getByRole('button', { name: 'More' }).click();
    await expectAccessible(page, 'menu');
    await page.getByRole('menuitem', { name: 'New access code' }).click();
    await dialogOf(page, `New access code for ${numberOf(order)}?`)
      .getByRole('button', { name: 'Create new code' })
      .click();
    await toastOf(page).getByText('The order has a new access code').waitFor();
    await soon(() => dialog.getByText(order.accessCode).count()).toBe(0);
    await dialog.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Cancel order' }).click();
    await dialogOf(page, `Cancel order ${numberOf(order)}?`)
      .getByRole('button', { name: 'Cancel order' })
      .click();
    await dialog.getByText('cancelled', { exact: true }).first().waitFor();
    expect(await site.sql('select status from orders where id = ?', order.id)).toEqual([{ status: 'cancelled' }]);
    expect(await dialog.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    // A finished order can be duplicated and proved, and opened again if its end was a mistake; nothing else.
    await dialog.getByRole('button', { name: 'More' }).click();
    await soon(() => page.getByRole('menuitem').allTextContents()).toEqual([
      'Duplicate',
      'Download evidence',
      'Open it again',
    ]);
    expect(problems).toEqual([]);
  });
});

describe('the list', () => {
  test('keeps search, state, sort, page and dialog in the URL, and Back undoes them', async () => {
    for (let n = 0; n < 22; n++)
      await office.order({ customer: { name: 'Page Filler', email: `filler${n}@example.com` } });
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/orders?q=page%20filler&status=pending&sort=oldest&page=2');
    await soon(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByText('21–22 of 22 orders').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('page filler');
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await soon(() => page.locator('tbody tr').count()).toBe(20);
    await page.goBack();
    await soon(() => page.locator('tbody tr').count()).toBe(2);
    expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
    await page.getByLabel('Status', { exact: true }).selectOption('All states');
    await page.waitForURL((url) => !url.searchParams.has('status') && !url.searchParams.has('page'));
    await page.goto('/admin/orders?status=delivered');
    await page.getByText('No orders match these filters').waitFor();
    expect(problems).toEqual([]);
  });

  test('shows changes without a reload: in place for visible rows, as a notice for the rest', async () => {
    const order = await office.order({ customer: { name: 'Live Customer', email: 'live@example.com' } });
    const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher });
    await page.goto('/admin/orders?q=live%20customer');
    const row = rowOf(page, order);
    await row.getByText('created', { exact: true }).waitFor();
    await office.api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: office.sam.id });
    await row.getByText('assigned', { exact: true }).waitFor();
    await row.getByText('Sam Okonkwo').waitFor();
    await office.order();
    await page.getByRole('button', { name: /1 other order changed · Show/ }).click();
    await soon(() => page.getByRole('button', { name: /other order/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('exports what the filter shows, without formulas and without codes', async () => {
    const order = await office.order({
      customer: { name: '=1+1', email: 'formula@example.com', company: 'Comma, "Quote" Ltd' },
    });
    const { page, problems } = await newPage(browser, site, { signedInAs: office.dispatcher });
    await page.goto(`/admin/orders?q=${order.trackingNumber}`);
    await rowOf(page, order).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = join(await mkdtemp(join(tmpdir(), 'export-')), 'orders.csv');
    await (await download).saveAs(file);
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
    expect((await download).suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(lines[0]).toContain('Tracking number,Order ID,Status,Customer');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${order.trackingNumber},${order.id},created,'=1+1,formula@example.com`);
    expect(lines[1]).toContain('"Comma, ""Quote"" Ltd"');
    expect(lines[1]).not.toContain(order.accessCode);
    const excel = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export Excel' }).click();
    expect((await excel).suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.xlsx$/);
    expect(problems).toEqual([]);
  });
});
