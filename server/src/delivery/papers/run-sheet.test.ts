import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';
import { inkOutside, readPages } from '../../../test/support/paper.ts';

let app: TestApp;
let staff: Client;
let driver: Client & { userId: number };
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York' });
  app.setClock(new Date('2026-03-01T15:00:00Z'));
  staff = await app.as('dispatcher');
  driver = await app.as('driver');
});
afterAll(() => app.close());

let made = 0;
const make = async (more: Record<string, unknown> = {}): Promise<Order> =>
  ok(
    await staff.post('/api/v1/orders', {
      customerName: `Customer ${++made}`,
      customerEmail: `c${made}@example.com`,
      customerPhone: '+1 555 0100',
      pickupAddress: `${made} Pickup Street\nSpringfield`,
      deliveryAddress: `${made} Delivery Road\nShelbyville`,
      driverId: driver.userId,
      items: [{ name: 'Box of books', quantity: 2 }],
      ...more,
    }),
  );
const at = (from: string, to: string) => ({ from: `2026-03-02T${from}:00Z`, to: `2026-03-02T${to}:00Z` });
const sheet = (day: string, id = driver.userId, who: Client = staff) =>
  who.get(`/api/v1/drivers/${id}/run-sheet.pdf?day=${day}`);

describe('the run sheet of a driver', () => {
  it('W08 lists the stops of the day in planned order, with windows, items, notes and totals', async () => {
    const late = await make({ deliveryWindow: at('20:00', '22:00'), driverNotes: 'Use the yard gate', parcels: 7 });
    const early = await make({ pickupWindow: at('14:00', '15:00'), deliveryWindow: at('21:00', '21:30') });
    const wholeDay = await make({ deliveryDate: '2026-03-02', items: [{ name: 'Piano' }] });
    // In New York these are the days before and after.
    await make({ deliveryWindow: { from: '2026-03-02T03:00:00Z', to: '2026-03-02T04:00:00Z' } });
    await make({ deliveryWindow: { from: '2026-03-03T05:00:00Z', to: '2026-03-03T06:00:00Z' } });
    const cancelled = await make({ deliveryWindow: at('16:00', '17:00') });
    ok(await staff.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    const other = await app.as('driver');
    await make({ deliveryWindow: at('16:00', '17:00'), driverId: other.userId });

    const answer = await sheet('2026-03-02');
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(`inline; filename="run-sheet-2026-03-02-${driver.userId}.pdf"`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [page, ...more] = await readPages(answer.rawPayload);
    expect([page?.width, page?.height, more.length]).toEqual([210, 297, 0]);
    const text = page?.text ?? '';
    const number = ({ trackingNumber }: Order) => trackingNumber.replaceAll(/(.{4})(?=.)/g, '$1 ');
    const numbersIn = (words: string) => [...words.matchAll(/QF\d\d \d{4} \d{4} \d\d/g)].map(([found]) => found);
    expect(numbersIn(text)).toEqual([early, wholeDay, wholeDay, late, late, early].map(number));
    expect([...text.matchAll(/PICKUP|DELIVERY/g)].map(([found]) => found)).toEqual([
      'PICKUP',
      'PICKUP',
      'DELIVERY',
      'PICKUP',
      'DELIVERY',
      'DELIVERY',
    ]);
    for (const words of [
      'Monday, March 2, 2026',
      'EST, America/New_York',
      '6 stops: 3 pickups, 3 deliveries',
      '3 orders, 10 parcels',
      '9:00 AM – 10:00 AM',
      'Use the yard gate',
      '7 parcels',
      '2 × Box of books',
      '1 × Piano',
      'Any time',
      'Page 1 of 1',
      'Name and signature',
      'Printed Sun, Mar 1, 10:00 AM',
    ])
      expect(text, words).toContain(words);
    expect(text).not.toContain(early.accessCode ?? '-');

    const stops = [late, early, wholeDay].flatMap(({ id: orderId }) => [
      { orderId, stop: 'pickup' },
      { orderId, stop: 'delivery' },
    ]);
    ok(await staff.put(`/api/v1/drivers/${driver.userId}/day`, { day: '2026-03-02', stops }));
    const [planned] = await readPages((await sheet('2026-03-02')).rawPayload);
    expect(numbersIn(planned?.text ?? '')).toEqual([late, late, early, early, wholeDay, wholeDay].map(number));
  });

  it('W09 goes over as many pages as it takes, tears no stop and leaves none out', async () => {
    const full = await app.as('driver');
    const orders: Order[] = [];
    for (let order = 0; order < 12; order++)
      orders.push(
        await make({
          driverId: full.userId,
          deliveryWindow: at('14:00', '15:00'),
          deliveryAddress: order % 3 === 0 ? `${'漢字'.repeat(20)}\n${'W'.repeat(60)}\n${'שלום '.repeat(40)}` : 'Short',
          driverNotes: order % 4 === 0 ? 'Ring twice. '.repeat(300) : null,
          items: Array.from({ length: 9 }, (_, item) => ({ name: `${'Very long name '.repeat(12)}${item}` })),
        }),
      );
    const file = (await sheet('2026-03-02', full.userId)).rawPayload;
    const pages = await readPages(file);
    expect(pages.length).toBeGreaterThan(3);
    expect(await inkOutside(file)).toBe(0);
    expect(await inkOutside(file)).toBe(0);
    for (const [index, { text }] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    const read = pages.flatMap(({ text }) => [...text.matchAll(/QF\d\d \d{4} \d{4} \d\d/g)].map(([found]) => found));
    expect(read.map((number) => number.replaceAll(' ', ''))).toEqual(
      orders.flatMap(({ trackingNumber }) => [trackingNumber, trackingNumber]),
    );
  });

  it('J46 of every driver with a stop come in one file, each on separate pages', async () => {
    const day = '2026-03-09';
    const none = await staff.get(`/api/v1/drivers/run-sheets.pdf?day=${day}`);
    const [empty] = await readPages(none.rawPayload);
    for (const words of ['All drivers', 'Monday, March 9, 2026', 'No stops on this day.'])
      expect(empty?.text).toContain(words);
    const second = await app.as('driver');
    await app.as('driver');
    await make({ deliveryDate: day });
    for (let order = 0; order < 8; order++) await make({ deliveryDate: day, driverId: second.userId });
    const answer = await staff.get(`/api/v1/drivers/run-sheets.pdf?day=${day}`);
    expect(answer.headers['content-disposition']).toBe(`inline; filename="run-sheets-${day}.pdf"`);
    const pages = await readPages(answer.rawPayload);
    const feet = pages.map(({ text }) => /Page \d of \d/.exec(text)?.[0]);
    expect(feet.toSorted()).toEqual(['Page 1 of 1', 'Page 1 of 2', 'Page 2 of 2']);
    expect((await driver.get(`/api/v1/drivers/run-sheets.pdf?day=${day}`)).statusCode).toBe(403);
  });

  it('W10 is of the present day unless one is named, and says when there is nothing to do', async () => {
    const idle = await app.as('driver');
    const [page] = await readPages((await staff.get(`/api/v1/drivers/${idle.userId}/run-sheet.pdf`)).rawPayload);
    expect(page?.text).toContain('Sunday, March 1, 2026');
    expect(page?.text).toContain('No stops on this day.');
    const wrong = await sheet('2026-02-30');
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'Must be a date like 2026-03-01']);
  });

  it('W10 is printed by staff, and by a driver for themselves alone', async () => {
    const other = await app.as('driver');
    expect((await sheet('2026-03-02', driver.userId, driver)).statusCode).toBe(200);
    const refused = await sheet('2026-03-02', driver.userId, other);
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'You can only see your own day']);
    const staffId = (await app.as('dispatcher')).userId;
    expect((await sheet('2026-03-02', staffId)).statusCode).toBe(404);
    expect((await sheet('2026-03-02', driver.userId, app.client())).statusCode).toBe(401);
  });
});
