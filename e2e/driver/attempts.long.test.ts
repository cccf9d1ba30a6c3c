import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startSmtp } from '../../server/test/support/counterparts/smtp.ts';
import { readImages, readPages } from '../../server/test/support/paper.ts';
import { typeTime } from '../admin-orders/office.ts';
import { ADMIN, type Api, newPage, useBrowser, useSite } from '../harness.ts';
import { startLine } from './line.ts';
import {
  banner,
  type CodedOrder,
  expectAccessible,
  expectAllSent,
  makeOrder,
  type Phone,
  photos,
  sign,
  soon,
  takePhone,
  untilKept,
} from './phone.ts';

const OFFICE = 'office@quickfleet.test';
const smtp = await startSmtp();
afterAll(() => smtp.close());
const site = useSite({ SMTP_URL: smtp.url, ADMIN_EMAIL: OFFICE });
const browser = useBrowser();

const broken = { expectErrors: [/ERR_/, /Failed to load/, /409/, /404/] };

async function underWay(api: Api, driverId: number, more: Record<string, unknown> = {}): Promise<CodedOrder> {
  const order = await makeOrder(site, more);
  await api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId });
  await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
  return order;
}
async function openNext({ page, goto }: Phone, order: CodedOrder): Promise<void> {
  await page.goto('about:blank');
  await goto(`/driver#code=${order.accessCode}`);
  await page.getByRole('heading', { name: 'Items Management' }).waitFor();
}
async function choosePhoto(page: Page, dialog: Locator, label: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: `${label}: choose photos` }).click(),
  ]);
  await chooser.setFiles(await photos(1));
  await dialog.getByText(': 1 taken').waitFor();
}
interface Failure {
  reason: string;
  photo?: boolean;
  note?: string;
  parts?: (dialog: Locator) => Promise<void>;
}
async function cannotDeliver(page: Page, { reason, photo, note, parts }: Failure): Promise<void> {
  await page.getByRole('button', { name: 'Can’t deliver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Can’t deliver' });
  const save = dialog.getByRole('button', { name: 'Save: Can’t deliver' });
  await dialog.getByRole('radio', { name: reason }).check();
  if (photo) {
    await save.click();
    await dialog.getByText('Take a photo', { exact: true }).waitFor();
    await choosePhoto(page, dialog, 'Can’t deliver');
  }
  if (note) await dialog.getByLabel('Note for the customer').fill(note);
  await parts?.(dialog);
  await save.click();
  await dialog.waitFor({ state: 'hidden' });
}

const mailsTo = (address: string | null) => smtp.to(address ?? '');
/** What a proof says and the size of each of its pictures, read by a PDF library. */
async function proofOf(api: Api, { id }: { id: number }): Promise<{ text: string; images: [number, number][] }> {
  const answer = await fetch(`${site.url}/api/v1/orders/${id}/proof.pdf`, { headers: { cookie: api.cookie } });
  const pdf = Buffer.from(await answer.arrayBuffer());
  return { text: await textIn(pdf), images: await readImages(pdf) };
}
const textIn = async (pdf: Buffer) =>
  (await readPages(pdf, 1)).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ');

type Day = Record<'done' | 'part' | 'away' | 'refused' | 'wrong' | 'damaged' | 'left' | 'pin', CodedOrder>;

