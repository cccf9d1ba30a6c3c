import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { residentMb } from '../support/counterparts/attack.ts';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import type { Orders, Told } from './attacker.ts';
import { type Fared, Person } from './people.ts';

// Each attack on a separate server process with its real limits (LIMIT_SCALE is 1), while a visitor, a driver with the
// right code and a signed-in dispatcher work.

const PASSWORD = 'a-good-password-1';
const SECONDS = 8;
/** What an attack may take, in MB. */
const GROWTH_MB = 100;
/** Once more it takes what a wave leaves until it is tidied up: a leak is seen. */
const SECOND_STREAMS_MB = 30;
let dir: string;
let server: ServerProcess;
let order: Order;
let people: [Person, (readonly [string, string, unknown?])[]][];

const work = () => Promise.all(people.map(([person, calls]) => person.work(SECONDS, calls)));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-attack-'));
  server = await startProcess({
    DATA_DIR: dir,
    PORT: '0',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
    // As npm start bounds it.
    NODE_OPTIONS: '--max-old-space-size=384 --max-semi-space-size=16',
  });
  const { url } = server;
  const admin = new Person('admin', url, '127.1.0.1');
  await admin.get('POST', '/api/login', { username: 'admin', password: PASSWORD });
  await admin.get('POST', '/api/v1/users', {
    username: 'dana',
    password: PASSWORD,
    role: 'dispatcher',
    firstName: 'Dana',
    lastName: 'Fields',
  });
  const { id } = await admin.get<{ id: number }>('POST', '/api/v1/quotes', quoteBody());
  await admin.get('PUT', `/api/v1/quotes/${id}`, { price: '55.00', paymentUrl: 'https://pay.example.com/1' });
  await admin.get('PUT', `/api/v1/quotes/${id}`, { status: 'paid' });
  order = await admin.get('POST', `/api/v1/quotes/${id}/convert-to-order`);
  admin.leave();
  const visitor = new Person('visitor', url, '127.1.0.2');
  const driver = new Person('driver', url, '127.1.0.3');
  const dispatcher = new Person('dispatcher', url, '127.1.0.4');
  const signIn = ['POST', '/api/login', { username: 'dana', password: PASSWORD }] as const;
  const open = ['POST', '/api/driver/access', { accessCode: order.accessCode }] as const;
  await driver.get(...open);
  await dispatcher.get(...signIn);
  const reads = (path: string, times: number) => Array.from({ length: times }, () => ['GET', path] as const);
  // Signing in and the code once in each spell of work: their limits count what people do in a quarter of an hour.
  people = [
    [visitor, [...reads('/healthz', 25), ['GET', `/api/v1/orders/tracking/${order.trackingNumber}`]]],
    [driver, [open, ...reads('/api/v1/driver/order', 200)]],
    [dispatcher, [signIn, ...reads('/api/v1/orders', 100), ...reads('/api/v1/stats', 100)]],
  ];
  // What is compiled and cached at the first time is no measure.
  await work();
});
afterAll(async () => {
  for (const [person] of people ?? []) person.leave();
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

interface Measured extends Told {
  /** Right before the attack, and under it. */
  quiet: Fared[];
  people: Fared[];
  grownMb: number;
}
async function under(attack: Orders['attack']): Promise<Measured> {
  const orders: Orders = { attack, url: server.url, username: 'dana', trackingNumber: order.trackingNumber };
  const quiet = await work();
  const before = await residentMb(server.child.pid ?? 0);
  const attacker = fork(join(import.meta.dirname, 'attacker.ts'), [JSON.stringify(orders)], { execArgv: [] });
  await pause(3000);
  const fared = await work();
  const grownMb = (await residentMb(server.child.pid ?? 0)) - before;
  const told = new Promise<Told>((done) => attacker.once('message', done));
  attacker.send('stop');
  return { ...(await told), quiet, people: fared, grownMb };
}

describe('attacks while people work', { timeout: 120_000 }, () => {
  it.for([
    ['TR-20 T-18', 'sockets', '2,000 half-sent headers from one address'],
    ['TR-20 T-18', 'scattered sockets', '2,000 half-sent headers from ten addresses'],
    ['T-30', 'streams', '2,000 anonymous live streams'],
    ['T-30', 'streams', '2,000 anonymous live streams once more', SECOND_STREAMS_MB],
    ['T-31', 'passwords', 'wrong passwords of the dispatcher from 60 addresses'],
    ['T-1', 'codes', 'wrong access codes from 60 addresses'],
    ['T-16', 'uploads', '24 half-sent uploads of 56 MB'],
  ] as const)('%s %s: %s', async ([_rows, attack, what, growthMb = GROWTH_MB], { task }) => {
    const { tried, letIn, quiet, people: fared, grownMb } = await under(attack);
    const shares = fared.map(({ answered, calls }) => (100 * answered) / calls);
    const ratios = fared.map(({ p95 }, n) => p95 / (quiet[n]?.p95 ?? 1));
    const line = people
      .map(
        ([{ name }], n) =>
          `${name} ${shares[n]?.toFixed(1)} %, p95 ×${ratios[n]?.toFixed(1)} (${fared[n]?.p95.toFixed(0)} ms)`,
      )
      .join('; ');
    Object.assign(task.meta, {
      tried,
      letIn,
      measured: `${line}; memory ${grownMb >= 0 ? '+' : ''}${grownMb.toFixed(0)} MB`,
    });
    console.log(`${what}: tried ${tried}, let in ${letIn}; ${line}`);
    expect(letIn).toBe(0);
    for (const share of shares) expect(share).toBeGreaterThanOrEqual(99);
    for (const ratio of ratios) expect(ratio).toBeLessThan(3);
    expect(grownMb).toBeLessThan(growthMb);
  });
});
