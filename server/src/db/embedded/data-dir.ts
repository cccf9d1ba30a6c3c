import { existsSync } from 'node:fs';
import { open, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { makeFolder } from '../../files/make-folder.ts';
import { createSecrets, randomKey, type Secrets } from '../../security/secrets.ts';

const LENGTH_MIN = 32;
const WORD = 'quickfleet';
const WAY_OUT =
  'If it is lost for good, `npm run admin -- forget-secret` lets a new one begin; open orders then need new access codes.';

/** What a new embedded database takes, with room for its first day. */
export const NEW_CLUSTER_BYTES = 200_000_000;
const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

/** What the system says of a folder that cannot be used, and the way out. */
const FOLDER_FAULTS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user may not write there: give it to the user that runs QuickFleet (chown), or choose another'],
  ['EPERM', 'this user may not write there: give it to the user that runs QuickFleet (chown), or choose another'],
  ['EROFS', 'the disk is read-only: mount it writable, or choose another'],
  ['ENOENT', 'it cannot be made there: make it by hand, or choose another'],
  ['EEXIST', 'a file has that name: move the file away, or choose another'],
  ['ENOTDIR', 'a part of that path is a file: move the file away, or choose another'],
  ['ENOSPC', 'its disk is full: make room there, or choose another'],
  ['EDQUOT', 'the quota of its disk is used up: make room there, or choose another'],
]);

/** A disk that is away, like a network mount without its server, may keep a call waiting forever. */
const FOLDER_MS = 20_000;
/** A call to the system waits, and keeps the process from ending. */
export class NoAnswerError extends Error {}

/**
 * Makes a folder of the settings when it is missing, and writes into it. Throws a sentence that names the variable, the
 * folder and the way out. `bytes`: room that a new database needs there.
 */
export async function requireFolder(name: 'DATA_DIR' | 'BACKUP_DIR', dir: string, bytes: number): Promise<void> {
  const over = new AbortController();
  const isLate = pause(FOLDER_MS, true, { signal: over.signal }).catch(() => false);
  try {
    if (await Promise.race([probeFolder(name, dir, bytes).then(() => false), isLate]))
      throw new NoAnswerError(
        `${name} is ${dir}, and its disk does not answer: mount it again, or choose another ${name}.`,
      );
  } finally {
    over.abort();
  }
}

async function probeFolder(name: string, dir: string, bytes: number): Promise<void> {
  const probe = join(dir, `.quickfleet-${randomKey(6)}.tmp`);
  try {
    await makeFolder(dir);
    const handle = await open(probe, 'wx', 0o600);
    try {
      await handle.writeFile('written to see whether it can be');
      await handle.sync();
    } finally {
      await handle.close();
      await rm(probe, { force: true });
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const fault =
      FOLDER_FAULTS.get(String(error.code)) ??
      `the system says ${error.message}: see that its disk is there, or choose another`;
    throw new Error(`${name} is ${dir}, and ${fault} ${name}.`, { cause: error });
  }
  if (bytes === 0 || existsSync(join(dir, 'postgres'))) return;
  const { bavail, bsize } = await statfs(dir);
  if (bavail * bsize < bytes)
    throw new Error(
      `${name} is ${dir}, and its disk has ${megabytes(bavail * bsize)} left: a new database needs ${megabytes(bytes)}. Make room there, or choose another ${name}.`,
    );
}

/** The secret stored next to the data; undefined when there is none yet. */
export async function keptSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The secret in ${file} cannot be read: ${error.message}`);
  });
  if (text === undefined) return undefined;
  const secret = text.trim();
  if (secret.length < LENGTH_MIN)
    throw new Error(
      `${file} must hold a secret of at least ${LENGTH_MIN} characters. Put the file back from a backup, or set SESSION_SECRET to what it held.`,
    );
  return secret;
}

/**
 * SESSION_SECRET, or one that is created once and stored next to the data. Refuses a secret other than the one that
 * this database's access codes and cookies were created with, and never replaces a missing one.
 */
export async function openSecrets(orm: MikroORM, dir: string, given: string | undefined): Promise<Secrets> {
  const file = join(dir, 'session-secret');
  const known = given ?? (await keptSecret(file));
  return orm.em.fork().transactional(async (em) => {
    // Two servers may start together on one empty database: the first one's secret counts.
    await em.execute('lock table secret_mark in share row exclusive mode');
    const [mark] = await em.execute<{ sealed: string }[]>('select sealed from secret_mark');
    const [{ hasOrders = false } = {}] = await em.execute<{ hasOrders: boolean }[]>(
      'select exists(select 1 from orders) as "hasOrders"',
    );
    if (known === undefined && (mark || hasOrders))
      throw new Error(
        `The secret of this database is missing: put ${file} back from a backup, or set SESSION_SECRET to what it was. ${WAY_OUT}`,
      );
    const secret = known ?? randomKey(32);
    const secrets = createSecrets(secret);
    if (mark && secrets.open(mark.sealed) !== WORD)
      throw new Error(
        `This database was made with another secret: set SESSION_SECRET to the one that its other processes have, or put ${file} back from a backup. ${WAY_OUT}`,
      );
    if (known === undefined) {
      await makeFolder(dir);
      await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
    }
    // While a secret is rotated, the newest one takes over.
    if (!mark || createSecrets(secret.split(',')[0] ?? '').open(mark.sealed) !== WORD)
      await em.execute(
        'insert into secret_mark (id, sealed) values (1, ?) on conflict (id) do update set sealed = excluded.sealed',
        [secrets.seal(WORD)],
      );
    return secrets;
  });
}
