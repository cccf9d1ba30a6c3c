import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { type SearchedTable, searched, searchedTables, wordsOf } from './search-index.ts';

/** Rows in one go: their locks are held for some hundredths of a second. */
const BATCH = 1000;
const row = z.looseObject({ id: z.int() });

/** Answers how many rows it gave words. */
async function fillBatch(client: ClientBase, table: SearchedTable): Promise<number> {
  const columns = [...searched[table].shown, ...searched[table].office].map((column) => `"${column}"`).join(', ');
  await client.query('begin');
  try {
    // A row that is being written gets its words by that, or by the next turn.
    const found = await client.query(
      `select "id", ${columns} from "${table}" where words is null order by id limit ${BATCH} for no key update skip locked`,
    );
    const rows = z.array(row).parse(found.rows);
    const filled = rows.map((one) => wordsOf(table, (column) => one[column]));
    await client.query(
      `update "${table}" t set words = f.words from unnest($1::int[], $2::text[]) as f(id, words) where t.id = f.id`,
      [rows.map(({ id }) => id), filled],
    );
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Gives words to the rows that have none, while others read and write. */
export async function fillWords(client: ClientBase): Promise<void> {
  for (const table of searchedTables) while ((await fillBatch(client, table)) === BATCH);
}

/** The same on a connection of the pool, for the rows that lost their words since the start. */
export async function giveWords(em: EntityManager): Promise<void> {
  const pool: Pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    await fillWords(client);
  } finally {
    client.release();
  }
}
