import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let url: string;
let proxied: TestApp;
const sockets = new Set<Socket>();
beforeAll(async () => {
  app = await createTestApp();
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  proxied = await createTestApp({ TRUST_PROXY: '127.0.0.1' });
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});
afterAll(async () => {
  await app.close();
  await proxied.close();
});

/** A client that does not cooperate: it sends this and ignores whatever comes, the end included. */
async function dribble(at: string, text: string, from = '127.0.0.1'): Promise<Socket> {
  const { hostname, port } = new URL(at);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, allowHalfOpen: true });
  socket.on('error', () => undefined);
  sockets.add(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}
const open = (server: TestApp) =>
  new Promise<number>((done) => server.app.server.getConnections((_error, count) => done(count)));
const HALF = 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-';

describe('clients that do not cooperate', { timeout: 30_000 }, () => {
  it('N06 hold only so many connections from one address, and keep out neither others nor their own neighbours', async () => {
    for (let n = 0; n < 400; n++) await dribble(url, HALF, '127.0.0.5');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const neighbour = await dribble(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '127.0.0.5');
    expect(String(await once(neighbour, 'data'))).toContain('200 OK');
    await expect.poll(() => open(app)).toBeLessThanOrEqual(260);
  });

  it('N06 a campus behind one address is answered, however many of it wait for an answer', async () => {
    const body = 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{';
    for (let n = 0; n < 300; n++) await dribble(url, body, '127.0.0.6');
    const next = await dribble(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '127.0.0.6');
    expect(String(await once(next, 'data'))).toContain('200 OK');
  });

  it('N06 are cut off when they ignore the end of what was refused', async () => {
    const connected = once(app.app.server, 'connection') as Promise<[Socket]>;
    const socket = await dribble(url, 'this is no request\r\n\r\n');
    const [atServer] = await connected;
    expect(String(await once(socket, 'data'))).toContain('400 Bad Request');
    expect(atServer.destroyed).toBe(false);
    await expect.poll(() => atServer.destroyed).toBe(true);
  });

  it('N06 leave nothing behind on a connection that carries many requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const connected = once(app.app.server, 'connection') as Promise<[Socket]>;
    const send = () =>
      new Promise<number | undefined>((done, fail) => {
        const asked = request(
          `${url}/api/login`,
          { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
          (answer) => answer.resume().once('end', () => done(answer.statusCode)),
        );
        asked.once('error', fail).end('{"username":""}');
      });
    expect(await send()).toBe(400);
    const [socket] = await connected;
    const before = socket.listenerCount('close');
    for (let n = 0; n < 20; n++) expect(await send()).toBe(400);
    expect(socket.listenerCount('close')).toBe(before);
    agent.destroy();
  });

  it('N06 a trusted proxy may hold as many as there are visitors', async () => {
    const at = await proxied.app.listen({ port: 0, host: '127.0.0.1' });
    for (let n = 0; n < 300; n++) await dribble(at, HALF);
    expect(await open(proxied)).toBe(300);
  });
});
