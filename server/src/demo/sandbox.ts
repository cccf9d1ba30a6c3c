// A sandbox is a second installation to try things in. Everything that is different there is in this file and in
// sandbox-config.ts; the start calls them when SANDBOX is set, and nothing else asks.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxContent, SandboxState } from '@quickfleet/shared/operations/sandbox';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { LOCKS } from '../db/advisory-locks.ts';
import { connectTo } from '../db/embedded/installation.ts';
import { c, onlyId, readRows, run, select } from '../db/rows.ts';
import { commitOnce } from '../db/transaction.ts';
import type { Sandbox, Services } from '../http/context.ts';
import { conflict, isRetryable } from '../http/errors.ts';
import { publish } from '../http/streams/events.ts';
import { removeExportFile } from '../operations/transfer/exports.folder.ts';
import { print } from '../process/log-output.ts';
import { seedDemo } from './demo.ts';
import { NOTE } from './sandbox-config.ts';

/** The schema that says in a database that it is a sandbox's. */
const MARK = 'quickfleet_sandbox';

/** The same for a database, before anything is changed in it. What is new becomes a sandbox's for good. */
export async function claimSandbox({ DATABASE_URL, DATA_DIR }: Config, databaseUrl: string): Promise<void> {
  const client = await connectTo({ connectionString: databaseUrl });
  try {
    const { rows } = await client.query<{ isUsed: boolean; isMarked: boolean }>(
      `select to_regclass('schema_migrations') is not null as "isUsed", to_regnamespace('${MARK}') is not null as "isMarked"`,
    );
    const [{ isUsed = true, isMarked = false } = {}] = rows;
    if (isUsed && !isMarked)
      throw new Error(
        `The database at ${URL.parse(DATABASE_URL ?? '')?.host || 'DATA_DIR'} is not a sandbox's. Nothing was changed. Set DATABASE_URL to an empty database for the sandbox, or leave SANDBOX out.`,
      );
    // The folder first: once the database is there, one without its note is refused.
    const note = join(resolve(DATA_DIR), NOTE);
    if (!existsSync(note)) await writeFile(note, '{}', { mode: 0o600 });
    await client.query(`create schema if not exists ${MARK}`);
  } finally {
    await client.end();
  }
}

/**
 * Says in every answer that it comes from a sandbox, in those too that no hook sees. A reset may take longer than a
 * connection is silent otherwise.
 */
export function markAnswers(app: FastifyInstance): void {
  app.server.prependListener('request', ({ url, socket }, answer) => {
    answer.setHeader('X-QuickFleet-Sandbox', 'true');
    if (url?.endsWith('/sandbox/reset')) socket.setTimeout(0);
  });
}

const noteSchema = z.object({
  content: z.enum(['demo', 'empty']).optional(),
  demo: z.object({ password: z.string(), accessCode: z.string(), trackingNumber: z.string() }).nullable().default(null),
});
type Note = z.infer<typeof noteSchema>;
const noteFile = ({ config }: Services) => join(resolve(config.DATA_DIR), NOTE);
const readNote = async (services: Services): Promise<Note> =>
  noteSchema.parse(JSON.parse(await readFile(noteFile(services), 'utf8')));

async function fill(services: Services, content: SandboxContent): Promise<Note> {
  const demo = content === 'demo' ? await seedDemo(services, { keepsAdmin: true }) : null;
  const note = { content, demo };
  await writeFile(noteFile(services), JSON.stringify(note), { mode: 0o600 });
  return note;
}

/** What a reset leaves: how the tables were made, secrets, and what the admins and their programs come in by. */
const KEPT = [
  'schema_migrations',
  'schema_stamp',
  'secret_mark',
  'push_keys',
  'signing_keys',
  'users',
  'sessions',
  'api_keys',
  'company',
  'failure_reasons',
];

const tableName = select({ name: c.text('quote_ident(relname)') });
/** Deletes all rows in one transaction. Admins, their sessions and keys of the whole company stay. */
const empty = (services: Services): Promise<void> =>
  commitOnce(services, async (em) => {
    // What runs now holds its rows for some seconds.
    await run(em, `set local lock_timeout = '30s'`);
    await run(em, `set local statement_timeout = '60s'`);
    const tables = await readRows(
      em,
      tableName,
      `select $columns from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(?)`,
      [KEPT],
    );
    // The history of a sandbox proves nothing to anybody.
    await em.execute('alter table history disable trigger history_guard_all');
    await em.execute(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    await em.execute('alter table history enable trigger history_guard_all');
    await run(em, `update company set settings = '{}', smtp_url_sealed = null, version = version + 1, updated_at = ?`, [
      services.clock(),
    ]);
    await publish(em, { topic: 'settings' });
    await run(em, 'delete from api_keys where customer_id is not null');
    const gone = await readRows(em, onlyId, `delete from users where role <> 'admin' returning $columns`);
    await run(em, 'delete from sessions where user_id is null or user_id = any(?)', [gone.map(({ id }) => id)]);
    for (const { id } of gone) await publish(em, { topic: 'rights', userId: id });
  });

const TRIES = 10;
/** What holds on to the tables every second or so must not meet each try at the same point. */
const PAUSE_MS = 150;
/** Jobs that began before the reset may hold what it waits for: one of both gives way, and the reset comes back. */
async function emptied(services: Services): Promise<void> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await empty(services);
    } catch (error) {
      if (left <= 0 || !isRetryable(error)) throw error;
      await pause(PAUSE_MS * (TRIES - left));
    }
  }
}

/** Photos, and exports that were made. */
async function removeFiles({ files, config }: Services, exports: readonly { id: number }[]): Promise<void> {
  for (const { id } of exports) await removeExportFile(config, id);
  for await (const { key } of files.list()) await files.remove(key);
}

/** One reset at a time, over all processes. */
async function withTurn<T>({ orm }: Services, work: () => Promise<T>): Promise<T> {
  const client = await connectTo({ connectionString: orm.config.get('clientUrl') });
  try {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      LOCKS.sandbox,
    ]);
    if (!rows[0]?.isMine) throw conflict('SANDBOX_BUSY', t('The sandbox is being reset. Please wait a moment.'));
    return await work();
  } finally {
    await client.end();
  }
}

export function createSandbox(services: Services): Sandbox {
  let isResetting = false;
  return {
    reset: (to) =>
      withTurn(services, async (): Promise<SandboxState> => {
        isResetting = true;
        try {
          const exports = await readRows(services.orm.em.fork(), onlyId, 'select $columns from exports');
          await emptied(services);
          await removeFiles(services, exports);
          const { demo } = await fill(services, to);
          return {
            content: to,
            password: demo?.password ?? null,
            trackingNumber: demo?.trackingNumber ?? null,
            accessCode: demo?.accessCode ?? null,
          };
        } finally {
          isResetting = false;
        }
      }),
    // No phone is reached.
    keepsFromRunning: (task) => task === 'send_push' || isResetting,
  };
}

/** Fills a sandbox at its first start, and answers the lines of the start box. */
export async function prepareSandbox(services: Services, content: SandboxContent): Promise<readonly string[]> {
  const known = await readNote(services);
  if (!known.content) print(content === 'demo' ? 'Making the demo company …' : 'The sandbox begins empty');
  const { demo } = known.content ? known : await fill(services, content);
  return [
    'Sandbox       test data: no mail and no push message is sent',
    ...(demo
      ? [
          `Demo company  dispatcher, marta, jonas, aisha and diego sign in with the password ${demo.password}`,
          `Access code   ${demo.accessCode} opens an order at /driver`,
        ]
      : []),
  ];
}
