import { c, type Reader, select } from '../db/rows.ts';
import type { FileStore } from './files.ts';

/**
 * Names the database: its cluster, the cluster's timeline and its own name. A dump that was restored elsewhere is
 * another one, and so is a restored backup, which begins a new timeline: a copy made for a trial never sweeps the files
 * of the original.
 */
export const databaseIdentity = select({
  identity: c.text(`concat_ws('/', (select system_identifier from pg_control_system()),
    (select timeline_id from pg_control_checkpoint()), current_database())`),
});

/**
 * Whether this database may remove files. A store that several installations could name (a bucket) belongs to the
 * database that claimed it first; `npm run files -- claim` gives it to another.
 */
export async function ownsFiles({ owner }: FileStore, read: Reader): Promise<{ isOurs: boolean; place: string }> {
  if (!owner) return { isOurs: true, place: '' };
  const [row] = await read(databaseIdentity, 'select $columns');
  const identity = row?.identity ?? '';
  const known = await owner.read();
  if (known === undefined) await owner.write(identity);
  return { isOurs: known === undefined || known === identity, place: owner.place };
}
