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
const OBJECTS = 40;
const EACH = 10;
const EVENTS = OBJECTS * EACH;
const KILLS = 1;
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

/** What arrived: each event's first time, in the order of arrival. */
function firstsOf({ received }: Receiver) {
  const firsts = new Map<string, { object: number; sequence: number }>();
  for (const { body } of received) {
    const { id, object, sequence } = JSON.parse(body);
    const known = firsts.get(id);
    if (known) expect([object.id, sequence]).toEqual([known.object, known.sequence]);
    else firsts.set(id, { object: object.id, sequence });
  }
  return firsts;
}

it('M12 hundreds of events reach a fast, a slow and a failing receiver under a kill: none missing, in order', {
  timeout: 400_000,
}, async () => {
  receivers = await Promise.all(behaviours.map((behave) => startReceiver(behave)));
  const create = await callerOf(server?.url ?? '');
  const hooks: WebhookWithSecret[] = [];
  for (const { url } of receivers) hooks.push(await create(url));
  await create(`http://127.0.0.1:${await freePort()}/dead`);
  await rowsOf(
    `insert into events (event_id, type, object_type, object_id, sequence, at, data)
     select 'evt_' || md5(o || '-' || s), 'order.updated', 'order', o, s, now(), json_build_object('id', o, 'notes', repeat('x', 500))
       from generate_series(1, $1::int) s, generate_series(1, $2::int) o order by s, o`,
    [EACH, OBJECTS],
  );
  await rowsOf(`select pg_notify('quickfleet', '{"topic":"event","id":0}')`);
  const [fast, slow, failing] = receivers as [Receiver, Receiver, Receiver, Receiver];
  const patient = { timeout: 180_000, interval: 100 };
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect.poll(() => fast.received.length, patient).toBeGreaterThan((kill * EVENTS) / (KILLS + 2));
    await server?.end('SIGKILL');
    server = await launch();
  }
  for (const receiver of [fast, slow, failing]) {
    await expect.poll(() => firstsOf(receiver).size, { ...patient, interval: 1000 }).toBe(EVENTS);
    const last = new Map<number, number>();
    for (const { object, sequence } of firstsOf(receiver).values()) {
      expect(sequence, `order ${object}`).toBe((last.get(object) ?? 0) + 1);
      last.set(object, sequence);
    }
  }
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
