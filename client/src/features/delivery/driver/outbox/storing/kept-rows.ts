import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import type { Notes } from './contents.ts';

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
