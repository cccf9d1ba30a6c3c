import { randomUUID } from 'node:crypto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { PaymentOfQuote, PaymentRow, QuotePayment, ReceivedEvent } from '@quickfleet/shared/quoting/payments';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';
import { parseWebhookSecrets, signWebhook } from '../../security/webhook-signature.ts';

const OLD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NEW = 'whsec_bmV3ZXIgc2VjcmV0IG9mIHRoZSBzaG9w';
const world = useWorld({ PAYMENTS_WEBHOOK_SECRET: `${NEW},${OLD}` });
const EVENTS = '/api/v1/payments/events';
const keyOf = (secret: string) => parseWebhookSecrets(secret)?.[0] ?? Buffer.alloc(0);

interface Sent {
  id?: string;
  at?: number;
  secret?: string;
  signature?: string;
  type?: string;
}
const seconds = () => Math.floor(Date.now() / 1000);
/** Sends bytes as a provider does. */
function deliver(body: string, { id = `msg_${randomUUID()}`, at = seconds(), secret = NEW, signature }: Sent = {}) {
  const bytes = Buffer.from(body);
  return world.app.app.inject({
    method: 'POST',
    url: EVENTS,
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': signature ?? signWebhook(keyOf(secret), { id, timestamp: String(at), body: bytes }),
    },
  });
}
const bodyOf = (data: Record<string, unknown>, type = 'payment.succeeded') =>
  JSON.stringify({
    type,
    timestamp: new Date().toISOString(),
    data: { currency: 'USD', unknown: { field: 1 }, ...data },
  });
const pay = async (data: Record<string, unknown>, sent?: Sent) =>
  ok<ReceivedEvent>(await deliver(bodyOf(data, sent?.type), sent));

type Paid = Quote & { payment: QuotePayment; payments?: PaymentOfQuote[] };
const read = async (id: number) => ok<Paid>(await world.dispatcher.get(`/api/v1/quotes/${id}`));
async function sentQuote(price = '120.00'): Promise<number> {
  const { id } = await makeQuote(world.app);
  ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, { price, paymentUrl: 'https://pay.example.com/q' }));
  return id;
}
const markPaid = (id: number, more: object = {}) =>
  world.dispatcher.put(`/api/v1/quotes/${id}`, { status: 'paid', ...more });
const rowsOf = (quoteId: number) =>
  world.app.sql<{ source: string; state: string; amount: string; code: string | null }>(
    'select source, state, amount, code from payments where quote_id = ? order by id',
    quoteId,
  );
const mailsOf = async (id: number) =>
  (
    await world.app.sql<{ trigger: string }>(
      `select trigger from emails where quote_id = ? and trigger = 'quote_paid'`,
      id,
    )
  ).length;
const actionsOf = async (id: number) =>
  (
    await world.app.sql<{ action: string }>(
      `select action from history where subject = 'quote' and subject_id = ? order by id`,
      id,
    )
  ).map(({ action }) => action);

