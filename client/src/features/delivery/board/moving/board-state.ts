import { type StopKind, stopKey } from '@quickfleet/shared/base/time/day-rules';
import { totalsOfLoose, totalsOfStops } from '@quickfleet/shared/delivery/drivers/doors';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { DayBoard, DayOrder, PlannedStop } from '@quickfleet/shared/delivery/planning/planning';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import { t } from '@quickfleet/shared/words/t';
import { formatShortDay } from '../../../../lib/words/format.ts';

export type Column = DayBoard['drivers'][number];
/** A stop, or with `order` both stops of an order. */
export interface Card {
  orderId: number;
  stop: StopKind | 'order';
}
export const cardKey = ({ orderId, stop }: Card): string => `${orderId} ${stop}`;

/** What is sent: the steps of one call, without the versions of the days. */
export interface Call {
  day: string;
  steps: MoveStep[];
}
/** The board as it will look when the server agrees, the call that asks it to, and the orders that it moves. */
export interface Change {
  board: DayBoard;
  call: Call;
  orderIds: number[];
}
/** undefined: the cards stay where they are. */
export type Outcome = Change | { refusal: string } | undefined;

export const ordersOf = (board: DayBoard): Map<number, DayOrder> =>
  new Map(board.orders.map((order) => [order.id, order]));
export const columnOf = (board: DayBoard, driverId: number | null): Column | undefined =>
  board.drivers.find(({ driver }) => driver.id === driverId);
export const mayMove = (order: DayOrder, isDone: boolean): boolean => !isDone && isOpenOrder(order.status);

export const dayOfStop = (order: DayOrder, stop: StopKind): string | null =>
  stop === 'pickup' ? order.pickupDay : order.deliveryDay;
/** Whether a card is one of the board's day; else it waits for a day, or is left of an earlier one. */
export const isOfDay = (order: DayOrder | undefined, { stop }: Pick<Card, 'stop'>, day: string): boolean =>
  order !== undefined &&
  (stop === 'order' ? order.pickupDay === day || order.deliveryDay === day : dayOfStop(order, stop) === day);

const isPickedUp = ({ status }: DayOrder): boolean => !isBeforePickup(status);
/** The stops of an order that are on the board's day. */
export const stopsOf = (order: DayOrder, day: string): PlannedStop[] => {
  const stops: PlannedStop[] = [
    { orderId: order.id, stop: 'pickup', isDone: isPickedUp(order), isPlaced: true },
    { orderId: order.id, stop: 'delivery', isDone: false, isPlaced: true },
  ];
  return stops.filter(({ stop }) => dayOfStop(order, stop) === day);
};

/** The board with moved orders; `target` is the column that they are in now, with its stops. */
export function place(board: DayBoard, moved: ReadonlyMap<number, DayOrder>, target: Column | null): DayBoard {
  const { day } = board;
  const orders = board.orders.map((order) => moved.get(order.id) ?? order);
  const all = new Map(orders.map((order) => [order.id, order]));
  const isLeft = new Set(board.unassigned.orderIds.filter((id) => !moved.has(id)));
  const isOn = (order: DayOrder) => order.pickupDay === day || order.deliveryDay === day;
  const orderIds = orders
    .filter((order) => isLeft.has(order.id) || (moved.has(order.id) && order.driverId === null && isOn(order)))
    .map(({ id }) => id);
  const withTotals = (column: Column): Column => ({ ...column, totals: totalsOfStops(column.stops, all) });
  const stays = ({ orderId, stop, day: planned }: DayBoard['carriedOver']['stops'][number]) => {
    const order = moved.get(orderId);
    return !order || dayOfStop(order, stop) === planned;
  };
  return {
    ...board,
    orders,
    unassigned: {
      orderIds,
      totals: totalsOfLoose(
        orderIds.flatMap((id) => stopsOf(all.get(id) as DayOrder, day)),
        all,
      ),
    },
    unplanned: {
      ...board.unplanned,
      orderIds: board.unplanned.orderIds.filter((id) => moved.get(id)?.deliveryDay == null),
    },
    carriedOver: { ...board.carriedOver, stops: board.carriedOver.stops.filter(stays) },
    drivers: board.drivers.map((column) => {
      if (column.driver.id === target?.driver.id) return withTotals(target);
      // Of an order that another driver has now, or that is on another day, nothing stays.
      const stops = column.stops.filter(({ orderId, stop }) => {
        const order = moved.get(orderId);
        return !order || (order.driverId === column.driver.id && dayOfStop(order, stop) === day);
      });
      return stops.length === column.stops.length ? column : withTotals({ ...column, stops });
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
  const order = board.orders.find(({ id }) => id === orderId);
  if (!order) return t('no longer on this day');
  if (!isOfDay(order, { stop }, board.day))
    return order.deliveryDay === null
      ? t('without a day')
      : t('planned for {shortDay}', { shortDay: formatShortDay(order.deliveryDay) });
  const column = columnOf(board, order.driverId);
  if (!column) return 'unassigned';
  const at = column.stops.findIndex((one) => one.orderId === orderId && (stop === 'order' || one.stop === stop));
  return t('stop {at} of {length} of {name}', { at: at + 1, length: column.stops.length, name: nameOf(column) });
}
