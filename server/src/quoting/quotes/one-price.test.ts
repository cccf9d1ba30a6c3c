import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { totalsOf } from '@quickfleet/shared/quoting/quote-totals';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeQuote, ok, orderBody, recurringBody } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  admin = await app.as('admin');
});
afterAll(() => app.close());

const paymentUrl = 'https://pay.example.com/1';
const set = async (quoting: object) => ok(await admin.put('/api/v1/company', { quoting }));

/** Every way in which a price comes in, and what each makes of one number. */
const ways: Record<string, (price: string) => Promise<{ total: string | null; tax: string | null }>> = {
  async field(price) {
    const { id } = await makeQuote(app, { items: [{ name: 'Box' }] });
    const { total, taxTotal } = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { price, paymentUrl }));
    return { total, tax: taxTotal };
  },
  async lines(price) {
    const { id } = await makeQuote(app, { items: [{ name: 'Box' }] });
    const lines = [{ label: 'Ride', unitPrice: price }];
    const { total, taxTotal } = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { lines, paymentUrl }));
    return { total, tax: taxTotal };
  },
  async order(price) {
    const order = ok<Order>(await staff.post('/api/v1/orders', orderBody({ quotePrice: price })));
    return { total: order.quotePrice, tax: order.taxTotal };
  },
  async change(price) {
    const { id } = ok<Order>(await staff.post('/api/v1/orders', orderBody()));
    const order = ok<Order>(await staff.put(`/api/v1/orders/${id}`, { quotePrice: price }));
    return { total: order.quotePrice, tax: order.taxTotal };
  },
  async recurring(price) {
    const { order } = recurringBody();
    const body = recurringBody({ order: { ...(order as object), quotePrice: price } });
    const job = ok<RecurringOrder>(await staff.post('/api/v1/recurring-orders', body));
    return { total: job.order.quotePrice, tax: job.order.taxTotal };
  },
};

describe('one number is one price', () => {
  it.each([
    ['JPY', '1001'],
    ['EUR', '100.55'],
    ['KWD', '12.345'],
  ])('Q41 in %s, whatever way it comes in, by the setting alone', async (currency, price) => {
    for (const pricesIncludeTax of [true, false])
      for (const defaultTaxRate of ['0', '19', '8.875']) {
        await set({ currency, pricesIncludeTax, defaultTaxRate });
        const line = { quantity: '1', unitPrice: price, taxRate: defaultTaxRate };
        const { total, taxTotal } = totalsOf([line], { currency, pricesIncludeTax });
        for (const [way, enter] of Object.entries(ways))
          expect({ way, pricesIncludeTax, ...(await enter(price)) }).toEqual({
            ...{ way, pricesIncludeTax, total, tax: taxTotal },
          });
      }
  });

  it('Q42 a price that is read and sent back changes nothing, whatever the setting is by now', async () => {
    await set({ currency: 'EUR', pricesIncludeTax: true, defaultTaxRate: '19' });
    const { id } = await makeQuote(app, { items: [{ name: 'Box' }] });
    const quote = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { price: '100', paymentUrl }));
    expect(quote).toMatchObject({ total: '100.00', taxTotal: '15.97' });
    const order = ok<Order>(await staff.post('/api/v1/orders', orderBody({ quotePrice: '100' })));
    await set({ pricesIncludeTax: false });
    const again = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, quote));
    expect(again).toMatchObject({ total: '100.00', taxTotal: '15.97', revision: quote.revision, lines: quote.lines });
    expect(ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { price: quote.price })).revision).toBe(quote.revision);
    const same = ok<Order>(await staff.put(`/api/v1/orders/${order.id}`, order));
    expect(same).toMatchObject({ quotePrice: '100.00', netTotal: '84.03', taxTotal: '15.97' });

    // The same number once more is the same price, and the total that it made is the price too.
    const priced = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { price: '200' }));
    expect(priced).toMatchObject({ total: '238.00', taxTotal: '38.00' });
    for (const price of ['200', '238.00'])
      expect(ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { price })).total).toBe('238.00');
    // Another price that happens to be the present total can be said without its tax.
    const net = ok<Order>(await staff.put(`/api/v1/orders/${order.id}`, { netTotal: '100' }));
    expect(net).toMatchObject({ quotePrice: '119.00', netTotal: '100.00', taxTotal: '19.00' });
  });

  it('Q43 an order made again or of a quote keeps the tax of its price', async () => {
    await set({ currency: 'EUR', pricesIncludeTax: false, defaultTaxRate: '19' });
    const order = ok<Order>(await staff.post('/api/v1/orders', orderBody({ quotePrice: '100' })));
    await set({ defaultTaxRate: '7' });
    const again = ok<Order>(await staff.post(`/api/v1/orders/${order.id}/duplicate`, {}));
    expect(again).toMatchObject({ quotePrice: '119.00', taxTotal: '19.00', payment: 'open' });
    const { id } = await makeQuote(app, { items: [{ name: 'Box' }] });
    const booked = ok<Order>(await staff.post(`/api/v1/quotes/${id}/book`, { price: '100', paymentUrl }));
    expect(booked).toMatchObject({ quotePrice: '107.00', netTotal: '100.00', taxTotal: '7.00', payment: 'paid' });
    // Quotes of before keep what was stored, and orders of before have no tax.
    await app.sql('update orders set tax_total = null where id = ?', order.id);
    const old = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`));
    expect(old).toMatchObject({ quotePrice: '119.00', netTotal: '119.00', taxTotal: '0.00' });
  });
});
