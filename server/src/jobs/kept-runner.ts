import { setTimeout as pause } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Logger } from '../process/logger.ts';
import { retryPauses } from '../process/retry-pauses.ts';

export interface KeptRunner {
  stop(): Promise<void>;
}

/**
 * The queue's own runner ends for good when it cannot reach the database at the wrong moment, so it is started again
 * until `stop`. Rejects when the first start fails.
 */
export async function keepRunning(begin: () => Promise<Runner>, log: Logger): Promise<KeptRunner> {
  const end = new AbortController();
  const { signal } = end;
  let runner: Runner | undefined = await begin();
  const halt = () => runner?.stop().catch(() => undefined);

  const beginAgain = async () => {
    for (const wait of retryPauses()) {
      await pause(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      runner = await begin().catch(() => undefined);
      if (runner) return;
    }
  };
  const keepGoing = async () => {
    while (!signal.aborted) {
      await runner?.promise.catch(() => undefined);
      if (signal.aborted) return;
      await halt();
      log.warn('the job queue had ended; starting it again');
      await beginAgain();
    }
  };
  const going = keepGoing();
  return {
    async stop() {
      end.abort();
      await halt();
      await going;
      // It may have begun while it was stopped.
      await halt();
    },
  };
}
