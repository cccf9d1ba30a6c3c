import { Notifications } from '@mantine/notifications';
import { TOAST_WIDTH_PX } from '@quickfleet/shared/limits';
import { useEffect } from 'react';

export { notifications, notificationsStore } from '@mantine/notifications';

const GAP_PX = 8;
/** On a wide screen the staff's toasts have a place of their own (styles/staff-controls.css). */
const hasOwnPlace = (): boolean =>
  document.querySelector('[data-staff]') !== null && !matchMedia('(max-width: 48em)').matches;

/** What a toast must not lie over: a dialog's head and its controls, else the head of the page and the next action. */
function takenRects(): DOMRect[] {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  const dialog = [...dialogs].at(-1);
  const parts = dialog
    ? dialog.querySelectorAll('header, button, input, textarea, select')
    : document.querySelectorAll('[data-driver] header, [data-bar]');
  return [...parts].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0);
}

/** The first height at which nothing is covered; undefined where there is none. */
export function freeTop(height: number, viewHeight: number, taken: readonly Pick<DOMRect, 'top' | 'bottom'>[]) {
  const starts = [GAP_PX, ...taken.map(({ bottom }) => bottom + GAP_PX), viewHeight - height - GAP_PX];
  const isFree = (top: number) =>
    top >= GAP_PX &&
    top + height <= viewHeight - GAP_PX &&
    taken.every((rect) => rect.bottom <= top || rect.top >= top + height);
  return starts.toSorted((one, other) => one - other).find(isFree);
}

function place(): void {
  for (const root of document.querySelectorAll<HTMLElement>(
    '.mantine-Notifications-root[data-position="top-center"]',
  )) {
    const { height } = root.getBoundingClientRect();
    if (height === 0) continue;
    const top = hasOwnPlace() ? undefined : freeTop(height, innerHeight, takenRects());
    root.style.top = top === undefined ? '' : `${top}px`;
    root.style.bottom = top === undefined ? '' : 'auto';
  }
}

/** Toasts, where they cover neither a dialog's head nor anything that is pressed next. */
export function PlacedToasts() {
  useEffect(() => {
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    // A toast comes into its root, a dialog into the document, and both change their size.
    const watch = new MutationObserver(soon);
    watch.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', soon);
    soon();
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      removeEventListener('resize', soon);
    };
  }, []);
  return (
    <Notifications
      position="top-center"
      limit={1}
      containerWidth={TOAST_WIDTH_PX}
      transitionDuration={160}
      zIndex={400}
    />
  );
}
