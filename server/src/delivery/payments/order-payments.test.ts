import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { Desk } from '@quickfleet/shared/operations/dashboard';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makePaidQuote, ok, orderBody, quoteBody } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  admin = await app.as('admin');
});
afterAll(() => app.close());

const make = async (more: Record<string, unknown> = {}) =>
  ok<Order>(await staff.post('/api/v1/orders', orderBody(more)));
const desk = async () => ok<Desk>(await staff.get('/api/v1/stats/desk')).paymentsOpen;
const unpaid = async () => {
  const { data } = ok<{ data: OrderRow[] }>(await staff.get('/api/v1/orders?payment=open'));
  return data.map(({ id }) => id);
};

describe('whether an order is paid', () => {
  it('O16 is open or on account from the beginning, is found and counted, and Mark Paid and its undo change it', async () => {
    const before = await desk();
    const order = await make({ quotePrice: '40' });
    expect(order).toMatchObject({ payment: 'open', paymentMethod: null, paidAt: null });
    expect((await make({ quotePrice: '5', onAccount: true })).payment).toBe('account');
    expect(await unpaid()).toEqual([order.id]);
    expect(await desk()).toEqual({ count: before.count + 1, total: (Number(before.total) + 40).toFixed(2) });

    const path = `/api/v1/orders/${order.id}`;
    const paid = ok<Order>(await staff.post(`${path}/paid`, { method: 'transfer', reference: 'Statement 7' }));
    expect(paid).toMatchObject({ payment: 'paid', paymentMethod: 'transfer', paymentReference: 'Statement 7' });
    expect(paid.paidAt).not.toBeNull();
    expect(await unpaid()).toEqual([]);
    expect(await desk()).toEqual(before);
    expect((await staff.post(`${path}/paid`, { method: 'cash' })).json()).toMatchObject({ code: 'ORDER_ALREADY_PAID' });

    const undone = ok<Order>(await staff.post(`${path}/unpay`));
    expect(undone).toMatchObject({ payment: 'open', paymentMethod: null, paymentReference: null, paidAt: null });
    expect((await staff.post(`${path}/unpay`)).json()).toMatchObject({ code: 'ORDER_NOT_PAID' });
    expect(ok<Order>(await staff.put(path, { onAccount: true })).payment).toBe('account');
    const lines = await app.sql(
      `select action, detail from history where subject = 'order' and subject_id = ? and action like 'order.%paid' order by id`,
      order.id,
    );
    expect(lines).toEqual([
      { action: 'order.paid', detail: 'Bank transfer · Statement 7' },
      { action: 'order.unpaid', detail: 'To be paid' },
    ]);
  });

  it('O17 the order of a paid quote is paid, one that was cancelled or made before is not counted, and drivers read nothing', async () => {
    const quote = await makePaidQuote(app, staff);
    const order = ok<Order>(await staff.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    expect(order).toMatchObject({ payment: 'paid', paymentMethod: null });
    expect((await staff.post(`/api/v1/orders/${order.id}/unpay`)).json()).toMatchObject({ code: 'PAYMENT_RECEIVED' });

    const before = await desk();
    const old = await make({ quotePrice: '9' });
    await app.sql('update orders set payment = null where id = ?', old.id);
    const cancelled = await make({ quotePrice: '9' });
    ok(await staff.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    expect(await desk()).toEqual(before);
    expect(ok<Order>(await staff.get(`/api/v1/orders/${cancelled.id}`)).payment).toBeNull();
    expect(ok<Order>(await staff.post(`/api/v1/orders/${old.id}/paid`, {})).paymentMethod).toBe('other');
    expect(ok<Order>(await staff.post(`/api/v1/orders/${old.id}/unpay`)).payment).toBeNull();

    const driver = await app.as('driver');
    ok(await staff.post(`/api/v1/orders/${old.id}/assign`, { driverId: driver.userId }));
    expect(ok<Order>(await driver.get(`/api/v1/orders/${old.id}`)).payment).toBeNull();
    expect((await driver.post(`/api/v1/orders/${old.id}/paid`, {})).statusCode).toBe(403);
    expect((await staff.get('/api/v1/orders?payment=maybe')).statusCode).toBe(400);
  });

  it('Q40 cash is paid at the door: the accepted quote becomes an order, and its payment is the quote’s too', async () => {
    const { id } = await makeQuoteFor({ price: '30', payBy: 'cash' });
    const quote = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { status: 'accepted' }));
    expect(quote).toMatchObject({ payBy: 'cash', paymentUrl: null });
    const order = ok<Order>(await staff.post(`/api/v1/quotes/${id}/convert-to-order`));
    expect(order).toMatchObject({ payment: 'open', quotePrice: '30.00' });
    expect(ok<Quote>(await staff.get(`/api/v1/quotes/${id}`)).payment).toMatchObject({ state: 'none', open: '30.00' });
    ok(await staff.post(`/api/v1/orders/${order.id}/paid`, { method: 'cash' }));
    expect(ok<Quote>(await staff.get(`/api/v1/quotes/${id}`)).payment).toMatchObject({ state: 'paid', paid: '30.00' });
    ok(await staff.post(`/api/v1/orders/${order.id}/unpay`));
    expect(ok<Quote>(await staff.get(`/api/v1/quotes/${id}`)).payment).toMatchObject({ state: 'none', paid: '0.00' });
    ok(await admin.delete(`/api/v1/orders/${order.id}`));
    expect(ok<Quote>(await staff.get(`/api/v1/quotes/${id}`)).status).toBe('accepted');
  });
});

async function makeQuoteFor(changes: object): Promise<Quote> {
  const { id } = ok<Quote>(await staff.post('/api/v1/quotes', quoteBody()));
  return ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, changes));
}
