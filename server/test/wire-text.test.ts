import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../src/demo/demo.ts';
import { type Client, createTestApp, type TestApp } from './app.ts';
import { makeOrder, ok } from './factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  await seedDemo(app.services);
  staff = await app.as('dispatcher');
  // What JSON has to escape, and what it need not.
  await makeOrder(app, staff, {
    customerName: 'Zoë "Quote" O’Brien \\ Söhne',
    notes: 'Line\nand line; \u2028, </script> & 🚚',
  });
});
afterAll(() => app.close());

/** A GET is answered with the database's text; the adapter, which a POST takes, with what the schema makes of the rows. */
async function bothWays<T = unknown>(call: string, input: unknown): Promise<[text: T, checked: T]> {
  const text = await staff.get(`/trpc/${call}?input=${encodeURIComponent(JSON.stringify(input))}`);
  const checked = await staff.post(`/trpc/${call}`, input);
  expect([text.statusCode, checked.statusCode]).toEqual([200, 200]);
  return [text.json().result.data, checked.json().result.data];
}

describe('what PostgreSQL says as text', () => {
  it.each([
    ['orders.list', {}],
    ['orders.list', { status: 'delivered', limit: 5, page: 2 }],
    ['orders.list', { q: 'Zoë' }],
    ['orders.list', { q: 'nothing is called like this' }],
    ['quotes.list', { limit: 100 }],
    ['quotes.list', { outcome: 'declined' }],
    ['quotes.list', { page: 900 }],
    ['customers.list', {}],
    ['mailbox.list', {}],
    ['payments.list', {}],
    ['incidents.list', {}],
  ])('G12 %s %j is what the schema makes of the rows', async (call, input) => {
    const [text, checked] = await bothWays(call, input);
    expect(text).toEqual(checked);
  });

  it('G12 each order is what the schema makes of its row, by itself and as its customer sees it', async () => {
    const orders = await app.sql<{ id: number; number: string }>('select id, tracking_number as number from orders');
    expect(orders.length).toBeGreaterThan(20);
    for (const { id, number } of orders) {
      for (const [call, input] of [
        ['orders.get', { id }],
        ['tracking.get', { trackingNumber: number }],
      ] as const) {
        const [text, checked] = await bothWays(call, input);
        expect(text, `${call} ${id}`).toEqual(checked);
      }
    }
  });

  it('G12 is on REST what it is on tRPC, with its headers, and in a batch', async () => {
    const rest = await staff.get('/api/v1/orders?limit=3');
    const page = ok<{ data: { id: number; version: number }[]; total: number }>(rest);
    const [row] = page.data;
    expect(rest.headers['x-total-count']).toBe(String(page.total));
    expect(rest.headers['link']).toContain('rel="last"');
    const one = await staff.get(`/api/v1/orders/${row?.id}`);
    expect(one.headers['etag']).toBe(`"order-${row?.id}-v${row?.version}"`);
    expect(ok<{ accessCode: string }>(one).accessCode).toMatch(/\S/);
    const input = encodeURIComponent(JSON.stringify({ 0: { limit: 3 }, 1: { id: row?.id } }));
    const batch = await staff.get(`/trpc/orders.list,orders.get?batch=1&input=${input}`);
    expect(batch.json()).toEqual([{ result: { data: page } }, { result: { data: one.json() } }]);
  });

  it('G12 keeps from a driver and a program what is not theirs', async () => {
    const driver = await app.as('driver');
    const [order] = await app.sql<{ id: number }>('select id from orders where status = ? limit 1', 'pending');
    await app.sql('update orders set driver_id = ?, office_notes = ? where id = ?', driver.userId, 'ours', order?.id);
    const own = ok<Record<string, unknown>>(await driver.get(`/api/v1/orders/${order?.id}`));
    expect(own).toMatchObject({ officeNotes: null, quotePrice: null, accessCode: null });
    expect(own).not.toHaveProperty('lateEvidence');
    const admin = await app.as('admin');
    const made = await admin.post('/api/v1/api-keys', { name: 'Reader', scopes: ['orders:read', 'quotes:read'] });
    const program = app.client({ key: ok<{ key: string }>(made).key });
    expect(ok(await program.get(`/api/v1/orders/${order?.id}`))).toMatchObject({
      officeNotes: 'ours',
      accessCode: null,
    });
    const { data } = ok<{ data: { customerUrl: string | null }[] }>(await program.get('/api/v1/quotes'));
    expect(data.map(({ customerUrl }) => customerUrl)).toEqual(data.map(() => null));
  });
});
