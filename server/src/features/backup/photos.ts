import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, type FoundFile, isFileKey, placeOf } from '../../lib/files.ts';
import type { ArchiveWriter } from './archive.ts';
import { FILES_FOLDER, type FileEntry, PHOTO_STORE } from './manifest.ts';

/** Where the photos of a backup go: into the archive, or by hash into the folder that nightly archives share. */
export type PhotoTarget = { into: ArchiveWriter } | { store: string; known: ReadonlyMap<string, FileEntry> };

/** A photo's place in the store beside nightly archives. */
export const storedPhoto = (folder: string, sha256: string): string =>
  join(folder, PHOTO_STORE, sha256.slice(0, 2), sha256);

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size;

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Puts a photo into the store beside nightly archives and answers its hash. On the same disk a second name of the file
 * is enough: photos are never changed in place.
 */
async function keep(store: string, { stream, size }: FoundFile, path: string | undefined): Promise<string> {
  const temporary = join(store, PHOTO_STORE, `${randomBytes(8).toString('hex')}.tmp`);
  await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
  try {
    if (path === undefined) await writeFile(temporary, stream, { mode: 0o600 });
    const sha256 = await hashOf(path === undefined ? createReadStream(temporary) : stream);
    const place = storedPhoto(store, sha256);
    if ((await sizeOf(place)) === size) return sha256;
    if (path !== undefined) await link(path, temporary).catch(() => copyFile(path, temporary));
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(temporary, place);
    return sha256;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Keeps one stored file by its hash beside the nightly archives; undefined when it is not there. */
export async function storePhoto(files: FileStore, key: string, store: string): Promise<FileEntry | undefined> {
  const found = await files.read(key);
  if (!found) return undefined;
  const sha256 = await keep(store, found, await files.pathOf(key));
  return { path: FILES_FOLDER + placeOf(key), size: found.size, sha256 };
}

/**
 * Copies every stored file. They are never changed in place, and while a backup runs nothing removes them, so all that
 * the rows of its moment name are here.
 */
export async function copyPhotos(files: FileStore, target: PhotoTarget, signal?: AbortSignal): Promise<FileEntry[]> {
  const keys = (await files.list()).map(({ key }) => key).filter(isFileKey);
  const entries: FileEntry[] = [];
  for (const key of keys.sort()) {
    signal?.throwIfAborted();
    const path = FILES_FOLDER + placeOf(key);
    if ('store' in target) {
      const known = target.known.get(path);
      if (known && (await sizeOf(storedPhoto(target.store, known.sha256))) === known.size) {
        entries.push(known);
        continue;
      }
    }
    const found = await files.read(key);
    // Removed since it was listed: a picture whose call was rolled back.
    if (!found) continue;
    if ('into' in target) {
      entries.push(await target.into.add(path, found.size, found.stream));
      continue;
    }
    const sha256 = await keep(target.store, found, await files.pathOf(key));
    entries.push({ path, size: found.size, sha256 });
  }
  return entries;
}
