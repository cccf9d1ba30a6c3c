import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrateJobs } from '../../jobs/worker.ts';
import { connectionOptions } from '../orm.config.ts';
import { makeIndexes, validateRules } from './make-indexes.ts';
import { readNewer, stampSchema } from './schema-stamp.ts';

/** Any number; the same for every process of the product. */
const LOCK = 4_711_010;
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
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK]);
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
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectionOptions.connectionTimeoutMillis,
  });
  // A connection that breaks fails the statement on its way; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await awaitTurn(client);
    const newer = await readNewer(client);
    if (newer) {
      warn(`QuickFleet ${newer.release} has changed this database; this older release keeps running`);
      return [];
    }
    const done = await bringUp(orm, tries);
    await makeIndexes(orm, client, warn);
    await validateRules(orm, client);
    await stampSchema(client);
    await migrateJobs(connectionString);
    return done;
  } finally {
    await client.end();
  }
}
