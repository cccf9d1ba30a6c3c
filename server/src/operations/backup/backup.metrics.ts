import { Gauge, type Registry } from 'prom-client';
import { readerOf } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { readBackupState } from './runs.ts';
import { readArchiveState } from './wal/wal-archive.ts';

/**
 * When the newest backup was made, whether the newest nightly one failed, and how far the archive of changes is behind,
 * as every process of the database sees it. Answers what reads them: while the database is away they keep what they were.
 */
export function addBackupGauges(registry: Registry, { orm, config }: Services): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const lastSuccess = gauge(
    'quickfleet_backup_last_success_timestamp_seconds',
    'When the newest backup that worked was begun; 0 without one',
  );
  const failed = gauge('quickfleet_backup_failed', '1 when the newest nightly backup failed');
  const behind = gauge(
    'quickfleet_archive_behind_bytes',
    'Changes on the disk of the database that the archive does not have yet, as bytes of WAL',
  );
  const written = gauge(
    'quickfleet_archive_written_timestamp_seconds',
    'When the archive of changes was last written to; 0 without one',
  );
  const lost = gauge(
    'quickfleet_archive_lost',
    '1 when changes were lost to the archive: it restarts with the next nightly backup',
  );
  const seconds = (at: Date | null | undefined) => (at?.getTime() ?? 0) / 1000;
  const read = readerOf((sql) => orm.em.fork().execute(sql));
  const readBackups = async () => {
    const state = await readBackupState(read);
    lastSuccess.set(seconds(state.lastSuccess));
    failed.set(state.failure === null ? 0 : 1);
  };
  const readArchive = async () => {
    const state = await readArchiveState(read, config);
    behind.set(Number(state?.behind ?? 0));
    written.set(seconds(state?.writtenAt));
    lost.set(state?.isLost ? 1 : 0);
  };
  return async () => {
    await Promise.allSettled([readBackups(), readArchive()]);
  };
}
