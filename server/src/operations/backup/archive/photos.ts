import { createHash, randomBytes } from 'node:crypto';
import { copyFile, link, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { joinSorted } from '../../../db/sorted.ts';
import { type FileStore, type FoundFile, isFileKey, type ListedFile } from '../../../files/files.ts';
import { makeFolder } from '../../../files/make-folder.ts';
import { readFileStream } from '../../../process/outside/streams.ts';
import { pathWithin } from '../../../security/safe-path.ts';
import type { ArchiveWriter } from './archive.ts';
import { type FileEntry, PHOTO_STORE, storedPath } from './manifest.ts';

/** Where the photos of a backup go: into the archive, or by hash into the folder that nightly archives share. */
export type PhotoTarget =
  | { into: ArchiveWriter }
  /** `known` has an earlier night already, in the order of their paths. */
  | { store: string; known: AsyncIterable<FileEntry> };

/** A photo's place in the store next to nightly archives. */
export const storedPhoto = (folder: string, sha256: string): string =>
  pathWithin(join(folder, PHOTO_STORE), `${sha256.slice(0, 2)}/${sha256}`);

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size;

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Puts a photo into the store next to nightly archives and returns its hash. On the same disk a hard link is enough:
 * photos are never changed in place.
 */
async function keep(store: string, { stream, size }: FoundFile, path: string | undefined): Promise<string> {
  const temporary = join(store, PHOTO_STORE, `${randomBytes(8).toString('hex')}.tmp`);
  await makeFolder(dirname(temporary), 0o700);
  try {
    if (path === undefined) await writeFile(temporary, stream, { mode: 0o600 });
    const sha256 = await hashOf(path === undefined ? readFileStream(temporary) : stream);
    const place = storedPhoto(store, sha256);
    if ((await sizeOf(place)) === size) return sha256;
    if (path !== undefined) await link(path, temporary).catch(() => copyFile(path, temporary));
    await makeFolder(dirname(place), 0o700);
    await rename(temporary, place);
    return sha256;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Stores one file by its hash next to the nightly archives; undefined when it does not exist. */
export async function storePhoto(files: FileStore, key: string, store: string): Promise<FileEntry | undefined> {
  const found = await files.read(key);
  if (!found) return undefined;
  const sha256 = await keep(store, found, await files.pathOf(key));
  return { path: storedPath(key), size: found.size, sha256 };
}

async function* none() {}

/**
 * Copies every stored file and names it, in the order of their paths. They are never changed in place, and while a backup
 * runs nothing removes them, so all that the rows of its moment name are here.
 */
export async function* copyPhotos(
  files: FileStore,
  target: PhotoTarget,
  signal?: AbortSignal,
): AsyncGenerator<FileEntry> {
  const stored = { rows: files.list(), keyOf: ({ key }: ListedFile) => storedPath(key) };
  const earlier = { rows: 'store' in target ? target.known : none(), keyOf: ({ path }: FileEntry) => path };
  for await (const [file, known] of joinSorted<ListedFile, FileEntry>(stored, earlier)) {
    signal?.throwIfAborted();
    if (!file || !isFileKey(file.key)) continue;
    if ('store' in target && known && (await sizeOf(storedPhoto(target.store, known.sha256))) === known.size) {
      yield known;
      continue;
    }
    const { key } = file;
    const found = await files.read(key);
    // Removed since it was listed: a picture from a call that was rolled back.
    if (!found) continue;
    const path = storedPath(key);
    if ('into' in target) yield await target.into.add(path, found.size, found.stream);
    else yield { path, size: found.size, sha256: await keep(target.store, found, await files.pathOf(key)) };
  }
}
