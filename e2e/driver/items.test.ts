import { describe, expect, test } from 'vitest';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import {
  addPhotos,
  expectAllSent,
  expectToast,
  itemOf,
  makeOrder,
  openOrder,
  photos,
  sign,
  soon,
  stopClock,
} from './phone.ts';

const site = useSite();
const browser = useBrowser();

const itemsIn = (order: { id: number }) =>
  site.sql<{ name: string; description: string | null; quantity: number }>(
    'select name, description, quantity from order_items where order_id = ? order by position',
    order.id,
  );

/** P34, in milliseconds. */
const HIGHLIGHT = 1500;
const HIGHLIGHT_NEW = 2000;

describe('the items of an order', () => {
  test('P09 P10 adds an item with a trimmed name and at least one piece', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.getByRole('button', { name: 'Add Item' }).click();
    const form = page.getByRole('form', { name: 'Add Item' });
    const name = form.getByLabel('Item name');
    const quantity = form.getByLabel('Quantity');
    expect(await quantity.inputValue()).toBe('1');
    await name.fill('   ');
    await form.getByRole('button', { name: 'Add Item' }).click();
    await form.getByText('Item name is required').waitFor();
    for (const [typed, becomes] of [
      ['many', '1'],
      ['0', '1'],
      ['-3', '1'],
      ['', '1'],
      ['4', '4'],
    ] as const) {
      await quantity.fill(typed);
      await quantity.blur();
      await soon(() => quantity.inputValue()).toBe(becomes);
    }
    await form.getByRole('button', { name: 'One less' }).click();
    expect(await quantity.inputValue()).toBe('3');
    await name.fill('  Cable drum ');
    await form.getByLabel('Description').fill('Second door');
    await form.getByRole('button', { name: 'Add Item' }).click();
    await itemOf(page, 'Cable drum').getByText('Quantity: 3').waitFor();
    await expectToast(page, 'Item Added: Cable drum is part of this order now.');
    expect(await page.getByTestId('picked').textContent()).toBe('0/3 picked up');
    expect((await itemsIn(order)).at(-1)).toEqual({ name: 'Cable drum', description: 'Second door', quantity: 3 });
    expect(problems).toEqual([]);
  });

  test('P10 says why an item was refused, and keeps it until the driver decides', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { expectErrors: [/409 .*items/] });
    await (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
    await page.getByRole('button', { name: 'Add Item' }).click();
    const form = page.getByRole('form', { name: 'Add Item' });
    await form.getByLabel('Item name').fill('Too late');
    await form.getByRole('button', { name: 'Add Item' }).click();
    await expectToast(page, 'Add Item Failed: This order is cancelled and cannot be changed any more');
    const refused = page.getByTestId('refused');
    await refused.getByText('This order is cancelled and cannot be changed any more').waitFor();
    expect(await page.getByTestId('order-status').textContent()).toBe('cancelled');
    await refused.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await refused.waitFor({ state: 'detached' });
    expect(await itemsIn(order)).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  test('P11 P31 edits an item and its images', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const dialog = page.getByRole('dialog', { name: 'Edit Item' });
    for (const name of ['Box of books', 'Lamp'])
      await itemOf(page, name)
        .getByRole('button', { name: `Edit ${name}` })
        .waitFor();
    await page.getByRole('button', { name: 'Edit Lamp' }).click();
    expect(await dialog.getByLabel('Item name').inputValue()).toBe('Lamp');
    await dialog.getByLabel('Item name').fill('Floor lamp');
    await dialog.getByLabel('Description').fill('Fragile');
    await dialog.getByLabel('Quantity').fill('5');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /choose photos$/ }).click(),
    ]);
    await chooser.setFiles(await photos(2, 'lamp'));
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Item Updated: Floor lamp is saved.');
    // Images that were removed cannot be brought back, so such an edit offers no way back.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await itemOf(page, 'Floor lamp').getByText('Quantity: 5').waitFor();
    await itemOf(page, 'Floor lamp').getByText('Fragile').waitFor();
    const urls = async () =>
      (
        await site.sql<{ urls: string[] }>(
          `select image_urls as urls from order_items where order_id = ? and name = 'Floor lamp'`,
          order.id,
        )
      )[0]?.urls ?? [];
    const before = await urls();
    expect(before).toHaveLength(2);

    await page.getByRole('button', { name: 'Edit Floor lamp' }).click();
    await dialog.getByText('Current images').waitFor();
    await dialog.getByRole('button', { name: 'Remove Floor lamp, image 1' }).click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await soon(urls).toEqual(before.slice(1));
    expect(await itemsIn(order)).toContainEqual({ name: 'Floor lamp', description: 'Fragile', quantity: 5 });
    expect(problems).toEqual([]);
  });

  test('P31 saves the chosen photos however long the phone needs for them', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    // A phone that is busy: reading a picture ends when the test says so.
    await page.evaluate(() => {
      const decode = window.createImageBitmap.bind(window);
      const gate = Promise.withResolvers<void>();
      Object.assign(window, {
        createImageBitmap: async (source: ImageBitmapSource) => {
          await gate.promise;
          return decode(source);
        },
        finishReading: gate.resolve,
      });
    });
    const dialog = page.getByRole('dialog', { name: 'Edit Item' });
    await page.getByRole('button', { name: 'Edit Lamp' }).click();
    await dialog.getByLabel('Item name').fill('Floor lamp');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /choose photos$/ }).click(),
    ]);
    await chooser.setFiles(await photos(2, 'lamp'));
    await dialog.getByText('Preparing the photos…').waitFor();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    expect((await itemsIn(order)).map(({ name }) => name)).toEqual(['Box of books', 'Lamp']);
    await page.evaluate(() => (window as unknown as { finishReading: () => void }).finishReading());
    await expectToast(page, 'Item Updated: Floor lamp is saved.');
    await expectAllSent(page);
    const [lamp] = await site.sql<{ urls: string[] }>(
      `select image_urls as urls from order_items where order_id = ? and name = 'Floor lamp'`,
      order.id,
    );
    expect(lamp?.urls).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  test('undoes an edit within six seconds', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    const dialog = page.getByRole('dialog', { name: 'Edit Item' });
    await page.getByRole('button', { name: 'Edit Box of books' }).click();
    await dialog.getByLabel('Item name').fill('Crate');
    await dialog.getByLabel('Quantity').fill('9');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectAllSent(page);
    await soon(() => itemsIn(order)).toEqual([
      { name: 'Box of books', description: 'Heavy', quantity: 2 },
      { name: 'Lamp', description: null, quantity: 1 },
    ]);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);

    await page.clock.install();
    await page.getByRole('button', { name: 'Edit Lamp' }).click();
    await dialog.getByLabel('Item name').fill('Candle');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.clock.fastForward(6000);
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await itemOf(page, 'Candle').waitFor();
    expect(problems).toEqual([]);
  });

  test('P31 says why a change was refused, and keeps it until the driver decides', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { expectErrors: [/409 .*items/] });
    await (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
    await page.getByRole('button', { name: 'Edit Lamp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Item' });
    await dialog.getByLabel('Item name').fill('Other lamp');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Update Failed: This order was cancelled');
    await page.getByTestId('refused').getByText('Change of Other lamp was not accepted').waitFor();
    // The screen shows the actual state, not the requested one.
    await itemOf(page, 'Lamp').waitFor();
    expect(problems).toEqual([]);
  });

  test('P12 asks before it deletes, keeps the last item, and says what failed', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { expectErrors: [/409 .*items/] });
    await page.getByRole('button', { name: 'Delete Lamp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Lamp?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await itemsIn(order)).toHaveLength(2);
    await page.getByRole('button', { name: 'Delete Lamp' }).click();
    await dialog.getByRole('button', { name: 'Delete item' }).click();
    await expectToast(page, 'Item Deleted: The item is no longer part of this order.');
    expect((await itemsIn(order)).map((item) => item.name)).toEqual(['Box of books']);
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);

    const other = await makeOrder(site);
    await page.evaluate((code) => {
      location.hash = `code=${code}`;
    }, other.accessCode);
    await page.getByRole('button', { name: 'Delete Lamp' }).waitFor();
    // Another driver removes the other item.
    await site.sql('delete from order_items where order_id = ? and name = ?', other.id, 'Box of books');
    await page.getByRole('button', { name: 'Delete Lamp' }).click();
    await dialog.getByRole('button', { name: 'Delete item' }).click();
    await expectToast(page, 'Delete Failed: The last item of an order cannot be removed');
    expect((await itemsIn(other)).map((item) => item.name)).toEqual(['Lamp']);
    expect(problems).toEqual([]);
  });

  test('P12 P31 has default words where a refusal brings none', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order, { expectErrors: [/413 /] });
    // What a proxy in front of the server answers.
    await page.route('**/api/v1/driver/items/*', (route) =>
      route.fulfill({
        status: 413,
        contentType: 'text/html',
        body: '<html><h1>413 Request Entity Too Large</h1></html>',
      }),
    );
    const refused = page.getByTestId('refused');
    const discard = async () => {
      await refused.getByText('The server did not say why.').waitFor();
      await refused.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await refused.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Delete Lamp' }).click();
    await page.getByRole('dialog', { name: 'Delete Lamp?' }).getByRole('button', { name: 'Delete item' }).click();
    await expectToast(page, 'Delete Failed: Failed to delete item');
    await discard();
    await page.getByRole('button', { name: 'Edit Lamp' }).click();
    await page.getByRole('dialog', { name: 'Edit Item' }).getByLabel('Quantity').fill('7');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Update Failed: Failed to update item');
    await discard();
    await itemOf(page, 'Lamp').getByText('Quantity: 1').waitFor();
    expect(problems).toEqual([]);
  });

  test('P13 P14 shows each item’s state and opens its original photos full size', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.getByRole('button', { name: 'Edit Lamp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Item' });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /choose photos$/ }).click(),
    ]);
    await chooser.setFiles(await photos(1, 'original'));
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Lamp, original photo 1' }).click();
    await page.locator('.yarl__slide_image').waitFor();
    // The whole picture as it was taken, not the thumbnail of it.
    await soon(() =>
      page
        .locator('.yarl__slide_image')
        .evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : [])),
    ).toEqual([640, 480]);
    await page.keyboard.press('Escape');
    await page.locator('.yarl__root').waitFor({ state: 'detached' });

    const lamp = itemOf(page, 'Lamp');
    const badge = (text: string) => lamp.getByText(text, { exact: true });
    for (const text of ['Picked Up', 'In Transit', 'Delivered']) expect(await badge(text).count()).toBe(0);
    await addPhotos(page, 'Pickup', 'Lamp', await photos(1));
    await badge('Picked Up').waitFor();
    await sign(page, 'Pickup');
    await page.getByRole('button', { name: 'Move to In Transit' }).click();
    await badge('In Transit').waitFor();
    await addPhotos(page, 'Delivery', 'Lamp', await photos(1));
    await badge('Delivered').waitFor();
    await expectAllSent(page);
    expect(problems).toEqual([]);
  });

  test('P34 highlights a changed item for 1.5 s and a new one for 2 s, and announces it', async () => {
    const order = await makeOrder(site);
    const { page, problems } = await openOrder(browser, site, order);
    await page.getByRole('button', { name: 'Add Item' }).click();
    await page.getByLabel('Item name').fill('Carpet');
    await stopClock(page);
    const highlighted = page.locator('[data-highlight]');

    await page.getByRole('form').getByRole('button', { name: 'Add Item' }).click();
    await itemOf(page, 'Carpet').and(page.locator('[data-highlight="new"]')).waitFor();
    expect(await highlighted.count()).toBe(1);
    await page.getByText('Carpet added', { exact: true }).waitFor({ state: 'attached' });
    await page.clock.runFor(HIGHLIGHT_NEW - 10);
    expect(await highlighted.count()).toBe(1);
    await page.clock.runFor(10);
    await highlighted.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Picked up without a photo: Lamp' }).click();
    await itemOf(page, 'Lamp').and(page.locator('[data-highlight="changed"]')).waitFor();
    expect(await highlighted.count()).toBe(1);
    await page.getByText('Lamp updated', { exact: true }).waitFor({ state: 'attached' });
    await page.clock.runFor(HIGHLIGHT - 10);
    expect(await highlighted.count()).toBe(1);
    await page.clock.runFor(10);
    await highlighted.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});
