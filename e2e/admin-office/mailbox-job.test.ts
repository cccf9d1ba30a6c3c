import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { dialogOf, type Office, officeOf, SANDBOXED } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const OFFICE = 'office@quickfleet.test';
/** Links begin with the configured address. Its port 0 means any port. */
const BASE = 'http://127.0.0.1:0';
const CUSTOMER = 'ada.sender@example.com';
// No mail server at all: the state after the first start.
const site = useSite({ ADMIN_EMAIL: OFFICE });
const browser = useBrowser();
let office: Office;
let mails: Expected[];
beforeAll(async () => {
  office = await officeOf(site);
  mails = await doTheJob();
});

interface Expected {
  trigger: string;
  to: string;
  subject: string;
  /** What the mail must say: every value that is known by then. */
  says: readonly (string | RegExp)[];
  /** Where its links lead. */
  links?: readonly string[];
}

const DAY = /[A-Z][a-z]{2} \d{1,2}, \d{4}/;

/**
 * A request that ends at the customer's door and one that is cancelled, from the form to the end, and the mails they
 * should cause.
 */
async function doTheJob(): Promise<Expected[]> {
  const driver = await site.createUser('driver', { firstName: 'Robin', lastName: 'Rider' });
  const { api } = office;
  const request = async () => {
    const body = {
      customer: { name: 'Ada Sender', email: CUSTOMER },
      pickupAddress: '1 Pickup Street',
      deliveryAddress: '2 Delivery Road',
      items: [{ name: 'Box of books', quantity: 2 }, { name: 'Lamp' }],
      speedType: 'specific_date',
      speedDate: '2028-05-04',
    };
    return (await (await site.api()).send<Quote>('POST', '/api/v1/quotes', body)).id;
  };
  const convert = async (id: number) => {
    await api.send('PUT', `/api/v1/quotes/${id}`, {
      price: '1284.5',
      paymentUrl: `https://pay.example.com/q?id=${id}&way=card`,
    });
    await api.send('PUT', `/api/v1/quotes/${id}`, { status: 'paid' });
    const order = await api.send<Order>('POST', `/api/v1/quotes/${id}/convert-to-order`);
    await api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id });
    return order;
  };
  const quoteOf = (order: Order) => api.send<Quote>('GET', `/api/v1/quotes/${order.quoteId}`);
  const delivered = await convert(await request());
  const phone = await office.open({ ...delivered, accessCode: delivered.accessCode ?? '' });
  await phone.sign('Ada Sender');
  await phone.move('in_transit');
  await phone.sign('Bob Receiver');
  const cancelled = await convert(await request());
  await api.send('PUT', `/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' });
  return [
    ...mailsUntilAssigned(delivered, await quoteOf(delivered)),
    ...mailsOfTheWay(delivered),
    ...mailsUntilAssigned(cancelled, await quoteOf(cancelled)),
    mailOfTheEnd(cancelled),
  ];
}

/** The link to the page of a delivery, without its secret end. */
const pageOf = (trackingNumber: string) => `${BASE}/t/${trackingNumber.slice(2)}`;
const wished = /Delivery on\s*:?\s*May 4, 2028/;
function mailsUntilAssigned({ quoteId, trackingNumber: number }: Order, { reference, customerUrl }: Quote): Expected[] {
  const name = reference ?? '';
  const page = customerUrl ?? '';
  const asked = /Requested\s*:?\s*[A-Z][a-z]{2} \d{1,2}, \d{4}/;
  const track = [pageOf(number)];
  return [
    {
      trigger: 'quote_received',
      to: CUSTOMER,
      subject: `We received your delivery request ${name}`,
      says: ['Hello Ada Sender,', `Reference: ${name}`, asked, 'Items: 2', wished, 'See your quote'],
      links: [page],
    },
    {
      trigger: 'quote_received_office',
      to: OFFICE,
      subject: `New quote request #${quoteId} from Ada Sender`,
      says: ['Customer: Ada Sender', `E-mail: ${CUSTOMER}`, 'Items: 2', asked, wished],
      links: [`${BASE}/admin/quotes?quote=${quoteId}`],
    },
    {
      trigger: 'quote_sent',
      to: CUSTOMER,
      subject: `Your delivery quote ${name}: $1,284.50`,
      says: ['Hello Ada Sender,', `Quote: ${name}`, 'Items: 2', wished, 'Total: $1,284.50', 'Pay now'],
      links: [page, `https://pay.example.com/q?id=${quoteId}&way=card`],
    },
    {
      trigger: 'quote_paid',
      to: CUSTOMER,
      subject: `Payment received for quote ${name}`,
      says: ['Hello Ada Sender,', `Quote: ${name}`, 'Items: 2', 'Paid: $1,284.50'],
      links: [page],
    },
    {
      trigger: 'order_created',
      to: CUSTOMER,
      subject: `Your delivery ${number} is booked`,
      says: [`Tracking number: ${number}`, 'Items: 2', wished, 'Track your delivery'],
      links: track,
    },
    {
      trigger: 'driver_assigned',
      to: CUSTOMER,
      subject: `Robin Rider is your driver for delivery ${number}`,
      says: [`Tracking number: ${number}`, 'Driver: Robin Rider', wished, 'Track your delivery'],
      links: track,
    },
  ];
}
function mailsOfTheWay({ trackingNumber: number }: Order): Expected[] {
  const links = [pageOf(number)];
  const facts = ['Hello Ada Sender,', `Tracking number: ${number}`, 'Items: 2'];
  return [
    {
      trigger: 'order_picked_up',
      to: CUSTOMER,
      subject: `Your delivery ${number} was picked up`,
      says: [...facts, 'Driver: Robin Rider', wished],
      links,
    },
    {
      trigger: 'order_in_transit',
      to: CUSTOMER,
      subject: `Your delivery ${number} is on its way`,
      says: [...facts, 'Driver: Robin Rider', wished],
      links,
    },
    {
      trigger: 'order_delivered',
      to: CUSTOMER,
      subject: `Your delivery ${number} has arrived`,
      says: [...facts, new RegExp(`Delivered: ${DAY.source}`), 'Proof of delivery, for 30 days'],
      links: [...links, `${BASE}/track/${number}?proof=`],
    },
  ];
}
const mailOfTheEnd = ({ trackingNumber: number }: Order): Expected => ({
  trigger: 'order_cancelled',
  to: CUSTOMER,
  subject: `Your delivery ${number} was cancelled`,
  says: ['Hello Ada Sender,', `Tracking number: ${number}`, 'Items: 2'],
});

