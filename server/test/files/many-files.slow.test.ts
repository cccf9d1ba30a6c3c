import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { COMPILED } from '../support/process.ts';

const [ROWS, THERE] = [300_000, 40];
/** Of V8's old space, in MB: the product itself takes more than half of it, and a list of all keys the rest. */
const BOUND = 90;

it('G25 the sweep, the nightly backup, its tidying up and the archive of every second need no more memory for 300,000 photos', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'quickfleet-many-'));
  await chmod(dir, 0o755);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const script = join(import.meta.dirname, './many-files.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${BOUND}`, script, dir, String(ROWS), String(THERE)],
    { env: { PATH: process.env['PATH'], ...COMPILED } },
  );
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    swept: { files: 0, strays: 1 },
    photos: 2 * THERE,
    missing: ROWS - THERE,
    archived: 2 * THERE,
    keptWithItsNight: true,
    keptLonger: false,
  });
  // Most of it is V8, which tidies up for want of room.
}, 600_000);
