// Moving through a list by keyboard: every row has one element that opens it, marked with `data-row-open`. The focus is
// what moves, so Enter opens the row and a screen reader reads it.

const openers = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('#main [data-row-open]')].filter((opener) => opener.offsetParent !== null);

/** The row of a list is the parent that holds this opener and no other. */
const isInRowOf = (opener: HTMLElement, place: Element, all: readonly HTMLElement[]): boolean => {
  let row: HTMLElement = opener;
  while (row.parentElement && all.every((other) => other === opener || !row.parentElement?.contains(other)))
    row = row.parentElement;
  return row.contains(place);
};

/** Focuses the next (1) or previous (-1) row; from outside the list the first or the last one. */
export function moveRowFocus(by: 1 | -1): void {
  const all = openers();
  const place = document.activeElement;
  const at = place ? all.findIndex((opener) => isInRowOf(opener, place, all)) : -1;
  const next = at < 0 ? all.at(by === 1 ? 0 : -1) : all[at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
