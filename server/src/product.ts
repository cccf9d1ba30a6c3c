import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { buildApp } from './app.ts';
import { followSettings } from './company/settings/live-settings.ts';
import { type Config, placeholdersIn } from './config.ts';
import { DRAIN_MS } from './db/connections.ts';
import { awaitDatabase } from './db/embedded/await-database.ts';
import { openSecrets } from './db/embedded/data-dir.ts';
import { ormOptions } from './db/orm.config.ts';
import { migrate } from './db/schema/migrate.ts';
import { resealKey, signingPair } from './delivery/evidence/signing-keys.service.ts';
import { claimSandbox, createSandbox, markAnswers } from './demo/sandbox.ts';
import { openFileStore } from './files/files-pair.ts';
import { openIncoming, sweepIncoming } from './files/incoming.ts';
import type { Services } from './http/context.ts';
import { errorBodyOf, notFound, statusOf } from './http/errors.ts';
import { EventHub } from './http/streams/events.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { createEventLog } from './messages/events/event-log.ts';
import { readiness, registerMetrics } from './metrics.ts';
import { startNightly } from './operations/backup/nightly.ts';
import { startWalArchive } from './operations/backup/wal/wal-clock.ts';
import { objectReaders } from './operations/developers/object-readers.ts';
import { noteProcessEnd } from './operations/doctor/process-ends.ts';
import { ensureFirstAdmin, type FirstAdmin } from './people/users/first-admin.ts';
import type { Clock } from './process/clock.ts';
import type { Logger } from './process/logger.ts';
import { after } from './process/outside/background.ts';
import { reportFailure } from './process/report-failure.ts';
import type { StopSteps } from './process/stop-steps.ts';
import type { EndBefore } from './process/supervised.ts';
import { nameRequest } from './security/secrets.ts';
import { startTracing } from './tracing.ts';

/** What a worker answers: whether it lives, whether it reaches its database, and its metrics. Nothing of the product. */
async function buildWorkerApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nameRequest,
    requestTimeout: 10_000,
    forceCloseConnections: true,
  });
  app.setErrorHandler((thrown, request, reply) => {
    const error = reportFailure(thrown, request.log);
    reply.code(statusOf(error)).headers(error.headers).send(errorBodyOf(error, request.id));
  });
  app.setNotFoundHandler(() => {
    throw notFound('Page');
  });
  registerMetrics(app, services);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', () => readiness(services));
  return app;
}

/** Running requests get this long at a stop, after the proxies have gone; later ones are cut off. */
const FINISH_MS = 4000 + DRAIN_MS;

async function closeWebServer(app: FastifyInstance): Promise<void> {
  // A connection that sends half a request and waits would hold the stop for as long as it likes.
  const cut = after(FINISH_MS, 'Closing connections', () => app.server.closeAllConnections());
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

export interface Product {
  app: FastifyInstance;
  services: Services;
  firstAdmin: FirstAdmin | undefined;
}
export interface ProductOptions {
  clientDir?: string | undefined;
  clock?: Clock;
  /** Why it is started again; undefined at a first start. */
  endBefore?: EndBefore | undefined;
  /** Gives up the start. */
  signal?: AbortSignal;
  /** Told of the first admin as soon as there is one: its password is nowhere else, whatever becomes of the start. */
  onFirstAdmin?: (admin: FirstAdmin) => void;
  /** Called once the database is ready and before anyone is served. */
  prepare?: (services: Services) => Promise<void>;
}
interface Ground {
  config: Config;
  dataDir: string;
  databaseUrl: string;
  log: Logger;
  /** What is started is added to them. */
  steps: StopSteps;
}

/** What runs on the database, in order: migrations, first admin, live events, jobs, and the web server, which listens later. */
export async function buildProduct(
  { config, dataDir, databaseUrl, log, steps }: Ground,
  options: ProductOptions,
): Promise<Product> {
  const { signal, endBefore } = options;
  const waiting = {
    seconds: config.DATABASE_WAIT,
    signal,
    warn: (reason: string) => log.warn({ reason }, 'the database does not answer yet, trying again'),
  };
  if (config.SANDBOX) await awaitDatabase(() => claimSandbox(config, databaseUrl), waiting);
  const orm = await MikroORM.init({ ...ormOptions(databaseUrl), logger: (line) => log.debug(line) });
  steps.add('the connections', 1, () => orm.close(true));
  const done = await awaitDatabase(() => migrate(orm, databaseUrl, (line) => log.warn(line)), waiting);
  if (done.length > 0) log.info({ migrations: done }, 'database brought up to date');
  if (endBefore) await noteProcessEnd(orm.em.fork(), endBefore);
  const services: Services = {
    config,
    orm,
    secrets: await openSecrets(orm, dataDir, config.SESSION_SECRET),
    files: await openFileStore(config),
    incoming: await openIncoming(join(dataDir, 'incoming')),
    events: new EventHub(databaseUrl, log),
    eventLog: createEventLog(objectReaders),
    clock: options.clock ?? (() => new Date()),
    log,
  };
  if (config.SANDBOX) services.sandbox = createSandbox(services);
  await followSettings(services);
  const placeholders = placeholdersIn(config);
  if (placeholders.length > 0)
    log.warn({ settings: placeholders }, 'mail can leave, and these settings still say what came with the product');
  const isServer = config.QUICKFLEET_ROLE !== 'worker';
  await resealKey(orm.em.fork(), services.secrets);
  await signingPair(orm.em.fork(), services.secrets, services.clock());
  // Not by a worker: the password is printed once, and nobody looks for it there.
  const firstAdmin = isServer ? await ensureFirstAdmin(orm, config) : undefined;
  if (firstAdmin) options.onFirstAdmin?.(firstAdmin);
  signal?.throwIfAborted();
  await options.prepare?.(services);
  signal?.throwIfAborted();
  await services.events.start();
  steps.add('live events', 1, () => services.events.close());
  if (config.QUICKFLEET_ROLE !== 'server') {
    const worker: Worker = await startWorker(services, databaseUrl);
    steps.add('the jobs', 2, () => worker.stop());
    const nightly = startNightly(services, databaseUrl);
    steps.add('the nightly backup', 2, () => nightly.stop());
    const archive = startWalArchive(services);
    steps.add('the WAL archive', 2, () => archive.stop());
  }
  const tracing = await startTracing(config);
  if (tracing) steps.add('the traces', 2, tracing.stop);
  const sweeping = sweepIncoming(services.incoming, log);
  steps.add('the uploads', 1, async () => sweeping.stop());
  const app = isServer
    ? await buildApp(services, { clientDir: options.clientDir, tracing })
    : await buildWorkerApp(services);
  if (config.SANDBOX) markAnswers(app);
  steps.add('the web server', DRAIN_MS / 1000 + 6, () => closeWebServer(app));
  return { app, services, firstAdmin };
}
