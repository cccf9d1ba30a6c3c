import type pg from 'pg';
import type { TableCount } from './manifest.ts';

/** Rows are hashed as text: both sides must spell dates and numbers in the same way. */
const SPELLING = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set extra_float_digits = 1`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The product's own tables; those of the job queue come along in the copy but are not counted, and what PostgreSQL does
 * not log (counts of tries) is empty after a restore.
 */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace order by relname`,
  );
  return rows.map(({ name }) => name);
}

export const lockable = (tables: readonly string[]): string => tables.map(quoted).join(', ');

export const setSpelling = (client: pg.Client): Promise<unknown> => client.query(SPELLING);

/** Counts and hashes every row of the product's tables, as this connection sees them. */
export async function countRows(client: pg.Client): Promise<TableCount[]> {
  const counts: TableCount[] = [];
  for (const name of await listTables(client)) {
    const { rows } = await client.query<{ rows: string; fingerprint: string }>(
      `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as fingerprint from ${quoted(name)} t`,
    );
    counts.push({ name, rows: Number(rows[0]?.rows), fingerprint: rows[0]?.fingerprint ?? '' });
  }
  return counts;
}

/** What differs between the rows that should be there and those that are; empty when all is as it was. */
export function differences(expected: readonly TableCount[], found: readonly TableCount[]): string[] {
  const known = new Map(found.map((table) => [table.name, table]));
  const lines = expected.flatMap(({ name, rows, fingerprint }) => {
    const table = known.get(name);
    if (!table) return [`table ${name} is missing`];
    if (table.rows !== rows) return [`table ${name} has ${table.rows} rows instead of ${rows}`];
    return table.fingerprint === fingerprint ? [] : [`rows of table ${name} differ`];
  });
  const names = new Set(expected.map(({ name }) => name));
  return [...lines, ...found.filter(({ name }) => !names.has(name)).map(({ name }) => `table ${name} is new`)];
}
