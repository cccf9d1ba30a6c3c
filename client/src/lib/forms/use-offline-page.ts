import { language } from '@quickfleet/shared/words/t';
import { useEffect, useState } from 'react';

const CHECK_MS = 3_600_000;
/** How long a page waits before it fetches again what did not arrive; what did arrive stays. */
const RETRY_MS = 30_000;
/** A worker keeps the files of one language. */
const inLanguage = (script: string) => (language() === 'en' ? script : script.replace('.js', `.${language()}.js`));

/**
 * Lets a page open without a network, by a worker that keeps it and everything it is made of. True once it is kept.
 * The worker renews itself; a browser without one only needs the network again.
 */
export function useOfflinePage(script: string, scope: string): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    // Not in development, where files have no hash; and plain http on a local network has no service workers.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let isGone = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let registration: ServiceWorkerRegistration | undefined;
    const workerOf = () => registration?.active ?? registration?.waiting ?? registration?.installing;
    /** A worker is active once it has stored every file; the browser drops one that could not fetch all of them. */
    const look = () => {
      if (isGone) return;
      clearTimeout(retry);
      if (registration?.active) setKept(true);
      else if (isDropped()) retry = setTimeout(keep, RETRY_MS);
    };
    const isDropped = () => (workerOf()?.state ?? 'redundant') === 'redundant';
    const keep = async () => {
      try {
        registration = await navigator.serviceWorker.register(inLanguage(script), { scope, updateViaCache: 'none' });
      } catch (error) {
        // Whatever is no network failure is a browser that keeps no pages.
        if (!(error instanceof TypeError)) return;
      }
      workerOf()?.addEventListener('statechange', look);
      look();
    };
    void keep();
    const tryAgain = () => {
      if (isDropped()) void keep();
    };
    window.addEventListener('online', tryAgain);
    // A page that stays open for days never navigates, which is when browsers look for a new release.
    const timer = setInterval(() => void registration?.update().catch(() => undefined), CHECK_MS);
    return () => {
      isGone = true;
      clearTimeout(retry);
      window.removeEventListener('online', tryAgain);
      clearInterval(timer);
    };
  }, [script, scope]);
  return isKept;
}
