import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionError } from '../../http/errors.ts';

const PAUSE_MS = 1000;

interface Patience {
  seconds: number;
  /** Ends the waiting immediately. */
  signal?: AbortSignal | undefined;
  warn: (reason: string) => void;
}

/**
 * Runs the first work that needs the database, and repeats it while nobody answers there: after a power cut or with
 * containers the server often starts first. `work` must be safe to repeat; every other error ends it immediately.
 */
export async function awaitDatabase<T>(work: () => Promise<T>, { seconds, signal, warn }: Patience): Promise<T> {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || !isConnectionError(error) || performance.now() + PAUSE_MS > until) throw error;
      warn(error instanceof Error && error.message ? error.message : String(error));
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}
