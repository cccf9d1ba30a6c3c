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

/** What is impossible about an order of stops by itself: a stop that is there twice, a delivery before its pickup. */
export function findStopFaults(stops: readonly DayStop[]): StopFault[] {
  const places = new Map<string, number>();
  const faults: StopFault[] = [];
  for (const [at, stop] of stops.entries()) {
    if (places.has(stopKey(stop)))
      faults.push({ at, kind: 'twice', message: 'An order is picked up once and delivered once' });
    else places.set(stopKey(stop), at);
  }
  for (const [at, { orderId, stop }] of stops.entries()) {
    const pickup = places.get(stopKey({ orderId, stop: 'pickup' }));
    if (stop === 'delivery' && pickup !== undefined && pickup > at)
      faults.push({ at, kind: 'delivered first', message: 'An order is picked up before it is delivered' });
  }
  return faults;
}
