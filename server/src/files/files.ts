import type { Dirent } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { filesAway } from '../http/errors.ts';
import { readHandleStream } from '../process/outside/streams.ts';
import { pathWithin, UnsafePathError } from '../security/safe-path.ts';
import { randomKey } from '../security/secrets.ts';
import { makeFolder } from './make-folder.ts';

/** A part of a file: offsets of its first and its last byte. */
export interface BytePart {
  start: number;
  end: number;
}
export interface FoundFile {
  /** The whole file, or the part that was asked for. */
  stream: Readable;
  /** Bytes of the whole file. */
  size: number;
}
export interface ListedFile {
  key: string;
  /** Milliseconds since it was written, by the store's own clock; 0 when it is gone. */
  age(): Promise<number>;
}

/**
 * Where photos and signatures lie. Keys are random names that the server made; nothing a person typed becomes a path.
 * A file is written once and never changed. Whatever a store cannot say or do is thrown as a 503 (`filesAway`):
 * "not there" is said only when it is certain.
 */
export interface FileStore {
  /** Returns once the file is stored whole and for good. */
  write(key: string, bytes: Buffer): Promise<void>;
  read(key: string, part?: BytePart): Promise<FoundFile | undefined>;
  size(key: string): Promise<number | undefined>;
  /** A file that is not there is no error. */
  remove(key: string): Promise<void>;
  /** All files in the order of their keys, read as they are asked for: there may be millions. */
  list(): AsyncIterable<ListedFile>;
  /** Its path, when it lies on a disk of this machine. */
  pathOf(key: string): Promise<string | undefined>;
  /** What several installations could share by mistake: says which database it belongs to. */
  owner?: StoreOwner;
  /** Writes, reads and removes a test file. Throws a sentence that names the failure. */
  probe?(): Promise<void>;
}
export interface StoreOwner {
  /** Where it lies, for a sentence. */
  place: string;
  read(): Promise<string | undefined>;
  write(identity: string): Promise<void>;
}

const KEY = /^[0-9a-f]{32}(\.thumb)?\.(png|jpg|gif|webp)$/;
export const isFileKey = (key: string): boolean => KEY.test(key);
export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new UnsafePathError(key);
}
/** Name of the small version of a picture, stored next to it. */
export const thumbKey = (key: string): string => key.replace('.', '.thumb.');
export const isThumbKey = (key: string): boolean => key.includes('.thumb.');
/** Name of the picture that a file belongs to: its own, or that of which it is the small version. */
export const pictureKey = (key: string): string => key.replace('.thumb.', '.');

/** Where a file lies below the folder: spread over 256 subfolders. Throws for what is no name of a file. */
export function placeOf(key: string): string {
  requireFileKey(key);
  return `${key.slice(0, 2)}/${key}`;
}

/**
 * The folder itself, which may be a disk of its own. Once it was there, one that is missing is away and not empty: what
 * was to be read from it is asked for again, and nothing is written to the place where its disk is mounted later.
 */
class Root {
  readonly #folder: string;
  /** As it was seen last: whether it lies on another disk than the folder above it. Undefined until it was there. */
  #isMount: boolean | undefined;
  constructor(folder: string) {
    this.#folder = folder;
  }

  async #look(): Promise<boolean | undefined> {
    const here = await stat(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return here && here.dev !== (await stat(dirname(this.#folder))).dev;
  }

  async isAway(): Promise<boolean> {
    const isMount = await this.#look().catch(() => undefined);
    if (isMount === undefined || (this.#isMount === true && !isMount)) return this.#isMount !== undefined;
    this.#isMount = isMount;
    return false;
  }

  /** Throws while its disk is away. A folder on the disk of the one above it, that was removed, is made again. */
  async requireForWriting(): Promise<void> {
    if ((await this.isAway()) && this.#isMount) throw new Error(`The disk of ${this.#folder} is not mounted`);
  }
}

/** Files below a folder. */
export function createDiskStore(folder: string): FileStore {
  const root = new Root(folder);
  /** What is not there, unless the whole folder is not. */
  const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || (await root.isAway())) throw filesAway(error);
      return undefined;
    });
  const pathOf = (key: string) => pathWithin(folder, placeOf(key));
  const sizeOf = async (key: string) => {
    if (!isFileKey(key)) return undefined;
    const info = await ifThere(stat(pathOf(key)));
    return info?.isFile() ? info.size : undefined;
  };
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      const temporary = `${path}.${randomKey(4)}.tmp`;
      try {
        await root.requireForWriting();
        await makeFolder(dirname(path));
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
        await rm(temporary, { force: true }).catch(() => undefined);
        throw filesAway(error);
      }
    },
    async read(key, part) {
      if (!isFileKey(key)) return undefined;
      // Opened before we report it as found: a file that is moved later can still be read to its end.
      const handle = await ifThere(open(pathOf(key)));
      if (!handle) return undefined;
      const info = await handle.stat();
      if (info.isFile()) return { stream: readHandleStream(handle, part), size: info.size };
      await handle.close();
      return undefined;
    },
    size: sizeOf,
    async remove(key) {
      if (!isFileKey(key)) return;
      await rm(pathOf(key), { force: true }).catch((error) => {
        throw filesAway(error);
      });
    },
    async *list() {
      const namesIn = async (path: string, isWanted: (entry: Dirent) => boolean) =>
        ((await ifThere(readdir(path, { withFileTypes: true }))) ?? [])
          .filter(isWanted)
          .map(({ name }) => name)
          .sort();
      for (const letters of await namesIn(folder, (entry) => entry.isDirectory()))
        for (const key of await namesIn(join(folder, letters), (entry) => entry.isFile()))
          yield {
            key,
            async age() {
              const info = await ifThere(stat(join(folder, letters, key)));
              return info ? Date.now() - info.mtimeMs : 0;
            },
          };
    },
    pathOf: async (key) => ((await sizeOf(key)) === undefined ? undefined : pathOf(key)),
  };
}
