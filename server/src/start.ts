import { join, resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { awaitDatabase } from './db/await-database.ts';
import { type EmbeddedDatabase, startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { ormOptions } from './db/orm.config.ts';
import { ensureFirstAdmin } from './features/users/first-admin.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import type { Clock } from './lib/clock.ts';
import { lockDataDir, secretOf } from './lib/data-dir.ts';
import { EventHub } from './lib/events.ts';
import { createDiskStore } from './lib/files.ts';
import { redact } from './lib/logger.ts';
import { createSecrets } from './lib/secrets.ts';

export interface Running {
  app: FastifyInstance;
  services: Services;
  /** Where it listens. */
  url: string;
  databaseUrl: string;
  firstAdmin: { username: string; password: string | undefined } | undefined;
  stop(): Promise<void>;
}
interface Options {
  clientDir?: string | undefined;
  clock?: Clock;
  /** Gives up waiting for the database. */
  signal?: AbortSignal;
  /** Called once the database is ready and before anyone is served. */
  prepare?: (services: Services) => Promise<void>;
}

type Undo = () => Promise<void>;

/**
 * Everything of one process: database, migrations, first admin, jobs, live events, web server. Stops what it started,
 * last first.
 */
export async function start(config: Config, options: Options = {}): Promise<Running> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const log = pino({ level: config.LOG_LEVEL, redact });
    const dataDir = resolve(config.DATA_DIR);
    undo.push(await lockDataDir(dataDir));
    let database: EmbeddedDatabase | undefined;
    if (!config.DATABASE_URL) {
      database = await startEmbeddedPostgres({ dir: join(dataDir, 'postgres'), log: (line) => log.warn(line) });
      undo.push(database.stop);
    }
    const databaseUrl = config.DATABASE_URL ?? database?.url ?? '';
    const orm = await MikroORM.init({ ...ormOptions(databaseUrl), logger: (line) => log.debug(line) });
    undo.push(() => orm.close(true));
    const done = await awaitDatabase(() => migrate(orm, databaseUrl, (line) => log.warn(line)), {
      seconds: config.DATABASE_WAIT,
      signal: options.signal,
      warn: (reason) => log.warn({ reason }, 'the database does not answer yet, trying again'),
    });
    if (done.length > 0) log.info({ migrations: done }, 'database brought up to date');
    const services: Services = {
      config,
      orm,
      secrets: createSecrets(await secretOf(dataDir, config.SESSION_SECRET)),
      files: createDiskStore(join(dataDir, 'files')),
      events: new EventHub(databaseUrl, log),
      clock: options.clock ?? (() => new Date()),
      log,
    };
    const firstAdmin = await ensureFirstAdmin(orm, config);
    await options.prepare?.(services);
    await services.events.start();
    undo.push(() => services.events.close());
    const worker: Worker = await startWorker(services, databaseUrl);
    undo.push(() => worker.stop());
    const app = await buildApp(services, { clientDir: options.clientDir });
    undo.push(() => app.close());
    const url = await app.listen({ port: config.PORT, host: config.HOST });
    return { app, services, url, databaseUrl, firstAdmin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
