import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSmtp } from '../../server/test/support/counterparts/smtp.ts';
import { dialogOf, expectAccessible, type Office, officeOf, SANDBOXED, soon, toastOf } from '../admin-orders/office.ts';
import { ADMIN, newPage, type Opened, type PageOptions, PHONE, useBrowser, useSite } from '../harness.ts';

const smtp = await startSmtp();
afterAll(() => smtp.close());
const site = useSite({ SMTP_URL: smtp.url });
const browser = useBrowser();
let office: Office;
beforeAll(async () => {
  office = await officeOf(site);
});

/** Notes what the live stream tells this page. */
async function noteChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    window.EventSource = class extends EventSource {
      constructor(url: string | URL, init?: EventSourceInit) {
        super(url, init);
        this.addEventListener('message', ({ data }) => told.push(String(data)));
      }
    };
  });
}
/** How many changes of mails that were there before the live stream has told this page so far. */
const changesTold = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const told: string[] = Reflect.get(window, 'told');
    return told.filter((change) => change.includes('"topic":"mail"') && change.includes('"isNew":false')).length;
  });

/** A staff page with an open live stream, and its mail requests from then on. */
async function openLive(path: string, more: PageOptions = {}): Promise<Opened & { asked: string[] }> {
  const opened = await newPage(browser, site, { signedInAs: ADMIN, prepare: noteChanges, ...more });
  const { page } = opened;
  const streamOpen = page.waitForResponse(/live\.onChange/);
  await page.goto(path);
  await streamOpen;
  await page.waitForLoadState('load');
  await page.evaluate(() => Reflect.set(window, 'stillTheSamePage', true));
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    asked.push(
      ...pathname
        .replace('/trpc/', '')
        .split(',')
        .filter((name) => name.startsWith('mailbox.')),
    );
  });
  return { ...opened, asked };
}
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'stillTheSamePage'));
/** The next try of every waiting mail is due now. */
const bringForward = () =>
  site.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null');
/** An order with a mail that the mail server has not accepted yet; its customer's earlier mails are sent. */
async function waitingOrder() {
  await smtp.behave('accept');
  const quoteId = await office.paidQuote();
  await soon(
    async () => (await site.sql(`select 1 from emails where status = 'queued' and quote_id = ?`, quoteId)).length,
  ).toBe(0);
  await smtp.behave('busy');
  const order = await office.convert(quoteId);
  await soon(
    async () => (await site.sql('select 1 from emails where order_id = ? and last_error is not null', order.id)).length,
  ).toBe(1);
  return order;
}
const rowOf = (page: Page, subject: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: subject }) });

