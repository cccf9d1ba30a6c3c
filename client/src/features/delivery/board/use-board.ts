import { useDebouncedCallback } from '@mantine/hooks';
import type { DayStop } from '@quickfleet/shared/base/time/day-rules';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { TOAST_LONG_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { createElement, useEffect, useRef, useState } from 'react';
import { UndoMessage } from '../../../components/feedback/undo-message.tsx';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';
import { showError, showSuccess } from '../../../lib/toast.ts';
import { formatShortDay } from '../../../lib/words/format.ts';
import { type Call, type Card, columnOf, nameOf, type Outcome, placeInWords } from './moving/board-state.ts';
import { applyMove, giveAll, type Move, openOrdersOf } from './moving/moves.ts';
import { applyDay } from './moving/other-day.ts';
import { applyOrder } from './moving/reorder.ts';
import { undoOf } from './moving/undo.ts';

const REREAD_MS = 150;

/**
 * A day's board, live, with moves that show immediately. Moves are sent one by one, each with the version of the last
 * answer; the board is read again when none is left. A refused move goes back, and the message says where the card is.
 */
export function useBoard(day: string, announce: (text: string) => void) {
  const utils = trpc.useUtils();
  const { client } = utils;
  const input = { day };
  const board = trpc.planning.board.useQuery(input, { placeholderData: keepPreviousData });
  const moves = trpc.planning.moves.useMutation();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const versions = useRef(new Map<number, number>());
  const [lost, setLost] = useState<number>();

  useEffect(() => {
    if (waiting.current > 0 || !board.data) return;
    versions.current = new Map(board.data.drivers.map(({ driver, version }) => [driver.id, version]));
  }, [board.data]);

  // One change of many orders is many messages.
  const reread = useDebouncedCallback(() => {
    if (waiting.current === 0) void utils.planning.board.invalidate();
    void utils.planning.suggestion.invalidate();
  }, REREAD_MS);
  useLiveChanges(({ topic }) => {
    if (topic === 'order' || topic === 'day' || topic === 'resync') reread();
  });

  /** Sends a call with the versions of the last answers. */
  const send = async ({ day: of, steps }: Call): Promise<void> => {
    const seen = steps.map((step) => {
      const version = step.kind === 'drive' ? versions.current.get(step.driverId) : undefined;
      return version === undefined ? step : { ...step, version };
    });
    const { data } = await moves.mutateAsync({ day: of, steps: seen });
    // The days that lost orders changed too, and are read again only later: until then their versions are not known.
    if (steps.some(({ kind }) => kind === 'unassign')) versions.current.clear();
    for (const driverId of givenBy(steps)) versions.current.delete(driverId);
    for (const { driver, version } of data) versions.current.set(driver.id, version);
  };

  /** Says where the card of a refused move is now. */
  const tellLoss = async (card: Card, error: unknown, shown: DayBoard): Promise<void> => {
    const now = await client.planning.board.query(input).catch(() => undefined);
    if (now) utils.planning.board.setData(input, now);
    const number = formatTracking(shown.orders.find(({ id }) => id === card.orderId)?.trackingNumber ?? '');
    const where = now ? t(' {number} is {place} now.', { number, place: placeInWords(now, card) }) : '';
    const text = `${messageOf(error)}${messageOf(error).endsWith('.') ? '' : '.'}${where}`;
    setLost(card.orderId);
    showError(t('Not moved'), text);
    announce(t('Not moved. {text}', { text }));
  };

  /** Sends the call that undoes a move, after whatever is being sent. */
  const takeBack = (call: Call, text: string): void => {
    waiting.current += 1;
    queue.current = queue.current
      .then(() => send(call))
      .then(
        () => announce(text),
        (error: unknown) => {
          showError(t('Not undone'), messageOf(error));
          announce(t('Not undone. {message}', { message: messageOf(error) }));
        },
      )
      .finally(() => {
        waiting.current -= 1;
        if (waiting.current === 0) void utils.planning.board.invalidate();
      });
  };

  /** Shows a change, sends it, and offers to take it back. */
  const change = ({ cards, make, inWords }: Wanted): void => {
    const shown = utils.planning.board.getData(input);
    const outcome = shown && make(shown);
    const [first] = cards;
    if (!shown || !outcome || !first) return;
    if ('refusal' in outcome) {
      showError(t('Not moved'), outcome.refusal);
      announce(t('Not moved. {refusal}', { refusal: outcome.refusal }));
      return;
    }
    setLost(undefined);
    const where = inWords(outcome.board, outcome.orderIds);
    const undo = undoOf(shown, outcome);
    void utils.planning.board.cancel();
    utils.planning.board.setData(input, outcome.board);
    waiting.current += 1;
    queue.current = queue.current
      .then(() => send(outcome.call))
      .then(
        () => {
          announce(where);
          if (!undo) {
            showSuccess(t('Moved'), t('{where} The former day is too long ago to go back to.', { where }));
            return;
          }
          const isOne = outcome.orderIds.length === 1;
          const back = isOne
            ? t('{numberIn} is back where it was.', { numberIn: numberIn(shown, first.orderId) })
            : t('All are back where they were.');
          const message = createElement(UndoMessage, { text: where, onUndo: () => takeBack(undo, back) });
          showSuccess(t('Moved'), message, TOAST_LONG_MS);
        },
        (error: unknown) => tellLoss(first, error, shown),
      )
      .finally(() => {
        waiting.current -= 1;
        if (waiting.current === 0) void utils.planning.board.invalidate();
      });
  };

  const move = (wanted: Move): void =>
    change({
      cards: wanted.cards,
      make: (shown) => applyMove(shown, wanted),
      inWords: (after, ids) => movedInWords(after, wanted.cards, ids, withDriver(after, wanted.to)),
    });
  const moveToDay = (cards: readonly Card[], to: string): void =>
    change({
      cards,
      make: (shown) => applyDay(shown, cards, to),
      inWords: (after, ids) =>
        movedInWords(after, cards, ids, t('planned for {shortDay}', { shortDay: formatShortDay(to) })),
    });
  const give = (from: number, to: number): void => {
    const shown = utils.planning.board.getData(input);
    if (!shown) return;
    const cards = openOrdersOf(shown, from).map(({ id }): Card => ({ orderId: id, stop: 'order' }));
    change({
      cards,
      make: (present) => giveAll(present, from, to),
      inWords: (after, ids) => movedInWords(after, cards, ids, withDriver(after, to)),
    });
  };
  const reorder = (driverId: number, stops: readonly DayStop[]): void => {
    const [first] = stops;
    if (!first) return;
    change({
      cards: [{ orderId: first.orderId, stop: first.stop }],
      make: (present) => applyOrder(present, driverId, stops),
      inWords: (after) => {
        const column = columnOf(after, driverId);
        return column ? t('The stops of {driver} are in the suggested order.', { driver: nameOf(column) }) : '';
      },
    });
  };
  return { board, move, moveToDay, give, reorder, lost };
}

interface Wanted {
  cards: readonly Card[];
  make: (board: DayBoard) => Outcome;
  /** What is true after it. */
  inWords: (after: DayBoard, orderIds: readonly number[]) => string;
}
const numberIn = ({ orders }: DayBoard, orderId: number): string =>
  formatTracking(orders.find(({ id }) => id === orderId)?.trackingNumber ?? '');
const withDriver = (board: DayBoard, driverId: number | null): string => {
  const column = columnOf(board, driverId);
  return column ? t('with {driver}', { driver: nameOf(column) }) : t('with no driver');
};
/** One card's own place, or what is true of all of them. */
function movedInWords(after: DayBoard, cards: readonly Card[], ids: readonly number[], together: string): string {
  const [card] = cards;
  if (ids.length === 1 && card)
    return t('{numberIn} is {place}.', { numberIn: numberIn(after, card.orderId), place: placeInWords(after, card) });
  return t('{count, plural, one {# order} other {# orders}} {length, select, yes {is} other {are}} {together} now.', {
    count: ids.length,
    length: ids.length === 1 ? 'yes' : 'no',
    together,
  });
}
/** The drivers who give something away. */
const givenBy = (steps: readonly MoveStep[]): number[] =>
  steps.flatMap((step) =>
    step.kind === 'drive' ? (step.reassign?.map(({ fromDriverId }) => fromDriverId) ?? []) : [],
  );
