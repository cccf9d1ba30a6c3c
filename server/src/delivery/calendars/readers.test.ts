import type { Calendar } from '@quickfleet/shared/delivery/calendars';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import ICAL from 'ical.js';
import ical from 'node-ical';
import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld();
interface Read {
  uid: string;
  start: string;
  end: string;
  status: string;
  sequence: number;
  title: string;
}
const byIcalJs = (text: string): Read[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      status: String(component.getFirstPropertyValue('status')),
      sequence: event.sequence,
      title: event.summary,
    };
  });
const byNodeIcal = (text: string): Read[] =>
  Object.values(ical.sync.parseICS(text)).flatMap((event) =>
    event?.type === 'VEVENT'
      ? [
          {
            uid: event.uid,
            start: new Date(event.start).toISOString(),
            end: new Date(event.end ?? event.start).toISOString(),
            status: String(event.status),
            sequence: Number(event.sequence),
            title: String(event.summary),
          },
        ]
      : [],
  );

it.each([
  ['ical.js', byIcalJs],
  ['node-ical', byNodeIcal],
])('C554 %s reads a feed with its moved and its cancelled stops', async (_name, read) => {
  const window = { from: '2027-12-03T14:00:00.000Z', to: '2027-12-03T16:00:00.000Z' };
  const order = ok<Order>(
    await world.dispatcher.post(
      '/api/v1/orders',
      orderBody({ deliveryWindow: window, deliveryAddress: `1, Long; Street ${'ü'.repeat(80)}\nBerlin` }),
    ),
  );
  const feed = ok<Calendar>(await world.dispatcher.post('/api/v1/calendars', { customerId: order.customerId }));
  const events = async () => read((await world.visitor.get(new URL(feed.url).pathname)).body);
  const [before] = await events();
  expect(before).toMatchObject({
    uid: `${order.trackingNumber}@quickfleet.test`,
    start: window.from,
    end: window.to,
    status: 'CONFIRMED',
  });
  const later = { from: '2027-12-04T08:00:00.000Z', to: '2027-12-04T09:00:00.000Z' };
  ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { deliveryWindow: later }));
  const [moved] = await events();
  expect(moved).toMatchObject({ uid: before?.uid, start: later.from, end: later.to });
  expect(moved?.sequence).toBeGreaterThanOrEqual(before?.sequence ?? 0);
  ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
  expect(await events()).toMatchObject([{ uid: before?.uid, status: 'CANCELLED' }]);
});
