import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import {
  type Event,
  type EventFeed,
  type EventObject,
  type EventType,
  eventTypes,
} from '@quickfleet/shared/messages/events';
import { scopes } from '@quickfleet/shared/permissions';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  makeOrder,
  makePaidQuote,
  makeQuote,
  ok,
  openOrder,
  orderBody,
  photoFile,
  signatureFile,
} from '../../../test/support/factories.ts';
import { expireQuotes } from '../../quoting/promises/quotes.reminders.ts';
import { parseWebhookSecrets, signWebhook } from '../../security/webhook-signature.ts';
import { deliveryToken } from '../outbox/delivery-links.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let app: TestApp;
let staff: Client;
let driver: Client & { userId: number };
let program: Client;
beforeAll(async () => {
  app = await createTestApp({ PAYMENTS_WEBHOOK_SECRET: SECRET });
  staff = await app.as('admin');
  driver = await app.as('driver');
  const { key } = ok<{ key: string }>(await staff.post('/api/v1/api-keys', { name: 'Shop', scopes }));
  program = app.client({ key });
});
afterAll(() => app.close());

async function allAfter(after?: string): Promise<Event[]> {
  const all: Event[] = [];
  for (let cursor = after ?? '0'; ; ) {
    const page = ok<EventFeed>(await program.get(`/api/v1/events?limit=500&after=${cursor}`));
    all.push(...page.data);
    cursor = page.nextCursor;
    if (!page.hasMore) return all;
  }
}
const head = async () => {
  for (let cursor = '0'; ; ) {
    const page = ok<EventFeed>(await program.get(`/api/v1/events?limit=500&after=${cursor}`));
    cursor = page.nextCursor;
    if (!page.hasMore) return cursor;
  }
};

const sentQuote = async (): Promise<Quote> => {
  const { id } = await makeQuote(app);
  return ok(await staff.put(`/api/v1/quotes/${id}`, { price: '120.00', paymentUrl: 'https://pay.example.com/q' }));
};
const typed = async (more = {}): Promise<Order> => ok(await staff.post('/api/v1/orders', orderBody(more)));
const move = async (id: number, status: string) => ok(await staff.put(`/api/v1/orders/${id}/status`, { status }));
const sign = async (phone: Client, order: { id: number }, kind: 'pickup' | 'delivery') =>
  ok(
    await phone.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(order.id), kind }, [
      await signatureFile(),
    ]),
  );
async function underWay() {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  await sign(phone, order, 'pickup');
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  return { order, phone };
}
const failed = async () => {
  const { order, phone } = await underWay();
  const tried = { stop: 'delivery', outcome: 'failed', reason: 'refused' };
  ok(await phone.form('POST', `/api/v1/orders/${order.id}/attempts`, tried, []));
  return { order, phone };
};
const claim = async () => {
  const { id } = await typed();
  return ok<{ id: number }>(await staff.post('/api/v1/incidents', { orderId: id, kind: 'missing' }));
};
let emails = 0;
const person = async (): Promise<{ id: number }> =>
  ok(await staff.post('/api/v1/customers', { name: 'Grace', email: `grace${++emails}@example.com` }));
/** Money that a payment provider reports. */
async function payment(quoteId: number) {
  const body = Buffer.from(
    JSON.stringify({
      type: 'payment.succeeded',
      timestamp: new Date().toISOString(),
      data: { quoteId, amount: '120.00', currency: 'USD' },
    }),
  );
  const id = `msg_${quoteId}`;
  const at = String(Math.floor(Date.now() / 1000));
  const [key = Buffer.alloc(0)] = parseWebhookSecrets(SECRET) ?? [];
  return ok<{ id: number }>(
    await app.app.inject({
      method: 'POST',
      url: '/api/v1/payments/events',
      payload: body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': signWebhook(key, { id, timestamp: at, body }),
      },
    }),
  );
}

