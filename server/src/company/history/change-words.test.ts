import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeQuote, ok, orderBody } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const lines = async (subject: 'order' | 'quote', id: number, action: string) =>
  ok<{ data: { action: string; detail: string | null }[] }>(await staff.get(`/api/v1/history/${subject}/${id}`))
    .data.filter((line) => line.action === action)
    .map(({ detail }) => detail);

it('U111 a correction of an order says the old and the new value of what changed, and nothing of what stayed', async () => {
  const order = ok<Order>(
    await staff.post('/api/v1/orders', orderBody({ customerPhone: '555 0100', quotePrice: '84.5' })),
  );
  ok(
    await staff.put(`/api/v1/orders/${order.id}`, {
      customerName: order.customerName,
      customerPhone: '555 0199',
      quotePrice: '95',
      pickupAddress: '9 New Road\nSpringfield',
      pickupWindow: { from: '2028-03-02T09:00:00Z', to: '2028-03-02T12:00:00Z' },
      officeNotes: 'Pays late',
      onAccount: true,
    }),
  );
  expect(await lines('order', order.id, 'order.updated')).toEqual([
    [
      'Phone: 555 0100 → 555 0199',
      'Pickup address: 1 Pickup Street Springfield → 9 New Road Springfield',
      'Pickup window: none → Thu, Mar 2, 2028, 9:00 AM – 12:00 PM UTC',
      'Price: $84.50 → $95.00',
      'On account: no → yes',
      // What never leaves the office is not in a history that goes into evidence packs.
      'Notes for the office changed',
    ].join('\n'),
  ]);
  ok(await staff.put(`/api/v1/orders/${order.id}`, { customerPhone: '555 0199' }));
  expect((await lines('order', order.id, 'order.updated'))[1]).toBeNull();
});

it('U111 the price of an order without a currency is shown in the company’s, before and after', async () => {
  const admin = await app.as('admin');
  ok(await admin.put('/api/v1/company', { quoting: { currency: 'EUR' } }));
  const order = ok<Order>(await staff.post('/api/v1/orders', orderBody({ quotePrice: '84.5' })));
  await app.sql('update orders set currency = null where id = ?', order.id);
  ok(await staff.put(`/api/v1/orders/${order.id}`, { quotePrice: '95' }));
  expect(await lines('order', order.id, 'order.updated')).toEqual(['Price: €84.50 → €95.00']);
  ok(await admin.put('/api/v1/company', { quoting: { currency: 'USD' } }));
});

it('U111 a quote says it too, as a draft and as another version, with days as people write them', async () => {
  const { id } = await makeQuote(app, { speedType: 'specific_date', speedDate: '2028-03-02' });
  ok(await staff.put(`/api/v1/quotes/${id}`, { deliveryAddress: '9 New Road', speedDate: '2028-03-05' }));
  expect(await lines('quote', id, 'quote.updated')).toEqual([
    'Delivery address: 2 Delivery Road Shelbyville → 9 New Road\nDay: Mar 2, 2028 → Mar 5, 2028',
  ]);
  ok(await staff.put(`/api/v1/quotes/${id}`, { price: '100', paymentUrl: 'https://pay.example.com/q' }));
  ok(await staff.put(`/api/v1/quotes/${id}`, { price: '120' }));
  const [, revised = ''] = (await lines('quote', id, 'quote.revised'))[0]?.split(/^Version 2\n/) ?? [];
  expect(revised).toContain('Price: $100.00 → $120.00');
});
