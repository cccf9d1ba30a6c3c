import { Suspense, useSyncExternalStore } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { areToastsWanted, loadToasts, subscribeToToasts } from '../../lib/toast.ts';

const PlacedToasts = lazyNamed(() => loadToasts().then((m) => m.PlacedToasts));

/** The one place where toasts appear; empty until the first one is asked for. */
export function Toaster() {
  const isWanted = useSyncExternalStore(subscribeToToasts, areToastsWanted, () => false);
  if (!isWanted) return null;
  return (
    <Suspense>
      <PlacedToasts />
    </Suspense>
  );
}
