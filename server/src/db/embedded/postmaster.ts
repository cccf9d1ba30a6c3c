import { readdir, readFile, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { socketTo } from '../../process/outside/connections.ts';
import { isAlive } from '../../process/processes.ts';
import type { Cluster } from './postgres-cluster.ts';

/** Whether process `pid` is the PostgreSQL of this folder, and not a program that got its number since. */
async function isPostgresOf(dir: string, pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // A system that does not show it: the number must do.
  if (command === undefined) return true;
  if (!command.includes('postgres')) return false;
  // PostgreSQL works inside its data folder, however the path to it is spelled.
  const [folder, workingIn] = await Promise.all([stat(dir), stat(`/proc/${pid}/cwd`).catch(() => undefined)]);
  return workingIn ? workingIn.ino === folder.ino && workingIn.dev === folder.dev : command.includes(dir);
}

/** The process in postmaster.pid, when it lives and can be seen from here. */
export async function runningPid(dir: string): Promise<number | undefined> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  return (await isPostgresOf(dir, pid)) ? pid : undefined;
}

const SOCKET_PATH_MAX = 100;
/** The folder of a cluster as the address of its socket; undefined where the path is too long for one. */
export const socketIn = (dir: string, port: number): string | undefined =>
  platform() !== 'win32' && join(dir, `.s.PGSQL.${port}`).length <= SOCKET_PATH_MAX ? dir : undefined;

/**
 * Whether a PostgreSQL listens on a socket in the folder. The kernel answers that whatever the process numbers are:
 * one left behind in another container is found by its socket alone.
 */
export async function answersInFolder(dir: string): Promise<boolean> {
  const names = (await readdir(dir)).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name));
  const paths = names.map((name) => join(dir, name)).filter((path) => path.length <= SOCKET_PATH_MAX);
  const answers = paths.map(
    (path) =>
      new Promise<boolean>((done) => {
        const socket = socketTo(path);
        socket.once('error', () => done(false));
        socket.once('close', () => done(false));
        socket.once('connect', () => {
          done(true);
          socket.destroy();
        });
      }),
  );
  return (await Promise.all(answers)).includes(true);
}

/** pg_ctl's modes, each with the seconds it gets: transactions roll back; then an end that the next start recovers from. */
const ENDS = [
  ['fast', 6],
  ['immediate', 4],
] as const;
const LOOK_MS = 50;

/** Stops the PostgreSQL of this folder, when one runs. Everything committed is on the disk either way. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  const pid = await runningPid(cluster.dir);
  if (pid === undefined) return;
  for (const [mode, seconds] of ENDS) {
    await cluster.control('stop', '-D', cluster.dir, '-m', mode, '-w', '-t', String(seconds));
    // Its last breath comes after the file that pg_ctl looks for is gone.
    for (let look = 0; look < 20 && isAlive(pid); look++) await pause(LOOK_MS);
    if (!isAlive(pid)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) on ${cluster.dir} does not stop`);
}
