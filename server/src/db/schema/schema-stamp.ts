import type pg from 'pg';
import { release } from '../../process/release.ts';
import { migrations } from '../migrations/index.ts';

/**
 * The oldest migration that a release must know to write into this database. Raised by a release that writes what the
 * previous one would spoil; migrations alone never stop the previous release.
 */
const OLDEST_WRITER = '20261123_promise_figures';

interface Stamp {
  release: string;
  newest: string;
  oldest: string;
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>('select to_regclass($1)::text as name', [table]);
  return Boolean(rows[0]?.name);
}

/**
 * Whether a later release has changed this database; undefined when none has. Throws a sentence when this one may not
 * write to it any more: nothing that is older than the stamp allows reads or changes a row.
 */
export async function readNewer(client: pg.Client): Promise<{ release: string } | undefined> {
  if (!(await exists(client, 'schema_migrations'))) return undefined;
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id');
  const done = rows.map(({ name }) => name);
  const known = new Set(migrations.map(({ name }) => name));
  const newer = done.filter((name) => !known.has(name));
  const stamps = (await exists(client, 'schema_stamp'))
    ? await client.query<Stamp>('select release, newest, oldest from schema_stamp')
    : undefined;
  const stamp = stamps?.rows[0];
  const mayWrite = stamp === undefined || known.has(stamp.oldest);
  if (newer.length === 0 && mayWrite) return undefined;
  // The stamp speaks for the release that made it, and not for what somebody changed after it.
  if (stamp && mayWrite && stamp.newest === done.at(-1)) return { release: stamp.release };
  const by = stamp && !known.has(stamp.newest) ? ` ${stamp.release}` : '';
  throw new Error(
    `This database was changed by a newer QuickFleet${by} (${newer.join(', ') || stamp?.oldest}). Start that version or a later one, or restore a backup from before the upgrade.`,
  );
}

/** Says which release the tables are of. Never set back by an older one. */
export const stampSchema = (client: pg.Client): Promise<unknown> =>
  client.query(
    `insert into schema_stamp (id, release, newest, oldest) values (1, $1, $2, $3)
     on conflict (id) do update set release = excluded.release, newest = excluded.newest, oldest = excluded.oldest
      where (schema_stamp.release, schema_stamp.newest, schema_stamp.oldest) is distinct from (excluded.release, excluded.newest, excluded.oldest)`,
    [release, migrations.at(-1)?.name, OLDEST_WRITER],
  );
