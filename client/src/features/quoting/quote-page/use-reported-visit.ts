import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { trpc } from '../../../lib/api/trpc.ts';

const KEY = 'quickfleet-visitor';

/** One person on several visits, by nothing but this browser's own memory. */
function visitorId(): string {
  const fresh = newIdempotencyKey();
  try {
    const kept = localStorage.getItem(KEY);
    if (kept) return kept;
    localStorage.setItem(KEY, fresh);
  } catch {
    // Without storage each visit is somebody new.
  }
  return fresh;
}

/** Tells the office that somebody has looked: once, and only when the page is really seen. */
export function useReportedVisit(token: string): void {
  const { client } = trpc.useUtils();
  const isVisible = useDocumentVisibility() === 'visible';
  const wasReported = useRef(false);
  useEffect(() => {
    if (!isVisible || wasReported.current) return;
    wasReported.current = true;
    // Nobody waits for it, and the page is whole without it.
    client.quotePage.seen.mutate({ token, visitor: visitorId() }).catch(() => {});
  }, [isVisible, token, client]);
}
