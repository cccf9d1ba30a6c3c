import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NIGHTLY } from './folder.ts';
import { FILES_FOLDER, type FileEntry, type Manifest, manifestSchema } from './manifest.ts';

/** Beside each nightly archive lies its manifest: which photos it needs is read from there. */
export const manifestFile = (archive: string) => archive.replace(/\.tar$/, '.json');
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing or broken: whoever asks does without what it would have saved, and says so.
    return undefined;
  }
}
/** Names of the nightly archives in a folder, oldest first. */
export const nightliesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => NIGHTLY.test(name)).sort();

/** Photos that an earlier night has already, by their path. */
export async function knownPhotos(folder: string): Promise<Map<string, FileEntry>> {
  const newest = (await nightliesIn(folder)).at(-1);
  const manifest = newest ? await readManifest(manifestFile(join(folder, newest))) : undefined;
  return new Map(
    manifest?.files.filter(({ path }) => path.startsWith(FILES_FOLDER)).map((entry) => [entry.path, entry]) ?? [],
  );
}
