import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A SHA-256 over every file of these folders and these files, with their names; what is not there counts as empty. */
export async function hashSources(folders: readonly string[], files: readonly string[]): Promise<string> {
  const entries = await Promise.all(
    folders.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }).catch(() => [])),
  );
  const found = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...found, ...files.map((name) => join(ROOT, name))].sort()) {
    hash.update(file.slice(ROOT.length));
    hash.update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
}
