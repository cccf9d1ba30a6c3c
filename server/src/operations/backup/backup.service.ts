import { readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type Installation, openInstallation } from '../../db/embedded/installation.ts';
import { readerOf } from '../../db/rows.ts';
import { joinSorted, type Same, sameNamed } from '../../db/sorted.ts';
import { isFileKey } from '../../files/files.ts';
import { openFileStore } from '../../files/files-pair.ts';
import { sortedName, storedKeys } from '../../files/uploads/stored-keys.ts';
import { release } from '../../process/release.ts';
import { ArchiveWriter, bytesOf } from './archive/archive.ts';
import { countRows, setSpelling } from './archive/census.ts';
import { LineFile } from './archive/line-file.ts';
import {
  ABOUT,
  type About,
  type Backup,
  type FileEntry,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  type ManifestHead,
  newAbout,
  SECRETS,
  storedPath,
} from './archive/manifest.ts';
import { ManifestWriter } from './archive/manifest-file.ts';
import { readPassphrase, sealSecrets } from './archive/passphrase.ts';
import { copyPhotos } from './archive/photos.ts';
import { manifestFile } from './nights.ts';
import { noteAsked } from './runs.ts';
import { copyCluster, copyWal, nameMoment } from './wal/base-backup.ts';
import { readSeries } from './wal/wal-series.ts';

export interface BackupOptions {
  log: (line: string) => void;
  /** Gives it up; nothing half-written stays. */
  signal?: AbortSignal | undefined;
  /** What this process serves itself; found by DATA_DIR when absent. */
  installation?: Installation | undefined;
  /** Keeps photos by hash in this folder instead of the archive; `known` are those of an earlier manifest, by path. */
  photoStore?: { folder: string; known: AsyncIterable<FileEntry> } | undefined;
}

const HOLD_SECONDS = 10;
/** Temporary files next to an archive that is being written. */
const [KEYS, ABSENT, LISTED] = ['.keys.partial', '.absent.partial', '.manifest.partial'] as const;

