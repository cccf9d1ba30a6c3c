import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { randomKey } from './secrets.ts';

/**
 * Where photos and signatures lie. Keys are random names that the server made; nothing a person typed becomes a path.
 */
export interface FileStore {
  write(key: string, bytes: Buffer): Promise<void>;
  read(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  remove(key: string): Promise<void>;
  /** Every key with its age in milliseconds. */
  list(): Promise<{ key: string; age: number }[]>;
}

const KEY = /^[0-9a-f]{32}(\.thumb)?\.(png|jpg|gif|webp)$/;
export const isFileKey = (key: string): boolean => KEY.test(key);

/** Where a file lies below the folder: spread over 256 subfolders. */
export const placeOf = (key: string): string => `${key.slice(0, 2)}/${key}`;

/** Files below a folder. */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, placeOf(key));
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${randomKey(4)}.tmp`;
      try {
        const handle = await open(temporary, 'wx', 0o640);
        try {
          await handle.writeFile(bytes);
          // On the disk before the row is committed: no row ever points to a short file (docs/security.md, F-2).
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async read(key) {
      if (!isFileKey(key)) return undefined;
      const path = pathOf(key);
      const info = await stat(path).catch(() => undefined);
      return info?.isFile() ? { stream: createReadStream(path), size: info.size } : undefined;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile());
      return Promise.all(
        files.map(async (entry) => {
          const info = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
          return { key: entry.name, age: info ? Date.now() - info.mtimeMs : 0 };
        }),
      );
    },
  };
}
