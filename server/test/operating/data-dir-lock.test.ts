import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InUseError, lockDataDir } from '../../src/db/embedded/data-dir-lock.ts';
import { isAlive, thisProcess } from '../../src/process/processes.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const OTHER_CONTAINER = ['unshare', '-p', '-i', '-f', '--mount-proc'];
const hasContainers = spawnSync('unshare', [...OTHER_CONTAINER.slice(1), 'true']).status === 0;
const QUICK = { beatMs: 40, staleMs: 400 };
const LOCK_SOURCE = resolve(import.meta.dirname, '../../src/db/embedded/data-dir-lock.ts');
/** Takes the lock, says so, and stays. */
const HOLDER = `import { lockDataDir } from ${JSON.stringify(LOCK_SOURCE)}; await lockDataDir(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-lock-'));
  return () => rm(dir, { recursive: true, force: true });
});
const lockFile = () => join(dir, 'quickfleet.lock');
const holderOf = async () => JSON.parse(await readFile(lockFile(), 'utf8'));
/** What a process on another machine has left in the folder. */
const foreign = () => ({ ...thisProcess(), token: 'theirs', boot: 'another-boot', host: 'other.example', pid: 4711 });

async function startHolder(within: readonly string[] = []) {
  const [command = '', ...args] = [...within, process.execPath, '--input-type=module', '-e', HOLDER, dir];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}
/** The real process behind `unshare`, by its number out here. */
const inside = (child: { pid?: number | undefined }) =>
  Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]);

describe('the lock of DATA_DIR', () => {
  it('N01 is refused to a second process with the name of its holder, and is free again after kill -9', async () => {
    const holder = await startHolder();
    const before = await holderOf();
    await expect(lockDataDir(dir)).rejects.toThrow(`already running on ${dir} (process ${holder.pid})`);
    expect(await holderOf()).toEqual(before);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const began = performance.now();
    const lock = await lockDataDir(dir);
    expect(performance.now() - began).toBeLessThan(10_000);
    await lock.release();
    expect(await readdir(dir)).toEqual(['quickfleet.lock.sqlite']);
  });

  it.skipIf(!hasContainers)('N01 is refused to a process of another container (needs unshare)', async () => {
    const holder = await startHolder(OTHER_CONTAINER);
    // The process numbers of another container name no process here, or a wrong one.
    expect(await holderOf()).toMatchObject({ pid: 1 });
    await expect(lockDataDir(dir)).rejects.toThrow(`already running on ${dir} (process 1 of another container)`);
    process.kill(inside(holder), 'SIGKILL');
    await once(holder, 'exit');
    await (await lockDataDir(dir)).release();
  });

  it('N02 is refused while another machine keeps the file moving, whatever the clocks say', async () => {
    await writeFile(lockFile(), JSON.stringify(foreign()));
    const yearsAgo = new Date('2001-01-01');
    let beat = 0;
    const beating = setInterval(() => void utimes(lockFile(), yearsAgo, new Date(yearsAgo.getTime() + ++beat)), 60);
    await expect(lockDataDir(dir, QUICK)).rejects.toThrow(`(process 4711 on other.example)`);
    clearInterval(beating);
    expect(await holderOf()).toEqual(foreign());
  });

  it('N02 is taken over from a machine that is gone or was restarted, once its file has stopped changing', async () => {
    await writeFile(lockFile(), JSON.stringify(foreign()));
    // The clock of that machine was ahead by years: only a change counts.
    await utimes(lockFile(), new Date('2050-01-01'), new Date('2050-01-01'));
    const said: string[] = [];
    const began = performance.now();
    const lock = await lockDataDir(dir, { ...QUICK, log: (line) => said.push(line) });
    expect(performance.now() - began).toBeGreaterThanOrEqual(QUICK.staleMs);
    expect(said).toEqual([expect.stringContaining('process 4711 on other.example')]);
    expect(await holderOf()).toMatchObject({ pid: process.pid, host: hostname() });
    await lock.release();
  });

  it('N02 keeps its file moving, and says so when another machine has taken the folder over', async () => {
    const lost = Promise.withResolvers<void>();
    const lock = await lockDataDir(dir, { ...QUICK, onLost: lost.resolve });
    const first = (await stat(lockFile())).mtimeMs;
    await expect.poll(async () => (await stat(lockFile())).mtimeMs, { interval: 20 }).not.toBe(first);
    // In one step, as a machine that takes over does: of a half-written file nobody knows whose it is.
    await writeFile(`${lockFile()}.foreign`, JSON.stringify(foreign()));
    await rename(`${lockFile()}.foreign`, lockFile());
    await lost.promise;
    await lock.release();
    expect(await holderOf()).toEqual(foreign());
  });

  it('goes over from the file of an earlier release, and from one that was cut off while it was written', async () => {
    for (const left of [`${2 ** 22 + 1} 4711`, '', '{"pid":']) {
      await writeFile(lockFile(), left);
      await (await lockDataDir(dir, QUICK)).release();
    }
  });

  it('has one winner among ten concurrent starts', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(dir, QUICK)));
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(InUseError);
    await won[0]?.release();
  });
});

describe.skipIf(!hasContainers)('two containers on one data folder (needs unshare)', { timeout: 60_000 }, () => {
  let data: string;
  let first: ServerProcess;
  let next: ServerProcess;
  const launch = (within: readonly string[]) =>
    startProcess({ DATA_DIR: data, PORT: '0', ADMIN_PASSWORD: 'a-good-password-1' }, undefined, { within });
  const untouched = async () => ({
    holder: await readFile(join(data, 'quickfleet.lock'), 'utf8'),
    postmaster: await readFile(join(data, 'postgres/postmaster.pid'), 'utf8'),
  });
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'quickfleet-containers-'));
    // A shell is the first process of the container: its children survive when the server is killed.
    first = await launch([...OTHER_CONTAINER, 'sh', '-c', '"$@"; sleep 50', 'sh']);
  });
  afterAll(async () => {
    for (const one of [first, next])
      if (one && one.child.exitCode === null && one.child.signalCode === null) await one.end('SIGKILL');
    await rm(data, { recursive: true, force: true });
  });

  it('N01 the second server touches nothing, and nothing of a PostgreSQL that was left behind in the first', async () => {
    const before = await untouched();
    await expect(launch([])).rejects.toMatchObject({
      code: 1,
      message: expect.stringMatching(
        /^QuickFleet cannot start: QuickFleet is already running on .* of another container\)/,
      ),
    });
    expect(await untouched()).toEqual(before);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    const shell = inside(first.child);
    const server = inside({ pid: shell });
    process.kill(server, 'SIGKILL');
    await expect.poll(() => isAlive(server)).toBe(false);
    await expect(launch([])).rejects.toMatchObject({
      code: 1,
      message: expect.stringContaining('A PostgreSQL of another container still runs on'),
    });
    expect(await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).toBe(before.postmaster);
    // The container ends, and everything in it: what it left is recovered.
    process.kill(shell, 'SIGKILL');
    next = await launch([]);
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
    expect(await next.end('SIGTERM')).toBe(0);
  });
});
