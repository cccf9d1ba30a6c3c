import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomKey } from './secrets.ts';

/** When a process started, in ticks since boot: tells a number that was given out again from the process we mean. */
const startOf = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

export class InUseError extends Error {}

/**
 * Makes this process the one that uses the folder. Throws when another lives there; what a killed one left is taken
 * over.
 */
export async function lockDataDir(dir: string): Promise<() => Promise<void>> {
  await mkdir(dir, { recursive: true, mode: 0o755 });
  const file = join(dir, 'quickfleet.lock');
  const mine = `${process.pid} ${await startOf(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(file, mine, { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch {
      const [pid = '', started = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
      const holder = Number(pid);
      if (holder > 0 && holder !== process.pid && isAlive(holder) && (await startOf(holder)) === started) {
        throw new InUseError(
          `QuickFleet is already running on ${dir} (process ${holder}). Stop it first, or choose another DATA_DIR.`,
        );
      }
      await rm(file, { force: true });
    }
  }
  throw new InUseError(`The folder ${dir} is in use`);
}

/** SESSION_SECRET, or one that is made once and kept beside the data. */
export async function secretOf(dir: string, given: string | undefined): Promise<string> {
  if (given) return given;
  const file = join(dir, 'session-secret');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return known.trim();
  await mkdir(dir, { recursive: true });
  const secret = randomKey(32);
  await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
  return secret;
}
