import { createHmac } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInBoth, expectNoSidewaysScroll, officeOf } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const SECRET = Buffer.alloc(32, 7);
const PAYMENTS_WEBHOOK_SECRET = `whsec_${SECRET.toString('base64')}`;
const site = useSite({ PAYMENTS_WEBHOOK_SECRET });
const browser = useBrowser();
beforeAll(async () => {
  const office = await officeOf(site);
  await office.order();
  await office.order();
  const body = JSON.stringify({
    type: 'payment.succeeded',
    data: { reference: 'AAA-AAA', amount: '12.00', currency: 'USD', providerReference: 'pi_1' },
  });
  const at = String(Math.floor(Date.now() / 1000));
  const answer = await fetch(`${site.url}/api/v1/payments/events`, {
    method: 'POST',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${createHmac('sha256', SECRET).update(`evt_1.${at}.${body}`).digest('base64')}`,
    },
    body,
  });
  expect(answer.status).toBe(200);
});

/** Downloads the file; answers its rows, which the same address gives as CSV. */
async function exported(page: Page, within: Page | Locator = page): Promise<string[]> {
  const button = within.getByRole('link', { name: 'Export Excel' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^[a-z]+-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const href = (await button.getAttribute('href')) ?? '';
  const csv = await page.request.get(site.url + href.replace('.xlsx', '.csv'));
  expect(csv.status(), href).toBe(200);
  return (await csv.text()).trim().split('\r\n').slice(1);
}

describe('lists as Excel files', () => {
  test('U156 customers and e-mails, as they are filtered', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    for (const { path, search, all } of [
      { path: '/admin/customers', search: 'Search customers', all: 'customers' },
      { path: '/admin/mailbox', search: 'Search e-mails', all: 'emails' },
    ]) {
      await page.goto(path);
      const [count] = await site.sql<{ n: number }>(`select count(*)::int as n from ${all}`);
      expect(await exported(page), path).toHaveLength(count?.n ?? 0);
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page, path);
      await page.getByLabel(search).fill('nobody like this');
      await page.getByText(/^No results for/).waitFor();
      // Nothing to export.
      await page.getByRole('link', { name: 'Export Excel' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByRole('link', { name: 'Export Excel' }).waitFor();
    }
    await page.goto('/admin/mailbox?status=failed');
    await page.getByText('No e-mails match these filters').waitFor();
    expect(problems).toEqual([]);
  });

  test('U156 payments, of the state that is shown', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/quotes?payments=1');
    const dialog = page.getByRole('dialog', { name: 'Payments' });
    await dialog.getByText('Reference AAA-AAA').waitFor();
    const rows = await exported(page, dialog);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('AAA-AAA');
    await expectAccessibleInBoth(page, 'payments');
    await dialog.getByText('Matched', { exact: true }).click();
    await dialog.getByText('No payments yet').waitFor();
    expect(await dialog.getByRole('link', { name: 'Export Excel' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
