import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HostileClients, residentMb } from '../support/counterparts/attack.ts';
import { photo, quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

// The server as a separate process, with its real limits: LIMIT_SCALE is 1.

let dir: string;
let server: ServerProcess;
const hostile = new HostileClients();
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-memory-'));
  server = await startProcess({ DATA_DIR: dir, PORT: '0', ADMIN_PASSWORD: 'a-good-password-1' });
});
afterAll(async () => {
  hostile.end();
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

const memory = () => residentMb(server.child.pid ?? 0);
async function upload(): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await photo(1200, 900))], { type: 'image/jpeg' }), 'a.jpg');
  return (await fetch(`${server.url}/api/v1/upload`, { method: 'POST', body: form })).status;
}
const ask = async () =>
  (
    await fetch(`${server.url}/api/v1/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(quoteBody()),
    })
  ).status;

describe('T-16 half-sent uploads', () => {
  it('S21 24 of 56 MB from one address cost at most 100 MB of memory while they last and after, and others are answered', async () => {
    // What a process needs for its first photos it keeps, and a busy machine gives it later than an idle one.
    for (let photo = 0; photo < 5; photo++) expect([await upload(), await ask()]).toEqual([201, 201]);
    const before = await memory();
    let most = before;
    const looking = setInterval(() => {
      void memory().then((now) => {
        most = Math.max(most, now);
      });
    }, 50);
    onTestFinished(() => clearInterval(looking));
    await Promise.all(Array.from({ length: 24 }, () => hostile.halfUpload(server.url, 56, '127.0.0.7')));
    expect([await upload(), await ask()]).toEqual([201, 201]);
    await expect.poll(() => hostile.held, { timeout: 90_000, interval: 250 }).toBe(0);
    clearInterval(looking);
    const after = await memory();
    console.log(
      `resident memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, ${after.toFixed(0)} MB after`,
    );
    expect(most - before).toBeLessThan(100);
    expect(after - before).toBeLessThan(100);
    await expect.poll(() => readdir(join(dir, 'incoming')), { timeout: 10_000 }).toEqual([]);
    expect(await upload()).toBe(201);
  }, 120_000);
});
