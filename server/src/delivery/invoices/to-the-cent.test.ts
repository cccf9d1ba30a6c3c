import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Invoice, InvoiceRun } from '@quickfleet/shared/delivery/invoices/invoices';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const address = { street: 'Depotstraße 9', postcode: '10115', town: 'Berlin', country: 'DE' };
const linePresets = [{ label: 'Toll', unitPrice: '10', taxRate: '7' }];
const net = { currency: 'EUR', pricesIncludeTax: false, defaultTaxRate: '19', linePresets };
const company = async (settings: object) => ok(await world.admin.put('/api/v1/company', settings));
beforeAll(() => company({ billing: { address, vatId: 'DE123456789', taxNumber: '30/123/45678' } }));
beforeEach(() => company({ quoting: net, billing: { isSmallBusiness: false } }));

let made = 0;
/** An order of a customer that was delivered at noon of a day. */
async function deliver(day: string, more: Record<string, unknown> = {}): Promise<Order & { customerId: number }> {
  const body = orderBody({ quotePrice: '119.00', customerEmail: `cent${++made}@example.com`, ...more });
  const order = ok<Order & { customerId: number }>(await world.dispatcher.post('/api/v1/orders', body));
  await world.app.sql(
    `update orders set status = 'delivered', delivered_at = ? where id = ?`,
    new Date(`${day}T12:00:00Z`),
    order.id,
  );
  return order;
}
const today = () => dayAt(new Date(), 'Europe/Berlin');
const run = async (customerId: number, from = '2026-01-01', to = today()) =>
  ok<InvoiceRun>(await world.dispatcher.post('/api/v1/invoices/run', { from, to, customerIds: [customerId] })).data;
const read = async (id = 0) => ok<Invoice>(await world.dispatcher.get(`/api/v1/invoices/${id}`));
const draft = async (customerId: number, lines: object[]) =>
  ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId, lines }));
const post = (id: number, action: string, body: object = {}) =>
  world.dispatcher.post(`/api/v1/invoices/${id}/${action}`, body);
