import type { MikroORM } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';

interface Described {
  name: string;
  expression: string;
}

/** Indexes of earlier releases that newer ones replace; the migrations that created them stay unchanged. */
const REPLACED = [
  'attempts_of_order',
  'history_of_subject',
  'signatures_order_id_index',
  'stored_files_claimed_at_index',
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
export async function makeIndexes(orm: MikroORM, client: ClientBase, warn: (line: string) => void): Promise<void> {
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
export async function validateRules(orm: MikroORM, client: ClientBase): Promise<void> {
  const ours = [...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName);
  const { rows } = await client.query<{ table: string; rule: string }>(
    `select quote_ident(r.relname) as table, quote_ident(c.conname) as rule from pg_constraint c join pg_class r on r.oid = c.conrelid
     where not c.convalidated and r.relnamespace = current_schema()::regnamespace and r.relname = any($1)`,
    [ours],
  );
  for (const { table, rule } of rows) await client.query(`alter table ${table} validate constraint ${rule}`);
}
