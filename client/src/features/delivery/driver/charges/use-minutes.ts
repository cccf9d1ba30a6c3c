import { useNow } from '../../../../lib/hooks/use-now.ts';
import type { WaitingDraft } from '../outbox/storing/contents.ts';
import { minutesOf } from './waiting.ts';

const LOOK_MS = 5000;

/** The minutes of a timer, as they grow; null without one. */
export function useMinutes(waiting: WaitingDraft | undefined): number | null {
  useNow(waiting ? LOOK_MS : null);
  return waiting ? minutesOf(waiting) : null;
}