describe('U51 a payment event', () => {
  it('U51 is let in only with a signature over its very bytes, of one of the secrets, and not older than five minutes', async () => {
    // The published example of Standard Webhooks.
    expect(
      signWebhook(keyOf(OLD), {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: '1614265330',
        body: Buffer.from('{"test": 2432232314}'),
      }),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');

    const id = await sentQuote();
    const body = bodyOf({ quoteId: id, amount: '120.00' });
    const good = signWebhook(keyOf(NEW), { id: 'msg_1', timestamp: String(seconds()), body: Buffer.from(body) });
    const elsewhere = 'whsec_c29tZWJvZHkgZWxzZSBzZWNyZXQ0NDQ0';
    expectError(await deliver(body, { secret: elsewhere }), 401, 'WRONG_SIGNATURE');
    expectError(await deliver(`${body} `, { id: 'msg_1', signature: good }), 401, 'WRONG_SIGNATURE');
    expectError(await deliver(body, { id: 'msg_2', signature: good }), 401, 'WRONG_SIGNATURE');
    expectError(await deliver(body, { at: seconds() - 301 }), 401, 'SIGNATURE_TOO_OLD');
    expectError(await deliver(body, { at: seconds() + 305 }), 401, 'SIGNATURE_TOO_OLD');
    for (const signature of ['', 'v1,', 'v2,abc', 'v1', good.slice(0, -4)])
      expectError(await deliver(body, { id: 'msg_1', signature }), 401);
    expectError(await world.visitor.post(EVENTS, JSON.parse(body)), 401, 'SIGNATURE_REQUIRED');
    expectError(await world.admin.post(EVENTS, JSON.parse(body)), 401, 'SIGNATURE_REQUIRED');
    expect(await rowsOf(id)).toEqual([]);
    expect((await read(id)).status).toBe('sent');

    // An old secret next to the new one, and a signature that is one of several.
    const at = String(seconds());
    const old = signWebhook(keyOf(OLD), { id: 'msg_3', timestamp: at, body: Buffer.from(body) });
    expect(ok(await deliver(body, { id: 'msg_3', at: Number(at), signature: `v1a,xyz v1,AAAA ${old}` }))).toMatchObject(
      {
        success: true,
        state: 'matched',
        code: null,
      },
    );
  });

  it('U51 cannot be sent where no secret is set, and says what is wrong with its body', async () => {
    const { config } = world.app.services;
    const secret = config.PAYMENTS_WEBHOOK_SECRET;
    config.PAYMENTS_WEBHOOK_SECRET = undefined;
    expectError(await deliver('{}'), 404, 'PAYMENTS_NOT_SET_UP');
    config.PAYMENTS_WEBHOOK_SECRET = secret;
    expectError(await deliver('{"type":'), 400, 'INVALID_JSON');
    expectIssue(await deliver('{}'), 'type', 'Name the type of the event');
    expectIssue(await deliver(bodyOf({ amount: 0 })), 'data.amount', 'The amount must be a number above 0');
    expectIssue(
      await deliver(bodyOf({ amount: '12.345' })),
      'data.amount',
      'The amount must be a number above 0 with at most 2 decimals',
    );
    expectIssue(
      await deliver(bodyOf({ amount: '1', currency: 'dollars' })),
      'data.currency',
      'The currency must be three letters, like EUR',
    );
    expect(await pay({ amount: '1' }, { type: 'payment.failed' })).toMatchObject({ state: 'ignored', id: null });
  });

  it('U52 that brings the price makes the quote paid, with mail and history, once however often it comes', async () => {
    const id = await sentQuote();
    const sent = { id: `msg_${id}` };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => pay({ quoteId: id, amount: 120, providerReference: 'pi_1' }, sent)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ state: 'matched', code: null, message: 'The payment was counted' });
    expect(await read(id)).toMatchObject({
      status: 'paid',
      payment: { state: 'paid', paid: '120.00', open: '0.00', over: '0.00' },
      payments: [{ amount: '120.00', currency: 'USD', provider: 'pi_1', by: null }],
    });
    expect(await rowsOf(id)).toEqual([{ source: 'event', state: 'matched', amount: '120.00', code: null }]);
    expect(await mailsOf(id)).toBe(1);
    expect((await actionsOf(id)).slice(-2)).toEqual(['payment.received', 'quote.paid']);
    expect(await pay({ quoteId: id, amount: 120 }, sent)).toEqual(answers[0]);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('U52 that brings too little leaves the quote open and says how much is missing, until the sum is there', async () => {
    const id = await sentQuote('100.00');
    expect(await pay({ quoteId: id, amount: '60.10' })).toMatchObject({
      state: 'matched',
      code: 'PAYMENT_AMOUNT_MISMATCH',
      message: '60.10 of 100.00 USD is paid; 39.90 is still open',
    });
    expect(await read(id)).toMatchObject({
      status: 'sent',
      payment: { state: 'part', paid: '60.10', open: '39.90', over: '0.00' },
    });
    expect(await mailsOf(id)).toBe(0);
    // Two concurrent payments, each sufficient: the quote is paid once, and the surplus is shown.
    const both = await Promise.all(['39.90', '39.90'].map((amount) => pay({ quoteId: id, amount })));
    expect(both.map(({ code }) => code).sort()).toEqual(['QUOTE_ALREADY_PAID', null].sort());
    expect(await read(id)).toMatchObject({ status: 'paid', payment: { state: 'paid', paid: '100.00' } });
    expect(await mailsOf(id)).toBe(1);
  });

  it('U52 that brings too much pays the quote and says so', async () => {
    const id = await sentQuote('100.00');
    expect(await pay({ quoteId: id, amount: '120' })).toMatchObject({
      state: 'matched',
      code: 'PAYMENT_AMOUNT_MISMATCH',
      message: '120.00 was paid of 100.00 USD: 20.00 too much',
    });
    expect(await read(id)).toMatchObject({
      status: 'paid',
      payment: { state: 'over', paid: '120.00', open: '0.00', over: '20.00' },
    });
  });

  it('U53 that fits no quote is kept for staff, each with its sentence: nothing is lost and nothing counts twice', async () => {
    const [draft, foreign, second, converted, deleted] = [
      (await makeQuote(world.app)).id,
      await sentQuote(),
      await sentQuote(),
      await sentQuote(),
      await sentQuote(),
    ];
    await pay({ quoteId: second, amount: '120' });
    await pay({ quoteId: converted, amount: '120' });
    ok(await world.dispatcher.post(`/api/v1/quotes/${converted}/convert-to-order`));
    ok(await world.dispatcher.delete(`/api/v1/quotes/${deleted}`));
    for (const [data, code, sentence] of [
      [
        { quoteId: draft },
        'QUOTE_NOT_SENT',
        `Quote #${draft} has not been sent yet; a payment for it was not expected`,
      ],
      [
        { quoteId: foreign, currency: 'eur' },
        'PAYMENT_CURRENCY_MISMATCH',
        `The payment is in EUR, and quote #${foreign} is in USD`,
      ],
      [{ quoteId: second }, 'QUOTE_ALREADY_PAID', `Quote #${second} is paid already; this is a second payment`],
      [
        { quoteId: converted },
        'QUOTE_ALREADY_CONVERTED',
        `Quote #${converted} is paid and already an order; this payment was not expected`,
      ],
      [{ quoteId: deleted }, 'QUOTE_NOT_FOUND', `There is no quote #${deleted}`],
      [{ quoteId: NOWHERE }, 'QUOTE_NOT_FOUND', `There is no quote #${NOWHERE}`],
      [{ reference: 'nobody knows' }, 'QUOTE_NOT_FOUND', 'There is no quote nobody knows'],
      [{}, 'QUOTE_NOT_FOUND', 'The event names neither quoteId nor reference'],
    ] as const) {
      const answer = await pay({ amount: '120', ...data });
      expect(answer).toMatchObject({ state: 'unmatched', code, message: sentence });
      const page = ok<{ data: PaymentRow[]; total: number }>(await world.dispatcher.get(`${EVENTS}?state=unmatched`));
      expect(page.data[0]).toMatchObject({ id: answer.id, code, problem: sentence, amount: '120.00' });
    }
    expect((await read(draft)).status).toBe('draft');
    expect(await read(foreign)).toMatchObject({ status: 'sent', payment: { state: 'none', open: '120.00' } });
    expect(await read(second)).toMatchObject({ payment: { state: 'paid', paid: '120.00' } });
    expect((await read(converted)).status).toBe('converted');
    await expectRefused(world, [['GET', EVENTS]], ['driver', 'customer']);
  });

  it('C790 what stands against it is said in its reader’s words, and in English to programs', async () => {
    const german = { headers: { 'accept-language': 'de' } };
    const { id } = await pay({ amount: '120', quoteId: NOWHERE, reference: 'nobody knows' });
    const problemFor = async (options?: object) =>
      ok<{ data: PaymentRow[] }>(await world.dispatcher.get(`${EVENTS}?state=unmatched`, options)).data.find(
        (row) => row.id === id,
      )?.problem;
    expect(await problemFor()).toBe(`There is no quote #${NOWHERE} or nobody knows`);
    expect(await problemFor(german)).toBe(`Es gibt kein Angebot #${NOWHERE} oder nobody knows`);
    const draft = (await makeQuote(world.app)).id;
    const refused = await world.dispatcher.post(`${EVENTS}/${id}/match`, { quoteId: draft }, german);
    expectError(refused, 409, 'QUOTE_NOT_SENT');
    expect(refused.json().message).toContain(`Angebot #${draft} wurde noch nicht gesendet`);
  });

  it('U324 for a quote in cash that is an order already counts, pays the order once, and a second one waits for staff', async () => {
    const { id } = await makeQuote(world.app);
    const order = ok<Order>(
      await world.dispatcher.post(`/api/v1/quotes/${id}/book`, { price: '120.00', payBy: 'cash' }),
    );
    const paymentOf = async () => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`)).payment;
    expect(await paymentOf()).toBe('open');
    expect(await pay({ quoteId: id, amount: '20' })).toMatchObject({
      state: 'matched',
      code: 'PAYMENT_AMOUNT_MISMATCH',
    });
    expect(await paymentOf()).toBe('open');
    expect(await pay({ quoteId: id, amount: '100' })).toMatchObject({ state: 'matched', code: null });
    expect(await paymentOf()).toBe('paid');
    expect(await read(id)).toMatchObject({ status: 'converted', payment: { state: 'paid', paid: '120.00' } });
    expect(await pay({ quoteId: id, amount: '120' })).toMatchObject({
      state: 'unmatched',
      code: 'QUOTE_ALREADY_CONVERTED',
    });
    const lines = await world.app.sql(
      `select id from history where subject = 'order' and subject_id = ? and action = 'order.paid'`,
      order.id,
    );
    expect(lines).toHaveLength(1);
  });

  it('U53 that comes for a declined or an expired quote is kept for staff and accepts nothing; paid in time it counts', async () => {
    const [declined, expired, inTime] = [await sentQuote(), await sentQuote(), await sentQuote()];
    ok(await world.dispatcher.post(`/api/v1/quotes/${declined}/decline-on-behalf`, { reason: 'Too dear' }));
    for (const id of [expired, inTime])
      await world.app.sql('update quotes set valid_until = current_date - 3 where id = ?', id);
    const told = async () =>
      ok<{ total: number }>(await world.dispatcher.get(`${EVENTS}?state=unmatched&limit=1`)).total;
    const before = await told();
    const late = [
      [declined, 'QUOTE_ALREADY_DECIDED', `Quote #${declined} was declined; a payment arrived anyway`],
      [expired, 'QUOTE_EXPIRED', `Quote #${expired} had expired when it was paid`],
    ] as const;
    for (const [id, code, sentence] of late) {
      const sent = { id: `late_${id}` };
      const answer = await pay({ quoteId: id, amount: '120' }, sent);
      expect(answer).toMatchObject({ state: 'unmatched', code, message: sentence });
      expect(await pay({ quoteId: id, amount: '120' }, sent)).toEqual(answer);
      expect(await read(id)).toMatchObject({ status: 'sent', payment: { state: 'none', open: '120.00' } });
      expect(await mailsOf(id)).toBe(0);
    }
    expect(await told()).toBe(before + 2);
    expect([await read(declined), await read(expired)].map(({ outcome }) => outcome)).toEqual(['declined', 'expired']);
    // The money left while the price still held; the event alone is late.
    const paidAt = new Date(Date.now() - 4 * 86_400_000).toISOString();
    expect(await pay({ quoteId: inTime, amount: '120', paidAt })).toMatchObject({ state: 'matched', code: null });
    expect(await read(inTime)).toMatchObject({ status: 'paid', payment: { state: 'paid' } });
    // Staff who have spoken with the customer decide otherwise, or renew the quote and match it then.
    const [event] = ok<{ data: PaymentRow[] }>(
      await world.dispatcher.get(`${EVENTS}?state=unmatched&limit=100`),
    ).data.filter(({ code }) => code === 'QUOTE_EXPIRED');
    ok(await world.dispatcher.post(`${EVENTS}/${event?.id}/match`, { quoteId: expired }));
    expect(await read(expired)).toMatchObject({ status: 'paid', payment: { state: 'paid', paid: '120.00' } });
  });

  it('Q39 that says it was paid in the future is refused, and nothing is kept of it', async () => {
    const id = await sentQuote();
    const paidAt = new Date(Date.now() + 86_400_000).toISOString();
    expectIssue(
      await deliver(bodyOf({ quoteId: id, amount: '120', paidAt })),
      'data.paidAt',
      'A payment cannot lie in the future',
    );
    expect(await rowsOf(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'sent' });
  });

  it('U53 is matched to a quote or set aside by staff, who see what speaks against it', async () => {
    const id = await sentQuote();
    const lost = await pay({ reference: 'X', amount: '120' });
    const url = `${EVENTS}/${lost.id}`;
    const foreign = await pay({ reference: 'X', amount: '120', currency: 'EUR' });
    expectError(
      await world.dispatcher.post(`${EVENTS}/${foreign.id}/match`, { quoteId: id }),
      409,
      'PAYMENT_CURRENCY_MISMATCH',
    );
    expectError(await world.dispatcher.post(`${url}/match`, { quoteId: NOWHERE }), 404, 'QUOTE_NOT_FOUND');
    expectError(await world.dispatcher.post(`${EVENTS}/${NOWHERE}/set-aside`, { reason: 'x' }), 404);
    expectIssue(await world.dispatcher.post(`${url}/set-aside`, {}), 'reason', 'Enter a reason');
    const aside = ok<PaymentRow>(await world.admin.post(`${url}/set-aside`, { reason: 'Refunded' }));
    expect(aside).toMatchObject({ state: 'set_aside', reason: 'Refunded', quoteId: null });
    const tries = await Promise.all([1, 2].map(() => world.dispatcher.post(`${url}/match`, { quoteId: id })));
    expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({ status: 'paid', payment: { state: 'paid' } });
    expect(await rowsOf(id)).toEqual([{ source: 'event', state: 'matched', amount: '120.00', code: null }]);
    expectError(await world.admin.post(`${url}/set-aside`, { reason: 'x' }), 409, 'PAYMENT_ALREADY_MATCHED');
    await expectRefused(
      world,
      [
        ['POST', `${url}/match`, { quoteId: id }],
        ['POST', `${url}/set-aside`, { reason: 'x' }],
      ],
      ['driver', 'customer'],
    );
  });
});