/** One backup at a time, and no stored file is removed while it copies. PostgreSQL drops this with the connection. */
async function hold(client: pg.Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = '${HOLD_SECONDS}s'`);
    await client.query('select pg_advisory_lock($1)', [LOCKS.files]);
    await client.query('set lock_timeout = 0');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03')
      throw new Error('Another backup of this installation is being made. Wait until it is done.');
    throw error;
  }
}

async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id');
  return rows.map(({ name }) => name);
}
/** Notes the keys of all rows on the disk, to be looked for when the photos have been copied. */
async function noteKeys(client: pg.Client, keys: LineFile): Promise<void> {
  for await (const key of storedKeys(readerOf(async (sql) => (await client.query(sql)).rows)))
    if (isFileKey(key)) await keys.add(key);
  await keys.end();
}

/** The secret that reads the data: SESSION_SECRET, or the one stored next to the data. */
async function sessionSecret(config: Config, dataDir: string): Promise<string | undefined> {
  return (
    config.SESSION_SECRET ?? (await readFile(join(dataDir, 'session-secret'), 'utf8').catch(() => undefined))?.trim()
  );
}

/** Copies the cluster to one moment, and answers what the rows were at that moment. */
async function copyDatabase(
  installation: Installation & { cluster: string },
  client: pg.Client,
  archive: ArchiveWriter,
  keys: LineFile,
): Promise<Manifest['database']> {
  const { cluster } = installation;
  const from = await copyCluster(client, cluster, archive);
  const watcher = await installation.connect();
  try {
    await setSpelling(watcher);
    const moment = await nameMoment(
      client,
      async () => {
        await watcher.query('begin isolation level repeatable read, read only');
        await watcher.query('select 1');
      },
      () => watcher.query('rollback'),
    );
    await copyWal(cluster, archive, from, moment);
    await from.dropSlot();
    const tables = await countRows(watcher);
    await noteKeys(watcher, keys);
    await watcher.query('commit');
    return { restorePoint: moment.restorePoint, at: moment.at.toISOString(), tables };
  } finally {
    await watcher.end();
  }
}

/**
 * Writes a backup of the installation to `file`, while its server runs or not. The database is as at one moment, every
 * stored file that it names at that moment is there, and secrets are in it only encrypted.
 */
export async function makeBackup(config: Config, file: string, options: BackupOptions): Promise<Backup> {
  const { log, signal, photoStore } = options;
  const passphrase = await readPassphrase(config);
  const installation = options.installation ?? (await openInstallation(config, log));
  try {
    const client = await installation.connect();
    try {
      await hold(client);
      const secret = await sessionSecret(config, installation.dataDir);
      const { rows } = await client.query<{ version: string }>(
        `select current_setting('server_version_num') as version`,
      );
      const { cluster } = installation;
      const about: About = newAbout({
        release,
        schema: await migrationsIn(client),
        startedAt: new Date().toISOString(),
        database: cluster ? 'embedded' : 'elsewhere',
        postgres: cluster ? String(Math.floor(Number(rows[0]?.version) / 10_000)) : '',
        machine: cluster ? `${process.platform}-${process.arch}` : '',
        hasPhotoStore: photoStore !== undefined,
        secrets: passphrase && secret ? 'encrypted' : 'absent',
      });
      const archive = await ArchiveWriter.create(file, signal);
      const [keys, missing] = [new LineFile(`${file}${KEYS}`), new LineFile(`${file}${ABSENT}`)];
      let manifest: ManifestWriter | undefined;
      try {
        await archive.addText(ABOUT, JSON.stringify(about, undefined, 2));
        const series = cluster ? await readSeries(readerOf(async (sql) => (await client.query(sql)).rows)) : undefined;
        const wal = series && !series.isLost ? series.id : null;
        const database = cluster ? await copyDatabase({ ...installation, cluster }, client, archive, keys) : null;
        if (!cluster) await noteKeys(client, keys);
        if (passphrase && secret)
          await archive.addText(SECRETS, await sealSecrets({ sessionSecret: secret }, passphrase));
        const head: ManifestHead = { about, database, wal };
        manifest = await ManifestWriter.begin(`${file}${LISTED}`, head);
        const target = photoStore ? { store: photoStore.folder, known: photoStore.known } : { into: archive };
        const copied = copyPhotos(await openFileStore(config), target, signal);
        const counts = await listPhotos(copied, keys, missing, photoStore ? manifest : undefined);
        // Photos that lie in the archive are among these.
        for (const entry of archive.entries) await manifest.add(entry);
        const { size, sha256 } = await manifest.end(missing.lines());
        await archive.add(MANIFEST, size, bytesOf(manifest.file));
        await archive.addText(MANIFEST_HASH, sha256);
        const backup: Backup = { file, size: await archive.finish(), head, ...counts };
        // Next to a nightly archive: the next night looks up there what it need not copy.
        if (photoStore) await rename(manifest.file, manifestFile(file));
        if (!photoStore) await noteAsked(client, backup);
        return backup;
      } catch (error) {
        await archive.discard();
        throw error;
      } finally {
        await keys.remove();
        await missing.remove();
        await manifest?.remove();
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await installation.close();
  }
}

/** Lists the copied photos, and the keys that none of them has. */
async function listPhotos(
  copied: AsyncIterable<FileEntry>,
  keys: LineFile,
  missing: LineFile,
  manifest: ManifestWriter | undefined,
): Promise<Pick<Backup, 'photos' | 'missing'>> {
  const counts = { photos: 0, missing: 0 };
  const named = { rows: keys.lines(), keyOf: sortedName };
  const there = { rows: sameNamed(copied, nameOf), keyOf: ([entry]: Same<FileEntry>) => nameOf(entry) };
  for await (const [key, entries = []] of joinSorted(named, there)) {
    for (const entry of entries) await manifest?.add(entry);
    counts.photos += entries.length;
    if (key === undefined || entries.some(({ path }) => path === storedPath(key))) continue;
    await missing.add(key);
    counts.missing++;
  }
  await missing.end();
  return counts;
}
const nameOf = ({ path }: FileEntry): string => sortedName(basename(path));

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What a backup contains, for the person who made it: one sentence a line. */
export function describeBackup({ file, size, head, photos, missing }: Backup): string[] {
  const { about, database } = head;
  const rows = database?.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${file}: ${megabytes(size)}, ${rows === undefined ? 'no database' : `${rows} rows as of ${database?.at}`}, ${photos} files`,
    ...(about.database === 'elsewhere'
      ? [
          'The database named by DATABASE_URL is not in it: back that up with pg_dump, or as its provider does, before each backup of the files.',
        ]
      : []),
    ...(about.hasPhotoStore
      ? [`The photos are next to it, in ${join(file, '..', 'photos')}: keep ${basename(file)} with them.`]
      : []),
    ...(about.secrets === 'absent'
      ? [
          'The secrets are not in it: keep SESSION_SECRET, or the file session-secret, elsewhere; or set BACKUP_PASSPHRASE, and they are in it encrypted.',
        ]
      : []),
    ...(missing > 0
      ? [`${missing} files that the database names were not in the store, so they are not in it either.`]
      : []),
  ];
}
