// One toast at a time: a fixed id, and a new text replaces what is there.
// The toast library is loaded by the first toast, so a page that shows none does not pay for it.

import { TOAST_LONG_MS, TOAST_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { untilArrived } from './loading/lazy-named.ts';
import { loadWhenIdle } from './loading/load-when-idle.ts';

const TOAST_ID = 'toast';
const listeners = new Set<() => void>();
let wanted = false;
let turn = 0;

export const loadToasts = () => import('./placed-toasts.tsx');

/** Loads the toast code ahead, where a toast must appear without a network. */
export const preloadToasts = (): void => void loadToasts().catch(() => {});

/** The same once the page is at rest. */
export const preloadToastsLater = (): void => loadWhenIdle(loadToasts);

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const areToastsWanted = (): boolean => wanted;

interface Place {
  /** In the row of the header, where all of the page is to be read first. */
  isInHeader?: boolean;
}

async function show(
  kind: 'success' | 'error',
  title: string,
  message: ReactNode,
  ms: number,
  { isInHeader = false }: Place = {},
): Promise<void> {
  turn += 1;
  const mine = turn;
  // On a bad network a toast comes late; after a new release a page without it beats one that fails because of it.
  const library = await untilArrived(loadToasts).catch(() => undefined);
  if (!library || mine !== turn) return;
  const { notifications, notificationsStore } = library;
  wanted = true;
  for (const notify of listeners) notify();
  const toast = {
    id: TOAST_ID,
    title,
    message: message ?? '',
    color: kind === 'error' ? 'red' : 'teal',
    role: kind === 'error' ? 'alert' : 'status',
    withBorder: true,
    position: isInHeader ? ('top-left' as const) : ('top-center' as const),
    closeButtonProps: { 'aria-label': t('Dismiss') },
    'data-kind': kind,
    // The timer restarts only when the time differs, so every second toast lasts a millisecond longer.
    autoClose: ms + (turn % 2),
  };
  if (notificationsStore.getState().notifications.some((shown) => shown.id === TOAST_ID)) notifications.update(toast);
  else notifications.show(toast);
}

export const showSuccess = (title: string, message?: ReactNode, ms: number = TOAST_MS, place?: Place): void =>
  void show('success', title, message, ms, place);
export const showError = (title: string, message?: string, ms: number = TOAST_LONG_MS): void =>
  void show('error', title, message, ms);

/** Closes the toast, or one that is on its way, where its button was pressed or its place is needed. */
export function hideToast(): void {
  turn += 1;
  if (wanted) void loadToasts().then(({ notifications }) => notifications.hide(TOAST_ID));
}
