import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from './config.ts';
import type { Services } from './context.ts';
import { isConnectionError } from './lib/errors.ts';
import { keepHeapSmall } from './lib/lean.ts';
import { onStopSignals } from './lib/stop-signals.ts';
import { type Running, start } from './start.ts';

const CLIENT_DIR = resolve(import.meta.dirname, '../../client/dist');

/** The addresses and, when it was just made, the first admin's password: printed once, never logged. */
function startBox({ url, firstAdmin, services: { config } }: Running, more: readonly string[]): string {
  const base = config.PUBLIC_URL ?? url;
  if (config.QUICKFLEET_ROLE === 'worker')
    return `${config.BRAND_NAME}: the worker is running, its health is at ${url}/readyz`;
  const lines = [
    `${config.BRAND_NAME} is running`,
    '',
    `Public site   ${base}/`,
    `Admin         ${base}/admin`,
    `Driver        ${base}/driver`,
    `REST API      ${base}/docs`,
    `Data          ${config.DATABASE_URL ? 'your own PostgreSQL' : 'embedded PostgreSQL'}, ${resolve(config.DATA_DIR)}`,
    ...(config.FILES_STORE === 's3' ? [`Files         bucket ${config.S3_BUCKET}`] : []),
    `Mail          ${config.SMTP_URL ? 'sent through SMTP_URL' : 'kept in the admin (no SMTP_URL)'}`,
    ...(firstAdmin?.password && !config.isDemo
      ? [
          '',
          `First admin   ${firstAdmin.username} / ${firstAdmin.password}`,
          '              (shown this once: sign in and change it)',
        ]
      : []),
    ...(firstAdmin && !firstAdmin.password && !config.isDemo
      ? ['', `First admin   ${firstAdmin.username} (password from ADMIN_PASSWORD)`]
      : []),
    ...(more.length > 0 ? ['', ...more] : []),
  ];
  const width = Math.max(...lines.map((line) => line.length));
  return [
    `┌${'─'.repeat(width + 2)}┐`,
    ...lines.map((line) => `│ ${line.padEnd(width)} │`),
    `└${'─'.repeat(width + 2)}┘`,
  ].join('\n');
}

function sentenceFor(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EACCES') return `Not allowed to use the folder ${config?.DATA_DIR}.`;
  if (config && isConnectionError(error)) {
    const reason = `does not answer: ${error.message || code}`;
    if (!config.DATABASE_URL)
      return `The embedded database ${reason}. Start QuickFleet again; it recovers what was stored in ${config.DATA_DIR}.`;
    const host = URL.parse(config.DATABASE_URL)?.host;
    return `The database at ${host} ${reason}. Start it or correct DATABASE_URL, then start QuickFleet again; DATABASE_WAIT says how many seconds a start waits.`;
  }
  return error.message;
}

const PARENT_LOOK_MS = 500;

/**
 * `npm start` puts a shell between npm and us, which takes a SIGTERM to its grave without passing it on: we stop when
 * it is gone.
 */
function stopWithNpm(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_LOOK_MS);
  timer.unref();
}

interface Options {
  config?: Partial<Config>;
  prepare?: (services: Services) => Promise<readonly string[]>;
}

/** Starts the product and stops it cleanly on Ctrl-C or SIGTERM; a signal two seconds later hurries the stop. */
export async function serve(options: Options = {}): Promise<void> {
  let config: Config | undefined;
  const ending = new AbortController();
  keepHeapSmall();
  try {
    // Settings of a .env file in the folder it is started in; what the environment says itself wins.
    if (existsSync('.env')) process.loadEnvFile('.env');
    config = readConfig(process.env, options.config);
    let more: readonly string[] = [];
    const { signal } = ending;
    let stopDatabase: (() => Promise<void>) | undefined;
    const starting = start(config, {
      clientDir: existsSync(join(CLIENT_DIR, 'index.html')) ? CLIENT_DIR : undefined,
      signal,
      onDatabase: (stop) => {
        stopDatabase = stop;
      },
      prepare: async (services) => {
        more = (await options.prepare?.(services)) ?? [];
      },
    });
    // Listened for from the first moment: a Ctrl-C during the start must not leave PostgreSQL behind.
    let isHurried = false;
    const signals = onStopSignals({
      async stop(error) {
        ending.abort();
        const running = await starting.catch(() => undefined);
        if (error) console.error('Stopping after an error:', error);
        await running?.stop();
        process.exit(error || isHurried ? 1 : 0);
      },
      async stopNow() {
        // The orderly stop may still be the first to end, once its database is gone.
        isHurried = true;
        console.error('Stopping at once');
        await stopDatabase?.().catch((error) => console.error(String(error)));
        process.exit(1);
      },
    });
    stopWithNpm(signals.request);
    console.log(startBox(await starting, more));
  } catch (error) {
    // Ended during the start: whoever ended it takes it from here.
    if (ending.signal.aborted) return;
    console.error(`QuickFleet cannot start: ${sentenceFor(error, config)}`);
    process.exit(1);
  }
}
