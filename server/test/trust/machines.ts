import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as listen } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { closeServer } from '../support/close-server.ts';

/** The proxy in front of the servers. */
export interface Front {
  /** For the line of figures. */
  name: string;
  url: string;
  close(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = listen();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

export const hasNginx = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error === undefined;

/** nginx with the file of deploy/, without TLS and on free ports. */
export async function startNginx(ports: readonly number[]): Promise<Front> {
  const dir = await mkdtemp(join(tmpdir(), 'quickfleet-nginx-'));
  const port = await freePort();
  const shipped = await readFile(resolve(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');
  const site = shipped
    .replace(/^server \{\n\s+listen 80;[^}]*\}\n/m, '')
    .replace(/^\s+listen \[::\].*\n/gm, '')
    .replace(/^\s+ssl_.*\n/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(
      /^\s+server 127\.0\.0\.1:3000.*$/m,
      ports.map((one) => `    server 127.0.0.1:${one} max_fails=0;`).join('\n'),
    );
  await writeFile(join(dir, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  await writeFile(
    join(dir, 'nginx.conf'),
    `daemon off; pid ${dir}/pid; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; error_log ${dir}/error.log;
     events { worker_connections 1024; }
     http { access_log off; ${temporary.join(' ')} include ${dir}/site.conf; }`,
  );
  const child = spawn('nginx', ['-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (let looks = 0; ; looks++) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) break;
    if (child.exitCode !== null || looks > 100) throw new Error(`nginx did not start: ${child.exitCode}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    name: 'nginx',
    url,
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * In nginx's place: kept connections, one server after the other, and its rule for the next one: always when nothing
 * was sent, and after that only for methods that may be repeated.
 */
export async function startPlainFront(ports: readonly number[]): Promise<Front> {
  const agents = new Map(ports.map((port) => [port, new Agent({ keepAlive: true, maxSockets: 64 })]));
  let turn = 0;
  const inTurn = () => {
    turn++;
    return ports.map((_, place) => ports[(place + turn) % ports.length] ?? 0);
  };
  const tryOn = (port: number, message: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((done, fail) => {
      const call = ask({
        host: '127.0.0.1',
        port,
        agent: agents.get(port),
        method: message.method,
        path: message.url,
        headers: {
          ...message.headers,
          connection: 'keep-alive',
          'x-forwarded-for': message.socket.remoteAddress ?? '',
        },
      });
      call.once('response', done);
      call.once('error', fail);
      call.end(body);
    });
  const serve = async (message: IncomingMessage, reply: ServerResponse) => {
    const body = Buffer.concat(await message.toArray());
    for (const port of inTurn()) {
      try {
        const answer = await tryOn(port, message, body);
        const { connection: _own, 'keep-alive': _also, ...headers } = answer.headers;
        reply.writeHead(answer.statusCode ?? 502, headers);
        answer.once('error', () => reply.destroy());
        reply.once('close', () => answer.destroy());
        answer.pipe(reply);
        return;
      } catch (error) {
        const nothingSent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        if (!nothingSent && !REPEATABLE.has(message.method ?? '')) break;
      }
    }
    reply.writeHead(502).end();
  };
  const server = createServer((message, reply) => {
    serve(message, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    name: 'a plain proxy (nginx is not installed here)',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await closeServer(server);
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

export const startFront = (ports: readonly number[]): Promise<Front> =>
  hasNginx ? startNginx(ports) : startPlainFront(ports);
