/**
 * Where a drag is, as an attribute that the style sheet reads: drawing a card with React for each of its moves takes
 * longer than a frame.
 */
export function mark(element: HTMLElement, what: 'dragged' | 'edge' | 'over', value: string | null): void {
  if (value === null) delete element.dataset[what];
  else if (element.dataset[what] !== value) element.dataset[what] = value;
}
