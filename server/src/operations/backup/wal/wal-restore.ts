import { readdir, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { copy, readFileStream, writeFileStream } from '../../../process/outside/streams.ts';
import { pathWithin } from '../../../security/safe-path.ts';
import { bytesOf, DamagedError } from '../archive/archive.ts';
import { FILES_FOLDER, type FileEntry, type Manifest } from '../archive/manifest.ts';
import { storedPhoto } from '../archive/photos.ts';
import { WAL_SEGMENT, writeHashed } from '../archive/unpack.ts';
import { manifestFile, nightliesIn, readNight } from '../nights.ts';
import { archivedPhotos } from './wal-archive.ts';
import { segmentName, segmentNumber, walFolder } from './wal-series.ts';

/** A moment after that of a backup: the last one before a time, or the newest that was archived. */
export type Until = Date | 'latest';

const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Adds the WAL that was archived after a backup to its unpacked database. Throws a sentence when there is none. The
 * series is in a folder next to the backup `file`.
 */
export async function addArchivedWal(file: string, stage: string, manifest: Manifest, until: Until): Promise<void> {
  const { database, wal } = manifest;
  if (!database || wal === null)
    throw new Error(
      'Nothing was archived after this backup, so it restores to its own moment only: leave --until away.',
    );
  if (until !== 'latest' && until < new Date(database.at))
    throw new Error(`This backup is of ${database.at}, which is later. Choose a backup from before the time you want.`);
  const target = join(stage, 'postgres/pg_wal');
  const last =
    (await readdir(target))
      .filter((name) => SEGMENT.test(name))
      .sort()
      .at(-1) ?? '';
  const folder = walFolder(dirname(file), wal);
  const archived = new Set(await readdir(folder).catch(() => []));
  let number = segmentNumber(last);
  for (; ; number++) {
    const name = segmentName(last.slice(0, 8), number);
    const place = join(target, name);
    if (archived.has(`${name}.gz`))
      await copy(readFileStream(join(folder, `${name}.gz`)), createGunzip(), writeFileStream(place));
    else if (archived.has(name)) await copy(readFileStream(join(folder, name)), writeFileStream(place));
    else break;
    // Of the last one only what was written is in the archive; PostgreSQL wants it whole.
    await truncate(place, WAL_SEGMENT);
  }
  if (number === segmentNumber(last))
    throw new Error(`${folder} does not have the changes after this backup. Copy them next to the backup first.`);
}

/** Fetches a photo that came after the backup from next to the archives; false when it is not there. */
export async function photosBeside(
  file: string,
  { wal }: Manifest,
): Promise<(stage: string, path: string) => Promise<boolean>> {
  const folder = dirname(file);
  const known = new Map<string, FileEntry>();
  // Whatever a later night has is listed there, what came since in the index of the WAL.
  for (const name of await nightliesIn(folder))
    await readNight(manifestFile(join(folder, name)), (entry) => {
      if (entry.path.startsWith(FILES_FOLDER)) known.set(entry.path, entry);
      // Missing or broken: what it alone would have named is said to be missing.
    }).catch(() => undefined);
  if (wal) for (const [path, entry] of await archivedPhotos(walFolder(folder, wal))) known.set(path, entry);
  return async (stage, path) => {
    const entry = known.get(path);
    if (!entry) return false;
    const place = storedPhoto(folder, entry.sha256);
    const written = await writeHashed(pathWithin(stage, path), bytesOf(place), true).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
    if (written && written.sha256 !== entry.sha256) throw new DamagedError(`${place} is not as it was`);
    return written !== undefined;
  };
}