/** Opens a mail from the list, reads it in both forms as a person does, and closes it. */
async function readMail(page: Page, { trigger, to, subject, says, links = [] }: Expected): Promise<void> {
  await page.getByRole('button', { name: subject, exact: true }).click();
  const dialog = dialogOf(page, subject);
  await dialog.getByText('Not sent', { exact: true }).waitFor();
  expect(await dialog.getByRole('definition').filter({ hasText: to }).count(), subject).toBe(1);
  expect(await dialog.getByRole('definition').filter({ hasText: trigger }).count(), subject).toBe(1);

  const body = dialog.locator('iframe').contentFrame().locator('body');
  await body.getByRole('heading', { name: subject, exact: true }).waitFor();
  // A table's two cells are 'label: value' to its reader.
  const [rendered = ''] = await body.allInnerTexts();
  const seen = rendered.replaceAll('\t', ': ');
  expect(
    await body
      .locator('a')
      .evaluateAll((nodes) => [
        ...new Set(nodes.map((node) => node.getAttribute('href')?.replace(/(\?proof=|\/t\/\d{12})\S+$/, '$1'))),
      ]),
    subject,
  ).toEqual(links);
  expect(
    await body
      .locator('td.line')
      .evaluateAll((cells) => cells.filter((cell) => cell.textContent?.trim() === '').length),
    subject,
  ).toBe(0);

  await dialog.getByText('Plain text').click();
  const text = (await dialog.locator('pre').textContent()) ?? '';
  for (const form of [seen, text]) {
    for (const expected of says)
      expect(form, `${subject}, in its ${form === text ? 'text' : 'HTML'}`).toMatch(
        typeof expected === 'string' ? new RegExp(literally(expected)) : expected,
      );
    expect(form, subject).not.toMatch(/\{\{|\}\}|undefined|null|NaN|Invalid/);
    // No label without its value, and no greeting without a name.
    expect(form, subject).not.toMatch(/:[^\S\n]*$|Hello ,| {2}\S/m);
  }
  for (const link of links) expect(text, subject).toContain(link);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('without a mail server', () => {
  for (const role of ['admin', 'dispatcher'] as const) {
    test(`${role === 'admin' ? 'an admin' : 'a dispatcher'} reads every mail of the main job in the Mailbox, each filled in full`, async () => {
      const phone = role === 'dispatcher' ? PHONE : {};
      const signedInAs = role === 'admin' ? ADMIN : await site.createUser('dispatcher');
      const { page, problems } = await newPage(browser, site, { ...phone, signedInAs, expectErrors: [SANDBOXED] });
      await page.goto('/admin/mailbox');
      await page.getByText('E-mails are kept here').waitFor();
      await page.getByText(`${mails.length} total`).waitFor();
      for (const mail of mails) await readMail(page, mail);
      expect(problems).toEqual([]);
    });
  }

  test('nothing was written twice, nothing else was, and all of it was kept', async () => {
    const rows = await site.sql<{ trigger: string; recipient: string; subject: string; status: string }>(
      'select trigger, recipient, subject, status from emails order by id',
    );
    expect(rows.map(({ trigger, recipient, subject }) => `${trigger} ${recipient} ${subject}`).toSorted()).toEqual(
      mails.map(({ trigger, to, subject }) => `${trigger} ${to} ${subject}`).toSorted(),
    );
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['kept']));
    expect(await site.sql(`select 1 from graphile_worker.jobs where task_identifier = 'send_email'`)).toEqual([]);
  });
});

test('the mails of a quote and of an order are on their own dialogs too', async () => {
  const [row] = await site.sql<{ id: number; quote: number }>(
    `select id, quote_id as quote from orders where status = 'delivered'`,
  );
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [SANDBOXED] });
  const own = mails.slice(0, 9).map(({ subject }) => subject);
  for (const [address, count] of [
    [`/admin/quotes?quote=${row?.quote}`, 9],
    [`/admin/orders?order=${row?.id}`, 5],
  ] as const) {
    await page.goto(address);
    const dialog = page.getByRole('dialog');
    const listed = dialog.getByRole('listitem').filter({ hasText: 'Not sent' }).getByRole('link');
    await listed.first().waitFor();
    expect((await listed.allTextContents()).toReversed()).toEqual(
      own.filter((_, at) => at !== 1 || count === 9).slice(-count),
    );
    await listed.first().click();
    await page.waitForURL(/\/admin\/mailbox\?mail=\d+$/);
    await dialogOf(page, own.at(-1) ?? '').waitFor();
  }
  expect(problems).toEqual([]);
});
