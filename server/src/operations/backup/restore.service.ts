import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lockDataDir } from '../../db/embedded/data-dir-lock.ts';
import { prepareCluster } from '../../db/embedded/postgres-cluster.ts';
import { recoverCluster } from '../../db/embedded/recover.ts';
import { isFileKey, thumbKey } from '../../files/files.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { pathWithin } from '../../security/safe-path.ts';
import { DamagedError } from './archive/archive.ts';
import { countRows, differences, setSpelling } from './archive/census.ts';
import { FILES_FOLDER, type Manifest, storedPath } from './archive/manifest.ts';
import { openSealedSecrets } from './archive/passphrase.ts';
import { type Unpacked, unpack } from './archive/unpack.ts';
import { addArchivedWal, photosBeside, type Until } from './wal/wal-restore.ts';

export interface RestoreOptions {
  passphrase?: string | undefined;
  log: (line: string) => void;
  signal?: AbortSignal | undefined;
  /** Restores to this later moment, with what was archived after the backup; its own moment when absent. */
  until?: Until | undefined;
}
export interface Restored {
  manifest: Manifest;
  until: Until | undefined;
  /** Files that rows name and that are not there. */
  missingFiles: string[];
  secrets: 'restored' | 'locked' | 'absent';
}

/** Unpacked here first, and moved to its place when all of it was found right. */
const STAGE = '.restoring';
/** What an empty folder may hold: our own locks, what an interrupted restore left, and what a fresh disk has. */
const isIgnored = (name: string) => [STAGE, 'lost+found'].includes(name) || name.startsWith('quickfleet.lock');

async function refuseNotEmpty(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = names.filter((name) => !isIgnored(name));
  if (found.length > 0)
    throw new Error(
      `${dir} is not empty (${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}). Restore into an empty folder: set DATA_DIR to one, or move this one away first.`,
    );
}

/**
 * Recovers the database to the moment of its backup and compares rows and files, or to a later moment and adds the
 * files that came since. Gives it a new password. Returns the files that its rows name and that do not exist.
 */
