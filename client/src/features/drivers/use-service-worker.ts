import { useEffect } from 'react';

const SCOPE = '/driver';
const CHECK_MS = 3_600_000;

/**
 * Lets the portal open without a network. The worker renews itself; a browser without one only needs the network again.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    // Not in development, where files have no hash; and plain http on a local network has no service workers.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const registered = navigator.serviceWorker
      .register('/driver-sw.js', { scope: SCOPE, updateViaCache: 'none' })
      .catch(() => undefined);
    // A portal that stays open for days never navigates, which is when browsers look for a new release.
    const timer = setInterval(
      () => void registered.then((registration) => registration?.update()).catch(() => undefined),
      CHECK_MS,
    );
    return () => clearInterval(timer);
  }, []);
}
