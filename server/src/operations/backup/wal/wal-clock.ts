import type { Services } from '../../../http/context.ts';
import { every, inBackground } from '../../../process/outside/background.ts';
import { WalArchive } from './wal-archive.ts';
import { archivesWal } from './wal-series.ts';

const EVERY_MS = 10_000;
const SAY_AGAIN_MS = 3_600_000;

/** Archives every ten seconds, and once more at the stop. */
export function startWalArchive(services: Services): { stop(): Promise<void> } {
  const { config, log } = services;
  if (config.DATABASE_URL) return { stop: async () => undefined };
  const archive = new WalArchive(services);
  let saidAt: number | undefined;
  let working: Promise<void> | undefined;
  const look = () => {
    working ??= archive
      .run()
      .then(() => {
        if (saidAt !== undefined) log.info('the WAL is archived again');
        saidAt = undefined;
      })
      .catch((error) => {
        const now = performance.now();
        if (saidAt !== undefined && now - saidAt < SAY_AGAIN_MS) return;
        log.error({ reason: String(error) }, 'the WAL could not be archived');
        saidAt = now;
      })
      .finally(() => {
        working = undefined;
      });
    return working;
  };
  // Switched off, PostgreSQL need not keep anything for it any more.
  if (!archivesWal(config)) inBackground('Ending the archive of changes', look);
  const timer = archivesWal(config) ? every(EVERY_MS, 'The archive of changes', look).unref() : undefined;
  return {
    async stop() {
      clearInterval(timer);
      await working;
      if (timer) await look();
    },
  };
}
