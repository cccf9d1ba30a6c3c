import { findStopFaults, type StopKind, stopKey } from '@quickfleet/shared/base/time/day-rules';
import type { DayBoard, DayOrder, PlannedStop } from '@quickfleet/shared/delivery/planning/planning';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import {
  type Card,
  type Change,
  type Column,
  columnOf,
  isOfDay,
  mayMove,
  type Outcome,
  ordersOf,
  place,
  stopsOf,
} from './board-state.ts';
import { movedToDay, rescheduleSteps, stepsOf, stopToMove } from './other-day.ts';

/** Where cards go: to a driver, before one of the stops or at the end, or back to unassigned. */
export interface Move {
  /** In the order of the board. */
  cards: readonly Card[];
  to: number | null;
  /** Key of the stop that comes after them; null is the end. */
  before: string | null;
}
/** The stops that move with cards: one within a driver's day, both to another driver. */
export const isCarried = (
  cards: readonly Card[],
  isSameDriver: (orderId: number) => boolean,
  stop: { orderId: number; stop: string },
): boolean =>
  cards.some(
    (card) =>
      stop.orderId === card.orderId &&
      (!isSameDriver(card.orderId) || card.stop === 'order' || card.stop === stop.stop),
  );

const statusWith = (status: DayOrder['status'], driverId: number | null): DayOrder['status'] => {
  if (driverId === null) return status === 'assigned' ? 'pending' : status;
  return status === 'pending' ? 'assigned' : status;
};

/** What comes of moved orders: on this day if their card was on none, or on another. */
function arrive(board: DayBoard, cards: readonly Card[], to: number | null) {
  const all = ordersOf(board);
  const moved = new Map<number, DayOrder>();
  const rescheduled: { id: number; stop: 'both' | StopKind }[] = [];
  for (const id of new Set(cards.map(({ orderId }) => orderId))) {
    const order = all.get(id);
    if (!order) continue;
    const own = cards.filter(({ orderId }) => orderId === id);
    const isWaiting = own.some((card) => !isOfDay(order, card, board.day));
    const stop = stopToMove(order, own, board.day);
    if (isWaiting) rescheduled.push({ id, stop });
    const onDay = isWaiting ? movedToDay(order, board.day, stop) : order;
    moved.set(id, { ...onDay, driverId: to, status: statusWith(order.status, to) });
  }
  return { all, moved, rescheduled };
}

/**
 * The board after a move, as it will look when the server agrees, and the call that asks it to. undefined when the cards
 * stay where they are.
 */
export function applyMove(board: DayBoard, { cards, to, before }: Move): Outcome {
  const { all, moved, rescheduled } = arrive(board, cards, to);
  const orderIds = [...moved.keys()];
  const holderOf = (id: number) => all.get(id)?.driverId ?? null;
  const first = rescheduleSteps(rescheduled, board.day);
  if (to === null) {
    const taken = orderIds.filter((id) => holderOf(id) !== null);
    const steps = [...first, ...stepsOf(taken, (ids) => ({ kind: 'unassign' as const, ids }))];
    if (steps.length === 0) return undefined;
    return { board: place(board, moved, null), call: { day: board.day, steps }, orderIds };
  }
  const target = columnOf(board, to);
  if (!target) return undefined;
  const isWaiting = new Set(rescheduled.map(({ id }) => id));
  const isHere = (id: number) => holderOf(id) === to && !isWaiting.has(id);
  const rest = target.stops.filter((stop) => !isCarried(cards, isHere, stop));
  const carried = carriedStops(board, cards, moved, { to, isHere, isWaiting });
  const at = before === null ? rest.length : rest.findIndex((stop) => stopKey(stop) === before);
  const stops = at < 0 ? [...rest, ...carried] : [...rest.slice(0, at), ...carried, ...rest.slice(at)];
  if (first.length === 0 && orderIds.every(isHere) && stops.every((stop, n) => stopKey(stop) === keyAt(target, n)))
    return undefined;
  const [fault] = findStopFaults(stops);
  if (fault) return { refusal: fault.message };
  return driveTo(board, target, stops, moved, first);
}
const keyAt = ({ stops }: Column, at: number): string => (stops[at] ? stopKey(stops[at]) : '');

