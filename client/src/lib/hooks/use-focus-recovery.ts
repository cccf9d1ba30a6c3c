import { useEffect } from 'react';

/** Time for a closing element to return the focus itself. */
const GRACE_MS = 100;

/** The uppermost dialog, or the page's heading: where the focus goes when its element is gone. */
function takeFocusBack(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
  const place = dialog ?? document.querySelector<HTMLElement>('main h1');
  if (!place) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * Keeps the keyboard on the page when the element that had the focus goes away: a deleted row, a button that did its
 * work, a dialog that a link had opened. Without it the browser starts again at the top, behind the whole menu.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let last: Element | undefined;
    let timer = 0;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : undefined;
    };
    const isLost = () =>
      last !== undefined &&
      !last.isConnected &&
      (document.activeElement === null || document.activeElement === document.body);
    const look = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (isLost()) takeFocusBack();
      }, GRACE_MS);
    });
    document.addEventListener('focusin', note);
    look.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      look.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
