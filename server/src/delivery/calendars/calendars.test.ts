import type { Calendar } from '@quickfleet/shared/delivery/calendars';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { CALENDARS_MAX } from '@quickfleet/shared/limits';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectIssue, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld();
const CALENDARS = '/api/v1/calendars';
const NOW = new Date('2026-12-01T10:00:00Z');
const window = { from: '2026-12-03T14:00:00.000Z', to: '2026-12-03T16:00:00.000Z' };
let staff: Client;
let admin: Client;
let driver: Client & { userId: number };
beforeAll(async () => {
  world.app.setClock(NOW);
  [staff, admin] = [await world.app.as('dispatcher'), await world.app.as('admin')];
  driver = await world.app.as('driver');
});
const speak = async (language: string) => ok(await admin.put('/api/v1/company', { locale: { language } }));
afterEach(() => speak('en'));

/** Its lines as a calendar reads them. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').trimEnd().split('\r\n');
/** The events of a feed, each as its fields. */
function eventsIn(file: string): Record<string, string>[] {
  const events: Record<string, string>[] = [];
  for (const line of linesOf(file)) {
    if (line === 'BEGIN:VEVENT') events.push({});
    const [, name = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? [];
    const event = events.at(-1);
    if (event && name !== 'BEGIN' && name !== 'END') event[name] = value;
  }
  return events;
}
const place = async (more: object = {}) =>
  ok<Order>(await staff.post('/api/v1/orders', orderBody({ notes: 'SECRET', quotePrice: '84.50', ...more })));
const make = async (body: object, who = staff) => ok<Calendar>(await who.post(CALENDARS, body));
const open = ({ url }: Calendar) => world.visitor.get(new URL(url).pathname);
async function eventsOf(feed: Calendar) {
  const answer = await open(feed);
  expect(answer.statusCode, answer.body).toBe(200);
  return eventsIn(answer.body);
}

describe('a calendar feed', () => {
  it('C554 of a driver has the stops with a window, and planned days as whole days, in the company’s language', async () => {
    await speak('de');
    const order = await place({
      driverId: driver.userId,
      pickupWindow: { from: window.from, to: window.from.replace('14', '15') },
      deliveryWindow: window,
    });
    const planned = await place({ driverId: driver.userId, deliveryDate: '2026-12-04' });
    await place({ deliveryWindow: window });
    const feed = await make({ driverId: driver.userId });
    expect(feed).toMatchObject({ driverId: driver.userId, customerId: null });
    const answer = await open(feed);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(linesOf(answer.body).slice(0, 5)).toEqual(expect.arrayContaining(['BEGIN:VCALENDAR', 'METHOD:PUBLISH']));
    // A calendar service reads it too.
    expect(answer.body).not.toMatch(/SECRET|84\.50|Ada/);
    const events = await eventsOf(feed);
    expect(events.map(({ UID }) => UID)).toEqual([
      `${order.trackingNumber}-pickup@quickfleet.test`,
      `${order.trackingNumber}@quickfleet.test`,
      `${planned.trackingNumber}@quickfleet.test`,
    ]);
    expect(events[0]?.['SUMMARY']).toMatch(/^Abholung /);
    expect(events[1]).toMatchObject({ DTSTART: '20261203T140000Z', DTEND: '20261203T160000Z', STATUS: 'CONFIRMED' });
    expect(events[2]).toMatchObject({ DTSTART: '20261204', DTEND: '20261205' });
  });

  it('C554 moves what was moved and says what was cancelled, under the same name with a higher number', async () => {
    await speak('de');
    const order = await place({ deliveryWindow: window });
    const feed = await make({ customerId: order.customerId });
    const [before] = await eventsOf(feed);
    const later = { from: '2026-12-04T08:00:00.000Z', to: '2026-12-04T09:00:00.000Z' };
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryWindow: later }));
    const [moved] = await eventsOf(feed);
    expect(moved).toMatchObject({ UID: before?.['UID'], DTSTART: '20261204T080000Z' });
    expect(Number(moved?.['SEQUENCE'])).toBeGreaterThanOrEqual(Number(before?.['SEQUENCE']));
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const [cancelled] = await eventsOf(feed);
    expect(cancelled).toMatchObject({ UID: before?.['UID'], STATUS: 'CANCELLED' });
    expect(cancelled?.['SUMMARY']).toMatch(/^Storniert: Zustellung /);
  });

  it('C555 is listed with its address, and answers 404 once it is deleted or its driver is none any more', async () => {
    const helper = await world.app.as('driver');
    const feed = await make({ driverId: helper.userId });
    expect(ok<{ data: Calendar[] }>(await staff.get(CALENDARS)).data).toContainEqual(feed);
    await world.app.sql('update users set is_active = false where id = ?', helper.userId);
    expectError(await open(feed), 404, 'CALENDAR_NOT_FOUND');
    await world.app.sql('update users set is_active = true where id = ?', helper.userId);
    expect((await open(feed)).statusCode).toBe(200);
    ok(await staff.delete(`${CALENDARS}/${feed.id}`));
    expectError(await open(feed), 404, 'CALENDAR_NOT_FOUND');
    expectError(await staff.delete(`${CALENDARS}/${feed.id}`), 404, 'CALENDAR_NOT_FOUND');
    const [row] = await world.app.sql<{ kept: string }>(
      `select string_agg(row_to_json(c)::text, '') as kept from calendars c`,
    );
    expect(row?.kept).not.toContain(new URL(feed.url).pathname.slice('/calendar/'.length, -4));
  });

  it('C555 a merchant’s key makes, sees and deletes its own alone', async () => {
    const [own, other] = [await place({ deliveryWindow: window }), await place()];
    const scopes = ['orders:read', 'orders:write'];
    const { key } = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'Shop', scopes, customerId: own.customerId }),
    );
    const shop = world.app.client({ key });
    const foreign = await make({ customerId: other.customerId });
    const feed = await make({ customerId: own.customerId }, shop);
    expect(feed.customerId).toBe(own.customerId);
    expect(ok<{ data: Calendar[] }>(await shop.get(CALENDARS)).data).toEqual([feed]);
    expect((await eventsOf(feed)).map(({ UID }) => UID)).toEqual([`${own.trackingNumber}@quickfleet.test`]);
    expectError(await shop.post(CALENDARS, { customerId: other.customerId }), 404, 'CUSTOMER_NOT_FOUND');
    expectError(await shop.post(CALENDARS, { driverId: driver.userId }), 404, 'DRIVER_NOT_FOUND');
    expectError(await shop.delete(`${CALENDARS}/${foreign.id}`), 404, 'CALENDAR_NOT_FOUND');
    ok(await shop.delete(`${CALENDARS}/${feed.id}`));
  });

  it('C555 a feed ends with the key that made it, and no longer counts', async () => {
    const { customerId } = await place({ deliveryWindow: window });
    const scopes = ['orders:read', 'orders:write'];
    const { id, key } = ok<{ id: number; key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'Shop', scopes, customerId }),
    );
    const shop = world.app.client({ key });
    const ended = await make({ customerId }, shop);
    const others = [];
    for (let n = 1; n < CALENDARS_MAX; n++) others.unshift(await make({ customerId }));
    expectError(await staff.post(CALENDARS, { customerId }), 409, 'TOO_MANY_CALENDARS');
    expect((await open(ended)).statusCode).toBe(200);
    ok(await admin.delete(`/api/v1/api-keys/${id}`));
    expectError(await open(ended), 404, 'CALENDAR_NOT_FOUND');
    others.unshift(await make({ customerId }));
    const { data } = ok<{ data: Calendar[] }>(await staff.get(CALENDARS));
    expect(data.filter((feed) => feed.customerId === customerId)).toEqual(others);
  });

  it('C555 refuses one of nobody, of both, of nobody known, and an eleventh', async () => {
    expectIssue(await staff.post(CALENDARS, {}), 'customerId', 'Say whose calendar it is: a driver’s or a customer’s');
    expectIssue(
      await staff.post(CALENDARS, { driverId: 1, customerId: 1 }),
      'customerId',
      'Say whose calendar it is: a driver’s or a customer’s',
    );
    expectError(await staff.post(CALENDARS, { driverId: NOWHERE }), 404, 'DRIVER_NOT_FOUND');
    expectError(await staff.post(CALENDARS, { customerId: NOWHERE }), 404, 'CUSTOMER_NOT_FOUND');
    const { customerId } = await place();
    for (let at = 0; at < 10; at++) await make({ customerId });
    expectError(await staff.post(CALENDARS, { customerId }), 409, 'TOO_MANY_CALENDARS');
    expectError(await world.visitor.post(CALENDARS, { customerId }), 401);
    expectError(await driver.post(CALENDARS, { driverId: driver.userId }), 403);
  });
});
