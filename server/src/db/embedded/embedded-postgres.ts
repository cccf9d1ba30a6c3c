import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionError } from '../../http/errors.ts';
import { every } from '../../process/outside/background.ts';
import { databaseClient, tryPort } from '../../process/outside/connections.ts';
import { isAlive } from '../../process/processes.ts';
import { InUseError } from './data-dir-lock.ts';
import { type Cluster, DATABASE_USER, lastLines, prepareCluster } from './postgres-cluster.ts';
import { answersInFolder, runningPid, stopPostgres } from './postmaster.ts';

/** Name of the product's database in the embedded cluster. */
export const DATABASE = 'quickfleet';
const START_TRIES = 3;
const WATCH_MS = 500;
/** How long one that is said to run may take until it answers: it may have much to recover. */
const LISTEN_MS = 30_000;
const LISTEN_LOOK_MS = 50;
/** How long a stop waits for a start on its way, before it stops what that start has made. */
const LAST_LOOK_MS = 8000;

export interface EmbeddedDatabase {
  url: string;
  /** Stops PostgreSQL in its fast mode: open transactions roll back, everything committed is on the disk. */
  stop(): Promise<void>;
  /** Ends it immediately, without a final write: another process owns the folder now. */
  abandon(): void;
}
interface Options {
  /** Folder for the cluster; made when it is not there. */
  dir: string;
  log: (line: string) => void;
  /** Extra settings, e.g. fsync=off for tests. */
  settings?: Record<string, string>;
  /** Ends the tries. */
  signal?: AbortSignal | undefined;
  /** Called before the first start, with what stops a PostgreSQL that runs or starts there. */
  onBegin?: ((stop: () => Promise<void>) => void) | undefined;
  /** Called when it has been told to start: what takes this process a while is done best now. */
  whileStarting?: () => void;
}

/** Starts it on a port and answers undefined, or the last lines of its log when it did not start. */
async function tryStart(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  whileStarting?: () => void,
): Promise<string | undefined> {
  const flags = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // The data folder itself, in which it works: who may open it may ask whether it lives.
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    // What an online backup needs, even if the cluster's settings say otherwise.
    wal_level: 'replica',
    max_wal_senders: '10',
    max_replication_slots: '10',
    // An archive that cannot be written to must not fill the disk of the database.
    max_slot_wal_keep_size: '2GB',
    ...settings,
  };
  const line = Object.entries(flags)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const logFile = join(cluster.dir, 'server.log');
  const starting = cluster.control('start', '-D', cluster.dir, '-l', logFile, '-w', '-t', '30', '-o', line);
  whileStarting?.();
  const started = await starting;
  if (started.code === 0) return undefined;
  return (await lastLines(logFile)) || started.output.trim() || 'no reason given';
}

/**
 * Starts the PostgreSQL that comes with the product in `dir`, and again when it dies. One that an earlier process left
 * behind (kill -9) is stopped first, so that never two run on one folder; a stale postmaster.pid is no obstacle
 * (docs/security.md, TR-17).
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedDatabase> {
  const { dir, log, settings = {}, signal, whileStarting } = options;
  const cluster = await prepareCluster(resolve(dir));
  if ((await runningPid(cluster.dir)) !== undefined) {
    log('an earlier run left PostgreSQL running; stopping it first');
    await stopPostgres(cluster);
  } else if (await answersInFolder(cluster.dir))
    throw new InUseError(
      `A PostgreSQL of another container still runs on ${cluster.dir}. Stop that container first, or choose another DATA_DIR.`,
    );
  options.onBegin?.(() => stopPostgres(cluster));
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const port = await tryPort(0, '127.0.0.1');
    const failure = await tryStart(cluster, port, settings, whileStarting);
    if (failure === undefined) {
      try {
        return await serveOn(cluster, port, settings, log);
      } catch (error) {
        await stopPostgres(cluster);
        throw error;
      }
    }
    // One that takes too long to start may still be on its way.
    await stopPostgres(cluster);
    if (attempt >= START_TRIES) throw new Error(`PostgreSQL did not start in ${cluster.dir}: ${failure}`);
    log(`PostgreSQL did not start (${failure}); trying again`);
    await pause(500 * attempt);
  }
}

async function serveOn(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const server = `postgres://${DATABASE_USER}:${cluster.password}@127.0.0.1:${port}`;
  await whenListening(() => ensureDatabase(`${server}/postgres`));
  const watching = await watch(cluster, port, settings, log);
  return {
    url: `${server}/${DATABASE}`,
    async stop() {
      await watching.end();
      await stopPostgres(cluster);
    },
    abandon: watching.abandon,
  };
}

/** Starts PostgreSQL again on its port when it has died (docs/security.md, F-6). */
async function watch(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<{ end: () => Promise<void>; abandon: () => void }> {
  let isOver = false;
  let looking = Promise.resolve();
  let pid = await runningPid(cluster.dir);
  const look = async () => {
    if (isOver) return;
    const known = await runningPid(cluster.dir);
    if (known !== undefined) {
      pid = known;
      return;
    }
    log('PostgreSQL is gone; starting it again');
    // Its orphaned helpers may hold the shared memory for a moment: the next look tries once more.
    const failure = await tryStart(cluster, port, settings);
    if (failure !== undefined) log(`PostgreSQL did not start (${failure})`);
    else pid = await runningPid(cluster.dir);
  };
  const timer = every(WATCH_MS, 'Looking for PostgreSQL', () => {
    looking = looking.then(look).catch((error) => log(String(error)));
  });
  const cease = () => {
    isOver = true;
    clearInterval(timer);
  };
  return {
    async end() {
      cease();
      await Promise.race([looking, pause(LAST_LOOK_MS)]);
    },
    abandon() {
      cease();
      // The one that was started here: postmaster.pid may name another's by now.
      if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT');
    },
  };
}

/**
 * pg_ctl takes the postmaster.pid of a PostgreSQL that was killed for that of the new one when both have the same
 * process number, as they do in containers that follow each other within two seconds: it says "started" too early.
 */
async function whenListening(work: () => Promise<void>): Promise<void> {
  const until = performance.now() + LISTEN_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error) || performance.now() > until) throw error;
    }
    await pause(LISTEN_LOOK_MS);
  }
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = databaseClient({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
