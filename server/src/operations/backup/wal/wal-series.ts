import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { c, type Reader, readerOf, select } from '../../../db/rows.ts';
import { backupFolder } from '../archive/folder.ts';

/** Bytes of one WAL segment. */
export const SEGMENT = 16n * 1024n * 1024n;
const SLOT = 'quickfleet_wal_';
/** Next to nightly archives: a folder for each series. */
const WAL_FOLDER = 'wal';

/** Runs one statement. */
export type Ask = (sql: string) => Promise<unknown[]>;

/**
 * WAL without a gap, from the creation of its replication slot. A restored cluster, or one that lost its slot, starts a
 * new series: the contents of a folder always belong together.
 */
export interface WalSeries {
  id: string;
  slot: string;
  /** PostgreSQL threw WAL away that was not archived yet, because too much of it waited. */
  isLost: boolean;
  /** First byte that PostgreSQL still keeps for it, and the end of what is on its disk. */
  from: bigint;
  to: bigint;
  timeline: string;
}

/** Whether this installation archives its WAL: the embedded database with nightly backups to start from. */
export const archivesWal = ({
  BACKUP_WAL,
  BACKUP_TIME,
  DATABASE_URL,
}: Pick<Config, 'BACKUP_WAL' | 'BACKUP_TIME' | 'DATABASE_URL'>): boolean =>
  BACKUP_WAL && BACKUP_TIME !== 'off' && DATABASE_URL === undefined;

export const walFolder = (backups: string, id = ''): string => join(backups, WAL_FOLDER, id);
export const seriesFolder = (config: Config, { id }: Pick<WalSeries, 'id'>): string =>
  walFolder(backupFolder(config), id);

const slotColumns = select({
  slot: c.text('slot_name'),
  isLost: c.bool(`restart_lsn is null or wal_status = 'lost'`),
  from: c.digits(`restart_lsn - '0/0'::pg_lsn`).nullable(),
  to: c.digits(`pg_current_wal_flush_lsn() - '0/0'::pg_lsn`),
  timeline: c.text('left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)'),
});
/** The series that is being written, if there is one. */
export async function readSeries(read: Reader): Promise<WalSeries | undefined> {
  const [row] = await read(
    slotColumns,
    `select $columns from pg_replication_slots where starts_with(slot_name, '${SLOT}')`,
  );
  if (!row) return undefined;
  const { slot, isLost, timeline } = row;
  return { id: slot.slice(SLOT.length), slot, isLost, from: BigInt(row.from ?? 0), to: BigInt(row.to), timeline };
}

/** Begins a series unless one is active; PostgreSQL keeps its WAL from here on until it is archived. */
export async function beginSeries(ask: Ask): Promise<void> {
  const series = await readSeries(readerOf(ask));
  if (series && !series.isLost) return;
  if (series) await endSeries(ask, series);
  await ask(`select pg_create_physical_replication_slot('${SLOT}${randomBytes(6).toString('hex')}', true)`);
}

/** Lets PostgreSQL throw its WAL away. */
export const endSeries = (ask: Ask, { slot }: WalSeries): Promise<unknown> =>
  ask(`select pg_drop_replication_slot('${slot}')`);

/** Tells PostgreSQL that everything before this byte is archived. */
export const advanceSeries = (ask: Ask, { slot }: WalSeries, to: bigint): Promise<unknown> =>
  ask(`select pg_replication_slot_advance('${slot}', '0/0'::pg_lsn + ${to}::numeric)`);

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
/** PostgreSQL's name of a segment, counted from 0. */
export const segmentName = (timeline: string, number: bigint): string =>
  timeline + hex(number / 256n) + hex(number % 256n);
export const segmentNumber = (name: string): bigint =>
  BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16, 24)}`);