/** What brings each type about; answers the object that it is about. */
const causes: Record<EventType, () => Promise<number>> = {
  'quote.created': async () => (await makeQuote(app)).id,
  'quote.updated': async () => {
    const { id } = await makeQuote(app);
    ok(await staff.put(`/api/v1/quotes/${id}`, { notes: 'Ring three times' }));
    return id;
  },
  'quote.sent': async () => (await sentQuote()).id,
  'quote.accepted': async () => {
    const { id, revision, customerUrl } = await sentQuote();
    const token = customerUrl?.split('/q/')[1];
    ok(await app.client().post(`/api/v1/q/${token}/accept`, { revision, name: 'Ada', termsAccepted: true }));
    return id;
  },
  'quote.declined': async () => {
    const { id } = await sentQuote();
    ok(await staff.post(`/api/v1/quotes/${id}/decline-on-behalf`, { reason: 'Too dear' }));
    return id;
  },
  'quote.expired': async () => {
    const { id, validUntil } = await sentQuote();
    app.setClock(new Date(`${addDays(validUntil ?? '', 2)}T12:00:00Z`));
    await expireQuotes(app.services);
    app.setClock(undefined);
    return id;
  },
  'quote.paid': async () => (await makePaidQuote(app, staff)).id,
  'quote.unpaid': async () => {
    const { id } = await makePaidQuote(app, staff);
    ok(await staff.post(`/api/v1/quotes/${id}/unpay`, { reason: 'The wrong one' }));
    return id;
  },
  'quote.converted': async () => (await makeOrder(app, staff)).quoteId ?? 0,
  'quote.deleted': async () => {
    const { id } = await sentQuote();
    ok(await staff.delete(`/api/v1/quotes/${id}`));
    return id;
  },
  'order.created': async () => (await typed()).id,
  'order.updated': async () => {
    const { id } = await typed();
    ok(await staff.put(`/api/v1/orders/${id}`, { customerPhone: '555 0199' }));
    return id;
  },
  'order.assigned': async () => {
    const { id } = await typed();
    ok(await staff.post(`/api/v1/orders/${id}/assign`, { driverId: driver.userId }));
    return id;
  },
  'order.unassigned': async () => {
    const { id } = await typed({ driverId: driver.userId });
    ok(await staff.post(`/api/v1/orders/${id}/unassign`));
    return id;
  },
  'order.picked_up': async () => {
    const order = await makeOrder(app, staff);
    await sign(await openOrder(app, order), order, 'pickup');
    return order.id;
  },
  'order.in_transit': async () => (await underWay()).order.id,
  'order.delivered': async () => {
    const { order, phone } = await underWay();
    await sign(phone, order, 'delivery');
    return order.id;
  },
  'order.cancelled': async () => {
    const { id } = await typed();
    await move(id, 'cancelled');
    return id;
  },
  'order.returned': async () => {
    const { order, phone } = await failed();
    ok(await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'return' }));
    const back = { stop: 'return', outcome: 'done', place: 'reception', signerName: 'Sam' };
    ok(await phone.form('POST', `/api/v1/orders/${order.id}/attempts`, back, [await photoFile('photos')]));
    return order.id;
  },
  'order.deleted': async () => {
    const { id } = await typed();
    ok(await staff.delete(`/api/v1/orders/${id}`));
    return id;
  },
  'order.rated': async () => {
    const { order, phone } = await underWay();
    await sign(phone, order, 'delivery');
    const token = deliveryToken(app.services.secrets, order.trackingNumber, order.customerEmail ?? '');
    ok(await app.client().post(`/api/v1/t/${token}/rating`, { stars: 4 }));
    return order.id;
  },
  'order.attempt_failed': async () => (await failed()).order.id,
  'order.evidence_late': async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    await move(order.id, 'cancelled');
    await sign(phone, order, 'pickup');
    return order.id;
  },
  'customer.created': async () => (await person()).id,
  'customer.updated': async () => {
    const { id } = await person();
    ok(await staff.put(`/api/v1/customers/${id}`, { name: 'Grace Office' }));
    return id;
  },
  'customer.deleted': async () => {
    const { id } = await person();
    ok(await staff.delete(`/api/v1/customers/${id}`));
    return id;
  },
  'claim.opened': async () => (await claim()).id,
  'claim.settled': async () => {
    const { id } = await claim();
    ok(await staff.put(`/api/v1/incidents/${id}`, { state: 'settled' }));
    return id;
  },
  'payment.received': async () => (await payment((await sentQuote()).id)).id,
};
const pathOf: Record<EventObject, (id: number) => string | undefined> = {
  quote: (id) => `/api/v1/quotes/${id}`,
  order: (id) => `/api/v1/orders/${id}`,
  customer: (id) => `/api/v1/customers/${id}`,
  claim: (id) => `/api/v1/incidents/${id}`,
  payment: () => undefined,
};

describe('every type of event', () => {
  for (const type of eventTypes)
    it(`M06 ${type} is written with its change, with what its own call reads at that moment`, async () => {
      const before = await head();
      const id = await causes[type]();
      const found = await allAfter(before);
      const [kind = ''] = type.split('.');
      const ofIt = found.filter(({ object }) => object.type === kind && object.id === id);
      expect(ofIt.map(({ sequence }) => sequence)).toEqual(ofIt.map((_, at) => at + 1));
      const last = ofIt.findLast((event) => event.type === type);
      expect(last).toMatchObject({ object: { type: kind, id }, data: { id } });
      expect(ofIt.filter((event) => event.type === type)).toHaveLength(1);
      const path = pathOf[kind as EventObject](id);
      if (!path || type.endsWith('.deleted')) return;
      const read = ok<Record<string, unknown>>(await program.get(path));
      // The link of a quote opens its page, the code of an order its job: they are in no event.
      const opening = { quote: { customerUrl: null }, order: { accessCode: null } }[kind];
      expect(last?.data).toEqual({ ...read, ...opening });
    });

  it('M07 says nothing of what was rolled back, and keeps its numbers without a gap', async () => {
    const order = await typed();
    const before = await head();
    expect((await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'delivered' })).statusCode).toBe(409);
    expect((await staff.put(`/api/v1/orders/${order.id}`, { version: 99, notes: 'x' })).statusCode).toBe(409);
    expect(await allAfter(before)).toEqual([]);
    ok(await staff.put(`/api/v1/orders/${order.id}`, { notes: 'x' }));
    expect((await allAfter(before)).map(({ type, sequence }) => [type, sequence])).toEqual([['order.updated', 2]]);
  });

  it('M07 a repeat with the same Idempotency-Key writes no second event', async () => {
    const before = await head();
    const body = orderBody();
    for (let time = 0; time < 3; time++)
      ok(await staff.call('POST', '/api/v1/orders', body, { headers: { 'idempotency-key': 'once' } }));
    expect((await allAfter(before)).map(({ type }) => type).sort()).toEqual(['customer.created', 'order.created']);
  });
});
