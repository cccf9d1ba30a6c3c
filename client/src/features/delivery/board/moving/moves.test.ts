import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { DayBoard, DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { DAYS_BACK_MAX } from '@quickfleet/shared/limits';
import { expect, test } from 'vitest';
import { todayInZone } from '../../../../lib/words/format.ts';
import { type Card, type Outcome, placeInWords, spotOf } from './board-state.ts';
import { applyMove, giveAll } from './moves.ts';
import { applyDay } from './other-day.ts';
import { applyOrder } from './reorder.ts';
import { undoOf } from './undo.ts';

const order = (id: number, driverId: number | null, more: Partial<DayOrder> = {}): DayOrder => ({
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
  pickupDay: '2031-05-06',
  deliveryDay: '2031-05-06',
  notes: null,
  driverNotes: null,
  weightKg: null,
  needs: [],
  fixedStops: [],
  outcome: null,
  parcels: 2,
  items: [],
  version: 1,
  ...more,
});
const stop = (orderId: number, kind: 'pickup' | 'delivery') => ({ orderId, stop: kind, isDone: false, isPlaced: true });
const none = { stops: 0, stopsDone: 0, orders: 0, parcels: 0 };
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
      plannedFrom: null,
      plannedTo: null,
      breaks: [],
      endedAt: null,
      totals,
      stops: [stop(1, 'pickup'), stop(1, 'delivery')],
    },
    {
      driver: driver(8, 'Cy'),
      version: 1,
      startedAt: null,
      plannedFrom: null,
      plannedTo: null,
      breaks: [],
      endedAt: null,
      totals: { ...totals, stops: 0, orders: 0, parcels: 0 },
      stops: [],
    },
  ],
  unassigned: { totals, orderIds: [2] },
  unplanned: { totals: none, orderIds: [], hasMore: false },
  carriedOver: { totals: none, stops: [], hasMore: false },
  notices: { mails: 0, sendAt: null },
  pace: { minutesPerStop: 10, stops: 0 },
  orders: [order(1, 7), order(2, null)],
};
const made = (outcome: Outcome) => {
  if (!outcome || 'refusal' in outcome) throw new Error('this move is possible');
  return outcome;
};
const moved = (...all: Parameters<typeof applyMove>) => made(applyMove(...all));
/** The one step of a call. */
const onlyStep = ({ call }: ReturnType<typeof moved>) => {
  expect(call.steps).toHaveLength(1);
  return call.steps[0];
};

test('U172 a move is taken back by one call: to nobody, to the driver before, or into the order before', () => {
  const given = moved(board, { cards: [{ orderId: 2, stop: 'order' }], to: 7, before: null });
  expect(undoOf(board, given)).toEqual({ day: board.day, steps: [{ kind: 'unassign', ids: [2] }] });
  const stops = [
    { orderId: 1, stop: 'pickup' },
    { orderId: 1, stop: 'delivery' },
  ];
  const taken = moved(board, { cards: [{ orderId: 1, stop: 'pickup' }], to: 8, before: null });
  expect(undoOf(board, taken)).toEqual({
    day: board.day,
    steps: [{ kind: 'drive', driverId: 7, stops, reassign: [{ orderId: 1, fromDriverId: 8 }] }],
  });
  const freed = moved(board, { cards: [{ orderId: 1, stop: 'pickup' }], to: null, before: null });
  expect(undoOf(board, freed)).toEqual({ day: board.day, steps: [{ kind: 'drive', driverId: 7, stops }] });
});

test('I06 both stops of an order go to its driver, and the totals follow', () => {
  const outcome = moved(board, { cards: [{ orderId: 2, stop: 'order' }], to: 7, before: '1 delivery' });
  const after = outcome.board;
  expect(outcome.call.day).toBe('2031-05-06');
  expect(onlyStep(outcome)).toEqual({
    kind: 'drive',
    driverId: 7,
    stops: [
      { orderId: 1, stop: 'pickup' },
      { orderId: 2, stop: 'pickup' },
      { orderId: 2, stop: 'delivery' },
      { orderId: 1, stop: 'delivery' },
    ],
  });
  expect(after.unassigned).toEqual({ orderIds: [], totals: { stops: 0, stopsDone: 0, orders: 0, parcels: 0 } });
  // Two pickups at one door and two deliveries at another.
  expect(after.drivers[0]?.totals).toEqual({ stops: 2, stopsDone: 0, orders: 2, parcels: 4 });
  expect(placeInWords(after, { orderId: 2, stop: 'order' })).toBe('stop 2 of 4 of Bo');
});

