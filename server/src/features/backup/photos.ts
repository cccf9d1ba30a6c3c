import { createHash, randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDiskStore, isFileKey, placeOf } from '../../lib/files.ts';
import type { ArchiveWriter } from './archive.ts';
import { FILES_FOLDER, type FileEntry, PHOTO_STORE } from './manifest.ts';

/** Where the photos of a backup go: into the archive, or by hash into the folder that nightly archives share. */
export type PhotoTarget = { into: ArchiveWriter } | { store: string; known: ReadonlyMap<string, FileEntry> };

/** A photo's place in the store beside nightly archives. */
export const storedPhoto = (folder: string, sha256: string): string =>
  join(folder, PHOTO_STORE, sha256.slice(0, 2), sha256);

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size;

/** On the same disk a second name of the file is enough: photos are never changed in place. */
async function keep(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const temporary = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await link(source, temporary).catch(() => copyFile(source, temporary));
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Copies every stored file. They are never changed in place, and while a backup runs nothing removes them, so all that
 * the rows of its moment name are here.
 */
export async function copyPhotos(folder: string, target: PhotoTarget, signal?: AbortSignal): Promise<FileEntry[]> {
  const files = createDiskStore(folder);
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
    const sha256 = await hashOf(found.stream);
    const place = storedPhoto(target.store, sha256);
    if ((await sizeOf(place)) !== found.size) await keep(join(folder, placeOf(key)), place);
    entries.push({ path, size: found.size, sha256 });
  }
  return entries;
}
