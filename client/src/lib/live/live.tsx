import { useDocumentVisibility } from '@mantine/hooks';
import type { LiveChange } from '@quickfleet/shared/messages/live';
import { can } from '@quickfleet/shared/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { checkSession, useAuth } from '../api/session.tsx';
import { useSessionEnd } from '../api/session-end.ts';
import { trpc } from '../api/trpc.ts';
import { useStreamRetry } from './use-stream-retry.ts';

/** `begun`: the first stream of this page is open; changes between its reads and now were missed. */
type LiveEvent = LiveChange | { topic: 'begun' };
type Listener = (event: LiveEvent) => void;
interface Live {
  /** Calls `listener` with every change until the returned function is called. */
  subscribe: (listener: Listener) => () => void;
}

const LiveContext = createContext<Live>({ subscribe: () => () => {} });
export const useLive = (): Live => use(LiveContext);

/**
 * The one live stream of a tab: browsers open six connections to a host over HTTP/1.1, so an unwatched tab holds none.
 * A stream that was cut reconnects, and what was missed is read again.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const isVisible = useDocumentVisibility() === 'visible';
  const listeners = useRef(new Set<Listener>());
  const hasStarted = useRef(false);
  const notify = (event: LiveEvent) => {
    for (const listener of listeners.current) listener(event);
  };
  const stream = trpc.live.onChange.useSubscription(undefined, {
    enabled: isVisible && can(user?.role, 'live.onChange'),
    onStarted: () => {
      // Changes between two streams were missed.
      notify({ topic: hasStarted.current ? 'resync' : 'begun' });
      hasStarted.current = true;
    },
    onData: notify,
    // The session has ended: the page shows it now, not at the next click.
    onError: ({ data }) => {
      if (data?.httpStatus === 401) void checkSession(queryClient, client).then((isThere) => isThere && restart());
    },
  });
  useStreamRetry(stream);
  // A stream that ended with its session does not restart automatically.
  const sessionEnd = useSessionEnd();
  const restart = useEffectEvent(() => stream.status === 'error' && stream.reset());
  useEffect(() => {
    if (sessionEnd === 'none') restart();
  }, [sessionEnd]);
  const live = useMemo<Live>(
    () => ({
      subscribe: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Calls `listener` with every change while the tab is visible and the component is mounted. */
export function useLiveChanges(listener: Listener): void {
  const { subscribe } = useLive();
  const notify = useEffectEvent(listener);
  useEffect(() => subscribe((event) => notify(event)), [subscribe]);
}
