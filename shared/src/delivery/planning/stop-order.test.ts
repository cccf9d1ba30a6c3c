import { expect, test } from 'vitest';
import type { Place } from '../../base/distance.ts';
import { stopKey } from '../../base/time/day-rules.ts';
import { MINUTE_MS } from '../../base/time/zoned-time.ts';
import { type OrderableStop, orderStops } from './stop-order.ts';

const START = Date.parse('2031-05-06T08:00:00Z');
const start = { startsAt: START, from: null, minutesPerStop: 10 };
const after = (minutes: number): number => START + minutes * MINUTE_MS;

/** Numbers that look like chance and are the same in each run. */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
const somewhere = (roll: (below: number) => number): Place => ({
  lat: 52 + roll(200) / 1000,
  lng: 13 + roll(200) / 1000,
});

function makeDay(seed: number, orders: number): OrderableStop[] {
  const roll = dice(seed);
  const windowOf = (): OrderableStop['window'] => {
    if (roll(3) > 0) return null;
    const from = after(roll(400));
    return { from, to: from + (20 + roll(120)) * MINUTE_MS };
  };
  const stops = Array.from({ length: orders }, (_, at): OrderableStop[] => {
    const isPickedUp = roll(4) === 0;
    const make = (stop: 'pickup' | 'delivery'): OrderableStop => ({
      ...{ orderId: at + 1, stop, door: `${stop} ${roll(orders)}`, window: windowOf() },
      ...{
        place: roll(5) > 0 ? somewhere(roll) : null,
        isDone: isPickedUp && stop === 'pickup',
        isKept: roll(9) === 0,
      },
    });
    return [make('pickup'), make('delivery')];
  }).flat();
  // In any order, with each pickup before its delivery.
  const waiting = [...stops];
  const day: OrderableStop[] = [];
  while (waiting.length > 0) {
    const next = waiting[roll(waiting.length)];
    const pickup = waiting.find(({ orderId, stop }) => orderId === next?.orderId && stop === 'pickup');
    const chosen = pickup ?? next;
    if (!chosen) break;
    day.push({ ...chosen, isKept: chosen.isKept || chosen.isDone });
    waiting.splice(waiting.indexOf(chosen), 1);
  }
  return day;
}

test('C159 a suggested order has every stop once, keeps what is kept, and makes nothing worse', () => {
  let better = 0;
  for (let seed = 1; seed <= 120; seed++) {
    const day = makeDay(seed, 1 + (seed % 14));
    const { before, after: found } = orderStops(day, start);
    expect(before.visits.map(({ stop }) => stop)).toEqual(day);
    expect(found.visits.map(({ stop }) => stopKey(stop)).toSorted()).toEqual(day.map(stopKey).toSorted());
    for (const [at, { stop }] of found.visits.entries()) {
      if (day[at]?.isKept) expect(stop).toBe(day[at]);
      if (stop.stop === 'pickup') continue;
      const pickup = found.visits.findIndex((one) => one.stop.orderId === stop.orderId && one.stop.stop === 'pickup');
      expect(pickup).toBeLessThan(at);
    }
    expect(before.missed).toEqual(expect.arrayContaining(found.missed));
    expect(found.lateMinutes).toBeLessThanOrEqual(before.lateMinutes + 1e-6);
    expect(found.endsAt).toBeLessThanOrEqual(before.endsAt + 1);
    if (found.missed.length < before.missed.length || found.minutes < before.minutes - 1) better++;
    expect(orderStops(day, start)).toEqual({ before, after: found });
  }
  expect(better).toBeGreaterThan(80);
});

const stopAt = (orderId: number, east: number, more: Partial<OrderableStop> = {}): OrderableStop => ({
  ...{ orderId, stop: 'delivery', door: String(orderId), place: { lat: 52, lng: 13 + east / 100 } },
  ...{ window: null, isDone: false, isKept: false, ...more },
});
const idsOf = ({ visits }: { visits: { stop: OrderableStop }[] }) => visits.map(({ stop }) => stop.orderId);

test('C159 windows come first, then neighbourhoods, with the figures of both orders', () => {
  const far = stopAt(9, 40, { window: { from: after(0), to: after(25) } });
  const zigzag = [stopAt(1, 0), stopAt(2, 41), stopAt(3, 1), stopAt(4, 42), stopAt(5, 2), far];
  const { before, after: found } = orderStops(zigzag, start);
  expect(before.missed).toEqual(['9 delivery']);
  expect(found.missed).toEqual([]);
  expect(idsOf(found).slice(0, 3).toSorted()).toEqual([2, 4, 9]);
  expect(idsOf(found).slice(3).toSorted()).toEqual([1, 3, 5]);
  expect(found.kilometres).toBeLessThan(before.kilometres / 3);
  expect(found.minutes).toBeLessThan(before.minutes);
});

test('C159 nobody is visited before the window begins, and stops at one door in a row take no time', () => {
  const window = { from: after(60), to: after(90) };
  const [one, two] = [stopAt(1, 0, { door: 'a', window }), stopAt(2, 0, { door: 'a', window })];
  const { before } = orderStops([one, two], start);
  expect(before.visits.map(({ at }) => at)).toEqual([after(60), after(60)]);
  expect(before).toMatchObject({ minutes: 10, kilometres: 0, lateMinutes: 0, endsAt: after(60) });
});

test('C159 nothing is known of the ways: windows alone change the order', () => {
  const unknown = (orderId: number, to: number | null) =>
    stopAt(orderId, 0, { place: null, window: to === null ? null : { from: after(0), to: after(to) } });
  const { before, after: found } = orderStops([unknown(1, null), unknown(2, 300), unknown(3, 10)], start);
  expect(before.missed).toEqual(['3 delivery']);
  expect(found.missed).toEqual([]);
  expect(idsOf(found)[0]).toBe(3);
  const calm = [unknown(1, null), unknown(2, 300), unknown(3, 310)];
  expect(idsOf(orderStops(calm, start).after)).toEqual([1, 2, 3]);
});

test('C159 a day without an open stop has nothing to order', () => {
  expect(orderStops([], start).after).toMatchObject({ visits: [], minutes: 0, missed: [] });
});

test('C159 a day of 60 stops is ordered in milliseconds', () => {
  const day = makeDay(7, 30);
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    orderStops(day, start);
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(250);
});
