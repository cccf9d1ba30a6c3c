import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { useState } from 'react';

/**
 * Chosen rows: of the page on the screen, or of everything that matches the filters (`chooseAll`). `scope` names what
 * is listed: with another page or filter, rows chosen before are no longer chosen.
 */
export function useSelection(page: readonly OrderRow[], scope: string) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number>();
  const [matching, setMatching] = useState<{ scope: string; rows: readonly OrderRow[] }>();
  const all = matching?.scope === scope ? matching.rows : undefined;
  const selected = (all ?? page).filter(({ id }) => chosen.has(id));
  const ids: ReadonlySet<number> = new Set(selected.map(({ id }) => id));

  const between = (a: number, b: number): number[] => {
    const from = page.findIndex(({ id }) => id === a);
    const to = page.findIndex(({ id }) => id === b);
    return from < 0 || to < 0 ? [b] : page.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
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
  const isPageChosen = page.length > 0 && page.every(({ id }) => ids.has(id));
  const toggleAll = () => {
    setMatching(undefined);
    setChosen(isPageChosen ? new Set() : new Set(page.map(({ id }) => id)));
  };
  const chooseAll = (rows: readonly OrderRow[]) => {
    setMatching({ scope, rows });
    setChosen(new Set(rows.map(({ id }) => id)));
  };

  return {
    ids,
    rows: selected,
    isPageChosen,
    toggle,
    toggleAll,
    chooseAll,
    keep: (kept: readonly number[]) => setChosen(new Set(kept)),
  };
}
