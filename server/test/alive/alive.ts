import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { orderBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const BOSS = { username: 'boss', password: 'a-good-password-1' };
const MEMORY_MORE = 150 * 1024 * 1024;
/** Sockets that a database pool or an agent keeps for later, and the log of a clock. */
const HANDLES_MORE = 24;

/** A trouble from outside, and what became of it. */
interface Row {
  tried: string;
  times: number;
  survived: boolean;
  /** It works again as soon as the trouble is over. */
  healed: boolean | undefined;
  /** What the product says about it: a status, or a line. */
  said: string;
}

export interface Alive {
  readonly url: string;
  readonly dir: string;
  readonly pid: number;
  readonly cookie: string;
  output(): string;
  /** A signed-in call. */
  call(method: string, path: string, body?: unknown, more?: RequestInit): Promise<Response>;
  rows<T extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<T[]>;
  /** The same process answers, and the next order is created; then the trouble is a row of the table. */
  expectAlive(tried: string, more?: { times?: number; healed?: boolean; said?: string }): Promise<void>;
}

const handlesOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;
const memoryOf = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** Whether this machine lets us make a network that has nothing but its loopback. */
export const canIsolate = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const ISOLATED = ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
// It ends with the process that has its input.
const BRIDGE = `const net = require('node:net');
process.stdin.resume().on('end', () => process.exit());
net.createServer((one) => {
  const other = net.connect(Number(process.argv[2]), '127.0.0.1');
  for (const [from, to] of [[one, other], [other, one]]) from.on('error', () => to.destroy()).pipe(to);
}).listen(process.argv[1]);`;

/** A way from here into the network of a process, through a file; answers the address on this side. */
async function bridgeTo(pid: number, site: string, file: string): Promise<{ url: string; end(): void }> {
  const inside = ['-t', String(pid), '-n', process.execPath, '-e', BRIDGE, file, new URL(site).port];
  const child = spawn('nsenter', inside, { stdio: ['pipe', 'ignore', 'ignore'] });
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 15_000 });
  const server = createServer((one) => {
    const other = connect(file);
    one.on('error', () => other.destroy()).pipe(other);
    other.on('error', () => one.destroy()).pipe(one);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    end() {
      server.close();
      child.kill();
    },
  };
}

/** One server process for the tests of a file; at the end its memory and its open handles are as before. */
export function useAlive(
  settings: Record<string, string> = {},
  { embedded = false, offline = false }: { embedded?: boolean; offline?: boolean } = {},
): Alive {
  let dir = '';
  let clone: Clone | undefined;
  let server: ServerProcess;
  let bridge: { url: string; end(): void } | undefined;
  let url = '';
  let cookie = '';
  let before = { handles: 0, memory: 0 };
  const table: Row[] = [];
  const call = (method: string, path: string, body?: unknown, more: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...more,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), cookie, ...more.headers },
    });
  const createOrder = async () => {
    const made = await call('POST', '/api/v1/orders', orderBody());
    const text = await made.text();
    expect(made.status, text).toBe(201);
  };

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'quickfleet-alive-'));
    if (!embedded) clone = await cloneDatabase(inject('templateUrl'));
    const environment = {
      DATA_DIR: dir,
      ...(clone ? { DATABASE_URL: clone.url } : {}),
      ADMIN_USERNAME: BOSS.username,
      ADMIN_PASSWORD: BOSS.password,
      PORT: '0',
      LIMIT_SCALE: '1000',
      ...settings,
    };
    server = await startProcess(environment, undefined, { within: offline ? ISOLATED : [] });
    if (offline) bridge = await bridgeTo(server.child.pid ?? 0, server.url, join(dir, 'bridge'));
    url = bridge?.url ?? server.url;
    const signedIn = await call('POST', '/api/login', BOSS);
    cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (let order = 0; order < 5; order++) await createOrder();
    const pid = server.child.pid ?? 0;
    before = { handles: await handlesOf(pid), memory: await memoryOf(pid) };
  });
  afterAll(async () => {
    const pid = server.child.pid ?? 0;
    try {
      const few = before.handles + HANDLES_MORE;
      const look = async () => expect(await handlesOf(pid), 'open handles as before').toBeLessThanOrEqual(few);
      await vi.waitFor(look, { timeout: 45_000, interval: 500 });
      expect(await memoryOf(pid), 'memory as before').toBeLessThan(before.memory + MEMORY_MORE);
    } finally {
      console.table(table);
      bridge?.end();
      await server.end('SIGTERM');
      await clone?.drop();
      await rm(dir, { recursive: true, force: true });
    }
  });
  return {
    get url() {
      return url;
    },
    get dir() {
      return dir;
    },
    get pid() {
      return server.child.pid ?? 0;
    },
    get cookie() {
      return cookie;
    },
    output: () => server.output(),
    call,
    async rows<T extends pg.QueryResultRow>(sql: string, params: unknown[] = []) {
      const installation = clone ? undefined : await openInstallation(readConfig({ DATA_DIR: dir }), () => undefined);
      const client = installation ? await installation.connect() : new pg.Client({ connectionString: clone?.url });
      if (clone) await client.connect();
      try {
        return (await client.query<T>(sql, params)).rows;
      } finally {
        await client.end();
        await installation?.close();
      }
    },
    async expectAlive(tried, { times = 1, healed, said = '' } = {}) {
      const row: Row = { tried, times, survived: false, healed, said };
      table.push(row);
      expect([server.child.exitCode, server.child.signalCode], server.output()).toEqual([null, null]);
      expect((await fetch(`${url}/healthz`)).status, server.output()).toBe(200);
      await createOrder();
      row.survived = true;
    },
  };
}
