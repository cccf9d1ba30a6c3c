import { once } from 'node:events';
import { request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { HostileClients } from '../support/counterparts/attack.ts';

/** The attacker's orders: which attack, on whom. */
export interface Orders {
  attack: 'sockets' | 'scattered sockets' | 'streams' | 'passwords' | 'codes' | 'uploads';
  url: string;
  username: string;
  trackingNumber: string;
}
/** What an attacker tells at the end. */
export interface Told {
  tried: number;
  /** Tries that were let in. */
  letIn: number;
}

// An attacker's own work is done on the attacker's machine: here it takes only what the server leaves.
setPriority(constants.priority.PRIORITY_LOW);
const { attack, url, username, trackingNumber }: Orders = JSON.parse(process.argv[2] ?? '{}');
const hostile = new HostileClients();
const told: Told = { tried: 0, letIn: 0 };
let isOver = false;
const address = (n: number) => `127.7.${Math.floor(n / 200)}.${(n % 200) + 1}`;

/** 2,000 connections that send a header byte by byte and ignore the end; after a cut they connect again. */
async function dribble(addresses: number): Promise<void> {
  const keep = async (n: number) => {
    while (!isOver) {
      const socket = await hostile
        .open(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-', address(n % addresses))
        .catch(() => undefined);
      told.tried++;
      while (socket && !isOver && !socket.destroyed && !socket.readableEnded) {
        socket.write('a');
        await pause(1000);
      }
      await pause(3000);
    }
  };
  await Promise.all(Array.from({ length: 2000 }, (_, n) => keep(n)));
}

/** 2,000 anonymous live streams, half of them for a number that does not exist. */
async function streams(): Promise<void> {
  const number = (n: number) => (n % 2 ? trackingNumber : 'QF000000000000');
  const keep = async (n: number) => {
    while (!isOver) {
      const path = `/trpc/tracking.onChange?input=${encodeURIComponent(JSON.stringify({ trackingNumber: number(n) }))}`;
      const socket = await hostile
        .open(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`, address(n % 40))
        .catch(() => undefined);
      told.tried++;
      if (socket) await Promise.race([once(socket, 'close'), once(socket, 'end'), pause(5000)]).catch(() => undefined);
      await pause(1000);
    }
  };
  await Promise.all(Array.from({ length: 2000 }, (_, n) => keep(n)));
}

const post = (path: string, body: unknown, from: string) =>
  new Promise<number>((done) => {
    const call = request(`${url}${path}`, {
      method: 'POST',
      localAddress: from,
      headers: { 'content-type': 'application/json' },
    });
    call.on('response', (answer) => answer.resume().once('end', () => done(answer.statusCode ?? 0)));
    call.once('error', () => done(0));
    call.end(JSON.stringify(body));
  });

/** Wrong tries from 60 addresses, some thirty a second. */
async function guess(path: string, body: (n: number) => unknown): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const asked = post(path, body(n), address(n % 60)).then((status) => {
      told.tried++;
      if (status >= 200 && status < 300) told.letIn++;
    });
    await Promise.all([asked, pause(30)]);
  }
}

/** 24 half-sent uploads of 56 MB from one address at any time. */
async function uploads(): Promise<void> {
  const keep = async () => {
    while (!isOver) {
      told.tried++;
      const socket = await hostile.halfUpload(url, 56, address(0)).catch(() => undefined);
      while (socket && !isOver && !socket.destroyed && !socket.readableEnded) await pause(250);
    }
  };
  await Promise.all(Array.from({ length: 24 }, keep));
}

const attacks: Record<Orders['attack'], () => Promise<void>> = {
  sockets: () => dribble(1),
  'scattered sockets': () => dribble(10),
  streams,
  passwords: () => guess('/api/login', (n) => ({ username, password: `wrong-password-${n}` })),
  codes: () => guess('/api/driver/access', (n) => ({ accessCode: `WRNG${String(n).padStart(6, '0')}` })),
  uploads,
};
process.once('message', () => {
  isOver = true;
  hostile.end();
  process.send?.(told, () => process.exit(0));
});
void attacks[attack]();
