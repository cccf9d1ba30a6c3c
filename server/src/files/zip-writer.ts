import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { zipWriter } from '../process/outside/archives.ts';
import { bytesFrom, copy, passing, passThrough, writeFileStream } from '../process/outside/streams.ts';

export interface Written {
  path: string;
  size: number;
  sha256: string;
}

/** A hash and a count of everything that comes by; `more` gets the size of each piece, and may refuse it. */
function counting(more?: (bytes: number) => void) {
  const hash = createHash('sha256');
  let size = 0;
  const stream = passing({
    piece(chunk) {
      hash.update(chunk);
      size += chunk.length;
      more?.(chunk.length);
    },
  });
  return { stream, end: () => ({ size, sha256: hash.digest('hex') }) };
}

/** Writes a ZIP file under a temporary name and renames it once it is complete and on the disk. */
export class ZipWriter {
  readonly #file: string;
  readonly #whole: ReturnType<typeof counting>;
  readonly #broken = new AbortController();
  readonly #zip = zipWriter((error) => this.#broken.abort(error));
  readonly #writing: Promise<void>;

  /** For its owner alone: it holds what the company knows of its customers. `grown` may refuse what is written. */
  constructor(file: string, grown?: (bytes: number) => void) {
    this.#file = file;
    this.#whole = counting(grown);
    const output = writeFileStream(this.#partial);
    this.#writing = copy(this.#zip.outputStream, this.#whole.stream, output);
    // The caller that adds or finishes gets the error; nobody may be adding at the moment it fails.
    this.#writing.catch((error) => this.#broken.abort(error));
  }

  get #partial(): string {
    return `${this.#file}.partial`;
  }

  /** Adds an entry, and returns when the last byte of it was taken. */
  async add(path: string, bytes: AsyncIterable<Buffer | string>, compress: boolean): Promise<Written> {
    const { signal } = this.#broken;
    signal.throwIfAborted();
    const { stream, end } = counting();
    const source = bytesFrom(bytes);
    const failed = new Promise<never>((_, reject) => {
      source.once('error', reject);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    this.#zip.addReadStream(passThrough(source, stream), path, { compress, mode: 0o100600 });
    await Promise.race([finished(stream, { signal }), failed]);
    return { path, ...end() };
  }

  /** Everything is on the disk under the final name after this. */
  async finish(): Promise<{ size: number; sha256: string }> {
    this.#zip.end();
    await this.#writing;
    const handle = await open(this.#partial);
    await handle.sync();
    await handle.close();
    await rename(this.#partial, this.#file);
    const folder = await open(dirname(this.#file));
    await folder.sync();
    await folder.close();
    return this.#whole.end();
  }

  /** Takes away what was written. */
  async discard(): Promise<void> {
    this.#whole.stream.destroy(new Error('The export was given up'));
    await this.#writing.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }
}
