import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { DATABASE_CONNECTIONS } from '@quickfleet/shared/limits';
import { type Config, ENCODE_HINT, misspelledSettings, readConfig } from './config.ts';
import { NoAnswerError } from './db/embedded/data-dir.ts';
import type { Services } from './http/context.ts';
import { isConnectionError } from './http/errors.ts';
import type { FirstAdmin } from './people/users/first-admin.ts';
import { errorOutput, print, printError, standardOutput } from './process/log-output.ts';
import { startApart } from './process/outside/children.ts';
import { onStopSignals } from './process/stop-signals.ts';
import { Supervision } from './process/supervised.ts';
import { type Running, start } from './start.ts';

const CLIENT_DIR = resolve(import.meta.dirname, '../../client/dist');

const passwordLines = (username: string, password: string): string[] => [
  `First admin   ${username} / ${password}`,
  '              (shown this once: sign in and change it)',
];

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
    ...(firstAdmin?.password && !config.isDemo ? ['', ...passwordLines(firstAdmin.username, firstAdmin.password)] : []),
    ...(firstAdmin && !firstAdmin.password && !config.isDemo
      ? ['', `First admin   ${firstAdmin.username} (password from ADMIN_PASSWORD)`]
      : []),
    ...(more.length > 0 ? ['', ...more] : []),
  ];
  return boxOf(lines);
}

function boxOf(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  return [
    `┌${'─'.repeat(width + 2)}┐`,
    ...lines.map((line) => `│ ${line.padEnd(width)} │`),
    `└${'─'.repeat(width + 2)}┘`,
  ].join('\n');
}

const codeOf = (error: Error): string => {
  if ('code' in error) return String(error.code);
  return error.cause instanceof Error ? codeOf(error.cause) : '';
};

/** What the database answered to the address that DATABASE_URL gives; undefined for what has its own sentence. */
function databaseSentence(error: Error, config: Config): string | undefined {
  const url = URL.parse(config.DATABASE_URL ?? '');
  if (!url) return undefined;
  const [name, user] = [url.pathname.slice(1), decodeURIComponent(url.username)];
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `The database at ${url.host} refuses the user "${user}" (${error.message}). Correct user and password in DATABASE_URL; ${ENCODE_HINT}.`;
    case '3D000':
      return `There is no database "${name}" at ${url.host}. Make it (create database ${name}), or correct the name in DATABASE_URL.`;
    case '42501':
      return `The user "${user}" may not do what a start needs in the database "${name}" (${error.message}). Make it the owner: alter database ${name} owner to ${user}.`;
    case '53300':
      return `The database at ${url.host} takes no more connections. Raise its max_connections, or run fewer processes; each takes up to ${DATABASE_CONNECTIONS.calls + DATABASE_CONNECTIONS.jobs + DATABASE_CONNECTIONS.events}.`;
    case '53100':
      return `The disk of the database at ${url.host} is full. Make room there, then start QuickFleet again.`;
    default:
      return undefined;
  }
}

/** What the terminal says when a start fails: the setting to look at, and the way out. */
export function sentenceFor(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const where = 'path' in error ? String(error.path) : config?.DATA_DIR;
  if (code === 'EACCES' || code === 'EPERM')
    return `Not allowed to use ${where}. Give it to the user that runs QuickFleet, or set DATA_DIR to another folder.`;
  if (code === 'EROFS')
    return `The disk of ${where} is read-only. Mount it writable, or set DATA_DIR to another folder.`;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/.test(error.message))
    return `The disk of ${where} is full. Make room there, or set DATA_DIR to a folder on another disk.`;
  const sentence = config && databaseSentence(error, config);
  if (sentence) return sentence;
  if (config && isConnectionError(error)) {
    const reason = `does not answer: ${error.message || code}`;
    if (!config.DATABASE_URL)
      return `The embedded database ${reason}. Start QuickFleet again; it recovers what was stored in ${config.DATA_DIR}.`;
    const host = URL.parse(config.DATABASE_URL)?.host;
    return `The database at ${host} ${reason}. Start it or correct DATABASE_URL, then start QuickFleet again; DATABASE_WAIT says how many seconds a start waits.`;
  }
  if ('path' in error && 'syscall' in error)
    return `${where} cannot be used (${error.message}). Correct that, or set DATA_DIR to another folder.`;
  return error.message;
}

