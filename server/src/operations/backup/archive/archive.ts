import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Pack } from 'tar-stream';
import { makeFolder } from '../../../files/make-folder.ts';
import { tarReader, tarWriter } from '../../../process/outside/archives.ts';
import { copy, readFileStream } from '../../../process/outside/streams.ts';
import type { FileEntry } from './manifest.ts';

const CHUNK = 256 * 1024;
const ZEROS = Buffer.alloc(CHUNK);

/** Exactly `size` bytes of a file: one that is being written to is cut there, or filled up with zeros. */
export async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK, size - at), at);
    const part = bytesRead > 0 ? Buffer.from(buffer.subarray(0, bytesRead)) : ZEROS.subarray(0, size - at);
    at += part.length;
    yield part;
  }
}

/** A whole file that nobody writes to. */
export async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    yield* readExactly(handle, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

/** The library's streams say nothing of what they carry. */
async function* buffersOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const part of stream) if (Buffer.isBuffer(part)) yield part;
}

/**
 * Writes a tar under a temporary name and renames it once it is complete and on the disk: no incomplete file ever has
 * the final name.
 */
export class ArchiveWriter {
  /** What was written so far, with hashes. */
  readonly entries: FileEntry[] = [];
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #pack: Pack = tarWriter();
  readonly #broken = new AbortController();
  readonly #signal: AbortSignal;
  readonly #writing: Promise<void>;

  private constructor(file: string, handle: FileHandle, signal: AbortSignal | undefined) {
    this.#file = file;
    this.#handle = handle;
    this.#signal = signal ? AbortSignal.any([signal, this.#broken.signal]) : this.#broken.signal;
    this.#writing = this.#write();
    // The caller that adds or finishes gets the error; nobody may be adding at the moment it fails.
    this.#writing.catch((error) => this.#broken.abort(error));
  }

  /** For its owner alone: the archive holds what the company knows of its customers. */
  static async create(file: string, signal?: AbortSignal): Promise<ArchiveWriter> {
    await makeFolder(dirname(file));
    return new ArchiveWriter(file, await open(`${file}.partial`, 'w', 0o600), signal);
  }

  async #write(): Promise<void> {
    for await (const chunk of buffersOf(this.#pack)) await this.#handle.writeFile(chunk);
  }

  /** Adds `size` bytes. */
  async add(path: string, size: number, bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<FileEntry> {
    const hash = createHash('sha256');
    this.#signal.throwIfAborted();
    const entry = this.#pack.entry({ name: path, size, mode: 0o600 });
    for await (const chunk of bytes) {
      hash.update(chunk);
      if (!entry.write(chunk)) await once(entry, 'drain', { signal: this.#signal });
      this.#signal.throwIfAborted();
    }
    entry.end(null);
    const made = { path, size, sha256: hash.digest('hex') };
    this.entries.push(made);
    return made;
  }

  addText(path: string, text: string): Promise<FileEntry> {
    const bytes = Buffer.from(text);
    return this.add(path, bytes.length, [bytes]);
  }

  addFolder(path: string): void {
    this.#pack.entry({ name: path, type: 'directory', mode: 0o700 });
  }

  /** Everything is on the disk under the final name after this. Answers the size in bytes. */
  async finish(): Promise<number> {
    this.#pack.finalize();
    await this.#writing;
    const { size } = await this.#handle.stat();
    await this.#handle.sync();
    await this.#handle.close();
    await rename(`${this.#file}.partial`, this.#file);
    const folder = await open(dirname(this.#file));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return size;
  }

  /** Takes away what was written. */
  async discard(): Promise<void> {
    this.#broken.abort(new Error('The backup was given up'));
    this.#pack.destroy();
    await this.#writing.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await rm(`${this.#file}.partial`, { force: true });
  }
}

export interface ArchiveEntry {
  path: string;
  isFolder: boolean;
  bytes: AsyncIterable<Buffer>;
}

/** The archive is not as it was written. */
export class DamagedError extends Error {}

/** The entries of a tar in order; `bytes` of one are read before the next is asked for. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const reading = tarReader();
  const feeding = copy(readFileStream(file, { highWaterMark: CHUNK }), reading);
  feeding.catch(() => undefined);
  const explain = async (error: unknown): Promise<never> => {
    const cause = await feeding.then(
      () => error,
      (reason) => reason,
    );
    // Disk errors have a code; anything else is a tar that ends early or no tar.
    if (cause instanceof Error && 'code' in cause && 'errno' in cause) throw cause;
    throw new DamagedError('it is cut off, or no tar');
  };
  async function* explained(stream: AsyncIterable<unknown>) {
    try {
      yield* buffersOf(stream);
    } catch (error) {
      await explain(error);
    }
  }
  const entries = reading[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value: entry } = await entries.next().catch(explain);
      if (done) break;
      const { name, type } = entry.header;
      yield { path: name, isFolder: type === 'directory', bytes: explained(entry) };
      entry.resume();
    }
    await feeding.catch(explain);
  } finally {
    reading.destroy();
  }
}
