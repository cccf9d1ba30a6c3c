import { randomUUID } from 'node:crypto';
import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Invoice, MyInvoicePage } from '@quickfleet/shared/delivery/invoices/invoices';
import type { DueReminder, Reminded } from '@quickfleet/shared/delivery/invoices/reminders';
import type { PaymentRow, ReceivedEvent } from '@quickfleet/shared/quoting/payments';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, openByMail, orderBody, quoteBody } from '../../../test/support/factories.ts';
import { parseWebhookSecrets, signWebhook } from '../../security/webhook-signature.ts';
import { remindByRule } from '../invoices/invoices.reminders.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ZONE = 'Europe/Berlin';
const world = useWorld({ PAYMENTS_WEBHOOK_SECRET: SECRET, BUSINESS_TIMEZONE: ZONE });
const today = () => dayAt(new Date(), ZONE);
const reminders = [
  { afterDays: 7, fee: '0' },
  { afterDays: 14, fee: '5' },
  { afterDays: 28, fee: '10' },
];
beforeAll(async () => {
  ok(
    await world.admin.put('/api/v1/company', {
      quoting: { currency: 'EUR', defaultTaxRate: '19' },
      billing: { reminders },
    }),
  );
});

let made = 0;
async function issued(more: object = {}): Promise<Invoice> {
  const customer = { name: 'Ada', email: `ada${++made}@example.com` };
  const { id } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', customer));
  ok(await world.dispatcher.put(`/api/v1/customers/${id}`, { billing: more }));
  const lines = [{ description: 'Storage', unitPrice: '100', taxes: [{ rate: '19' }] }];
  const draft = ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId: id, lines }));
  return ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${draft.id}/issue`, {}));
}
const read = async (id: number) => ok<Invoice>(await world.dispatcher.get(`/api/v1/invoices/${id}`));

async function pay(
  data: Record<string, unknown>,
  type = 'payment.succeeded',
  id = `msg_${randomUUID()}`,
): Promise<ReceivedEvent> {
  const body = Buffer.from(JSON.stringify({ type, data: { currency: 'EUR', ...data } }));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const [key = Buffer.alloc(0)] = parseWebhookSecrets(SECRET) ?? [];
  const answer = await world.app.app.inject({
    method: 'POST',
    url: '/api/v1/payments/events',
    payload: body,
    headers: {
      ...{ 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': timestamp },
      'webhook-signature': signWebhook(key, { id, timestamp, body }),
    },
  });
  return ok<ReceivedEvent>(answer);
}

describe('money of payment events', () => {
  it('C585 an event that names an invoice pays it once; what does not fit waits for staff, who match it', async () => {
    const invoice = await issued();
    const id = `msg_${randomUUID()}`;
    const event = { reference: ` ${invoice.number?.replace('-', ' ')}`, amount: '119.00', providerReference: 'pi_1' };
    expect(await pay(event, undefined, id)).toMatchObject({ state: 'matched', code: null });
    expect(await pay(event, undefined, id)).toMatchObject({ state: 'matched' });
    expect(await read(invoice.id)).toMatchObject({
      ...{ state: 'paid', due: '0.00' },
      payments: [{ amount: '119.00', method: 'link', reference: 'pi_1' }],
    });
    expect((await pay({ ...event, amount: '20' }, 'payment.refunded')).state).toBe('refunded');
    expect((await read(invoice.id)).due).toBe('0.00');
    const other = await issued();
    const wrong = await pay({ reference: other.number, amount: '119', currency: 'USD' });
    expect(wrong).toMatchObject({ state: 'unmatched', code: 'PAYMENT_CURRENCY_MISMATCH' });
    const lost = await pay({ reference: 'no such number', amount: '100' });
    expect(lost).toMatchObject({ state: 'unmatched', code: 'QUOTE_NOT_FOUND' });
    const match = (body: object) => world.dispatcher.post(`/api/v1/payments/events/${lost.id}/match`, body);
    expectIssue(await match({}), 'quoteId', 'Name a quote or an invoice');
    expect(ok<PaymentRow>(await match({ invoiceId: other.id }))).toMatchObject({
      ...{ state: 'matched', invoiceId: other.id, quoteId: null },
    });
    expectError(await match({ invoiceId: other.id }), 409, 'PAYMENT_ALREADY_MATCHED');
    const [payment] = (await read(other.id)).payments;
    expect(await read(other.id)).toMatchObject({ state: 'part_paid', due: '19.00' });
    ok(await world.dispatcher.delete(`/api/v1/invoices/${other.id}/payments/${payment?.id}`));
    const { data } = ok<{ data: PaymentRow[] }>(await world.dispatcher.get('/api/v1/payments/events?state=unmatched'));
    expect(data.find((row) => row.id === lost.id)).toMatchObject({ invoiceId: null });
  });
});

describe('money of a quote whose order is on an invoice', () => {
  interface Booked {
    id: number;
    quoteId: number;
    customerId: number;
  }
  /** Delivered orders of quotes of one customer who pays later. */
  async function delivered(count = 1): Promise<Booked[]> {
    const email = `later${++made}@example.com`;
    const orders: Booked[] = [];
    for (let nth = 0; nth < count; nth++) {
      const customer = { name: 'Late Payer', email, phone: '+1 555 0101' };
      const { id } = ok<{ id: number }>(await world.app.client().post('/api/v1/quotes', quoteBody({ customer })));
      const booking = { price: '100', payBy: 'account' };
      orders.push(ok<Booked>(await world.dispatcher.post(`/api/v1/quotes/${id}/book`, booking)));
    }
    for (const { id } of orders)
      await world.app.sql(`update orders set status = 'delivered', delivered_at = now() where id = ?`, id);
    return orders;
  }
  async function invoiced(orders: readonly Booked[]): Promise<Invoice> {
    const period = { from: '2026-01-01', to: today(), customerIds: [orders[0]?.customerId] };
    const { data } = ok<{ data: Invoice[] }>(await world.dispatcher.post('/api/v1/invoices/run', period));
    return read(data[0]?.id ?? 0);
  }
  const issue = async ({ id }: Invoice) => ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${id}/issue`, {}));
  const orderOf = async ({ id }: Booked) => ok<{ payment: string }>(await world.dispatcher.get(`/api/v1/orders/${id}`));

  it('C729 an event for the quote pays the issued invoice of its order, and twice is once', async () => {
    const [order] = await delivered();
    const invoice = await issue(await invoiced(order ? [order] : []));
    expect(invoice).toMatchObject({ state: 'issued', due: '119.00' });
    const [id, event] = [`msg_${randomUUID()}`, { quoteId: order?.quoteId, amount: '119.00' }];
    for (const _ of [1, 2]) expect(await pay(event, undefined, id)).toMatchObject({ state: 'matched', code: null });
    const paid = await read(invoice.id);
    expect(paid).toMatchObject({ state: 'paid', due: '0.00', payments: [{ amount: '119.00', method: 'link' }] });
    if (order) expect(await orderOf(order)).toMatchObject({ payment: 'paid' });
    // Money that comes once more under another name is not counted, and waits.
    expect(await pay(event)).toMatchObject({ state: 'unmatched', code: 'QUOTE_ALREADY_CONVERTED' });
    expect(await read(invoice.id)).toMatchObject({ due: '0.00', paid: '119.00' });
    // Before the invoice is issued it is counted when it is.
    const [other] = await delivered();
    const draft = await invoiced(other ? [other] : []);
    expect(await pay({ quoteId: other?.quoteId, amount: '119.00' })).toMatchObject({ state: 'matched' });
    expect(await issue(draft)).toMatchObject({ state: 'paid', due: '0.00', payments: [{ method: 'link' }] });
  });

  it('C729 an event is the money that somebody noted at the order of its quote, and more than what the invoice got', async () => {
    const orders = await delivered(2);
    const invoice = await issue(await invoiced(orders));
    const [first, second] = orders;
    if (!first || !second) throw new Error('No orders');
    ok(await world.dispatcher.post(`/api/v1/orders/${first.id}/paid`, { method: 'transfer' }));
    expect(await read(invoice.id)).toMatchObject({ state: 'part_paid', due: '119.00' });
    const event = { quoteId: first.quoteId, amount: '119.00', providerReference: 'pi_9' };
    expect(await pay(event)).toMatchObject({ state: 'matched' });
    const known = await read(invoice.id);
    expect(known).toMatchObject({ state: 'part_paid', due: '119.00' });
    expect(known.payments).toMatchObject([{ amount: '119.00', method: 'link', reference: 'pi_9' }]);
    expect(await orderOf(second)).toMatchObject({ payment: 'account' });

    // Paid with its invoice, the quote is paid already: what comes then is more, and waits for somebody.
    const rest = { amount: '119.00', paidOn: today() };
    ok(await world.dispatcher.post(`/api/v1/invoices/${invoice.id}/payments`, rest));
    expect(await orderOf(second)).toMatchObject({ payment: 'paid' });
    const more = await pay({ quoteId: second.quoteId, amount: '119.00' });
    expect(more).toMatchObject({ state: 'unmatched', code: 'QUOTE_ALREADY_CONVERTED' });
    const match = { invoiceId: invoice.id };
    ok(await world.dispatcher.post(`/api/v1/payments/events/${more.id}/match`, match));
    expect(await read(invoice.id)).toMatchObject({ state: 'paid', due: '-119.00' });
  });

  it('C716 an order that is marked as paid brings what its invoice still lacks, whatever came before', async () => {
    const cash = { method: 'cash' };
    const [first] = await delivered();
    if (!first) throw new Error('No order');
    expect(await pay({ quoteId: first.quoteId, amount: '50.00' })).toMatchObject({ state: 'matched' });
    const invoice = await issue(await invoiced([first]));
    expect(invoice).toMatchObject({ state: 'part_paid', due: '69.00' });
    ok(await world.dispatcher.post(`/api/v1/orders/${first.id}/paid`, cash));
    expect(await read(invoice.id)).toMatchObject({ state: 'paid', due: '0.00', paid: '119.00' });
    ok(await world.dispatcher.post(`/api/v1/orders/${first.id}/unpay`, {}));
    expect(await read(invoice.id)).toMatchObject({ state: 'part_paid', due: '69.00' });
    // The same rest by an event is that money.
    ok(await world.dispatcher.post(`/api/v1/orders/${first.id}/paid`, cash));
    expect(await pay({ quoteId: first.quoteId, amount: '69.00' })).toMatchObject({ state: 'matched' });
    expect(await read(invoice.id)).toMatchObject({ state: 'paid', due: '0.00', paid: '119.00' });

    const two = await delivered(2);
    const both = await issue(await invoiced(two));
    ok(await world.dispatcher.post(`/api/v1/invoices/${both.id}/payments`, { amount: '50', paidOn: today() }));
    for (const { id } of two) ok(await world.dispatcher.post(`/api/v1/orders/${id}/paid`, cash));
    const settled = await read(both.id);
    expect(settled).toMatchObject({ state: 'paid', due: '0.00', paid: '238.00' });
    expect(settled.payments.map(({ amount }) => amount)).toEqual(['50.00', '119.00', '69.00']);
  });
});

