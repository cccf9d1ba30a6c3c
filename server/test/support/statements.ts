import type { Pool, PoolClient } from 'pg';

interface Runs {
  statement: string;
  runs: number;
  /** Of these, by a plan that is kept for all values. */
  keptPlans: number;
}
/** How often each statement ran so far, by each of the connections that have it prepared. */
export async function runsOf(pool: Pool): Promise<Map<string, Runs>> {
  // All of them, those that something in the background uses too: the call may take them the next time.
  const clients: PoolClient[] = [];
  const runs = new Map<string, Runs>();
  try {
    while (clients.length < pool.totalCount) clients.push(await pool.connect());
    for (const client of clients) {
      const { rows } = await client.query<Runs & { key: string }>(
        `select pg_backend_pid() || ' ' || name as key, statement, (generic_plans + custom_plans)::int as runs, generic_plans::int as "keptPlans"
           from pg_prepared_statements order by name`,
      );
      for (const row of rows) runs.set(row.key, row);
    }
  } finally {
    for (const client of clients) client.release();
  }
  return runs;
}

/** The prepared statements that ran during a call, each as often as it did. What is sent the third time is prepared. */
export async function statementsDuring(pool: Pool, call: () => Promise<unknown>): Promise<string[]> {
  for (let time = 1; time < 3; time++) await call();
  for (;;) {
    const before = await runsOf(pool);
    await call();
    const after = await runsOf(pool);
    // The pool closes idle connections, and what one ran went with it: then another call is counted.
    if ([...before.keys()].some((key) => !after.has(key))) continue;
    return [...after].flatMap(([key, { statement, runs }]) =>
      Array.from({ length: runs - (before.get(key)?.runs ?? 0) }, () => statement),
    );
  }
}
