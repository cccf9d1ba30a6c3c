import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { Anchor, Avatar, Group, Text, Title, UnstyledButton } from '@mantine/core';
import type { DayTotals } from '@quickfleet/shared/delivery/planning/planning';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconCalendarQuestion, IconChevronDown, IconChevronRight, IconHistory, IconInbox } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { Steady } from '../../../components/feedback/steady.tsx';
import { useMovedAlone } from '../../../lib/live/use-moved-alone.ts';
import styles from './board.module.css';
import { type ColumnView, isWaiting, type Shown } from './board-view.ts';
import { BoardCard, type CardActions } from './cards/board-card.tsx';
import { LoadWarning, loadInWords } from './load/load-warning.tsx';
import { cardKey } from './moving/board-state.ts';
import { mark } from './moving/mark.ts';
import { useDrawn } from './use-drawn.ts';

interface BoardColumnProps extends CardActions {
  column: ColumnView;
  cards: readonly Shown[];
  /** From the left, from 0. */
  place: number;
  day: string;
  liftedId: number | undefined;
  lostId: number | undefined;
  selected: ReadonlySet<string>;
  isCompact: boolean;
  /** The search shows what it finds, done or not. */
  isSearching: boolean;
  menu: ReactNode;
}

/** Scrolls while a card is dragged near the edge. */
export const autoScroll = (element: HTMLElement | null) => (element ? autoScrollForElements({ element }) : undefined);

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const icons = { carriedOver: IconHistory, unplanned: IconCalendarQuestion, unassigned: IconInbox, driver: IconInbox };

function sumUp({ stops, stopsDone, orders, parcels }: DayTotals, kind: ColumnView['kind']): string {
  const amounts = t(
    '{orders, plural, one {# order} other {# orders}}, {parcels, plural, one {# parcel} other {# parcels}}',
    { orders, parcels },
  );
  if (kind === 'unassigned' || kind === 'unplanned') return amounts;
  return stopsDone > 0
    ? t('{stopsDone} of {stops, plural, one {# stop} other {# stops}} done, {amounts}', { stopsDone, stops, amounts })
    : t('{stops, plural, one {# stop} other {# stops}}, {amounts}', { stops, amounts });
}

export function BoardColumn({
  column,
  cards,
  place: placeOnBoard,
  day,
  liftedId,
  lostId,
  selected,
  isCompact,
  isSearching,
  menu,
  ...actions
}: BoardColumnProps) {
  const { kind, id, name, totals, hasMore, load, isGuess } = column;
  // Cards before the search left some out.
  const count = column.all.length;
  const isSource = isWaiting(column);
  const dropTarget = useCallback(
    (element: HTMLElement | null) =>
      element && !isSource
        ? dropTargetForElements({
            element,
            getData: () => ({ column: id }),
            onDragEnter: () => mark(element, 'over', 'true'),
            onDragLeave: () => mark(element, 'over', null),
            onDrop: () => mark(element, 'over', null),
          })
        : undefined,
    [id, isSource],
  );

  const [isUnfolded, setUnfolded] = useState(false);
  const done = isSearching ? 0 : cards.filter(({ isDone, order }) => isDone && order.id !== lostId).length;
  const inView = done === 0 || isUnfolded ? cards : cards.filter(({ isDone, order }) => !isDone || order.id === lostId);

  const drawn = useDrawn(
    placeOnBoard,
    cards.some(({ order }) => order.id === liftedId || order.id === lostId),
  );
  const hasMoved = useMovedAlone(column.all.map(({ card }) => cardKey(card)).join(' '), day);
  const isUnassigned = id === null;
  const ColumnIcon = icons[kind];
  const headingId = `board-column-${id ?? kind}`;
  return (
    <section ref={dropTarget} className={styles.column} data-column={id ?? ''} aria-labelledby={headingId}>
      <Group gap="xs" wrap="nowrap" p="sm" mih={60} style={{ borderBottom: '1px solid var(--qf-line)' }}>
        <Avatar size={32} color={isUnassigned ? 'gray' : 'teal'} variant="light" aria-hidden>
          {isUnassigned ? <ColumnIcon size={18} /> : initialsOf(name)}
        </Avatar>
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4" id={headingId} className={styles.name}>
            {name}
          </Title>
          <Text size="xs" c="dimmed" className="tabular">
            {sumUp(totals, kind)}
            {cards.length < count ? t(' · {length} shown', { length: cards.length }) : ''}
            {load && load.leftMinutes > 0 ? ` · ${loadInWords(load, isGuess === true)}` : ''}
          </Text>
        </div>
        {drawn > 0 && menu}
      </Group>
      {load && <LoadWarning load={load} />}
      <Steady isGuarded={hasMoved} style={{ display: 'contents' }}>
        <ul
          ref={autoScroll}
          aria-busy={drawn < inView.length || undefined}
          className={styles.list}
          tabIndex={cards.length > 0 ? 0 : -1}
          aria-labelledby={headingId}
        >
          {drawn > 0 && done > 0 && (
            <li>
              <UnstyledButton
                className={styles.fold}
                aria-expanded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                {isUnfolded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
                {t('{count, plural, one {# done stop} other {# done stops}}', { count: done })}
              </UnstyledButton>
            </li>
          )}
          {inView.slice(0, drawn).map(({ card, order, isDone, place, holder, hasConflict }) => (
            <BoardCard
              key={cardKey(card)}
              order={order}
              stop={card.stop}
              driverId={id}
              isDone={isDone}
              place={place}
              day={day}
              isLifted={liftedId === order.id}
              isLost={lostId === order.id}
              isCompact={isCompact}
              isSelected={selected.has(cardKey(card))}
              holder={holder}
              hasConflict={hasConflict === true}
              {...actions}
            />
          ))}
          {hasMore && kind !== 'driver' && kind !== 'unassigned' && (
            <li>
              <Anchor component={Link} href={`${paths.adminOrders}?${kind}=true&sort=planned`} size="sm" p={8}>
                {t('Show all in the list')}
              </Anchor>
            </li>
          )}
          {cards.length === 0 && (
            <Text component="li" px={8} py="lg" fz="0.875rem" c="dimmed" ta="center">
              {count > 0
                ? t('Nothing here matches')
                : isUnassigned
                  ? t('Every order of this day has a driver')
                  : t('No stops yet')}
            </Text>
          )}
        </ul>
      </Steady>
    </section>
  );
}
