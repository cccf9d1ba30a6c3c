import { useEffect } from 'react';

/** Keeps the screen lit while it is needed: a customer who is signing must not find it dark. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused when the battery is low: then the phone's own timeout counts.
      const held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) await held?.release();
      else lock = held;
    };
    // The phone releases the lock whenever the page is hidden.
    const again = () => void hold();
    document.addEventListener('visibilitychange', again);
    void hold();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
