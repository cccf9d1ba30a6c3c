import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const NOT_YET = 'the database does not answer yet, trying again';
const linesIn = (output: string) => output.split('\n').filter((line) => line.includes(NOT_YET));

let dir: string;
let clone: Clone;
let server: ServerProcess | undefined;
let door: Server | undefined;
const sockets = new Set<Socket>();
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-late-'));
  clone = await cloneDatabase(inject('templateUrl'));
});
afterEach(async () => {
  await server?.end('SIGTERM');
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => (door ? door.close(done) : done(undefined)));
  server = undefined;
  door = undefined;
});
afterAll(async () => {
  await clone.drop();
  await rm(dir, { recursive: true, force: true });
});

const listenAt = (at: Server, port: number) =>
  new Promise<number>((done) => {
    at.listen(port, '127.0.0.1', () => {
      const address = at.address();
      done(typeof address === 'object' && address ? address.port : 0);
    });
  });
/** The way to the database. `silent`: how many connections are taken without a word before it opens. */
function makeDoor(silent = 0): Server {
  let left = silent;
  door = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (left-- > 0) return;
    const { hostname, port } = new URL(clone.url);
    const inside = connect(Number(port), hostname);
    inside.on('error', () => undefined);
    sockets.add(inside);
    socket.pipe(inside).pipe(socket);
  });
  return door;
}
async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenAt(probe, 0);
  await new Promise((done) => probe.close(done));
  return port;
}
const launch = (port: number, more: Record<string, string> = {}, onOutput?: (output: string) => void) => {
  const url = new URL(clone.url);
  url.port = String(port);
  return startProcess(
    { DATA_DIR: dir, PORT: '0', DATABASE_URL: url.toString(), ADMIN_PASSWORD: 'a-good-password-1', ...more },
    onOutput,
  );
};
const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status;

describe('a database that comes after the server', { timeout: 60_000 }, () => {
  it('is waited for while nothing listens there, with a line for each try', async () => {
    const port = await freePort();
    const triedTwice = Promise.withResolvers<void>();
    const starting = launch(port, {}, (output) => linesIn(output).length >= 2 && triedTwice.resolve());
    await Promise.race([triedTwice.promise, starting]);
    await listenAt(makeDoor(), port);
    server = await starting;
    expect(await isReady(server.url)).toBe(200);
    for (const line of linesIn(server.output()))
      expect(JSON.parse(line)).toMatchObject({ msg: NOT_YET, reason: expect.stringContaining('ECONNREFUSED') });
  });

  it('is asked again when its first connection is taken and never answered', async () => {
    const port = await listenAt(makeDoor(1), 0);
    server = await launch(port);
    expect(await isReady(server.url)).toBe(200);
    expect(linesIn(server.output())).toHaveLength(1);
  });

  it('is given up after DATABASE_WAIT seconds, with a sentence that says what to do and no password', async () => {
    const port = await freePort();
    const failed = await launch(port, { DATABASE_WAIT: '2' }).then(
      () => undefined,
      (error: Error & { code: number }) => error,
    );
    expect(failed?.code).toBe(1);
    expect(linesIn(failed?.message ?? '')).toHaveLength(1);
    expect(failed?.message).toContain(`QuickFleet cannot start: The database at 127.0.0.1:${port} does not answer: `);
    expect(failed?.message).toContain('Start it or correct DATABASE_URL, then start QuickFleet again');
    expect(failed?.message).not.toContain(new URL(clone.url).password || 'no password at all');
  });

  it('does not delay a stop during the start', async () => {
    const port = await freePort();
    const told = Promise.withResolvers<string>();
    const starting = launch(port, {}, (output) => linesIn(output).length > 0 && told.resolve(output)).catch(
      (error: Error & { code: number }) => error,
    );
    await told.promise;
    const began = performance.now();
    process.kill(JSON.parse(linesIn(await told.promise)[0] ?? '{}').pid, 'SIGTERM');
    expect(await starting).toMatchObject({ code: 0, message: expect.not.stringContaining('cannot start') });
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('is not waited for when it answers and refuses', async () => {
    const port = await listenAt(makeDoor(), 0);
    const url = new URL(clone.url);
    url.port = String(port);
    url.pathname = '/no_such_database';
    await expect(launch(port, { DATABASE_URL: url.toString() })).rejects.toMatchObject({
      code: 1,
      message: expect.stringMatching(/^QuickFleet cannot start: .*no_such_database/),
    });
  });
});
