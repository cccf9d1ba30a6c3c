import 'fake-indexeddb/auto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { nextStopOf } from '@quickfleet/shared/delivery/planning/next-stop';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { cleanup } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { orderItem, wholeOrder } from '../../../../../test/rows.ts';
import { addressOf, leadOf } from '../day/stops.tsx';
import { doorsIn, nextOf, showStops } from '../outbox/planned-day.ts';
import { OpenOrder } from './open-order.tsx';

const AT = '2026-03-01T10:00:00.000Z';
const WINDOW = { from: '2026-03-01T09:00:00.000Z', to: '2026-03-01T12:00:00.000Z' };
const item = { isPickedUp: false, isInTransit: false, isDelivered: false };
const carried = { isPickedUp: true, isInTransit: true, isDelivered: false };
const given = { isPickedUp: true, isInTransit: true, isDelivered: true };

/** Every state that a driver's page and the office's screens can meet: what they must say and what would be untrue. */
const states: readonly {
  name: string;
  order: Pick<Order, 'status' | 'outcome'> & { items: (typeof item)[] };
  says: RegExp;
  never: RegExp;
  /** Where the driver drives to next. */
  to: 'pickup' | 'delivery' | undefined;
}[] = [
  {
    name: 'assigned',
    order: { status: 'assigned', outcome: null, items: [item, item] },
    ...{ says: /Next: pick up 2 items/, never: /office will decide|delivered|returned/i, to: 'pickup' },
  },
  {
    name: 'one of two is picked up',
    order: { status: 'assigned', outcome: null, items: [{ ...item, isPickedUp: true }, item] },
    ...{ says: /Next: pick up 1 item,/, never: /pick up 2/, to: 'pickup' },
  },
  {
    name: 'all is picked up, unsigned',
    order: { status: 'assigned', outcome: null, items: [{ ...item, isPickedUp: true }] },
    ...{ says: /Next: get the pickup signature/, never: /Next: pick up/, to: 'pickup' },
  },
  {
    name: 'the pickup failed',
    order: { status: 'assigned', outcome: 'failed', items: [item] },
    ...{ says: /office will decide/, never: /Next:/, to: undefined },
  },
  {
    name: 'picked up',
    order: { status: 'picked_up', outcome: null, items: [{ ...item, isPickedUp: true }] },
    ...{ says: /Next: leave for the delivery address/, never: /pick up/, to: 'delivery' },
  },
  {
    name: 'on the way',
    order: { status: 'in_transit', outcome: null, items: [carried, given] },
    ...{ says: /Next: deliver 1 item,/, never: /deliver 2|pick up/, to: 'delivery' },
  },
  {
    name: 'the delivery failed',
    order: { status: 'in_transit', outcome: 'failed', items: [carried] },
    ...{ says: /office will decide/, never: /Next: (deliver|get|leave)/, to: undefined },
  },
  {
    name: 'delivered in part, undecided',
    order: { status: 'in_transit', outcome: 'partial', items: [carried, given] },
    ...{ says: /office will decide/, never: /Next: (deliver|get|leave)|is delivered/, to: undefined },
  },
  {
    name: 'going back',
    order: { status: 'in_transit', outcome: 'returning', items: [carried] },
    ...{ says: /back to the pickup address/, never: /Next: (deliver|get|leave)/, to: 'pickup' },
  },
  {
    name: 'delivered',
    order: { status: 'delivered', outcome: null, items: [given] },
    ...{ says: /Delivery Completed.*This order is delivered/, never: /Next:|in part|office will/i, to: undefined },
  },
  {
    name: 'delivered in part, and over',
    order: { status: 'delivered', outcome: 'partial', items: [given, carried] },
    ...{ says: /delivered in part/, never: /Completed|This order is delivered\.|office will|Next:/, to: undefined },
  },
  {
    name: 'returned',
    order: { status: 'cancelled', outcome: 'returned', items: [carried] },
    ...{ says: /This order was returned/, never: /Next:|cancelled\./, to: undefined },
  },
  {
    name: 'cancelled',
    order: { status: 'cancelled', outcome: null, items: [item] },
    ...{ says: /this order was cancelled/, never: /Next:|returned/, to: undefined },
  },
];
const orderOf = ({ items, ...more }: (typeof states)[number]['order']): Order =>
  wholeOrder({
    ...more,
    driverId: 5,
    onAccount: null,
    pickupWindow: WINDOW,
    deliveryWindow: WINDOW,
    deliveredAt: more.status === 'delivered' ? AT : null,
    items: items.map((flags, at) => orderItem({ ...flags, id: at + 1, updatedAt: AT })),
  });

it.each(states)('K50 what the driver reads is true of an order that is $name', ({ order, says, never, to }) => {
  const shown = orderOf(order);
  const { container } = renderPart(
    <OpenOrder
      shown={{
        order: shown,
        items: shown.items.map((each) => ({ ...each, key: each.id })),
        ...{ entries: [], readAt: AT, isCodeDead: false, isStop: false, changes: [] },
      }}
    />,
  );
  const words = [...container.querySelectorAll('[role=status], [role=alert], #completed-title')]
    .map((part) => part.textContent)
    .join(' ');
  expect(words).toMatch(says);
  expect(words).not.toMatch(never);
  const filled = [...container.querySelectorAll('a[data-variant=filled]')].map((link) =>
    link.getAttribute('aria-label'),
  );
  expect(filled).toEqual(to ? [`Navigate to the ${to} address`] : []);
  // A window is said while somebody may still keep it.
  const windows = container.textContent?.match(/9:00 AM – 12:00 PM/g) ?? [];
  const isAhead = to !== undefined && order.outcome === null;
  expect(windows.length > 0).toBe(isAhead);
  cleanup();
});

it.each(states)(
  'K50 the next stop is true of an order that is $name, for its driver and for the office',
  ({ order, to }) => {
    const shown = orderOf(order);
    const whole = {
      ...shown,
      pickupDay: null,
      deliveryDay: null,
      notes: null,
      driverNotes: null,
    } as unknown as DayOrder;
    const isOpen = order.status !== 'delivered' && order.status !== 'cancelled';
    const isPickedUp = order.status !== 'assigned';
    const stops = (['pickup', 'delivery'] as const).map((stop) => ({
      ...{ orderId: shown.id, stop, isPlaced: true },
      isDone: !isOpen || (stop === 'pickup' && isPickedUp),
    }));
    const totals = { stops: 2, stopsDone: 0, orders: 1, parcels: 1 };
    const driver = { id: 5, firstName: 'Robin', lastName: null, phone: null };
    const day = {
      day: '2026-03-01',
      driver,
      version: 1,
      totals,
      startedAt: null,
      plannedFrom: null,
      plannedTo: null,
      breaks: [],
      endedAt: null,
      canSharePosition: false,
    };
    const next = nextOf(doorsIn(showStops({ ...day, stops, orders: [whole] }, () => undefined)));
    const address = to && (to === 'pickup' ? shown.pickupAddress : shown.deliveryAddress);
    expect(next && addressOf(leadOf(next))).toBe(address);
    const ofOffice = nextStopOf(stops, new Map([[whole.id, whole]]));
    expect(ofOffice?.stop).toBe(order.outcome === 'returning' ? undefined : to);
  },
);
