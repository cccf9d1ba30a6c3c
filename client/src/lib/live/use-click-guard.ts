import { SECOND_PRESS_MS } from '../api/one-press.ts';
import { useHasJustChanged } from '../hooks/use-for-a-while.ts';

/** True for a moment after `purpose` changed, so that the second of two clicks does not trigger the new action. */
export const useClickGuard = (purpose: string): boolean => useHasJustChanged(purpose, SECOND_PRESS_MS);
