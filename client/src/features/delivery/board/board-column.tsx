import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { Avatar, Group, Text, Title } from '@mantine/core';
import type { DayTotals } from '@quickfleet/shared/delivery/planning';
import { IconInbox } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { formatCount } from '../../../lib/words/format.ts';
import styles from './board.module.css';
import { BoardCard, type CardActions } from './board-card.tsx';
import type { Shown } from './board-view.ts';

interface BoardColumnProps extends CardActions {
  id: number | null;
  name: string;
  totals: DayTotals;
  cards: readonly Shown[];
  /** Cards before the search left some out. */
  count: number;
  day: string;
  liftedId: number | undefined;
  lostId: number | undefined;
  papers: ReactNode;
}

/** Scrolls while a card is dragged near the edge. */
export const autoScroll = (element: HTMLElement | null) => (element ? autoScrollForElements({ element }) : undefined);

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

function sumUp({ stops, stopsDone, orders, parcels }: DayTotals, isUnassigned: boolean): string {
  const amounts = `${formatCount(orders, 'order')}, ${formatCount(parcels, 'parcel')}`;
  if (isUnassigned) return amounts;
  return `${stopsDone > 0 ? `${stopsDone} of ` : ''}${formatCount(stops, 'stop')}${stopsDone > 0 ? ' done' : ''}, ${amounts}`;
}

export function BoardColumn({
  id,
  name,
  totals,
  cards,
  count,
  day,
  liftedId,
  lostId,
  papers,
  ...actions
}: BoardColumnProps) {
  const [isOver, setOver] = useState(false);
  const dropTarget = useCallback(
    (element: HTMLElement | null) =>
      element
        ? dropTargetForElements({
            element,
            getData: () => ({ column: id }),
            onDragEnter: () => setOver(true),
            onDragLeave: () => setOver(false),
            onDrop: () => setOver(false),
          })
        : undefined,
    [id],
  );

  const isUnassigned = id === null;
  const headingId = `board-column-${id ?? 'unassigned'}`;
  return (
    <section
      ref={dropTarget}
      className={styles.column}
      data-column={id ?? ''}
      data-over={isOver || undefined}
      aria-labelledby={headingId}
    >
      <Group gap="xs" wrap="nowrap" p="sm" style={{ borderBottom: '1px solid var(--qf-line)' }}>
        <Avatar size={32} color={isUnassigned ? 'gray' : 'teal'} variant="light" aria-hidden>
          {isUnassigned ? <IconInbox size={18} /> : initialsOf(name)}
        </Avatar>
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4" id={headingId} className={styles.name}>
            {name}
          </Title>
          <Text size="xs" c="dimmed" className="tabular">
            {sumUp(totals, isUnassigned)}
            {cards.length < count ? ` · ${cards.length} shown` : ''}
          </Text>
        </div>
        {papers}
      </Group>
      <ul ref={autoScroll} className={styles.list} tabIndex={cards.length > 0 ? 0 : -1} aria-labelledby={headingId}>
        {cards.map(({ card, order, isDone, place }) => (
          <BoardCard
            key={`${card.orderId} ${card.stop}`}
            order={order}
            stop={card.stop}
            driverId={id}
            isDone={isDone}
            place={place}
            day={day}
            isLifted={liftedId === order.id}
            isLost={lostId === order.id}
            {...actions}
          />
        ))}
        {cards.length === 0 && (
          <Text component="li" px={8} py="lg" fz="0.875rem" c="dimmed" ta="center">
            {count > 0
              ? 'Nothing here matches'
              : isUnassigned
                ? 'Every order of this day has a driver'
                : 'No stops yet'}
          </Text>
        )}
      </ul>
    </section>
  );
}
