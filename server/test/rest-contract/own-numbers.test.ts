import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Customer } from '@quickfleet/shared/people/customers';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makePaidQuote, ok, openOrder, orderBody, quoteBody } from '../support/factories.ts';

const world = useWorld();
interface Made {
  id: number;
  externalId: string | null;
  metadata: Record<string, string>;
}
let customers = 0;
const customerBody = (more = {}) => ({ name: 'Ada', email: `ada.${++customers}@example.com`, ...more });
const kinds = [
  { kind: 'quote', path: 'quotes', body: quoteBody },
  { kind: 'order', path: 'orders', body: orderBody },
  { kind: 'customer', path: 'customers', body: customerBody },
] as const;
const rows = (path: string, externalId: string) =>
  world.app.sql(`select id from ${path} where external_id = ?`, externalId);

let key: Client;
beforeAll(async () => {
  const scopes = ['quotes:read', 'quotes:write', 'orders:read', 'orders:write', 'customers:read', 'customers:write'];
  const made = ok<{ key: string }>(await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes }));
  key = world.app.client({ key: made.key });
});

describe.each(kinds)('the number that another program gives a $kind', ({ kind, path, body }) => {
  it('C68 C69 names one of its kind: the same POST answers what exists with 200, another one 409 names the first', async () => {
    const sent = body({ externalId: ' SHOP-1 ', metadata: { store: 'Springfield', till: '' } });
    const first = await key.post(`/api/v1/${path}`, sent);
    expect(first.statusCode).toBe(201);
    const made = first.json<Made>();
    expect(made).toMatchObject({ externalId: 'SHOP-1', metadata: { store: 'Springfield', till: '' } });
    const again = await key.post(`/api/v1/${path}`, sent);
    expect([again.statusCode, again.json().id]).toEqual([200, made.id]);
    // Another caller of the company asks in the same room of numbers.
    expect((await world.dispatcher.post(`/api/v1/${path}`, sent)).statusCode).toBe(200);
    const other = await key.post(`/api/v1/${path}`, { ...body(), externalId: 'SHOP-1' });
    expectError(other, 409, 'EXTERNAL_ID_TAKEN');
    expect(other.json().error).toContain(`#${made.id}`);
    expect(other.json().issues).toEqual([{ path: 'externalId', message: other.json().error }]);
    expect(await rows(path, 'SHOP-1')).toEqual([{ id: made.id }]);
  });

  it('C69 twelve equal calls at the same moment make one', async () => {
    const sent = body({ externalId: 'SHOP-RACE' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => key.post(`/api/v1/${path}`, sent)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 200), 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await rows(path, 'SHOP-RACE')).toHaveLength(1);
  });

  it('C68 C70 is changed, taken away, filtered by, searched for, and its change is history', async () => {
    const made = ok<Made>(
      await key.post(`/api/v1/${path}`, body({ externalId: 'ERP/77 x', metadata: { sku: 'Zebra9' } })),
    );
    const other = ok<Made>(await key.post(`/api/v1/${path}`, body({ externalId: 'ERP-78' })));
    const found = async (query: string) =>
      ok<{ data: Made[] }>(await key.get(`/api/v1/${path}?${query}`)).data.map(({ id }) => id);
    expect(await found('externalId=ERP%2F77%20x')).toEqual([made.id]);
    expect(await found('externalId=erp-78')).toEqual([]);
    expect(await found('q=erp%2F77')).toEqual([made.id]);
    expect(await found('q=zebra9')).toEqual([made.id]);
    const put = (id: number, change: object) => key.put(`/api/v1/${path}/${id}`, change);
    expectError(await put(other.id, { externalId: 'ERP/77 x' }), 409, 'EXTERNAL_ID_TAKEN');
    expect(ok(await put(made.id, { externalId: 'ERP-79', metadata: { colour: 'red' } }))).toMatchObject({
      externalId: 'ERP-79',
      metadata: { colour: 'red' },
    });
    expect(ok(await put(made.id, { metadata: {} }))).toMatchObject({ externalId: 'ERP-79', metadata: {} });
    expect(ok(await put(made.id, { externalId: null }))).toMatchObject({ externalId: null });
    expect(await found('q=ERP-79')).toEqual([]);
    const lines = await world.app.sql<{ detail: string }>(
      'select detail from history where subject = ? and subject_id = ? and detail is not null order by id',
      kind,
      made.id,
    );
    expect(lines.map(({ detail }) => detail)).toEqual([
      'External ID: ERP/77 x → ERP-79\nMetadata changed',
      'Metadata changed',
      'External ID: ERP-79 → none',
    ]);
  });

  it('C68 takes 1 to 100 characters, and 20 names of 40 characters with texts of 500', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
    const bad: [object, string][] = [
      [{ externalId: '' }, 'externalId'],
      [{ externalId: 'x'.repeat(101) }, 'externalId'],
      [{ externalId: 7 }, 'externalId'],
      [{ metadata: many(21) }, 'metadata'],
      [{ metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
      [{ metadata: { a: 1 } }, 'metadata.a'],
      [{ metadata: { ['k'.repeat(41)]: 'v' } }, `metadata.${'k'.repeat(41)}`],
      [{ metadata: ['a'] }, 'metadata'],
    ];
    for (const [fields, at] of bad) {
      const refused = await key.post(`/api/v1/${path}`, body(fields));
      expect([refused.statusCode, refused.json().issues?.[0]?.path]).toEqual([400, at]);
    }
    const whole = { ...many(19), ['k'.repeat(40)]: 'x'.repeat(500) };
    expect(
      ok<Made>(await key.post(`/api/v1/${path}`, body({ externalId: 'y'.repeat(100), metadata: whole }))).metadata,
    ).toEqual(whole);
  });
});

describe('the numbers of other programs', () => {
  it('C70 go from a quote to its order, and stay changeable when both are over', async () => {
    const quote = await makePaidQuote(world.app, world.dispatcher);
    ok(await world.dispatcher.put(`/api/v1/quotes/${quote.id}`, { externalId: 'CART-1', metadata: { a: 'b' } }));
    const order = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    expect(order).toMatchObject({ externalId: 'CART-1', metadata: { a: 'b' } });
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const invoice = { metadata: { invoice: '2026-7' } };
    expect(ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, invoice))).toMatchObject(invoice);
    expect(ok(await world.dispatcher.put(`/api/v1/quotes/${quote.id}`, invoice))).toMatchObject({
      ...invoice,
      revision: 1,
    });
    expectError(
      await world.dispatcher.put(`/api/v1/orders/${order.id}`, { notes: 'x', ...invoice }),
      409,
      'ORDER_CLOSED',
    );

    const second = await makePaidQuote(world.app, world.dispatcher);
    ok(await world.dispatcher.post('/api/v1/orders', orderBody({ externalId: 'CART-2' })));
    ok(await world.dispatcher.put(`/api/v1/quotes/${second.id}`, { externalId: 'CART-2' }));
    const without = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${second.id}/convert-to-order`));
    expect(without.externalId).toBeNull();
    const [line] = await world.app.sql(
      `select detail from history where subject = 'order' and action = 'order.created' and subject_id = ?`,
      without.id,
    );
    expect(line).toEqual({ detail: 'without the externalId CART-2, which another order has' });
  });

  it('C70 come back with a restored quote, unless another has the number by then', async () => {
    const quote = ok<Quote>(
      await world.dispatcher.post('/api/v1/quotes', quoteBody({ externalId: 'GONE-1', metadata: { a: 'b' } })),
    );
    ok(await world.dispatcher.delete(`/api/v1/quotes/${quote.id}`));
    expect(ok(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/restore`))).toMatchObject({
      externalId: 'GONE-1',
      metadata: { a: 'b' },
    });
    ok(await world.dispatcher.delete(`/api/v1/quotes/${quote.id}`));
    const next = ok<Quote>(await world.dispatcher.post('/api/v1/quotes', quoteBody({ externalId: 'GONE-1' })));
    expectError(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/restore`), 409, 'EXTERNAL_ID_TAKEN');
    ok(await world.dispatcher.put(`/api/v1/quotes/${next.id}`, { externalId: null }));
    ok(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/restore`));
  });

  it('C70 are shown to no visitor, driver or customer, and visitors give none', async () => {
    expectError(await world.app.client().post('/api/v1/quotes', quoteBody({ externalId: 'V-1' })), 403, 'FORBIDDEN');
    expectError(await world.app.client().post('/api/v1/quotes', quoteBody({ metadata: { a: 'b' } })), 403, 'FORBIDDEN');
    const order = ok<Order>(
      await world.dispatcher.post('/api/v1/orders', orderBody({ externalId: 'Hush-1', metadata: { a: 'Hush-2' } })),
    );
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    const shown = [
      (await phone.get(`/api/v1/driver/order?orderId=${order.id}`)).body,
      (await world.app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`)).body,
    ];
    for (const body of shown) expect(body).not.toContain('Hush');
  });

  it('C70 leave with the person', async () => {
    const email = 'numbers@example.org';
    const customer = ok<Customer>(
      await key.post('/api/v1/customers', customerBody({ email, externalId: 'Tamarisk-1' })),
    );
    ok(
      await key.post(
        '/api/v1/orders',
        orderBody({ customerEmail: email, externalId: 'Tamarisk-2', metadata: { a: 'Tamarisk-3' } }),
      ),
    );
    ok(await key.post('/api/v1/quotes', quoteBody({ customer: { name: 'N', email }, externalId: 'Tamarisk-4' })));
    await world.app.sql(
      `update orders set status = 'cancelled', cancelled_at = now() where external_id = 'Tamarisk-2'`,
    );
    const zip = (await world.admin.get(`/api/v1/customers/${customer.id}/personal-data.zip`)).rawPayload;
    expect(zip.length).toBeGreaterThan(0);
    ok(await world.admin.post(`/api/v1/customers/${customer.id}/erase`, { email }));
    for (const table of ['customers', 'orders', 'quotes', 'history', 'idempotency_keys'])
      expect(await world.app.sql(`select 1 from ${table} t where t::text ilike '%tamarisk%'`)).toEqual([]);
  });
});
