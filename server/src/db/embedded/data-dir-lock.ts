import { open, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { makeFolder } from '../../files/make-folder.ts';
import { every } from '../../process/outside/background.ts';
import { isSameKernel, type ProcessName, stillRuns, thisProcess } from '../../process/processes.ts';
import { randomKey } from '../../security/secrets.ts';

const BEAT_MS = 2000;
/** A holder that cannot be seen from here counts as gone when its file stood still for this long. */
const STALE_MS = 15_000;
const CONFIRM_MS = 1000;
const SQLITE_BUSY = 5;

const holderSchema = z.object({
  token: z.string(),
  pid: z.number(),
  started: z.string(),
  boot: z.string(),
  namespace: z.string(),
  host: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

export class InUseError extends Error {}
export interface DataDirLock {
  release(): Promise<void>;
}
interface Options {
  /** Told once when this takes a while. */
  log?: ((line: string) => void) | undefined;
  /** The folder went to another process, which nothing here can undo: write to it no more. */
  onLost?: (() => void) | undefined;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  beatMs?: number;
  staleMs?: number;
}

/**
 * A lock that the kernel holds and drops with the process, however it ends: SQLite takes its file locks (fcntl,
 * LockFileEx) in a file that stays empty. undefined where the file system knows no locks.
 */
function lockInKernel(file: string): DatabaseSync | 'taken' | undefined {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, { timeout: 0 });
    handle.exec('pragma journal_mode = off; begin exclusive');
    return handle;
  } catch (error) {
    handle?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return 'taken';
    return undefined;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const inUse = (dir: string, holder: Holder | undefined): InUseError => {
  const here = thisProcess();
  const where =
    holder === undefined
      ? 'another process'
      : holder.host !== here.host
        ? `process ${holder.pid} on ${holder.host}`
        : holder.namespace !== here.namespace
          ? `process ${holder.pid} of another container`
          : `process ${holder.pid}`;
  return new InUseError(
    `QuickFleet is already running on ${dir} (${where}). Stop it first, or choose another DATA_DIR.`,
  );
};

/** Opened again for every look: only then do network file systems ask the server. */
async function look(file: string): Promise<{ text: string; at: number } | undefined> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    return { text: await handle.readFile('utf8'), at: (await handle.stat()).mtimeMs };
  } finally {
    await handle.close();
  }
}

/** Whether the file changes within `staleMs` of this process's own clock: no two machines' clocks are compared. */
async function beats(file: string, { beatMs = BEAT_MS, staleMs = STALE_MS, signal }: Options): Promise<boolean> {
  const first = await look(file);
  for (const until = performance.now() + staleMs; performance.now() < until; ) {
    await pause(beatMs / 2, undefined, { signal });
    const now = await look(file);
    if (now?.text !== first?.text || now?.at !== first?.at) return true;
  }
  return false;
}

/** Under this kernel a living holder would have the kernel's lock. */
const isGone = (holder: ProcessName, isLockedInKernel: boolean): boolean =>
  (isLockedInKernel && isSameKernel(holder, thisProcess())) || stillRuns(holder) === false;

/** Writes this process's name into the file; throws when another process has the folder. */
async function claim(dir: string, file: string, mine: Holder, isLockedInKernel: boolean, options: Options) {
  const text = JSON.stringify(mine);
  const isFirst = await writeFile(file, text, { flag: 'wx', mode: 0o644 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (isFirst) return;
  const left = (await look(file))?.text ?? '';
  const holder = parseHolder(left);
  const isCertain = holder !== undefined && isGone(holder, isLockedInKernel);
  if (!isCertain) {
    if (holder && stillRuns(holder)) throw inUse(dir, holder);
    options.log?.(
      `${dir} was last used by ${holder ? `process ${holder.pid} on ${holder.host}` : 'a process without a name'}; looking whether it still runs`,
    );
    if (await beats(file, options)) throw inUse(dir, parseHolder((await look(file))?.text ?? '') ?? holder);
  }
  const fresh = `${file}.${mine.token}`;
  await writeFile(fresh, text);
  if (((await look(file))?.text ?? '') !== left) {
    await rm(fresh, { force: true });
    throw inUse(dir, parseHolder((await look(file))?.text ?? ''));
  }
  await rename(fresh, file);
  // If two took over at the same moment, the one that the file still names has it.
  if (!isLockedInKernel || !isCertain) await pause(options.beatMs ?? CONFIRM_MS, undefined, { signal: options.signal });
  const now = parseHolder((await look(file))?.text ?? '');
  if (now?.token !== mine.token) throw inUse(dir, now);
}

/** Shows that this process lives, by the file's time: that needs no room on a full disk. */
function writeHeartbeats(file: string, mine: Holder, { beatMs = BEAT_MS, onLost }: Options): () => Promise<void> {
  let isOver = false;
  let beating = Promise.resolve();
  const beat = async () => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? '' : undefined,
    );
    if (text === undefined || isOver) return;
    const now = parseHolder(text);
    if (now !== undefined && now.token !== mine.token) {
      isOver = true;
      onLost?.();
    } else if (now === undefined) await writeFile(file, JSON.stringify(mine));
    else await utimes(file, new Date(), new Date());
  };
  const timer = every(beatMs, 'Showing that this process lives', () => {
    beating = beating.then(beat).catch(() => undefined);
  }).unref();
  return async () => {
    isOver = true;
    clearInterval(timer);
    await beating;
  };
}

/**
 * Makes this process the one that uses the folder (decision 016). Throws when another one has it, having touched
 * nothing but its own lock; what a dead one left is taken over.
 */
export async function lockDataDir(dir: string, options: Options = {}): Promise<DataDirLock> {
  await makeFolder(dir, 0o755);
  const file = join(dir, 'quickfleet.lock');
  const inKernel = lockInKernel(join(dir, 'quickfleet.lock.sqlite'));
  if (inKernel === 'taken') throw inUse(dir, parseHolder((await look(file))?.text ?? ''));
  const mine: Holder = { token: randomKey(8), ...thisProcess() };
  try {
    await claim(dir, file, mine, inKernel !== undefined, options);
  } catch (error) {
    inKernel?.close();
    throw error;
  }
  const end = writeHeartbeats(file, mine, options);
  return {
    async release() {
      await end();
      if (parseHolder((await look(file))?.text ?? '')?.token === mine.token) await rm(file, { force: true });
      inKernel?.close();
    },
  };
}
