import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export interface Written {
  path: string;
  size: number;
  sha256: string;
}

/** A hash and a count of everything that comes by. */
function counting() {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, end: () => ({ size, sha256: hash.digest('hex') }) };
}

/** Writes a ZIP file under a temporary name and renames it once it is complete and on the disk. */
export class ZipWriter {
  readonly #file: string;
  readonly #zip = new yazl.ZipFile();
  readonly #whole = counting();
  readonly #broken = new AbortController();
  readonly #writing: Promise<void>;

  /** For its owner alone: it holds what the company knows of its customers. */
  constructor(file: string) {
    this.#file = file;
    const output = createWriteStream(this.#partial, { mode: 0o600 });
    this.#writing = pipeline(this.#zip.outputStream, this.#whole.stream, output);
    this.#zip.on('error', (error) => this.#broken.abort(error));
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
    const source = Readable.from(bytes, { objectMode: false });
    const failed = new Promise<never>((_, reject) => {
      source.once('error', reject);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    source.once('error', () => stream.destroy());
    this.#zip.addReadStream(source.pipe(stream), path, { compress, mode: 0o100600 });
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
