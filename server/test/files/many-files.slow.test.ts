import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { COMPILED } from '../support/process.ts';

const THERE = 40;
const [FEW, MANY] = [1000, 300_000];
/** In MB, beyond what the product itself holds: a list of all keys needs more. */
const ROOM = 32;

/** What a run prints at its end, in a process with these options of V8; `megabytes` only where it may collect. */
async function run(rows: number, ...options: string[]): Promise<{ megabytes: number }> {
  const dir = await mkdtemp(join(tmpdir(), 'quickfleet-many-'));
  await chmod(dir, 0o755);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...options, join(import.meta.dirname, './many-files.ts'), dir, String(rows), String(THERE)],
    { env: { PATH: process.env['PATH'], ...COMPILED } },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

it('G25 the sweep, the nightly backup, its tidying up and the archive of every second need no more memory for 300,000 photos', async () => {
  const { megabytes } = await run(FEW, '--expose-gc');
  const bound = megabytes + ROOM;
  // V8 that marks step by step lets garbage of the meantime stand, as much as the whole room on a busy machine.
  expect(await run(MANY, `--max-old-space-size=${bound}`, '--no-incremental-marking')).toEqual({
    swept: { files: 0, strays: 1 },
    photos: 2 * THERE,
    missing: MANY - THERE,
    archived: 2 * THERE,
    keptWithItsNight: true,
    keptLonger: false,
  });
  // Most of it is V8, which tidies up for want of room.
}, 600_000);
