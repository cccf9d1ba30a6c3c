import type { EntityManager } from '@mikro-orm/postgresql';
import { c, readOne, select } from './rows.ts';

const until = select({ until: c.time(`date_trunc('milliseconds', least(now(), min(xact_start)))`) });
/**
 * The moment before which nothing changes any more: whatever a transaction that is still open changes has a later
 * `updated_at`, because the database stamps changes itself (20261126_change_stamps). It must be asked for before the
 * rows are read, in a separate statement.
 */
export async function settledUntil(em: EntityManager): Promise<string> {
  const found = await readOne(
    em,
    until,
    `select $columns from pg_stat_activity
      where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
  );
  return found.until;
}
