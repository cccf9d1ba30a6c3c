import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrateJobs } from '../jobs/worker.ts';
import { migrations } from './migrations/index.ts';
import { connectionOptions } from './orm.config.ts';
import { ensureSearchIndexes } from './search-index.ts';

/** Any number; the same for every process of the product. */
const LOCK = 4_711_010;

/** A database that a later release has changed is not this release's to write to. */
async function refuseNewer(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('schema_migrations') as name`);
  if (tables[0]?.name === null) return;
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id');
  const known = new Set(migrations.map(({ name }) => name));
  const newer = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (newer.length > 0)
    throw new Error(
      `This database was changed by a newer QuickFleet (${newer.join(', ')}). Start that version or a later one, or restore a backup from before the upgrade.`,
    );
}

/**
 * Brings the database to this version's tables. One process at a time: others wait for the lock and then find nothing
 * to do.
 */
export async function migrate(
  orm: MikroORM,
  connectionString: string,
  warn: (line: string) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectionOptions.connectionTimeoutMillis,
  });
  // A connection that breaks fails the statement on its way; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await refuseNewer(client);
    const done = await orm.migrator.up();
    const noIndex = await ensureSearchIndexes(client);
    if (noIndex) warn(`searches run without an index: ${noIndex}`);
    await migrateJobs(connectionString);
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
