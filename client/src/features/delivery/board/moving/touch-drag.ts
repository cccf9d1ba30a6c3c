// Drags a card by its Move handle with a finger: the browser's drag and drop (decision 033) needs a long press, which
// also scrolls, or is missing. Nothing renders while a card moves, so 600 cards stay as quick.

import { t } from '@quickfleet/shared/words/t';
import styles from '../board.module.css';
import type { Drop } from '../board-view.ts';

/** A finger that rests is a tap, which opens the dialog. */
const SLOP_PX = 8;
/** How near to an edge the board scrolls, and by how much in a frame at most. */
const EDGE_PX = 72;
const STEP_PX = 16;

interface Point {
  x: number;
  y: number;
}

/** How far to scroll for a finger at `at` between two edges. */
const stepAt = (at: number, from: number, to: number): number => {
  if (at < from + EDGE_PX) return -STEP_PX * Math.min(1, (from + EDGE_PX - at) / EDGE_PX);
  if (at > to - EDGE_PX) return STEP_PX * Math.min(1, (at - to + EDGE_PX) / EDGE_PX);
  return 0;
};

function makeGhost(card: HTMLElement, count: number): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement;
  for (const name of ['data-card', 'data-edge', 'data-lost']) copy.removeAttribute(name);
  for (const named of copy.querySelectorAll('[data-handle]')) named.removeAttribute('data-handle');
  const ghost = document.createElement('ul');
  ghost.className = styles.ghost ?? '';
  ghost.inert = true;
  ghost.style.width = `${card.offsetWidth}px`;
  ghost.append(copy);
  if (count > 1) ghost.dataset['count'] = t('{count, plural, one {# card} other {# cards}}', { count });
  document.body.append(ghost);
  return ghost;
}

/** The column and the card below a point, and what a drop there means. */
function findTarget({ x, y }: Point): { column: HTMLElement; card?: HTMLElement; drop: Drop } | undefined {
  const under = document.elementFromPoint(x, y);
  const column = under?.closest<HTMLElement>('[data-column]');
  if (!under || !column) return undefined;
  const to = Number(column.dataset['column']) || null;
  const card = under.closest<HTMLElement>('[data-card]');
  if (!card || to === null) return { column, drop: { to } };
  const { top, height } = card.getBoundingClientRect();
  const key = `${card.dataset['card']} ${card.dataset['kind']}`;
  return { column, card, drop: { to, over: { key, isBelow: y > top + height / 2 } } };
}

/** Scrolls what is below the finger when it rests at an edge: the column's list, the board sideways, or the page. */
function scrollAt({ x, y }: Point, frame: HTMLElement, column: HTMLElement | undefined): void {
  const list = column?.querySelector('ul');
  if (list && list.scrollHeight > list.clientHeight) {
    const { top, bottom } = list.getBoundingClientRect();
    list.scrollTop += stepAt(y, top, bottom);
  } else window.scrollBy(0, stepAt(y, 0, window.innerHeight));
  const { left, right } = frame.getBoundingClientRect();
  frame.scrollLeft += stepAt(x, left, right);
}

/**
 * Carries a card, and `count` of them with it, until the finger leaves the screen; `onDrop` hears where, unless that is nowhere or it was called off.
 */
export function startTouchDrag(
  { pointerId, clientX, clientY }: { pointerId: number; clientX: number; clientY: number },
  card: HTMLElement,
  count: number,
  onDrop: (drop: Drop) => void,
): void {
  const frame = card.closest<HTMLElement>('[data-board]');
  if (!frame) return;
  const start: Point = { x: clientX, y: clientY };
  const { left, top } = card.getBoundingClientRect();
  let at = start;
  let ghost: HTMLElement | undefined;
  let marked: { column: HTMLElement; card?: HTMLElement | undefined } | undefined;
  let frameRequest = 0;
  const ending = new AbortController();

  const mark = () => {
    const target = findTarget(at);
    if (marked) delete marked.column.dataset['over'];
    if (marked?.card) delete marked.card.dataset['edge'];
    marked = target && { column: target.column, card: target.card };
    if (!target) return;
    target.column.dataset['over'] = 'true';
    const { over } = target.drop;
    if (over && target.card && target.card !== card) target.card.dataset['edge'] = over.isBelow ? 'bottom' : 'top';
  };
  const draw = () => {
    if (ghost) ghost.style.transform = `translate(${left + at.x - start.x}px, ${top + at.y - start.y}px)`;
    mark();
    // Last: what is measured after it would have the whole board laid out twice in a frame.
    scrollAt(at, frame, marked?.column);
    frameRequest = requestAnimationFrame(draw);
  };
  const end = () => {
    ending.abort();
    cancelAnimationFrame(frameRequest);
    if (marked) delete marked.column.dataset['over'];
    if (marked?.card) delete marked.card.dataset['edge'];
    ghost?.remove();
    delete card.dataset['dragged'];
    // The browser's own dragging of this card had to wait for the finger.
    card.draggable = true;
  };
  const on = <Name extends 'pointermove' | 'pointerup' | 'pointercancel'>(
    name: Name,
    act: (event: PointerEvent) => void,
  ) =>
    document.addEventListener(name, (event) => event.pointerId === pointerId && act(event), { signal: ending.signal });

  card.draggable = false;
  on('pointermove', (event) => {
    at = { x: event.clientX, y: event.clientY };
    if (ghost || Math.hypot(at.x - start.x, at.y - start.y) < SLOP_PX) return;
    ghost = makeGhost(card, count);
    card.dataset['dragged'] = 'true';
    draw();
  });
  on('pointerup', () => {
    const target = ghost && findTarget(at);
    end();
    if (target) onDrop(target.drop);
  });
  on('pointercancel', end);
  // Without it a finger that is lifted while it moves counts as a fling, and the next tap only ends that.
  document.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false, signal: ending.signal });
}
