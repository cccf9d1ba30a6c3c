import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { photo, quoteBody } from '../support/factories.ts';
import { runCommand } from '../support/operator.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { Person } from './people.ts';

const PASSWORD = 'a-good-password-1';
const SECONDS = Number(process.env['BACKUP_SECONDS'] ?? 60);
const EVERY_SECONDS = 20;
let dir: string;
let server: ServerProcess;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-backups-'));
  await chmod(dir, 0o755);
  server = await startProcess({
    DATA_DIR: join(dir, 'data'),
    PORT: '0',
    ADMIN_PASSWORD: PASSWORD,
    LIMIT_SCALE: '100000',
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

/** Quotes with a photo each, one after the other; when each was acknowledged, by its number. */
function keepWriting(): { acknowledged: Map<number, number>; stop(): Promise<void> } {
  const acknowledged = new Map<number, number>();
  let isOver = false;
  const work = async () => {
    const bytes = new Uint8Array(await photo());
    while (!isOver) {
      const body = new FormData();
      body.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'a.jpg');
      const uploaded = await fetch(`${server.url}/api/v1/upload`, { method: 'POST', body });
      const cookie = uploaded.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const { file } = await uploaded.json();
      const [item] = quoteBody().items;
      const made = await fetch(`${server.url}/api/v1/quotes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ ...quoteBody(), items: [{ ...item, images: [file.url] }] }),
      });
      if (made.status !== 201) throw new Error(`${made.status} ${await made.text()}`);
      acknowledged.set(Number((await made.json()).id), Date.now());
      await pause(100);
    }
  };
  const working = Promise.all([work(), work()]);
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await working;
    },
  };
}
async function quotesIn(dataDir: string): Promise<number[]> {
  const installation = await openInstallation(readConfig({ DATA_DIR: dataDir }), () => undefined);
  const client = await installation.connect();
  const { rows } = await client.query<{ id: number }>('select id from quotes');
  await client.end();
  await installation.close();
  return rows.map(({ id }) => id);
}

// Each backup is restored afterwards, which may take as long as the pause between two of them.
describe('F-27 backups under load', { timeout: 2 * SECONDS * 1000 + 300_000 }, () => {
  it(`one every ${EVERY_SECONDS} s for ${SECONDS} s, and each restores with the rows, hashes and files it had`, async ({
    task,
  }) => {
    const dispatcher = new Person('dispatcher', server.url, '127.1.0.4');
    await dispatcher.get('POST', '/api/login', { username: 'admin', password: PASSWORD });
    const calls = [
      ['GET', '/api/v1/quotes'],
      ['GET', '/api/v1/stats'],
    ] as const;
    const writing = keepWriting();
    await dispatcher.work(5, calls);
    const quiet = await dispatcher.work(EVERY_SECONDS, calls);
    let isOver = false;
    const backups: { file: string; begun: number }[] = [];
    const backing = (async () => {
      while (!isOver) {
        const begun = Date.now();
        const file = join(dir, `${backups.length}.tar`);
        const { code, output } = await runCommand('backup', [file], { DATA_DIR: join(dir, 'data') });
        expect(code, output).toBe(0);
        backups.push({ file, begun });
        await pause(Math.max(0, EVERY_SECONDS * 1000 - (Date.now() - begun)));
      }
    })();
    const fared = await dispatcher.work(SECONDS, calls);
    isOver = true;
    await Promise.all([writing.stop(), backing]);
    dispatcher.leave();
    let damaged = 0;
    let lost = 0;
    for (const [n, { file, begun }] of backups.entries()) {
      const data = join(dir, `restored-${n}`);
      // The restore compares the hash of every file and of every row, the history's among them.
      const { code, output } = await runCommand('restore', [file], { DATA_DIR: data });
      if (code !== 0) {
        console.log(output);
        damaged++;
        continue;
      }
      const found = new Set(await quotesIn(data));
      lost += [...writing.acknowledged].filter(([id, at]) => at < begun && !found.has(id)).length;
      await rm(data, { recursive: true });
      await rm(file);
    }
    const ratio = fared.p95 / quiet.p95;
    const measured = `${backups.length} backups, damaged ${damaged}, acknowledged rows missing ${lost}; ${writing.acknowledged.size} quotes with photos; p95 ×${ratio.toFixed(2)} (${quiet.p95.toFixed(0)} → ${fared.p95.toFixed(0)} ms), answered ${((100 * fared.answered) / fared.calls).toFixed(1)} %`;
    Object.assign(task.meta, { tried: backups.length, letIn: damaged + lost, measured });
    console.log(measured);
    expect({ damaged, lost }).toEqual({ damaged: 0, lost: 0 });
    expect(fared.answered).toBe(fared.calls);
  });
});
