import { addDays, dayAt, endOfDay, momentOf, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectIssue } from '../../../test/support/contract.ts';
import { makeQuote, ok, orderBody } from '../../../test/support/factories.ts';
import { readRows } from '../../db/rows.ts';
import { filterOrders } from './orders.filters.ts';
import { listedOrder } from './orders.queries.ts';

const ZONE = 'America/Edmonton';
/** A Wednesday in Edmonton: at 16:00 it is open, at 19:00 it has closed. */
const OPEN = new Date('2026-11-25T23:00:00Z');
const CLOSED = new Date('2026-11-26T02:00:00Z');

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: ZONE });
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());
afterEach(() => at(undefined));
/** Moves the time and renews the signed-in clients. */
async function at(moment: Date | undefined): Promise<void> {
  app.setClock(moment);
  staff = await app.as('dispatcher');
}

/** Since 2026 Edmonton has summer time all year, which older databases of time zones do not know. */
const noonOf = (day: string) => momentOf(day, 12 * 60, ZONE).toISOString();
const place = async (more: Record<string, unknown> = {}) =>
  ok<Order>(await staff.post('/api/v1/orders', orderBody(more)));

describe('a local day', () => {
  it.each([ZONE, 'Africa/Casablanca', 'America/New_York'])(
    'Q33 an order at 00:15 in %s belongs to that day',
    async (zone) => {
      const em = app.services.orm.em.fork();
      const { id } = await place();
      for (const day of ['2026-07-15', '2026-11-25', '2027-03-01']) {
        const quarterPast = new Date(startOfDay(day, zone).getTime() + 15 * 60_000);
        await app.sql('update orders set created_at = ?, delivery_date = ? where id = ?', quarterPast, quarterPast, id);
        const on = async (from: string, input: object) => {
          const where = filterOrders(zone, quarterPast, { ...input, from, to: from });
          const rows = await readRows(
            em,
            listedOrder,
            `select $columns from orders o left join users d on d.id = o.driver_id ${where.sql}`,
            where.params,
          );
          return rows.map((row) => row.id).includes(id);
        };
        expect([await on(day, { plannedOn: day }), await on(addDays(day, -1), {})]).toEqual([true, false]);
      }
    },
  );

  it('Q33 the lists find both ends of a day in every zone of the tz database', async () => {
    const em = app.services.orm.em.fork();
    const { id } = await place();
    const day = '2026-10-25';
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const moments = [startOfDay(day, zone), new Date(endOfDay(day, zone).getTime() - 1)];
      const found: unknown[] = [];
      for (const moment of moments) {
        const where = filterOrders(zone, moment, { from: day, to: day });
        const [row] = await app.sql(
          `update orders o set created_at = ? where id = ? returning ${where.params.length} as n`,
          moment,
          id,
        );
        expect(row).toBeDefined();
        const rows = await readRows(
          em,
          listedOrder,
          `select $columns from orders o left join users d on d.id = o.driver_id ${where.sql}`,
          where.params,
        );
        found.push(
          rows.some((one) => one.id === id),
          dayAt(moment, zone),
        );
      }
      expect(found, zone).toEqual([true, day, true, day]);
    }
  }, 120_000);
});

describe('the day of today', () => {
  it('Q35 is fixed when it is asked for, by the business hours, and is the same on the wire, the page, in mails and in the order', async () => {
    for (const [asked, day, words] of [
      [OPEN, '2026-11-25', 'Nov 25, 2026'],
      [CLOSED, '2026-11-26', 'Nov 26, 2026'],
    ] as const) {
      await at(asked);
      const { id } = await makeQuote(app, { speedType: 'today' });
      const read = async () => ok<Quote>(await staff.get(`/api/v1/quotes/${id}`));
      expect(await read()).toMatchObject({ speedType: 'today', speedDate: null, wantedDay: day });
      // Two days later it still means that day.
      await at(new Date(asked.getTime() + 2 * 86_400_000));
      const link = { price: '120', paymentUrl: 'https://pay.example.com/q' };
      const quote = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { ...link, speedType: 'today' }));
      expect(quote).toMatchObject({ wantedDay: day, speedDate: null });
      const token = quote.customerUrl?.split('/q/')[1];
      expect(ok<CustomerQuote>(await app.client().get(`/api/v1/q/${token}`)).wantedDay).toBe(day);
      const mails = await app.sql<{ text: string }>(`select text from emails where quote_id = ? order by id`, id);
      expect(mails.map(({ text }) => text).join()).not.toContain('{{');
      ok(await staff.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
      const order = ok<Order>(await staff.post(`/api/v1/quotes/${id}/convert-to-order`));
      expect(order).toMatchObject({ plannedDay: day, deliveryDate: noonOf(day) });
      const [booked] = await app.sql<{ text: string }>(
        `select text from emails where order_id = ? and trigger = 'order_created'`,
        order.id,
      );
      expect(booked?.text).toContain(words);
    }
  });

  it('Q35 a request of an earlier release means the day of its hour, and a new choice the day of the choice', async () => {
    await at(CLOSED);
    const { id } = await makeQuote(app, { speedType: 'today' });
    await app.sql('update quotes set wanted_day = null where id = ?', id);
    const read = async () => ok<Quote>(await staff.get(`/api/v1/quotes/${id}`));
    expect((await read()).wantedDay).toBe('2026-11-26');
    await at(new Date('2026-11-27T17:00:00Z'));
    ok(await staff.put(`/api/v1/quotes/${id}`, { speedType: 'let_quickfleet_choose' }));
    expect((await read()).wantedDay).toBeNull();
    ok(await staff.put(`/api/v1/quotes/${id}`, { speedType: 'today' }));
    expect((await read()).wantedDay).toBe('2026-11-27');
    ok(await staff.put(`/api/v1/quotes/${id}`, { speedType: 'specific_date', speedDate: '2026-12-01' }));
    expect(await read()).toMatchObject({ wantedDay: '2026-12-01', speedDate: '2026-12-01' });
  });
});

