import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { contactInWords } from '@quickfleet/shared/base/contact/stop-person';
import { normaliseIdentifier } from '@quickfleet/shared/base/pasted';
import { day as dayText } from '@quickfleet/shared/base/primitives';
import { stopKey } from '@quickfleet/shared/base/time/day-rules';
import { totalsOfLoose } from '@quickfleet/shared/delivery/drivers/doors';
import { type Load, loadOf } from '@quickfleet/shared/delivery/drivers/driver-load';
import type { DayBoard, DayOrder, DayTotals, PlannedStop } from '@quickfleet/shared/delivery/planning/planning';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { brand } from '../../../lib/words/brand.ts';
import { type Card, type Column, cardKey, columnOf, nameOf, ordersOf } from './moving/board-state.ts';
import { isCarried, type Move } from './moving/moves.ts';

export const boardView = z.object({
  day: dayText().optional(),
  q: z.string().max(SEARCH_MAX).default(''),
  /** The driver's column that a phone shows; unassigned without it. */
  driver: urlNumber.optional(),
  /** The column of waiting orders that a phone shows. */
  waiting: z.enum(['carriedOver', 'unplanned']).optional(),
  /** All drivers at one look, without cards. */
  overview: z.literal('1').optional(),
  /** The stops on a map, beside the columns. */
  map: z.literal('1').optional(),
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
  /** Its window and others are more than one person can make. */
  hasConflict?: boolean;
  /** Who has it, where its column does not say so. */
  holder?: string | undefined;
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

/** Orders that wait for a day; they come before those of the day. */
export const waitingColumns = ['carriedOver', 'unplanned'] as const;
export interface ColumnView {
  kind: (typeof waitingColumns)[number] | 'unassigned' | 'driver';
  /** Of the driver. */
  id: number | null;
  name: string;
  totals: DayTotals;
  all: Shown[];
  /** There are more than the board shows. */
  hasMore: boolean;
  /** Of a driver's day. */
  load?: Load | undefined;
  /** Too few stops were made to know what one takes. */
  isGuess?: boolean;
}
export const isWaiting = ({ kind }: Pick<ColumnView, 'kind'>): boolean => waitingColumns.some((one) => one === kind);

/** What waits for a day, each with who has it; a column that is empty is left out. */
function waitingOf({ day, drivers, unplanned, carriedOver }: DayBoard, orders: ReadonlyMap<number, DayOrder>) {
  const names = new Map(drivers.map((column) => [column.driver.id, nameOf(column)]));
  const shownOf = (cards: readonly Card[]): Shown[] =>
    cards.flatMap((card) => {
      const order = orders.get(card.orderId);
      return order ? [{ card, order, isDone: false, place: 0, holder: names.get(order.driverId ?? 0) }] : [];
    });
  // What is left of the day that is shown is in its own columns already.
  const carried = carriedOver.stops.filter((stop) => stop.day !== day);
  const columns: ColumnView[] = [
    {
      ...{ kind: 'carriedOver', id: null, name: t('Carried over'), hasMore: carriedOver.hasMore },
      totals: totalsOfLoose(
        carried.map((stop) => ({ ...stop, isDone: false })),
        orders,
      ),
      all: shownOf(carried),
    },
    {
      ...{ kind: 'unplanned', id: null, name: t('No day yet'), totals: unplanned.totals, hasMore: unplanned.hasMore },
      all: shownOf(unplanned.orderIds.map((orderId) => ({ orderId, stop: 'order' }))),
    },
  ];
  return columns.filter(({ all }) => all.length > 0);
}

function driverColumn({ day, pace }: DayBoard, column: Column, orders: ReadonlyMap<number, DayOrder>): ColumnView {
  const { minutesPerStop, stops: learnedFrom } = pace;
  const load = loadOf(day, column.stops, orders, { minutesPerStop, hours: brand.hours });
  const conflicts = new Set(load.conflicts.flatMap(({ stops }) => stops));
  const cards = cardsOf(column.driver.id, column.stops, orders);
  return {
    kind: 'driver',
    id: column.driver.id,
    name: nameOf(column),
    totals: column.totals,
    all: cards.map((shown) => ({ ...shown, hasConflict: conflicts.has(cardKey(shown.card)) })),
    hasMore: false,
    load,
    isGuess: learnedFrom === 0,
  };
}

/** The columns of a board: what waits for a day, unassigned orders, then the drivers. */
export function viewOf(board: DayBoard): ColumnView[] {
  const orders = ordersOf(board);
  return [
    ...waitingOf(board, orders),
    {
      kind: 'unassigned',
      id: null,
      name: t('Unassigned'),
      totals: board.unassigned.totals,
      all: cardsOf(null, board.unassigned.orderIds, orders),
      hasMore: false,
    },
    ...board.drivers.map((column): ColumnView => driverColumn(board, column, orders)),
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
export function moveOfDrop(board: DayBoard, cards: readonly Card[], { to, over }: Drop): Move {
  const stops = columnOf(board, to)?.stops ?? [];
  const at = stops.findIndex((stop) => stopKey(stop) === over?.key);
  if (!over || at < 0) return { cards, to, before: null };
  const next = over.isBelow ? at + 1 : at;
  // A stop that moves along cannot mark the place.
  const before = stops.slice(next).find((stop) => !isCarried(cards, () => true, stop));
  return { cards, to, before: before ? stopKey(before) : null };
}
