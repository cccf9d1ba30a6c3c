import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import type { DayOrder } from '@quickfleet/shared/delivery/planning';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { paths } from '@quickfleet/shared/paths';
import { IconCheck, IconGripVertical, IconPackage, IconPackageExport, IconPackageImport } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { OrderStatusBadge } from '../../../components/text/status-badge.tsx';
import { formatCount } from '../../../lib/words/format.ts';
import styles from './board.module.css';
import { Route, Windows } from './card-parts.tsx';
import { type Card, cardKey, mayMove } from './moving/moves.ts';

export interface CardActions {
  onOpen: (orderId: number) => void;
  onMove: (card: Card) => void;
  onKeyDown: (event: KeyboardEvent, card: Card) => void;
  /** A finger on the handle. */
  onTouch: (event: PointerEvent, card: Card, element: HTMLElement) => void;
}
interface BoardCardProps extends CardActions {
  order: DayOrder;
  stop: Card['stop'];
  driverId: number | null;
  isDone: boolean;
  /** Counted from 1; 0 where nothing has a place. */
  place: number;
  day: string;
  isLifted: boolean;
  isLost: boolean;
}

const kinds = {
  pickup: { text: 'Pickup', icon: IconPackageExport },
  delivery: { text: 'Delivery', icon: IconPackageImport },
  order: { text: 'Order', icon: IconPackage },
} as const;
/** A stop in a driver's day, or an unassigned order. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { order, stop, driverId, isDone, place, day, isLifted, isLost, onOpen, onMove, onKeyDown, onTouch } = props;
  const element = useRef<HTMLLIElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setDragged] = useState(false);
  const canMove = mayMove(order, isDone);
  const card: Card = { orderId: order.id, stop };
  const { orderId } = card;

  useEffect(() => {
    const at = element.current;
    if (!at) return;
    const data = { orderId, stop, driverId, key: cardKey({ orderId, stop }) };
    return combine(
      draggable({
        element: at,
        canDrag: () => canMove,
        getInitialData: () => data,
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: at,
        canDrop: ({ source }) => source.data['orderId'] !== undefined && driverId !== null,
        getData: ({ input, element: target }) =>
          attachClosestEdge(data, { input, element: target, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data['key'] === data.key ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [orderId, stop, driverId, canMove]);
  useEffect(() => {
    if (isLost) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isLost]);

  const { text, icon: KindIcon } = kinds[stop];
  const number = formatTracking(order.trackingNumber);
  const what = stop === 'order' ? number : `${text.toLowerCase()} of ${number}`;
  const goods = order.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ');
  return (
    <li
      ref={element}
      className={styles.card}
      data-card={orderId}
      data-kind={stop}
      data-done={isDone || undefined}
      data-dragged={isDragged || undefined}
      data-lifted={isLifted || undefined}
      data-lost={isLost || undefined}
      data-edge={edge ?? undefined}
    >
      <Group gap={6} wrap="nowrap">
        {isDone && <IconCheck size={18} className={styles.check} aria-label="Done" />}
        {place > 0 && <span className={styles.place}>{place}</span>}
        <KindIcon size={18} stroke={1.8} aria-hidden className={styles.kind} />
        <Text size="sm" fw={600} component="span">
          {text}
        </Text>
        {canMove && (
          <UnstyledButton
            className={styles.handle}
            data-handle={orderId}
            data-stop={stop}
            data-second={stop === 'delivery' || undefined}
            aria-label={`Move ${what}`}
            aria-haspopup="dialog"
            aria-describedby="board-keys"
            onClick={() => onMove(card)}
            onKeyDown={(event) => onKeyDown(event, card)}
            onPointerDown={(event) =>
              event.pointerType !== 'mouse' && element.current && onTouch(event, card, element.current)
            }
          >
            <IconGripVertical size={14} aria-hidden />
            Move
          </UnstyledButton>
        )}
      </Group>
      <Group gap="0 6px" align="flex-start" justify="space-between">
        <div className={styles.windows}>
          <Windows order={order} stop={stop} day={day} isDone={isDone} />
        </div>
        <Anchor
          component={Link}
          href={`${paths.adminOrders}?order=${orderId}`}
          size="xs"
          className={styles.number}
          draggable={false}
          aria-haspopup="dialog"
          onClick={(event: MouseEvent) => {
            // The link is for a new tab; a plain click opens the dialog over the board.
            event.preventDefault();
            onOpen(orderId);
          }}
        >
          {number}
        </Anchor>
      </Group>
      <Route order={order} stop={stop} />
      <Text size="xs" c="dimmed" truncate>
        {order.customerCompany ?? order.customerName}
        {goods ? ` · ${goods}` : ''}
      </Text>
      <Group gap={6} mt={2} justify="space-between" wrap="nowrap">
        <OrderStatusBadge size="sm" status={order.status} hasDriver={driverId !== null} />
        <Text size="xs" className="tabular">
          {formatCount(order.parcels, 'parcel')}
        </Text>
      </Group>
    </li>
  );
});
