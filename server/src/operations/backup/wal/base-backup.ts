import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type ArchiveWriter, readExactly } from '../archive/archive.ts';
import { listTables, lockable } from '../archive/census.ts';
import { DATABASE_FOLDER } from '../archive/manifest.ts';

/** PostgreSQL recreates their contents at its start: a backup has only the folders. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const NOT_COPIED =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|backup_manifest|recovery\.signal|standby\.signal|server\.log|\.s\.PGSQL.*)$|pgsql_tmp|^pg_internal\.init/;
const SEGMENT = /^[0-9A-F]{24}$/;
const WAL_PAGE = 8192;

/** Where a copy starts and what has to be replayed over it. */
export interface CopyStart {
  /** First WAL segment that the copy needs. */
  segment: string;
  /** Lets PostgreSQL throw the WAL away again. */
  dropSlot(): Promise<unknown>;
}
/** The moment the backup has, as a named point of the WAL. */
export interface Moment {
  restorePoint: string;
  at: Date;
  /** Last WAL segment, and how many of its bytes are written. */
  segment: string;
  bytes: number;
}

interface Found {
  path: string;
  isFolder: boolean;
}
async function* walk(root: string, under = ''): AsyncGenerator<Found> {
  for (const entry of await readdir(join(root, under), { withFileTypes: true })) {
    const path = under ? `${under}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      yield { path, isFolder: true };
      if (!EMPTY_FOLDERS.has(path)) yield* walk(root, path);
    } else if (entry.isSymbolicLink() && under === 'pg_tblspc') {
      throw new Error('This database has a tablespace outside its folder, which a backup cannot follow.');
    } else if (entry.isFile() && !NOT_COPIED.test(entry.name)) yield { path, isFolder: false };
  }
}

/** A table that was dropped while its files were being copied is gone in the replayed WAL too. */
async function copyFile(archive: ArchiveWriter, root: string, path: string): Promise<void> {
  const handle = await open(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    await archive.add(DATABASE_FOLDER + path, size, readExactly(handle, size));
  } finally {
    await handle.close();
  }
}

/**
 * Copies the files of a running cluster as PostgreSQL's own base backup does: a temporary slot keeps the WAL, and what
 * changes under the copy is put right by replaying it.
 */
export async function copyCluster(client: pg.Client, root: string, archive: ArchiveWriter): Promise<CopyStart> {
  const name = `quickfleet_backup_${randomBytes(6).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [name]);
  await client.query('select pg_backup_start($1, true)', [name]);
  for await (const { path, isFolder } of walk(root)) {
    if (isFolder) archive.addFolder(DATABASE_FOLDER + path);
    // Last, as pg_basebackup does.
    else if (path !== 'global/pg_control') await copyFile(archive, root, path);
  }
  await copyFile(archive, root, 'global/pg_control');
  const { rows } = await client.query<{ label: string; map: string }>(
    'select labelfile as label, spcmapfile as map from pg_backup_stop(false)',
  );
  const label = rows[0]?.label ?? '';
  const segment = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
  if (!segment) throw new Error('PostgreSQL did not say where the backup starts.');
  await archive.addText(`${DATABASE_FOLDER}backup_label`, label);
  return { segment, dropSlot: () => client.query('select pg_drop_replication_slot($1)', [name]) };
}

const QUIET_TRIES = 100;
/** Writers wait no longer than this for one try. */
const QUIET_MS = 300;

/**
 * Names one moment of the WAL at which no write is on its way. `look` is called in that moment, and must only take its
 * snapshot: writers wait until it answers. `lookAway` undoes it before another try.
 */
export async function nameMoment(
  client: pg.Client,
  look: () => Promise<void>,
  lookAway: () => Promise<unknown>,
): Promise<Moment> {
  const restorePoint = `quickfleet_${randomBytes(8).toString('hex')}`;
  const tables = lockable(await listTables(client));
  for (let attempt = 1; ; attempt++) {
    await client.query('begin');
    try {
      // A vacuum that blocks the lock is cancelled before our own try times out.
      await client.query(`set local lock_timeout = '${QUIET_MS}ms'; set local deadlock_timeout = '${QUIET_MS / 3}ms'`);
      if (tables) await client.query(`lock table ${tables} in share mode`);
      await look();
      const { rows } = await client.query<{ lsn: string; at: Date }>(
        'select pg_create_restore_point($1)::text as lsn, clock_timestamp() as at',
        [restorePoint],
      );
      // Something to commit, so that the WAL up to here is on the disk.
      await client.query('select pg_current_xact_id()');
      await client.query('set local synchronous_commit = on');
      await client.query('commit');
      const { lsn = '', at = new Date() } = rows[0] ?? {};
      const { rows: place } = await client.query<{ segment: string; offset: number }>(
        'select file_name as segment, file_offset as offset from pg_walfile_name_offset($1::pg_lsn)',
        [lsn],
      );
      const { segment = '', offset = 0 } = place[0] ?? {};
      // At the very end of a segment the offset is 0, and the whole of it is written.
      return { restorePoint, at, segment, bytes: Math.ceil(offset / WAL_PAGE) * WAL_PAGE || Number.POSITIVE_INFINITY };
    } catch (error) {
      await client.query('rollback');
      await lookAway();
      const isBusy = error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
      if (!isBusy) throw error;
      if (attempt >= QUIET_TRIES) throw new Error('No moment without a long-running write was found. Try again later.');
      await pause(QUIET_MS * Math.random());
    }
  }
}

/** How many bytes of a segment are written: after the switch to the next one the rest is zeros, which are not copied. */
async function writtenBytes(handle: FileHandle, size: number): Promise<number> {
  const page = Buffer.alloc(WAL_PAGE * 32);
  for (let end = size; end > 0; end -= page.length) {
    const start = Math.max(end - page.length, 0);
    const { bytesRead } = await handle.read(page, 0, end - start, start);
    if (page.subarray(0, bytesRead).some((byte) => byte !== 0)) return end;
  }
  return WAL_PAGE;
}

/** Copies the WAL from the start of the copy to the moment; of each segment what is written. */
export async function copyWal(root: string, archive: ArchiveWriter, from: CopyStart, to: Moment): Promise<void> {
  const folder = join(root, 'pg_wal');
  const names = (await readdir(folder)).sort();
  const segments = names.filter((name) => SEGMENT.test(name) && name >= from.segment && name <= to.segment);
  if (segments[0] !== from.segment || segments.at(-1) !== to.segment)
    throw new Error('PostgreSQL removed WAL that the backup needs.');
  const histories = names.filter((name) => name.endsWith('.history'));
  for (const name of [...histories, ...segments]) {
    const handle = await open(join(folder, name));
    try {
      const { size } = await handle.stat();
      const bytes =
        name === to.segment ? Math.min(to.bytes, size) : SEGMENT.test(name) ? await writtenBytes(handle, size) : size;
      await archive.add(`${DATABASE_FOLDER}pg_wal/${name}`, bytes, readExactly(handle, bytes));
    } finally {
      await handle.close();
    }
  }
}
