import type { OrderOutcome } from '../../company/proof/failure-words.ts';
import type { DayOrder, PlannedStop } from './planning.ts';

/** What was tried and failed, wholly or in part, waits for the office; nobody drives there before it has decided. */
export const waitsForOffice = (outcome: OrderOutcome | null | undefined): outcome is 'failed' | 'partial' =>
  outcome === 'failed' || outcome === 'partial';

/** A driver's next stop of a day: the first open one of an order that goes to its recipient. */
export const nextStopOf = <Stop extends Pick<PlannedStop, 'orderId' | 'isDone'>>(
  stops: readonly Stop[],
  orders: ReadonlyMap<number, Pick<DayOrder, 'outcome'>>,
): Stop | undefined =>
  stops.find(({ orderId, isDone }) => {
    const outcome = orders.get(orderId)?.outcome;
    return !isDone && !waitsForOffice(outcome) && outcome !== 'returning';
  });
