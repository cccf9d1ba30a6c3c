import { TOAST_WIDTH_PX } from '@quickfleet/shared/limits';
import { Suspense, useSyncExternalStore } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { areToastsWanted, subscribeToToasts } from '../../lib/toast.ts';

const Notifications = lazyNamed(() => import('@mantine/notifications').then((m) => m.Notifications));

/** The one place where toasts appear; empty until the first one is asked for. */
export function Toaster() {
  const isWanted = useSyncExternalStore(subscribeToToasts, areToastsWanted, () => false);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Notifications
        position="top-center"
        limit={1}
        containerWidth={TOAST_WIDTH_PX}
        transitionDuration={160}
        zIndex={400}
      />
    </Suspense>
  );
}
