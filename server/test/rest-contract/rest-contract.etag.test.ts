import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { deliveryToken } from '../../src/messages/outbox/delivery-links.ts';
import { restRoutes } from '../../src/rest/routes.ts';
import { type Ask, expectError, useWorld } from '../support/contract.ts';
import { makePaidQuote, makeQuote, ok, recurringBody } from '../support/factories.ts';

const world = useWorld();
const price = { price: '10.00', paymentUrl: 'https://pay.example.com' };
let made = 0;
const customer = () => ({ name: 'E', email: `etag${++made}@example.com` });
const order = () => ({
  customerName: 'E',
  customerEmail: `etag${++made}@example.com`,
  pickupAddress: 'P',
  deliveryAddress: 'D',
  items: [{ name: 'Box' }],
});
const template = { name: 'T', type: 'customer', trigger: 'x', subject: 's', content: 'c' };
const post = async (url: string, body: unknown) =>
  ok<{ id: number; version: number }>(await world.admin.post(url, body));
const sentQuote = async () => {
  const { id } = await makeQuote(world.app);
  return ok<{ id: number; version: number }>(await world.admin.put(`/api/v1/quotes/${id}`, price));
};
const newJob = () => post('/api/v1/recurring-orders', recurringBody());
const newOrder = () => post('/api/v1/orders', order());
const newKey = () => post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:read'] });
const newWebhook = () => post('/api/v1/webhooks', { url: 'https://hooks.example.com/in', events: ['order.created'] });
const newShop = async () => {
  const { id } = await post('/api/v1/customers', customer());
  const settings = { kind: 'shopify', name: 'Shop', secret: 'signed', pickupAddress: '1 Depot Way' };
  return post('/api/v1/inbound', { ...settings, customerId: id });
};
/** A draft of a company that may issue it. */
const newInvoice = async () => {
  const address = { street: '1 Depot Way', postcode: '10115', town: 'Berlin', country: 'DE' };
  const reminders = [{ afterDays: 1, fee: '0' }];
  ok(await world.admin.put('/api/v1/company', { billing: { address, taxNumber: '30/123/45678', reminders } }));
  const { id: customerId } = await post('/api/v1/customers', customer());
  return post('/api/v1/invoices', { customerId, lines: [{ description: 'Storage', unitPrice: '100', quantity: '1' }] });
};
const newPriceList = () => post('/api/v1/price-lists', { name: 'Regulars', rules: { base: '8' } });
const newReport = () =>
  post('/api/v1/reports/saved', {
    ...{ name: 'Week', report: 'deliveries', rule: 'FREQ=WEEKLY;BYDAY=MO' },
    recipients: [{ email: 'tax@example.com' }],
  });
const newIssued = async () => post(`/api/v1/invoices/${(await newInvoice()).id}/issue`, {});

