import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Customer } from '@quickfleet/shared/people/customers';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'America/New_York' });
let made = 0;
async function trusted(): Promise<Customer> {
  const customer = { name: '=Ada()', email: `account${++made}@example.com`, company: 'Trusted "Ltd", Inc.' };
  const { id } = ok<Customer>(await world.dispatcher.post('/api/v1/customers', customer));
  return ok(await world.dispatcher.put(`/api/v1/customers/${id}`, { onAccount: true }));
}
const bodyFor = ({ name, email, company }: Customer) => ({
  customer: { name, email, company },
  pickupAddress: '=cmd()\nSpringfield',
});
const update = (id: number, body: object) => world.dispatcher.put(`/api/v1/quotes/${id}`, body);
const convert = (id: number) => world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`);

describe('U59 a customer on account', () => {
  it('U59 is sent a quote without a payment link, accepts it, and has the order without paying first', async () => {
    const customer = await trusted();
    const { id } = await makeQuote(world.app, bodyFor(customer));
    const sent = ok<Quote>(await update(id, { price: '84.50' }));
    expect(sent).toMatchObject({ status: 'sent', onAccount: true, paymentUrl: null });
    expectError(await convert(id), 409, 'QUOTE_NOT_PAID');
    const token = sent.customerUrl?.split('/q/')[1] ?? '';
    const page = await world.visitor.post(`/api/v1/q/${token}/accept`, {
      revision: 1,
      name: 'Ada',
      termsAccepted: true,
    });
    expect(ok(page)).toMatchObject({ state: 'accepted', onAccount: true, paymentUrl: null });
    const order = ok<Order>(await convert(id));
    expect(order).toMatchObject({ onAccount: true, quotePrice: '84.50' });
    expect(ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${id}`))).toMatchObject({
      status: 'converted',
      onAccount: true,
      payment: { state: 'none', paid: '0.00', open: '84.50' },
    });
    const lines = await world.app.sql(
      `select action, from_status, to_status, detail from history where subject = 'quote' and subject_id = ? and to_status in ('paid', 'converted') order by id`,
      id,
    );
    expect(lines).toEqual([
      { action: 'quote.paid', from_status: 'accepted', to_status: 'paid', detail: 'on account' },
      { action: 'quote.converted', from_status: 'paid', to_status: 'converted', detail: order.trackingNumber },
    ]);
    expect(await world.app.sql(`select 1 from emails where quote_id = ? and trigger = 'quote_paid'`, id)).toEqual([]);
    expectError(await world.dispatcher.get(`/api/v1/quotes/${id}/receipt.pdf`), 409, 'QUOTE_NOT_PAID');
    // The order is gone: it can be booked again, on account as before.
    ok(await world.admin.delete(`/api/v1/orders/${order.id}`));
    expect(ok<Order>(await convert(id))).toMatchObject({ onAccount: true });
  });

  it('U59 a customer who pays anyway has paid, and one without an account pays first', async () => {
    const customer = await trusted();
    const { id } = await makeQuote(world.app, bodyFor(customer));
    ok(await update(id, { price: '84.50' }));
    ok(await update(id, { status: 'paid' }));
    expect(ok<Order>(await convert(id))).toMatchObject({ onAccount: false });
    const { id: other } = await makeQuote(world.app);
    expect(ok<Quote>(await update(other, { price: '10.00' }))).toMatchObject({ status: 'draft', onAccount: false });
    ok(await update(other, { paymentUrl: 'https://pay.example.com/q' }));
    ok(await update(other, { status: 'accepted' }));
    expectError(await convert(other), 409, 'QUOTE_NOT_PAID');
    ok(await world.dispatcher.put(`/api/v1/customers/${customer.id}`, { onAccount: false }));
    expectError(await world.dispatcher.put(`/api/v1/customers/${customer.id}`, { onAccount: 'yes' }), 400);
    const { id: later } = await makeQuote(world.app, bodyFor(customer));
    expectError(await update(later, { price: '10.00', status: 'sent' }), 409, 'QUOTE_NOT_PRICED');
  });

  it('U61 Q34 has a statement of what was delivered in a month where the company is, as PDF and as a table that no spreadsheet runs', async () => {
    const customer = await trusted();
    const url = (type: string, month = '2026-03') =>
      `/api/v1/customers/${customer.id}/statement.${type}?month=${month}`;
    const order = (price: string, more: object = {}) =>
      world.dispatcher.post('/api/v1/orders', {
        ...{ customerName: customer.name, customerEmail: customer.email, customerCompany: customer.company },
        ...{ pickupAddress: '=cmd()\nSpringfield', deliveryAddress: '2 Dock', items: [{ name: 'Box' }] },
        ...{ quotePrice: price, onAccount: true, ...more },
      });
    // Created in January; delivered in the first and last moments of March in New York, and in the moments just
    // outside.
    const made: Order[] = [];
    world.app.setClock(new Date('2026-01-15T15:00:00Z'));
    for (const price of ['1.00', '100.10', '0.25', '2.00']) made.push(ok<Order>(await order(price)));
    const unpriced = ok<Order>(await order('', { deliveryAddress: '3 Dock' }));
    const open = ok<Order>(await order('55.00'));
    const deliver = (id: number | undefined, at: string) =>
      world.app.sql(
        `update orders set status = 'delivered', delivered_at = ?, delivery_date = ? where id = ?`,
        at,
        at,
        id ?? 0,
      );
    await deliver(made[0]?.id, '2026-03-01T04:59:59Z');
    await deliver(made[1]?.id, '2026-03-01T05:00:00Z');
    await deliver(made[2]?.id, '2026-04-01T03:59:59Z');
    await deliver(made[3]?.id, '2026-04-01T04:00:00Z');
    await deliver(unpriced.id, '2026-03-20T15:00:00Z');
    ok(await order('7777.00', { onAccount: false }));
    const cancelled = ok<Order>(await order('8888.00'));
    ok(await world.dispatcher.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    const { id } = await makeQuote(world.app, bodyFor(customer));
    ok(await update(id, { price: '1234.50' }));
    const accepted = ok<Quote>(await update(id, { status: 'accepted' }));

    const from = `"'=cmd(), Springfield"`;
    const head = '\uFEFFdate,kind,number,from,to,amount,paid,currency,warning,charge';
    const delivered = [
      `2026-03-01,order,${made[1]?.trackingNumber},${from},2 Dock,100.10,0.00,USD,,`,
      `2026-03-31,order,${made[2]?.trackingNumber},${from},2 Dock,0.25,0.00,USD,,`,
    ];
    const warned = `2026-03-20,order,${unpriced.trackingNumber},${from},3 Dock,,0.00,USD,No price yet,`;
    // While the month is running, open orders count as today's: no earlier day can be their delivery day.
    world.app.setClock(new Date('2026-03-15T15:00:00Z'));
    const running = (await world.dispatcher.get(url('csv'))).body.split('\r\n');
    expect(running.slice(1, 3)).toEqual([warned, delivered[0]]);
    expect(new Set(running)).toEqual(
      new Set([
        head,
        warned,
        ...delivered,
        `2026-03-15,order,${open.trackingNumber},${from},2 Dock,55.00,0.00,USD,,`,
        `2026-03-15,quote,${accepted.reference},${from},"2 Delivery Road, Shelbyville",1234.50,0.00,USD,,`,
        '',
      ]),
    );
    world.app.setClock(new Date('2026-04-02T15:00:00Z'));
    const csv = await world.dispatcher.get(url('csv'));
    world.app.setClock(undefined);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toContain(`attachment; filename="statement-2026-03-${customer.id}.csv"`);
    expect(csv.body.split('\r\n')).toEqual([head, warned, ...delivered, '']);
    const pages = await readPages((await world.dispatcher.get(url('pdf'))).rawPayload);
    const text = pages
      .map((page) => page.text)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    for (const words of [
      'Statement March 2026',
      'Trusted "Ltd", Inc.',
      'WITHOUT A PRICE These orders have no price yet: they are missing from the sums below.',
      'March 31, 2026',
      'Sum 100.35',
      'Open USD 100.35',
    ])
      expect(text).toContain(words);
    expect(text.indexOf('WITHOUT A PRICE')).toBeLessThan(text.indexOf('March 1, 2026'));
    const empty = await readPages((await world.dispatcher.get(url('pdf', '2025-01'))).rawPayload);
    expect(empty[0]?.text).toContain('Nothing in this month.');

    expectIssue(await world.dispatcher.get(url('csv', '2026-13')), 'month', 'month must be one like 2026-03');
    expectError(await world.dispatcher.get(`/api/v1/customers/${NOWHERE}/statement.pdf`), 404, 'CUSTOMER_NOT_FOUND');
    await expectRefused(
      world,
      [
        ['GET', url('pdf')],
        ['GET', url('csv')],
      ],
      ['driver', 'customer'],
    );
  });
});
