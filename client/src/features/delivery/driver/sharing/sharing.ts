// Whether this phone shares where it is. The driver turns it on for a day that runs; it ends with the day.

import { useSyncExternalStore } from 'react';
import { readStored, store } from '../../../../lib/storage/local-store.ts';

const KEY = 'quickfleet-sharing';

/** `refused`: the phone does not give its position. */
export type SharingState = 'off' | 'on' | 'refused';
let state: SharingState | undefined;
const listeners = new Set<() => void>();

const keyOf = (driverId: number, day: string) => `${driverId} ${day}`;

function change(next: SharingState): void {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** On for this driver's day as it was left, e.g. by a closed tab. */
export const resumeSharing = (driverId: number, day: string): void => {
  if (state === undefined && readStored(KEY) === keyOf(driverId, day)) change('on');
};
export function startSharing(driverId: number, day: string): void {
  store(KEY, keyOf(driverId, day));
  change('on');
}
export function stopSharing(): void {
  store(KEY, null);
  change('off');
}
/** The phone said no: it is asked again when the driver turns it on once more. */
export function refuseSharing(): void {
  store(KEY, null);
  change('refused');
}

export const useSharing = (): SharingState =>
  useSyncExternalStore(
    subscribe,
    () => state ?? 'off',
    () => 'off',
  );
