import { type DayStop, stopKey } from '../../base/time/day-rules.ts';
import { type BusinessHours, spansOf } from '../../company/business-hours.ts';
import type { DayOrder, PlannedStop } from '../planning/planning.ts';
import { addressOf } from './doors.ts';

/** Minutes from one stop to the next, with the way, as long as too few were made to know. */
export const STOP_MINUTES_DEFAULT = 10;
/** So many stops must have been made before their time says something. */
export const PACE_STOPS_MIN = 20;

/** Stops of which more are promised for a time than one person can make. */
export interface Conflict {
  from: string;
  to: string;
  /** Keys of the stops. */
  stops: string[];
  /** Different addresses among them. */
  places: number;
  /** How many of these one person can make. */
  possible: number;
}
export interface Load {
  /** What all stops of the day take; stops at one door in a row count once. */
  minutes: number;
  /** What those that are still open take. */
  leftMinutes: number;
  /** What the company's hours of the day allow; null on a day without any. */
  shiftMinutes: number | null;
  /** By how much it is too much; 0 when it is not. */
  overMinutes: number;
  conflicts: Conflict[];
}

/**
 * What a driver's day asks for, from the promised windows and the company's own pace. It knows no streets, so it warns
 * and never refuses.
 */
export function loadOf(
  day: string,
  stops: readonly PlannedStop[],
  orders: ReadonlyMap<number, DayOrder>,
  { minutesPerStop, hours }: { minutesPerStop: number; hours: BusinessHours },
): Load {
  const minutesOf = (some: readonly PlannedStop[]): number => {
    const doors = some.flatMap(({ orderId, stop }) => {
      const order = orders.get(orderId);
      return order ? [addressOf(order, stop)] : [];
    });
    return doors.filter((door, at) => door !== doors[at - 1]).length * minutesPerStop;
  };
  const minutes = minutesOf(stops);
  const shift = spansOf(day, hours).reduce((sum, { from, to }) => sum + to - from, 0);
  const shiftMinutes = shift > 0 ? shift : null;
  return {
    minutes,
    leftMinutes: minutesOf(stops.filter(({ isDone }) => !isDone)),
    shiftMinutes,
    overMinutes: shiftMinutes === null ? 0 : Math.max(0, minutes - shiftMinutes),
    conflicts: findConflicts(stops, orders, minutesPerStop),
  };
}

interface Promised extends DayStop {
  door: string;
  from: number;
  to: number;
}

/**
 * The times with more doors than one person reaches: between the begin of a window and the end of another, all windows
 * within must be kept, and a stop at each end needs no time before or after. Of times within each other the shortest
 * is reported.
 */
export function findConflicts(
  stops: readonly PlannedStop[],
  orders: ReadonlyMap<number, DayOrder>,
  minutesPerStop: number,
): Conflict[] {
  const promised = stops.flatMap(({ orderId, stop, isDone }): Promised[] => {
    const order = orders.get(orderId);
    const window = stop === 'pickup' ? order?.pickupWindow : order?.deliveryWindow;
    if (!order || !window || isDone) return [];
    return [{ orderId, stop, door: addressOf(order, stop), from: Date.parse(window.from), to: Date.parse(window.to) }];
  });
  const found: Conflict[] = [];
  const isFound = (inner: readonly string[]) =>
    found.some(({ stops: keys }) => keys.every((key) => inner.includes(key)));
  const spans = [...new Set(promised.map(({ from }) => from))]
    .flatMap((from) => [...new Set(promised.map(({ to }) => to))].map((to) => ({ from, to })))
    .filter(({ from, to }) => from <= to)
    .toSorted((one, other) => one.to - one.from - (other.to - other.from) || one.from - other.from);
  for (const { from, to } of spans) {
    const within = promised.filter((stop) => stop.from >= from && stop.to <= to);
    const places = new Set(within.map(({ door }) => door)).size;
    const possible = Math.floor((to - from) / (minutesPerStop * 60_000)) + 1;
    const keys = within.map(stopKey);
    if (places > possible && !isFound(keys))
      found.push({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), stops: keys, places, possible });
  }
  return found.toSorted((one, other) => one.from.localeCompare(other.from));
}
