import type { ClientBase } from 'pg';

/** The tables with a `search` column. */
export const searched = ['customers', 'emails', 'orders', 'quotes'] as const;

/** A trigram index, which finds a text of three letters or more anywhere inside `search`. */
export const searchIndex = (table: (typeof searched)[number]) => {
  const name = `${table}_search`;
  return { name, expression: `create index "${name}" on "${table}" using gin ("search" gin_trgm_ops)` };
};

/**
 * Makes the search indexes that are missing, at every start: the extension they need may be one that the database's
 * role cannot make, and somebody else makes it later. Without it every search still answers, only slower. Answers why
 * there are none.
 */
export async function ensureSearchIndexes(client: ClientBase): Promise<string | undefined> {
  try {
    await client.query('create extension if not exists pg_trgm');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  for (const table of searched)
    await client.query(searchIndex(table).expression.replace('create index', 'create index if not exists'));
  return undefined;
}
