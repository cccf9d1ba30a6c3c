import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage } from '../../words/speak.ts';
import { isAlive } from '../processes.ts';
import { heavyProcesses } from './children.ts';
import { Crashed, heavy } from './heavy.ts';
import type { HeavyKind, HeavyLimits } from './kinds.ts';
import { Refused } from './protocol.ts';

const limits: HeavyLimits = {
  ...{ atOnce: 1, waiting: 3, seconds: 20, heapMb: 32, memoryMb: 400, entries: 1000, bytes: 5000 },
};
/** Small limits of its own for each test. */
const kindOf = (own: Partial<HeavyLimits> = {}, idleSeconds = 20): HeavyKind => ({
  ...{ name: 'tests', idleSeconds, flags: [], environment: {}, speaks: true },
  limits: { ...limits, ...own },
});
const work = (kind: HeavyKind) =>
  heavy<typeof import('../../../test/support/heavy-work.ts')>(
    kind,
    new URL('../../../test/support/heavy-work.ts', import.meta.url),
  );
const tooHeavy = { reason: 'TOO_HEAVY', code: 'PAYLOAD_TOO_LARGE' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quickfleet-heavy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('heavy work', () => {
  it('is done elsewhere, by one process after the other, in the language of its caller', async () => {
    const { run } = work(kindOf());
    const [first, second] = [await run('pidOf', null), await run('pidOf', null)];
    expect(first).toBe(second);
    expect(first).not.toBe(process.pid);
    expect(await inLanguage('de', () => run('say', null))).toBe('Auftrag nicht gefunden');
  });

  it('S29 is refused above each of its limits with a sentence, and the next piece is done', async () => {
    const kind = kindOf();
    const { run, write } = work(kind);
    await expect(run('countTo', 1001)).rejects.toMatchObject(tooHeavy);
    expect(await run('countTo', 1000)).toBe(1000);
    const path = join(folder, 'lines');
    await expect(write('lines', { count: 2000 }, { path })).rejects.toMatchObject(tooHeavy);
    expect(existsSync(path)).toBe(false);
    await expect(run('hold', 200)).rejects.toMatchObject(tooHeavy);
    kind.limits.seconds = 0.5;
    await expect(run('spin', 5000)).rejects.toMatchObject({
      ...tooHeavy,
      message: 'This takes longer than one request may. Please do it in smaller parts.',
    });
    kind.limits.seconds = 20;
    expect(await run('spin', 1)).toBe(1);
  });

  it.runIf(process.platform === 'linux')('S29 is refused for memory that V8 does not see', async () => {
    const { run } = work(kindOf({ memoryMb: 250 }));
    await expect(run('holdOutside', 300)).rejects.toMatchObject(tooHeavy);
    expect(await run('holdOutside', 20)).toBe(20 * 1024 * 1024);
  });

  it('leaves a whole file, whose name is gone before it is read', async () => {
    const path = join(folder, 'carried');
    const parts = ['one, ', 'two, ', 'three', null];
    const { write } = work(kindOf());
    const { size, bytes } = await write('carry', null, { path, answer: async () => parts.shift() ?? null });
    expect(existsSync(path)).toBe(false);
    expect([size, await text(bytes)]).toEqual([15, 'ONE, TWO, THREE']);
  });

  it('is read while it is written, and ends when nobody reads any more', async () => {
    const { stream } = work(kindOf({ bytes: 150_000 }));
    expect(await text(await stream('lines', { count: 2000 }, { path: join(folder, 'read') }))).toContain('line 1999\n');
    await expect(stream('lines', { count: 0 }, { path: join(folder, 'empty') }).then(text)).resolves.toBe('');
    let asked = 0;
    const answer = async () => {
      asked++;
      return 'part'.repeat(1000);
    };
    const path = join(folder, 'endless');
    const bytes = await stream('carry', null, { path, answer });
    expect(existsSync(path)).toBe(false);
    bytes.destroy();
    await expect.poll(() => heavyProcesses().some(({ kind, isBusy }) => kind === 'tests' && isBusy)).toBe(false);
    expect(asked).toBeGreaterThan(0);
    const tooLong = await stream('lines', { count: 20_000 }, { path: join(folder, 'long') });
    await expect(text(tooLong)).rejects.toMatchObject(tooHeavy);
  });

  it('tells what kept it from its answers, and passes refusals on', async () => {
    const { run, write } = work(kindOf());
    const answer = () => Promise.reject(new Error('no rows'));
    await expect(write('carry', null, { path: join(folder, 'none'), answer })).rejects.toThrow('no rows');
    await expect(run('refuse', true)).rejects.toMatchObject({ reason: 'BAD_FORM', message: 'Order not found' });
    await expect(run('refuse', false)).rejects.toEqual(new Refused({ why: 'so' }));
    expect(await run('countTo', 1)).toBe(1);
  });

  it('S30 that ends its process hurts nobody else: it is tried once more', async () => {
    const kind = kindOf({ atOnce: 2 });
    const { run } = work(kind);
    const beside = run('spin', 1500);
    await expect(run('end', 'SIGSEGV')).rejects.toThrow(Crashed);
    await expect(run('end', 'SIGKILL')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    expect(await beside).toBe(1500);
  });

  it('S30 does not queue without end, and is given up with whoever waits', async () => {
    const { run } = work(kindOf());
    const leaving = new AbortController();
    const first = run('spin', 10_000, { signal: leaving.signal });
    const waiting = [1, 2, 3].map((ms) => run('spin', ms));
    await expect(run('spin', 4)).rejects.toMatchObject({ reason: 'UNAVAILABLE', retryAfter: 3 });
    leaving.abort();
    await expect(first).rejects.toThrow('aborted');
    expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
  });

  it('S30 ends a process that has had nothing to do', async () => {
    const { run } = work(kindOf({}, 1));
    const pid = await run('pidOf', null);
    const its = () => heavyProcesses().filter((one) => one.pid === pid);
    expect(its()).toMatchObject([{ isBusy: false }]);
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect.poll(its).toEqual([]);
  });
});
