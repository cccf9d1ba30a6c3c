import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const isFolder = (dir: string) =>
  stat(dir).then(
    (info) => info.isDirectory(),
    () => false,
  );

/**
 * Makes a folder and those above it, and answers the topmost new one. Throws what the system says: Node's `recursive`
 * tries forever where a mount answers ENOENT for a folder that it cannot make.
 */
export async function makeFolder(dir: string, mode = 0o777): Promise<string | undefined> {
  try {
    await mkdir(dir, { mode });
    return dir;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(dir) === dir) {
      if (await isFolder(dir)) return undefined;
      throw error;
    }
  }
  const first = await makeFolder(dirname(dir), mode);
  try {
    await mkdir(dir, { mode });
    return first ?? dir;
  } catch (error) {
    // Somebody else made it in the same moment.
    if (codeOf(error) === 'EEXIST' && (await isFolder(dir))) return first;
    throw error;
  }
}

/**
 * Opens a new file of a folder whose files are all passing. The folder may have been tidied away: nothing in it is
 * missed, so it is made again.
 */
export async function createFile(path: string): Promise<FileHandle> {
  const create = () => open(path, 'wx', 0o600);
  return create().catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeFolder(dirname(path), 0o700);
    return create();
  });
}
