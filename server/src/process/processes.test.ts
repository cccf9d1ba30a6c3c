import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { isAlive } from './processes.ts';

// In a container the server is often process 1, and nobody asks for the end of the PostgreSQL that it started.
it.runIf(platform() === 'linux')(
  'F-28 a process that is over is not alive, though nobody has asked for its end',
  async () => {
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = await once(parent.stdout, 'data');
    const over = Number(String(line));
    expect(over).toBeGreaterThan(0);
    await expect.poll(() => isAlive(over)).toBe(false);
    expect(isAlive(parent.pid ?? 0)).toBe(true);
  },
);