describe('days in the past and far ahead', () => {
  it('Q36 a wanted day before today, or more than two years ahead, is 400 by API too', async () => {
    await at(OPEN);
    const ask = (speedDate: string) =>
      app.client().post('/api/v1/quotes', {
        customer: { name: 'Ada', email: 'ada@example.com' },
        pickupAddress: '1 A',
        deliveryAddress: '2 B',
        items: [{ name: 'Box' }],
        speedType: 'specific_date',
        speedDate,
      });
    expectIssue(await ask('2026-11-24'), 'speedDate', 'Choose today or a later day');
    expectIssue(await ask('2028-11-30'), 'speedDate', 'Choose a day within two years from today');
    const { id } = ok<Quote>(await ask('2026-11-25'));
    const put = (body: object) => staff.put(`/api/v1/quotes/${id}`, body);
    expectIssue(await put({ speedDate: '2026-11-20' }), 'speedDate', 'Choose today or a later day');
    expectIssue(await put({ validUntil: '2030-01-01' }), 'validUntil', 'Choose a day within two years from today');
    // What was read may come back when the day is over.
    await at(new Date('2026-12-05T17:00:00Z'));
    expect(ok<Quote>(await put({ notes: 'x', speedDate: '2026-11-25' })).speedDate).toBe('2026-11-25');
  });

  it('Q36 the day of an order lies at most 31 days back and two years ahead', async () => {
    await at(OPEN);
    const back = 'The day of an order lies at most 31 days back';
    const ahead = 'Choose a day within two years from today';
    const post = (body: Record<string, unknown>) => staff.post('/api/v1/orders', orderBody(body));
    expectIssue(await post({ deliveryDate: '2026-10-24' }), 'deliveryDate', back);
    expectIssue(await post({ deliveryDate: '2029-01-01' }), 'deliveryDate', ahead);
    const far = { from: '2029-01-01T10:00:00Z', to: '2029-01-01T12:00:00Z' };
    expectIssue(await post({ pickupWindow: far }), 'pickupWindow', ahead);
    const order = ok<Order>(await post({ deliveryDate: '2026-10-25' }));
    expectIssue(await staff.put(`/api/v1/orders/${order.id}`, { deliveryDate: '2026-10-01' }), 'deliveryDate', back);
    const over = { from: '2026-11-24T10:00:00Z', to: '2026-11-24T12:00:00Z' };
    expectIssue(await post({ deliveryWindow: over }), 'deliveryWindow.to', 'The delivery window is already over');
    await at(new Date('2026-12-25T17:00:00Z'));
    expect(ok<Order>(await staff.put(`/api/v1/orders/${order.id}`, { ...order, status: undefined })).plannedDay).toBe(
      '2026-10-25',
    );
  });

  it('Q37 an order says its planned day as a day, in lists and on the tracking page too, and after the delivery', async () => {
    await at(OPEN);
    const order = await place({ deliveryDate: '2026-12-01' });
    expect(order).toMatchObject({ plannedDay: '2026-12-01', deliveryDate: noonOf('2026-12-01') });
    const { data } = ok<{ data: OrderRow[] }>(await staff.get('/api/v1/orders?plannedOn=2026-12-01'));
    expect(data.find(({ id }) => id === order.id)?.plannedDay).toBe('2026-12-01');
    const tracked = await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`);
    expect(ok<{ plannedDay: string }>(tracked).plannedDay).toBe('2026-12-01');
    await app.sql(
      `update orders set status = 'delivered', delivery_date = ?, delivered_at = ?, actual_delivery = ? where id = ?`,
      '2026-12-02T19:00:00Z',
      '2026-12-02T19:00:00Z',
      '2026-12-02T19:00:00Z',
      order.id,
    );
    expect(ok<Order>(await staff.get(`/api/v1/orders/${order.id}`))).toMatchObject({ plannedDay: '2026-12-01' });
    expect((await place()).plannedDay).toBeNull();
  });
});
