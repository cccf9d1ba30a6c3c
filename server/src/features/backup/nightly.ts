import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../context.ts';
import { servedInstallation } from '../../db/installation.ts';
import { describeBackup, makeBackup } from './backup.service.ts';
import { backupFolder, NIGHTLY, nightlyName } from './folder.ts';
import { type Backup, FILES_FOLDER, type Manifest, PHOTO_STORE } from './manifest.ts';
import { knownPhotos, manifestFile, nightliesIn, readManifest } from './nights.ts';
import { claimNightly, noteFailure, noteSuccess } from './runs.ts';
import { pruneWal } from './wal-archive.ts';
import { archivesWal, beginSeries } from './wal-series.ts';

const LOOK_MS = 60_000;

/** Removes all but the newest nightly backups, and the photos that none of those left needs. */
export async function prune(folder: string, keep: number): Promise<void> {
  const names = await nightliesIn(folder);
  for (const name of names.slice(0, -keep))
    for (const file of [name, manifestFile(name)]) await rm(join(folder, file), { force: true });
  for (const name of await readdir(folder))
    if (NIGHTLY.test(name.replace(/\.partial$/, '')) && name.endsWith('.partial')) await rm(join(folder, name));
  const kept: Manifest[] = [];
  for (const name of names.slice(-keep)) {
    const manifest = await readManifest(manifestFile(join(folder, name)));
    if (!manifest)
      throw new Error(
        `${manifestFile(join(folder, name))} cannot be read, so no photo of an older backup was removed.`,
      );
    kept.push(manifest);
  }
  const entries = [...kept.flatMap(({ files }) => files), ...(await pruneWal(folder, kept))];
  const needed = new Set(entries.filter(({ path }) => path.startsWith(FILES_FOLDER)).map(({ sha256 }) => sha256));
  const store = join(folder, PHOTO_STORE);
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile() && !needed.has(entry.name)) await rm(join(entry.parentPath, entry.name), { force: true });
}

/** Makes one nightly backup now: the database whole, of the photos those that no kept night has yet. */
export async function makeNightly(services: Services, databaseUrl: string, signal?: AbortSignal): Promise<Backup> {
  const { config, log } = services;
  const folder = backupFolder(config);
  const file = join(folder, nightlyName(services.clock()));
  // Before the copy, so that nothing is missing between the two.
  if (archivesWal(config)) await beginSeries((sql) => services.orm.em.fork().execute(sql));
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

/** Makes the nightly backup when it is due. Its failure is in the log, in `backup_runs` for the doctor and the dashboard, and mailed. */
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
    await noteFailure(services, id, reason);
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
