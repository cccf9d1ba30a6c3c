import { randomUUID } from 'node:crypto';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { Incident } from '@quickfleet/shared/delivery/proof/incidents';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import type { Customer } from '@quickfleet/shared/people/customers';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectIssue, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok, orderBody } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';
import { parseWebhookSecrets, signWebhook } from '../../security/webhook-signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const world = useWorld({ PAYMENTS_WEBHOOK_SECRET: SECRET });
const priceIn = (currency: string, quoting: object = {}) =>
  world.admin.put('/api/v1/company', { quoting: { currency, pricesIncludeTax: false, ...quoting } });
const put = (id: number, body: object) => world.dispatcher.put(`/api/v1/quotes/${id}`, body);
const link = { paymentUrl: 'https://pay.example.com/q' };
const read = async (id: number) => ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${id}`));
const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');

function deliver(data: object, type = 'payment.succeeded') {
  const body = Buffer.from(JSON.stringify({ type, data }));
  const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
  const key = parseWebhookSecrets(SECRET)?.[0] ?? Buffer.alloc(0);
  return world.app.app.inject({
    method: 'POST',
    url: '/api/v1/payments/events',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signWebhook(key, { id, timestamp, body }),
    },
  });
}

/** The same numbers at every run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

describe('an amount in its own currency', () => {
  it.each([
    ['JPY', '¥', 0],
    ['EUR', '€', 2],
    ['KWD', 'KWD ', 3],
  ])(
    'Q27 in %s page, mail, PDF, wire and payment say the same, for random lines and taxes',
    async (currency, sign, decimals) => {
      ok(await priceIn(currency));
      const next = numbersFrom(decimals + 7);
      for (let round = 0; round < 6; round++) {
        const { id } = await makeQuote(world.app, { items: [{ name: 'Box', value: 40 }] });
        const lines = Array.from({ length: 1 + next(3) }, (_, at) => ({
          label: `Line ${at}`,
          quantity: String(1 + next(5)),
          unitPrice: `${100 + next(3000)}.${String(next(10_000)).padStart(4, '0')}`,
          taxRate: ['0', '10', '8.875'][next(3)],
        }));
        const quote = ok<Quote>(await put(id, { lines, ...link }));
        const { total, customerUrl } = quote;
        const amount = total ?? '';
        expect(amount).toMatch(decimals ? new RegExp(`^\\d+\\.\\d{${decimals}}$`) : /^\d+$/);
        expect(quote).toMatchObject({ currency, price: amount, payment: { open: amount } });
        const [row] = await world.app.sql('select price::text as price from quotes where id = ?', id);
        expect(row).toEqual({ price: amount });
        const [whole = '', fraction] = amount.split('.');
        const digits = [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), fraction].filter(Boolean).join('.');
        const words = `${sign}${digits}`;

        const token = customerUrl?.split('/q/')[1] ?? '';
        const page = await world.visitor.get(`/api/v1/q/${token}`);
        expect(ok<CustomerQuote>(page)).toMatchObject({ total: amount, currency });
        const [mail] = await world.app.sql<{ text: string }>(
          `select text from emails where quote_id = ? and trigger = 'quote_sent' order by id desc limit 1`,
          id,
        );
        expect(plain(mail?.text ?? '')).toContain(words);
        const [paper] = await readPages((await world.dispatcher.get(`/api/v1/quotes/${id}/quote.pdf`)).rawPayload);
        expect(plain(paper?.text ?? '')).toContain(`Total ${currency} ${digits}`);
        ok(await deliver({ quoteId: id, amount, currency }));
        expect(await read(id)).toMatchObject({ status: 'paid', payment: { state: 'paid', paid: amount } });
        const order = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`));
        expect(order).toMatchObject({ currency, quotePrice: amount, taxTotal: quote.taxTotal });
        const units = (text: string | null) => BigInt((text ?? '').replace('.', ''));
        expect(units(order.netTotal) + units(order.taxTotal)).toBe(units(amount));
      }
    },
  );

  it('Q27 a price of 1000.50 yen with 10 % is 1,101: what the customer sees is what is stored, printed and paid', async () => {
    ok(await priceIn('JPY'));
    const { id } = await makeQuote(world.app, { items: [{ name: 'Box' }] });
    const quote = ok<Quote>(await put(id, { lines: [{ label: 'Ride', unitPrice: '1000.50', taxRate: 10 }], ...link }));
    expect(quote).toMatchObject({ total: '1101', taxTotal: '100', lines: [{ unitPrice: '1000.5' }] });
    ok(await deliver({ quoteId: id, amount: '1101.00', currency: 'JPY' }));
    expect(await read(id)).toMatchObject({ status: 'paid', payment: { state: 'paid', paid: '1101', open: '0' } });
  });

  it('Q27 what is finer than its currency is refused with the field, and as many decimals as it has are taken', async () => {
    ok(await priceIn('JPY'));
    const { id } = await makeQuote(world.app, { items: [{ name: 'Box' }] });
    const words = 'The price must be a number of at least 0 without decimals';
    expectIssue(await put(id, { price: '1000.50', ...link }), 'price', words);
    expectIssue(await world.dispatcher.post('/api/v1/orders', orderBody({ quotePrice: 0.5 })), 'quotePrice', words);
    const worth = orderBody({ items: [{ name: 'Ring', value: '1.5' }] });
    expectIssue(await world.dispatcher.post('/api/v1/orders', worth), 'items.0.value', 'Value must be non-negative');
    expectIssue(
      await deliver({ quoteId: id, amount: '10.5', currency: 'JPY' }),
      'data.amount',
      'The amount must be a number above 0 without decimals',
    );
    ok(await priceIn('KWD'));
    expect(ok<Quote>(await put(id, { price: '12.345', ...link }))).toMatchObject({ price: '12.345', currency: 'KWD' });
    const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody({ quotePrice: '12.34' })));
    expect(order).toMatchObject({ quotePrice: '12.340', netTotal: '12.340', taxTotal: '0.000', currency: 'KWD' });
    const claim = { orderId: order.id, kind: 'damaged', amount: '1.001' };
    expect(ok<Incident>(await world.dispatcher.post('/api/v1/incidents', claim))).toMatchObject({
      amount: '1.001',
      currency: 'KWD',
    });
    const [stored] = await world.app.sql(
      'select quote_price::text as price, currency from orders where id = ?',
      order.id,
    );
    expect(stored).toEqual({ price: '12.340', currency: 'KWD' });
  });

  it('Q30 every answer with an amount names its currency, and an order keeps its own when the company changes it', async () => {
    ok(await priceIn('EUR'));
    const body = orderBody({ quotePrice: '10.10' });
    const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', body));
    const customer = async () => ok<Customer>(await world.dispatcher.get(`/api/v1/customers/${order.customerId}`));
    expect(await customer()).toMatchObject({ orderTotal: '10.10', currency: 'EUR' });
    const before = ok<Dashboard>(await world.admin.get('/api/v1/stats'));
    expect(before.currency).toBe('EUR');
    ok(await priceIn('USD'));
    const later = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody({ quotePrice: '5' })));
    expect(later).toMatchObject({ quotePrice: '5.00', currency: 'USD' });
    const { data } = ok<{ data: OrderRow[] }>(await world.dispatcher.get('/api/v1/orders?limit=2'));
    expect(data.map(({ currency, quotePrice }) => [currency, quotePrice])).toEqual([
      ['USD', '5.00'],
      ['EUR', '10.10'],
    ]);
    expect(await customer()).toMatchObject({ orderTotal: '0.00', currency: 'USD' });
    expect(ok<Dashboard>(await world.admin.get('/api/v1/stats'))).toMatchObject({
      monthlyRevenue: '5.00',
      currency: 'USD',
    });
  });

  it('Q28 Q29 a unit price with four decimals and two named taxes are kept, rounded and printed apart', async () => {
    ok(await priceIn('CAD'));
    const { id } = await makeQuote(world.app, { items: [{ name: 'Box' }] });
    const taxes = [
      { label: 'GST', rate: 5 },
      { label: 'QST', rate: '9.975' },
    ];
    const lines = [{ label: 'Ride', quantity: 1000, unitPrice: '0.1255', taxes }];
    const quote = ok<Quote>(await put(id, { lines, ...link }));
    expect(quote).toMatchObject({
      total: '144.30',
      taxTotal: '18.80',
      lines: [
        {
          unitPrice: '0.1255',
          taxRate: '14.975',
          taxes: [
            { label: 'GST', rate: '5' },
            { label: 'QST', rate: '9.975' },
          ],
        },
      ],
    });
    // As it was read: nothing changes.
    expect(ok<Quote>(await put(id, { lines: quote.lines })).revision).toBe(quote.revision);
    const page = ok<CustomerQuote>(await world.visitor.get(`/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`));
    expect(page.taxes).toEqual([
      { label: 'GST', rate: '5', net: '125.50', tax: '6.28' },
      { label: 'QST', rate: '9.975', net: '125.50', tax: '12.52' },
    ]);
    const [paper] = await readPages((await world.dispatcher.get(`/api/v1/quotes/${id}/quote.pdf`)).rawPayload);
    expect(plain(paper?.text ?? '')).toContain('GST 5 % on 125.50 6.28 QST 9.975 % on 125.50 12.52 Total CAD 144.30');
    expect(plain(paper?.text ?? '')).toContain('0.1255');
    const wrong = [{ label: 'Ride', unitPrice: '1', taxes: [{ label: '', rate: 5 }] }];
    expectIssue(await put(id, { lines: wrong }), 'lines.0.taxes.0.label', 'Say what the tax is called');
  });

  it('Q31 a refund is kept and shown with its amount, and reopens nothing', async () => {
    ok(await priceIn('USD'));
    const { id } = await makeQuote(world.app, { items: [{ name: 'Box' }] });
    ok(await put(id, { price: '120.00', ...link }));
    ok(await deliver({ quoteId: id, amount: '120', currency: 'USD' }));
    const event = { quoteId: id, amount: '20', currency: 'USD', providerReference: 're_1' };
    expect(ok(await deliver(event, 'payment.refunded'))).toMatchObject({ state: 'refunded' });
    const quote = await read(id);
    expect(quote).toMatchObject({
      status: 'paid',
      payment: { state: 'paid', paid: '120.00', open: '0.00', refunded: '20.00' },
    });
    expect(quote.payments?.map(({ amount, isRefund }) => [amount, isRefund])).toEqual([
      ['120.00', false],
      ['20.00', true],
    ]);
    const lines = await world.app.sql(
      `select detail from history where subject = 'quote' and subject_id = ? and action = 'payment.refunded'`,
      id,
    );
    expect(lines).toEqual([{ detail: '20.00 USD · re_1' }]);
    const page = ok<CustomerQuote>(await world.visitor.get(`/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`));
    expect(page).toMatchObject({ state: 'paid', payment: { refunded: '20.00' } });
    // Without a quote it is kept too.
    expect(ok(await deliver({ amount: 3, currency: 'EUR' }, 'payment.refunded'))).toMatchObject({ state: 'refunded' });
    expect(ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`)).quotePrice).toBe('120.00');
  });
});