/** The stops that come along, those of one driver in the order that they had there. */
function carriedStops(
  board: DayBoard,
  cards: readonly Card[],
  moved: ReadonlyMap<number, DayOrder>,
  { to, isHere, isWaiting }: { to: number; isHere: (id: number) => boolean; isWaiting: ReadonlySet<number> },
): PlannedStop[] {
  const all = ordersOf(board);
  const carried = new Map<string, PlannedStop>();
  const add = (stop: PlannedStop) => {
    if (!carried.has(stopKey(stop))) carried.set(stopKey(stop), stop);
  };
  for (const { orderId } of cards) {
    const holder = all.get(orderId)?.driverId ?? null;
    const order = moved.get(orderId);
    if (!order) continue;
    if (holder !== null && !isWaiting.has(orderId))
      for (const stop of columnOf(board, holder)?.stops ?? []) {
        const isOwn = moved.has(stop.orderId) && !isWaiting.has(stop.orderId);
        if (isOwn && (holder !== to || isCarried(cards, isHere, stop))) add(stop);
      }
    if (!isHere(orderId)) for (const stop of stopsOf(order, board.day)) add(stop);
  }
  return [...carried.values()];
}

/** The board on which a driver has these stops, and the steps to it. */
export function driveTo(
  board: DayBoard,
  target: Column,
  stops: readonly PlannedStop[],
  moved: ReadonlyMap<number, DayOrder>,
  first: readonly MoveStep[] = [],
): Change {
  const to = target.driver.id;
  const all = ordersOf(board);
  const reassign = [...moved.keys()].flatMap((orderId) => {
    const fromDriverId = all.get(orderId)?.driverId ?? null;
    return fromDriverId === null || fromDriverId === to ? [] : [{ orderId, fromDriverId }];
  });
  const drive: MoveStep = {
    kind: 'drive',
    driverId: to,
    stops: stops.map(({ orderId, stop }) => ({ orderId, stop })),
    ...(reassign.length > 0 ? { reassign } : {}),
  };
  const placed = stops.map((stop) => (stop.isPlaced ? stop : { ...stop, isPlaced: true }));
  return {
    board: place(board, moved, { ...target, stops: placed }),
    call: { day: board.day, steps: [...first, drive] },
    orderIds: [...moved.keys()],
  };
}

/** When a stop begins, as far as a time is known. */
const beginOf = (order: DayOrder | undefined, stop: StopKind): number | undefined => {
  const window = stop === 'pickup' ? order?.pickupWindow : order?.deliveryWindow;
  return window ? Date.parse(window.from) : undefined;
};
/** Both lists in one by the begin of their windows; each keeps its order, and a stop without a time follows the one before it. */
function mergeStops(
  own: readonly PlannedStop[],
  more: readonly PlannedStop[],
  orders: ReadonlyMap<number, DayOrder>,
): PlannedStop[] {
  const timed = (stops: readonly PlannedStop[]) => {
    let latest = Number.NEGATIVE_INFINITY;
    return stops.map((stop) => {
      latest = Math.max(latest, beginOf(orders.get(stop.orderId), stop.stop) ?? latest);
      return { stop, at: stop.isDone ? Number.NEGATIVE_INFINITY : latest };
    });
  };
  const [left, right] = [timed(own), timed(more)];
  const merged: PlannedStop[] = [];
  for (const { stop, at } of right) {
    while (left[0] && left[0].at <= at) merged.push(...left.splice(0, 1).map((one) => one.stop));
    merged.push(stop);
  }
  return [...merged, ...left.map(({ stop }) => stop)];
}

/** The orders of a driver that have an open stop on the day. */
export const openOrdersOf = (board: DayBoard, driverId: number): DayOrder[] => {
  const all = ordersOf(board);
  const ids = new Set(
    columnOf(board, driverId)?.stops.flatMap(({ orderId, isDone }) => {
      const order = all.get(orderId);
      return order && mayMove(order, isDone) ? orderId : [];
    }),
  );
  return [...ids].flatMap((id) => all.get(id) ?? []);
};

/** All open stops of a driver go to another one: in their order, between the other's stops by time. */
export function giveAll(board: DayBoard, from: number, to: number): Outcome {
  const [source, target] = [columnOf(board, from), columnOf(board, to)];
  const orders = openOrdersOf(board, from);
  if (!source || !target || from === to || orders.length === 0) return undefined;
  const moved = new Map(orders.map((order) => [order.id, { ...order, driverId: to }]));
  const carried = source.stops.filter(({ orderId }) => moved.has(orderId));
  return driveTo(board, target, mergeStops(target.stops, carried, ordersOf(board)), moved);
}
