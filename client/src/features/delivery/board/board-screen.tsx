import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Button, Group, Select, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { useScrollIntoView } from '../../../lib/hooks/use-scroll-into-view.ts';
import { formatWeekday, todayInZone } from '../../../lib/words/format.ts';
import styles from './board.module.css';
import { autoScroll, BoardColumn } from './board-column.tsx';
import { ColumnMenu, DayPapers } from './board-papers.tsx';
import { BoardSkeleton } from './board-skeleton.tsx';
import {
  boardView,
  type ColumnView,
  dropOf,
  isWaiting,
  matches,
  moveOfDrop,
  type Shown,
  viewOf,
  waitingColumns,
} from './board-view.ts';
import { CardChoices } from './cards/card-choices.tsx';
import { CashDialog } from './cash/cash-dialog.tsx';
import { DayPicker } from './day-picker.tsx';
import { HeldNotices } from './held-notices.tsx';
import { BoardOverview } from './load/board-overview.tsx';
import { DayMapBeside } from './map/day-map-beside.tsx';
import { StopTimes, UnknownPlaces, useDayRoutes, useTimesByCard, useUnknownPlaces } from './map/use-day-routes.ts';
import { type Card, mayMove } from './moving/board-state.ts';
import { MoveDialog } from './moving/move-dialog.tsx';
import type { Move } from './moving/moves.ts';
import { startTouchDrag } from './moving/touch-drag.ts';
import { handleOf, useDrag } from './moving/use-drag.ts';
import { usePin } from './moving/use-pin.ts';
import { PlanDialog } from './plan/plan-dialog.tsx';
import { GiveAllDialog } from './selection/give-all-dialog.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import { cardAt, useSelected } from './selection/use-selected.ts';
import { SuggestDialog } from './suggestion/suggest-dialog.tsx';
import { useBoard } from './use-board.ts';
import { useCompactCards } from './use-compact-cards.ts';
import { zoneInWords } from './windows.ts';

const keyOfColumn = ({ kind, id }: ColumnView): string => (id === null ? kind : String(id));
const movableIn = (cards: readonly Shown[]): Card[] =>
  cards.flatMap(({ card, order, isDone }) => (mayMove(order, isDone) ? card : []));
const labelOfColumn = ({ kind, name, totals, all }: ColumnView): string =>
  `${name} (${kind === 'driver' || kind === 'carriedOver' ? t('{count, plural, one {# stop} other {# stops}}', { count: totals.stops }) : t('{count, plural, one {# order} other {# orders}}', { count: all.length })})`;