test('I06 from one driver to another it says from whom, and back to nobody it is taken away', () => {
  const card = { orderId: 1, stop: 'delivery' } as const;
  const given = moved(board, { cards: [card], to: 8, before: null });
  expect(onlyStep(given)).toMatchObject({ driverId: 8, reassign: [{ orderId: 1, fromDriverId: 7 }] });
  const back = moved(board, { cards: [card], to: null, before: null });
  expect(onlyStep(back)).toEqual({ kind: 'unassign', ids: [1] });
  expect(back.board.unassigned.orderIds).toEqual([1, 2]);
  expect(placeInWords(back.board, card)).toBe('unassigned');
});

test('I06 a delivery before its pickup is refused with a sentence, and a card that stays asks for nothing', () => {
  expect(applyMove(board, { cards: [{ orderId: 1, stop: 'delivery' }], to: 7, before: '1 pickup' })).toEqual({
    refusal: 'An order is picked up before it is delivered',
  });
  expect(applyMove(board, { cards: [{ orderId: 1, stop: 'delivery' }], to: 7, before: null })).toBeUndefined();
  expect(applyMove(board, { cards: [{ orderId: 2, stop: 'order' }], to: null, before: null })).toBeUndefined();
});

test('U106 a card has another spot when someone else moved it, and the same when others went before it', () => {
  const card = { orderId: 2, stop: 'order' } as const;
  const given = moved(board, { cards: [card], to: 7, before: null }).board;
  expect(spotOf(board, card)).not.toBe(spotOf(given, card));
  const among = moved(given, { cards: [{ orderId: 2, stop: 'order' }], to: 7, before: '1 delivery' }).board;
  expect(spotOf(among, card)).not.toBe(spotOf(given, card));
  const without = { ...given, drivers: given.drivers.map((column) => ({ ...column, stops: column.stops.slice(1) })) };
  expect(spotOf(without, card)).toBe(spotOf(given, card));
});

const DAY = board.day;
const at = (day: string, from: number) => ({
  from: `${day}T${String(from).padStart(2, '0')}:00:00.000Z`,
  to: `${day}T${String(from + 1).padStart(2, '0')}:00:00.000Z`,
});
const both = (orderId: number) => [stop(orderId, 'pickup'), stop(orderId, 'delivery')];
/** Bo has 1 and 3, Cy has 4, order 2 is nobody's, 5 has no day, 6 of Cy was left over. */
const full: DayBoard = {
  ...board,
  drivers: board.drivers.map((column) => ({
    ...column,
    stops: column.driver.id === 7 ? [stop(1, 'pickup'), ...both(3), stop(1, 'delivery')] : both(4),
  })),
  unplanned: { totals, orderIds: [5], hasMore: false },
  carriedOver: {
    totals,
    stops: (['pickup', 'delivery'] as const).map((of) => ({ orderId: 6, stop: of, day: '2031-05-04' })),
    hasMore: false,
  },
  orders: [
    order(1, 7, { pickupWindow: at(DAY, 9), deliveryWindow: at(DAY, 14) }),
    order(2, null),
    order(3, 7, { pickupWindow: at(DAY, 11), deliveryWindow: at(DAY, 12) }),
    order(4, 8, { pickupWindow: at(DAY, 10), deliveryWindow: at(DAY, 13) }),
    order(5, null, { pickupDay: null, deliveryDay: null }),
    order(6, 8, { pickupDay: '2031-05-04', deliveryDay: '2031-05-04' }),
  ],
};
const words = (stops: readonly { orderId: number; stop: string }[]) =>
  stops.map(({ orderId, stop: of }) => `${of.charAt(0)}${orderId}`).join(' ');