const issue = async (id = 0) => ok<Invoice>(await post(id, 'issue'));
const order = async (id: number) => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${id}`));

describe('money to the cent', () => {
  it('C690 a charge is net or gross as prices are, with the tax of its saved line or of the company, up to the invoice', async () => {
    const { id, customerId } = await deliver(today(), { quotePrice: '11.90' });
    const path = `/api/v1/orders/${id}/charges`;
    const add = async (body: object) =>
      ok<Order>(await world.dispatcher.post(path, { state: 'approved', ...body })).charges.at(-1);
    const waiting = await add({ label: 'Waiting', amount: '7.13' });
    expect(waiting).toMatchObject({ amount: '8.48', taxTotal: '1.35' });
    expect(await add({ label: 'Toll', amount: '10' })).toMatchObject({ amount: '10.70', taxTotal: '0.70' });
    // What was read and is sent back is no change; another amount is net again.
    const change = async (body: object) =>
      ok<Order>(await world.dispatcher.put(`${path}/${waiting?.id}`, body)).charges[0];
    expect(await change({ amount: '8.48', label: 'Waiting' })).toMatchObject({ amount: '8.48', taxTotal: '1.35' });
    expect(await change({ amount: '8' })).toMatchObject({ amount: '9.52', taxTotal: '1.52' });
    expect(await change({ amount: '7.13' })).toMatchObject({ amount: '8.48', taxTotal: '1.35' });
    // What was stored without a tax stays so.
    await world.app.sql(
      `insert into charges (order_id, label, amount, tax_total, state, is_from_driver, "by", taken_at, decided_at)
        values (?, 'Old', 5, 0, 'approved', false, 'x', now(), now())`,
      id,
    );
    await company({ quoting: { pricesIncludeTax: true } });
    expect(await add({ label: 'Waiting', amount: '11.90' })).toMatchObject({ amount: '11.90', taxTotal: '1.90' });
    await company({ quoting: { pricesIncludeTax: false } });
    const [bill] = await run(customerId);
    const { lines } = await read(bill?.id);
    expect(lines.slice(1).map((line) => [line.description, line.net, line.taxes[0]?.rate])).toEqual([
      ['Waiting', '7.13', '19'],
      ['Toll', '10.00', '7'],
      ['Old', '5.00', '0'],
      ['Waiting', '10.00', '19'],
    ]);
  });

  it('C691 what was agreed with its tax stays, whatever net line is added, and a price without tax by rounding has its rate', async () => {
    await company({ quoting: { pricesIncludeTax: true } });
    const { customerId, customerEmail } = await deliver('2026-02-01', { quotePrice: '0.10' });
    for (const day of ['2026-02-02', '2026-02-03']) await deliver(day, { quotePrice: '0.10', customerEmail });
    const [bill] = await run(customerId);
    expect(bill).toMatchObject({ rounding: '0.01', due: '0.30' });
    const more = { description: 'Storage', unitPrice: '10' };
    const both = ok<Invoice>(
      await world.dispatcher.put(`/api/v1/invoices/${bill?.id}`, { lines: [{ id: 1 }, { id: 2 }, { id: 3 }, more] }),
    );
    expect(both).toMatchObject({ rounding: '0.01', due: '12.20' });

    await company({ quoting: { pricesIncludeTax: false } });
    const small = await deliver('2026-02-01', { quotePrice: '0.01' });
    await deliver('2026-02-02', { quotePrice: '0.00', customerEmail: small.customerEmail });
    const [tiny] = await run(small.customerId);
    const { taxes } = await read(tiny?.id);
    expect(taxes).toMatchObject([{ rate: '19', category: 'S', base: '0.01', amount: '0.00' }]);
  });

  it('C692 what is credited in parts comes to the invoice to the cent, and is proposed by a run again', async () => {
    const { customerId } = await deliver('2026-03-01');
    const [bill] = await run(customerId);
    const line = (unitPrice: string, quantity = '1') => ({ description: 'Pallet', unitPrice, quantity });
    const sumsOf = async (lines: object[], parts: (object[] | null)[]) => {
      const { id } = await issue((await draft(customerId, lines)).id);
      const notes: Invoice[] = [];
      for (const part of parts)
        notes.push(ok<Invoice>(await post(id, 'credit', { lines: part, reason: 'Given back' })));
      const whole = await read(id);
      for (const name of ['net', 'tax', 'gross'] as const)
        expect(notes.reduce((sum, note) => sum + Math.round(Number(note[name]) * 100), 0)).toBe(
          Math.round(Number(whole[name]) * 100),
        );
      for (const note of notes) expect(note.xmlProblems).toEqual(whole.xmlProblems);
      expect(whole).toMatchObject({ state: 'credited', due: '0.00', credited: whole.gross });
      return notes.map(({ gross }) => gross);
    };
    const one = [{ id: 1, quantity: '1' }];
    const uneven = await sumsOf([line('33.3333', '3'), line('25')], [one, one, one, null]);
    expect(uneven).toEqual(['39.66', '39.68', '39.66', '29.75']);
    expect(await sumsOf([line('0.505', '3')], [one, one, one])).toEqual(['0.61', '0.59', '0.61']);
    expect(await sumsOf([line('0.03', '7')], [one, null])).toEqual(['0.04', '0.21']);

    const issued = await issue(bill?.id);
    expect(await run(customerId)).toEqual([]);
    ok(await post(issued.id, 'credit', { reason: 'Wrong address' }));
    expect(await run(customerId)).toMatchObject([{ gross: issued.gross, state: 'draft' }]);
  });

  it('C693 a number that an older pattern gave is left out, and the series goes on', async () => {
    const { customerId } = await deliver('2026-03-01');
    const next = async () => (await issue((await draft(customerId, [{ description: 'A', unitPrice: '1' }])).id)).number;
    const numbers = (pattern: string, start: number) => company({ billing: { numbers: { pattern, start } } });
    await numbers('A{number}', 11);
    expect([await next(), await next()]).toEqual(['A11', 'A12']);
    await numbers('A1{number}', 1);
    expect([await next(), await next()]).toEqual(['A13', 'A14']);
    await numbers('{year}-{number}', 1);
  });

  it('C694 money that is noted at an order is a payment of its invoice, before and after it is issued, and its undo too', async () => {
    await company({ quoting: { pricesIncludeTax: true } });
    const first = await deliver('2026-04-01', { quotePrice: '11.90' });
    const more = { customerEmail: first.customerEmail };
    const [second, third] = [
      await deliver('2026-04-02', { ...more, quotePrice: '23.80' }),
      await deliver('2026-04-03', { ...more, quotePrice: '0.05' }),
    ];
    const pay = (id: number) => world.dispatcher.post(`/api/v1/orders/${id}/paid`, { method: 'cash' });
    const unpay = (id: number) => world.dispatcher.post(`/api/v1/orders/${id}/unpay`, {});
    const [bill] = await run(first.customerId);
    ok(await pay(first.id));
    const issued = await issue(bill?.id);
    expect(issued).toMatchObject({
      ...{ state: 'part_paid', gross: '35.75', paid: '11.90', due: '23.85' },
      payments: [{ amount: '11.90', method: 'cash' }],
    });
    expect((await order(second.id)).payment).toBe('account');
    ok(await pay(second.id));
    expect(await read(issued.id)).toMatchObject({ state: 'part_paid', paid: '35.70', due: '0.05' });
    ok(await pay(third.id));
    const paid = await read(issued.id);
    expect(paid).toMatchObject({ state: 'paid', paid: '35.75', due: '0.00' });
    const at = `/api/v1/invoices/${issued.id}/payments/${paid.payments[1]?.id}`;
    expect(expectError(await world.dispatcher.delete(at), 409, 'PAYMENT_RECEIVED').message).toContain(
      second.trackingNumber,
    );
    for (const { id } of [first, third]) ok(await unpay(id));
    expect(await read(issued.id)).toMatchObject({ state: 'part_paid', paid: '23.80', due: '11.95' });
    expect((await order(first.id)).payment).toBe('account');
    // The rest comes to the bank: what was noted stays as it was noted.
    ok(await post(issued.id, 'payments', { amount: '11.95', paidOn: today() }));
    expect([(await order(first.id)).payment, (await order(second.id)).paymentMethod]).toEqual(['paid', 'cash']);
  });

  it('C695 a tax and its category fit each other, and those of a draft are those of the day of its issue', async () => {
    const { customerId } = await deliver('2026-05-01');
    const typed = (tax: object) => ({ customerId, lines: [{ description: 'A', unitPrice: '10', taxes: [tax] }] });
    for (const category of ['E', 'AE', 'K', 'G', 'Z', 'O'])
      expectIssue(
        await world.dispatcher.post('/api/v1/invoices', typed({ rate: '19', category })),
        'lines.0.taxes.0.category',
        'A rate above 0 % has the category S',
      );
    expectIssue(
      await world.dispatcher.post('/api/v1/invoices', typed({ rate: '0', category: 'S' })),
      'lines.0.taxes.0.category',
      'The category S has a rate above 0 %',
    );
    const { id, version } = await draft(customerId, [{ description: 'A', unitPrice: '10' }]);
    const free = await draft(customerId, [{ description: 'B', unitPrice: '10', taxes: [{ rate: '0' }] }]);
    expect(free.taxes).toMatchObject([{ category: 'Z' }]);
    await company({ billing: { isSmallBusiness: true } });
    expectError(await post(id, 'issue'), 409, 'TAXES_CHANGED');
    const kept = { lines: [{ id: 1 }], version };
    expectError(await world.dispatcher.put(`/api/v1/invoices/${id}`, kept), 409, 'TAXES_CHANGED');
    expect((await issue(free.id)).taxes).toMatchObject([{ category: 'E', rate: '0' }]);
    const small = await draft(customerId, [{ description: 'C', unitPrice: '10' }]);
    expect(small.taxes).toMatchObject([{ category: 'E', rate: '0' }]);
    await company({ billing: { isSmallBusiness: false } });
    expectError(await post(small.id, 'issue'), 409, 'TAXES_CHANGED');
    expect((await issue(id)).taxes).toMatchObject([{ category: 'S', rate: '19' }]);
  });

  it('C696 fees, limits and rates of pay have the decimals of the currency', async () => {
    const words = 'The amount must be a number of at least 0 with at most 2 decimals';
    const put = (path: string, body: object) => world.admin.put(`/api/v1/${path}`, body);
    expectIssue(await put('company', { cancellation: { fee: '1.001' } }), 'cancellation.fee', words);
    const reminders = [{ afterDays: 7, fee: '1.001' }];
    expectIssue(await put('company', { billing: { reminders } }), 'billing.reminders.0.fee', words);
    const { customerId } = await deliver('2026-06-01');
    const limit = { billing: { creditLimit: '100.001' } };
    expectIssue(await put(`customers/${customerId}`, limit), 'billing.creditLimit', words);
    const pay = { pay: { perStop: '1.001' } };
    expectIssue(await put(`users/${world.driver.userId}`, pay), 'pay.perStop', words);
    await company({ cancellation: { fee: '1.10' }, billing: { reminders: [{ afterDays: 7, fee: '2.5' }] } });
  });

  it('C697 a reminder waits for the day of its step, pressed twice or sent from the list', async () => {
    const reminders = [7, 14, 28].map((afterDays) => ({ afterDays, fee: '0' }));
    await company({ billing: { reminders } });
    const { customerId } = await deliver('2026-07-01');
    const { id } = await issue((await draft(customerId, [{ description: 'A', unitPrice: '10' }])).id);
    const overdue = (days: number) =>
      world.app.sql('update invoices set due_on = ?::date where id = ?', addDays(today(), -days), id);
    await overdue(3);
    expectError(await post(id, 'remind'), 409, 'NOT_OVERDUE');
    await overdue(20);
    ok(await post(id, 'remind'));
    expectError(await post(id, 'remind'), 409, 'NOT_OVERDUE');
    const list = await world.dispatcher.post('/api/v1/invoices/reminders', { invoices: [{ id, step: 2 }] });
    expect(ok<{ sent: number[]; leftOut: object[] }>(list)).toMatchObject({
      sent: [],
      leftOut: [{ id, reason: expect.stringContaining('The next reminder of this invoice is due on') }],
    });
    expect((await read(id)).reminders).toMatchObject([{ step: 1 }]);
  });
});
