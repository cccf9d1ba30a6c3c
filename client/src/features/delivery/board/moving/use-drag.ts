import { stopKey } from '@quickfleet/shared/base/time/day-rules';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { type KeyboardEvent, useLayoutEffect, useState } from 'react';
import { type Card, isOfDay, ordersOf, placeInWords } from './board-state.ts';
import { applyMove, isCarried, type Move } from './moves.ts';

export const handleOf = ({ orderId }: Card): HTMLElement | null => {
  const all = document.querySelectorAll<HTMLElement>(`[data-handle="${orderId}"]`);
  return [...all].find((handle) => !handle.hasAttribute('data-second')) ?? all[0] ?? null;
};
export const exactHandle = (card: Card): HTMLElement | null =>
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
  /** A card, or all selected ones if it is one of them. */
  together: (card: Card) => readonly Card[],
) {
  const [lifted, setLifted] = useState<{ card: Card; cards: readonly Card[]; move: Move | undefined }>();
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
    setLifted({ ...lifted, move: next ? move : undefined });
    announce(placeInWords(next ? next.board : board, lifted.card));
  };
  /** Where the card is shown now; undefined in a column of cards that wait for a day. */
  const present = (): number | null | undefined => {
    const order = shown && lifted && ordersOf(shown).get(lifted.card.orderId);
    if (!order || !isOfDay(order, lifted.card, shown.day)) return undefined;
    return order.driverId;
  };
  const step = (by: 1 | -1) => {
    const to = present();
    if (!board || !shown || !lifted || to === undefined) return;
    const column = shown.drivers.find(({ driver }) => driver.id === to);
    if (!column) return;
    const all = ordersOf(board);
    const isHere = (orderId: number) =>
      all.get(orderId)?.driverId === to &&
      lifted.cards.every((one) => one.orderId !== orderId || isOfDay(all.get(orderId), one, board.day));
    const isOwn = (stop: { orderId: number; stop: string }) => isCarried(lifted.cards, isHere, stop);
    const rest = column.stops.filter((stop) => !isOwn(stop));
    const at = column.stops.findIndex(isOwn) + by;
    if (at < 0 || at > rest.length) return;
    const next = rest[at];
    carry({ cards: lifted.cards, to, before: next ? stopKey(next) : null });
  };
  const cross = (by: 1 | -1) => {
    if (!shown || !lifted) return;
    const at = present();
    const to = columns[(at === undefined ? -1 : columns.indexOf(at)) + by];
    if (to === undefined) return;
    const first = shown.drivers.find(({ driver }) => driver.id === to)?.stops.find(({ isDone }) => !isDone);
    carry({ cards: lifted.cards, to, before: first ? stopKey(first) : null });
  };
  const lift = (taken: Card) => {
    const cards = together(taken);
    setLifted({ card: taken, cards, move: undefined });
    if (board)
      announce(
        t(
          'Lifted{more, plural, =0 {} other { with # more}}, {place}. Arrow keys move it, Space puts it down, Escape puts it back.',
          {
            more: cards.length - 1,
            place: placeInWords(board, taken),
          },
        ),
      );
  };
  const putBack = () => {
    setLifted(undefined);
    if (lifted && board) announce(t('Put back, {place}.', { place: placeInWords(board, lifted.card) }));
  };
  const putDown = () => {
    setLifted(undefined);
    if (lifted?.move) onDrop(lifted.move);
    else if (lifted && board)
      announce(t('Put down where it was, {place}.', { place: placeInWords(board, lifted.card) }));
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
