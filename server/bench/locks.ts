import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate } from '../src/db/schema/migrate.ts';

/** Tables that people read and write all day. */
const TABLES = [
  'orders',
  'order_items',
  'quotes',
  'customers',
  'emails',
  'quote_promises',
  'proof_pieces',
  'history',
] as const;
const EVERY_MS = 5;

export interface Waits {
  /** The longest wait for one row of a table, in ms: with no other work, and during a migration. */
  tables: { name: string; alone: number; migrating: number }[];
  seconds: number;
  migrations: string[];
}

/** Locks the table and one row of it as a writer does, again and again, and returns the longest try. */
async function probe(client: pg.Client, table: string, signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const begun = performance.now();
    await client.query(`begin; lock table ${table} in row exclusive mode;
      select 1 from ${table} where id = (select min(id) from ${table}) for update; rollback`);
    longest = Math.max(longest, performance.now() - begun);
    await pause(EVERY_MS);
  }
  return longest;
}

/** Reverts the last migrations and runs them again while another client asks for a row of each large table. */
export async function measureLocks(orm: MikroORM, databaseUrl: string, count: number): Promise<Waits> {
  const clients = await Promise.all(
    TABLES.map(async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      return client;
    }),
  );
  const during = async <T>(work: () => Promise<T>) => {
    const over = new AbortController();
    const probes = TABLES.map((table, n) => probe(clients[n] as pg.Client, table, over.signal));
    const answer = await work().finally(() => over.abort());
    return { answer, waits: await Promise.all(probes) };
  };
  try {
    for (let n = 0; n < count; n++) await orm.migrator.down();
    const begun = performance.now();
    const migrating = await during(() => migrate(orm, databaseUrl));
    const seconds = (performance.now() - begun) / 1000;
    const alone = await during(() => pause(seconds * 1000));
    return {
      tables: TABLES.map((name, n) => ({ name, alone: alone.waits[n] ?? 0, migrating: migrating.waits[n] ?? 0 })),
      seconds,
      migrations: migrating.answer,
    };
  } finally {
    for (const client of clients) await client.end();
  }
}