interface Case {
  kind: string;
  make: () => Promise<{ id: number; version: number }>;
  ask: (id: number) => Ask | Promise<Ask>;
}
const cases: Record<string, Case> = {
  'apiKeys.rotate': {
    kind: 'key',
    make: newKey,
    ask: (id) => ['POST', `/api/v1/api-keys/${id}/rotate`, { overlapHours: 1 }],
  },
  'apiKeys.update': { kind: 'key', make: newKey, ask: (id) => ['PUT', `/api/v1/api-keys/${id}`, { name: 'Till' }] },
  'webhooks.delete': { kind: 'webhook', make: newWebhook, ask: (id) => ['DELETE', `/api/v1/webhooks/${id}`] },
  'webhooks.rotateSecret': {
    kind: 'webhook',
    make: newWebhook,
    ask: (id) => ['POST', `/api/v1/webhooks/${id}/rotate-secret`],
  },
  'webhooks.update': {
    kind: 'webhook',
    make: newWebhook,
    ask: (id) => ['PUT', `/api/v1/webhooks/${id}`, { description: 'x' }],
  },
  'priceLists.update': {
    kind: 'price-list',
    make: newPriceList,
    ask: (id) => ['PUT', `/api/v1/price-lists/${id}`, { minimum: '5' }],
  },
  'priceLists.delete': { kind: 'price-list', make: newPriceList, ask: (id) => ['DELETE', `/api/v1/price-lists/${id}`] },
  'savedReports.delete': { kind: 'report', make: newReport, ask: (id) => ['DELETE', `/api/v1/reports/saved/${id}`] },
  'savedReports.update': {
    kind: 'report',
    make: newReport,
    ask: (id) => ['PUT', `/api/v1/reports/saved/${id}`, { isOn: false }],
  },
  'savedReports.send': { kind: 'report', make: newReport, ask: (id) => ['POST', `/api/v1/reports/saved/${id}/send`] },
  'invoices.delete': { kind: 'invoice', make: newInvoice, ask: (id) => ['DELETE', `/api/v1/invoices/${id}`] },
  'invoices.update': {
    kind: 'invoice',
    make: newInvoice,
    ask: (id) => ['PUT', `/api/v1/invoices/${id}`, { lines: [{ description: 'x', unitPrice: '1', quantity: '1' }] }],
  },
  'invoices.issue': { kind: 'invoice', make: newInvoice, ask: (id) => ['POST', `/api/v1/invoices/${id}/issue`] },
  'invoices.send': { kind: 'invoice', make: newIssued, ask: (id) => ['POST', `/api/v1/invoices/${id}/send`] },
  'invoices.credit': {
    kind: 'invoice',
    make: newIssued,
    ask: (id) => ['POST', `/api/v1/invoices/${id}/credit`, { reason: 'Wrong address' }],
  },
  'invoices.pay': {
    kind: 'invoice',
    make: newIssued,
    ask: (id) => ['POST', `/api/v1/invoices/${id}/payments`, { amount: '1', paidOn: '2026-11-01', method: 'transfer' }],
  },
  'invoices.grantDiscount': {
    kind: 'invoice',
    make: async () => {
      const { id } = await newIssued();
      await world.app.sql(
        `update invoices set issued_on = issued_on - 30,
           terms = '{"days": 14, "discountDays": 7, "discountPercent": "50"}' where id = ?`,
        id,
      );
      const { due } = ok<{ due: string }>(await world.admin.get(`/api/v1/invoices/${id}`));
      const amount = (Number(due) * 0.9).toFixed(2);
      return post(`/api/v1/invoices/${id}/payments`, { amount, paidOn: '2026-11-30' });
    },
    ask: (id) => ['POST', `/api/v1/invoices/${id}/discount`],
  },
  'invoices.unpay': {
    kind: 'invoice',
    make: async () => {
      const { id } = await newIssued();
      return post(`/api/v1/invoices/${id}/payments`, { amount: '1', paidOn: '2026-11-01' });
    },
    ask: async (id) => {
      const { payments } = ok<{ payments: { id: number }[] }>(await world.admin.get(`/api/v1/invoices/${id}`));
      return ['DELETE', `/api/v1/invoices/${id}/payments/${payments[0]?.id}`];
    },
  },
  'invoices.remind': {
    kind: 'invoice',
    make: async () => {
      const { id, version } = await newIssued();
      await world.app.sql(`update invoices set due_on = due_on - 60 where id = ?`, id);
      return { id, version };
    },
    ask: (id) => ['POST', `/api/v1/invoices/${id}/remind`],
  },
  'inbound.delete': { kind: 'inbound', make: newShop, ask: (id) => ['DELETE', `/api/v1/inbound/${id}`] },
  'inbound.update': {
    kind: 'inbound',
    make: newShop,
    ask: (id) => ['PUT', `/api/v1/inbound/${id}`, { name: 'Another' }],
  },
  'company.update': {
    kind: 'company',
    make: async () => ok<{ id: number; version: number }>(await world.admin.get('/api/v1/company')),
    ask: () => ['PUT', '/api/v1/company', { promises: { quoteHours: 24 } }],
  },
  'customers.delete': {
    kind: 'customer',
    make: () => post('/api/v1/customers', customer()),
    ask: (id) => ['DELETE', `/api/v1/customers/${id}`],
  },
  'customers.update': {
    kind: 'customer',
    make: () => post('/api/v1/customers', customer()),
    ask: (id) => ['PUT', `/api/v1/customers/${id}`, { phone: '1' }],
  },
  'attempts.resolve': {
    kind: 'order',
    make: async () => {
      const { id } = await newOrder();
      return post(`/api/v1/orders/${id}/attempts`, { stop: 'pickup', outcome: 'failed', reason: 'weather' });
    },
    ask: (id) => ['POST', `/api/v1/orders/${id}/resolution`, { kind: 'cancel' }],
  },
  'attempts.correct': {
    kind: 'order',
    make: async () => {
      const { id } = await newOrder();
      return post(`/api/v1/orders/${id}/attempts`, { stop: 'pickup', outcome: 'failed', reason: 'weather' });
    },
    ask: (id) => ['POST', `/api/v1/orders/${id}/correction`, { to: 'pending', reason: 'Another order' }],
  },
  'charges.add': {
    kind: 'order',
    make: newOrder,
    ask: (id) => ['POST', `/api/v1/orders/${id}/charges`, { label: 'Tolls', amount: '1' }],
  },
  'charges.update': {
    kind: 'order',
    make: async () => {
      const { id } = await newOrder();
      return post(`/api/v1/orders/${id}/charges`, { label: 'Tolls', amount: '1' });
    },
    ask: async (id) => {
      const { charges } = ok<Order>(await world.admin.get(`/api/v1/orders/${id}`));
      return ['PUT', `/api/v1/orders/${id}/charges/${charges[0]?.id}`, { state: 'approved' }];
    },
  },
  'requests.decide': {
    kind: 'order',
    make: async () => {
      const { id } = await newOrder();
      const { trackingNumber, customerEmail } = ok<Order>(await world.admin.get(`/api/v1/orders/${id}`));
      const token = deliveryToken(world.app.services.secrets, trackingNumber, customerEmail ?? '');
      ok(await world.visitor.post(`/api/v1/t/${token}/requests`, { kind: 'cancel' }));
      return ok(await world.admin.get(`/api/v1/orders/${id}`));
    },
    ask: async (id) => {
      const { requests = [] } = ok<Order>(await world.admin.get(`/api/v1/orders/${id}`));
      return ['POST', `/api/v1/orders/${id}/requests/${requests[0]?.id}`, { state: 'refused' }];
    },
  },
  'orders.assign': {
    kind: 'order',
    make: newOrder,
    ask: (id) => ['POST', `/api/v1/orders/${id}/assign`, { driverId: world.driver.userId }],
  },
  'orders.cancel': { kind: 'order', make: newOrder, ask: (id) => ['POST', `/api/v1/orders/${id}/cancel`, {}] },
  'orders.delete': { kind: 'order', make: newOrder, ask: (id) => ['DELETE', `/api/v1/orders/${id}`] },
  'orders.rotateCode': { kind: 'order', make: newOrder, ask: (id) => ['POST', `/api/v1/orders/${id}/access-code`] },
  'orders.setStatus': {
    kind: 'order',
    make: newOrder,
    ask: (id) => ['PUT', `/api/v1/orders/${id}/status`, { status: 'cancelled' }],
  },
  'orders.unassign': {
    kind: 'order',
    make: async () => {
      const { id } = await newOrder();
      return post(`/api/v1/orders/${id}/assign`, { driverId: world.driver.userId });
    },
    ask: (id) => ['POST', `/api/v1/orders/${id}/unassign`],
  },
  'orderPayments.paid': {
    kind: 'order',
    make: newOrder,
    ask: (id) => ['POST', `/api/v1/orders/${id}/paid`, { method: 'cash' }],
  },
  'orderPayments.undo': {
    kind: 'order',
    make: async () => {
      const { id } = await newOrder();
      return post(`/api/v1/orders/${id}/paid`, { method: 'cash' });
    },
    ask: (id) => ['POST', `/api/v1/orders/${id}/unpay`, {}],
  },
  'incidents.update': {
    kind: 'incident',
    make: async () => {
      const { id: orderId } = await newOrder();
      return post('/api/v1/incidents', { orderId, kind: 'damaged', description: 'The handle is broken off' });
    },
    ask: (id) => ['PUT', `/api/v1/incidents/${id}`, { state: 'waiting' }],
  },
  'orders.update': { kind: 'order', make: newOrder, ask: (id) => ['PUT', `/api/v1/orders/${id}`, { notes: 'x' }] },
  'quotes.convertToOrder': {
    kind: 'quote',
    make: () => makePaidQuote(world.app, world.admin),
    ask: (id) => ['POST', `/api/v1/quotes/${id}/convert-to-order`],
  },
  'quotes.book': { kind: 'quote', make: sentQuote, ask: (id) => ['POST', `/api/v1/quotes/${id}/book`, {}] },
  'quotes.delete': { kind: 'quote', make: sentQuote, ask: (id) => ['DELETE', `/api/v1/quotes/${id}`] },
  'quotes.sendEmail': { kind: 'quote', make: sentQuote, ask: (id) => ['POST', `/api/v1/quotes/${id}/send-email`] },
  'quotes.update': { kind: 'quote', make: sentQuote, ask: (id) => ['PUT', `/api/v1/quotes/${id}`, { notes: 'x' }] },
  'quotes.acceptOnBehalf': {
    kind: 'quote',
    make: sentQuote,
    ask: (id) => ['POST', `/api/v1/quotes/${id}/accept-on-behalf`, { reason: 'x' }],
  },
  'quotes.declineOnBehalf': {
    kind: 'quote',
    make: sentQuote,
    ask: (id) => ['POST', `/api/v1/quotes/${id}/decline-on-behalf`, { reason: 'x' }],
  },
  'quotes.renew': {
    kind: 'quote',
    make: sentQuote,
    ask: (id) => ['POST', `/api/v1/quotes/${id}/renew`, {}],
  },
  'quotes.unpay': {
    kind: 'quote',
    make: () => makePaidQuote(world.app, world.admin),
    ask: (id) => ['POST', `/api/v1/quotes/${id}/unpay`, {}],
  },
  'quotes.rotateLink': {
    kind: 'quote',
    make: sentQuote,
    ask: (id) => ['POST', `/api/v1/quotes/${id}/rotate-link`, {}],
  },
  'recurring.delete': { kind: 'recurring', make: newJob, ask: (id) => ['DELETE', `/api/v1/recurring-orders/${id}`] },
  'recurring.skip': {
    kind: 'recurring',
    make: newJob,
    ask: (id) => ['POST', `/api/v1/recurring-orders/${id}/skip`, { day: recurringBody().start }],
  },
  'recurring.update': {
    kind: 'recurring',
    make: newJob,
    ask: (id) => ['PUT', `/api/v1/recurring-orders/${id}`, { paused: true }],
  },
  'templates.delete': {
    kind: 'template',
    make: () => post('/api/email-templates', template),
    ask: (id) => ['DELETE', `/api/email-templates/${id}`],
  },
  'templates.restore': {
    kind: 'template',
    make: async () => {
      const { id } = await post('/api/email-templates', template);
      return ok<{ id: number; version: number }>(
        await world.admin.put(`/api/email-templates/${id}`, { subject: 'Changed' }),
      );
    },
    ask: (id) => ['POST', `/api/email-templates/${id}/restore`, { version: 1 }],
  },
  'templates.update': {
    kind: 'template',
    make: () => post('/api/email-templates', template),
    ask: (id) => ['PUT', `/api/email-templates/${id}`, { subject: 'x' }],
  },
  'users.delete': {
    kind: 'user',
    make: () => post('/api/v1/users', { username: `etag-${++made}`, password: 'a good password', role: 'customer' }),
    ask: (id) => ['DELETE', `/api/v1/users/${id}`],
  },
  'users.update': {
    kind: 'user',
    make: () => post('/api/v1/users', { username: `etag-${++made}`, password: 'a good password', role: 'customer' }),
    ask: (id) => ['PUT', `/api/v1/users/${id}`, { phone: '1' }],
  },
};