const columnWords = (shown: DayBoard, id: number) =>
  words(shown.drivers.find(({ driver: { id: of } }) => of === id)?.stops ?? []);
const card = (orderId: number, of: Card['stop']): Card => ({ orderId, stop: of });

test('U174 several cards go to a driver in one call: in the order that they had, from drivers, from nobody, from no day and from an earlier one', () => {
  const cards = [card(6, 'pickup'), card(5, 'order'), card(2, 'order'), card(1, 'pickup'), card(3, 'delivery')];
  const outcome = moved(full, { cards, to: 8, before: '4 delivery' });
  expect(outcome.call.steps).toEqual([
    { kind: 'reschedule', ids: [6, 5], day: DAY, stop: 'both' },
    {
      kind: 'drive',
      driverId: 8,
      stops: expect.anything(),
      reassign: [
        { orderId: 1, fromDriverId: 7 },
        { orderId: 3, fromDriverId: 7 },
      ],
    },
  ]);
  expect(columnWords(outcome.board, 8)).toBe('p4 p6 d6 p5 d5 p2 d2 p1 p3 d3 d1 d4');
  expect(columnWords(outcome.board, 7)).toBe('');
  expect(outcome.board.unassigned.orderIds).toEqual([]);
  expect(outcome.board.unplanned.orderIds).toEqual([]);
  expect(outcome.board.carriedOver.stops).toEqual([]);
  // Within a driver's day each selected stop moves alone.
  const inDay = moved(full, { cards: [card(1, 'pickup'), card(1, 'delivery')], to: 7, before: null });
  expect(inDay.orderIds).toEqual([1]);
  expect(columnWords(inDay.board, 7)).toBe('p3 d3 p1 d1');
});

test('U174 what was moved together is taken back by one call: drivers, places, days and times', () => {
  const cards = [card(6, 'pickup'), card(5, 'order'), card(2, 'order'), card(1, 'delivery')];
  const undo = undoOf(full, moved(full, { cards, to: 7, before: null }));
  expect(undo?.steps).toEqual([
    {
      kind: 'drive',
      driverId: 7,
      stops: [stop(1, 'pickup'), ...both(3), stop(1, 'delivery')].map(({ orderId, stop: of }) => ({
        orderId,
        stop: of,
      })),
    },
    {
      kind: 'drive',
      driverId: 8,
      stops: [...both(4), ...both(6)].map(({ orderId, stop: of }) => ({ orderId, stop: of })),
      reassign: [{ orderId: 6, fromDriverId: 7 }],
    },
    { kind: 'unassign', ids: [5, 2] },
    { kind: 'plan', id: 6, pickupWindow: null, deliveryWindow: null, isUndo: true, deliveryDate: '2031-05-04' },
    { kind: 'plan', id: 5, pickupWindow: null, deliveryWindow: null, isUndo: true, deliveryDate: null },
  ]);
});

test('U174 cards go to another day in one call, and back to their times', () => {
  const outcome = made(applyDay(full, [card(1, 'pickup'), card(2, 'order')], '2031-05-08'));
  expect(onlyStep(outcome)).toEqual({ kind: 'reschedule', ids: [1, 2], day: '2031-05-08', stop: 'both' });
  expect(columnWords(outcome.board, 7)).toBe('p3 d3');
  expect(outcome.board.orders[0]).toMatchObject({
    pickupWindow: at('2031-05-08', 9),
    deliveryWindow: at('2031-05-08', 14),
    pickupDay: '2031-05-08',
  });
  expect(undoOf(full, outcome)?.steps).toEqual([
    { kind: 'plan', id: 1, pickupWindow: at(DAY, 9), deliveryWindow: at(DAY, 14), isUndo: true },
    { kind: 'plan', id: 2, pickupWindow: null, deliveryWindow: null, isUndo: true, deliveryDate: DAY },
  ]);
  expect(applyDay(full, [card(1, 'pickup')], DAY)).toBeUndefined();
});

