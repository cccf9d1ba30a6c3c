import type { FileHandle } from 'node:fs/promises';

const PART_BYTES = 64 * 1024;

/** A file that is read while another process writes it. */
export class Growth {
  readonly #gone = new AbortController();
  readonly begun: Promise<void>;
  #begin: () => void = () => undefined;
  #size = 0;
  #next = Promise.withResolvers<void>();

  constructor() {
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  /** Aborted when nobody reads any more. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Nobody reads any more, if anybody ever did. */
  leave(): void {
    this.#gone.abort();
  }

  /** So many bytes are written by now. */
  to(size: number): void {
    this.#size = size;
    this.#begin();
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  /** What is written until `whole` is over; throws what that throws. */
  async *bytes(handle: FileHandle, whole: Promise<unknown>): AsyncGenerator<Buffer> {
    let isOver = false;
    const over = whole.then(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    try {
      for (let at = 0; ; ) {
        const next = this.#next.promise;
        while (at < this.#size) {
          const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, at);
          at += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
        if (isOver && at >= this.#size) return;
        await Promise.race([next, over]);
      }
    } finally {
      if (!isOver) this.#gone.abort();
      await handle.close();
    }
  }
}
