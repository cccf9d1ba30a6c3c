import { channel } from 'node:diagnostics_channel';

// What fails where nobody waits for it is one line of the log: whoever has a log listens here.

export interface Failure {
  /** What was being done, in words that begin a sentence. */
  what: string;
  error: unknown;
}

const failures = channel('quickfleet.failures');

/** Says that work which nobody waits for has failed. */
export function reportLost(what: string, error: unknown): void {
  if (failures.hasSubscribers) failures.publish({ what, error } satisfies Failure);
  else console.error(`${what} failed:`, error);
}

const REPEAT_MS = 60_000;

/** Passes on each failure, what fails again and again once in a minute, with how often; answers what ends it. */
export function hearFailures(tell: (failure: Failure & { more: number }) => void): () => void {
  const told = new Map<string, { at: number; more: number }>();
  const hear = (message: unknown) => {
    const failure = message as Failure;
    const last = told.get(failure.what);
    const now = performance.now();
    if (last && now - last.at < REPEAT_MS) {
      last.more++;
      return;
    }
    told.set(failure.what, { at: now, more: 0 });
    tell({ ...failure, more: last?.more ?? 0 });
  };
  failures.subscribe(hear);
  return () => failures.unsubscribe(hear);
}
