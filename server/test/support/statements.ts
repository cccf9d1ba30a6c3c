import type { Pool } from 'pg';

/** How often each statement ran so far, by the connections that have it prepared. */
async function runsOf(pool: Pool): Promise<Map<string, number>> {
  // All of them: while something in the background has the usual one, a call takes another.
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const runs = new Map<string, number>();
  try {
    for (const client of clients) {
      const { rows } = await client.query<{ statement: string; runs: number }>(
        'select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by name',
      );
      for (const row of rows) runs.set(row.statement, (runs.get(row.statement) ?? 0) + row.runs);
    }
  } finally {
    for (const client of clients) client.release();
  }
  return runs;
}

/** The prepared statements that ran during a call, each as often as it did. It is called twice: the first prepares. */
export async function statementsDuring(pool: Pool, call: () => Promise<unknown>): Promise<string[]> {
  await call();
  const before = await runsOf(pool);
  await call();
  return [...(await runsOf(pool))].flatMap(([statement, runs]) =>
    Array.from({ length: runs - (before.get(statement) ?? 0) }, () => statement),
  );
}
