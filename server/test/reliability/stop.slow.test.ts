import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quoteBody } from '../support/factories.ts';
import { MAIN, type ServerProcess, startProcess } from '../support/process.ts';

let dir: string;
let server: ServerProcess | undefined;
let mailServer: Server | undefined;
const sockets = new Set<Socket>();
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-stop-'));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  if (server && server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGTERM');
  server = undefined;
  mailServer?.close();
  mailServer = undefined;
  await rm(dir, { recursive: true, force: true });
});

const environment = () => ({ DATA_DIR: dir, PORT: '0', ADMIN_PASSWORD: 'a-good-password-1', LIMIT_SCALE: '100' });
const postmaster = async () => Number((await readFile(join(dir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
/** A process that is over may keep its number for a while; it has no command line any more. */
const runs = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
const ended = async (one: ServerProcess) =>
  one.child.exitCode ?? ((await once(one.child, 'exit')) as [number | null])[0];
/** A mail server that takes the connection and never says a word. */
const silentMailServer = () =>
  new Promise<string>((done) => {
    mailServer = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
    mailServer.listen(0, '127.0.0.1', () => {
      const address = mailServer?.address();
      done(`smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });
const halfOpen = (url: string, text: string) =>
  new Promise<void>((done) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
      socket.write(text);
      done();
    });
    socket.on('error', () => undefined);
    sockets.add(socket);
  });

describe('stopping', { timeout: 60_000 }, () => {
  it('N03 a signal that the whole group hears, and again from npm, is one orderly stop', async () => {
    server = await startProcess(environment(), undefined, { detached: true });
    const pid = await postmaster();
    const group = -(server.child.pid ?? 0);
    process.kill(group, 'SIGINT');
    process.kill(group, 'SIGINT');
    server.child.kill('SIGTERM');
    const { url } = server;
    const isListening = () =>
      fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isListening).toBe(false);
    if (server.child.exitCode === null) server.child.kill('SIGTERM');
    expect(await ended(server)).toBe(0);
    expect(await runs(pid)).toBe(false);
    expect(existsSync(join(dir, 'quickfleet.lock'))).toBe(false);
    expect(server.output()).not.toMatch(/second|immediately/);
  });

  it('N03 a signal two seconds after the first one hurries it, and PostgreSQL is still stopped', async () => {
    server = await startProcess({ ...environment(), SMTP_URL: await silentMailServer() });
    const pid = await postmaster();
    // A mail being sent and a request without its body delay the stop for some seconds.
    await fetch(`${server.url}/api/v1/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(quoteBody()),
    });
    await expect.poll(() => sockets.size, { timeout: 15_000 }).toBeGreaterThan(0);
    await halfOpen(server.url, 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{');
    const began = performance.now();
    const { child, output } = server;
    const signalAgain = () => {
      child.kill('SIGTERM');
      return output();
    };
    await expect.poll(signalAgain).toContain('Stopping immediately');
    expect(performance.now() - began).toBeGreaterThan(1900);
    expect(await ended(server)).toBe(1);
    expect(await runs(pid)).toBe(false);
  });

  it('N03 connections that send half a request and a mail server that says nothing do not hold it', async () => {
    server = await startProcess({ ...environment(), SMTP_URL: await silentMailServer() });
    const pid = await postmaster();
    for (let n = 0; n < 3; n++)
      await fetch(`${server.url}/api/v1/quotes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(quoteBody()),
      });
    for (let n = 0; n < 20; n++) await halfOpen(server.url, 'GET / HTTP/1.1\r\nHost: a\r\nX-');
    const began = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await runs(pid)).toBe(false);
  });

  it('N03 it leaves no PostgreSQL when that was killed a moment before, with mails waiting', async () => {
    server = await startProcess({ ...environment(), SMTP_URL: await silentMailServer() });
    await fetch(`${server.url}/api/v1/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(quoteBody()),
    });
    process.kill(await postmaster(), 'SIGKILL');
    const began = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(15_000);
    const left = await postmaster().catch(() => 0);
    expect(left !== 0 && (await runs(left))).toBe(false);
  });

  it('N03 it stops when its terminal is closed, and while it is still starting', async () => {
    server = await startProcess(environment());
    const pid = await postmaster();
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect(await server.end('SIGHUP')).toBe(0);
    expect(await runs(pid)).toBe(false);
    const starting = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], ...environment() },
      stdio: 'ignore',
    });
    await expect
      .poll(() => existsSync(join(dir, 'postgres/postmaster.pid')), { timeout: 20_000, interval: 10 })
      .toBe(true);
    starting.kill('SIGINT');
    const [code] = await once(starting, 'exit');
    expect(code).toBe(0);
    expect(existsSync(join(dir, 'postgres/postmaster.pid'))).toBe(false);
  });
});
