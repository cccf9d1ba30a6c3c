import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder, makeQuote, ok, quoteBody } from '../support/factories.ts';

let app: TestApp;
let staff: Client;
let order: Order & { accessCode: string };
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  order = await makeOrder(app, staff);
});
afterAll(() => app.close());

/** A text as mail programs, messengers and keyboards hand it on. */
const asPasted = (text: string): string[] => [
  `\u200B${text}\u200E`,
  `#${text}.`,
  `${text.slice(0, 3)}\u2060\u2011${text.slice(3)}`,
  [...text].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join(''),
];

describe('identifiers as people paste them', () => {
  it('C43 find their order over REST and tRPC, percent-encoded in the path too', async () => {
    for (const pasted of asPasted(order.trackingNumber)) {
      const found = ok<Order>(await app.client().get(`/api/v1/orders/tracking/${encodeURIComponent(pasted)}`));
      expect(found.trackingNumber).toBe(order.trackingNumber);
      const input = encodeURIComponent(JSON.stringify({ trackingNumber: pasted }));
      ok(await app.client().get(`/trpc/tracking.get?input=${input}`));
    }
  });
  it('C43 open an order with its access code', async () => {
    for (const pasted of asPasted(order.accessCode))
      expect(ok<Order>(await app.client().post('/api/driver/access', { accessCode: pasted })).id).toBe(order.id);
  });
  it('C43 find orders, quotes and claims in the lists of staff', async () => {
    await makeOrder(app, staff);
    for (const pasted of asPasted(order.trackingNumber)) {
      const list = ok<{ data: Order[] }>(await staff.get(`/api/v1/orders?q=${encodeURIComponent(pasted)}`));
      expect(list.data.map(({ id }) => id)).toEqual([order.id]);
    }
    const { id } = await makeQuote(app);
    const [row] = await app.sql<{ reference: string }>('select reference from quotes where id = ?', id);
    for (const pasted of [...asPasted(row?.reference ?? ''), row?.reference.replace('-', '') ?? '']) {
      const list = ok<{ data: { id: number }[] }>(await staff.get(`/api/v1/quotes?q=${encodeURIComponent(pasted)}`));
      expect(
        list.data.map((quote) => quote.id),
        pasted,
      ).toEqual([id]);
    }
  });
  it('C44 an e-mail address with an invisible character is refused, and nothing is stored', async () => {
    const refused = await app
      .client()
      .post('/api/v1/quotes', quoteBody({ customer: { name: 'Ada', email: 'hidden@example.com\u200B' } }));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ issues: [{ path: 'customer.email', message: 'Valid email is required' }] });
    expect(await app.sql(`select id from quotes where customer_email like 'hidden%'`)).toEqual([]);
  });
});