const arrived = 'has arrived';
const tried = 'We couldn’t deliver your order:';
/** What each customer's mails and the office's must say, read from the mail server that received them. */
async function expectMails(orders: Day): Promise<void> {
  const expected: Record<keyof Day, string[]> = {
    done: [arrived],
    part: [
      'We delivered 2 of 3 pieces: an item is missing. The lamp was not in the van.',
      'Only a part of it was delivered; the rest is not.',
    ],
    away: [`${tried} nobody was home. We rang twice.`, 'We come again to deliver your order.', arrived],
    refused: [`${tried} the items were refused.`, 'goes back to its sender', 'was returned to the sender'],
    wrong: [`${tried} the address was not right.`, 'was cancelled'],
    damaged: [`${tried} an item is damaged.`, 'goes back to its sender', 'was returned to the sender'],
    left: [arrived, 'It was left with a neighbour.'],
    pin: ['PIN: ', arrived],
  };
  await soon(() => site.sql(`select count(*)::int as n from emails where status <> 'sent'`)).toEqual([{ n: 0 }]);
  for (const [name, sentences] of Object.entries(expected)) {
    const order = orders[name as keyof Day];
    const said = mailsTo(order.customerEmail).map(({ subject, text }) => `${subject}\n${text}`);
    for (const sentence of sentences) expect(said.join('\n'), name).toContain(sentence);
    const proofs = mailsTo(order.customerEmail).flatMap(({ attachments }) => attachments);
    expect(proofs.length, name).toBe(sentences.includes(arrived) || name === 'part' ? 1 : 0);
    for (const { content } of proofs)
      expect(await textIn(Buffer.from(content as ArrayBuffer)), name).toContain('Proof of delivery');
  }
  const results = [
    [orders.part, 'Delivery in part, 2 of 3', 'Item missing'],
    [orders.away, 'Delivery failed', 'Nobody home'],
    [orders.refused, 'Delivery failed', 'Refused'],
    [orders.wrong, 'Delivery failed', 'Wrong address'],
    [orders.damaged, 'Delivery failed', 'Damaged'],
  ] as const;
  expect(
    mailsTo(OFFICE)
      .filter(({ subject }) => subject?.startsWith('Delivery'))
      .map(({ subject, text }) => [subject, text?.split('\n')[0]])
      .toSorted(),
  ).toEqual(
    results
      .map(([{ trackingNumber }, result, reason]) => [
        `${result}: order ${trackingNumber}`,
        `${result}: ${reason}. Please choose what happens next.`,
      ])
      .toSorted(),
  );
}

/** Outcome, reason, note, place and pictures of each, read from its PDF. */
async function expectProofs(api: Api, orders: Day): Promise<void> {
  const signed = 'Delivery, signed';
  const expected: Record<keyof Day, [photos: number, words: string[]]> = {
    done: [0, ['Proof of delivery', 'Delivery, attempt 1: done', signed, 'Bob Receiver']],
    part: [0, ['Delivery, attempt 1: in part, Item missing', 'The lamp was not in the van.', 'Lamp: 0 of 1']],
    away: [1, ['Delivery, attempt 1: failed, Nobody home', 'We rang twice.', 'Delivery, attempt 2: done', signed]],
    refused: [
      1,
      ['Record of a return', 'Returned to the sender', 'attempt 1: failed, Refused', 'Return, attempt 1: done'],
    ],
    wrong: [1, ['Record of a failed delivery', 'Cancelled', 'Delivery, attempt 1: failed, Wrong address']],
    damaged: [2, ['Record of a return', 'attempt 1: failed, Damaged', 'Return, attempt 1: done']],
    left: [1, ['Proof of delivery', 'Delivery, attempt 1: done', 'Left with a neighbour', 'Bob Next-Door']],
    pin: [0, ['Proof of delivery', 'Delivery, attempt 1: done', signed, 'Bob Receiver']],
  };
  for (const [name, [photoCount, words]] of Object.entries(expected)) {
    const { text, images } = await proofOf(api, orders[name as keyof Day]);
    for (const said of words) expect(text, name).toContain(said);
    expect(text, name).toContain('taken ');
    // Signatures are drawn from their strokes; the phone's photos are shown as they are stored.
    expect(images, name).toEqual(Array(photoCount).fill([640, 480]));
  }
}

