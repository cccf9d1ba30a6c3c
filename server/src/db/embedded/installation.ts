import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { databaseClient } from '../../process/outside/connections.ts';
import { InUseError, lockDataDir } from './data-dir-lock.ts';
import { DATABASE, startEmbeddedPostgres } from './embedded-postgres.ts';
import { DATABASE_USER } from './postgres-cluster.ts';
import { socketIn } from './postmaster.ts';

/** An installation that a command works on, whether its server runs or not. */
export interface Installation {
  dataDir: string;
  /** Whether a running server uses it. */
  isServed: boolean;
  /** The cluster's folder; undefined when the database is elsewhere (DATABASE_URL). */
  cluster: string | undefined;
  /** A new connection; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

const LOOKS = 40;
const LOOK_MS = 500;

export async function connectTo(options: pg.ClientConfig): Promise<pg.Client> {
  const client = databaseClient({
    connectionTimeoutMillis: 10_000,
    application_name: 'quickfleet command',
    ...options,
  });
  await client.connect();
  return client;
}

/** Where another process's PostgreSQL on the folder listens: the port is in its postmaster.pid. */
async function addressOf(cluster: string): Promise<pg.ClientConfig> {
  const [, , , port = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  if (!/^\d+$/.test(port)) throw new Error('PostgreSQL is starting');
  const password = (await readFile(`${cluster}.password`, 'utf8')).trim();
  // Through the folder itself it is certainly this one, from another container too.
  const host = socketIn(cluster, Number(port)) ?? '127.0.0.1';
  return { host, port: Number(port), user: DATABASE_USER, password, database: DATABASE };
}

/** Connects to the running server's PostgreSQL; while it is being started again, that takes some tries. */
async function connectToRunning(cluster: string): Promise<pg.Client> {
  for (let look = 1; ; look++) {
    try {
      return await connectTo(await addressOf(cluster));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EACCES')
        throw new Error(`Not allowed to read ${cluster}. Run this as the user that runs QuickFleet, or as root.`);
      if (look >= LOOKS)
        throw new Error(
          `QuickFleet runs on ${cluster}, but its PostgreSQL does not answer (${error instanceof Error ? error.message : error}).`,
        );
      await pause(LOOK_MS);
    }
  }
}

/** The installation of this very process, with its database at `databaseUrl`. */
export function servedInstallation(config: Config, databaseUrl: string): Installation {
  const dataDir = resolve(config.DATA_DIR);
  return {
    dataDir,
    isServed: true,
    cluster: config.DATABASE_URL ? undefined : join(dataDir, 'postgres'),
    connect: () => connectTo({ connectionString: databaseUrl }),
    close: async () => undefined,
  };
}

/**
 * Opens what DATA_DIR and DATABASE_URL name. While a server is running it uses that server's PostgreSQL and takes no
 * lock; otherwise it starts PostgreSQL under the lock of the folder, until `close`.
 */
export async function openInstallation(config: Config, log: (line: string) => void): Promise<Installation> {
  const dataDir = resolve(config.DATA_DIR);
  const { DATABASE_URL: connectionString } = config;
  if (connectionString)
    return {
      dataDir,
      isServed: false,
      cluster: undefined,
      connect: () => connectTo({ connectionString }),
      close: async () => undefined,
    };
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(join(dataDir, 'postgres.password')))
    throw new Error(`There is no QuickFleet in ${dataDir}. Set DATA_DIR to the folder of the installation.`);
  const lock = await lockDataDir(dataDir, { log }).catch((error) => {
    if (error instanceof InUseError) return undefined;
    throw error;
  });
  if (!lock)
    return {
      dataDir,
      isServed: true,
      cluster,
      connect: () => connectToRunning(cluster),
      close: async () => undefined,
    };
  try {
    const database = await startEmbeddedPostgres({ dir: cluster, log });
    return {
      dataDir,
      isServed: false,
      cluster,
      connect: () => connectTo({ connectionString: database.url }),
      async close() {
        await database.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
