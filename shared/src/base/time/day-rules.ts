import { t } from '../../words/t.ts';
import { addDays, daysBetween } from './zoned-time.ts';

/** How the stops of a day may lie, without a schema: the board asks the same as the server. */
export const stopKinds = ['pickup', 'delivery'] as const;
export type StopKind = (typeof stopKinds)[number];
export interface DayStop {
  orderId: number;
  stop: StopKind;
}

export const stopKey = ({ orderId, stop }: DayStop): string => `${orderId} ${stop}`;

export interface StopFault {
  /** Place of the stop in the list. */
  at: number;
  kind: 'twice' | 'delivered first';
  message: string;
}

/** What is impossible about an order of stops alone: a stop listed twice, or a delivery before its pickup. */
export function findStopFaults(stops: readonly DayStop[]): StopFault[] {
  const places = new Map<string, number>();
  const faults: StopFault[] = [];
  for (const [at, stop] of stops.entries()) {
    if (places.has(stopKey(stop)))
      faults.push({ at, kind: 'twice', message: t('An order is picked up once and delivered once') });
    else places.set(stopKey(stop), at);
  }
  for (const [at, { orderId, stop }] of stops.entries()) {
    const pickup = places.get(stopKey({ orderId, stop: 'pickup' }));
    if (stop === 'delivery' && pickup !== undefined && pickup > at)
      faults.push({ at, kind: 'delivered first', message: t('An order is picked up before it is delivered') });
  }
  return faults;
}

/**
 * Where the stops of an order land when its earliest open stop moves to a day: the other keeps its distance. `null` is a
 * stop that has no day yet, or is not moved.
 */
export function landingDays(days: Readonly<Record<StopKind, string | null>>, day: string): (stop: StopKind) => string {
  const [first] = stopKinds.flatMap((stop) => days[stop] ?? []).toSorted();
  return (stop) => (first && days[stop] ? addDays(day, daysBetween(first, days[stop])) : day);
}
