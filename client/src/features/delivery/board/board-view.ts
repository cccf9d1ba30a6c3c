import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { stopKey } from '@quickfleet/shared/base/day-rules';
import { normaliseIdentifier } from '@quickfleet/shared/base/pasted';
import { day as dayText } from '@quickfleet/shared/base/primitives';
import { contactInWords } from '@quickfleet/shared/base/stop-person';
import type { DayBoard, DayOrder, PlannedStop } from '@quickfleet/shared/delivery/planning';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { z } from 'zod';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { type Card, columnOf, type Move, nameOf, ordersOf } from './moving/moves.ts';

export const boardView = z.object({
  day: dayText().optional(),
  q: z.string().max(SEARCH_MAX).default(''),
  /** The driver's column that a phone shows; unassigned without it. */
  driver: urlNumber.optional(),
});

export const matches = (order: DayOrder, q: string): boolean => {
  const text = [
    order.trackingNumber,
    order.customerName,
    contactInWords(order.pickupContact),
    contactInWords(order.deliveryContact),
    order.customerCompany,
    order.pickupAddress,
    order.deliveryAddress,
  ]
    .join('\n')
    .toLowerCase();
  return text.includes(q.toLowerCase()) || order.trackingNumber.includes(normaliseIdentifier(q) || ' ');
};

export interface Shown {
  card: Card;
  order: DayOrder;
  isDone: boolean;
  place: number;
}
const cardsOf = (
  driverId: number | null,
  stops: readonly PlannedStop[] | readonly number[],
  orders: ReadonlyMap<number, DayOrder>,
): Shown[] =>
  stops.flatMap((one, at) => {
    const isOrder = typeof one === 'number';
    const order = orders.get(isOrder ? one : one.orderId);
    if (!order) return [];
    return isOrder || driverId === null
      ? { card: { orderId: order.id, stop: 'order' as const }, order, isDone: false, place: 0 }
      : { card: { orderId: order.id, stop: one.stop }, order, isDone: one.isDone, place: at + 1 };
  });

export interface ColumnView {
  id: number | null;
  name: string;
  totals: DayBoard['unassigned']['totals'];
  all: Shown[];
}
/** The columns of a board: unassigned orders, then the drivers. */
export function viewOf(board: DayBoard): ColumnView[] {
  const orders = ordersOf(board);
  return [
    {
      id: null,
      name: 'Unassigned',
      totals: board.unassigned.totals,
      all: cardsOf(null, board.unassigned.orderIds, orders),
    },
    ...board.drivers.map((column) => ({
      id: column.driver.id,
      name: nameOf(column),
      totals: column.totals,
      all: cardsOf(column.driver.id, column.stops, orders),
    })),
  ];
}

export interface Drop {
  to: number | null;
  over?: { key: string; isBelow: boolean };
}
/** A drop as the browser's drag and drop reports it. */
export function dropOf(targets: readonly { data: Record<string | symbol, unknown> }[]): Drop | undefined {
  const column = targets.find(({ data }) => 'column' in data);
  if (!column) return undefined;
  const to = typeof column.data['column'] === 'number' ? column.data['column'] : null;
  const over = targets.find(({ data }) => 'key' in data)?.data;
  return over ? { to, over: { key: String(over['key']), isBelow: extractClosestEdge(over) === 'bottom' } } : { to };
}

/** Before or after the card under the pointer, else at the end of the column. */
export function moveOfDrop(board: DayBoard, card: Card, { to, over }: Drop): Move {
  const stops = columnOf(board, to)?.stops ?? [];
  const at = stops.findIndex((stop) => stopKey(stop) === over?.key);
  if (!over || at < 0) return { card, to, before: null };
  const next = over.isBelow ? at + 1 : at;
  // A stop that moves along cannot mark the place.
  const before = stops
    .slice(next)
    .find((stop) => !(stop.orderId === card.orderId && (card.stop === 'order' || card.stop === stop.stop)));
  return { card, to, before: before ? stopKey(before) : null };
}
