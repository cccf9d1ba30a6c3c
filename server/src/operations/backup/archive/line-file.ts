import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { readFileStream, writeFileStream } from '../../../process/outside/streams.ts';

/** The lines of a file, read as they are asked for. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const input = readFileStream(file);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    input.destroy();
  }
}

/** Lines that wait on the disk until they are read: a company's photos are too many to be held in memory. */
export class LineFile {
  readonly #file: string;
  readonly #stream: WriteStream;

  constructor(file: string) {
    this.#file = file;
    this.#stream = writeFileStream(file);
  }

  async add(line: string): Promise<void> {
    if (this.#stream.errored) throw this.#stream.errored;
    if (!this.#stream.write(`${line}\n`)) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
  }

  lines(): AsyncGenerator<string> {
    return linesOf(this.#file);
  }

  async remove(): Promise<void> {
    // One that is not open yet would be made after it was removed.
    if (!this.#stream.closed) await once(this.#stream.destroy(), 'close');
    await rm(this.#file, { force: true });
  }
}