test('U180 a move from a window that is over is taken back too, up to a month later', () => {
  const undoFrom = (day: string) => {
    const windows = { pickupWindow: at(day, 9), deliveryWindow: at(day, 14) };
    const old = order(1, 7, { ...windows, pickupDay: day, deliveryDay: day });
    const past = { ...full, orders: full.orders.map((one) => (one.id === 1 ? old : one)) };
    return undoOf(past, made(applyDay(past, [card(1, 'pickup')], '2031-05-08')))?.steps;
  };
  const daysAgo = (days: number) => addDays(todayInZone(), -days);
  expect(undoFrom(daysAgo(1))).toEqual([
    { kind: 'plan', id: 1, pickupWindow: at(daysAgo(1), 9), deliveryWindow: at(daysAgo(1), 14), isUndo: true },
  ]);
  expect(undoFrom(daysAgo(DAYS_BACK_MAX))).toHaveLength(1);
  expect(undoFrom(daysAgo(DAYS_BACK_MAX + 1))).toBeUndefined();
});

test('U174 of an order of two days the selected stop moves alone where the other can stay', () => {
  const long = order(7, 7, { pickupWindow: at('2031-05-05', 16), deliveryWindow: at(DAY, 9), pickupDay: '2031-05-05' });
  const two = { ...full, orders: [...full.orders, long] };
  const stepOf = (cards: Card[], day: string) => onlyStep(made(applyDay(two, cards, day)));
  expect(stepOf([card(7, 'delivery')], '2031-05-07')).toMatchObject({ stop: 'delivery' });
  expect(stepOf([card(7, 'pickup')], DAY)).toMatchObject({ stop: 'pickup' });
  // After its delivery it cannot be picked up.
  expect(stepOf([card(7, 'pickup')], '2031-05-07')).toMatchObject({ stop: 'both' });
});

test('U175 all open stops of a driver go to another one in their order, between the other’s by time, and back in one call', () => {
  const picked = order(3, 7, { status: 'in_transit', deliveryWindow: at(DAY, 12) });
  const some: DayBoard = {
    ...full,
    orders: full.orders.map((one) => (one.id === 3 ? picked : one)),
    drivers: full.drivers.map((column) => ({
      ...column,
      stops: column.stops.map((one) => ({ ...one, isDone: one.orderId === 3 && one.stop === 'pickup' })),
    })),
  };
  const outcome = made(giveAll(some, 7, 8));
  expect(columnWords(outcome.board, 8)).toBe('p1 p3 p4 d3 d4 d1');
  expect(columnWords(outcome.board, 7)).toBe('');
  expect(onlyStep(outcome)).toMatchObject({ driverId: 8, reassign: [{ orderId: 1 }, { orderId: 3 }] });
  expect(undoOf(some, outcome)?.steps).toMatchObject([
    {
      kind: 'drive',
      driverId: 7,
      reassign: [
        { orderId: 1, fromDriverId: 8 },
        { orderId: 3, fromDriverId: 8 },
      ],
    },
  ]);
  expect(giveAll(some, 7, 7)).toBeUndefined();
});

test('U179 a suggested order is one step of the one call, and Undo has the former one; other stops than now are refused', () => {
  const two = moved(board, { cards: [{ orderId: 2, stop: 'order' }], to: 7, before: null }).board;
  const former = [
    { orderId: 1, stop: 'pickup' },
    { orderId: 1, stop: 'delivery' },
    { orderId: 2, stop: 'pickup' },
    { orderId: 2, stop: 'delivery' },
  ] as const;
  const stops = [former[0], former[2], former[3], former[1]];
  const outcome = made(applyOrder(two, 7, stops));
  expect(onlyStep(outcome)).toEqual({ kind: 'drive', driverId: 7, stops });
  expect(outcome.board.drivers[0]?.stops.map(({ orderId, stop: kind }) => ({ orderId, stop: kind }))).toEqual(stops);
  expect(undoOf(two, outcome)).toEqual({ day: board.day, steps: [{ kind: 'drive', driverId: 7, stops: former }] });
  expect(applyOrder(two, 7, former)).toBeUndefined();
  expect(applyOrder(two, 7, stops.slice(1))).toMatchObject({ refusal: expect.stringContaining('have changed') });
  expect(applyOrder(board, 7, stops)).toMatchObject({ refusal: expect.stringContaining('have changed') });
});
