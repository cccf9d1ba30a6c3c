import type { Pool } from 'pg';

interface Prepared {
  statement: string;
  runs: number;
}
/** What the connection that is used next has prepared: one call after the other, they all take the same one. */
const prepared = async (pool: Pool): Promise<Prepared[]> =>
  (
    await pool.query(
      'select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by name',
    )
  ).rows;

/** The prepared statements that ran during a call, each as often as it did. It is called twice: the first prepares. */
export async function statementsDuring(pool: Pool, call: () => Promise<unknown>): Promise<string[]> {
  await call();
  const before = new Map((await prepared(pool)).map(({ statement, runs }) => [statement, runs]));
  await call();
  return (await prepared(pool)).flatMap(({ statement, runs }) =>
    Array.from({ length: runs - (before.get(statement) ?? 0) }, () => statement),
  );
}
