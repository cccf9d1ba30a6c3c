import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileOnce } from './compile-ahead.ts';

let kept: string;
beforeAll(async () => {
  kept = await mkdtemp(join(tmpdir(), 'compiled-'));
});
afterAll(() => rm(kept, { recursive: true }));

it('G19 the next start repeats a failed compilation, and not a finished one', async () => {
  await expect(compileOnce(kept, () => Promise.reject(new Error('a source cannot be loaded')))).rejects.toThrow(
    'a source cannot be loaded',
  );
  let done = 0;
  const work = async () => {
    done++;
  };
  await compileOnce(kept, work);
  await compileOnce(kept, work);
  expect(done).toBe(1);
});
