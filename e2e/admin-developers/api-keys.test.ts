import { describe, expect, test } from 'vitest';
import {
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  makerOf,
} from '../admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

describe('API keys', () => {
  test('U124 a key is shown once with a line that works, is bound to networks, rotated, and refused once revoked', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/developers/keys');
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = dialogOf(page, 'Create an API key');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Name is required').waitFor();
    await form.getByLabel('Name').fill('Web shop');
    await form.getByLabel('Read customers').check();
    await form.getByLabel('Last day it works').fill('2099-12-31');
    await expectAccessible(page, 'new key');
    await form.getByRole('button', { name: 'Create key' }).click();
    const made = dialogOf(page, 'API key Web shop');
    const key = (await made.getByText(/^qf_[0-9a-f]+$/).textContent()) ?? '';
    const curl = (await made.getByText(/^curl /).textContent()) ?? '';
    expect(curl).toBe(`curl -H 'Authorization: Bearer ${key}' '${site.url}/api/v1/orders?limit=5'`);
    await expectAccessible(page, 'made key');
    await made.getByRole('button', { name: 'Done' }).click();
    await made.waitFor({ state: 'hidden' });

    const call = (path = 'orders?limit=5', bearer = key) =>
      fetch(`${site.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${bearer}` } });
    expect((await call()).status).toBe(200);
    expect(await page.getByText(key).count()).toBe(0);
    expect(await site.sql('select name, scopes from api_keys where key_hash <> ?', key)).toEqual([
      { name: 'Web shop', scopes: ['quotes:read', 'orders:read', 'customers:read'] },
    ]);
    await page.getByText('Until Dec 31, 2099').waitFor();

    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Web shop' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Edit');
    const edit = dialogOf(page, 'Edit Web shop');
    const networks = edit.getByLabel('Networks it may call from');
    await networks.fill('127.0.0.1\neverywhere');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await edit.getByText(/^everywhere: Must be an address or a network/).waitFor();
    await networks.fill('127.0.0.0/8\n::1');
    await expectAccessible(page, 'edit key');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Only from 127.0.0.0/8, ::1').waitFor();

    await choose('Rotate key');
    await dialogOf(page, 'Rotate Web shop?').getByRole('button', { name: 'Rotate key' }).click();
    const rotated = dialogOf(page, 'API key Web shop');
    const second = (await rotated.getByText(/^qf_[0-9a-f]+$/).textContent()) ?? '';
    expect(second).not.toBe(key);
    await rotated.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^The key before it works until/).waitFor();
    expect((await call()).status).toBe(200);
    expect((await call('orders/2147483600', second)).status).toBe(404);

    await expect.poll(() => site.sql('select distinct status from api_key_calls where status = 404')).toHaveLength(1);
    await choose('Show calls');
    const calls = dialogOf(page, 'Calls of Web shop');
    await calls.getByText('GET /api/v1/orders', { exact: true }).first().waitFor();
    await calls.getByLabel('Outcome').selectOption('refused');
    await calls.getByText('GET /api/v1/orders/2147483600').waitFor();
    await expect.poll(() => calls.getByText('GET /api/v1/orders', { exact: true }).count()).toBe(0);
    await calls.getByLabel('Method').selectOption('POST');
    await calls.getByText('No calls match these filters').waitFor();
    await expectAccessibleInBoth(page, 'calls of a key');
    expect(new URL(page.url()).search).toMatch(/^\?calls=\d+$/);
    await page.goBack();
    await calls.waitFor({ state: 'hidden' });

    await choose('Revoke');
    await dialogOf(page, 'Revoke Web shop?').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect((await call()).status).toBe(401);
    expect((await call('orders', second)).status).toBe(401);
    expect(problems).toEqual([]);
  });

  test('U125 a key of one customer is made for the customer that was searched, with the scopes that it may have', async () => {
    const { api } = await makerOf(site);
    await api.send('POST', '/api/v1/customers', { name: 'Bakery Miller', email: 'miller@example.com' });
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    await page.goto('/admin/developers/keys?create=1');
    const form = dialogOf(page, 'Create an API key');
    await form.getByLabel('Name').fill('Bakery');
    await form.getByLabel('For one customer').fill('miller');
    await page.getByRole('option', { name: 'Bakery Miller (miller@example.com)' }).click();
    await form.getByLabel('Read statistics, including revenue').waitFor({ state: 'hidden' });
    expect(await form.getByLabel('For one customer').inputValue()).toBe('Bakery Miller (miller@example.com)');
    await form.getByRole('button', { name: 'Create key' }).click();
    await dialogOf(page, 'API key Bakery').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Bakery Miller' }).waitFor();
    expect(
      await site.sql(
        `select k.scopes, c.name as customer from api_keys k join customers c on c.id = k.customer_id where k.name = 'Bakery'`,
      ),
    ).toEqual([{ scopes: ['quotes:read', 'orders:read'], customer: 'Bakery Miller' }]);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page, 'keys on a phone');
    expect(problems).toEqual([]);
  });
});