describe('reminders', () => {
  const list = async () => ok<{ data: DueReminder[] }>(await world.dispatcher.get('/api/v1/invoices/reminders')).data;
  const send = async (invoices: object[]) =>
    ok<Reminded>(await world.dispatcher.post('/api/v1/invoices/reminders', { invoices }));
  const overdue = (id: number, days: number) =>
    world.app.sql(`update invoices set due_on = ? where id = ?`, addDays(today(), -days), id);
  const mails = (id: number) =>
    world.app.sql<{ trigger: string; subject: string; text: string; attachment: string }>(
      'select trigger, subject, text, attachment from emails where invoice_id = ? order by id',
      id,
    );

  it('C586 who is to be reminded is listed with the words that they get, and reminded once, step by step', async () => {
    const [soon, german] = [await issued(), await issued({ language: 'de' })];
    await overdue(soon.id, 6);
    await overdue(german.id, 8);
    const due = await list();
    expect(due).toMatchObject([{ id: german.id, step: 1, fee: '0.00', due: '119.00', problem: null }]);
    expect(due[0]?.subject).toBe(`Erinnerung: Rechnung ${german.number}`);
    expect(due[0]?.text).not.toContain('Gebühr');
    expect(await mails(german.id)).toEqual([]);
    expect(await send([{ id: german.id, step: 1 }])).toEqual({ sent: [german.id], leftOut: [] });
    expect((await send([{ id: german.id, step: 1 }])).leftOut).toMatchObject([{ id: german.id }]);
    expect(await mails(german.id)).toMatchObject([
      { trigger: 'invoice_reminder_1', subject: due[0]?.subject, text: due[0]?.text, attachment: 'invoice' },
    ]);
    // The second one comes as long after the first as the company says.
    await overdue(german.id, 40);
    expect((await list()).map(({ id }) => id)).not.toContain(german.id);
    await world.app.sql(
      `update invoices set reminders = jsonb_set(reminders, '{0,at}', '"2026-01-01T00:00:00.000Z"') where id = ?`,
      german.id,
    );
    const second = (await list()).find(({ id }) => id === german.id);
    expect(second).toMatchObject({ step: 2, fee: '5.00' });
    expect(second?.text).toMatch(/Gebühr dieser Erinnerung: 5,00/);
    const content = 'Bitte {{customerName}}: {{amountDue}}';
    const template = { name: 'Mahnung', type: 'customer', trigger: 'invoice_reminder_2', subject: 'Mahnung', content };
    ok(await world.admin.post('/api/v1/email-templates', { ...template, language: 'de', enabled: true }));
    expect((await list()).find(({ id }) => id === german.id)).toMatchObject({ subject: 'Mahnung' });
    ok(await world.dispatcher.post(`/api/v1/invoices/${german.id}/remind`, {}));
    expect((await read(german.id)).reminders.map(({ step, fee }) => [step, fee])).toEqual([
      [1, '0.00'],
      [2, '5.00'],
    ]);
  });

  it('C587 without the rule nobody is reminded, with it each once, in office hours', async () => {
    const invoice = await issued();
    await overdue(invoice.id, 9);
    const { services } = world.app;
    const at = (time: string) => ({ ...services, clock: () => new Date(time) });
    const monday = new Date();
    monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7));
    const day = monday.toISOString().slice(0, 10);
    const noon = at(`${day}T11:00:00Z`);
    expect(await remindByRule(noon)).toBe(0);
    ok(await world.admin.put('/api/v1/company', { billing: { remindByRule: true } }));
    expect(await remindByRule(at(`${day}T01:00:00Z`))).toBe(0);
    expect(await remindByRule(noon)).toBeGreaterThan(0);
    expect(await remindByRule(noon)).toBe(0);
    expect(await mails(invoice.id)).toHaveLength(1);
    ok(await world.admin.put('/api/v1/company', { billing: { remindByRule: false } }));
  });
});

