import { useEffect, useEffectEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { setLeaveGuard } from './leave-guard.ts';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Where a click leads inside the app; undefined for everything that keeps this page open. */
function leadsTo(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download') || !isPlainClick(event)) return undefined;
  const url = new URL(link.href);
  const staysHere =
    url.origin !== location.origin || (url.pathname === location.pathname && url.search === location.search);
  return staysHere ? undefined : url.pathname + url.search + url.hash;
}

/**
 * While something typed is not saved, leaving asks first: links, Back and Forward, closing the tab. `ask` resolves to
 * 'leave anyway'. `stays` names the addresses that show the same editor, e.g. with a dialog over it: Back and Forward
 * between those ask nothing.
 */
export function useUnsavedGuard(
  isDirty: boolean,
  ask: () => Promise<boolean>,
  stays: (url: URL) => boolean = () => false,
): void {
  const askToLeave = useEffectEvent(ask);
  const isSameEditor = useEffectEvent(stays);

  useEffect(() => {
    if (!isDirty) return;
    const here = location.href;
    let isLeaving = false;
    const leaveFor = async (target: string, how: { replace: boolean }) => {
      if (!(await askToLeave())) return;
      isLeaving = true;
      navigate(target, how);
    };
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const clicked = (event: MouseEvent) => {
      const target = leadsTo(event);
      if (!target) return;
      event.preventDefault();
      event.stopPropagation();
      void leaveFor(target, { replace: false });
    };
    // The browser has already gone back: this page's address is put on top again, and the question comes after.
    const moved = (event: PopStateEvent) => {
      if (isLeaving || isSameEditor(new URL(location.href))) return;
      const target = location.pathname + location.search + location.hash;
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      void leaveFor(target, { replace: true });
    };
    window.addEventListener('beforeunload', closing);
    document.addEventListener('click', clicked, true);
    setLeaveGuard({ moved, leaveFor: (target) => void leaveFor(target, { replace: false }) });
    return () => {
      window.removeEventListener('beforeunload', closing);
      document.removeEventListener('click', clicked, true);
      setLeaveGuard(undefined);
    };
  }, [isDirty]);
}
