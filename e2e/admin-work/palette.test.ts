import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  breakCall,
  dialogOf,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  type Maker,
  makerOf,
  soon,
} from '../admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { openPalette, paletteOf } from './palette.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
let driver: { id: number; username: string; password: string };
let draft: Quote;
let converted: Quote;
let foreign: Quote;
const person = (name: string) => ({
  customer: { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, phone: '', company: '' },
});
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher');
  driver = await site.createUser('driver');
  draft = await make.draft({ ...person('Wilma Waits'), pickupAddress: '9 Lighthouse Lane' });
  converted = await make.converted({ ...person('Carla Converted'), deliveryAddress: '4 Harbour Street' });
  foreign = await make.converted({ ...person('Fritz Foreign'), deliveryAddress: '5 Harbour Street' });
  await make.api.send('POST', `/api/v1/orders/${converted.orderId}/assign`, { driverId: driver.id });
});

const names = [
  'Dashboard',
  'Quotes',
  'Orders',
  'Email Templates',
  'Day Board',
  'Customers',
  'Recurring',
  'Claims',
  'Invoices',
  'Mailbox',
  'Imports',
  'Reports',
  'Team',
  'Developers',
  'Activity',
  'Settings',
];

describe('the command palette', () => {
  test('a visitor loads none of it, staff do once the screen is quiet', async () => {
    const visitor = await newPage(browser, site, { isFresh: true });
    const loaded: string[] = [];
    visitor.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    for (const path of ['/', '/track', '/driver', '/auth', '/admin/auth']) {
      await visitor.page.goto(path);
      await visitor.page.waitForLoadState('networkidle');
    }
    expect(loaded.filter((path) => /palette|spotlight/i.test(path))).toEqual([]);
    expect(visitor.problems).toEqual([]);

    const staff = await newPage(browser, site, { isFresh: true, signedInAs: ADMIN });
    const chunk = staff.page.waitForRequest(/command-palette.*\.js/);
    await staff.page.goto('/admin');
    await chunk;
    expect(staff.problems).toEqual([]);
  });

  for (const { role, screens, creations } of [
    {
      role: 'admin',
      screens: names,
      creations: [
        'Create Quote',
        'New order',
        'Create Customer',
        'New recurring job',
        'Invoice deliveries',
        'Add person',
        'New endpoint',
        'New API key',
      ],
    },
    {
      role: 'dispatcher',
      screens: names.slice(0, 12),
      creations: ['Create Quote', 'New order', 'Create Customer', 'New recurring job', 'Invoice deliveries'],
    },
    { role: 'driver', screens: ['Orders'], creations: [] },
  ] as const) {
    test(`offers a ${role} every screen they may open and what they may create, nothing more`, async () => {
      const { page, problems } = await newPage(browser, site, {
        signedInAs: { admin: ADMIN, dispatcher, driver }[role],
      });
      await page.goto('/admin/orders');
      const { root } = await openPalette(page);
      const offered = async (group: string) =>
        (await root.getByRole('group', { name: group }).getByRole('option').locator('> span').allTextContents()).filter(
          (text) => !text.startsWith('G'),
        );
      expect(await offered('Go to')).toEqual(screens);
      if (creations.length > 0) expect(await offered('Create')).toEqual(creations);
      else expect(await root.getByRole('group', { name: 'Create' }).count()).toBe(0);
      expect(problems).toEqual([]);
    });
  }

  for (const { role, size, view } of [
    { role: 'admin', size: 'desktop', view: {} },
    { role: 'dispatcher', size: '390 px', view: PHONE },
  ] as const) {
    test(`finds a quote, an order and a customer and opens each where it belongs (${role}, ${size})`, async () => {
      const { page, problems } = await newPage(browser, site, {
        signedInAs: role === 'admin' ? ADMIN : dispatcher,
        ...view,
      });
      const how = role === 'admin' ? 'keys' : 'button';
      await page.goto('/admin');

      const quote = await openPalette(page, how);
      await quote.field.fill('lighthouse');
      await quote.chosen.getByText(`Quote #${draft.id} · Wilma Waits`).waitFor();
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Enter');
      await dialogOf(page, `Quote #${draft.id}`).waitFor();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/admin/quotes?quote=${draft.id}`);
      await page.keyboard.press('Escape');
      await dialogOf(page, `Quote #${draft.id}`).waitFor({ state: 'hidden' });

      const number = formatTracking(converted.trackingNumber ?? '');
      const order = await openPalette(page, how);
      await order.field.fill(number);
      await order.options.filter({ hasText: number }).click();
      await dialogOf(page, /./).getByText(number).first().waitFor();
      expect(page.url()).toContain(`/admin/orders?order=${converted.orderId}`);
      await page.keyboard.press('Escape');
      await soon(() => page.getByRole('dialog').count()).toBe(0);

      const customer = await openPalette(page, how);
      await customer.field.fill('wilma@example.com');
      const group = customer.root.getByRole('group', { name: 'Customers' });
      await group.getByRole('option', { name: /Wilma Waits/ }).click();
      await page.getByRole('heading', { name: 'Wilma Waits', level: 1 }).waitFor();
      expect(page.url()).toContain(`/admin/customers/${draft.customer.id}`);
      expect(problems).toEqual([]);
    });
  }

  test('a quote number finds that quote first, and a word with many results leads to the whole list', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    const many = [];
    for (let n = 0; n < 7; n++)
      many.push(await make.draft({ ...person('Manfred Many'), pickupAddress: `${draft.id} Crowded Court` }));
    await page.goto('/admin/quotes');
    const { field, chosen, root } = await openPalette(page);
    await field.fill(`#${draft.id}`);
    await chosen.getByText(`Quote #${draft.id} · Wilma Waits`).waitFor();
    await field.fill('crowded');
    const quotes = root.getByRole('group', { name: 'Quotes' }).getByRole('option');
    await soon(() => quotes.count()).toBe(6);
    await quotes.filter({ hasText: 'All 7 quotes with “crowded”' }).click();
    await page.getByText('All Quotes (7)').waitFor();
    for (const { id } of many) await make.api.send('DELETE', `/api/v1/quotes/${id}`);
    expect(problems).toEqual([]);
  });

  test('a driver finds only their own orders', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: driver });
    await page.goto('/admin/orders');
    const { field, options, root } = await openPalette(page);
    await field.fill('harbour');
    await options.filter({ hasText: 'Carla Converted' }).waitFor();
    expect(await options.filter({ hasText: 'Fritz Foreign' }).count()).toBe(0);
    await field.fill(foreign.trackingNumber ?? '');
    await root.getByText('Your orders are found by tracking number, customer, phone number and address.').waitFor();
    expect(problems).toEqual([]);
  });

  test('the keyboard alone: arrows wrap around, Escape closes and returns the focus', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin');
    const link = page.getByRole('link', { name: 'View Homepage' });
    await link.focus();
    const { chosen, field, root } = await openPalette(page);
    expect(await chosen.textContent()).toBe('Create Quote');
    await page.keyboard.press('ArrowUp');
    await chosen.getByText('Help and keyboard shortcuts').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await chosen.getByText('New order').waitFor();
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    // What ends the session is not one press from the first line: it is found by its name.
    expect(await root.getByRole('option', { name: 'Logout' }).count()).toBe(0);
    await page.keyboard.type('logout');
    await chosen.getByText('Logout').waitFor();
    await page.keyboard.press('Escape');
    await root.waitFor({ state: 'hidden' });
    await soon(() => link.evaluate((element) => element === document.activeElement)).toBe(true);

    await openPalette(page);
    await page.keyboard.type('mailb');
    await chosen.getByText('Mailbox').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mailbox' }).waitFor();
    await openPalette(page);
    await page.keyboard.type('new api');
    await page.keyboard.press('Enter');
    await dialogOf(page, /key/i).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/admin/developers/keys');
    await openPalette(page);
    await page.keyboard.type('add person');
    await page.keyboard.press('Enter');
    await dialogOf(page, 'Add a person').getByLabel('First name').waitFor();
    expect(problems).toEqual([]);
  });

  test('a result of the open screen opens over its unchanged list, and Back closes it', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/quotes?status=draft&sort=oldest');
    const { field, chosen } = await openPalette(page);
    await field.fill('lighthouse');
    await chosen.getByText('Wilma Waits').waitFor();
    expect(await chosen.locator('mark').first().textContent()).toMatch(/^lighthouse$/i);
    await page.keyboard.press('Enter');
    await dialogOf(page, `Quote #${draft.id}`).waitFor();
    expect(new URL(page.url()).search).toBe(`?status=draft&sort=oldest&quote=${draft.id}`);
    await page.goBack();
    await page.waitForURL('**/admin/quotes?status=draft&sort=oldest');
    expect(problems).toEqual([]);
  });

  test('U329 a scan with no field in use opens its order, and its keys are no shortcuts', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/customers');
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    const [order] = await site.sql<{ number: string }>(
      `select tracking_number as number from orders where id = ${converted.orderId}`,
    );
    // In one task, as fast as a scanner: single key presses of a busy machine have pauses between them.
    await page.evaluate((code) => {
      for (const key of [...code, 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }, `http://other.example/track/${order?.number}`);
    await page.waitForURL(`**/admin/orders?order=${converted.orderId}`);
    await page.getByRole('dialog').getByText('Carla Converted').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test('nothing typed, nothing found and server unreachable look different, and the last one can be retried', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/ERR_FAILED/] });
    await page.goto('/admin');
    const { field, options, root } = await openPalette(page);
    expect(await field.getAttribute('placeholder')).toBe(
      'Search quotes, orders, customers and e-mails, or jump to a screen',
    );
    expect(await options.count()).toBeGreaterThan(8);
    await field.fill('nothing-like-it');
    await root.getByText('No results for “nothing-like-it”').waitFor();
    expect(await options.count()).toBe(0);

    const mend = await breakCall(page, 'quotes.list');
    await field.fill('lighthouse');
    await root.getByRole('alert').getByText('The search failed.').waitFor();
    expect(await root.getByText('No results').count()).toBe(0);
    await mend();
    await options.filter({ hasText: 'Try again' }).click();
    await options.filter({ hasText: 'Wilma Waits' }).first().waitFor();
    await root.getByRole('alert').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('waits for a pause in the typing before it asks', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/settings');
    const { field, options } = await openPalette(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('customers.list')) asked.push(decodeURIComponent(request.url()));
    });
    // All letters in one task: on a busy machine single key presses are pauses themselves.
    await field.evaluate((input) => {
      const word = 'lighthouse';
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (let letters = 1; letters <= word.length; letters++) {
        write?.call(input, word.slice(0, letters));
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await options.filter({ hasText: 'Wilma Waits' }).first().waitFor();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('"q":"lighthouse"');
    expect(problems).toEqual([]);
  });

  for (const [size, view] of [
    ['desktop', {}],
    ['390 px', PHONE],
  ] as const) {
    test(`no accessibility violation in any of its states, light and dark (${size})`, async () => {
      const { page, problems } = await newPage(browser, site, {
        signedInAs: ADMIN,
        expectErrors: [/ERR_FAILED/],
        ...view,
      });
      await page.goto('/admin/quotes');
      await page.getByRole('heading', { name: 'Quote Management' }).waitFor();
      const { field, options, root } = await openPalette(page, 'button');
      await expectAccessibleInBoth(page, 'open', '[role=dialog]');
      await field.fill('harbour');
      await options.filter({ hasText: 'Carla Converted' }).first().waitFor();
      await expectAccessibleInBoth(page, 'found', '[role=dialog]');
      await field.fill('nothing-like-it');
      await root.getByText('No results for').first().waitFor();
      await expectAccessibleInBoth(page, 'no match', '[role=dialog]');
      await breakCall(page, 'quotes.list');
      await field.fill('broken');
      await root.getByRole('alert').waitFor();
      await expectAccessibleInBoth(page, 'failed', '[role=dialog]');
      if (view === PHONE) await root.getByRole('button', { name: 'Close' }).click();
      else await page.keyboard.press('Escape');
      await paletteOf(page).root.waitFor({ state: 'hidden' });
      await page.keyboard.press('?');
      await dialogOf(page, 'Help').waitFor();
      await expectAccessibleInBoth(page, 'help', '[role=dialog]');
      expect(problems).toEqual([]);
    });
  }
});
