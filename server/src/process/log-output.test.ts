import { execFileSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogOutput } from './log-output.ts';
import { meters } from './meter.ts';

let dir: string;
const open: number[] = [];
const openIn = (path: string, flags: number) => {
  const fd = openSync(path, flags);
  open.push(fd);
  return fd;
};
const lost = async () => {
  const metric = await meters.getSingleMetric('quickfleet_log_lost')?.get();
  return metric?.values[0]?.value ?? 0;
};
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-log-'));
});
afterEach(async () => {
  for (const fd of open.splice(0)) closeSync(fd);
  await rm(dir, { recursive: true, force: true });
});

describe.runIf(platform() === 'linux')('a line of the log that cannot be written', () => {
  it('N28 is lost and counted on a full disk, and the next ones are written when there is room', async () => {
    const before = await lost();
    const output = new LogOutput(openIn('/dev/full', constants.O_WRONLY));
    for (const line of ['one\n', 'two\n']) output.write(line);
    expect(await lost()).toBe(before + 2);
    expect(output.lost).toBe(2);
  });

  it('N28 and the log says how many were lost when there is room again, each line whole', async () => {
    const fifo = join(dir, 'pipe');
    execFileSync('mkfifo', [fifo]);
    const reader = openIn(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const output = new LogOutput(openIn(fifo, constants.O_WRONLY));
    const told: [number, string][] = [];
    output.onRoom = (...lines) => told.push(lines);
    const before = await lost();
    const line = `${'x'.repeat(1000)}\n`;
    const began = performance.now();
    // Nobody reads: what the pipe and we hold is bounded, and nothing waits.
    for (let count = 0; count < 5000; count++) output.write(line);
    expect(performance.now() - began).toBeLessThan(2000);
    const gone = (await lost()) - before;
    expect(gone).toBeGreaterThan(4000);
    expect(gone).toBeLessThan(5000);
    let read = '';
    const take = () => {
      const chunk = Buffer.alloc(64 * 1024);
      try {
        read += chunk.toString('utf8', 0, readSync(reader, chunk));
      } catch {
        // Nothing more for now.
      }
      return read;
    };
    const toldAfter = () => {
      take();
      return told.length;
    };
    await expect.poll(toldAfter, { interval: 5 }).toBe(1);
    expect(told).toEqual([[gone, 'nobody reads the pipe']]);
    output.write('after\n');
    await expect.poll(take, { interval: 5 }).toMatch(/\nafter\n$/);
    const lines = read.trimEnd().split('\n');
    expect(new Set(lines)).toEqual(new Set([line.trimEnd(), 'after']));
    expect(lines.length - 1 + gone).toBe(5000);
  });

  it('N28 is lost while a pipe has no reader, and the log goes on with the next reader', async () => {
    const fifo = join(dir, 'pipe');
    execFileSync('mkfifo', [fifo]);
    const first = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const output = new LogOutput(openIn(fifo, constants.O_WRONLY));
    closeSync(first);
    output.write('lost\n');
    expect(output.lost).toBe(1);
    const reader = openIn(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    output.write('read\n');
    const chunk = Buffer.alloc(100);
    expect(chunk.toString('utf8', 0, readSync(reader, chunk))).toBe('read\n');
  });

  it('N28 leaves the file of the log with whole lines', () => {
    const file = join(dir, 'log');
    const fd = openIn(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND);
    const output = new LogOutput(fd);
    output.write('one\n');
    ftruncateSync(fd, 0);
    output.write('two\n');
    expect(readFileSync(file, 'utf8')).toBe('two\n');
  });
});
