import { TRACKING_PREFIX } from '@quickfleet/shared/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  type CodedOrder,
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
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
let plain: CodedOrder;
let moving: CodedOrder;
let delivered: CodedOrder;
beforeAll(async () => {
  office = await officeOf(site);
  const driver = await site.createUser('driver', { firstName: 'Robin', lastName: 'Rider' });
  plain = await office.order({
    pickupAddress: '7 Lighthouse Quay',
    customer: { name: 'Marta Kovács', email: 'marta@example.com' },
  });
  await office.assigned(driver.id);
  moving = await office.assigned(driver.id, { deliveryAddress: '9 Harbour Square' });
  await office.api.send('PUT', `/api/v1/orders/${moving.id}/status`, { status: 'in_transit' });
  delivered = await office.assigned(driver.id, {
    items: [{ name: 'Desk', description: 'Oak', quantity: 3, value: '10', imageUrls: [await office.upload()] }],
  });
  const phone = await office.open(delivered);
  const [item] = delivered.items;
  await phone.pickup(item?.id ?? 0, 2);
  await phone.sign('Ada Sender');
  await phone.sign('Robin Rider', { signer: 'driver', kind: 'pickup' });
  await phone.move('in_transit');
  await phone.deliver(item?.id ?? 0, 1);
  await phone.sign('Bob Receiver');
});

