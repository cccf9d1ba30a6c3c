import type { Readable } from 'node:stream';
import { type Extract, extract, type Pack, pack } from 'tar-stream';
import { type Options, ZipFile } from 'yazl';
import { bytesFrom } from './streams.ts';

/** A tar that is written: what breaks it is heard by whoever reads it. */
export const tarWriter = (): Pack => pack().on('error', () => undefined);
/** The entries of a tar: what breaks them is heard by whoever asks for the next one. */
export const tarReader = (): Extract => extract().on('error', () => undefined);

/** A ZIP file that is written entry by entry; `broken` is called once when it fails, whoever adds at that moment. */
export const zipWriter = (broken: (error: Error) => void): ZipFile => {
  const zip = new ZipFile();
  zip.once('error', broken).on('error', () => undefined);
  zip.outputStream.on('error', () => undefined);
  return zip;
};

/** A ZIP file that is read while it is made. When its reader goes away, what is being read for it is closed. */
export class ZipStream {
  readonly #zip = new ZipFile();
  readonly #bytes = this.#zip.outputStream as Readable;
  #source: Readable | undefined;

  constructor() {
    this.#bytes.on('error', () => undefined);
    this.#bytes.once('close', () => this.#source?.destroy());
    this.#zip.on('error', (error: Error) => this.#bytes.destroy(error));
  }

  add(name: string, bytes: Buffer, options: Partial<Options> = {}): void {
    this.#zip.addBuffer(bytes, name, options);
  }

  /** Opened when its turn comes; undefined is an empty file. What it throws ends the whole. */
  addLazily(name: string, options: Partial<Options>, open: () => Promise<Readable | undefined>): void {
    this.#zip.addReadStreamLazy(name, options, (take) => {
      open().then(
        (source = bytesFrom([])) => {
          this.#source = source;
          if (this.#bytes.destroyed) source.destroy();
          else take(null, source);
        },
        (error: unknown) => take(error, bytesFrom([])),
      );
    });
  }

  /** Nothing is added any more. */
  end(): Readable {
    this.#zip.end();
    return this.#bytes;
  }
}
