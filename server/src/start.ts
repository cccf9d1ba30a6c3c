import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import { NEW_CLUSTER_BYTES, requireFolder } from './db/embedded/data-dir.ts';
import { lockDataDir } from './db/embedded/data-dir-lock.ts';
import { type EmbeddedDatabase, startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { requireOwnFolder, sandboxConfig } from './demo/sandbox-config.ts';
import { createLogger } from './process/logger.ts';
import { inBackground } from './process/outside/background.ts';
import { tryPort } from './process/outside/connections.ts';
import { hearFailures } from './process/outside/failures.ts';
import { StopSteps } from './process/stop-steps.ts';
import type { Product, ProductOptions } from './product.ts';

export interface Running extends Product {
  /** Where it listens. */
  url: string;
  databaseUrl: string;
  stop(): Promise<void>;
}
interface Options extends ProductOptions {
  /** Called before the embedded database starts, with what stops it however far the start has come. */
  onDatabase?: (stop: () => Promise<void>) => void;
}

/** Runs what binds the port, and says in words why it cannot. */
async function bind<T>({ PORT, HOST }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The system's own message would look like a database fault: pass on only our sentence.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${PORT} on ${HOST} is already in use. Stop what uses it, or choose another with PORT.`);
    if (code === 'EACCES') throw new Error(`Not allowed to use port ${PORT}. Choose another with PORT.`);
    throw new Error(`HOST must be an address of this machine, like 127.0.0.1 or 0.0.0.0 (it is "${HOST}")`);
  }
}

/** Takes the port for a moment: one that is taken ends the start before anything was made. */
const checkPort = (config: Config): Promise<void> =>
  bind(config, async () => {
    await tryPort(config.PORT, config.HOST);
  });

const readProduct = () => import('./product.ts');

/**
 * Everything of one process: database, migrations, first admin, jobs, live events, web server. Stops what it started,
 * last first.
 */
export async function start(given: Config, options: Options = {}): Promise<Running> {
  // The company's settings are put into it, and not into the caller's.
  const config = given.SANDBOX ? sandboxConfig(given) : { ...given };
  const log = createLogger(config.LOG_LEVEL);
  const steps = new StopSteps((line) => log.warn(line));
  const deafen = hearFailures(({ what, error, more }) =>
    log.error({ err: error, ...(more > 0 ? { more } : {}) }, `${what} failed`),
  );
  steps.add('the failures of the background', 1, async () => deafen());
  const stop = () => steps.run();
  const { signal, endBefore } = options;
  if (endBefore) log.error(endBefore, 'started again, because the run before this one ended by a fault');
  try {
    const dataDir = resolve(config.DATA_DIR);
    await checkPort(config);
    await requireFolder('DATA_DIR', dataDir, config.DATABASE_URL ? 0 : NEW_CLUSTER_BYTES);
    if (config.SANDBOX) requireOwnFolder(dataDir);
    let database: EmbeddedDatabase | undefined;
    const lock = await lockDataDir(dataDir, {
      signal,
      log: (line) => log.warn(line),
      onLost: () => {
        log.fatal(`${dataDir} was taken over by another process; ending without another write`);
        database?.abandon();
        process.exit(1);
      },
    });
    steps.add('the lock of DATA_DIR', 2, lock.release);
    if (!config.DATABASE_URL) {
      database = await startEmbeddedPostgres({
        dir: join(dataDir, 'postgres'),
        log: (line) => log.warn(line),
        signal,
        onBegin: options.onDatabase,
        // Two thousand modules take as long as PostgreSQL does.
        whileStarting: () => inBackground('Reading the product', readProduct),
      });
      steps.add('PostgreSQL', 20, database.stop);
    }
    const databaseUrl = config.DATABASE_URL ?? database?.url ?? '';
    const { buildProduct } = await readProduct();
    const built = await buildProduct({ config, dataDir, databaseUrl, log, steps }, options);
    const url = await bind(config, () => built.app.listen({ port: config.PORT, host: config.HOST }));
    return { ...built, url, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
