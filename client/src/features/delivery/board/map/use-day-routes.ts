import { stopKinds } from '@quickfleet/shared/base/time/day-rules';
import type { DayRoutes } from '@quickfleet/shared/delivery/planning/plans';
import { keepPreviousData } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { type Card, cardKey } from '../moving/board-state.ts';

type StopTime = DayRoutes['routes'][number]['stops'][number];

/** The days as they are: when each stop is reached, and where it is; computed again with each change of the board. */
export function useDayRoutes(day: string, board: unknown): DayRoutes | undefined {
  const utils = trpc.useUtils();
  const { data } = trpc.plans.routes.useQuery({ day }, { enabled: Boolean(board), placeholderData: keepPreviousData });
  useEffect(() => {
    void utils.plans.routes.invalidate();
  }, [board, utils]);
  return data;
}

/** The times of all cards, by their key. */
export const StopTimes = createContext<ReadonlyMap<string, StopTime>>(new Map());
export const useTimesByCard = (routes: DayRoutes | undefined): ReadonlyMap<string, StopTime> =>
  useMemo(
    () => new Map(routes?.routes.flatMap(({ stops }) => stops.map((stop) => [cardKey(stop), stop] as const))),
    [routes],
  );
export const useStopTime = (card: Card): StopTime | undefined => useContext(StopTimes).get(cardKey(card));

/** The stops of which nobody knows where they are, by the key of their card. */
export const UnknownPlaces = createContext<ReadonlySet<string>>(new Set());
export const useUnknownPlaces = (routes: DayRoutes | undefined): ReadonlySet<string> =>
  useMemo(() => new Set(routes?.unknownPlaces.map(cardKey)), [routes]);
/** Whether nobody knows where a card's stop is, or one of a whole order's. */
export function useIsPlaceUnknown({ orderId, stop }: Card): boolean {
  const unknown = useContext(UnknownPlaces);
  return stopKinds.some((kind) => (stop === 'order' || stop === kind) && unknown.has(cardKey({ orderId, stop: kind })));
}

const HUES = [262, 142, 24, 200, 330, 48, 176, 290, 0, 100, 222, 60];
/** A driver's colour, the same on their column and on the map. */
export const colourOf = (place: number): string => `hsl(${HUES[place % HUES.length] ?? 0} 65% 45%)`;

/** Lights the cards and the points of one order up, and nothing else. */
export function light(within: HTMLElement, orderId: string | undefined): void {
  for (const lit of within.querySelectorAll<HTMLElement>('[data-lit]')) delete lit.dataset['lit'];
  if (orderId === undefined) return;
  const wanted = `:is([data-card="${CSS.escape(orderId)}"], [data-point="${CSS.escape(orderId)}"])`;
  for (const one of within.querySelectorAll<HTMLElement>(wanted)) one.dataset['lit'] = 'true';
}
/** Of which order the thing is that the pointer or the focus is on. */
export const orderAt = (target: EventTarget): string | undefined => {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-card], [data-point]') : null;
  return found?.dataset['card'] ?? found?.dataset['point'];
};