describe('ETag and If-Match', () => {
  it('covers every call that is said to honor If-Match', () => {
    const honoring = restRoutes.all.filter((route) => route.honorsIfMatch).map(({ procedure }) => procedure);
    expect(Object.keys(cases).sort()).toEqual(honoring.sort());
  });

  for (const [action, { kind, make, ask }] of Object.entries(cases)) {
    it(`${action} refuses a stale If-Match with 412, names the present version, and changes nothing`, async () => {
      const { id, version } = await make();
      const [method, url, body] = await ask(id);
      const send = (match: string) => world.admin.call(method, url, body, { headers: { 'if-match': match } });
      const present = `"${kind}-${id}-v${version}"`;
      for (const stale of [
        `"${kind}-${id}-v${version + 7}"`,
        `"${kind}-${id + 1}-v${version}"`,
        'nonsense',
        `"other-${id}-v${version}"`,
      ]) {
        const answer = await send(stale);
        expect(expectError(answer, 412, 'STALE_VERSION').error).toContain(present);
        expect(answer.headers.etag).toBe(present);
      }
      expect((await send(`"x", W/${present}`)).statusCode).toBeLessThan(300);
    });
  }

  it('C13 C18 lets one of two editors win, and the other sees what happened', async () => {
    const { id } = await makeQuote(world.app);
    const url = `/api/v1/quotes/${id}`;
    const etag = String((await world.dispatcher.get(url)).headers.etag);
    const put = (notes: string) => world.dispatcher.put(url, { notes }, { headers: { 'if-match': etag } });
    const answers = await Promise.all(['one', 'two', 'three'].map(put));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 412, 412]);
    const winner = answers.find((answer) => answer.statusCode === 200);
    expect(answers.find((answer) => answer.statusCode === 412)?.headers.etag).toBe(winner?.headers.etag);
    expect(ok<{ notes: string }>(await world.dispatcher.get(url)).notes).toBe(winner?.json<{ notes: string }>().notes);
    expectError(await world.dispatcher.put(url, { notes: 'late', version: 1 }), 409, 'STALE_VERSION');
    expect((await world.dispatcher.put(url, { notes: 'whatever' }, { headers: { 'if-match': '*' } })).statusCode).toBe(
      200,
    );
  });

  it('takes the version that was read in the body of every update, and refuses an older one with 409', async () => {
    const quote = await makeQuote(world.app);
    const booked = await newOrder();
    const known = await post('/api/v1/customers', customer());
    const user = await post('/api/v1/users', { username: 'vera', password: 'a-good-password-1', role: 'driver' });
    for (const [url, version, change] of [
      [`/api/v1/quotes/${quote.id}`, 1, { notes: 'changed' }],
      [`/api/v1/orders/${booked.id}`, booked.version, { notes: 'changed' }],
      [`/api/v1/customers/${known.id}`, known.version, { company: 'Vera Ltd' }],
      [`/api/v1/users/${user.id}`, user.version, { firstName: 'Vera' }],
    ] as const) {
      ok(await world.admin.put(url, { ...change, version }));
      const present = (await world.admin.get(url.replace(/users\/\d+$/, 'users'))).body;
      expect(expectError(await world.admin.put(url, { ...change, version }), 409, 'STALE_VERSION').error).toContain(
        `(${version + 1})`,
      );
      expect((await world.admin.get(url.replace(/users\/\d+$/, 'users'))).body).toBe(present);
    }
  });

  it('gives the ETag with whatever makes or reads one thing', async () => {
    const created = await world.admin.post('/api/v1/orders', order());
    const { id, version } = created.json<Order>();
    expect(created.headers.etag).toBe(`"order-${id}-v${version}"`);
    expect((await world.admin.get(`/api/v1/orders/${id}`)).headers.etag).toBe(`"order-${id}-v${version}"`);
    expect((await world.admin.get('/api/user')).headers.etag).toMatch(/^"user-\d+-v\d+"$/);
    expect((await world.admin.get('/api/v1/orders')).headers.etag).toMatch(/^W\/"/);
  });
});
