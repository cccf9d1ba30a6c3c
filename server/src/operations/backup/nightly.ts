import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { servedInstallation } from '../../db/embedded/installation.ts';
import { readerOf } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { every } from '../../process/outside/background.ts';
import { backupFolder, NIGHTLY, nightlyName } from './archive/folder.ts';
import { HashSet } from './archive/hash-set.ts';
import { type Backup, FILES_FOLDER, type FileEntry, PHOTO_STORE } from './archive/manifest.ts';
import { describeBackup, makeBackup } from './backup.service.ts';
import { knownPhotos, manifestFile, nightliesIn, readNight, seriesOf } from './nights.ts';
import { claimNightly, noteFailure, noteSuccess } from './runs.ts';
import { isGrowing, type Night, pruneWal } from './wal/wal-archive.ts';
import { archivesWal, beginSeries, readSeries } from './wal/wal-series.ts';

const LOOK_MS = 60_000;

/** Removes all but the newest nightly backups, and the photos that none of those left needs. */
export async function prune(folder: string, keep: number): Promise<void> {
  const names = await nightliesIn(folder);
  for (const name of names.slice(0, -keep))
    for (const file of [name, manifestFile(name)]) await rm(join(folder, file), { force: true });
  for (const name of await readdir(folder))
    if (name.endsWith('.partial') && NIGHTLY.test(name.replace(/(?<=\.tar)\..*/, ''))) await rm(join(folder, name));
  const begun = Date.now();
  const needed = new HashSet();
  const need = ({ path, sha256 }: FileEntry) => {
    if (path.startsWith(FILES_FOLDER)) needed.add(sha256);
  };
  const kept: Night[] = [];
  for (const name of names.slice(-keep)) {
    const file = manifestFile(join(folder, name));
    const segments: string[] = [];
    const head = await readNight(file, (entry) => {
      need(entry);
      if (isGrowing(entry.path)) segments.push(basename(entry.path));
    }).catch(() => {
      throw new Error(`${file} cannot be read, so no photo of an older backup was removed.`);
    });
    kept.push({ wal: head.wal, startedAt: head.about.startedAt, segments });
    needed.settle();
  }
  for (const entry of await pruneWal(folder, kept)) need(entry);
  needed.settle();
  const store = join(folder, PHOTO_STORE);
  for await (const { path, name } of storedIn(store)) {
    if (needed.has(name)) continue;
    // What was put there since is named by what nobody has read yet.
    const info = await stat(path).catch(() => undefined);
    if (info && info.ctimeMs < begun) await rm(path, { force: true });
  }
}

/** The files of the photo store: in folders by the first letters of their hash, and leftovers of interrupted copies. */
async function* storedIn(store: string): AsyncGenerator<{ path: string; name: string }> {
  for (const entry of await readdir(store, { withFileTypes: true }).catch(() => [])) {
    const path = join(store, entry.name);
    if (!entry.isDirectory()) yield { path, name: entry.name };
    else for (const name of await readdir(path)) yield { path: join(path, name), name };
  }
}

/** Makes one nightly backup now: the database whole, of the photos those that no kept night has yet. */
export async function makeNightly(services: Services, databaseUrl: string, signal?: AbortSignal): Promise<Backup> {
  const { config, log } = services;
  const folder = backupFolder(config);
  const file = join(folder, nightlyName(services.clock()));
  // Before the copy, so that nothing is missing between the two.
  if (archivesWal(config)) await beginSeries((sql) => services.orm.em.fork().execute(sql));
  return makeBackup(config, file, {
    log: (line) => log.warn(line),
    signal,
    installation: servedInstallation(config, databaseUrl),
    photoStore: { folder, known: knownPhotos(folder) },
  });
}

/**
 * Whether the folder has no night that a restore, or the archive of changes, can start from: a new BACKUP_DIR, another
 * disk in its place, or a new series.
 */
async function lacksNight({ orm, config }: Services): Promise<boolean> {
  const folder = backupFolder(config);
  const newest = (await nightliesIn(folder)).at(-1);
  if (!newest) return true;
  if (!archivesWal(config)) return false;
  const series = await readSeries(readerOf((sql) => orm.em.fork().execute(sql)));
  if (!series || series.isLost) return true;
  return (await seriesOf(manifestFile(join(folder, newest)))) !== series.id;
}

/** Makes the nightly backup when it is due. Its failure is in the log, in `backup_runs` for the doctor and the dashboard, and mailed. */
export async function nightlyIfDue(services: Services, databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const { orm, config, log } = services;
  const id = await claimNightly(orm.em, config, services.clock(), await lacksNight(services));
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
  const timer = services.config.BACKUP_TIME === 'off' ? undefined : every(LOOK_MS, 'The nightly backup', look).unref();
  return {
    async stop() {
      clearInterval(timer);
      end.abort(new Error('The server was stopped while it was being made.'));
      await working;
    },
  };
}
