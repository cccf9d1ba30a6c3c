import { createHash, randomBytes } from 'node:crypto';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Client, FormFile, TestApp } from './app.ts';

let made = 0;

/** A real photo: noise over a colour, as JPEG. */
export async function photo(width = 320, height = 240): Promise<Buffer> {
  made++;
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (made * 53) % 255, g: (made * 97) % 255, b: 120 },
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
}
export const photoFile = async (field: string): Promise<FormFile> => ({
  field,
  name: 'photo.jpg',
  type: 'image/jpeg',
  bytes: await photo(),
});

/** A drawn line on a transparent plate, as the pad sends it; every call draws another. */
export async function signatureFile(seed = ++made): Promise<FormFile> {
  const line = `<svg width="450" height="200"><path d="M20 ${60 + (seed % 80)} C 120 ${seed % 200}, 240 180, 420 ${40 + (seed % 60)}" stroke="#0b1f33" stroke-width="3" fill="none"/></svg>`;
  const bytes = await sharp({
    create: { width: 450, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: Buffer.from(line) }])
    .png()
    .toBuffer();
  return { field: 'signature', name: `signature-${seed}.png`, type: 'image/png', bytes };
}

const ALL_DAY = [{ from: '00:00', to: '24:00' }];
/** Hours of a company that is never closed, for tests that are not about its days. */
export const everyDay = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ALL_DAY]),
);

export const quoteBody = (more: Record<string, unknown> = {}) => ({
  customer: { name: 'Ada Sender', email: `ada${++made}@example.com`, phone: '+1 555 0101', company: 'Sender Ltd' },
  pickupAddress: '1 Pickup Street\nSpringfield',
  deliveryAddress: '2 Delivery Road\nShelbyville',
  notes: 'Ring twice',
  items: [
    { name: 'Box of books', description: 'Heavy', quantity: 2, value: '40.50' },
    { name: 'Lamp', quantity: 1 },
  ],
  speedType: 'let_quickfleet_choose',
  ...more,
});

/** An order that is typed in, without a quote. */
export const orderBody = (more: Record<string, unknown> = {}) => ({
  customerName: 'Ada Sender',
  customerEmail: `typed${++made}@example.com`,
  pickupAddress: '1 Pickup Street\nSpringfield',
  deliveryAddress: '2 Delivery Road\nShelbyville',
  items: [{ name: 'Box of books', quantity: 2 }],
  ...more,
});

/** The JSON of a success; anything else fails the test with the body it got. */
export function ok<T>(answer: LightMyRequestResponse): T {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<T>();
}

export const makeQuote = async (app: TestApp, more: Record<string, unknown> = {}): Promise<{ id: number }> =>
  ok(await app.client().post('/api/v1/quotes', quoteBody(more)));

export async function makePaidQuote(app: TestApp, staff: Client, more: Record<string, unknown> = {}): Promise<Quote> {
  const { id } = await makeQuote(app, more);
  ok(await staff.put(`/api/v1/quotes/${id}`, { price: '120.00', paymentUrl: 'https://pay.example.com/q' }));
  return ok(await staff.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
}

/** An order made of a quote, with its access code. */
export async function makeOrder(
  app: TestApp,
  staff: Client,
  more: Record<string, unknown> = {},
): Promise<Order & { accessCode: string }> {
  const { id } = await makePaidQuote(app, staff, more);
  const order: Order = ok(await staff.post(`/api/v1/quotes/${id}/convert-to-order`));
  return { ...order, accessCode: order.accessCode ?? '' };
}

/** A job that comes every day from tomorrow on. */
export const recurringBody = (more: Record<string, unknown> = {}) => ({
  order: {
    customerName: 'Ada Sender',
    customerEmail: `again${++made}@example.com`,
    pickupAddress: '1 Pickup Street',
    deliveryAddress: '2 Delivery Road',
    items: [{ name: 'Bread', quantity: 3 }],
  },
  rule: 'FREQ=DAILY',
  start: addDays(new Date().toISOString().slice(0, 10), 1),
  ...more,
});

/** A phone that has opened the order with its code. */
export async function openOrder(app: TestApp, order: { accessCode: string }): Promise<Client> {
  const phone = app.client();
  ok(await phone.post('/api/driver/access', { accessCode: order.accessCode }));
  return phone;
}

/** The token of a mailed sign-in link. */
export async function signInToken(app: TestApp, email: string): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const at = app.services.clock();
  await app.sql(
    'insert into sign_in_links (token_hash, email, created_at, expires_at) values (?, ?, ?, ?)',
    createHash('sha256').update(token).digest('hex'),
    email.toLowerCase(),
    at,
    new Date(at.getTime() + 60_000),
  );
  return token;
}
/** A browser that came by a mailed link, with a session for this address alone. */
export async function openByMail(app: TestApp, email: string): Promise<Client> {
  const browser = app.client();
  ok(await browser.post('/api/v1/auth/link/open', { token: await signInToken(app, email) }));
  return browser;
}
