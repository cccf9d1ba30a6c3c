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
    // Closing it by hand is the same step back.
    await page.getByRole('button', { name: subject }).click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goForward();
    await dialog.waitFor();
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
