import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { isFileKey, placeOf } from '../../files/files.ts';
import { pathWithin, printable } from '../../security/safe-path.ts';
import { kinds } from './kinds.ts';
import { FILE_LIST, FILES_FOLDER, kindPath, MANIFEST } from './manifest.ts';

/** The file is not one that an export wrote, or not as it was written. */
export class DamagedError extends Error {}

/** Deflate makes at most a thousandth of what it packs; lines of JSON never come near this. */
const RATIO_MAX = 250;
/** What anything may unpack to, however small it is packed. */
const SMALL_BYTES = 1024 * 1024;
const ROOT = '/quickfleet';

const NAMED: ReadonlySet<string> = new Set([MANIFEST, FILE_LIST, ...Object.keys(kinds).map(kindPath)]);
const isOfFile = (path: string): boolean => {
  const key = path.slice(path.lastIndexOf('/') + 1);
  return isFileKey(key) && path === FILES_FOLDER + placeOf(key);
};

/** The entries of a ZIP file that an export wrote, in their order; none is read that we do not write. */
export class ZipReader {
  readonly #file: string;
  #named = new Map<string, yauzl.Entry>();
  #zip: yauzl.ZipFile | undefined;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Looks at every entry before anything is unpacked. */
  static async open(file: string): Promise<ZipReader> {
    const reader = new ZipReader(file);
    try {
      reader.#zip = await openZip(file);
      for await (const entry of entriesOf(reader.#zip)) reader.#admit(entry);
      if (!reader.#named.has(MANIFEST)) throw new DamagedError('it has no manifest');
      return reader;
    } catch (error) {
      reader.close();
      throw explained(error);
    }
  }

  #admit(entry: yauzl.Entry): void {
    const { fileName, compressedSize, uncompressedSize } = entry;
    pathWithin(ROOT, fileName);
    if (entry.isEncrypted()) throw new DamagedError('it is encrypted');
    if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * RATIO_MAX)
      throw new DamagedError(`${printable(fileName)} unpacks to far more than it says`);
    if (isOfFile(fileName)) return;
    if (!NAMED.has(fileName)) throw new DamagedError(`${printable(fileName)} is no part of an export`);
    if (this.#named.has(fileName)) throw new DamagedError(`${fileName} is in it twice`);
    this.#named.set(fileName, entry);
  }

  /** The bytes of a named entry. */
  async *read(path: string): AsyncGenerator<Buffer> {
    const entry = this.#named.get(path);
    if (!entry || !this.#zip) throw new DamagedError(`${path} is missing`);
    yield* bytesOf(this.#zip, entry);
  }

  /** The photos and signatures, in the order in which they lie there. */
  async *files(): AsyncGenerator<{ path: string; size: number; bytes: AsyncGenerator<Buffer> }> {
    const zip = await openZip(this.#file);
    try {
      for await (const entry of entriesOf(zip))
        if (isOfFile(entry.fileName))
          yield { path: entry.fileName, size: entry.uncompressedSize, bytes: bytesOf(zip, entry) };
    } finally {
      zip.close();
    }
  }

  close(): void {
    this.#zip?.close();
  }
}

function explained(error: unknown): unknown {
  if (error instanceof DamagedError || !(error instanceof Error)) return error;
  // Disk errors have a code, and so has what zlib cannot unpack; anything else is no ZIP file, or one that ends early.
  const isOfDisk = 'code' in error && !String(error.code).startsWith('Z_');
  return isOfDisk ? error : new DamagedError(printable(error.message));
}

const openZip = (file: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false, strictFileNames: true } as const;
    yauzl.open(file, options, (error, zip) => (error ? reject(explained(error)) : resolve(zip)));
  });

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (let at = 0; at < zip.entryCount; at++) {
    const { promise, resolve, reject } = Promise.withResolvers<yauzl.Entry>();
    zip
      .once('entry', resolve)
      .once('error', reject)
      .once('end', () => reject(new DamagedError('it ends early')));
    zip.readEntry();
    try {
      yield await promise;
    } catch (error) {
      throw explained(error);
    } finally {
      zip.removeAllListeners('entry').removeAllListeners('error').removeAllListeners('end');
    }
  }
}

async function* bytesOf(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  try {
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    // What the library says before the stream is read would end the process.
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    throw explained(error);
  }
}

/** Reads all of it, and refuses what is another size or has another hash than it should. */
export async function* verified(
  path: string,
  bytes: AsyncIterable<Buffer>,
  expected: { size: number; sha256: string },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > expected.size) break;
    hash.update(chunk);
    yield chunk;
  }
  if (size !== expected.size || hash.digest('hex') !== expected.sha256)
    throw new DamagedError(`${path} is not as it was written`);
}
