import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { type Installation, openInstallation } from '../../db/installation.ts';
import { isFileKey, placeOf } from '../../lib/files.ts';
import { FILES_HOLD } from '../../lib/files-hold.ts';
import { openFileStore } from '../../lib/files-pair.ts';
import { release } from '../../lib/release.ts';
import { sha256 } from '../../lib/secrets.ts';
import { ArchiveWriter } from './archive.ts';
import { copyCluster, copyWal, nameMoment } from './base-backup.ts';
import { countRows, setSpelling } from './census.ts';
import {
  ABOUT,
  type About,
  type Backup,
  FILES_FOLDER,
  type FileEntry,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  newAbout,
  SECRETS,
} from './manifest.ts';
import { readPassphrase, sealSecrets } from './passphrase.ts';
import { copyPhotos } from './photos.ts';
import { noteAsked } from './runs.ts';
import { readSeries } from './wal-series.ts';

export interface BackupOptions {
  log: (line: string) => void;
  /** Gives it up; nothing half-written stays. */
  signal?: AbortSignal | undefined;
  /** What this process serves itself; found by DATA_DIR when absent. */
  installation?: Installation | undefined;
  /** Keeps photos by hash in this folder instead of the archive; `known` are those of an earlier manifest. */
  photoStore?: { folder: string; known: ReadonlyMap<string, FileEntry> } | undefined;
}

const HOLD_SECONDS = 10;

/** One backup at a time, and no stored file is removed while it copies. PostgreSQL drops this with the connection. */
async function hold(client: pg.Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = '${HOLD_SECONDS}s'`);
    await client.query('select pg_advisory_lock($1)', [FILES_HOLD]);
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
const keysIn = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ key: string }>('select key from stored_files order by key')).rows.map(({ key }) => key);

/** The secret under which the data can be read: SESSION_SECRET, or the one kept beside the data. */
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
): Promise<{ database: Manifest['database']; keys: string[] }> {
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
    const keys = await keysIn(watcher);
    await watcher.query('commit');
    return { database: { restorePoint: moment.restorePoint, at: moment.at.toISOString(), tables }, keys };
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
      try {
        await archive.addText(ABOUT, JSON.stringify(about, undefined, 2));
        const series = cluster ? await readSeries(async (sql) => (await client.query(sql)).rows) : undefined;
        const wal = series && !series.isLost ? series.id : null;
        const { database, keys } = cluster
          ? await copyDatabase({ ...installation, cluster }, client, archive)
          : { database: null, keys: await keysIn(client) };
        const target = photoStore ? { store: photoStore.folder, known: photoStore.known } : { into: archive };
        const photos = await copyPhotos(await openFileStore(config), target, signal);
        if (passphrase && secret)
          await archive.addText(SECRETS, await sealSecrets({ sessionSecret: secret }, passphrase));
        const there = new Set(photos.map(({ path }) => path));
        const missingFiles = keys.filter((key) => isFileKey(key) && !there.has(FILES_FOLDER + placeOf(key)));
        const files = photoStore ? [...archive.entries, ...photos] : [...archive.entries];
        const manifest: Manifest = { about, database, missingFiles, wal, files };
        const text = JSON.stringify(manifest);
        await archive.addText(MANIFEST, text);
        await archive.addText(MANIFEST_HASH, sha256(text));
        const backup: Backup = { file, size: await archive.finish(), manifest };
        if (!photoStore) await noteAsked(client, backup);
        return backup;
      } catch (error) {
        await archive.discard();
        throw error;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await installation.close();
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What a backup holds, for whoever made it: one sentence a line. */
export function describeBackup({ file, size, manifest }: Backup): string[] {
  const { about, database, missingFiles, files } = manifest;
  const photos = files.filter(({ path }) => path.startsWith(FILES_FOLDER)).length;
  const rows = database?.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${file}: ${megabytes(size)}, ${rows === undefined ? 'no database' : `${rows} rows as of ${database?.at}`}, ${photos} files`,
    ...(about.database === 'elsewhere'
      ? [
          'The database named by DATABASE_URL is not in it: back that up with pg_dump, or as its provider does, before each backup of the files.',
        ]
      : []),
    ...(about.hasPhotoStore
      ? [`The photos lie beside it, in ${join(file, '..', 'photos')}: keep ${basename(file)} with them.`]
      : []),
    ...(about.secrets === 'absent'
      ? [
          'The secrets are not in it: keep SESSION_SECRET, or the file session-secret, elsewhere; or set BACKUP_PASSPHRASE, and they are in it encrypted.',
        ]
      : []),
    ...(missingFiles.length > 0
      ? [`${missingFiles.length} files that the database names were not in the store, so they are not in it either.`]
      : []),
  ];
}