/** Ends this process, after a moment for who reads slowly what it printed. */
async function end(code: number): Promise<never> {
  await Promise.all([standardOutput.settle(), errorOutput.settle()]);
  process.exit(code);
}

/** Node prints its warnings past us, and would wait for a pipe that nobody reads. */
function printWarnings(): void {
  if (process.listenerCount('warning') === 0) return;
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => printError(`(node) ${name}: ${message}`));
}

/** The system waits for a disk that does not answer, and would not let the process end either. */
const endByForce = (): void => startApart('sh', ['-c', `sleep 1; kill -9 ${process.pid}`]);

interface Options {
  config?: Partial<Config>;
  prepare?: (services: Services) => Promise<readonly string[]>;
}

/** Starts the product and stops it cleanly on Ctrl-C or SIGTERM; a signal two seconds later hurries the stop. */
export async function serve(options: Options = {}): Promise<void> {
  printWarnings();
  const supervision = new Supervision(process.env);
  let config: Config | undefined;
  let firstAdmin: FirstAdmin | undefined;
  /** After a failed or interrupted start too: the new password is in the database already. */
  const showPassword = () => {
    if (firstAdmin?.password && !config?.isDemo) print(boxOf(passwordLines(firstAdmin.username, firstAdmin.password)));
    firstAdmin = undefined;
  };
  const ending = new AbortController();
  try {
    // Settings of a .env file in the folder it is started in; what the environment says itself wins.
    if (existsSync('.env')) process.loadEnvFile('.env');
    for (const line of misspelledSettings(process.env)) printError(line);
    config = readConfig(process.env, options.config);
    let more: readonly string[] = [];
    const { signal } = ending;
    let stopDatabase: (() => Promise<void>) | undefined;
    const starting = start(config, {
      clientDir: existsSync(join(CLIENT_DIR, 'index.html')) ? CLIENT_DIR : undefined,
      signal,
      endBefore: supervision.endBefore,
      onFirstAdmin: (admin) => {
        firstAdmin = admin;
      },
      onDatabase: (stop) => {
        stopDatabase = stop;
      },
      prepare: async (services) => {
        more = (await options.prepare?.(services)) ?? [];
      },
    });
    // Listened for from the first moment: a Ctrl-C during the start must not leave PostgreSQL behind.
    let isHurried = false;
    const signals = onStopSignals(
      {
        async stop(error) {
          ending.abort();
          const running = await starting.catch(() => undefined);
          showPassword();
          if (error) printError(`Stopping after an error: ${inspect(error)}`);
          await running?.stop();
          const isCrash = error !== undefined && (running !== undefined || supervision.endBefore !== undefined);
          await end(isCrash ? supervision.crashCode(sentenceFor(error, config)) : error || isHurried ? 1 : 0);
        },
        async stopNow() {
          // The orderly stop may still be the first to end, once its database is gone.
          isHurried = true;
          showPassword();
          printError('Stopping immediately');
          await stopDatabase?.().catch((error) => printError(String(error)));
          await end(1);
        },
      },
      supervision.stopSignals,
    );
    supervision.stopWithNpm(signals.request);
    const running = await starting;
    firstAdmin = undefined;
    print(startBox(running, more));
  } catch (error) {
    // Ended during the start: the code that ended it takes over.
    if (ending.signal.aborted) return;
    showPassword();
    const sentence = sentenceFor(error, config);
    printError(`QuickFleet cannot start: ${sentence}`);
    if (error instanceof NoAnswerError) endByForce();
    await end(supervision.failedStartCode(sentence));
  }
}
