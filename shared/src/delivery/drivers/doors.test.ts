import { expect, test } from 'vitest';
import type { StopKind } from '../../base/time/day-rules.ts';
import { doorsOf, totalsOfLoose, totalsOfStops } from './doors.ts';

const order = (deliveryAddress: string, more: Record<string, unknown> = {}) => ({
  ...{ customerName: 'Ada', customerPhone: '+1 555 01', pickupAddress: 'Depot', deliveryAddress, parcels: 2 },
  ...{ pickupContact: null, deliveryContact: null, pickupWindow: null, deliveryWindow: null },
  ...more,
});
const sam = { deliveryContact: { name: 'Sam', phone: '+1 555 02' } };
const orders = new Map([
  [1, order('12 Kiln Lane,\nTown')],
  [2, order('12 kiln lane, Town')],
  [3, order('9 Oak St')],
  [4, order('12 Kiln Lane, Town', sam)],
  [5, order('12 Kiln Lane, Town', { customerPhone: '+1 (555) 01' })],
]);
const at = (orderId: number, stop: StopKind = 'delivery', isDone = false, isPlaced = true) => ({
  ...{ orderId, stop, isDone, isPlaced },
});
const shown = (stops: Parameters<typeof doorsOf>[0], joinsLoose = false) =>
  doorsOf(stops, orders, { joinsLoose }).map((door) =>
    door.map(({ orderId, stop }) => `${stop[0]}${orderId}`).join(' '),
  );

test('C537 stops of one kind at one door, with the same person, that follow one another are one', () => {
  expect(shown([at(1), at(2), at(3), at(5)])).toEqual(['d1 d2', 'd3', 'd5']);
  expect(shown([at(1), at(4), at(2)])).toEqual(['d1', 'd4', 'd2']);
  expect(shown([at(1, 'pickup'), at(2, 'pickup'), at(1), at(2)])).toEqual(['p1 p2', 'd1 d2']);
  // What is done between two of them does not part them; what is done at its own time stays apart.
  expect(shown([at(1), at(3, 'delivery', true), at(2)])).toEqual(['d1 d2', 'd3']);
  expect(shown([at(1, 'delivery', true), at(3), at(2)])).toEqual(['d1', 'd3', 'd2']);
  expect(shown([at(1, 'delivery', true), at(2)])).toEqual(['d1 d2']);
});

test('C537 stops that nobody has put in an order are one by door and window, never a delivery before a pickup', () => {
  const loose = (orderId: number, stop: StopKind, isDone = false) => at(orderId, stop, isDone, false);
  const day = [1, 3, 2].flatMap((id) => [loose(id, 'pickup'), loose(id, 'delivery')]);
  expect(shown(day, true)).toEqual(['p1 p3 p2', 'd3', 'd1 d2']);
  expect(shown(day)).toHaveLength(6);
  // One that is done comes first in the list, and stays with the rest of its door.
  expect(shown([loose(1, 'delivery', true), loose(3, 'delivery'), loose(2, 'delivery')], true)).toEqual([
    'd3',
    'd1 d2',
  ]);
  // Windows that nobody keeps in one visit are two stops, in an order or not.
  const hours = (from: string, to: string) => ({ from: `2031-05-06T${from}:00Z`, to: `2031-05-06T${to}:00Z` });
  const timed = (one: [string, string], other: [string, string]) =>
    new Map([
      [1, order('12 Kiln Lane, Town', { deliveryWindow: hours(...one) })],
      [2, order('12 Kiln Lane, Town', { deliveryWindow: hours(...other) })],
    ]);
  const doors = (map: Parameters<typeof doorsOf>[1], isPlaced: boolean) =>
    doorsOf([at(1, 'delivery', false, isPlaced), at(2, 'delivery', false, isPlaced)], map, { joinsLoose: true }).length;
  for (const isPlaced of [true, false]) {
    expect(doors(timed(['09:00', '10:00'], ['09:30', '11:00']), isPlaced)).toBe(1);
    expect(doors(timed(['09:00', '10:00'], ['13:00', '14:00']), isPlaced)).toBe(2);
  }
});

test('C538 totals count a door once, and as done when nothing of it is open', () => {
  const stops = [at(1, 'delivery', true), at(2), at(3, 'delivery', true)];
  expect(totalsOfStops(stops, orders)).toEqual({ stops: 2, stopsDone: 1, orders: 3, parcels: 6 });
  expect(totalsOfLoose([at(1), at(3), at(2)], orders)).toEqual({ stops: 2, stopsDone: 0, orders: 3, parcels: 6 });
});
