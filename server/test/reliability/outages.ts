import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

/** A door between a server process and its database: shut, it refuses as a PostgreSQL that is down does. */
interface Door {
  /** The database's address through the door. */
  url: string;
  open(): Promise<void>;
  /** Ends every connection and takes no new one. */
  shut(): Promise<void>;
  /** Takes connections and lets no word through, as a machine that hangs does. */
  hang(): void;
}

async function openDoor({ url }: Clone): Promise<Door> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let at = 0;
  let hangs = false;
  const open = async () => {
    hangs = false;
    const listening = createServer((socket) => {
      if (hangs) return void sockets.add(socket.on('error', () => undefined));
      const inside = connect(Number(port), hostname);
      for (const [one, other] of [
        [socket, inside],
        [inside, socket],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    server = listening;
    await new Promise<void>((done) => listening.listen(at, '127.0.0.1', done));
    const address = listening.address();
    at = typeof address === 'object' && address ? address.port : at;
  };
  await open();
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(at);
  return {
    url: through.toString(),
    open,
    hang() {
      hangs = true;
      for (const socket of sockets) socket.unpipe();
    },
    async shut() {
      const closed = new Promise((done) => (server ? server.close(done) : done(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** How many connections of each kind the database has, without the one that asks. */
async function connectionsTo({ url }: Clone): Promise<{ all: number; listeners: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ all: number; listeners: number }>(
      `select count(*)::int as "all", count(*) filter (where application_name = 'quickfleet events')::int as listeners
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows[0] ?? { all: 0, listeners: 0 };
  } finally {
    await client.end();
  }
}

/** A server process with a database that can be taken away. */
export interface Outage {
  door: Door;
  /** Resolves once it listens for the events of others. */
  launch(): Promise<ServerProcess>;
  connections(): Promise<{ all: number; listeners: number }>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function beginOutage(templateUrl: string): Promise<Outage> {
  const dir = await mkdtemp(join(tmpdir(), 'quickfleet-outage-'));
  const clone = await cloneDatabase(templateUrl);
  const door = await openDoor(clone);
  let server: ServerProcess | undefined;
  const stop = async () => {
    if (server?.child.exitCode === null) await server.end('SIGTERM');
    server = undefined;
  };
  const connections = () => connectionsTo(clone);
  return {
    door,
    connections,
    async launch() {
      const environment = { DATA_DIR: dir, DATABASE_URL: door.url, ADMIN_PASSWORD: 'a-good-password-1' };
      server = await startProcess({ ...environment, PORT: '0', LOG_LEVEL: 'info' });
      await expect.poll(async () => (await connections()).listeners).toBe(1);
      return server;
    },
    stop,
    async close() {
      await stop();
      await door.shut();
      await clone.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const linesOf = (server: ServerProcess) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{')).length;

/** Takes the database away for some seconds, while somebody keeps asking, and holds the server to what is promised. */
export async function surviveOutage({ door, launch, connections }: Outage, seconds: number): Promise<void> {
  const server = await launch();
  // What begins with a start has its connections by now, as it has after the outage.
  await fetch(`${server.url}/readyz`);
  await pause(2500);
  const { all } = await connections();
  const logged = linesOf(server);
  await door.shut();
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    await fetch(`${server.url}/readyz`);
    await pause(200);
  }
  await door.open();
  const opened = performance.now();
  await expect.poll(async () => (await connections()).listeners).toBe(1);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(performance.now() - opened).toBeLessThan(5000);
  // Long enough for a second listener to come.
  await pause(2500);
  const after = await connections();
  expect(after.listeners).toBe(1);
  // The pool opens what it needs: some of before may not be needed yet, or one more.
  expect(after.all).toBeLessThanOrEqual(all + 3);
  expect(linesOf(server) - logged).toBeLessThan(20);
}
