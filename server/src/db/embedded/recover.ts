import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isConnectionError } from '../../http/errors.ts';
import { DATABASE } from './embedded-postgres.ts';
import { connectTo } from './installation.ts';
import { type Cluster, DATABASE_USER, giveToPostgres, lastLines } from './postgres-cluster.ts';
import { runningPid, stopPostgres } from './postmaster.ts';

const PORT = 5432;
const START_SECONDS = 60;
const LOOK_MS = 50;

/** How far a cluster is recovered: a named point, the last second before a time, or all the WAL there is. */
export type RecoveryTarget = { restorePoint: string } | { time: Date } | 'latest';

const flagsOf = (target: RecoveryTarget): Record<string, string> =>
  target === 'latest'
    ? {}
    : {
        ...('time' in target
          ? { recovery_target_time: target.time.toISOString().replace('T', ' ').replace('Z', '+00') }
          : { recovery_target_name: target.restorePoint }),
        recovery_target_action: 'promote',
      };

/** Why it did not come up, from its log. */
async function reasonIn(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const last = /last completed transaction was at log time (\S+ [\d:.]+)/.exec(text)?.[1];
  if (text.includes('recovery ended before configured recovery target was reached'))
    return last
      ? `The archive does not go that far: its last change is of ${new Date(`${last.replace(' ', 'T')}Z`).toISOString()}. Choose that time or an earlier one, or latest.`
      : 'The archive does not go that far: nothing was changed after this backup.';
  return `The database in this backup does not start: ${await lastLines(logFile)}`;
}

/** A recovered cluster that only this process can reach. */
export interface Recovered {
  connect(): Promise<pg.Client>;
  stop(): Promise<void>;
}

/**
 * Starts a cluster that was copied while it ran, and replays its WAL up to a target. It listens only on a socket in a
 * separate folder, without a password: the copy has another installation's.
 */
export async function recoverCluster(
  cluster: Cluster,
  target: RecoveryTarget,
  { isDurable, signal }: { isDurable: boolean; signal?: AbortSignal | undefined },
): Promise<Recovered> {
  const folder = await mkdtemp(join(tmpdir(), 'qf-'));
  const end = async () => {
    await stopPostgres(cluster);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const hba = join(folder, 'pg_hba.conf');
    const log = join(folder, 'log');
    await writeFile(hba, 'local all all trust\n');
    await mkdir(log);
    await giveToPostgres(folder);
    await writeFile(join(cluster.dir, 'recovery.signal'), '');
    await giveToPostgres(cluster.dir);
    const flags = {
      port: String(PORT),
      listen_addresses: '',
      unix_socket_directories: folder,
      hba_file: hba,
      hot_standby: 'off',
      log_timezone: 'UTC',
      ...flagsOf(target),
      // All the WAL there is lies in the cluster already.
      restore_command: 'exit 1',
      // One call for the whole disk instead of one for each file.
      ...(platform() === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
      ...(isDurable ? {} : { fsync: 'off' }),
    };
    const line = Object.entries(flags)
      .map(([name, value]) => `-c ${name}='${value}'`)
      .join(' ');
    const logFile = join(log, 'server.log');
    const started = await cluster.control(
      ...['start', '-D', cluster.dir, '-l', logFile, '-w', '-t', String(START_SECONDS), '-o', line],
    );
    if (started.code !== 0) throw new Error(await reasonIn(logFile));
    const connect = () => connectTo({ host: folder, port: PORT, user: DATABASE_USER, database: DATABASE });
    // pg_ctl waits for its beginning only, and it takes connections when all is replayed.
    for (;;) {
      const isReady = await connect().then(
        (client) => client.end().then(() => true),
        (error: NodeJS.ErrnoException) => {
          // It takes none yet, or ends at this very moment because it cannot go as far as it should: its log knows.
          if (isConnectionError(error) || error.code === 'ENOENT') return false;
          throw error;
        },
      );
      if (isReady) return { connect, stop: end };
      if ((await runningPid(cluster.dir)) === undefined) throw new Error(await reasonIn(logFile));
      signal?.throwIfAborted();
      await pause(LOOK_MS);
    }
  } catch (error) {
    await end();
    throw error;
  }
}
