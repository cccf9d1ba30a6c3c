import { language } from '@quickfleet/shared/words/t';
import { useEffect, useState } from 'react';

const CHECK_MS = 3_600_000;
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
    const keep = async () => {
      const registration = await navigator.serviceWorker
        .register(inLanguage(script), { scope, updateViaCache: 'none' })
        .catch(() => undefined);
      if (!registration) return undefined;
      // A worker is active once it has stored every file.
      const worker = registration.active ?? registration.waiting ?? registration.installing;
      const look = () => {
        if (!isGone && registration.active) setKept(true);
      };
      worker?.addEventListener('statechange', look);
      look();
      return registration;
    };
    let registered = keep();
    // The network can go before the worker has arrived.
    const tryAgain = async () => {
      if (!(await registered) && !isGone) registered = keep();
    };
    window.addEventListener('online', tryAgain);
    // A page that stays open for days never navigates, which is when browsers look for a new release.
    const timer = setInterval(
      () => void registered.then((registration) => registration?.update()).catch(() => undefined),
      CHECK_MS,
    );
    return () => {
      isGone = true;
      window.removeEventListener('online', tryAgain);
      clearInterval(timer);
    };
  }, [script, scope]);
  return isKept;
}