async function proveDatabase(
  stage: string,
  file: string,
  { manifest }: Unpacked,
  { isTrial, until, signal }: RestoreOptions & { isTrial: boolean },
): Promise<string[]> {
  if (!manifest.database) return manifest.missingFiles;
  if (until !== undefined) await addArchivedWal(file, stage, manifest, until);
  const cluster = await prepareCluster(join(stage, 'postgres'));
  const { output } = await cluster.control('--version');
  if (!output.includes(` ${manifest.about.postgres}.`))
    throw new Error(
      `This backup holds a database of PostgreSQL ${manifest.about.postgres}, and this release has ${output.trim()}.`,
    );
  const { restorePoint, tables } = manifest.database;
  const target = until === undefined ? { restorePoint } : until === 'latest' ? until : { time: until };
  const database = await recoverCluster(cluster, target, { isDurable: !isTrial, signal });
  try {
    const client = await database.connect();
    try {
      await setSpelling(client);
      const differ = until === undefined ? differences(tables, await countRows(client)) : [];
      if (differ.length > 0) throw new DamagedError(differ.join('; '));
      const { rows } = await client.query<{ key: string }>('select key from stored_files');
      const missing = new Set(manifest.missingFiles);
      const bring = until === undefined ? undefined : await photosBeside(file, manifest);
      for (const { key } of rows) {
        if (!isFileKey(key) || missing.has(key) || (await exists(pathWithin(stage, storedPath(key))))) continue;
        if (!bring) throw new DamagedError(`the file ${key}, which the database names, is not in it`);
        if (!(await bring(stage, storedPath(key)))) missing.add(key);
        await bring(stage, storedPath(thumbKey(key)));
      }
      const { rows: change } = await client.query<{ sql: string }>(
        `select format('alter role %I password %L', current_user, $1::text) as sql`,
        [cluster.password],
      );
      await client.query(change[0]?.sql ?? '');
      return [...missing];
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function restoreSecrets(stage: string, { secrets }: Unpacked, { passphrase }: RestoreOptions) {
  if (secrets === undefined) return 'absent';
  if (passphrase === undefined) return 'locked';
  const { sessionSecret } = await openSealedSecrets(secrets, passphrase);
  await writeFile(join(stage, 'session-secret'), sessionSecret, { mode: 0o600 });
  return 'restored';
}

/** Everything of a restore up to the point where it takes its place. */
async function restoreTo(stage: string, file: string, options: RestoreOptions, isTrial: boolean): Promise<Restored> {
  const { signal } = options;
  try {
    const unpacked = await unpack(file, stage, { isDurable: !isTrial, signal });
    const secrets = await restoreSecrets(stage, unpacked, options);
    signal?.throwIfAborted();
    const missingFiles = await proveDatabase(stage, file, unpacked, { ...options, isTrial });
    signal?.throwIfAborted();
    return { manifest: unpacked.manifest, until: options.until, missingFiles, secrets };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && error instanceof Error && error.message.includes(file))
      throw new Error(`There is no file ${file}.`);
    if (error instanceof DamagedError) throw new Error(`${file} is damaged: ${error.message}. Nothing was restored.`);
    throw error;
  }
}

/** Restores a backup into an empty folder. Whatever goes wrong, the folder is as it was before. */
export async function restoreBackup(file: string, dataDir: string, options: RestoreOptions): Promise<Restored> {
  const dir = resolve(dataDir);
  await refuseNotEmpty(dir);
  const isNew = (await makeFolder(dir, 0o755)) !== undefined;
  const lock = await lockDataDir(dir, { log: options.log, signal: options.signal });
  const stage = join(dir, STAGE);
  let isDone = false;
  try {
    await refuseNotEmpty(dir);
    await rm(stage, { recursive: true, force: true });
    await mkdir(stage, { mode: 0o755 });
    const restored = await restoreTo(stage, file, options, false);
    const names = await readdir(stage);
    // The database last: without it the folder is still no installation.
    for (const name of names.sort((one, other) => Number(one === 'postgres') - Number(other === 'postgres')))
      await rename(join(stage, name), join(dir, name));
    isDone = true;
    return restored;
  } finally {
    await rm(stage, { recursive: true, force: true });
    await lock.release();
    if (!isDone) {
      for (const name of ['quickfleet.lock.sqlite', 'quickfleet.lock.sqlite-journal'])
        await rm(join(dir, name), { force: true });
      if (isNew) await rmdir(dir);
    }
  }
}

/** Restores into a temporary folder, starts the database, compares everything, and takes it away again. */
export async function verifyBackup(file: string, options: RestoreOptions): Promise<Restored> {
  const dir = await mkdtemp(join(tmpdir(), 'quickfleet-verify-'));
  try {
    const stage = join(dir, STAGE);
    await mkdir(stage, { mode: 0o755 });
    // PostgreSQL, which does not run as root, walks through it.
    if (process.getuid?.() === 0) await chmod(dir, 0o711);
    return await restoreTo(stage, file, options, true);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** What remains to do after a restore, for the person who ran it: one sentence a line. */
export function describeRestore({ manifest, until, missingFiles, secrets }: Restored, dataDir: string): string[] {
  const { about, database, files } = manifest;
  const photos = files.filter(({ path }) => path.startsWith(FILES_FOLDER)).length;
  const rows = database?.tables.reduce((sum, table) => sum + table.rows, 0);
  const what =
    rows === undefined
      ? 'no database'
      : until === undefined
        ? `${rows} rows as of ${database?.at}, ${photos} files`
        : `all that was archived up to ${until === 'latest' ? 'the end' : until.toISOString()}`;
  return [
    `Restored into ${dataDir}: ${what}, release ${about.release}.`,
    ...(about.database === 'elsewhere'
      ? [
          'The database is not in this backup: restore its dump with pg_restore into an empty database, and set DATABASE_URL.',
        ]
      : []),
    ...(secrets === 'absent' && about.database === 'embedded'
      ? [
          'The secrets are not in this backup: before the first start put session-secret back, or set SESSION_SECRET to what it was. Without it the start is refused; `npm run admin -- forget-secret` lets a new one begin, and open orders then need new access codes.',
        ]
      : []),
    ...(secrets === 'locked'
      ? [
          'The secrets in this backup are encrypted and were not restored: restore again with BACKUP_PASSPHRASE, or set SESSION_SECRET to what it was before the first start.',
        ]
      : []),
    ...(missingFiles.length > 0
      ? [`${missingFiles.length} files that the database names are not there: ${missingFiles.slice(0, 3).join(', ')}.`]
      : []),
  ];
}
