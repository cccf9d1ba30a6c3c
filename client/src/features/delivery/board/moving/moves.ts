import { findStopFaults, stopKey, totalsOfStops } from '@quickfleet/shared/base/day-rules';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { DayBoard, DayOrder, PlannedStop, SetDriverDay } from '@quickfleet/shared/delivery/planning';

export type Column = DayBoard['drivers'][number];
/** A stop, or with `order` both stops of an order. */
export interface Card {
  orderId: number;
  stop: 'pickup' | 'delivery' | 'order';
}
export const cardKey = ({ orderId, stop }: Card): string => `${orderId} ${stop}`;

/** Where a card goes: to a driver, before one of the stops or at the end, or back to unassigned. */
export interface Move {
  card: Card;
  to: number | null;
  /** Key of the stop that comes after it; null is the end. */
  before: string | null;
}
export type Call =
  | { kind: 'set'; input: Omit<SetDriverDay, 'version'> & { id: number } }
  | { kind: 'unassign'; orderId: number };
export type Outcome = { board: DayBoard; call: Call } | { refusal: string } | undefined;

export const ordersOf = (board: DayBoard): Map<number, DayOrder> =>
  new Map(board.orders.map((order) => [order.id, order]));
export const columnOf = (board: DayBoard, driverId: number | null): Column | undefined =>
  board.drivers.find(({ driver }) => driver.id === driverId);
export const mayMove = (order: DayOrder, isDone: boolean): boolean => !isDone && isOpenOrder(order.status);

const isPickedUp = ({ status }: DayOrder): boolean => !isBeforePickup(status);
const stopsOf = (order: DayOrder): PlannedStop[] => [
  { orderId: order.id, stop: 'pickup', isDone: isPickedUp(order), isPlaced: true },
  { orderId: order.id, stop: 'delivery', isDone: false, isPlaced: true },
];

/** The stops that move with the card: one within a driver's day, both to another driver. */
export const isCarried = (card: Card, isSameDriver: boolean, stop: { orderId: number; stop: string }): boolean =>
  stop.orderId === card.orderId && (!isSameDriver || card.stop === 'order' || card.stop === stop.stop);

const withTotals = (column: Column, orders: ReadonlyMap<number, DayOrder>): Column => ({
  ...column,
  totals: totalsOfStops(column.stops, orders),
});
const totalsOfOpen = (ids: readonly number[], orders: ReadonlyMap<number, DayOrder>) =>
  totalsOfStops(
    ids.flatMap((id) => (orders.has(id) ? stopsOf(orders.get(id) as DayOrder) : [])),
    orders,
  );

/**
 * The board after a move, as it will look when the server agrees, and the call that asks it to. undefined when the card
 * stays where it is.
 */
export function applyMove(board: DayBoard, { card, to, before }: Move): Outcome {
  const all = ordersOf(board);
  const order = all.get(card.orderId);
  if (!order) return undefined;
  const from = order.driverId;
  const target = columnOf(board, to);
  if (to === null) {
    if (from === null) return undefined;
    const orders = { ...order, driverId: null };
    return { board: place(board, orders, from, null), call: { kind: 'unassign', orderId: order.id } };
  }
  if (!target) return undefined;
  const rest = target.stops.filter((stop) => !isCarried(card, from === to, stop));
  const carried = from === to ? target.stops.filter((stop) => isCarried(card, true, stop)) : stopsOf(order);
  const at = before === null ? rest.length : rest.findIndex((stop) => stopKey(stop) === before);
  const stops = at < 0 ? [...rest, ...carried] : [...rest.slice(0, at), ...carried, ...rest.slice(at)];
  if (from === to && stops.every((stop, n) => stop === target.stops[n])) return undefined;
  const [fault] = findStopFaults(stops);
  if (fault) return { refusal: fault.message };
  const moved = { ...order, driverId: to, status: order.status === 'pending' ? ('assigned' as const) : order.status };
  return {
    board: place(board, moved, from, {
      ...target,
      stops: stops.map((stop) => (stop.isPlaced ? stop : { ...stop, isPlaced: true })),
    }),
    call: {
      kind: 'set',
      input: {
        id: to,
        day: board.day,
        stops: stops.map(({ orderId, stop }) => ({ orderId, stop })),
        ...(from === null || from === to ? {} : { reassign: [{ orderId: order.id, fromDriverId: from }] }),
      },
    },
  };
}

function place(board: DayBoard, moved: DayOrder, from: number | null, target: Column | null): DayBoard {
  const orders = board.orders.map((order) => (order.id === moved.id ? moved : order));
  const all = new Map(orders.map((order) => [order.id, order]));
  const others = board.unassigned.orderIds.filter((id) => id !== moved.id);
  const orderIds = target
    ? others
    : orders.filter(({ id }) => id === moved.id || others.includes(id)).map(({ id }) => id);
  return {
    ...board,
    orders,
    unassigned: { orderIds, totals: totalsOfOpen(orderIds, all) },
    drivers: board.drivers.map((column) => {
      if (column.driver.id === target?.driver.id) return withTotals(target, all);
      if (column.driver.id !== from) return column;
      return withTotals({ ...column, stops: column.stops.filter(({ orderId }) => orderId !== moved.id) }, all);
    }),
  };
}

/** Where a card is, for a comparison: its driver, and the stop that comes after it. */
export function spotOf(board: DayBoard, { orderId, stop }: Card): string {
  const order = board.orders.find(({ id }) => id === orderId);
  const stops = columnOf(board, order?.driverId ?? null)?.stops ?? [];
  const at = stops.findLastIndex((one) => one.orderId === orderId && (stop === 'order' || one.stop === stop));
  const next = stops[at + 1];
  return [order?.status, order?.driverId, next && at >= 0 ? stopKey(next) : 'last'].join(' ');
}

export const nameOf = ({ driver }: Column): string => [driver.firstName, driver.lastName].filter(Boolean).join(' ');

/** 'stop 2 of 8 of Ada Lane', or that nobody has it. */
export function placeInWords(board: DayBoard, { orderId, stop }: Card): string {
  const driverId = board.orders.find(({ id }) => id === orderId)?.driverId;
  if (driverId === undefined) return 'no longer on this day';
  const column = columnOf(board, driverId);
  if (!column) return 'unassigned';
  const at = column.stops.findIndex((one) => one.orderId === orderId && (stop === 'order' || one.stop === stop));
  return `stop ${at + 1} of ${column.stops.length} of ${nameOf(column)}`;
}
