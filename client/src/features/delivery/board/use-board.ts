import { useDebouncedCallback } from '@mantine/hooks';
import type { DayBoard } from '@quickfleet/shared/delivery/planning';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';
import { showError } from '../../../lib/toast.ts';
import { applyMove, type Call, type Card, type Move, placeInWords } from './moving/moves.ts';

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
  const set = trpc.planning.setDay.useMutation();
  const unassign = trpc.orders.unassign.useMutation();
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
  }, REREAD_MS);
  useLiveChanges(({ topic }) => {
    if (topic === 'order' || topic === 'day' || topic === 'resync') reread();
  });

  const send = async (call: Call): Promise<void> => {
    if (call.kind === 'unassign') {
      await unassign.mutateAsync({ id: call.orderId });
      return;
    }
    const { id } = call.input;
    const version = versions.current.get(id);
    const answer = await set.mutateAsync({ ...call.input, ...(version === undefined ? {} : { version }) });
    versions.current.set(id, answer.version);
    // The other driver's day changes too.
    for (const { fromDriverId } of call.input.reassign ?? [])
      versions.current.set(Number(fromDriverId), (versions.current.get(Number(fromDriverId)) ?? 1) + 1);
  };

  /** Says where the card of a refused move is now. */
  const tellLoss = async (card: Card, error: unknown, shown: DayBoard): Promise<void> => {
    const now = await client.planning.board.query(input).catch(() => undefined);
    if (now) utils.planning.board.setData(input, now);
    const number = formatTracking(shown.orders.find(({ id }) => id === card.orderId)?.trackingNumber ?? '');
    const where = now ? ` ${number} is ${placeInWords(now, card)} now.` : '';
    const text = `${messageOf(error)}${messageOf(error).endsWith('.') ? '' : '.'}${where}`;
    setLost(card.orderId);
    showError('Not moved', text);
    announce(`Not moved. ${text}`);
  };

  const move = (wanted: Move): void => {
    const shown = utils.planning.board.getData(input);
    const outcome = shown && applyMove(shown, wanted);
    if (!shown || !outcome) return;
    if ('refusal' in outcome) {
      showError('Not moved', outcome.refusal);
      announce(`Not moved. ${outcome.refusal}`);
      return;
    }
    setLost(undefined);
    const number = formatTracking(shown.orders.find(({ id }) => id === wanted.card.orderId)?.trackingNumber ?? '');
    void utils.planning.board.cancel();
    utils.planning.board.setData(input, outcome.board);
    waiting.current += 1;
    queue.current = queue.current
      .then(() => send(outcome.call))
      .then(
        () => announce(`${number} is ${placeInWords(outcome.board, wanted.card)}.`),
        (error: unknown) => tellLoss(wanted.card, error, shown),
      )
      .finally(() => {
        waiting.current -= 1;
        if (waiting.current === 0) void utils.planning.board.invalidate();
      });
  };
  return { board, move, lost };
}
