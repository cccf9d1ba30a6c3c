import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type pg from 'pg';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type FileStore, isFileKey, thumbKey } from '../files.ts';

const AT_ONCE = 4;
/** Files moved before a waiting backup gets its turn. */
const BATCH = 50;
const HELD_LOOK_MS = 1000;
/** Another round fetches what servers wrote to the source during the last one. */
const ROUNDS = 5;

export interface Move {
  from: FileStore;
  to: FileStore;
  /** Copies only; what was copied stays in the source too. */
  isKeeping?: boolean;
  log: (line: string) => void;
  signal?: AbortSignal;
}
export interface Moved {
  /** Files that are in the target now, by what became of them. */
  copied: number;
  alreadyThere: number;
  removed: number;
  bytes: number;
  /** Files that are still in the source alone. */
  left: number;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
async function readAll(store: FileStore, key: string): Promise<Buffer | undefined> {
  const found = await store.read(key);
  return found && Buffer.concat(await found.stream.toArray());
}

/** Brings one file over, and takes it out of the source once the target has given it back with the same hash. */
async function moveOne(key: string, { from, to, isKeeping }: Move, moved: Moved): Promise<void> {
  const bytes = await readAll(from, key);
  // Removed since it was listed: no longer needed.
  if (!bytes) return;
  const hash = sha256(bytes);
  const isThere = async () => {
    const copy = (await to.size(key)) === bytes.length ? await readAll(to, key) : undefined;
    return copy !== undefined && sha256(copy) === hash;
  };
  if (await isThere()) moved.alreadyThere++;
  else {
    await to.write(key, bytes);
    if (!(await isThere())) throw new Error(`${key} came back changed after it was copied; it stays where it was.`);
    moved.copied++;
    moved.bytes += bytes.length;
  }
  if (isKeeping) return;
  await from.remove(key);
  moved.removed++;
}

const keysOf = async (store: FileStore): Promise<string[]> =>
  (await Array.fromAsync(store.list(), ({ key }) => key)).filter(isFileKey);

/** While a backup copies, nothing is removed: waits until it is done. */
async function takeTurn({ log, signal }: Move, client: pg.Client): Promise<void> {
  for (let looks = 0; ; looks++) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock_shared($1) as free', [
      LOCKS.files,
    ]);
    if (rows[0]?.free) return;
    if (looks === 0) log('A backup is being made; waiting until it is done.');
    await pause(HELD_LOOK_MS);
  }
}

/**
 * Moves every file from one store to the other while servers run that know both. Can be ended at any moment and called
 * again: each file is in one of the two, whole, all the time.
 */
export async function moveFiles(move: Move, client: pg.Client): Promise<Moved> {
  const moved: Moved = { copied: 0, alreadyThere: 0, removed: 0, bytes: 0, left: 0 };
  const limit = pLimit(AT_ONCE);
  const done = new Set<string>();
  const waiting = async () => (await keysOf(move.from)).filter((key) => !done.has(key));
  let keys = await waiting();
  for (let round = 1; keys.length > 0 && round <= ROUNDS; round++) {
    for (let at = 0; at < keys.length; at += BATCH) {
      await takeTurn(move, client);
      try {
        const batch = keys.slice(at, at + BATCH);
        const ends = await Promise.allSettled(batch.map((key) => limit(() => moveOne(key, move, moved))));
        for (const end of ends) if (end.status === 'rejected') throw end.reason;
        for (const key of batch) done.add(key);
      } finally {
        await client.query('select pg_advisory_unlock_shared($1)', [LOCKS.files]);
      }
      if (keys.length > BATCH) move.log(`${Math.min(at + BATCH, keys.length)} of ${keys.length} files`);
    }
    keys = await waiting();
  }
  moved.left = keys.length;
  return moved;
}

export interface FileCounts {
  /** Photos and signatures that the database names; each is two files, itself and its thumbnail. */
  rows: number;
  folder: number;
  s3: number;
  both: number;
  /** Files that the database names and neither store has. */
  missing: string[];
  /** Files that no row names: uploads of this moment, and what the next sweeps remove. */
  withoutRow: number;
}

/** Compares the rows with what lies in either store. */
export async function countFiles(
  { folder, s3 }: { folder: FileStore; s3: FileStore | undefined },
  client: pg.Client,
): Promise<FileCounts> {
  const keysIn = async (store: FileStore | undefined) => new Set(store ? await keysOf(store) : []);
  const [inFolder, inBucket] = [await keysIn(folder), await keysIn(s3)];
  // Asked after the stores: a file is there before its row.
  const { rows } = await client.query<{ key: string }>('select key from stored_files');
  const named = rows.flatMap(({ key }) => [key, thumbKey(key)]);
  const missing: string[] = [];
  // Moved or uploaded while the stores were listed.
  for (const key of named.filter((one) => !inFolder.has(one) && !inBucket.has(one)))
    if ((await folder.size(key)) === undefined && (await s3?.size(key)) === undefined) missing.push(key);
  const known = new Set(named);
  return {
    rows: rows.length,
    folder: inFolder.size,
    s3: inBucket.size,
    both: [...inFolder].filter((key) => inBucket.has(key)).length,
    missing,
    withoutRow: [...new Set([...inFolder, ...inBucket])].filter((key) => !known.has(key)).length,
  };
}
