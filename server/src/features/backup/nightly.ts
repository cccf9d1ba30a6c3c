import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../context.ts';
import { servedInstallation } from '../../db/installation.ts';
import { describeBackup, makeBackup } from './backup.service.ts';
import { backupFolder, NIGHTLY, nightlyName } from './folder.ts';
import { type Backup, FILES_FOLDER, type FileEntry, type Manifest, manifestSchema, PHOTO_STORE } from './manifest.ts';
import { claimNightly, noteFailure, noteSuccess } from './runs.ts';

const LOOK_MS = 60_000;

/** Beside each nightly archive lies its manifest: which photos it needs is read from there. */
const manifestFile = (archive: string) => archive.replace(/\.tar$/, '.json');
async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing or broken: whoever asks does without what it would have saved, and says so.
    return undefined;
  }
}
const nightliesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => NIGHTLY.test(name)).sort();

/** Photos that an earlier night has already, by their path. */
async function knownPhotos(folder: string): Promise<Map<string, FileEntry>> {
  const newest = (await nightliesIn(folder)).at(-1);
  const manifest = newest ? await readManifest(manifestFile(join(folder, newest))) : undefined;
  return new Map(
    manifest?.files.filter(({ path }) => path.startsWith(FILES_FOLDER)).map((entry) => [entry.path, entry]) ?? [],
  );
}

/** Removes all but the newest nightly backups, and the photos that none of those left needs. */
export async function prune(folder: string, keep: number): Promise<void> {
  const names = await nightliesIn(folder);
  for (const name of names.slice(0, -keep))
    for (const file of [name, manifestFile(name)]) await rm(join(folder, file), { force: true });
  for (const name of await readdir(folder))
    if (NIGHTLY.test(name.replace(/\.partial$/, '')) && name.endsWith('.partial')) await rm(join(folder, name));
  const needed = new Set<string>();
  for (const name of names.slice(-keep)) {
    const manifest = await readManifest(manifestFile(join(folder, name)));
    if (!manifest)
      throw new Error(
        `${manifestFile(join(folder, name))} cannot be read, so no photo of an older backup was removed.`,
      );
    for (const { path, sha256 } of manifest.files) if (path.startsWith(FILES_FOLDER)) needed.add(sha256);
  }
  const store = join(folder, PHOTO_STORE);
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile() && !needed.has(entry.name)) await rm(join(entry.parentPath, entry.name), { force: true });
}

/** Makes one nightly backup now: the database whole, of the photos those that no kept night has yet. */
export async function makeNightly(services: Services, databaseUrl: string, signal?: AbortSignal): Promise<Backup> {
  const { config, log } = services;
  const folder = backupFolder(config);
  const file = join(folder, nightlyName(services.clock()));
  const backup = await makeBackup(config, file, {
    log: (line) => log.warn(line),
    signal,
    installation: servedInstallation(config, databaseUrl),
    photoStore: { folder, known: await knownPhotos(folder) },
  });
  const fresh = `${manifestFile(file)}.tmp`;
  await writeFile(fresh, JSON.stringify(backup.manifest), { mode: 0o600 });
  await rename(fresh, manifestFile(file));
  return backup;
}

/** Makes the nightly backup when it is due. Its failure is in the log, in `backup_runs`, and read by the doctor. */
export async function nightlyIfDue(services: Services, databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const { orm, config, log } = services;
  const id = await claimNightly(orm.em, config, services.clock());
  if (id === undefined) return;
  try {
    const backup = await makeNightly(services, databaseUrl, signal);
    await noteSuccess(orm.em, id, backup);
    log.info({ backup: describeBackup(backup) }, 'nightly backup made');
    // The backup is made, whatever becomes of the old ones.
    await prune(backupFolder(config), config.BACKUP_KEEP).catch((error) =>
      log.warn({ reason: String(error) }, 'old backups were not removed'),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, 'the nightly backup failed');
    await noteFailure(orm.em, id, reason);
  }
}

/** Looks every minute whether tonight's backup is due. */
export function startNightly(services: Services, databaseUrl: string): { stop(): Promise<void> } {
  const end = new AbortController();
  let working: Promise<void> | undefined;
  const look = () => {
    working ??= nightlyIfDue(services, databaseUrl, end.signal)
      .catch((error) => services.log.warn({ reason: String(error) }, 'nightly backup: the database is away'))
      .finally(() => {
        working = undefined;
      });
  };
  const timer = services.config.BACKUP_TIME === 'off' ? undefined : setInterval(look, LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      end.abort(new Error('The server was stopped while it was being made.'));
      await working;
    },
  };
}
