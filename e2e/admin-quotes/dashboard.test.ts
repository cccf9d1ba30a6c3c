import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, type Opened, PHONE, useBrowser, useSite } from '../harness.ts';
import { dialogOf, expectAccessibleInBoth, expectNoSidewaysScroll, type Maker, makerOf } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' });
});

/** The totals of the rows that the first test creates. */
const figures = {
  'Active Quotes': '4',
  'In Transit': '1',
  'Pending Orders': '2',
  'Completed Today': '1',
  'Total Users': '3',
  'Active Drivers': '1',
  'Monthly Revenue': '$600.00',
};

async function openDashboard(): Promise<Opened> {
  const opened = await newPage(browser, site, { signedInAs: ADMIN });
  await opened.page.goto('/admin');
  await opened.page.getByRole('link', { name: /^Active Quotes/ }).waitFor();
  return opened;
}

describe('the dashboard', () => {
  const longAddress = '1234567890 Very Long Pickup Street Name, Springfield';
  let drafts: Quote[];
  /** Newest last. */
  let orders: { id: number; number: string }[];

  test('D01 D07 counts quotes, orders, people and this month’s money', async () => {
    const driver = await site.createUser('driver');
    for (let made = 0; made < 6; made++) await make.converted({ pickupAddress: longAddress });
    await make.sent();
    await make.accepted();
    await make.paid();
    drafts = [await make.draft(), await make.draft()];
    orders = await site.sql('select id, tracking_number as number from orders order by id');
    const [earlier, , , moving, delivered, assigned] = orders.map(({ id }) => id);
    for (const id of [moving, delivered, assigned])
      await make.api.send('POST', `/api/v1/orders/${id}/assign`, { driverId: driver.id });
    for (const id of [moving, delivered])
      await make.api.send('PUT', `/api/v1/orders/${id}/status`, { status: 'in_transit' });
    await make.api.send('PUT', `/api/v1/orders/${delivered}/status`, { status: 'delivered' });
    // Delivered the day before, made in another month: neither of today nor of this month.
    await site.sql(
      `update orders set status = 'delivered', created_at = created_at - interval '40 days', delivered_at = now() - interval '1 day', delivery_date = now() - interval '1 day' where id = ?`,
      earlier,
    );

    const { page, problems } = await openDashboard();
    for (const [title, value] of Object.entries(figures))
      await page
        .getByRole('link', { name: new RegExp(`^${title}`) })
        .getByText(value, { exact: true })
        .waitFor();
    expect(problems).toEqual([]);
  });

  test('D01 every card leads to the list it counts, and the list has as many', async () => {
    const { page, problems } = await openDashboard();
    for (const [title, query] of [
      ['In Transit', 'status=in_transit'],
      ['Pending Orders', 'status=pending'],
      ['Completed Today', 'status=delivered&deliveredFrom='],
      ['Monthly Revenue', 'from='],
    ] as const) {
      const href = (await page.getByRole('link', { name: new RegExp(`^${title}`) }).getAttribute('href')) ?? '';
      expect(href).toContain(`/admin/orders?${query}`);
      const list = await make.api.send<{ total: number; data: { quotePrice: string }[] }>(
        'GET',
        href.replace('/admin', '/api/v1'),
      );
      if (title === 'Monthly Revenue')
        expect(`$${list.data.reduce((sum, order) => sum + Number(order.quotePrice), 0)}.00`).toBe(figures[title]);
      else expect(String(list.total), title).toBe(figures[title]);
    }
    await page.getByRole('link', { name: /^Active Quotes/ }).click();
    await page.getByRole('heading', { name: `All Quotes (${figures['Active Quotes']})` }).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('draft,sent,accepted');
    await page.goBack();
    expect(problems).toEqual([]);
  });

  test('D02 D03 D06 the five newest quotes and orders, addresses cut to 30 characters', async () => {
    const { page, problems } = await openDashboard();
    const recentQuotes = page.getByRole('region', { name: 'Recent Quotes' }).getByRole('listitem');
    const recentOrders = page.getByRole('region', { name: 'Recent Orders' }).getByRole('listitem');
    await recentQuotes.first().waitFor();
    const newest = await site.sql<{ id: number }>('select id from quotes order by created_at desc, id desc limit 5');
    expect((await recentQuotes.allTextContents()).map((text) => text.match(/#\d+/)?.[0])).toEqual(
      newest.map(({ id }) => `#${id}`),
    );
    expect((await recentOrders.allTextContents()).map((text) => text.replaceAll(' ', '').slice(0, 14))).toEqual(
      orders
        .map(({ number }) => number)
        .slice(1)
        .reverse(),
    );
    await recentOrders.first().getByText('1234567890 Very Long Pickup St...', { exact: true }).waitFor();
    await recentQuotes.first().getByRole('link').click();
    await dialogOf(page, `Quote #${drafts[1]?.id}`).waitFor();
    await page.goBack();
    expect(problems).toEqual([]);
  });

  test('D09 paid is filled, sent light, other quotes outlined; delivered filled, in transit light, assigned outlined, other orders red', async () => {
    const { page, problems } = await openDashboard();
    const variantsIn = (name: string) =>
      page
        .getByRole('region', { name })
        .locator('.mantine-Badge-root')
        .evaluateAll((badges) =>
          Object.fromEntries(badges.map((badge) => [badge.textContent, badge.getAttribute('data-variant')])),
        );
    await page.getByRole('region', { name: 'Recent Quotes' }).getByRole('listitem').first().waitFor();
    expect(await variantsIn('Recent Quotes')).toEqual({
      draft: 'outline',
      paid: 'filled',
      accepted: 'outline',
      sent: 'light',
    });
    expect(await variantsIn('Recent Orders')).toEqual({
      delivered: 'filled',
      'in transit': 'light',
      assigned: 'outline',
      created: 'filled',
    });
    const created = page
      .getByRole('region', { name: 'Recent Orders' })
      .locator('.mantine-Badge-root')
      .filter({ hasText: 'created' })
      .first();
    expect(await created.evaluate((badge) => getComputedStyle(badge).backgroundColor)).toBe('rgb(185, 28, 28)');
    expect(problems).toEqual([]);
  });

  test('D08 four skeleton cards while it loads, a sentence and a way to try again when it cannot', async () => {
    const { page } = await newPage(browser, site, { signedInAs: dispatcher });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isBroken = true;
    await page.route(/\/trpc\/[^?]*dashboard\.stats/, async (route) => {
      await held;
      await (isBroken ? route.abort() : route.continue());
    });
    await page.goto('/admin');
    await page.locator('[data-skeleton-card]').first().waitFor();
    expect(await page.locator('[data-skeleton-card]').count()).toBe(4);
    release();
    await page.getByText('The figures could not be loaded').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /Active Quotes/ }).waitFor();
    // A dispatcher has no team page, so these two numbers are not links.
    expect(await page.getByRole('link', { name: /Total Users/ }).count()).toBe(0);
  });

  test('U182 charges that wait for the office are a figure that leads to its list and equals it', async () => {
    const [first, second] = orders;
    await site.sql(
      `insert into charges (order_id, label, amount, tax_total, state, is_from_driver, by, taken_at)
       select id, 'Waiting', 5, 0, state, true, 'Dan', now() from unnest(array[?, ?, ?]::int[], array['proposed', 'proposed', 'approved']) c(id, state)`,
      first?.id ?? 0,
      second?.id ?? 0,
      first?.id ?? 0,
    );
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    await page.goto('/admin');
    await page.getByRole('region', { name: 'Needs a hand' }).getByRole('link', { name: 'Charges to decide 2' }).click();
    const view = page.getByRole('region', { name: 'Views' }).getByRole('button', { name: 'Charges 2' });
    await view.waitFor();
    expect(await view.getAttribute('aria-pressed')).toBe('true');
    await page.getByText('1–2 of 2 orders').waitFor();
    for (const order of [first, second])
      await page
        .getByText(formatTracking(order?.number ?? ''), { exact: true })
        .first()
        .waitFor();
    await expectAccessibleInBoth(page, 'the list of charges');
    expect(problems).toEqual([]);
  });

  test('C218 has no accessibility violation in light and dark, on a desk and on a phone', async () => {
    const desk = await newPage(browser, site, { signedInAs: ADMIN });
    await desk.page.goto('/admin');
    await desk.page.getByRole('link', { name: /Active Quotes/ }).waitFor();
    const chart = desk.page.getByRole('region', { name: 'Last 30 days' });
    await chart.scrollIntoViewIfNeeded();
    await chart.getByRole('table', { name: 'Deliveries by day' }).waitFor({ state: 'attached' });
    await chart.locator('.recharts-wrapper').waitFor();
    // The page ends with its last panel: the table for screen readers takes no room.
    const rest = await chart.evaluate(
      (panel) => document.documentElement.scrollHeight - panel.getBoundingClientRect().bottom - scrollY,
    );
    expect(rest).toBeLessThan(100);
    await expectAccessibleInBoth(desk.page, 'dashboard');
    const phone = await newPage(browser, site, { signedInAs: ADMIN, ...PHONE });
    await phone.page.goto('/admin');
    await phone.page.getByRole('link', { name: /Active Quotes/ }).waitFor();
    await expectNoSidewaysScroll(phone.page);
    await expectAccessibleInBoth(phone.page, 'dashboard phone');
    expect([...desk.problems, ...phone.problems]).toEqual([]);
  });
});
