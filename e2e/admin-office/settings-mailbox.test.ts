import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CodedOrder,
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  numberOf,
  officeOf,
  SANDBOXED,
  soon,
  toastOf,
} from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
// No server listens there, so every mail waits with the reason.
const sending = useSite({ SMTP_URL: 'smtp://127.0.0.1:9' });
const browser = useBrowser();
let order: CodedOrder;
beforeAll(async () => {
  order = await (await officeOf(site)).order();
});

describe('API keys', () => {
  test('a key is shown once with a line that works, and is refused once revoked', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/settings?section=keys');
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

    const call = () => fetch(`${site.url}/api/v1/orders?limit=5`, { headers: { authorization: `Bearer ${key}` } });
    expect((await call()).status).toBe(200);
    expect(await page.getByText(key).count()).toBe(0);
    expect(await site.sql('select name, scopes from api_keys where key_hash <> ?', key)).toEqual([
      { name: 'Web shop', scopes: ['quotes:read', 'orders:read', 'customers:read'] },
    ]);
    await page.getByText('Until Dec 31, 2099').waitFor();
    await page.getByRole('button', { name: 'Revoke Web shop' }).click();
    await dialogOf(page, 'Revoke Web shop?').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect((await call()).status).toBe(401);
    expect(problems).toEqual([]);
  });
});

describe('the environment', () => {
  test('is shown as the server read it, without a secret', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await newPage(browser, site, {
        ...(colorScheme === 'dark' ? PHONE : {}),
        colorScheme,
        signedInAs: ADMIN,
      });
      await page.goto('/admin/settings?section=environment');
      await page.getByText('BUSINESS_TIMEZONE').waitFor();
      expect(await page.getByText(ADMIN.password).count()).toBe(0);
      expect(await page.getByText('postgres://').count()).toBe(0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, `settings, ${colorScheme}`);
      expect(problems).toEqual([]);
    }
  });
});

describe('the Mailbox', () => {
  test('shows the mails of an order, each in a sandbox, and says that nothing leaves the house', async () => {
    const { page, problems } = await newPage(browser, site, {
      signedInAs: await site.createUser('dispatcher'),
      expectErrors: [SANDBOXED],
    });
    await page.goto(`/admin/orders?order=${order.id}`);
    await dialogOf(page, `Order ${numberOf(order)}`)
      .getByRole('link', { name: 'E-mails' })
      .click();
    await page.waitForURL(`**/admin/mailbox?orderId=${order.id}`);
    await page.getByText('E-mails are kept here').waitFor();
    await page.getByText('1 found').waitFor();
    const subject = `Your delivery ${order.trackingNumber} is booked`;
    await expectAccessibleInBoth(page, 'mailbox');
    await page.getByRole('button', { name: subject }).click();
    const dialog = dialogOf(page, subject);
    await dialog.getByText('Not sent', { exact: true }).waitFor();
    const frame = dialog.locator('iframe');
    expect(await frame.getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms|top-navigation)/);
    await frame.contentFrame().getByText(order.trackingNumber, { exact: true }).first().waitFor();
    await expectAccessibleInBoth(page, 'mail');
    await dialog.getByText('Plain text').click();
    await dialog.locator('pre').getByText(order.trackingNumber).first().waitFor();
    expect(await dialog.getByRole('button', { name: 'Send now' }).getAttribute('aria-disabled')).toBe('true');
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });

  test('finds, filters, and fits a phone', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    await page.goto('/admin/mailbox');
    await page.getByText('4 total').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'mailbox on a phone');
    await page.getByRole('searchbox', { name: 'Search e-mails' }).fill('payment received');
    await page.getByText('1 found').waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await page.getByText("No results for 'payment received'").waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('4 total').waitFor();
    expect(problems).toEqual([]);
  });

  test('shows what the mail server answered, and sends again by hand', async () => {
    const made = await (await officeOf(sending)).order();
    await soon(
      async () =>
        (
          await sending.sql<{ n: number }>(
            `select count(*)::int as n from emails where quote_id = ? and last_error is not null`,
            made.quoteId,
          )
        )[0]?.n,
    ).toBe(1);
    const { page, problems } = await newPage(browser, sending, { signedInAs: ADMIN });
    // The first mail to find out; the others wait untouched for the mail server.
    await page.goto(`/admin/mailbox?quoteId=${made.quoteId}`);
    await page.getByText(/ECONNREFUSED/).waitFor();
    await page.getByRole('button', { name: /We received your delivery request/ }).click();
    const dialog = dialogOf(page, /We received your delivery request/);
    await dialog.getByText('Queued', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await toastOf(page).getByText(`The e-mail to ${made.customerEmail} is on its way`).waitFor();
    await soon(
      async () =>
        (
          await sending.sql<{ tries: number }>(
            `select tries from emails where quote_id = ? and trigger = 'quote_received'`,
            made.quoteId,
          )
        )[0]?.tries,
    ).toBeGreaterThanOrEqual(2);
    expect(
      await sending.sql(
        `select action from history where subject = 'quote' and subject_id = ? and action = 'email.resent'`,
        made.quoteId,
      ),
    ).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});
