import { expect, test } from 'vitest';
import { orderRow } from '../../../../../test/rows.ts';
import { orderView, patchOfQuery, queryOfView } from '../list/order-view.ts';
import { dayOf, urgencyOf } from './planned.tsx';

const now = new Date('2026-03-02T12:00:00Z');
const window = (from: string, to: string) => ({ from: `2026-03-02T${from}:00.000Z`, to: `2026-03-02T${to}:00.000Z` });

test('J34 an open order is overdue once its window is over, and due soon in the two hours before', () => {
  const until = (to: string) => urgencyOf(orderRow({ deliveryWindow: window('08:00', to) }), now);
  expect(until('10:00')).toEqual({ kind: 'overdue', text: 'Overdue by 2 h' });
  expect(until('12:40')).toEqual({ kind: 'soon', text: 'Due in 40 min' });
  expect(until('14:00')).toEqual({ kind: 'soon', text: 'Due in 2 h' });
  expect(until('14:01')).toBeUndefined();
  expect(urgencyOf(orderRow({ deliveryWindow: window('08:00', '10:00'), status: 'delivered' }), now)).toBeUndefined();
});

test('J34 a planned day without times is over when the day ends, and a late pickup is overdue until it is picked up', () => {
  const on = (day: string) => urgencyOf(orderRow({ deliveryDate: `${day}T12:00:00.000Z` }), now);
  expect(on('2026-03-02')).toBeUndefined();
  expect(on('2026-03-01')).toEqual({ kind: 'overdue', text: 'Overdue by 1 day' });
  const windows = { pickupWindow: window('08:00', '11:50'), deliveryWindow: window('15:00', '18:00') };
  expect(urgencyOf(orderRow({ ...windows, status: 'assigned' }), now)).toEqual({
    kind: 'overdue',
    text: 'Pickup overdue by 10 min',
  });
  expect(urgencyOf(orderRow({ ...windows, status: 'in_transit' }), now)).toBeUndefined();
});

test('J34 an order counts for the day of its delivery window, else its planned day, else its pickup window', () => {
  expect(dayOf(orderRow({ pickupWindow: window('08:00', '09:00') }))).toBe('2026-03-02');
  expect(dayOf(orderRow({ deliveryDate: '2026-03-05T12:00:00.000Z', pickupWindow: window('08:00', '09:00') }))).toBe(
    '2026-03-05',
  );
  expect(dayOf(orderRow())).toBeUndefined();
});

test('J35 a saved view keeps the filters and the sort, neither page nor dialog', () => {
  const view = orderView.parse({ driverId: '5', day: 'tomorrow', sort: 'planned', page: '3', order: '7' });
  expect(queryOfView(view)).toBe('driverId=5&day=tomorrow&sort=planned');
  expect(patchOfQuery('driverId=5&page=3&order=7')).toEqual({ sort: undefined, driverId: '5' });
});
