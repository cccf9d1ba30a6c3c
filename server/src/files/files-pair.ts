import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { joinSorted } from '../db/sorted.ts';
import { createDiskStore, type FileStore, type ListedFile } from './files.ts';

/** The two places where files may lie. */
export interface FileStores {
  folder: FileStore;
  /** Only with S3_BUCKET. */
  s3: FileStore | undefined;
}

export async function openStores(config: Config): Promise<FileStores> {
  const folder = createDiskStore(join(resolve(config.DATA_DIR), 'files'));
  // The client for S3 is large, and few need it: it is loaded only where a bucket is named.
  const s3 = config.S3_BUCKET ? (await import('./files-s3.ts')).createS3Store(config, config.S3_BUCKET) : undefined;
  return { folder, s3 };
}

/**
 * The store that FILES_STORE names, with the other one behind it while both are known: files that were not moved yet
 * are found there.
 */
export async function openFileStore(config: Config): Promise<FileStore> {
  const { folder, s3 } = await openStores(config);
  if (!s3) return folder;
  return config.FILES_STORE === 's3' ? pairStores(s3, folder) : pairStores(folder, s3);
}

/** Writes to the first store, and finds what is in either. */
export function pairStores(first: FileStore, second: FileStore): FileStore {
  async function ask<T>(question: (store: FileStore) => Promise<T | undefined>): Promise<T | undefined> {
    let failure: unknown;
    const attempt = (store: FileStore) =>
      question(store).catch((error: unknown) => {
        failure ??= error;
        return undefined;
      });
    const found = (await attempt(first)) ?? (await attempt(second));
    if (found !== undefined) return found;
    if (failure !== undefined) throw failure;
    // Moved after the first look and before the second one.
    return question(first);
  }
  const both = async <T>(work: (store: FileStore) => Promise<T>): Promise<T[]> => {
    const done = await Promise.allSettled([work(first), work(second)]);
    return done.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  };
  const probes = [first.probe, second.probe].filter((probe) => probe !== undefined);
  const owner = first.owner ?? second.owner;
  return {
    write: first.write,
    read: (key, part) => ask((store) => store.read(key, part)),
    size: (key) => ask((store) => store.size(key)),
    pathOf: (key) => ask((store) => store.pathOf(key)),
    async remove(key) {
      await both((store) => store.remove(key));
    },
    async *list() {
      const sorted = (store: FileStore) => ({ rows: store.list(), keyOf: ({ key }: ListedFile) => key });
      for await (const [one, other] of joinSorted(sorted(first), sorted(second)))
        if (one && other) yield { key: one.key, age: async () => Math.min(await one.age(), await other.age()) };
        else yield one ?? other;
    },
    ...(owner && { owner }),
    ...(probes.length > 0 && {
      probe: async () => {
        for (const probe of probes) await probe();
      },
    }),
  };
}
