import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const TRIES = 20;
const CONTAINER = ['unshare', '-p', '-i', '-f', '--mount-proc'];
const hasContainers = spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-containers-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const launch = (within: readonly string[]) =>
  startProcess({ DATA_DIR: dir, PORT: '0', ADMIN_PASSWORD: 'a-good-password-1', LIMIT_SCALE: '1000' }, undefined, {
    within,
  });
/** The first process of the container, by its number out here: with it everything in the container ends. */
const inside = ({ child }: ServerProcess) =>
  Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]);
async function write(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(quoteBody()),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return Number((await answer.json()).id);
}

describe.skipIf(!hasContainers)('F-5 F-30 two containers on one data folder (needs unshare)', () => {
  it(`in ${TRIES} tries one of them serves, the other is refused, and the database is whole after each`, async ({
    task,
  }) => {
    const written: number[] = [];
    let damaged = 0;
    let both = 0;
    for (let n = 0; n < TRIES; n++) {
      const first = launch(CONTAINER);
      // Another moment of the first one's start each time, or when it serves already.
      if (n % 4 === 3) await first.catch(() => undefined);
      else await pause(n * 60);
      const tries = await Promise.allSettled([first, launch(n % 2 ? [] : CONTAINER)]);
      const serving = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      if (serving.length > 1) both++;
      for (const one of tries)
        if (one.status === 'rejected') {
          expect(one.reason).toMatchObject({ code: 1 });
          expect(String(one.reason)).toMatch(/already running on|still runs on/);
        }
      const [winner] = serving;
      if (!winner) {
        damaged++;
        continue;
      }
      written.push(await write(winner));
      const ended = winner.end('SIGCONT');
      // A PostgreSQL that is left behind out here keeps containers out, as it should: only in one does it end with it.
      const isContained = winner.child.spawnfile === 'unshare';
      const pid = isContained ? inside(winner) : (winner.child.pid ?? 0);
      process.kill(pid, isContained && n % 3 ? 'SIGKILL' : 'SIGTERM');
      await ended;
    }
    const last = await launch([]);
    const signIn = await fetch(`${last.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'a-good-password-1' }),
    });
    const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const missing: number[] = [];
    for (const id of written)
      if ((await fetch(`${last.url}/api/v1/quotes/${id}`, { headers: { cookie } })).status !== 200) missing.push(id);
    expect(await last.end('SIGTERM')).toBe(0);
    Object.assign(task.meta, {
      tried: TRIES,
      letIn: damaged + both + missing.length,
      measured: `both served ${both}, did not open ${damaged}, quotes missing ${missing.length} of ${written.length}`,
    });
    expect({ both, damaged, missing, written: written.length }).toEqual({
      both: 0,
      damaged: 0,
      missing: [],
      written: TRIES,
    });
  });
});
