import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { Group, Text, UnstyledButton } from '@mantine/core';
import type { StopKind } from '@quickfleet/shared/base/time/day-rules';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconCheck, IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type PointerEvent, useCallback, useRef } from 'react';
import { useScrollIntoView } from '../../../../lib/hooks/use-scroll-into-view.ts';
import styles from '../board.module.css';
import { StopTime } from '../map/stop-time.tsx';
import { type Card, cardKey, mayMove } from '../moving/board-state.ts';
import { mark } from '../moving/mark.ts';
import { type ContentProps, FullContent, kinds, LineContent } from './card-content.tsx';

export interface CardActions {
  onOpen: (orderId: number) => void;
  onMove: (card: Card) => void;
  /** A stop keeps its place when the day is planned, or does so no longer. */
  onPin: (order: DayOrder, stop: StopKind) => void;
  onSelect: (card: Card, isRange: boolean) => void;
  /** How many cards move when this one is dragged. */
  countOf: (card: Card) => number;
  onKeyDown: (event: KeyboardEvent, card: Card) => void;
  onTouch: (event: PointerEvent, card: Card, element: HTMLElement) => void;
}
interface BoardCardProps extends CardActions, ContentProps {
  driverId: number | null;
  /** Counted from 1; 0 where nothing has a place. */
  place: number;
  isCompact: boolean;
  isSelected: boolean;
  isLifted: boolean;
  isLost: boolean;
  /** Its window and others are more than one person can make. */
  hasConflict: boolean;
}

/** The picture at the pointer when several cards are dragged. */
function makePreview(container: HTMLElement, count: number): void {
  const preview = document.createElement('div');
  preview.className = styles.preview ?? '';
  preview.textContent = t('{count, plural, one {# card} other {# cards}}', { count });
  container.append(preview);
}

/** A stop in a driver's day, or an unassigned order. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const {
    order,
    stop,
    driverId,
    isDone,
    place,
    day,
    isCompact,
    isSelected,
    isLifted,
    isLost,
    hasConflict,
    holder,
    onOpen,
    onMove,
    onPin,
    onSelect,
    countOf,
    onKeyDown,
    onTouch,
  } = props;
  const element = useRef<HTMLLIElement>(null);
  const canMove = mayMove(order, isDone);
  const card: Card = { orderId: order.id, stop };
  const { orderId } = card;

  const attach = useCallback(
    (at: HTMLLIElement | null) => {
      element.current = at;
      if (!at) return;
      const data = { orderId, stop, driverId, key: cardKey({ orderId, stop }) };
      return combine(
        draggable({
          element: at,
          canDrag: () => canMove,
          getInitialData: () => data,
          onGenerateDragPreview: ({ nativeSetDragImage }) => {
            const count = countOf({ orderId, stop });
            if (count > 1)
              setCustomNativeDragPreview({
                nativeSetDragImage,
                render: ({ container }) => makePreview(container, count),
              });
          },
          onDragStart: () => mark(at, 'dragged', 'true'),
          onDrop: () => mark(at, 'dragged', null),
        }),
        dropTargetForElements({
          element: at,
          canDrop: ({ source }) => source.data['orderId'] !== undefined && driverId !== null,
          getData: ({ input, element: target }) =>
            attachClosestEdge(data, { input, element: target, allowedEdges: ['top', 'bottom'] }),
          onDrag: ({ self, source }) =>
            mark(at, 'edge', source.data['key'] === data.key ? null : extractClosestEdge(self.data)),
          onDragLeave: () => mark(at, 'edge', null),
          onDrop: () => mark(at, 'edge', null),
        }),
      );
    },
    [orderId, stop, driverId, canMove, countOf],
  );
  useScrollIntoView(() => element.current, isLost ? orderId : undefined);

  const { text, icon: KindIcon } = kinds[stop];
  const number = formatTracking(order.trackingNumber);
  const what = stop === 'order' ? number : t('{stop} of {number}', { stop: labelWithin(text), number });
  const content = { order, stop, day, isDone, holder, onOpen };
  const iconSize = isCompact ? 16 : 18;
  const marks = (
    <>
      {canMove && (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={t('Select {what}', { what })}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(card, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      )}
      {isDone && (
        <IconCheck size={iconSize} color="var(--qf-route)" style={{ flex: 'none' }} aria-label={t('Done (stop)')} />
      )}
      {place > 0 && <span className={styles.place}>{place}</span>}
      <span className={styles.kind}>
        {stop !== 'order' && canMove && driverId !== null && (
          <UnstyledButton
            className={styles.pin}
            aria-pressed={order.fixedStops.includes(stop)}
            aria-label={t('Keep {what} at its place', { what })}
            title={t('Keeps its place when the day is planned')}
            onClick={() => onPin(order, stop)}
          >
            {order.fixedStops.includes(stop) ? (
              <IconPinFilled size={iconSize} aria-hidden />
            ) : (
              <IconPin size={iconSize} aria-hidden />
            )}
          </UnstyledButton>
        )}
        <KindIcon size={iconSize} stroke={1.8} aria-hidden style={{ flex: 'none' }} />
      </span>
      {hasConflict && (
        <IconAlertTriangle
          size={16}
          color="var(--qf-pin)"
          style={{ flex: 'none' }}
          role="img"
          aria-label={t('Too many stops at this time')}
        />
      )}
    </>
  );
  return (
    <li
      ref={attach}
      className={styles.card}
      data-card={orderId}
      data-kind={stop}
      data-compact={isCompact || undefined}
      data-selected={isSelected || undefined}
      data-done={isDone || undefined}
      data-lifted={isLifted || undefined}
      data-lost={isLost || undefined}
    >
      <Group gap={isCompact ? 4 : 6} wrap="nowrap">
        {isCompact ? (
          <LineContent {...content} marks={marks} />
        ) : (
          <>
            {marks}
            <Text size="sm" fw={600} component="span">
              {text}
            </Text>
          </>
        )}
        {canMove && (
          <UnstyledButton
            className={styles.handle}
            data-handle={orderId}
            data-stop={stop}
            data-second={stop === 'delivery' || undefined}
            aria-label={t('Move {what}', { what })}
            aria-haspopup="dialog"
            aria-describedby="board-keys"
            onClick={() => onMove(card)}
            onKeyDown={(event) => onKeyDown(event, card)}
            onPointerDown={(event) =>
              event.pointerType !== 'mouse' && element.current && onTouch(event, card, element.current)
            }
          >
            <IconGripVertical size={14} aria-hidden />
            {!isCompact && t('Move')}
          </UnstyledButton>
        )}
      </Group>
      {!isDone && !isCompact && <StopTime card={card} />}
      {!isCompact && <FullContent {...content} />}
    </li>
  );
});
