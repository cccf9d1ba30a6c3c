import { useEffect, useState } from 'react';
import type { WaitingDraft } from '../outbox/storing/contents.ts';
import { minutesOf } from './waiting.ts';

const LOOK_MS = 5000;

/** The minutes of a timer, as they grow; null without one. */
export function useMinutes(waiting: WaitingDraft | undefined): number | null {
  const [, setNow] = useState(0);
  const isRunning = waiting !== undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return waiting ? minutesOf(waiting) : null;
}
