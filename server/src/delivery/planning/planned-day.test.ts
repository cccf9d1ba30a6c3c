import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makePaidQuote, ok, quoteBody } from '../../../test/support/factories.ts';
import { dayIn } from '../../process/clock.ts';

/** From −12 to +14, with half hours and both kinds of summer time. */
const zones = [
  'Etc/GMT+12',
  'Pacific/Pago_Pago',
  'America/Los_Angeles',
  'America/St_Johns',
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Etc/GMT-12',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];
const days = ['2026-01-01', '2026-03-08', '2026-07-15', '2026-12-31'];
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  app.setClock(new Date('2026-01-01T12:00:00Z'));
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

describe('a planned day that is read and written back', () => {
  it.each(zones)('S13 stays in %s, on orders and quotes', async (zone) => {
    app.services.config.BUSINESS_TIMEZONE = zone;
    const body = { customerName: 'Ada', customerEmail: 'ada@example.com', pickupAddress: 'A', deliveryAddress: 'B' };
    for (const day of days) {
      const made = ok<Order>(
        await staff.post('/api/v1/orders', { ...body, deliveryDate: day, items: [{ name: 'Box' }] }),
      );
      const planned = made.deliveryDate ?? '';
      expect(dayIn(zone, new Date(planned))).toBe(day);
      for (let n = 0; n < 3; n++) {
        const read = ok<Order>(await staff.get(`/api/v1/orders/${made.id}`));
        ok(await staff.put(`/api/v1/orders/${made.id}`, read));
      }
      expect(ok<Order>(await staff.get(`/api/v1/orders/${made.id}`)).deliveryDate).toBe(planned);
      expect(ok<Order>(await staff.put(`/api/v1/orders/${made.id}`, { deliveryDate: day })).deliveryDate).toBe(planned);
      expect(
        ok<Order>(await staff.put(`/api/v1/orders/${made.id}`, { deliveryDate: `${day}T00:00:00.000Z` })).deliveryDate,
      ).toBe(planned);
    }
    const quote = await makePaidQuote(app, staff, { speedType: 'specific_date', speedDate: '2026-07-15' });
    for (let n = 0; n < 3; n++) {
      const read = ok<Quote>(await staff.get(`/api/v1/quotes/${quote.id}`));
      ok(await staff.put(`/api/v1/quotes/${quote.id}`, read));
    }
    expect(ok<Quote>(await staff.get(`/api/v1/quotes/${quote.id}`)).speedDate).toBe('2026-07-15');
    const order = ok<Order>(await staff.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    expect(dayIn(zone, new Date(order.deliveryDate ?? ''))).toBe('2026-07-15');
    app.services.config.BUSINESS_TIMEZONE = 'UTC';
  });

  it('S13 another moment counts as its day where the company is', async () => {
    app.services.config.BUSINESS_TIMEZONE = 'Pacific/Auckland';
    const quote = await makePaidQuote(app, staff, quoteBody());
    const order = ok<Order>(await staff.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    // 23:00 UTC on the 14th is noon of the 15th in Auckland.
    const changed = ok<Order>(
      await staff.put(`/api/v1/orders/${order.id}`, { deliveryDate: '2026-01-14T23:30:00.000Z' }),
    );
    expect(dayIn('Pacific/Auckland', new Date(changed.deliveryDate ?? ''))).toBe('2026-01-15');
    app.services.config.BUSINESS_TIMEZONE = 'UTC';
  });
});
