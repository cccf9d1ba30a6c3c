import {
  createReadStream as openReadStream,
  createWriteStream as openWriteStream,
  type ReadStream,
  type WriteStream,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inBackground } from './background.ts';

// A stream whose error nobody hears ends the process. Every stream of ours is made here, with somebody who listens;
// whoever reads or writes it hears of the error as well.

function heard<Stream extends Readable | WriteStream>(stream: Stream): Stream {
  stream.on('error', () => undefined);
  return stream;
}

interface Part {
  start?: number;
  end?: number;
  highWaterMark?: number;
}

/** The bytes of a file. One that cannot be opened fails where it is read. */
export const readFileStream = (path: string, part: Part = {}): ReadStream => heard(openReadStream(path, part));
/** The bytes of an open file, which is closed with the stream. */
export const readHandleStream = (handle: FileHandle, part: Part = {}): Readable => heard(handle.createReadStream(part));
/** Writes a file for its owner alone. */
export const writeFileStream = (path: string, options: { flush?: boolean } = {}): WriteStream =>
  heard(openWriteStream(path, { mode: 0o600, ...options }));

/** Bytes as they are made. `atEnd` is called once, whether they were read to their end or not at all. */
export function bytesFrom(
  source: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
  atEnd?: () => unknown,
): Readable {
  const stream = heard(Readable.from(source, { objectMode: false }));
  if (atEnd) stream.once('close', () => inBackground('The end of a stream', atEnd));
  return stream;
}

/** A body that goes out as somebody pushes into it, and is over when they push null. */
export const openEnded = (): Readable => heard(new Readable({ read: () => undefined }));

/** Copies one stream into the next; all of them are over when it answers or throws. */
export const copy: typeof pipeline = pipeline;

/** `source` as it comes out of `through`: the error of each is that of both, and so is the end. */
export function passThrough(source: Readable, through: Transform): Transform {
  pipeline(source, through).catch(() => undefined);
  return through;
}

interface Steps {
  /** Throws for a piece that is refused. */
  piece?: (piece: Buffer) => void;
  /** Before the end is passed on. */
  end?: () => unknown;
}

/** Passes pieces on unchanged. */
export const passing = ({ piece: look, end }: Steps): Transform => {
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      try {
        look?.(piece);
        done(null, piece);
      } catch (error) {
        done(errorOf(error));
      }
    },
    flush(done) {
      Promise.resolve(end?.()).then(
        () => done(),
        (error: unknown) => done(errorOf(error)),
      );
    },
  });
  return heard(stream);
};

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * What a stream brings, looked at piece by piece before it is passed on. Nothing is taken from the stream before
 * somebody reads here. A refusal and a sender that goes away are errors of this stream.
 */
export class Inspected extends Transform {
  /** Fastify counts the bytes of a body against its length. */
  receivedEncodedLength = 0;
  #source: Readable | undefined;
  /** Throws for a piece that is refused; `undefined` after the last one. */
  readonly #inspect: (piece: Buffer | undefined) => void;

  constructor(source: Readable, inspect: (piece: Buffer | undefined) => void) {
    super();
    this.#source = source;
    this.#inspect = inspect;
    heard(this);
  }

  override _read(size: number) {
    const source = this.#source;
    this.#source = undefined;
    source?.on('error', (error) => this.destroy(error)).pipe(this);
    super._read(size);
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.receivedEncodedLength += piece.length;
    this.#look(piece, done);
  }

  override _flush(done: TransformCallback) {
    this.#look(undefined, done);
  }

  #look(piece: Buffer | undefined, done: TransformCallback) {
    try {
      this.#inspect(piece);
    } catch (error) {
      return done(errorOf(error));
    }
    done(null, piece);
  }
}
