import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  UPLOAD_REQUEST_BYTES_MAX,
  UPLOADS_BYTES_EACH,
  UPLOADS_BYTES_KEPT,
  UPLOADS_BYTES_MAX,
} from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { filesAway, tooLarge } from '../http/errors.ts';
import { every } from '../process/outside/background.ts';
import { randomKey } from '../security/secrets.ts';
import { type ByteAccount, ByteBudget, type ByteHolder } from './byte-budget.ts';
import { createFile, makeFolder } from './make-folder.ts';

/** A file as it was sent, on the disk until its request is over. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  sha256: string;
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

/** What goes wrong with our disk is our fault, and no damaged form. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw filesAway(error);
  }
}

/** The files of one request: written as they come, counted, and gone with it. */
export class Reception {
  readonly #folder: string;
  readonly #account: ByteAccount;
  readonly #paths: string[] = [];
  #room = UPLOAD_REQUEST_BYTES_MAX;
  constructor(folder: string, account: ByteAccount) {
    this.#folder = folder;
    this.#account = account;
  }

  /** Throws 429 or 503 immediately for a body that has no room. */
  announce(bytes: number): void {
    this.#account.announce(Math.min(bytes, UPLOAD_REQUEST_BYTES_MAX));
  }

  /** Counts bytes that are kept in memory; 413 when the request has too many. */
  count(bytes: number): void {
    this.#room -= bytes;
    if (this.#room < 0)
      throw tooLarge(t('One request takes at most {megabytes} MB', { megabytes: megabytes(UPLOAD_REQUEST_BYTES_MAX) }));
  }

  async receive(stream: Readable): Promise<ReceivedFile> {
    const path = join(this.#folder, randomKey());
    const handle = await onDisk(createFile(path));
    this.#paths.push(path);
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.count(chunk.length);
        this.#account.take(chunk.length);
        size += chunk.length;
        hash.update(chunk);
        await onDisk(handle.writeFile(chunk));
      }
    } finally {
      await handle.close();
    }
    return { path, size, sha256: hash.digest('hex') };
  }

  async close(): Promise<void> {
    // What cannot be removed now is the sweep's.
    await Promise.all(this.#paths.map((path) => rm(path, { force: true }).catch(() => undefined)));
    this.#account.close();
  }
}

/** Where uploads lie while their requests last: a folder of this process alone. */
export class Incoming {
  readonly budget = new ByteBudget({
    total: UPLOADS_BYTES_MAX,
    kept: UPLOADS_BYTES_KEPT,
    each: UPLOADS_BYTES_EACH,
  });
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** For one request of this holder; to be closed with it. */
  open(holder: ByteHolder): Reception {
    return new Reception(this.#folder, this.budget.open(holder));
  }

  /** The path of a new file here, for work that writes one: whoever asks removes it. */
  place(): string {
    return join(this.#folder, randomKey());
  }

  /** Removes what is older than this many milliseconds; at the start everything is a crash's. */
  async sweep(age: number): Promise<number> {
    await makeFolder(this.#folder, 0o700);
    let removed = 0;
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const info = await stat(path).catch(() => undefined);
      if (!info || Date.now() - info.mtimeMs < age) continue;
      await rm(path, { force: true });
      removed++;
    }
    return removed;
  }
}

/** Opens the folder, empty. */
export async function openIncoming(folder: string): Promise<Incoming> {
  const incoming = new Incoming(folder);
  await incoming.sweep(0);
  return incoming;
}

const SWEEP_MS = 3_600_000;

/** Removes, every hour, what a request could not remove at its end. The folder is this process's, and so is the work. */
export function sweepIncoming(incoming: Incoming, log: { warn(about: object, line: string): void }): { stop(): void } {
  const sweep = () =>
    incoming.sweep(SWEEP_MS).catch((error) => log.warn({ reason: String(error) }, 'old uploads were not removed'));
  const timer = every(SWEEP_MS, 'Removing old uploads', sweep).unref();
  return { stop: () => clearInterval(timer) };
}
