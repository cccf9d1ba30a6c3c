import { useDocumentVisibility } from '@mantine/hooks';
import type { LiveChange } from '@quickfleet/shared/live';
import { can } from '@quickfleet/shared/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react';
import { checkSession, useAuth } from './session.tsx';
import { useSessionEnd } from './session-end.ts';
import { trpc } from './trpc.ts';

/** `begun`: the first stream of this page stands; what changed between its reads and now was not heard. */
type Heard = LiveChange | { topic: 'begun' };
type Hearer = (change: Heard) => void;
interface Live {
  /** Calls `hear` with every change until the answered function is called. */
  listen: (hear: Hearer) => () => void;
}

const LiveContext = createContext<Live>({ listen: () => () => {} });
export const useLive = (): Live => use(LiveContext);

/**
 * The one live stream of a tab: browsers open six connections to a host over HTTP/1.1, so an unwatched tab holds none.
 * A stream that was cut comes back by itself, and what was missed meanwhile is asked for then.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const isVisible = useDocumentVisibility() === 'visible';
  const hearers = useRef(new Set<Hearer>());
  const hasStarted = useRef(false);
  const tell = (change: Heard) => {
    for (const hear of hearers.current) hear(change);
  };
  const stream = trpc.live.onChange.useSubscription(undefined, {
    enabled: isVisible && can(user?.role, 'live.onChange'),
    onStarted: () => {
      // Nothing was heard between two streams.
      tell({ topic: hasStarted.current ? 'resync' : 'begun' });
      hasStarted.current = true;
    },
    onData: tell,
    // The session has ended: whoever looks at this page learns it now, not with their next click.
    onError: ({ data }) => {
      if (data?.httpStatus === 401)
        void checkSession(queryClient, client).then((isThere) => isThere && restart.current());
    },
  });
  // A stream that ended with its session does not begin again by itself.
  const sessionEnd = useSessionEnd();
  const restart = useRef(() => {});
  useEffect(() => {
    restart.current = () => stream.status === 'error' && stream.reset();
  });
  useEffect(() => {
    if (sessionEnd === 'none') restart.current();
  }, [sessionEnd]);
  const live = useMemo<Live>(
    () => ({
      listen: (hear) => {
        hearers.current.add(hear);
        return () => hearers.current.delete(hear);
      },
    }),
    [],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Hears of changes while the tab is looked at, as long as the component stands. */
export function useLiveChanges(hear: Hearer): void {
  const { listen } = useLive();
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => listen((change) => latest.current(change)), [listen]);
}