/** Who drives what on a day, and in which order; `onOpen` shows an order without leaving the board. */
export function BoardScreen({ onOpen }: { onOpen: (orderId: number) => void }) {
  const [view, setView] = useUrlState(boardView);
  const { user } = useAuth();
  const today = todayInZone();
  const day = view.day ?? today;
  const [said, setSaid] = useState('');
  const announce = useCallback((text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text)), []);
  const { board, move, moveToDay, give, reorder, lost } = useBoard(day, announce);
  const pin = usePin();
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [isCompact, setCompact] = useCompactCards();
  const data = board.data;
  const isOverview = view.overview !== undefined;
  useScrollIntoView(
    () => document.querySelector(`[data-column="${view.driver}"]`),
    isPhone || isOverview || !data ? undefined : view.driver,
    { block: 'nearest', inline: 'center' },
  );
  const ids = useMemo(() => [null, ...(data?.drivers.map(({ driver }) => driver.id) ?? [])], [data?.drivers]);
  const inReach = useMemo(() => (isPhone ? [view.driver ?? null] : ids), [isPhone, view.driver, ids]);
  const together = (card: Card) => latest.current.select.together(card);
  const { shown, liftedId, onKeyDown: onDragKey } = useDrag(data, inReach, move, announce, together);
  const [asked, setAsked] = useState<Card>();
  const [giver, setGiver] = useState<number>();
  const [sorted, setSorted] = useState<number>();
  const [cashOf, setCashOf] = useState<number>();
  const [isPlanning, setPlanning] = useState(false);
  const moved = useRef<Card>(undefined);

  const routes = useDayRoutes(day, data);
  const times = useTimesByCard(routes);
  const unknownPlaces = useUnknownPlaces(routes);
  const columns = useMemo(() => (shown ? viewOf(shown) : []), [shown]);
  const setDay = (wanted: string) => setView({ day: wanted === today ? undefined : wanted });
  const picked =
    columns.find((column) => column.kind === view.waiting) ??
    columns.find((column) => !isWaiting(column) && column.id === (view.driver ?? null)) ??
    columns[0];
  const inView = isPhone && picked ? [picked] : columns;
  const filtered = (all: readonly Shown[]) => (view.q ? all.filter(({ order }) => matches(order, view.q)) : all);
  const onSearch = useCallback((q: string) => setView({ q }, 'replace'), [setView]);
  const cardsInView = inView.map(({ all }) => filtered(all));
  const select = useSelected(cardsInView, announce);

  const onKeyDown = (event: KeyboardEvent, card: Card) => {
    if (liftedId !== undefined || !select.onKeyDown(event, card)) onDragKey(event, card);
  };
  /** Moves cards, and whatever is selected with the first of them is no longer selected. */
  const moveCards = (wanted: Move) => {
    if (wanted.cards.length > 1) select.clear();
    move(wanted);
  };
  const latest = useRef({ moveCards, pin, data, onKeyDown, select });
  latest.current = { moveCards, pin, data, onKeyDown, select };
  useEffect(() => {
    return monitorForElements({
      onDrop: ({ source, location }) => {
        const { data: present, moveCards: carry, select: chosen } = latest.current;
        const { orderId, stop: kind } = source.data;
        if (!present || typeof orderId !== 'number') return;
        const card: Card = { orderId, stop: kind as Card['stop'] };
        const drop = dropOf(location.current.dropTargets);
        if (drop) carry(moveOfDrop(present, chosen.together(card), drop));
      },
    });
  }, []);
  const listen = useCallback((element: HTMLElement | null) => {
    const stopScrolling = autoScroll(element);
    const onClick = (event: MouseEvent) => {
      const isRange = event.shiftKey;
      const card = isRange || event.ctrlKey || event.metaKey ? cardAt(event) : undefined;
      if (!card) return;
      event.preventDefault();
      latest.current.select[isRange ? 'extend' : 'toggle'](card);
    };
    element?.addEventListener('click', onClick);
    return () => {
      stopScrolling?.();
      element?.removeEventListener('click', onClick);
    };
  }, []);

  // The moved card is a new element, or out of view: focus it, or its column.
  const isChoosing = asked !== undefined || giver !== undefined || select.selected.length > 0;
  useEffect(() => {
    if (isChoosing || !moved.current) return;
    const next = handleOf(moved.current) ?? document.querySelector<HTMLElement>('[data-board] :is([data-handle], ul)');
    moved.current = undefined;
    next?.focus({ preventScroll: true });
  }, [isChoosing]);
  const moveAsked = (wanted: Move) => {
    [moved.current] = wanted.cards;
    move(wanted);
  };
  const withSelected = (act: (cards: readonly Card[]) => void) => {
    const cards = select.selected;
    [moved.current] = cards;
    select.clear();
    act(cards);
  };

  // Stable, so that a card renders again only when it changes.
  const actions = useMemo(
    () => ({
      onOpen,
      onMove: (card: Card) => setAsked(card),
      onPin: (...of: Parameters<typeof pin>) => latest.current.pin(...of),
      onSelect: (card: Card, isRange: boolean) => latest.current.select[isRange ? 'extend' : 'toggle'](card),
      countOf: (card: Card) => latest.current.select.together(card).length,
      onKeyDown: (event: KeyboardEvent, card: Card) => latest.current.onKeyDown(event, card),
      onTouch: (event: PointerEvent, card: Card, element: HTMLElement) =>
        startTouchDrag(event, element, latest.current.select.together(card).length, (drop) => {
          const { data: present, moveCards: carry, select: chosen } = latest.current;
          if (present) carry(moveOfDrop(present, chosen.together(card), drop));
        }),
    }),
    [onOpen],
  );

  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <div>
          <Title order={1}>{t('Day Board')}</Title>
          <Text size="sm" c="dimmed">
            {t('{weekday} · times in {zone}', { weekday: formatWeekday(day), zone: zoneInWords(day) })}
          </Text>
        </div>
        <Group gap="xs">
          <DayPicker day={day} today={today} onDay={setDay} />
          {data && day >= today && data.drivers.length > 0 && (
            <Button variant="default" onClick={() => setPlanning(true)}>
              {t('Plan the day')}
            </Button>
          )}
          <DayPapers columns={columns} day={day} />
        </Group>
      </Group>
      <Group gap="sm" mb="sm">
        <SearchField
          value={view.q}
          onSearch={onSearch}
          label={t('Search the board')}
          placeholder={t('Customer, address or number')}
        />
        <CardChoices
          isSelecting={select.isSelecting}
          onSelecting={(wanted) => (wanted ? select.setSelecting(true) : select.clear())}
          isCompact={isCompact}
          onCompact={setCompact}
          isOverview={isOverview}
          onOverview={(wanted) => setView({ overview: wanted ? '1' : undefined })}
          isMap={view.map !== undefined}
          onMap={(wanted) => setView({ map: wanted ? '1' : undefined })}
        />
        {data && <HeldNotices day={day} notices={data.notices} />}
        {isPhone && picked && !isOverview && (
          <Select
            aria-label={t('Column')}
            flex="1 1 100%"
            data={columns.map((column) => ({ value: keyOfColumn(column), label: labelOfColumn(column) }))}
            value={keyOfColumn(picked)}
            onChange={(value) => {
              const chosen = columns.find((column) => keyOfColumn(column) === value);
              setView({
                driver: chosen?.id ? String(chosen.id) : undefined,
                waiting: waitingColumns.find((kind) => kind === chosen?.kind),
              });
            }}
            allowDeselect={false}
          />
        )}
      </Group>
      <p id="board-keys" className="visually-hidden">
        {t(
          'Enter chooses driver and place. Space lifts the card, then the arrow keys move it. X selects it, Shift with an arrow key the next one too, Escape none.',
        )}
      </p>
      <div aria-live="assertive" className="visually-hidden" data-testid="board-said">
        {said}
      </div>
      {board.isPending && <BoardSkeleton />}
      <QueryError title={t('The board could not be loaded')} query={board} />
      {data?.drivers.length === 0 && (
        <EmptyState
          title={t('No drivers yet')}
          text={t('The board has a column for every active driver. An admin adds drivers on the Team screen.')}
          action={
            can(user?.role, 'users.create') && (
              <Button component={Link} href={`${paths.adminTeam}?create=1`}>
                {t('Add a driver')}
              </Button>
            )
          }
        />
      )}
      {board.isSuccess && isOverview && (
        <BoardOverview
          columns={columns}
          day={day}
          addressOf={(id) =>
            `${paths.adminBoard}?${new URLSearchParams({ ...(view.day && { day }), driver: String(id) })}`
          }
          onDriver={(id) => setView({ overview: undefined, waiting: undefined, driver: String(id) })}
        />
      )}
      {board.isSuccess && !isOverview && (
        <DayMapBeside
          columns={inView}
          board={data}
          routes={view.map ? routes : undefined}
          onOpen={onOpen}
          onTouch={actions.onTouch}
        >
          <StopTimes value={times}>
            <UnknownPlaces value={unknownPlaces}>
              <div
                ref={listen}
                className={styles.columns}
                data-board
                data-compact={isCompact || undefined}
                data-selecting={select.isSelecting || undefined}
                data-fetching={board.isPlaceholderData || undefined}
              >
                {inView.map((column, at) => (
                  <BoardColumn
                    // Another day is drawn like the first one.
                    key={`${data?.day} ${keyOfColumn(column)}`}
                    place={at}
                    column={column}
                    cards={cardsInView[at] ?? []}
                    menu={
                      <ColumnMenu
                        column={column}
                        day={day}
                        onSelectAll={() => select.chooseAll(movableIn(cardsInView[at] ?? []))}
                        onGiveAll={setGiver}
                        onSuggest={setSorted}
                        onCash={setCashOf}
                      />
                    }
                    day={day}
                    liftedId={liftedId}
                    lostId={lost}
                    selected={select.keys}
                    isCompact={isCompact}
                    isSearching={view.q !== ''}
                    {...actions}
                  />
                ))}
              </div>
            </UnknownPlaces>
          </StopTimes>
        </DayMapBeside>
      )}
      {data && select.selected.length > 0 && (
        <SelectionBar
          board={data}
          cards={select.selected}
          onDriver={(to) => withSelected((cards) => move({ cards, to, before: null }))}
          onDay={(to) => withSelected((cards) => moveToDay(cards, to))}
          onClear={select.clear}
        />
      )}
      {data && <MoveDialog board={data} card={asked} onMove={moveAsked} onClose={() => setAsked(undefined)} />}
      {data && (
        <GiveAllDialog
          board={data}
          from={giver}
          onGive={(to) => giver !== undefined && give(giver, to)}
          onClose={() => setGiver(undefined)}
        />
      )}
      {data && <PlanDialog board={data} opened={isPlanning} onClose={() => setPlanning(false)} />}
      <CashDialog
        driverId={cashOf}
        name={columns.find(({ id }) => id === cashOf)?.name ?? ''}
        day={day}
        onClose={() => setCashOf(undefined)}
      />
      {data && (
        <SuggestDialog
          board={data}
          driverId={sorted}
          onUse={(stops) => sorted !== undefined && reorder(sorted, stops)}
          onClose={() => setSorted(undefined)}
        />
      )}
    </>
  );
}
