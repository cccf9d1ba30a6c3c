import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/stop-person';
import { isOverdueAt } from '@quickfleet/shared/delivery/overdue';
import type { DayOrder } from '@quickfleet/shared/delivery/planning';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { paths } from '@quickfleet/shared/paths';
import {
  IconArrowNarrowRight,
  IconCheck,
  IconGripVertical,
  IconPackage,
  IconPackageExport,
  IconPackageImport,
} from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { OrderStatusBadge } from '../../../components/text/status-badge.tsx';
import { brand } from '../../../lib/words/brand.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';
import { formatCount } from '../../../lib/words/format.ts';
import styles from './board.module.css';
import { type Card, cardKey, mayMove } from './moving/moves.ts';
import { windowTimes } from './windows.ts';

function Route({ order, stop }: { order: DayOrder; stop: Card['stop'] }) {
  const [from, to] = [oneLine(order.pickupAddress), oneLine(order.deliveryAddress)];
  if (stop !== 'order')
    return (
      <>
        <Text size="sm" lineClamp={2} fw={500}>
          {stop === 'pickup' ? from : to}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {stop === 'pickup' ? `to ${to}` : `from ${from}`}
        </Text>
      </>
    );
  return (
    <Text size="sm" component="div">
      <Text span size="sm" lineClamp={1}>
        {from}
      </Text>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <IconArrowNarrowRight size={16} aria-label="to" style={{ flex: 'none', marginTop: 2 }} />
        <Text span size="sm" fw={500} lineClamp={1}>
          {to}
        </Text>
      </Group>
    </Text>
  );
}

function Windows({ order, stop, day, isDone }: { order: DayOrder; stop: Card['stop']; day: string; isDone: boolean }) {
  const shown = [
    { name: 'Pickup', of: 'pickup', window: stop === 'delivery' ? null : order.pickupWindow } as const,
    { name: 'Delivery', of: 'delivery', window: stop === 'pickup' ? null : order.deliveryWindow } as const,
  ].filter(({ window }) => window !== null);
  if (shown.length === 0)
    return (
      <Text size="xs" c="dimmed">
        Any time
      </Text>
    );
  const isOverdue = (of: 'pickup' | 'delivery') => !isDone && isOverdueAt(order, of, new Date(), brand.timeZone);
  return shown.map(({ name, of, window }) =>
    window ? (
      <Text
        key={name}
        size="xs"
        fw={600}
        className="tabular"
        c={isOverdue(of) ? 'var(--mantine-color-error)' : undefined}
      >
        {stop === 'order' ? `${name} ` : ''}
        {windowTimes(window, day)}
        {isOverdue(of) ? ' · overdue' : ''}
      </Text>
    ) : null,
  );
}

/** Who is at the stop; of a whole order the customer. */
function personOf(order: DayOrder, stop: Card['stop']): string {
  const customer = order.customerCompany ?? order.customerName;
  if (stop === 'order') return customer;
  const { name, isCustomer } = personAt(order, stop);
  return isCustomer ? customer : name;
}

export interface CardActions {
  onOpen: (orderId: number) => void;
  onMove: (card: Card) => void;
  onKeyDown: (event: KeyboardEvent, card: Card) => void;
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
    },
    [orderId, stop, driverId, canMove],
  );
  useEffect(() => {
    if (isLost) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isLost]);

  const { text, icon: KindIcon } = kinds[stop];
  const number = formatTracking(order.trackingNumber);
  const what = stop === 'order' ? number : `${text.toLowerCase()} of ${number}`;
  const goods = order.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ');
  return (
    <li
      ref={attach}
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
        {isDone && <IconCheck size={18} color="var(--qf-route)" style={{ flex: 'none' }} aria-label="Done" />}
        {place > 0 && <span className={styles.place}>{place}</span>}
        <KindIcon size={18} stroke={1.8} aria-hidden style={{ flex: 'none' }} />
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
          flex="none"
          ff="monospace"
          style={{ whiteSpace: 'nowrap' }}
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
        {personOf(order, stop)}
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