describe('Order Management', () => {
  test('O01 O02 O04 O12 T02 T06 T07 T10 shows totals, counts, columns and an admin’s buttons', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/orders');
    await page.getByRole('heading', { name: 'Order Management', level: 1 }).waitFor();
    await page.getByText('4 total').waitFor();
    const counts = page.getByRole('region', { name: 'Orders by state' });
    for (const card of ['Created', 'Assigned', 'In Transit', 'Delivered'])
      await counts.getByRole('button', { name: new RegExp(`^${card}\\s*1$`) }).waitFor();
    const heads = page.getByRole('columnheader');
    expect((await heads.allTextContents()).filter(Boolean)).toEqual([
      'Order ID',
      'Customer',
      'Route',
      'Planned',
      'Status',
      'Driver',
      'Total',
      'Created',
      'Actions',
    ]);

    const row = rowOf(page, plain);
    await row.getByText(`#${plain.id}`, { exact: true }).waitFor();
    await row.getByText('Marta Kovács').waitFor();
    await row.getByText('created', { exact: true }).waitFor();
    await row.getByText('$120.50').waitFor();
    await rowOf(page, moving).getByText('in transit', { exact: true }).waitFor();
    const choice = row.getByRole('combobox', { name: `Driver of ${numberOf(plain)}` });
    expect(await choice.isEnabled()).toBe(true);
    await rowOf(page, moving).getByText('Robin Rider').waitFor();
    for (const action of ['View', 'Edit', 'Delete'])
      await row.getByRole('button', { name: `${action} ${numberOf(plain)}` }).waitFor();
    expect(await page.getByRole('button', { name: /^(Start|Complete) / }).count()).toBe(0);
    await expectAccessible(page, 'orders');
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });

  test('O03 searches tracking number, pickup, delivery and customer name, in the URL', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/orders');
    const search = page.getByRole('searchbox', { name: 'Search orders' });
    for (const [typed, found] of [
      [plain.trackingNumber.toLowerCase(), plain],
      [numberOf(moving), moving],
      ['LIGHTHOUSE', plain],
      ['harbour', moving],
      ['kovács', plain],
    ] as const) {
      await search.fill(typed);
      await page.waitForURL((url) => url.searchParams.get('q') === typed);
      await soon(() => page.locator('tbody tr').count()).toBe(1);
      await rowOf(page, found).waitFor();
    }
    await search.fill('nothing like it');
    await page.getByText("No results for 'nothing like it'").waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await soon(() => page.locator('tbody tr').count()).toBe(4);
    expect(await search.inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  test('O07 shows 5 skeleton rows, then the failure with a retry, then the rows', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/ERR_FAILED/] });
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(/trpc\/[^?]*orders\.list/, async (route) => {
      await held;
      await route.abort();
    });
    await page.goto('/admin/orders');
    await soon(() => page.locator('[data-skeleton-row]').count()).toBe(5);
    fail();
    await page.getByText('The orders could not be loaded').waitFor();
    await page.unroute(/trpc\/[^?]*orders\.list/);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await rowOf(page, plain).waitFor();
    expect(problems).toEqual([]);
  });

  test('O05 O08 O09 O10 O11 O12 U301 the details show everything of a delivered order', async () => {
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/admin/orders');
    await page.getByRole('button', { name: `View ${numberOf(delivered)}` }).click();
    await page.waitForURL(`**/admin/orders?order=${delivered.id}`);
    const dialog = dialogOf(page, `Order ${numberOf(delivered)}`);
    const { customerEmail, accessCode } = delivered;
    for (const text of [
      'Ada Sender',
      customerEmail ?? '',
      '+1 555 0101',
      'Sender Ltd',
      numberOf(delivered),
      accessCode,
      '$120.50',
      '1 Pickup Street',
      '2 Delivery Road, Shelbyville',
      '3 × Desk',
      'Oak',
    ]) {
      await dialog.getByText(text).first().waitFor();
    }
    await dialog.getByText('delivered', { exact: true }).first().waitFor();
    await dialog.getByText(/Note for drivers: \/driver opens an order with its access code/).waitFor();
    for (const flag of ['Picked Up: yes', 'In Transit: yes', 'Delivered: yes']) await dialog.getByText(flag).waitFor();
    await dialog.getByRole('button', { name: 'Desk, original photos 1' }).waitFor();
    for (const caption of ['P1', 'P2', 'D1']) await dialog.getByText(caption, { exact: true }).waitFor();
    await dialog.getByRole('img', { name: 'Pickup Customer Signature, signed by Ada Sender' }).waitFor();
    await dialog.getByRole('img', { name: 'Delivery Customer Signature, signed by Bob Receiver' }).waitFor();
    await dialog.getByRole('img', { name: 'Driver Signature at pickup, signed by Robin Rider' }).waitFor();
    const captions = await dialog.locator('figcaption').allTextContents();
    expect(captions).toHaveLength(3);
    for (const caption of captions)
      expect(caption).toMatch(/^Signed by .+ · \w{3} \d{1,2}, 20\d\d, \d{1,2}:\d\d [AP]M UTC$/);
    await dialog.getByText('Order created').waitFor();
    await expectAccessible(page, 'details');

    await dialog.getByRole('button', { name: /pickup photos 2/ }).click();
    await page.locator('.yarl__root').getByText('P2').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.yarl__root').waitFor({ state: 'detached' });
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    // Closing it by hand is the same step back.
    await page.getByRole('button', { name: `View ${numberOf(delivered)}` }).click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goForward();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });

    // Only an open order has something for a driver.
    await page.getByRole('button', { name: `View ${numberOf(moving)}` }).click();
    const open = dialogOf(page, `Order ${numberOf(moving)}`);
    await open.getByText(/Note for drivers: open \/driver and enter the access code/).waitFor();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await open.getByRole('button', { name: 'Copy driver link' }).click();
    await soon(copied).toBe(`${site.url}/driver#code=${moving.accessCode}`);
    await open.getByRole('button', { name: 'Copy access code' }).click();
    await soon(copied).toBe(moving.accessCode);
    expect(problems).toEqual([]);
  });

  test('O06 deleting asks, names the order, and sets its quote back', async () => {
    const doomed = await office.order({ customer: { name: 'Doomed Customer', email: 'doomed@example.com' } });
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/orders');
    const remove = page.getByRole('button', { name: `Delete ${numberOf(doomed)}` });
    await remove.click();
    const question = dialogOf(page, `Delete order ${numberOf(doomed)}?`);
    await question.getByText(/The order of Doomed Customer/).waitFor();
    await expectAccessible(page, 'delete');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await site.sql('select count(*)::int as n from orders where id = ?', doomed.id)).toEqual([{ n: 1 }]);
    await remove.click();
    await question.getByRole('button', { name: 'Delete order' }).click();
    await toastOf(page).getByText('Order deleted').waitFor();
    await soon(() => rowOf(page, doomed).count()).toBe(0);
    expect(await site.sql('select count(*)::int as n from orders where id = ?', doomed.id)).toEqual([{ n: 0 }]);
    expect(await site.sql('select status from quotes where id = ?', doomed.quoteId)).toEqual([{ status: 'paid' }]);
    expect(problems).toEqual([]);
  });
});

