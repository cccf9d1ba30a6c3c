import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NIGHTLY } from './archive/folder.ts';
import { FILES_FOLDER, type FileEntry, type ManifestHead } from './archive/manifest.ts';
import { readManifestFile } from './archive/manifest-file.ts';

/** Each nightly archive has its manifest next to it, which lists the photos it needs. */
export const manifestFile = (archive: string) => archive.replace(/\.tar$/, '.json');
/** Names of the nightly archives in a folder, oldest first. */
export const nightliesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => NIGHTLY.test(name)).sort();

const isEntry = (part: ManifestHead | FileEntry): part is FileEntry => 'path' in part;
/** What one night's manifest says: its beginning, and every file that it lists, told one by one. */
export async function readNight(file: string, tell: (entry: FileEntry) => void): Promise<ManifestHead> {
  let head: ManifestHead | undefined;
  for await (const part of readManifestFile(file))
    if (isEntry(part)) tell(part);
    else head = part;
  if (!head) throw new Error(`${file} is empty.`);
  return head;
}

/** The series of WAL that continues after a night; null without one, or when its manifest cannot be read. */
export async function seriesOf(file: string): Promise<string | null> {
  try {
    for await (const part of readManifestFile(file)) if (!isEntry(part)) return part.wal;
  } catch {
    // Missing or broken: nothing can start from it.
  }
  return null;
}

/** Photos that an earlier night has already, in the order of their paths. */
export async function* knownPhotos(folder: string): AsyncGenerator<FileEntry> {
  const newest = (await nightliesIn(folder)).at(-1);
  if (!newest) return;
  try {
    for await (const part of readManifestFile(manifestFile(join(folder, newest))))
      if (isEntry(part) && part.path.startsWith(FILES_FOLDER)) yield part;
  } catch {
    // Missing or broken: the rest is copied once more.
  }
}
