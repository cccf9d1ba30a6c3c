import { createHash } from 'node:crypto';
import { open, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { migrations } from '../../../db/migrations/index.ts';
import { makeFolder } from '../../../files/make-folder.ts';
import { isNewer, release } from '../../../process/release.ts';
import { pathWithin, printable } from '../../../security/safe-path.ts';
import { sha256 } from '../../../security/secrets.ts';
import { bytesOf, DamagedError, readArchive } from './archive.ts';
import {
  ABOUT,
  type About,
  aboutSchema,
  FILES_FOLDER,
  type FileEntry,
  isBackupPath,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  manifestSchema,
  SECRETS,
} from './manifest.ts';
import { storedPhoto } from './photos.ts';

/** Where an entry goes. Throws for a name that is no place of an installation, whether the archive or its list has it. */
function placeIn(dir: string, path: string): string {
  if (!isBackupPath(path)) throw new DamagedError(`it names ${printable(path)}, which is no file of an installation`);
  return pathWithin(dir, path);
}
const TEXTS = [ABOUT, SECRETS, MANIFEST, MANIFEST_HASH];
const TEXT_MAX = 256 * 1024 * 1024;
export const WAL_SEGMENT = 16 * 1024 * 1024;

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > TEXT_MAX) throw new DamagedError('an entry is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** PostgreSQL brings its own files to the disk when it recovers; the photos are up to us. */
export async function writeHashed(file: string, bytes: AsyncIterable<Buffer>, isDurable: boolean) {
  const hash = createHash('sha256');
  let size = 0;
  await makeFolder(dirname(file));
  const handle = await open(file, 'wx', 0o640);
  try {
    for await (const part of bytes) {
      hash.update(part);
      size += part.length;
      await handle.writeFile(part);
    }
    if (isDurable) await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

function parse<T>(schema: { parse(value: unknown): T }, text: string, what: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new DamagedError(`its ${what} cannot be read`);
  }
}

/** Refuses a backup of a newer release, or of a database that a newer release has changed. */
function refuseNewer(about: About): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = about.schema.filter((name) => !known.has(name));
  if (isNewer(about.release, release) || unknown.length > 0)
    throw new Error(
      `This backup was made by QuickFleet ${about.release}${unknown.length > 0 ? ` (${unknown.join(', ')})` : ''}, which is newer than this one (${release}). Restore it with that release or a later one.`,
    );
  const here = `${process.platform}-${process.arch}`;
  if (about.machine !== '' && about.machine !== here)
    throw new Error(`This backup holds a database of ${about.machine}, which does not open on ${here}.`);
}

/** Compares what the manifest names with what was read; photos of a store are brought in from there. */
async function checkFiles(
  file: string,
  dir: string,
  manifest: Manifest,
  read: Map<string, FileEntry>,
  isDurable: boolean,
) {
  for (const expected of manifest.files) {
    const target = expected.path === ABOUT || expected.path === SECRETS ? '' : placeIn(dir, expected.path);
    let found = read.get(expected.path);
    if (!found && manifest.about.hasPhotoStore && expected.path.startsWith(FILES_FOLDER)) {
      const place = storedPhoto(dirname(file), expected.sha256);
      const written = await writeHashed(target, bytesOf(place), isDurable).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new DamagedError(`${place} is missing`) : error;
      });
      found = { path: expected.path, ...written };
    }
    if (!found) throw new DamagedError(`${expected.path} is missing`);
    if (found.size !== expected.size || found.sha256 !== expected.sha256)
      throw new DamagedError(`${expected.path} is not as it was when the backup was made`);
    read.delete(expected.path);
  }
  for (const path of read.keys()) throw new DamagedError(`${path} does not belong in it`);
}

export interface Unpacked {
  manifest: Manifest;
  /** The encrypted secrets, when they are in it. */
  secrets: string | undefined;
}

/**
 * Unpacks a backup into an empty folder and checks every hash. Throws a DamagedError when it is not whole, and a
 * sentence when it is another release's.
 */
export async function unpack(
  file: string,
  dir: string,
  { isDurable, signal }: { isDurable: boolean; signal?: AbortSignal | undefined },
): Promise<Unpacked> {
  const texts = new Map<string, string>();
  const read = new Map<string, FileEntry>();
  for await (const { path, isFolder, bytes } of readArchive(file)) {
    signal?.throwIfAborted();
    if (TEXTS.includes(path)) {
      const text = await textOf(bytes);
      texts.set(path, text);
      if (path === ABOUT || path === SECRETS)
        read.set(path, { path, size: Buffer.byteLength(text), sha256: sha256(text) });
      if (path === ABOUT) refuseNewer(parse(aboutSchema, text, 'description'));
    } else {
      if (!texts.has(ABOUT)) throw new DamagedError('it is no backup of QuickFleet');
      if (isFolder) await makeFolder(placeIn(dir, path.replace(/\/$/, '')));
      else
        read.set(path, {
          path,
          ...(await writeHashed(placeIn(dir, path), bytes, isDurable && path.startsWith(FILES_FOLDER))),
        });
    }
  }
  const text = texts.get(MANIFEST);
  if (text === undefined || texts.get(MANIFEST_HASH) !== sha256(text)) throw new DamagedError('its end is missing');
  const manifest = parse(manifestSchema, text, 'list of files');
  const segments = [...read.keys()].filter((path) => /\/pg_wal\/[0-9A-F]{24}$/.test(path));
  await checkFiles(file, dir, manifest, read, isDurable);
  // Of a segment only what was written is in the archive; PostgreSQL wants it whole.
  for (const path of segments) await truncate(placeIn(dir, path), WAL_SEGMENT);
  return { manifest, secrets: texts.get(SECRETS) };
}
