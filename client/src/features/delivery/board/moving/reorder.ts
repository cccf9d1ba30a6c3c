import { type DayStop, stopKey } from '@quickfleet/shared/base/time/day-rules';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { columnOf, type Outcome, ordersOf } from './board-state.ts';
import { driveTo } from './moves.ts';

/** A driver's own stops in another order. */
export function applyOrder(board: DayBoard, driverId: number, wanted: readonly DayStop[]): Outcome {
  const column = columnOf(board, driverId);
  if (!column) return undefined;
  const own = new Map(column.stops.map((stop) => [stopKey(stop), stop]));
  const stops = wanted.flatMap((stop) => own.get(stopKey(stop)) ?? []);
  if (stops.length !== own.size || wanted.length !== own.size)
    return { refusal: t('The stops of this day have changed. Ask for a new suggestion') };
  const changed = stops.filter((stop, at) => column.stops[at] && stopKey(column.stops[at]) !== stopKey(stop));
  if (changed.length === 0) return undefined;
  const ids = new Set(changed.map(({ orderId }) => orderId));
  const moved = new Map([...ordersOf(board)].filter(([id]) => ids.has(id)));
  return driveTo(board, column, stops, moved);
}
