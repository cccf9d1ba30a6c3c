import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { type Behaviour, type Receiver, startReceiver } from '../support/counterparts/webhook-receiver.ts';
import { freePort } from '../support/free-port.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
const OBJECTS = 400;
const EACH = 25;
const EVENTS = OBJECTS * EACH;
const KILLS = 5;
/** Its p95 is compared: while events are delivered, and before. */
const CALLS = 200;
let dir: string;
let server: ServerProcess | undefined;
let receivers: Receiver[] = [];
const launch = () =>
  startProcess({
    DATA_DIR: dir,
    PORT: '0',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    WEBHOOKS_ALLOW_HOSTS: '127.0.0.1',
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
  });
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-webhooks-'));
  server = await launch();
}, 120_000);
afterAll(async () => {
  await server?.end('SIGTERM');
  for (const receiver of receivers) await receiver.close();
  await rm(dir, { recursive: true, force: true });
});

async function rowsOf<T>(sql: string, params: unknown[] = []): Promise<T[]> {
  const installation = await openInstallation({ ...readConfig({ DATA_DIR: dir }), isDemo: false }, () => undefined);
  const client = await installation.connect();
  try {
    return (await client.query(sql, params)).rows;
  } finally {
    await client.end();
    await installation.close();
  }
}
const callerOf = async (url: string) => {
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (hook: string): Promise<WebhookWithSecret> => {
    const body = JSON.stringify({ url: hook, events: ['*'] });
    const made = await fetch(`${url}/api/v1/webhooks`, { method: 'POST', headers: { ...headers, cookie }, body });
    return JSON.parse(await made.text());
  };
};

let asked = 0;
const behaviours: Behaviour[] = [
  (_, response) => response.end(),
  (_, response) => void setTimeout(() => response.end(), 5),
  (_, response) => response.writeHead(++asked % 400 === 0 ? 500 : 200).end(),
  (_, response) => response.writeHead(302, { location: receivers[0]?.url ?? '' }).end(),
];

/** What arrived: each event's first time, in the order of arrival. A double is the same event with the same id. */
class Firsts {
  readonly #received: Receiver['received'];
  readonly #known = new Map<string, { object: number; sequence: number }>();
  #read = 0;
  doubles = 0;

  constructor({ received }: Receiver) {
    this.#received = received;
  }

  read(): Map<string, { object: number; sequence: number }> {
    for (; this.#read < this.#received.length; this.#read++) {
      const { id, object, sequence } = JSON.parse(this.#received[this.#read]?.body ?? '');
      const known = this.#known.get(id);
      if (!known) this.#known.set(id, { object: object.id, sequence });
      else {
        this.doubles++;
        expect([object.id, sequence]).toEqual([known.object, known.sequence]);
      }
    }
    return this.#known;
  }
}

async function p95(url: string): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const begun = performance.now();
    await (await fetch(`${url}/api/v1/orders/tracking/QF000000000000`)).text();
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? 0;
}

it('M12 M20 10,000 events reach a fast, a slow and a failing receiver under five kills: none missing, in order', {
  timeout: 600_000,
}, async () => {
  receivers = await Promise.all(behaviours.map((behave) => startReceiver(behave)));
  const create = await callerOf(server?.url ?? '');
  const hooks: WebhookWithSecret[] = [];
  for (const { url } of receivers) hooks.push(await create(url));
  await create(`http://127.0.0.1:${await freePort()}/dead`);
  const alone = await p95(server?.url ?? '');
  await rowsOf(
    `insert into events (event_id, type, object_type, object_id, sequence, at, data)
     select 'evt_' || md5(o || '-' || s), 'order.updated', 'order', o, s, now(), json_build_object('id', o, 'notes', repeat('x', 500))
       from generate_series(1, $1::int) s, generate_series(1, $2::int) o order by s, o`,
    [EACH, OBJECTS],
  );
  await rowsOf(`select pg_notify('quickfleet', '{"topic":"event","id":0}')`);
  const begun = performance.now();
  const [fast, slow, failing] = receivers as [Receiver, Receiver, Receiver, Receiver];
  const patient = { timeout: 300_000, interval: 100 };
  await expect.poll(() => fast.received.length, patient).toBeGreaterThan(0);
  const during = await p95(server?.url ?? '');
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect.poll(() => fast.received.length, patient).toBeGreaterThan((kill * EVENTS) / (KILLS + 2));
    await server?.end('SIGKILL');
    server = await launch();
  }
  let doubles = 0;
  for (const receiver of [fast, slow, failing]) {
    const firsts = new Firsts(receiver);
    await expect.poll(() => firsts.read().size, { ...patient, interval: 1000 }).toBe(EVENTS);
    const last = new Map<number, number>();
    for (const { object, sequence } of firsts.read().values()) {
      expect(sequence, `order ${object}`).toBe((last.get(object) ?? 0) + 1);
      last.set(object, sequence);
    }
    doubles += firsts.doubles;
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${EVENTS} events to five receivers, ${KILLS} kills: ${seconds.toFixed(0)} s, ${doubles} doubles; p95 of a call ${alone.toFixed(1)} ms before, ${during.toFixed(1)} ms during`,
  );
  for (const [at, receiver] of [fast, slow, failing].entries()) {
    const verifier = new Verifier(hooks[at]?.secret ?? '');
    for (const { body, headers } of receiver.received.slice(-200))
      expect(() => verifier.verify(body, headers)).not.toThrow();
  }
  const states = () =>
    rowsOf<{ state: string; count: number }>(
      'select state, count(*)::int as count from webhook_deliveries group by 1 order by 1',
    );
  // What has just arrived is written down in a moment.
  await expect.poll(states).toEqual([
    { state: 'delivered', count: 3 * EVENTS },
    { state: 'pending', count: 2 * EVENTS },
  ]);
});
