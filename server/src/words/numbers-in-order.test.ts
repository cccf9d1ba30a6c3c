import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import bidiFactory from 'bidi-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../test/support/app.ts';
import { makeOrder, ok } from '../../test/support/factories.ts';
import { paragraphsOf, visualRunsOf } from '../pdf/shape.ts';

const bidi = bidiFactory();
/** A line as it is seen, from the left. */
const seen = (line: string): string =>
  bidi
    .getReorderedIndices(line, bidi.getEmbeddingLevels(line))
    .map((at) => line[at])
    .join('')
    .replaceAll(/[\u200E\u2066-\u2069]/g, '');
const PHONE = '011 234 5678';
const person = (name: string) => ({
  customer: { name, email: 'ada@example.com', phone: PHONE, company: 'شركة 12-34' },
  pickupAddress: 'شارع النيل 12-34\nالقاهرة 11 511',
  deliveryAddress: 'רחוב הרצל 5, 03-555 1234\nתל אביב',
  notes: `اتصل على ${PHONE}`,
  items: [{ name: 'صندوق 7-8', description: 'كتب 20 30', quantity: 2, value: '40.50' }],
});
const TYPED = [PHONE, '12-34', '11 511', '03-555 1234', '7-8', '20 30'];

let app: TestApp;
let staff: Client;
let driver: Client & { userId: number };
let order: Order & { accessCode: string };
let numbers: string[];
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'office@example.com' });
  staff = await app.as('admin');
  driver = await app.as('driver');
  await app.sql(
    `update users set first_name = 'محمد', last_name = '12-34', phone = ? where id = ?`,
    PHONE,
    driver.userId,
  );
  order = await makeOrder(app, staff, person('محمد علي'));
  ok(
    await staff.put(`/api/v1/orders/${order.id}`, {
      driverNotes: `מפתח 12-34, ${PHONE}`,
      deliveryContact: { name: 'שרה', phone: PHONE, email: 'sara@example.com', company: null },
    }),
  );
  ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
  numbers = [...TYPED, formatTracking(order.trackingNumber), order.trackingNumber];
});
afterAll(() => app.close());

/** The numbers of a text, as it is stored, that a reader does not see in their order. */
const turnedIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const stored = line.replaceAll(/[\u200E\u2066-\u2069]/g, '');
    const shown = seen(line);
    return numbers
      .filter((number) => stored.includes(number) && !shown.includes(number))
      .map((one) => `${one} in ${shown}`);
  });
/** The lines of a mail; elements with their own direction are what they are to a browser. */
const linesOf = (html: string): string[] =>
  html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<span dir="auto">(.*?)<\/span>/gs, '\u2068$1\u2069')
    .replaceAll(/<\/(?:td|p|h1|title|div)>|<br>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n');

const SIDES = ['محمد علي', 'שלום', 'شركة (Ada)'];
it.each(TYPED)('C520 %s on a paper keeps its order beside any script', (number) => {
  for (const side of SIDES)
    for (const line of [`${side} · ${number}`, `${number} · ${side}`, `Call ${side} ${number} ${side}`]) {
      const [paragraph] = paragraphsOf(line);
      const drawn = paragraph ? visualRunsOf(paragraph, 0, line.length).map(({ text }) => text) : [];
      expect(drawn.join(''), line).toContain(number);
    }
});

it('C520 and so it does in every mail, in its subject, its text and its HTML', async () => {
  const mails = await app.sql<{ trigger: string; subject: string; text: string; html: string }>(
    'select trigger, subject, text, html from emails',
  );
  expect(new Set(mails.map(({ trigger }) => trigger)).size).toBeGreaterThan(5);
  for (const { trigger, subject, text, html } of mails) {
    expect(turnedIn([subject, ...text.split('\n')]), trigger).toEqual([]);
    expect(turnedIn(linesOf(html)), trigger).toEqual([]);
  }
});

it('C521 a name in the heading of a mail to the office has its own direction', async () => {
  const [mail] = await app.sql<{ subject: string; html: string }>(
    `select subject, html from emails where subject like 'New quote request%'`,
  );
  expect(mail?.subject).toContain('\u2068محمد علي\u2069');
  expect(mail?.html).toMatch(/<h1[^>]*>New quote request #\d+ from <span dir="auto">محمد علي<\/span><\/h1>/);
});
