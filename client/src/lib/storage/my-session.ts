import { useSyncExternalStore } from 'react';
import { readStored, store } from './local-store.ts';

// Whether a mailed link's session was open when /my was read last. Only a word in the header goes by it: the server
// decides at every call, and no page asks it for this.

const KEY = 'quickfleet.my';
export const hasMySession = (): boolean => readStored(KEY) !== null;

const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

export function rememberMySession(isOpen: boolean): void {
  if (isOpen === hasMySession()) return;
  store(KEY, isOpen ? '1' : null);
  for (const changed of listeners) changed();
}

export const useHasMySession = (): boolean => useSyncExternalStore(subscribe, hasMySession, () => false);
