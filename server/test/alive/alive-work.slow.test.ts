import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderBody, photoFile } from '../support/factories.ts';
import { useAlive } from './alive.ts';

const alive = useAlive({}, { embedded: true });

/** Asks for an answer and goes away: before its first byte, or right after it. */
function hangUp(path: string, when: 'at once' | 'in the middle', headers: Record<string, string>): Promise<void> {
  const { hostname, port, host } = new URL(alive.url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((done) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, () => when === 'at once' && socket.destroy());
    });
    socket.on('data', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => done());
  });
}

const upload = async (): Promise<Response> => {
  const { bytes, type, name } = await photoFile('file');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return alive.call('POST', '/api/v1/upload', undefined, { body: form });
};
/** The processes that this one has started, by what they run. */
async function childrenOf(pid: number, word: string): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    all.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return parent === pid && command.includes(word) ? [Number(name)] : [];
    }),
  );
  return found.flat();
}
const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended by itself.
  }
};

describe('N25 readers that go away', () => {
  it('ends nothing and leaves nothing open, whatever they were reading', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, async () => (await alive.call('POST', '/api/v1/orders', orderBody())).json()),
    );
    const ids = made.map(({ id }) => id).join(',');
    const { id, customerId } = made[0];
    const full = await (await alive.call('POST', '/api/v1/exports', {})).json();
    const paths = [
      '/api/v1/orders.csv',
      '/api/v1/orders.xlsx',
      '/api/v1/activity.csv',
      '/api/v1/customers.xlsx',
      `/api/v1/orders/labels.pdf?ids=${ids}`,
      `/api/v1/orders/${id}/label.pdf`,
      `/api/v1/orders/${id}/proof.pdf`,
      `/api/v1/orders/proofs.zip?ids=${ids}`,
      `/api/v1/orders/${id}/evidence.zip`,
      `/api/v1/customers/${customerId}/personal-data.zip`,
      `/api/v1/exports/${full.id}/download`,
      '/trpc/live.onChange',
      '/',
    ];
    for (const path of paths) {
      for (const when of ['at once', 'in the middle'] as const)
        await Promise.all(
          Array.from({ length: 5 }, () => hangUp(path, when, { cookie: alive.cookie, accept: 'text/event-stream' })),
        );
      await alive.expectAlive(`${path.replace(/\?.*|\d+/g, '')}: its reader goes away`, { times: 10 });
    }
  });
});

describe('N26 folders that go away and come back', () => {
  it.each(['incoming', 'files', 'exports', 'backups'])('%s', async (name) => {
    const folder = join(alive.dir, name);
    const { url } = (await (await upload()).json()).file;
    await (await alive.call('POST', '/api/v1/exports', {})).text();
    const look = async () => [
      (await upload()).status,
      (await alive.call('GET', url)).status,
      (await alive.call('GET', '/api/v1/orders.csv')).status,
    ];
    const isThere = await rename(folder, `${folder}.away`).then(
      () => true,
      () => false,
    );
    const away = await look();
    await alive.expectAlive(`${name} is away`, { said: away.join(', ') });
    if (isThere) {
      await rm(folder, { recursive: true, force: true });
      await rename(`${folder}.away`, folder);
    }
    expect(await look()).toEqual([201, 200, 200]);
    await alive.expectAlive(`${name} is back with what was in it`, { healed: true });
    await rm(folder, { recursive: true, force: true });
    const [taken] = await look();
    expect(taken).toBe(201);
    await alive.expectAlive(`${name} is removed`, { healed: true });
  });
});

describe('N25 processes that are killed in the middle of work', () => {
  it('those of pictures, papers and tables', async () => {
    for (let round = 0; round < 4; round++) {
      const asked = [
        upload(),
        upload(),
        alive.call('GET', '/api/v1/orders.xlsx'),
        alive.call('GET', '/api/v1/orders.csv'),
      ];
      const killing = setInterval(async () => {
        for (const pid of await childrenOf(alive.pid, 'heavy')) kill(pid);
      }, 40);
      const end = setTimeout(() => clearInterval(killing), 1500);
      await Promise.all(asked.map((call) => call.then((answer) => answer.text()).catch(() => undefined)));
      clearInterval(killing);
      clearTimeout(end);
    }
    await expect.poll(async () => (await upload()).status, { timeout: 30_000 }).toBe(201);
    await alive.expectAlive('processes for heavy work are killed', { times: 4, healed: true });
  });

  it('PostgreSQL, three times', async () => {
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 10 }, () => alive.call('POST', '/api/v1/orders', orderBody()));
      const [pid = '0'] = (await readFile(join(alive.dir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      kill(Number(pid));
      await Promise.all(calls.map((call) => call.then((answer) => answer.text()).catch(() => undefined)));
      expect((await fetch(`${alive.url}/healthz`)).status).toBe(200);
      const create = async () => (await alive.call('POST', '/api/v1/orders', orderBody())).status;
      await expect.poll(create, { timeout: 40_000 }).toBe(201);
    }
    await alive.expectAlive('PostgreSQL is killed', { times: 3, healed: true, said: '503 and Retry-After' });
  });
});
