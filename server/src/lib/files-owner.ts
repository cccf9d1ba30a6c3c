import type { FileStore } from './files.ts';

/**
 * Names the database: the cluster and the database's own name. A restored dump is another one, so that a copy made for
 * a trial never sweeps the files of the original.
 */
export const DATABASE_IDENTITY = `select (select system_identifier from pg_control_system()) || '/' || current_database() as identity`;

/**
 * Whether files may be removed by this database. A store that several installations could name at once (a bucket)
 * belongs to the database that asked first; `npm run files -- claim` gives it to another.
 */
export async function ownsFiles(
  { owner }: FileStore,
  query: <T>(sql: string) => Promise<T[]>,
): Promise<{ isOurs: boolean; place: string }> {
  if (!owner) return { isOurs: true, place: '' };
  const [row] = await query<{ identity: string }>(DATABASE_IDENTITY);
  const identity = row?.identity ?? '';
  const known = await owner.read();
  if (known === undefined) await owner.write(identity);
  return { isOurs: known === undefined || known === identity, place: owner.place };
}
