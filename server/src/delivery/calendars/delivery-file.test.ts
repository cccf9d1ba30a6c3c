import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';
import { calendarFile } from './calendar-file.ts';

const world = useWorld();
const window = { from: '2027-03-08T14:00:00.000Z', to: '2027-03-08T16:00:00.000Z' };
/** Its lines as a calendar reads them. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').trimEnd().split('\r\n');
const book = async (more: object): Promise<Order> =>
  ok(await world.dispatcher.post('/api/v1/orders', orderBody({ notes: 'SECRET', quotePrice: '84.50', ...more })));
const get = ({ trackingNumber, customerEmail }: Order) =>
  world.visitor.get(
    `/api/v1/t/${deliveryToken(world.app.services.secrets, trackingNumber, customerEmail ?? '')}/delivery.ics`,
  );

describe('a window as a calendar file', () => {
  it('C326 has lines of 75 bytes at most, with CRLF, and escaped texts', () => {
    const event = {
      ...{ uid: 'QF1@fleet.example', title: 'Ünïcode, Ltd; delivery', place: `Road 2, ${'Ж'.repeat(60)}\\` },
      ...{ url: 'https://fleet.example/track/QF1', when: window, changedAt: new Date('2026-11-20T10:00:00Z') },
    };
    const file = calendarFile({ method: 'PUBLISH', events: [event] });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const lines = linesOf(file);
    expect(lines).toContain('SUMMARY:Ünïcode\\, Ltd\\; delivery');
    expect(lines).toContain(`LOCATION:Road 2\\, ${'Ж'.repeat(60)}\\\\`);
    expect(lines).toContain('DTSTAMP:20261120T100000Z');
    expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  });

  it('C326 opens by the link of the mail, as a file, and is a 404 without a window ahead', async () => {
    const order = await book({ deliveryWindow: window });
    const answer = await get(order);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="delivery-${order.trackingNumber}.ics"`);
    const lines = linesOf(answer.body);
    expect(lines).toContain('DTSTART:20270308T140000Z');
    expect(lines).toContain(`UID:${order.trackingNumber}@quickfleet.test`);
    expect(answer.body).not.toMatch(/SECRET|84\.50|Ada|\/t\//);
    expectError(await get(await book({})), 404);
    expectError(await world.visitor.get('/api/v1/t/x/delivery.ics'), 404);
  });

  it('C553 of a cancelled delivery takes the event away, in the customer’s language', async () => {
    const order = await book({ deliveryWindow: window, language: 'de' });
    const before = linesOf((await get(order)).body);
    expect(before).toContain('METHOD:PUBLISH');
    expect(before.some((line) => line.startsWith('SUMMARY:') && line.includes('Zustellung'))).toBe(true);
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const after = linesOf((await get(order)).body);
    expect(after).toContain('METHOD:CANCEL');
    expect(after).toContain('STATUS:CANCELLED');
    const uid = before.find((line) => line.startsWith('UID:'));
    expect(after).toContain(uid);
  });
});
