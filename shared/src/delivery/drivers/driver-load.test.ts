import { expect, test } from 'vitest';
import { usualHours } from '../../company/business-hours.ts';
import type { DayOrder, PlannedStop } from '../planning/planning.ts';
import { findConflicts, loadOf } from './driver-load.ts';

// A Tuesday.
const DAY = '2031-05-06';
const at = (from: string, to: string) => ({ from: `${DAY}T${from}:00.000Z`, to: `${DAY}T${to}:00.000Z` });
const order = (id: number, deliveryAddress: string, window: [string, string] | null): DayOrder => ({
  ...{
    id,
    trackingNumber: `QF00000000000${id}`,
    status: 'assigned',
    driverId: 7,
    version: 1,
    parcels: 1,
    ...{ weightKg: null, needs: [], fixedStops: [] },
    items: [],
  },
  ...{ customerName: 'Ada', customerCompany: null, customerPhone: null, notes: null, driverNotes: null, outcome: null },
  ...{ pickupAddress: 'Depot', deliveryAddress, pickupContact: null, deliveryContact: null },
  ...{ pickupWindow: null, deliveryWindow: window && at(...window), pickupDay: DAY, deliveryDay: DAY },
});
const stop = (orderId: number, kind: 'pickup' | 'delivery', isDone = false): PlannedStop => ({
  ...{ orderId, stop: kind, isDone, isPlaced: true },
});
const mapOf = (orders: DayOrder[]) => new Map(orders.map((one) => [one.id, one]));
const deliveries = (orders: DayOrder[]) => orders.map(({ id }) => stop(id, 'delivery'));
const pace = { minutesPerStop: 10, hours: usualHours };

test('U177 a day takes the company’s minutes for each stop, stops at one door in a row once, against its hours', () => {
  const orders = [order(1, '1 Elm St,\nTown', null), order(2, '1 elm st, Town', null), order(3, '2 Oak St', null)];
  const stops = [stop(1, 'pickup'), stop(2, 'pickup'), stop(3, 'pickup'), ...deliveries(orders)];
  const shift = loadOf(DAY, [], mapOf([]), pace).shiftMinutes ?? 0;
  expect(shift).toBeGreaterThan(0);
  expect(loadOf(DAY, stops, mapOf(orders), pace)).toEqual({
    ...{ minutes: 30, leftMinutes: 30, shiftMinutes: shift, overMinutes: 0, conflicts: [] },
  });
  // What is done takes no time any more.
  const begun = stops.map((one, at) => ({ ...one, isDone: at < 3 }));
  expect(loadOf(DAY, begun, mapOf(orders), pace)).toMatchObject({ minutes: 30, leftMinutes: 20 });
  const slow = loadOf(DAY, stops, mapOf(orders), { ...pace, minutesPerStop: shift });
  expect(slow).toMatchObject({ minutes: 3 * shift, overMinutes: 2 * shift });
  // On a Saturday the company is closed: there is nothing to compare with.
  expect(loadOf('2031-05-10', stops, mapOf(orders), pace)).toMatchObject({ shiftMinutes: null, overMinutes: 0 });
});

test('U178 windows with more doors than one person reaches are a conflict, with how many and when', () => {
  const orders = [
    order(1, 'A', ['09:00', '09:20']),
    order(2, 'B', ['09:00', '09:20']),
    order(3, 'C', ['09:10', '09:20']),
    order(4, 'D', ['09:05', '09:15']),
    order(5, 'E', ['14:00', '15:00']),
  ];
  expect(findConflicts(deliveries(orders), mapOf(orders), 10)).toEqual([
    {
      from: `${DAY}T09:00:00.000Z`,
      to: `${DAY}T09:20:00.000Z`,
      stops: ['1 delivery', '2 delivery', '3 delivery', '4 delivery'],
      places: 4,
      possible: 3,
    },
  ]);
  // Three are possible, and so are four at three doors, or with one that is done.
  expect(findConflicts(deliveries(orders.slice(0, 3)), mapOf(orders), 10)).toEqual([]);
  const same = mapOf(orders.map((one) => (one.id === 4 ? { ...one, deliveryAddress: 'C' } : one)));
  expect(findConflicts(deliveries(orders), same, 10)).toEqual([]);
  expect(findConflicts([stop(1, 'delivery', true), ...deliveries(orders.slice(1))], mapOf(orders), 10)).toEqual([]);
});

test('U178 of times within each other the shortest is a conflict, and two apart are two', () => {
  const tight = ['09:00', '09:00'] as [string, string];
  const later = ['11:00', '11:05'] as [string, string];
  const orders = [
    order(1, 'A', tight),
    order(2, 'B', tight),
    order(3, 'C', ['09:00', '12:00']),
    order(4, 'D', later),
    order(5, 'E', later),
  ];
  const found = findConflicts(deliveries(orders), mapOf(orders), 10);
  expect(found.map(({ stops }) => stops)).toEqual([
    ['1 delivery', '2 delivery'],
    ['4 delivery', '5 delivery'],
  ]);
  expect(found.map(({ possible }) => possible)).toEqual([1, 1]);
});
