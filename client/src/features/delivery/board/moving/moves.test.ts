import type { DayBoard, DayOrder } from '@quickfleet/shared/delivery/planning';
import { expect, test } from 'vitest';
import { applyMove, placeInWords, spotOf } from './moves.ts';

const order = (id: number, driverId: number | null): DayOrder => ({
  id,
  trackingNumber: `QF00000000000${id}`,
  status: driverId === null ? 'pending' : 'assigned',
  driverId,
  customerName: 'Ada',
  customerCompany: null,
  customerPhone: null,
  pickupAddress: 'Pier 1',
  deliveryAddress: 'Dock 2',
  pickupContact: null,
  deliveryContact: null,
  pickupWindow: null,
  deliveryWindow: null,
  notes: null,
  driverNotes: null,
  parcels: 2,
  items: [],
  version: 1,
});
const stop = (orderId: number, kind: 'pickup' | 'delivery') => ({ orderId, stop: kind, isDone: false, isPlaced: true });
const totals = { stops: 2, stopsDone: 0, orders: 1, parcels: 2 };
const driver = (id: number, firstName: string) => ({ id, firstName, lastName: null, phone: null });
/** Order 1 is Bo's, order 2 is nobody's, Cy has none. */
const board: DayBoard = {
  day: '2031-05-06',
  drivers: [
    {
      driver: driver(7, 'Bo'),
      version: 4,
      startedAt: null,
      endedAt: null,
      totals,
      stops: [stop(1, 'pickup'), stop(1, 'delivery')],
    },
    {
      driver: driver(8, 'Cy'),
      version: 1,
      startedAt: null,
      endedAt: null,
      totals: { ...totals, stops: 0, orders: 0, parcels: 0 },
      stops: [],
    },
  ],
  unassigned: { totals, orderIds: [2] },
  orders: [order(1, 7), order(2, null)],
};
const moved = (...all: Parameters<typeof applyMove>) => {
  const outcome = applyMove(...all);
  if (!outcome || 'refusal' in outcome) throw new Error('this move is possible');
  return outcome;
};

test('I06 both stops of an order go to its driver, and the totals follow', () => {
  const { board: after, call } = moved(board, { card: { orderId: 2, stop: 'order' }, to: 7, before: '1 delivery' });
  expect(call).toEqual({
    kind: 'set',
    input: {
      id: 7,
      day: '2031-05-06',
      stops: [
        { orderId: 1, stop: 'pickup' },
        { orderId: 2, stop: 'pickup' },
        { orderId: 2, stop: 'delivery' },
        { orderId: 1, stop: 'delivery' },
      ],
    },
  });
  expect(after.unassigned).toEqual({ orderIds: [], totals: { stops: 0, stopsDone: 0, orders: 0, parcels: 0 } });
  expect(after.drivers[0]?.totals).toEqual({ stops: 4, stopsDone: 0, orders: 2, parcels: 4 });
  expect(placeInWords(after, { orderId: 2, stop: 'order' })).toBe('stop 2 of 4 of Bo');
});

test('I06 from one driver to another it says from whom, and back to nobody it is taken away', () => {
  const card = { orderId: 1, stop: 'delivery' } as const;
  const { call } = moved(board, { card, to: 8, before: null });
  expect(call).toMatchObject({ input: { id: 8, reassign: [{ orderId: 1, fromDriverId: 7 }] } });
  const back = moved(board, { card, to: null, before: null });
  expect(back.call).toEqual({ kind: 'unassign', orderId: 1 });
  expect(back.board.unassigned.orderIds).toEqual([1, 2]);
  expect(placeInWords(back.board, card)).toBe('unassigned');
});

test('I06 a delivery before its pickup is refused with a sentence, and a card that stays asks for nothing', () => {
  expect(applyMove(board, { card: { orderId: 1, stop: 'delivery' }, to: 7, before: '1 pickup' })).toEqual({
    refusal: 'An order is picked up before it is delivered',
  });
  expect(applyMove(board, { card: { orderId: 1, stop: 'delivery' }, to: 7, before: null })).toBeUndefined();
  expect(applyMove(board, { card: { orderId: 2, stop: 'order' }, to: null, before: null })).toBeUndefined();
});

test('U106 a card has another spot when someone else moved it, and the same when others went before it', () => {
  const card = { orderId: 2, stop: 'order' } as const;
  const given = moved(board, { card, to: 7, before: null }).board;
  expect(spotOf(board, card)).not.toBe(spotOf(given, card));
  const among = moved(given, { card: { orderId: 2, stop: 'order' }, to: 7, before: '1 delivery' }).board;
  expect(spotOf(among, card)).not.toBe(spotOf(given, card));
  const without = { ...given, drivers: given.drivers.map((column) => ({ ...column, stops: column.stops.slice(1) })) };
  expect(spotOf(without, card)).toBe(spotOf(given, card));
});
