import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { residentMb } from '../support/counterparts/attack.ts';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { Person } from './people.ts';

const PASSWORD = 'a-good-password-1';
const REQUESTS = 20_000;
const AT_ONCE = 16;
const LOOKS = 20;
let dir: string;
let server: ServerProcess;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-little-'));
  // What Node takes for itself comes on top of its heap: some 512 MB in all.
  server = await startProcess({
    DATA_DIR: dir,
    PORT: '0',
    ADMIN_PASSWORD: PASSWORD,
    LIMIT_SCALE: '100000',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: '--max-old-space-size=384',
  });
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

/** Megabytes that a line through these points gains from its first to its last. */
function gain(points: readonly number[]): number {
  const middle = (points.length - 1) / 2;
  const mean = points.reduce((sum, point) => sum + point, 0) / points.length;
  const slope =
    points.reduce((sum, point, n) => sum + (n - middle) * (point - mean), 0) /
    points.reduce((sum, _, n) => sum + (n - middle) ** 2, 0);
  return slope * (points.length - 1);
}

describe('F-32 little memory, much load', () => {
  it(`${REQUESTS} reads and writes in 512 MB are all answered, and take no more and more`, async ({ task }) => {
    const people = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        const person = new Person(`${n}`, server.url, `127.2.0.${n + 1}`);
        await person.get('POST', '/api/login', { username: 'admin', password: PASSWORD });
        return person;
      }),
    );
    const memory: number[] = [];
    let asked = 0;
    let refused = 0;
    await Promise.all(
      people.map(async (person) => {
        while (asked < REQUESTS) {
          const n = asked++;
          const isWrite = n % 20 === 0;
          const path = isWrite ? '/api/v1/quotes' : (['/api/v1/quotes', '/api/v1/stats', '/healthz'][n % 3] ?? '');
          const { status } = await person.ask(isWrite ? 'POST' : 'GET', path, isWrite ? quoteBody() : undefined);
          if (status !== (isWrite ? 201 : 200)) refused++;
          if (n % (REQUESTS / LOOKS) === 0) memory.push(await residentMb(server.child.pid ?? 0));
        }
      }),
    );
    for (const person of people) person.leave();
    // What is compiled and cached in the first half is no leak.
    const half = memory.slice(LOOKS / 2);
    const measured = `memory ${memory.map((megabytes) => megabytes.toFixed(0)).join(' ')} MB; second half ${gain(half).toFixed(0)} MB`;
    Object.assign(task.meta, { tried: asked, letIn: refused, measured });
    console.log(measured);
    expect(refused).toBe(0);
    expect(Math.max(...memory)).toBeLessThan(512);
    expect(gain(half)).toBeLessThan(40);
  });
});
