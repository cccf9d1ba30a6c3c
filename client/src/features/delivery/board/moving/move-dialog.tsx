import { Alert, Select, Text } from '@mantine/core';
import { stopKey } from '@quickfleet/shared/base/time/day-rules';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatShortDay } from '../../../../lib/words/format.ts';
import { type Card, columnOf, isOfDay, nameOf, ordersOf, placeInWords, spotOf } from './board-state.ts';
import { applyMove, isCarried, type Move } from './moves.ts';

const NOBODY = 'nobody';
const LAST = 'last';

interface MoveFormProps {
  board: DayBoard;
  card: Card;
  onMove: (move: Move) => void;
  onClose: () => void;
}
function MoveForm({ board, card, onMove, onClose }: MoveFormProps) {
  const orders = ordersOf(board);
  const order = orders.get(card.orderId);
  const present = order?.driverId ?? null;
  const [to, setTo] = useState(present === null ? String(board.drivers[0]?.driver.id ?? NOBODY) : String(present));
  const [before, setBefore] = useState<string>(LAST);
  // The place when the dialog opened, so that saving does not silently undo someone else's move.
  const [read] = useState({ spot: spotOf(board, card), words: placeInWords(board, card) });
  const isOvertaken = spotOf(board, card) !== read.spot && placeInWords(board, card) !== read.words;
  const driverId = to === NOBODY ? null : Number(to);
  const column = columnOf(board, driverId);
  const isHere = driverId === present && order !== undefined && isOfDay(order, card, board.day);
  const rest = column?.stops.filter((stop) => !isCarried([card], () => isHere, stop)) ?? [];
  const places = [
    ...rest.map((stop, at) => ({
      value: stopKey(stop),
      label: t('{place}. Before the {stop, select, pickup {pickup} other {delivery}} of {tracking}, {customerName}', {
        place: at + 1,
        stop: stop.stop,
        tracking: formatTracking(orders.get(stop.orderId)?.trackingNumber ?? ''),
        customerName: orders.get(stop.orderId)?.customerName ?? '',
      }),
    })),
    {
      value: LAST,
      label: rest.length === 0 ? t('1. The only stop') : t('{place}. At the end', { place: rest.length + 1 }),
    },
  ];
  const move: Move = { cards: [card], to: driverId, before: before === LAST ? null : before };
  const outcome = applyMove(board, move);
  const isPlaceGone = !places.some(({ value }) => value === before);
  const refusal =
    outcome && 'refusal' in outcome
      ? outcome.refusal
      : isPlaceGone
        ? t('Someone else moved that stop. Choose the place again')
        : undefined;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal) return;
        onMove(move);
        onClose();
      }}
      onCancel={onClose}
      cancel={isOvertaken ? t('Keep it there') : t('Cancel')}
      send={isOvertaken ? t('Move anyway') : t('Move')}
      purpose={spotOf(board, card)}
      isDisabled={!outcome || Boolean(refusal)}
    >
      <Text size="sm">
        {order &&
          t('{customerName}: {from} to {to}', {
            customerName: order.customerName,
            from: oneLine(order.pickupAddress),
            to: oneLine(order.deliveryAddress),
          })}
      </Text>
      {order && !isOfDay(order, card, board.day) && (
        <Text size="sm" c="dimmed">
          {t('It is {words}, and moves to {shortDay} with its times of day.', {
            words: read.words,
            shortDay: formatShortDay(board.day),
          })}
        </Text>
      )}
      {isOvertaken && (
        <Alert color="amber" role="alert" title={t('Someone else moved it')}>
          {t('It was {words}, and is {place} now.', { words: read.words, place: placeInWords(board, card) })}
        </Alert>
      )}
      <Select
        label={t('Driver')}
        data-autofocus
        data={[
          ...board.drivers.map((one) => ({
            value: String(one.driver.id),
            label: `${nameOf(one)} (${t('{count, plural, one {# open stop} other {# open stops}}', {
              count: one.totals.stops - one.totals.stopsDone,
            })})`,
          })),
          { value: NOBODY, label: t('Nobody: unassigned') },
        ]}
        value={to}
        onChange={(value) => {
          if (value === null) return;
          setTo(value);
          setBefore(LAST);
        }}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('No driver found')}
      />
      {driverId !== null && (
        <Select
          label={t('Place')}
          data={places}
          value={before}
          onChange={(value) => value !== null && setBefore(value)}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('No such place')}
          error={refusal}
        />
      )}
    </DialogForm>
  );
}

/** Moves a card by choosing driver and place, for keyboards and thumbs. */
export function MoveDialog({ board, card, onMove, onClose }: Omit<MoveFormProps, 'card'> & { card: Card | undefined }) {
  const order = card && ordersOf(board).get(card.orderId);
  return (
    <Dialog
      opened={card !== undefined}
      onClose={onClose}
      title={
        order
          ? t('Move {stop, select, pickup {the pickup of } delivery {the delivery of } other {}}{tracking}', {
              stop: card.stop,
              tracking: formatTracking(order.trackingNumber),
            })
          : t('Move')
      }
      size="md"
    >
      {card && (
        <MoveForm key={`${card.orderId} ${card.stop}`} board={board} card={card} onMove={onMove} onClose={onClose} />
      )}
    </Dialog>
  );
}
