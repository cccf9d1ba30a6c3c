import type { MyAddresses, MyOrder, MyQuote, OrderAgain } from '@quickfleet/shared/delivery/my/my';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { makePaidQuote, ok, openByMail, orderBody } from '../../../test/support/factories.ts';
import { statementsDuring } from '../../../test/support/statements.ts';

let app: TestApp;
let staff: Client;
let hana: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  hana = await openByMail(app, 'hana@example.com');
});
afterAll(() => app.close());

interface PageOf<T> {
  data: T[];
  total: number;
}
const ordersOf = async (client: Client, query = '') =>
  ok<PageOf<MyOrder>>(await client.get(`/api/v1/my/orders${query}`));
const quotesOf = async (client: Client) => ok<PageOf<MyQuote>>(await client.get('/api/v1/my/quotes'));

/** An order that is typed in. */
const typed = async (more: Record<string, unknown> = {}) =>
  ok<Order>(await staff.post('/api/v1/orders', orderBody(more)));
const person = (name: string, email: string) => ({
  customer: { name, email, phone: '+1 555 0101', company: 'Suzuki Ltd' },
});
/** An order out of a paid quote, delivered. */
async function delivered(email: string, more: Record<string, unknown> = {}): Promise<Order> {
  const quote = await makePaidQuote(app, staff, { ...person('Hana Suzuki', email), ...more });
  const { id } = ok<Order>(await staff.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
  const driver = await app.as('driver');
  ok(await staff.post(`/api/v1/orders/${id}/assign`, { driverId: driver.userId }));
  for (const status of ['in_transit', 'delivered']) ok(await staff.put(`/api/v1/orders/${id}/status`, { status }));
  return ok<Order>(await staff.get(`/api/v1/orders/${id}`));
}

describe('/my', () => {
  it('C345 lists the orders of the address with their papers, in any letter case, newest first', async () => {
    const first = await delivered('Hana@Example.com');
    const second = await typed({ customerName: 'Hana Suzuki', customerEmail: 'hana@example.com' });
    await typed({ customerEmail: 'hana@example.com.au' });
    const { data, total } = await ordersOf(hana);
    expect(total).toBe(2);
    expect(data.map(({ trackingNumber }) => trackingNumber)).toEqual([second.trackingNumber, first.trackingNumber]);
    const [open, done] = data;
    expect(open).toMatchObject({ status: 'pending', proofPath: null, receiptPath: null, quoteUrl: null, total: null });
    expect(done).toMatchObject({ status: 'delivered', deliveredAt: first.deliveredAt });
    expect(ok(await app.client().get(`/api/v1${done?.deliveryPath}`))).toMatchObject({
      reader: 'customer',
      trackingNumber: first.trackingNumber,
    });
    for (const path of [done?.proofPath, done?.receiptPath]) {
      const paper = await app.client().get(path ?? '');
      expect([paper.statusCode, paper.headers['content-type']], String(path)).toEqual([200, 'application/pdf']);
    }
    expect((await ordersOf(hana, '?limit=1&page=2')).data.map((row) => row.trackingNumber)).toEqual([
      first.trackingNumber,
    ]);
  });

  it('C345 lists the quotes of the address, also forgotten ones, with the link of each; a price in the making is none', async () => {
    const draft = ok<{ id: number }>(
      await app.client().post('/api/v1/quotes', {
        ...person('Hana Suzuki', 'HANA@example.com'),
        pickupAddress: '1 Pickup Street',
        deliveryAddress: '2 Delivery Road',
        items: [{ name: 'Forgotten vase', quantity: 1 }],
        speedType: 'let_quickfleet_choose',
      }),
    );
    await app.sql('update quotes set price = 77 where id = ?', draft.id);
    const { data } = await quotesOf(hana);
    const vase = data.find(({ items }) => items.some(({ name }) => name === 'Forgotten vase'));
    expect(vase).toMatchObject({ state: 'received', total: null, receiptPath: null, trackingNumber: null });
    const token = vase?.quoteUrl?.split('/').at(-1);
    expect(ok(await app.client().get(`/api/v1/q/${token}`))).toMatchObject({ reference: vase?.reference });
    const booked = data.find(({ state }) => state === 'booked');
    expect(booked?.trackingNumber).toMatch(/^QF/);
    expect(booked?.total).toBe('120.00');
  });

  it('C346 answers an order as a request for the same again, which the public form takes', async () => {
    const order = await typed({
      customerName: 'Hana Suzuki',
      customerEmail: 'hana@example.com',
      deliveryContact: { name: 'Sam Porter', phone: '+1 555 0177' },
      notes: 'Ring twice',
    });
    const again = ok<OrderAgain>(await hana.get(`/api/v1/my/orders/${order.trackingNumber}/again`));
    expect(again).toMatchObject({
      customer: { name: 'Hana Suzuki', email: 'hana@example.com' },
      pickupAddress: order.pickupAddress,
      deliveryContact: { name: 'Sam Porter', phone: '+1 555 0177' },
      notes: 'Ring twice',
      items: [{ name: 'Box of books', quantity: 2, description: null }],
    });
    const sent = await app.client().post('/api/v1/quotes', { ...again, speedType: 'let_quickfleet_choose' });
    expect(sent.statusCode, sent.body).toBe(201);
    const other = await typed();
    expectError(await hana.get(`/api/v1/my/orders/${other.trackingNumber}/again`), 404, 'ORDER_NOT_FOUND');
  });

  it('C346 answers each address that was used once, with who was there last', async () => {
    const more = { customerEmail: 'addresses@example.com', pickupAddress: '9 Same Street' };
    await typed({ ...more, pickupContact: { name: 'Earlier' } });
    await typed({ ...more, pickupAddress: '9 SAME street', pickupContact: { name: 'Later' } });
    const browser = await openByMail(app, 'Addresses@example.com');
    const { data } = ok<MyAddresses>(await browser.get('/api/v1/my/addresses'));
    const pickups = data.filter(({ use }) => use === 'pickup');
    expect(pickups).toMatchObject([{ address: '9 SAME street', contact: { name: 'Later' } }]);
    expect(data.filter(({ use }) => use === 'delivery')).toHaveLength(1);
  });

  it('C347 reads nothing of another person: every word of another’s rows is looked for in every answer', async () => {
    const marked = (field: string) => `zq${field}qz`;
    const order = await typed({
      customerName: marked('name'),
      customerEmail: 'stranger@example.com',
      customerPhone: '+1 555 0999',
      customerCompany: marked('company'),
      pickupAddress: marked('pickup'),
      deliveryAddress: marked('delivery'),
      notes: marked('notes'),
      driverNotes: marked('driver'),
      officeNotes: marked('office'),
      deliveryContact: { name: marked('contact'), notes: marked('contactnotes') },
      items: [{ name: marked('item'), description: marked('description'), quantity: 1 }],
    });
    await makePaidQuote(app, staff, {
      customer: { name: marked('quote'), email: 'stranger@example.com' },
      notes: marked('quotenotes'),
    });
    const answers = [];
    for (const path of ['', '/orders', '/quotes', '/addresses', `/orders/${order.trackingNumber}/again`])
      answers.push((await hana.get(`/api/v1/my${path}`)).body);
    expect(answers.join()).not.toMatch(/zq\w+qz|stranger@|555 0999/);
    // And of the own order nothing that is the office's or the driver's.
    const owner = await openByMail(app, 'stranger@example.com');
    const own = [];
    for (const path of ['/orders', '/quotes', `/orders/${order.trackingNumber}/again`])
      own.push((await owner.get(`/api/v1/my${path}`)).body);
    expect(own.join()).toMatch(/zqitemqz/);
    expect(own.join()).not.toMatch(/zqdriverqz|zqofficeqz|accessCode/);
    expect(own.join()).not.toContain(order.accessCode);
  });

  it('C347 a key, with whatever scopes, reaches none of it', async () => {
    const admin = await app.as('admin');
    const { key } = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'P', scopes: ['orders:read', 'quotes:read'] }),
    );
    for (const path of ['', '/orders', '/quotes', '/addresses'])
      expectError(await app.client({ key }).get(`/api/v1/my${path}`), 403);
  });

  it('C348 a page of orders or quotes is one statement, and comes from an index', async () => {
    const pool: Pool = await app.services.orm.em.getConnection().getNativeClient();
    for (const [path, table] of [
      ['/api/v1/my/orders', 'orders'],
      ['/api/v1/my/quotes', 'quotes'],
    ] as const) {
      const ran = await statementsDuring(pool, () => hana.get(path));
      expect(
        ran.filter((sql) => sql.includes('customer_email')),
        path,
      ).toHaveLength(1);
      const em = app.services.orm.em.fork();
      const plan = await em.transactional(async (inside) => {
        await inside.execute('set local enable_seqscan = off');
        return inside.execute<{ 'QUERY PLAN': string }[]>(
          `explain select 1 from ${table} where lower(customer_email) = 'a' order by created_at desc, id desc limit 20`,
        );
      });
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(`${table}_of_email`);
    }
  });

  it('C348 an order without an e-mail address is nobody’s here', async () => {
    const made = await typed({ customerEmail: null });
    expect((await ordersOf(hana)).data.some(({ trackingNumber }) => trackingNumber === made.trackingNumber)).toBe(
      false,
    );
  });
});