describe('what a customer owes', () => {
  it('C591 the office is warned when an order passes the credit limit, and the order is made', async () => {
    const customer = { name: 'Limit Ltd', email: 'limit@example.com' };
    const { id } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', customer));
    const credit = () => world.dispatcher.get(`/api/v1/customers/${id}/credit`);
    expect(ok(await credit())).toMatchObject({ limit: null, owed: '0.00', currency: 'EUR', isOver: false });
    const path = `/api/v1/customers/${id}`;
    expectIssue(
      await world.dispatcher.put(path, { billing: { creditLimit: 'much' } }),
      'billing.creditLimit',
      'The credit limit must be a number of at least 0',
    );
    ok(await world.dispatcher.put(path, { billing: { creditLimit: '150' } }));
    const order = (price: string) =>
      world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail: customer.email, quotePrice: price }));
    const first = ok<{ id: number; creditWarning?: object }>(await order('100'));
    expect(first.creditWarning).toBeUndefined();
    const second = ok<{ id: number; creditWarning?: object }>(await order('60'));
    expect(second.creditWarning).toMatchObject({ limit: '150.00', isOver: true });
    expect(ok(await world.dispatcher.get(`/api/v1/orders/${second.id}`))).not.toHaveProperty('creditWarning');
    // On an invoice it is owed once, and paid it is owed no longer.
    await world.app.sql(`update orders set status = 'delivered', delivered_at = now() where customer_id = ?`, id);
    const { data } = ok<{ data: Invoice[] }>(
      await world.dispatcher.post('/api/v1/invoices/run', { from: '2026-01-01', to: today(), customerIds: [id] }),
    );
    const before = ok<{ owed: string }>(await credit()).owed;
    const invoice = ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${data[0]?.id}/issue`, {}));
    expect(ok<{ owed: string }>(await credit()).owed).toBe(before);
    const payment = { amount: invoice.due, paidOn: invoice.issuedOn };
    ok(await world.dispatcher.post(`/api/v1/invoices/${invoice.id}/payments`, payment));
    expect(ok(await credit())).toMatchObject({ owed: '0.00', isOver: false });
  });

  it('C592 a customer reads what is owed, and how to pay it with a code', async () => {
    ok(await world.admin.put('/api/v1/company', { billing: { iban: 'DE89370400440532013000', bic: null } }));
    const [open, paid] = [await issued({ email: 'mine@example.com' }), await issued({})];
    await world.app.sql(`update invoices set due_on = ? where id = ?`, addDays(today(), -3), open.id);
    await world.app.sql(`update customers set email = 'mine@example.com' where id = ?`, open.customerId ?? 0);
    await world.app.sql(`update invoices set customer_id = ? where id = ?`, open.customerId ?? 0, paid.id);
    ok(await world.dispatcher.post(`/api/v1/invoices/${paid.id}/payments`, { amount: '119', paidOn: open.issuedOn }));
    const mine = await openByMail(world.app, 'mine@example.com');
    const page = ok<MyInvoicePage>(await mine.get('/api/v1/my/invoices'));
    expect(page.owed).toEqual([{ currency: 'EUR', due: '119.00', overdue: '119.00' }]);
    expect(page.data).toMatchObject([
      { id: paid.id, state: 'paid', pay: null },
      { id: open.id, isOverdue: true, due: '119.00', pay: { iban: 'DE89370400440532013000', bic: null } },
    ]);
    expect(page.data[1]?.pay?.code).toContain(`EUR119.00\n\n\nInvoice ${open.number}`);
  });

  it('C757 and pays by the company’s link where there is no code of a transfer', async () => {
    const defaultPaymentUrl = 'https://pay.example.com/?ref={reference}&amount={total}';
    ok(await world.admin.put('/api/v1/company', { quoting: { defaultPaymentUrl }, billing: { iban: null } }));
    const invoice = await issued();
    await world.app.sql(`update customers set email = 'link@example.com' where id = ?`, invoice.customerId ?? 0);
    ok(await world.dispatcher.post(`/api/v1/invoices/${invoice.id}/payments`, { amount: '19', paidOn: today() }));
    const mine = await openByMail(world.app, 'link@example.com');
    const read = async () => ok<MyInvoicePage>(await mine.get('/api/v1/my/invoices')).data[0];
    const payUrl = `https://pay.example.com/?ref=${invoice.number}&amount=100.00`;
    expect(await read()).toMatchObject({ due: '100.00', pay: null, payUrl });
    ok(await world.dispatcher.post(`/api/v1/invoices/${invoice.id}/payments`, { amount: '100', paidOn: today() }));
    expect(await read()).toMatchObject({ state: 'paid', payUrl: null });
  });
});
