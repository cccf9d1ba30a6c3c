import { stopKey } from '@quickfleet/shared/base/day-rules';
import type { DayBoard } from '@quickfleet/shared/delivery/planning';
import { type KeyboardEvent, useLayoutEffect, useState } from 'react';
import { applyMove, type Card, isCarried, type Move, placeInWords } from './moves.ts';

export const handleOf = ({ orderId }: Card): HTMLElement | null => {
  const all = document.querySelectorAll<HTMLElement>(`[data-handle="${orderId}"]`);
  return [...all].find((handle) => !handle.hasAttribute('data-second')) ?? all[0] ?? null;
};
const exactHandle = (card: Card): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-handle="${card.orderId}"][data-stop="${card.stop}"]`) ?? handleOf(card);

/**
 * Moving a card by the keyboard: Space lifts it, the arrow keys carry it up, down and from column to column, Space puts
 * it down, Escape puts it back. Every step is said aloud; nothing is sent before it is put down.
 */
export function useDrag(
  board: DayBoard | undefined,
  columns: readonly (number | null)[],
  onDrop: (move: Move) => void,
  announce: (text: string) => void,
) {
  const [lifted, setLifted] = useState<{ card: Card; move: Move | undefined }>();
  const outcome = board && lifted?.move ? applyMove(board, lifted.move) : undefined;
  const shown = outcome && 'board' in outcome ? outcome.board : board;
  const card = lifted?.card;

  // The card that is carried is another element in another column.
  useLayoutEffect(() => {
    if (!card) return;
    const handle = exactHandle(card);
    if (handle && document.activeElement !== handle) handle.focus({ preventScroll: true });
    handle?.closest('[data-card]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const carry = (move: Move) => {
    if (!board || !lifted) return;
    const next = applyMove(board, move);
    if (next && 'refusal' in next) {
      announce(next.refusal);
      return;
    }
    setLifted({ card: lifted.card, move: next ? move : undefined });
    announce(placeInWords(next ? next.board : board, lifted.card));
  };
  const step = (by: 1 | -1) => {
    if (!shown || !lifted) return;
    const to = shown.orders.find(({ id }) => id === lifted.card.orderId)?.driverId ?? null;
    const column = shown.drivers.find(({ driver }) => driver.id === to);
    if (!board || !column) return;
    const isSameDriver = board.orders.find(({ id }) => id === lifted.card.orderId)?.driverId === to;
    const isOwn = (stop: { orderId: number; stop: string }) => isCarried(lifted.card, isSameDriver, stop);
    const rest = column.stops.filter((stop) => !isOwn(stop));
    const at = column.stops.findIndex(isOwn) + by;
    if (at < 0 || at > rest.length) return;
    const next = rest[at];
    carry({ card: lifted.card, to, before: next ? stopKey(next) : null });
  };
  const cross = (by: 1 | -1) => {
    if (!shown || !lifted) return;
    const present = shown.orders.find(({ id }) => id === lifted.card.orderId)?.driverId ?? null;
    const to = columns[columns.indexOf(present) + by];
    if (to === undefined) return;
    const first = shown.drivers.find(({ driver }) => driver.id === to)?.stops.find(({ isDone }) => !isDone);
    carry({ card: lifted.card, to, before: first ? stopKey(first) : null });
  };
  const lift = (taken: Card) => {
    setLifted({ card: taken, move: undefined });
    if (board)
      announce(`Lifted, ${placeInWords(board, taken)}. Arrow keys move it, Space puts it down, Escape puts it back.`);
  };
  const putBack = () => {
    setLifted(undefined);
    if (lifted && board) announce(`Put back, ${placeInWords(board, lifted.card)}.`);
  };
  const putDown = () => {
    setLifted(undefined);
    if (lifted?.move) onDrop(lifted.move);
    else if (lifted && board) announce(`Put down where it was, ${placeInWords(board, lifted.card)}.`);
  };
  const onKeyDown = (event: KeyboardEvent, own: Card) => {
    if (!lifted) {
      if (event.key !== ' ') return;
      event.preventDefault();
      lift(own);
      return;
    }
    const actions = new Map([
      [' ', putDown],
      ['Enter', putDown],
      ['Escape', putBack],
      ['Tab', putBack],
      ['ArrowUp', () => step(-1)],
      ['ArrowDown', () => step(1)],
      ['ArrowLeft', () => cross(-1)],
      ['ArrowRight', () => cross(1)],
    ]);
    const action = actions.get(event.key);
    if (!action) return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
    action();
  };
  return { shown, liftedId: lifted?.card.orderId, onKeyDown };
}
