import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type Cluster, DATABASE_USER, prepareCluster } from './postgres-cluster.ts';

const DATABASE = 'quickfleet';
const STOP_WAIT_MS = 10_000;
const START_TRIES = 3;
const WATCH_MS = 500;

export interface EmbeddedDatabase {
  url: string;
  /** Stops PostgreSQL in its fast mode: open transactions roll back, everything committed is on the disk. */
  stop(): Promise<void>;
}
interface Options {
  /** Folder for the cluster; made when it is not there. */
  dir: string;
  log: (line: string) => void;
  /** Extra settings, e.g. fsync=off for tests. */
  settings?: Record<string, string>;
}

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no free port')),
      );
    });
  });
}

/** The process in postmaster.pid, when it lives. */
async function runningPid(dir: string): Promise<number | undefined> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  // The number may have gone to another program since; its command line shows which (where the system gives it).
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined || command.includes('postgres') ? pid : undefined;
}

async function stopPostgres(cluster: Cluster): Promise<void> {
  const pid = await runningPid(cluster.dir);
  if (pid === undefined) return;
  await cluster.control('stop', '-D', cluster.dir, '-m', 'fast', '-w', '-t', '10');
  for (let waited = 0; isAlive(pid) && waited < STOP_WAIT_MS; waited += 50) await pause(50);
  if (isAlive(pid)) throw new Error(`PostgreSQL (process ${pid}) on ${cluster.dir} does not stop`);
}

/** Starts it on a port and answers undefined, or the last lines of its log when it did not start. */
async function tryStart(cluster: Cluster, port: number, settings: Record<string, string>): Promise<string | undefined> {
  const flags = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    ...settings,
  };
  const line = Object.entries(flags)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const logFile = join(cluster.dir, 'server.log');
  const started = await cluster.control('start', '-D', cluster.dir, '-l', logFile, '-w', '-t', '30', '-o', line);
  if (started.code === 0) return undefined;
  const reason = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-3).join(' / ');
  return reason || started.output.trim() || 'no reason given';
}

/**
 * Starts the PostgreSQL that comes with the product in `dir`, and again when it dies. One that an earlier process left
 * behind (kill -9) is stopped first, so that never two run on one folder; a stale postmaster.pid is no obstacle
 * (TR-17).
 */
export async function startEmbeddedPostgres({ dir, log, settings = {} }: Options): Promise<EmbeddedDatabase> {
  const cluster = await prepareCluster(resolve(dir));
  if ((await runningPid(cluster.dir)) !== undefined) {
    log('an earlier run left PostgreSQL running; stopping it first');
    await stopPostgres(cluster);
  }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const failure = await tryStart(cluster, port, settings);
    if (failure === undefined) {
      const server = `postgres://${DATABASE_USER}:${cluster.password}@127.0.0.1:${port}`;
      await ensureDatabase(`${server}/postgres`);
      const endWatch = watch(cluster, port, settings, log);
      const stop = async () => {
        await endWatch();
        await stopPostgres(cluster);
      };
      return { url: `${server}/${DATABASE}`, stop };
    }
    if (attempt >= START_TRIES) throw new Error(`PostgreSQL did not start in ${cluster.dir}: ${failure}`);
    log(`PostgreSQL did not start (${failure}); trying again`);
    await stopPostgres(cluster);
    await pause(500 * attempt);
  }
}

/** Starts PostgreSQL again on its port when it has died (F-6). Answers how to end the watch. */
function watch(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  log: (line: string) => void,
): () => Promise<void> {
  let isOver = false;
  let looking = Promise.resolve();
  const look = async () => {
    if (isOver || (await runningPid(cluster.dir)) !== undefined) return;
    log('PostgreSQL is gone; starting it again');
    // Its orphaned helpers may hold the shared memory for a moment: the next look tries once more.
    const failure = await tryStart(cluster, port, settings);
    if (failure !== undefined) log(`PostgreSQL did not start (${failure})`);
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error) => log(String(error)));
  }, WATCH_MS);
  return async () => {
    isOver = true;
    clearInterval(timer);
    await looking;
  };
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
