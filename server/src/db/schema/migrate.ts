import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { ClientBase } from 'pg';
import { migrateJobs } from '../../jobs/worker.ts';
import { databaseClient } from '../../process/outside/connections.ts';
import { LOCKS } from '../advisory-locks.ts';
import { connectionOptions } from '../orm.config.ts';
import { fillWords } from './fill-words.ts';
import { readNewer, stampSchema } from './schema-stamp.ts';

interface Described {
  name: string;
  expression: string;
}

/** Indexes of earlier releases that newer ones replace; the migrations that created them stay unchanged. */
const REPLACED = [
  'attempts_of_order',
  'customers_external_search',
  'customers_search',
  'emails_search',
  'history_of_subject',
  'orders_contact_search',
  'orders_external_search',
  'orders_naming_another',
  'orders_search',
  'quotes_contact_search',
  'quotes_external_search',
  'quotes_search',
  'signatures_order_id_index',
  'stored_files_claimed_at_index',
  'webhook_deliveries_in_line',
];

/** The indexes that entities describe by a whole statement. */
const describedBy = (orm: MikroORM): Described[] =>
  [...orm.getMetadata().getAll().values()].flatMap(({ indexes }) =>
    indexes.flatMap(({ name, expression }) => (name && typeof expression === 'string' ? [{ name, expression }] : [])),
  );

/** The indexes that the tables lack; one that was interrupted exists but is not valid. */
async function missingOf(orm: MikroORM, client: ClientBase): Promise<Described[]> {
  const described = describedBy(orm);
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisvalid and c.relnamespace = current_schema()::regnamespace and c.relname = any($1)`,
    [described.map(({ name }) => name)],
  );
  const made = new Set(rows.map(({ name }) => name));
  return described.filter(({ name }) => !made.has(name));
}

/** Why there is no trigram index, if so: the extension may be one that the database's role cannot make. */
async function missTrigrams(client: ClientBase): Promise<string | undefined> {
  try {
    await client.query('create extension if not exists pg_trgm');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Creates missing indexes at every start, while others read and write: in a migration, writers would wait for as long
 * as it takes. Without the trigram extension searches still answer, only slower; `warn` says so, and a later start
 * creates the index once the extension exists. Replaced indexes are dropped afterwards. `client` must be outside a
 * transaction and without a statement timeout.
 */
async function makeIndexes(orm: MikroORM, client: ClientBase, warn: (line: string) => void): Promise<void> {
  const reason = await missTrigrams(client);
  if (reason) warn(`searches run without an index: ${reason}`);
  for (const { name, expression } of await missingOf(orm, client)) {
    if (reason && expression.includes('gin_trgm_ops')) continue;
    await client.query(`drop index concurrently if exists "${name}"`);
    await client.query(expression.replace(/^create (unique )?index/, 'create $1index concurrently'));
  }
  for (const name of REPLACED) await client.query(`drop index concurrently if exists "${name}"`);
}

/**
 * Validates the constraints that a migration added for new rows only, while others read and write. Tables in this
 * database that are not ours are left alone.
 */
async function validateRules(orm: MikroORM, client: ClientBase): Promise<void> {
  const ours = [...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName);
  const { rows } = await client.query<{ table: string; rule: string }>(
    `select quote_ident(r.relname) as table, quote_ident(c.conname) as rule from pg_constraint c join pg_class r on r.oid = c.conrelid
     where not c.convalidated and r.relnamespace = current_schema()::regnamespace and r.relname = any($1)`,
    [ours],
  );
  for (const { table, rule } of rows) await client.query(`alter table ${table} validate constraint ${rule}`);
}

const LOOK_MS = 100;
/** How often a migration comes back for a table that others are using: two minutes in all. */
const TRIES = 240;
const TRY_AGAIN_MS = 350;
/** Waited too long for a lock, or for one another. */
const NOT_NOW = ['55P03', '40P01'];

/**
 * Waits for its turn without a running statement: an index that is created concurrently waits for every older statement
 * to end.
 */
async function awaitTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCKS.schema]);
    if (rows[0]?.mine) return;
    await pause(LOOK_MS);
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? String('code' in error ? error.code : codeOf(error.cause)) : undefined;

/** A migration gives way to those who use its table, instead of keeping everybody waiting who comes after it. */
async function bringUp(orm: MikroORM, tries: number): Promise<string[]> {
  for (let left = tries - 1; ; left--) {
    try {
      return (await orm.migrator.up()).map(({ name }) => name);
    } catch (error) {
      if (!NOT_NOW.includes(codeOf(error) ?? '')) throw error;
      if (left <= 0)
        throw new Error(
          'The tables could not be changed, because others keep using them; nothing was changed. End what has been running on the database for long (a dump, an open transaction), then start again.',
          { cause: error },
        );
      await pause(TRY_AGAIN_MS);
    }
  }
}

/**
 * Brings the database to this version's tables. One process at a time: others wait for the lock and then find nothing
 * to do. Readers and writers continue: a migration locks a table only briefly, and slow steps (an index, validating old
 * rows) run concurrently afterwards.
 */
export async function migrate(
  orm: MikroORM,
  connectionString: string,
  warn: (line: string) => void = () => undefined,
  tries = TRIES,
): Promise<string[]> {
  const client = databaseClient({
    connectionString,
    connectionTimeoutMillis: connectionOptions.connectionTimeoutMillis,
  });
  await client.connect();
  try {
    await awaitTurn(client);
    const newer = await readNewer(client);
    if (newer) {
      warn(`QuickFleet ${newer.release} has changed this database; this older release keeps running`);
      return [];
    }
    const done = await bringUp(orm, tries);
    await fillWords(client);
    await makeIndexes(orm, client, warn);
    await validateRules(orm, client);
    await stampSchema(client);
    await migrateJobs(connectionString);
    return done;
  } finally {
    await client.end();
  }
}