describe('on a phone and in the dark', () => {
  test('the table becomes cards, nothing scrolls sideways, and axe finds nothing', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, width: 360, signedInAs: ADMIN });
    await page.goto('/admin/orders');
    const card = page.getByRole('listitem').filter({ hasText: numberOf(plain) });
    await card.getByText('Marta Kovács').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page, 'cards');
    await card.getByRole('button', { name: numberOf(plain), exact: true }).click();
    await dialogOf(page, `Order ${numberOf(plain)}`)
      .getByText(plain.accessCode)
      .waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page, 'details on a phone');
    expect(problems).toEqual([]);
  });

  test('the dialogs of a desktop in the dark have no violation', async () => {
    const { page, problems } = await newPage(browser, site, { colorScheme: 'dark', signedInAs: ADMIN });
    await page.goto(`/admin/orders?order=${delivered.id}`);
    await dialogOf(page, /^Order/)
      .getByText('D1', { exact: true })
      .waitFor();
    await expectAccessible(page, 'details, dark');
    await page.goto(`/admin/orders?edit=${moving.id}`);
    await dialogOf(page, `Edit order ${numberOf(moving)}`)
      .getByLabel('Customer name')
      .waitFor();
    await expectAccessible(page, 'edit, dark');
    expect(numberOf(moving).startsWith(TRACKING_PREFIX)).toBe(true);
    expect(problems).toEqual([]);
  });
});

describe('on a small desktop', () => {
  test('J45 at 1,280 px every column and button of the table is in view, whatever the rows hold', async () => {
    const [first] = await site.sql<{ id: number }>(`select id from users where role = 'driver' order by id limit 1`);
    await site.sql(
      `update users set first_name = 'Maximilian-Alexander', last_name = 'Featherstonehaugh' where id = ?`,
      first?.id,
    );
    await site.sql(
      `update orders set customer_name = 'Wilhelmina Featherstonehaugh-Cholmondeley', customer_company = 'Donaudampfschifffahrtsgesellschaft',
        pickup_address = '12345 Extraordinarily Long Boulevard of the Republic, Springfield, Massachusetts 01101',
        delivery_address = '98765 Another Extraordinarily Long Avenue, Shelbyville, Tennessee 37160', quote_price = '12345.60',
        pickup_from = '2026-01-02T17:00:00Z', pickup_to = '2026-01-02T19:30:00Z',
        delivery_from = '2026-01-02T20:30:00Z', delivery_to = '2026-01-02T22:30:00Z'`,
    );
    // By night, the longest words of all: 'Fri, Jan 2, 10:30 PM – Sat, Jan 3, 12:30 AM'.
    await site.sql(
      `update orders set delivery_to = delivery_from + interval '26 hours' where id % 2 = ? and delivered_at is null`,
      plain.id % 2,
    );
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/orders');
    const region = page.getByRole('region', { name: 'Orders', exact: true });
    await region.getByRole('button', { name: `Delete ${numberOf(plain)}` }).waitFor();
    const hidden = () => region.evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    const cutChoices = () =>
      region.getByPlaceholder('Assign driver').evaluateAll((fields) =>
        fields.flatMap((field) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(field);
          const pen = new OffscreenCanvas(1, 1).getContext('2d');
          if (!pen) return ['no canvas'];
          pen.font = font;
          const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return pen.measureText('Assign driver').width > room ? [`${Math.round(room)} px`] : [];
        }),
      );
    // Names that are cut, or words of them that are broken.
    const namesOf = () =>
      region.locator('td [title^="Wilhelmina"]').evaluateAll((names) =>
        names.map((name) => {
          const text = name.firstChild;
          const broken = [...(text?.textContent ?? '').matchAll(/[^\s-]+/g)].some(({ 0: word, index }) => {
            const range = document.createRange();
            if (!text) return true;
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1;
          });
          return broken || name.scrollHeight > name.clientHeight + 1 ? 'cut' : 'whole';
        }),
      );
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await hidden(), `comfortable, ${width} px`).toBeLessThanOrEqual(0);
      expect(await cutChoices(), `${width} px`).toEqual([]);
      await page.getByRole('button', { name: 'Compact rows' }).click();
      expect(await hidden(), `compact, ${width} px`).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: 'Compact rows' }).click();
    }
    // A company below the name would make its column wide.
    await site.sql('update orders set customer_company = null');
    await page.reload();
    await region.getByRole('button', { name: `Delete ${numberOf(plain)}` }).waitFor();
    for (const width of [1440, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      expect([...new Set(await namesOf())], `${width} px`).toEqual(['whole']);
      expect(await hidden(), `${width} px`).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
  });
});
