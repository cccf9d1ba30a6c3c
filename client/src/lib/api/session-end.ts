// An expired session: what the user sees, and whether they sign in over the current page.
import { t } from '@quickfleet/shared/words/t';
import { useSyncExternalStore } from 'react';
import { isLeaveGuarded } from '../forms/leave-guard.ts';

/**
 * `ended`: the sign-in page says why it is shown. `asking`: something typed is still open, so the page stays and asks
 * for the password over it.
 */
export type SessionEnd = 'none' | 'ended' | 'asking';

export const SESSION_ENDED = t('Your session has ended. Sign in again to continue.');

const listeners = new Set<() => void>();
let current: SessionEnd = 'none';

export function setSessionEnd(next: SessionEnd): void {
  current = next;
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSessionEnd = (): SessionEnd =>
  useSyncExternalStore<SessionEnd>(
    subscribe,
    () => current,
    () => 'none',
  );

/** Whether leaving this page could lose something typed: unsaved text that the page guards, or a form in a dialog. */
export const hasOpenWork = (): boolean =>
  isLeaveGuarded() || document.querySelector('[role="dialog"] :is(input, textarea)') !== null;