test('P68 P69 a day with eight outcomes, partly without a network and with cuts', { timeout: 300_000 }, async () => {
  const api = await site.api(ADMIN);
  const driver = await site.createUser('driver', { firstName: 'Robin' });
  const make = (more?: Record<string, unknown>) => underWay(api, driver.id, more);
  const orders = {
    done: await make(),
    part: await make(),
    away: await make(),
    refused: await make(),
    wrong: await make(),
    damaged: await make(),
    left: await make({ proofRules: { delivery: { signature: 'required', leaveAtDoor: true } } }),
    pin: await make({ proofRules: { delivery: { pin: true } } }),
  };
  await api.send('PUT', '/api/v1/company', { mail: { proofAttached: true } });
  const figures = async () => {
    const { failedOrders, completedToday, inTransit } = await api.send<Dashboard>('GET', '/api/v1/stats');
    return { failedOrders, completedToday, inTransit };
  };
  expect(await figures()).toEqual({ failedOrders: 0, completedToday: 0, inTransit: 8 });
  const read = ({ id }: CodedOrder) => api.send<Order>('GET', `/api/v1/orders/${id}`);
  // Of the calls about a stop every third breaks off, and every third loses its answer.
  let said = 0;
  const line = await startLine(site.url, (call) => {
    if (!/attempts|signature|pin/.test(call)) return 'pass';
    said++;
    if (said % 3 === 1) return 'cut upload';
    return said % 3 === 2 ? 'drop answer' : 'pass';
  });
  try {
    const phone = await takePhone(browser, { url: line.url }, broken);
    const { page, context } = phone;
    const offline = async (order: CodedOrder, work: () => Promise<void>) => {
      await openNext(phone, order);
      await untilKept(phone);
      await context.setOffline(true);
      await work();
      await banner(page)
        .getByText(/saved on this phone/)
        .waitFor();
      await context.setOffline(false);
      await expectAllSent(page);
    };

    await openNext(phone, orders.done);
    await sign(page, 'Delivery');
    await expectAllSent(page);

    await offline(orders.part, () =>
      cannotDeliver(page, {
        reason: 'Item missing',
        note: 'The lamp was not in the van.',
        parts: async (dialog) => {
          await dialog.getByRole('switch', { name: 'Only some items were handed over' }).check();
          await dialog.getByLabel('Lamp: handed over, of 1').fill('0');
        },
      }),
    );
    await offline(orders.away, () =>
      cannotDeliver(page, { reason: 'Nobody home', photo: true, note: 'We rang twice.' }),
    );
    await page.getByRole('alert', { name: 'The office will decide what to do next' }).waitFor();
    await expectAccessible(page);
    await openNext(phone, orders.refused);
    await cannotDeliver(page, { reason: 'Refused' });
    await expectAllSent(page);
    await openNext(phone, orders.wrong);
    await cannotDeliver(page, { reason: 'Wrong address', photo: true });
    await expectAllSent(page);
    await offline(orders.damaged, () => cannotDeliver(page, { reason: 'Damaged', photo: true }));

    await openNext(phone, orders.left);
    await page.getByRole('button', { name: 'Without a signature' }).click();
    const leave = page.getByRole('dialog', { name: 'Delivered without a signature' });
    await leave.getByRole('combobox', { name: 'Left' }).click();
    await page.getByRole('option', { name: 'with a neighbour' }).click();
    await leave.getByLabel('Name of who took it').fill('Bob Next-Door');
    await choosePhoto(page, leave, 'Delivered without a signature');
    await leave.getByRole('button', { name: /^Save/ }).click();
    await expectAllSent(page);

    await soon(async () => mailsTo(orders.pin.customerEmail).map(({ subject }) => subject)).toContain(
      `The PIN for your delivery ${orders.pin.trackingNumber}`,
    );
    const pinMail = mailsTo(orders.pin.customerEmail).find(({ subject }) => subject?.startsWith('The PIN'));
    const pin = /PIN: (\d+)/.exec(pinMail?.text ?? '')?.[1] ?? '';
    await offline(orders.pin, async () => {
      expect(await page.getByRole('button', { name: 'Get Delivery Signature' }).isDisabled()).toBe(true);
      await page.getByText('Still missing: the PIN').waitFor();
      await page.getByLabel('Ask for the PIN from the e-mail').fill(pin);
      await page.getByRole('button', { name: 'Check PIN' }).click();
      await page.getByText('Saved on this phone. We’ll check it when the connection is back').waitFor();
      // The toast covers the pad for a moment.
      await soon(() => page.locator('[data-kind]').count()).toBe(0);
      await sign(page, 'Delivery');
    });
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(pin);
    expect(line.cuts()).toBeGreaterThan(3);

    const failed = await api.send<{ data: Order[] }>('GET', '/api/v1/orders?failed=true&sort=oldest');
    const waiting = [orders.part, orders.away, orders.refused, orders.wrong, orders.damaged];
    expect(failed.data.map(({ id }) => id)).toEqual(waiting.map(({ id }) => id));
    for (const order of waiting)
      expect((await read(order)).attempts.filter(({ stop }) => stop === 'delivery')).toHaveLength(1);

    expect(await figures()).toEqual({ failedOrders: 5, completedToday: 3, inTransit: 5 });

    const publicly = await newPage(browser, site, {});
    const says = async (order: CodedOrder, sentence: string, ...more: string[]) => {
      await publicly.page.goto(`/track/${order.trackingNumber}`);
      await publicly.page.getByRole('heading', { name: sentence }).waitFor();
      for (const words of more) await publicly.page.getByText(words).first().waitFor();
    };
    const failed1 = 'We couldn’t deliver your order';
    await says(orders.part, '2 of 3 pieces were delivered', 'An item is missing. The lamp was not in the van.');
    await says(orders.away, failed1, 'Nobody was home. We rang twice.');
    await says(orders.refused, failed1, 'The items were refused.');
    await says(orders.wrong, failed1, 'The address was not right.');
    await says(orders.damaged, failed1, 'An item is damaged.');

    const { page: desk, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await desk.goto('/admin');
    await desk.getByText('5 failed deliveries need a decision').waitFor();
    await desk.getByRole('link', { name: 'Show them' }).click();
    await desk.getByRole('region', { name: 'Views' }).getByRole('button', { name: 'Failed 5' }).waitFor();
    const decide = async (order: CodedOrder, choice: string, more?: (dialog: Locator) => Promise<void>) => {
      await desk.goto(`/admin/orders?order=${order.id}`);
      await desk.getByRole('button', { name: 'Choose what happens next' }).click();
      const dialog = desk.getByRole('dialog', { name: 'Choose what happens next' });
      await dialog.getByRole('radio', { name: choice }).check();
      await more?.(dialog);
      await dialog.getByRole('button', { name: 'Save decision' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await decide(orders.away, 'Try again', async (dialog) => {
      await dialog.getByLabel('Day', { exact: true }).fill('2028-05-04');
      await typeTime(dialog, 'From', '09:00');
      await typeTime(dialog, 'Until', '12:00');
    });
    await decide(orders.refused, 'Return to sender');
    await decide(orders.wrong, 'Cancel the order');
    await decide(orders.damaged, 'Return to sender');
    await decide(orders.part, 'Close it as it is');
    await desk.getByRole('heading', { name: 'Attempts' }).waitFor();
    expect(problems).toEqual([]);
    expect((await read(orders.away)).deliveryWindow?.from).toMatch(/^2028-05-04/);

    await says(orders.away, 'We’ll try again to deliver your order');
    await says(orders.refused, 'Your order is going back to the sender');
    await openNext(phone, orders.away);
    await sign(page, 'Delivery');
    await expectAllSent(page);
    for (const order of [orders.refused, orders.damaged]) {
      await openNext(phone, order);
      await page.getByText('Bring it back to the sender').waitFor();
      await page.getByRole('button', { name: 'Returned to the sender' }).click();
      const dialog = page.getByRole('dialog', { name: 'Back with the sender' });
      await choosePhoto(page, dialog, 'Back with the sender');
      await dialog.getByRole('button', { name: /^Save/ }).click();
      await expectAllSent(page);
    }

    await says(orders.done, 'Your order is delivered');
    await says(orders.part, '2 of 3 pieces were delivered');
    await says(orders.away, 'Your order is delivered');
    await says(orders.refused, 'Your order was returned to the sender');
    await says(orders.wrong, 'This order was cancelled');
    await says(orders.damaged, 'Your order was returned to the sender');
    await says(orders.left, 'Your order is delivered', 'left with a neighbour');
    await says(orders.pin, 'Your order is delivered');
    await expectAccessible(publicly.page);

    const ends = await Promise.all(Object.values(orders).map(read));
    expect(ends.map(({ status, outcome }) => [status, outcome])).toEqual([
      ['delivered', null],
      ['delivered', 'partial'],
      ['delivered', null],
      ['cancelled', 'returned'],
      ['cancelled', 'failed'],
      ['cancelled', 'returned'],
      ['delivered', null],
      ['delivered', null],
    ]);
    const mails = await site.sql<{ trigger: string; count: number }>(
      `select trigger, count(*)::int as count from emails
        where trigger in ('attempt_failed', 'attempt_failed_office', 'order_retry', 'order_returning', 'order_returned', 'delivery_pin') group by 1 order by 1`,
    );
    expect(Object.fromEntries(mails.map(({ trigger, count }) => [trigger, count]))).toEqual({
      attempt_failed: 5,
      attempt_failed_office: 5,
      order_retry: 1,
      order_returning: 2,
      order_returned: 2,
      delivery_pin: 1,
    });
    const counts = await api.send<{ failed: number }>('GET', '/api/v1/orders/counts');
    expect(counts.failed).toBe(0);
    expect(await figures()).toEqual({ failedOrders: 0, completedToday: 5, inTransit: 0 });
    await desk.goto('/admin');
    for (const [name, count] of [
      ['Completed Today', '5'],
      ['In Transit', '0'],
    ] as const)
      await desk.getByRole('link', { name: new RegExp(`${name}\\s*${count}`) }).waitFor();
    expect(await desk.getByText('need a decision').count()).toBe(0);
    await soon(async () =>
      (await read(orders.refused)).attempts.map(({ stop, outcome }) => `${stop} ${outcome}`),
    ).toEqual(['pickup done', 'delivery failed', 'return done']);

    await expectMails(orders);
    await expectProofs(api, orders);
  } finally {
    await line.close();
  }
});
