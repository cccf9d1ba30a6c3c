import { defaultStopRules } from '@quickfleet/shared/company/proof/proof-demands';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { DRIVER_SESSION_HOURS, PIN_TRIES_MAX } from '@quickfleet/shared/limits';
import type { Notes, StoredOrder } from './contents.ts';
import type { Entry } from './entries.ts';

const newerOf = (row: OrderRow, known: OrderRow | undefined): OrderRow =>
  known && known.id === row.id && known.version > row.version ? known : row;

/** Rows as they were read; a list that was asked for before something was sent may be older than its answer. */
export const newestRows = (rows: OrderRow[], known: readonly OrderRow[] = []): OrderRow[] =>
  rows.map((row) =>
    newerOf(
      row,
      known.find(({ id }) => id === row.id),
    ),
  );

/**
 * The stored lists, updated with the server's answer about one order, so that they do not fall back to an older state.
 */
export function withAnswer(notes: Notes, order: OrderRow): Notes {
  const put = (rows: OrderRow[]): OrderRow[] => rows.map((row) => (row.id === order.id ? newerOf(row, order) : row));
  const { deliveries, myDay } = notes;
  return {
    ...notes,
    ...(deliveries && { deliveries: { ...deliveries, rows: put(deliveries.rows) } }),
    ...(myDay && { myDay: { ...myDay, rows: put(myDay.rows) } }),
  };
}

const itemKinds: ReadonlySet<Entry['kind']> = new Set(['addItem', 'editItem', 'deleteItem']);
const HOUR_MS = 3_600_000;

export const opened = (order: Order, openedBy: StoredOrder['openedBy']): StoredOrder => {
  const now = new Date().toISOString();
  return { order, openedBy, openedAt: now, readAt: now };
};
export const refreshed = (stored: StoredOrder, order: Order): StoredOrder => ({
  ...stored,
  order,
  readAt: new Date().toISOString(),
});

export const hasItemChanges = (entries: readonly Entry[], orderId: number): boolean =>
  entries.some((entry) => entry.orderId === orderId && itemKinds.has(entry.kind));
/** A code opens an order for 12 hours, on this phone's own memory too. */
export const isExpired = ({ openedBy, openedAt }: StoredOrder): boolean =>
  openedBy === 'code' && Date.now() - Date.parse(openedAt) > DRIVER_SESSION_HOURS * HOUR_MS;

/**
 * Whether a phone keeps an order that is not on the screen: one that a code opened, so that it opens again without a
 * network. Those of a signed-in driver are in the list.
 */
export const isKept = (stored: StoredOrder): boolean =>
  stored.openedBy === 'code' && !stored.isCodeDead && !isExpired(stored) && isOpenOrder(stored.order.status);

/** What the office may ask for beyond this is known when the order is read in full; the server checks it anyway. */
const unknownProof: Order['proof']['pickup'] = {
  ...defaultStopRules,
  isSaid: false,
  pinVerified: false,
  pinTriesLeft: PIN_TRIES_MAX,
  scanned: [],
};

/** An order that an earlier release kept on the phone says nothing of attempts and rules. */
export const withProof = (order: Order): Order => {
  const kept: Partial<Order> = order;
  return {
    ...order,
    attempts: kept.attempts ?? [],
    charges: kept.charges ?? [],
    outcome: kept.outcome ?? null,
    collect: kept.collect ?? null,
    collected: kept.collected ?? null,
    pickupPlace: kept.pickupPlace ?? null,
    deliveryPlace: kept.deliveryPlace ?? null,
    proof: kept.proof ?? { pickup: unknownProof, delivery: unknownProof },
  };
};

/** An order as the list shows it, for a phone that cannot ask for more. */
export const fromRow = (row: OrderRow): Order => ({
  ...row,
  pickupPlace: null,
  deliveryPlace: null,
  accessCode: null,
  correctableTo: null,
  quote: null,
  signatures: [],
  pickupSignature: null,
  deliverySignature: null,
  proof: { pickup: unknownProof, delivery: unknownProof },
});