describe('an open Mailbox', () => {
  test('shows the state of a mail without a reload, in the list and in the mail itself, and asks only after an event', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const order = await waitingOrder();
      const { page, asked, problems } = await openLive(`/admin/mailbox?orderId=${order.id}`, {
        colorScheme,
        ...(colorScheme === 'dark' ? PHONE : {}),
        expectErrors: [SANDBOXED],
      });
      const row = rowOf(page, /is booked/);
      await row.getByText('Queued', { exact: true }).waitFor();
      await row.getByText(/Try again later/).waitFor();
      await row.getByRole('button').click();
      const dialog = dialogOf(page, /is booked/);
      await dialog.getByText(/Tried (once|\d+ times); it waits/).waitFor();
      asked.length = 0;
      const toldBefore = await changesTold(page);

      await bringForward();
      await dialog.getByText(/Tried \d+ times; it waits/).waitFor();
      await smtp.behave('reject');
      await bringForward();
      await dialog.getByText('Failed', { exact: true }).waitFor();
      await dialog.getByText(/No such mailbox/).waitFor();
      await smtp.behave('accept');
      const toldBeforeSending = await changesTold(page);
      await dialog.getByRole('button', { name: 'Send now' }).click();
      await dialog.getByText('The mail server accepted it.').waitFor();
      await expectAccessible(page, `sent, ${colorScheme}`);
      await page.keyboard.press('Escape');
      await row.getByText('Sent', { exact: true }).waitFor();
      expect(
        smtp.to(order.customerEmail ?? '').filter(({ subject }) => subject?.includes(order.trackingNumber)),
      ).toHaveLength(1);
      // Each change was asked for once; after the click also by what waits for its result, which asks once more at its
      // start. The list as a whole was asked for only after the click.
      const told = await changesTold(page);
      const allowed = told - toldBefore + (told - toldBeforeSending) + 1;
      expect(asked.filter((name) => name === 'mailbox.list').length).toBeLessThanOrEqual(1);
      expect(asked.filter((name) => name === 'mailbox.get').length).toBeLessThanOrEqual(allowed);
      expect(await isSamePage(page)).toBe(true);
      expect(problems).toEqual([]);
    }
  });

  test('counts new mails and shows them on request, so that no row moves under the pointer', async () => {
    await smtp.behave('accept');
    const { page, problems } = await openLive('/admin/mailbox');
    const subjects = () => page.getByRole('main').getByRole('listitem').getByRole('button').allTextContents();
    await page.getByText(/\d+ total/).waitFor();
    const before = await subjects();
    const first = page.getByRole('main').getByRole('listitem').first();
    const place = await first.boundingBox();
    const { trackingNumber } = await office.order();
    const show = page.getByRole('button', { name: '4 new e-mails · Show' });
    await show.waitFor();
    expect(await subjects()).toEqual(before);
    expect(await first.boundingBox()).toEqual(place);
    await expectAccessible(page, 'new e-mails');
    await show.click();
    await rowOf(page, `Your delivery ${trackingNumber} is booked`).getByText('Sent', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /new e-mail/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('U304 catches up automatically when its stream reconnects', async () => {
    const order = await waitingOrder();
    const { page, context, problems } = await openLive(`/admin/mailbox?orderId=${order.id}`, {
      expectErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    const row = rowOf(page, /is booked/);
    await row.getByText('Queued', { exact: true }).waitFor();
    await context.setOffline(true);
    await smtp.behave('accept');
    await bringForward();
    await soon(
      async () =>
        (await site.sql<{ status: string }>('select status from emails where order_id = ?', order.id))[0]?.status,
    ).toBe('sent');
    expect(await row.getByText('Queued', { exact: true }).isVisible()).toBe(true);
    await context.setOffline(false);
    await row.getByText('Sent', { exact: true }).waitFor();
    expect(await isSamePage(page)).toBe(true);
    expect(problems).toEqual([]);
  });
});

test('the dialogs of a quote and of an order follow their mails', async () => {
  const order = await waitingOrder();
  for (const path of [`/admin/quotes?quote=${order.quoteId}`, `/admin/orders?order=${order.id}`]) {
    await site.sql(`update emails set status = 'queued', last_error = '451 later' where order_id = ?`, order.id);
    await smtp.behave('busy');
    const { page, problems } = await openLive(path);
    const mail = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'is booked' });
    await mail.getByText('Queued', { exact: true }).waitFor();
    await smtp.behave('accept');
    const [row] = await site.sql<{ id: number }>('select id from emails where order_id = ?', order.id);
    await office.api.send('POST', `/api/v1/emails/${row?.id}/resend`);
    await mail.getByText('Sent', { exact: true }).waitFor();
    expect(await isSamePage(page)).toBe(true);
    expect(problems).toEqual([]);
  }
});

describe('after Send Email', () => {
  const fates = [
    ['accept', 'E-mail sent', /^The mail server took the e-mail to /],
    ['reject', 'E-mail not sent', /No such mailbox/],
    ['busy', 'E-mail is waiting', /Try again later.*We retry automatically\./],
  ] as const;
  for (const [behaviour, title, text] of fates) {
    test(`a toast says ‘${title}’ as soon as the mail server answered`, async () => {
      await smtp.behave('accept');
      const { quoteId } = await office.order();
      await site.sql(`update quotes set status = 'sent' where id = ?`, quoteId);
      await soon(
        async () => (await site.sql(`select 1 from emails where status = 'queued' and quote_id = ?`, quoteId)).length,
      ).toBe(0);
      const { page, asked, problems } = await openLive(`/admin/quotes?q=${quoteId}`);
      const send = page.locator(`article[data-quote="${quoteId}"]`).getByRole('button', { name: 'Send Email' });
      await send.waitFor();
      await smtp.behave(behaviour);
      asked.length = 0;
      await send.click();
      await toastOf(page).getByText(title, { exact: true }).waitFor();
      await toastOf(page).getByText(text).waitFor();
      expect(asked.length).toBeLessThanOrEqual(2);
      expect(problems).toEqual([]);
    });
  }
});

test('U275 C442 the page that switches mails off passes axe in the light and in the dark, and works with the keyboard', async () => {
  await smtp.behave('accept');
  const { id } = await office.order();
  const [{ address = '' } = {}] = await site.sql<{ address: string }>(
    'select customer_email as address from orders where id = ?',
    id,
  );
  const linkIn = () =>
    smtp
      .to(address)
      .flatMap(({ headers }) => headers.filter(({ key }) => key === 'list-unsubscribe'))
      .map(({ value }) => new URL(value.slice(1, -1)).pathname)[0] ?? '';
  await soon(async () => linkIn()).toMatch(/^\/u\//);
  const { page, problems } = await newPage(browser, site, PHONE);
  await page.goto(linkIn());
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'the page, dark');
  await page.getByRole('button', { name: 'Switch off: Your order is booked' }).press('Enter');
  await page.getByRole('button', { name: 'Switch on: Your order is booked' }).waitFor();
  expect(problems).toEqual([]);
});
