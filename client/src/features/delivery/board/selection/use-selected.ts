import { t } from '@quickfleet/shared/words/t';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useShortcuts } from '../../../../lib/hooks/use-shortcuts.ts';
import type { Shown } from '../board-view.ts';
import { type Card, cardKey, mayMove } from '../moving/board-state.ts';
import { exactHandle } from '../moving/use-drag.ts';

const none: ReadonlySet<string> = new Set();
const isSame = (one: Card, other: Card) => cardKey(one) === cardKey(other);

/**
 * The selected cards among those in view. Shift adds everything up to the last one in its column, Ctrl or ⌘ one more;
 * x, Shift with an arrow and Ctrl+A do the same by keyboard, and Escape clears.
 */
export function useSelected(columns: readonly (readonly Shown[])[], announce: (text: string) => void) {
  const [keys, setKeys] = useState(none);
  const last = useRef<Card>(undefined);
  const [isSelecting, setSelecting] = useState(false);
  const all = columns.flat().filter(({ order, isDone }) => mayMove(order, isDone));
  const selected = all.filter(({ card }) => keys.has(cardKey(card))).map(({ card }) => card);

  const movable = (card: Card): Card[] =>
    columns
      .find((column) => column.some((one) => isSame(one.card, card)))
      ?.flatMap((one) => (mayMove(one.order, one.isDone) ? one.card : [])) ?? [];
  const choose = (cards: readonly Card[], latest: Card | undefined) => {
    last.current = latest;
    setKeys(new Set(cards.map(cardKey)));
    announce(
      cards.length === 0
        ? t('Nothing selected.')
        : t('{count, plural, one {# card} other {# cards}} selected.', { count: cards.length }),
    );
  };
  const clear = useCallback(() => {
    last.current = undefined;
    setKeys(none);
    setSelecting(false);
  }, []);

  const toggle = (card: Card) => {
    const rest = selected.filter((one) => !isSame(one, card));
    choose(rest.length < selected.length ? rest : [...selected, card], card);
  };
  /** Adds everything between the last card and this one; without a last one in this column, this one. */
  const extend = (card: Card) => {
    const column = movable(card);
    const [at, from] = [card, last.current].map((one) => column.findIndex((other) => one && isSame(other, one)));
    if (at === undefined || at < 0) return;
    const start = from === undefined || from < 0 ? at : from;
    const range = column.slice(Math.min(at, start), Math.max(at, start) + 1);
    const more = range.filter((one) => !selected.some((other) => isSame(other, one)));
    choose([...selected, ...more], card);
  };

  const onKeyDown = (event: KeyboardEvent, card: Card): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'x' && !isCommand && !event.altKey) toggle(card);
    else if (event.key.toLowerCase() === 'a' && isCommand) choose(movable(card), card);
    else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const column = movable(card);
      const next = column[column.findIndex((one) => isSame(one, card)) + (event.key === 'ArrowDown' ? 1 : -1)];
      if (!selected.some((one) => isSame(one, card))) last.current = card;
      if (next) {
        extend(next);
        exactHandle(next)?.focus();
      }
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const dismiss = () => {
    if (selected.length > 0) announce(t('Nothing selected.'));
    clear();
  };
  useShortcuts(
    selected.length > 0 || isSelecting ? [{ keys: ['Escape'], text: t('Clear the selection'), run: dismiss }] : [],
  );

  /** All selected cards when it is one of them, else the card alone. */
  const together = (card: Card): readonly Card[] => (selected.some((one) => isSame(one, card)) ? selected : [card]);
  return {
    keys,
    selected,
    isSelecting: isSelecting || selected.length > 0,
    setSelecting,
    clear,
    toggle,
    extend,
    onKeyDown,
    together,
    chooseAll: (cards: readonly Card[]) => choose(cards, cards[0]),
  };
}

/** The card under a click with Shift, Ctrl or ⌘, which selects; a listener for the whole board costs no card a handler. */
export function cardAt(event: MouseEvent): Card | undefined {
  if (!(event.target instanceof Element)) return undefined;
  if (event.target.closest('button, input, label')) return undefined;
  const card = event.target.closest<HTMLElement>('[data-card]');
  const { card: id, kind } = card?.dataset ?? {};
  if (kind !== 'pickup' && kind !== 'delivery' && kind !== 'order') return undefined;
  return { orderId: Number(id), stop: kind };
}
