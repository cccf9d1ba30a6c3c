import { useMemo } from 'react';
import { applyEntries } from '../outbox/apply-entries.ts';
import { type ShownStop, showStops } from '../outbox/planned-day.ts';
import { shownAsDone } from '../outbox/sending/queue.ts';
import type { KeptDay } from '../outbox/storing/contents.ts';
import { fromRow } from '../outbox/storing/stored-order.ts';
import { usePortal } from '../outbox/use-portal.ts';

/** The stops with what was done about them on this phone. */
export function useStops(kept: KeptDay): ShownStop[] {
  const { orders, entries, itemIds } = usePortal();
  return useMemo(() => {
    const rows = new Map(kept.rows.map((row) => [row.id, row]));
    return showStops(kept.day, (orderId) => {
      const row = rows.get(orderId);
      const order = orders.get(orderId)?.order ?? (row && fromRow(row));
      return (
        order &&
        applyEntries(order, shownAsDone(entries, orderId), {
          itemIdOf: (itemId) => itemIds.get(itemId) ?? itemId,
          urlOf: () => '',
        })
      );
    });
  }, [kept, orders, entries, itemIds]);
}
