import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPage, useBrowser, useSite } from '../harness.ts';
import { dialogOf, type Maker, makerOf, toastOf } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher');
});

const openEdit = async (id: number, more: Parameters<typeof newPage>[2] = {}) => {
  const opened = await newPage(browser, site, { signedInAs: dispatcher, ...more });
  await opened.page.goto('/admin/quotes');
  await opened.page.locator(`article[data-quote="${id}"]`).getByRole('button', { name: 'Edit' }).click();
  return { ...opened, form: dialogOf(opened.page, `Edit Quote #${id}`) };
};
/** What the next call of this procedure sends. */
const sentBy = async (page: Page, procedure: string, act: () => Promise<unknown>) => {
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().includes(procedure)),
    act(),
  ]);
  const body: unknown = JSON.parse(request.postData() ?? '{}');
  return typeof body === 'object' && body !== null && '0' in body ? Reflect.get(body, '0') : body;
};

describe('editing a quote', () => {
  test('U10 F10 F12 F16 F21 sends what changed with values as strings or null, never the customer, and says so', async () => {
    const quote = await make.draft({ speedType: 'specific_date', speedDate: '2027-02-01' });
    const { page, form, problems } = await openEdit(quote.id);
    expect(await form.getByLabel('Customer Name').count()).toBe(0);
    await form.getByText(quote.customer.email).waitFor();
    await form.getByRole('textbox', { name: 'Delivery Address' }).fill('5 New Road');
    await form.getByLabel('Value').first().fill('');
    await form.getByLabel('Value').last().fill('12.5');
    await form.getByRole('radio', { name: 'Today' }).check();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/quotes\.update/, async (route) => {
      await held;
      await route.continue();
    });
    const body = await sentBy(page, 'quotes.update', () => form.getByRole('button', { name: 'Update Quote' }).click());
    await form.getByRole('button', { name: 'Updating...' }).waitFor();
    release();
    await form.waitFor({ state: 'hidden' });
    await toastOf(page).getByText('Success', { exact: true }).waitFor();
    await toastOf(page).getByText('Quote updated successfully').waitFor();
    expect(body).not.toHaveProperty('customer');
    expect(body).not.toHaveProperty('speedDate');
    expect(body).toMatchObject({
      id: quote.id,
      version: quote.version,
      deliveryAddress: '5 New Road',
      speedType: 'today',
      items: [{ id: quote.items[0]?.id, value: null }, { value: '12.5' }],
    });
    const rows = await site.sql(
      'select q.delivery_address as to, q.customer_name as name, q.speed_date as day, i.value::text as value from quotes q join quote_items i on i.quote_id = q.id where q.id = ? order by i.position',
      quote.id,
    );
    expect(rows).toEqual([null, '12.50'].map((value) => ({ to: '5 New Road', name: 'Ada Sender', day: null, value })));
    expect(problems).toEqual([]);
  });

  test('F17 a failed update shows ‘Error’ with the server’s sentence, and the form stays', async () => {
    const quote = await make.draft();
    const { page, form, problems } = await openEdit(quote.id, { expectErrors: [/409/, /ERR_FAILED/] });
    await page.route(/live\.onChange/, (route) => route.abort());
    await form.getByRole('textbox', { name: 'Delivery Address' }).fill('6 Lost Road');
    await page.route(/quotes\.update/, async (route) => {
      await site.sql(`update quotes set status = 'converted' where id = ?`, quote.id);
      await route.continue();
    });
    await form.getByRole('button', { name: 'Update Quote' }).click();
    await toastOf(page).getByText('Error', { exact: true }).waitFor();
    await toastOf(page).getByText('This quote has already been converted to an order').waitFor();
    expect(await site.sql('select delivery_address as to from quotes where id = ?', quote.id)).toEqual([
      { to: '2 Delivery Road, Shelbyville' },
    ]);
    expect(problems).toEqual([]);
  });
});
