import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrateJobs } from '../jobs/worker.ts';
import { connectionOptions } from './orm.config.ts';
import { ensureSearchIndexes } from './search-index.ts';

/** Any number; the same for every process of the product. */
const LOCK = 4_711_010;

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
    const done = await orm.migrator.up();
    const noIndex = await ensureSearchIndexes(client);
    if (noIndex) warn(`searches run without an index: ${noIndex}`);
    await migrateJobs(connectionString);
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
