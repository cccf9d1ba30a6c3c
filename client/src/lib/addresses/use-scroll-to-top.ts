import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/** A new page starts at its top; Back and Forward keep the browser's own place. */
export function useScrollToTop(): void {
  // The server, which renders some of the pages, has no location.
  const shown = useRef(globalThis.location?.pathname);
  useWindowEvent('pushState', () => {
    if (location.pathname !== shown.current && !location.hash) window.scrollTo({ top: 0, behavior: 'instant' });
    shown.current = location.pathname;
  });
  useWindowEvent('popstate', () => {
    shown.current = location.pathname;
  });
}
