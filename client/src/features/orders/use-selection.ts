import type { OrderRow } from '@quickfleet/shared/orders';
import { useState } from 'react';

/** Chosen rows of the page on the screen; a row that left the page is no longer chosen. */
export function useSelection(rows: readonly OrderRow[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number>();
  const visible = rows.filter(({ id }) => chosen.has(id));
  const ids: ReadonlySet<number> = new Set(visible.map(({ id }) => id));

  const between = (a: number, b: number): number[] => {
    const from = rows.findIndex(({ id }) => id === a);
    const to = rows.findIndex(({ id }) => id === b);
    return from < 0 || to < 0 ? [b] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
  };
  const toggle = (row: OrderRow, isRange: boolean) => {
    const touched = isRange && last !== undefined ? between(last, row.id) : [row.id];
    const isAdding = !ids.has(row.id);
    const next = new Set(ids);
    for (const id of touched) {
      if (isAdding) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
    setLast(row.id);
  };
  const toggleAll = () =>
    setChosen(rows.length > 0 && rows.every(({ id }) => ids.has(id)) ? new Set() : new Set(rows.map(({ id }) => id)));

  return { ids, rows: visible, toggle, toggleAll, keep: (kept: readonly number[]) => setChosen(new Set(kept)) };
}
