import { navigate } from 'wouter/use-browser-location';
import { isLeftToGuard } from '../forms/leave-guard.ts';
import { openInUrl } from './url-dialog.ts';

const isShown = (address: string): boolean => address === location.pathname + location.search;

/** Another screen, by keyboard or palette. */
export function goTo(address: string): void {
  if (!isShown(address) && !isLeftToGuard(address)) navigate(address);
}

/**
 * A screen with one of its dialogs. Over the screen that is open already it opens as that is, filters and page
 * included, and Back closes it.
 */
export function openDialogAt(address: string): void {
  const target = new URL(address, location.origin);
  if (target.pathname !== location.pathname) {
    goTo(address);
    return;
  }
  const params = new URLSearchParams(location.search);
  for (const [name, value] of target.searchParams) params.set(name, value);
  const here = `${target.pathname}?${params}`;
  if (!isShown(here) && !isLeftToGuard(here)) openInUrl(() => navigate(here));
}