describe('U54 a quote marked paid by hand', () => {
  it('U54 takes a reference and a day, and the event of the same money is not more of it', async () => {
    const id = await sentQuote();
    expectIssue(
      await markPaid(id, { paidOn: '2999-01-01' }),
      'paidOn',
      'The day of a payment cannot lie in the future',
    );
    const paid = ok<Paid>(await markPaid(id, { paymentReference: 'Statement 7', paidOn: '2026-03-02' }));
    expect(paid).toMatchObject({
      status: 'paid',
      payments: [{ amount: '120.00', reference: 'Statement 7', at: '2026-03-02T12:00:00.000Z', provider: null }],
    });
    expect(paid.payments?.[0]?.by).not.toBeNull();
    expect(await pay({ quoteId: id, amount: '120', providerReference: 'pi_9' })).toMatchObject({
      state: 'matched',
      code: null,
    });
    expect(await rowsOf(id)).toMatchObject([
      { source: 'hand', state: 'undone' },
      { source: 'event', state: 'matched' },
    ]);
    expect((await read(id)).payment).toEqual({
      state: 'paid',
      paid: '120.00',
      open: '0.00',
      over: '0.00',
      refunded: '0.00',
    });
    expect(await mailsOf(id)).toBe(1);
    // The next one is no confirmation any more.
    expect(await pay({ quoteId: id, amount: '120' })).toMatchObject({ code: 'QUOTE_ALREADY_PAID' });
  });

  it('U54 is taken back before it is an order, with history, and what was part-paid stays', async () => {
    const id = await sentQuote();
    await pay({ quoteId: id, amount: '20' });
    ok(await markPaid(id));
    expect(await rowsOf(id)).toMatchObject([{ amount: '20.00' }, { source: 'hand', amount: '100.00' }]);
    const undo = () => world.dispatcher.post(`/api/v1/quotes/${id}/unpay`, { reason: 'Another customer' });
    const both = await Promise.all([undo(), undo()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expectError(await undo(), 409, 'QUOTE_NOT_PAID');
    expect(await read(id)).toMatchObject({ status: 'sent', payment: { state: 'part', paid: '20.00', open: '100.00' } });
    const [line] = await world.app.sql(
      `select action, from_status, to_status, actor_id, detail from history where subject = 'quote' and subject_id = ? order by id desc limit 1`,
      id,
    );
    expect(line).toEqual({
      action: 'quote.unpaid',
      from_status: 'paid',
      to_status: 'sent',
      actor_id: world.dispatcher.userId,
      detail: 'Another customer',
    });
    ok(await markPaid(id));
    ok(await world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`));
    expectError(await undo(), 409, 'QUOTE_ALREADY_CONVERTED');
    await expectRefused(world, [['POST', `/api/v1/quotes/${id}/unpay`, {}]], ['driver', 'customer']);
  });

  it('U54 is not taken back when the payment provider brought the money; a match by staff is', async () => {
    const id = await sentQuote();
    await pay({ quoteId: id, amount: '120' });
    expectError(await world.dispatcher.post(`/api/v1/quotes/${id}/unpay`), 409, 'PAYMENT_RECEIVED');
    expect(await read(id)).toMatchObject({ status: 'paid', payments: [{ amount: '120.00', isFinal: true }] });
    const other = await sentQuote();
    const event = await pay({ reference: 'Y', amount: '120' });
    ok(await world.dispatcher.post(`${EVENTS}/${event.id}/match`, { quoteId: other }));
    expect(await read(other)).toMatchObject({ status: 'paid', payments: [{ amount: '120.00', isFinal: false }] });
    expect(ok<Paid>(await world.dispatcher.post(`/api/v1/quotes/${other}/unpay`))).toMatchObject({
      status: 'sent',
      payment: { state: 'none' },
    });
    const page = ok<{ data: PaymentRow[] }>(await world.dispatcher.get(`${EVENTS}?state=unmatched`));
    expect(page.data.map((row) => row.id)).toContain(event.id);
  });
});
