import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Button, Group, Select, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { addDays } from '@quickfleet/shared/base/zoned-time';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { Hint } from '../../../components/text/hint.tsx';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { formatCount, formatWeekday, todayInZone } from '../../../lib/words/format.ts';
import styles from './board.module.css';
import { autoScroll, BoardColumn } from './board-column.tsx';
import { ColumnPapers, DayPapers } from './board-papers.tsx';
import { boardView, dropOf, matches, moveOfDrop, type Shown, viewOf } from './board-view.ts';
import { MoveDialog } from './moving/move-dialog.tsx';
import type { Card, Move } from './moving/moves.ts';
import { startTouchDrag } from './moving/touch-drag.ts';
import { handleOf, useDrag } from './moving/use-drag.ts';
import { useBoard } from './use-board.ts';
import { zoneInWords } from './windows.ts';

function BoardSkeleton() {
  return (
    <div className={styles.columns} role="status" aria-busy>
      <span className="visually-hidden">Loading</span>
      {[0, 1, 2, 3].map((column) => (
        <div key={column} className={styles.column}>
          <Skeleton height={36} m={12} w="auto" radius="md" />
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} height={132} m={12} w="auto" radius="md" />
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayPickerProps {
  day: string;
  today: string;
  onDay: (day: string) => void;
}
function DayPicker({ day, today, onDay }: DayPickerProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <Hint label="Previous day">
        <ActionIcon variant="default" size={36} aria-label="Previous day" onClick={() => onDay(addDays(day, -1))}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
      </Hint>
      <TextInput
        type="date"
        aria-label="Day"
        value={day}
        required
        onChange={({ currentTarget: { value } }) => value && onDay(value)}
      />
      <Hint label="Next day">
        <ActionIcon variant="default" size={36} aria-label="Next day" onClick={() => onDay(addDays(day, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Hint>
      <Button variant="default" disabled={day === today} onClick={() => onDay(today)}>
        Today
      </Button>
    </Group>
  );
}

/** Who drives what on a day, and in which order; `onOpen` shows an order without leaving the board. */
export function BoardScreen({ onOpen }: { onOpen: (orderId: number) => void }) {
  const [view, setView] = useUrlState(boardView);
  const today = todayInZone();
  const day = view.day ?? today;
  const [said, setSaid] = useState('');
  const announce = useCallback((text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text)), []);
  const { board, move, lost } = useBoard(day, announce);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const data = board.data;
  const ids = useMemo(() => [null, ...(data?.drivers.map(({ driver }) => driver.id) ?? [])], [data?.drivers]);
  const inReach = useMemo(() => (isPhone ? [view.driver ?? null] : ids), [isPhone, view.driver, ids]);
  const { shown, liftedId, onKeyDown } = useDrag(data, inReach, move, announce);
  const [asked, setAsked] = useState<Card>();
  const moved = useRef<Card>(undefined);

  const latest = useRef({ move, data, onKeyDown });
  latest.current = { move, data, onKeyDown };
  useEffect(() => {
    return monitorForElements({
      onDrop: ({ source, location }) => {
        const present = latest.current.data;
        const { orderId, stop: kind } = source.data;
        if (!present || typeof orderId !== 'number') return;
        const card: Card = { orderId, stop: kind as Card['stop'] };
        const drop = dropOf(location.current.dropTargets);
        if (drop) latest.current.move(moveOfDrop(present, card, drop));
      },
    });
  }, []);

  // The moved card is a new element, or out of view: focus it, or its column.
  useEffect(() => {
    if (asked || !moved.current) return;
    const next = handleOf(moved.current) ?? document.querySelector<HTMLElement>('[data-board] :is([data-handle], ul)');
    moved.current = undefined;
    next?.focus({ preventScroll: true });
  }, [asked]);
  const moveAsked = (wanted: Move) => {
    moved.current = wanted.card;
    move(wanted);
  };

  // Stable, so that a card renders again only when it changes.
  const actions = useMemo(
    () => ({
      onOpen,
      onMove: (card: Card) => setAsked(card),
      onKeyDown: (event: KeyboardEvent, card: Card) => latest.current.onKeyDown(event, card),
      onTouch: (event: PointerEvent, card: Card, element: HTMLElement) =>
        startTouchDrag(event, element, (drop) => {
          const present = latest.current.data;
          if (present) latest.current.move(moveOfDrop(present, card, drop));
        }),
    }),
    [onOpen],
  );
  const columns = useMemo(() => (shown ? viewOf(shown) : []), [shown]);
  const setDay = (wanted: string) => setView({ day: wanted === today ? undefined : wanted });
  const picked = columns.find(({ id }) => id === (view.driver ?? null)) ?? columns[0];
  const inView = isPhone && picked ? [picked] : columns;
  const filtered = (all: readonly Shown[]) => (view.q ? all.filter(({ order }) => matches(order, view.q)) : all);
  const onSearch = useCallback((q: string) => setView({ q }, 'replace'), [setView]);

  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <div>
          <Title order={1}>Day Board</Title>
          <Text size="sm" c="dimmed">
            {formatWeekday(day)} · times in {zoneInWords(day)}
          </Text>
        </div>
        <Group gap="xs">
          <DayPicker day={day} today={today} onDay={setDay} />
          <DayPapers columns={columns} day={day} />
        </Group>
      </Group>
      <Group gap="sm" mb="sm">
        <SearchField
          value={view.q}
          onSearch={onSearch}
          label="Search the board"
          placeholder="Customer, address or number"
        />
        {isPhone && picked && (
          <Select
            aria-label="Column"
            flex="1 1 100%"
            data={columns.map(({ id, name, totals, all }) => ({
              value: String(id ?? 0),
              label: `${name} (${id === null ? formatCount(all.length, 'order') : formatCount(totals.stops, 'stop')})`,
            }))}
            value={String(picked.id ?? 0)}
            onChange={(value) => setView({ driver: value === null || value === '0' ? undefined : value })}
            allowDeselect={false}
          />
        )}
      </Group>
      <p id="board-keys" className="visually-hidden">
        Enter chooses driver and place. Space lifts the card, then the arrow keys move it.
      </p>
      <div aria-live="assertive" className="visually-hidden" data-testid="board-said">
        {said}
      </div>
      {board.isPending && <BoardSkeleton />}
      <QueryError title="The board could not be loaded" query={board} />
      {board.isSuccess && columns.length === 1 && (
        <EmptyState
          title="No drivers yet"
          text="The board has a column for every active driver. An admin adds drivers on the Team screen."
        />
      )}
      {board.isSuccess && (
        <div
          ref={autoScroll}
          className={styles.columns}
          data-board
          data-fetching={board.isPlaceholderData || undefined}
        >
          {inView.map((column) => (
            <BoardColumn
              key={column.id ?? 0}
              id={column.id}
              name={column.name}
              totals={column.totals}
              cards={filtered(column.all)}
              count={column.all.length}
              papers={<ColumnPapers column={column} day={day} />}
              day={day}
              liftedId={liftedId}
              lostId={lost}
              {...actions}
            />
          ))}
        </div>
      )}
      {data && <MoveDialog board={data} card={asked} onMove={moveAsked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
