import type { WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { type Behaviour, type Receiver, startReceiver } from '../support/counterparts/webhook-receiver.ts';
import { freePort } from '../support/free-port.ts';
import { useInstallation } from '../support/installation.ts';

const OBJECTS = 400;
const EACH = 25;
const EVENTS = OBJECTS * EACH;
const KILLS = 5;
/** Its p95 is compared: while events are delivered, and before. */
const CALLS = 200;
let receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));
const installation = useInstallation({ WEBHOOKS_ALLOW_HOSTS: '127.0.0.1' });

/** Subscribes an address to every event. */
const subscriber = async () => {
  const headers = { 'content-type': 'application/json', cookie: await installation.signIn() };
  return async (hook: string): Promise<WebhookWithSecret> => {
    const body = JSON.stringify({ url: hook, events: ['*'] });
    const made = await fetch(`${installation.url}/api/v1/webhooks`, { method: 'POST', headers, body });
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
  const create = await subscriber();
  const hooks: WebhookWithSecret[] = [];
  for (const { url } of receivers) hooks.push(await create(url));
  await create(`http://127.0.0.1:${await freePort()}/dead`);
  const alone = await p95(installation.url);
  await installation.rows(
    `insert into events (event_id, type, object_type, object_id, sequence, at, data)
     select 'evt_' || md5(o || '-' || s), 'order.updated', 'order', o, s, now(), json_build_object('id', o, 'notes', repeat('x', 500))
       from generate_series(1, $1::int) s, generate_series(1, $2::int) o order by s, o`,
    [EACH, OBJECTS],
  );
  await installation.rows(`select pg_notify('quickfleet', '{"topic":"event","id":0}')`);
  const begun = performance.now();
  const [fast, slow, failing] = receivers as [Receiver, Receiver, Receiver, Receiver];
  const patient = { timeout: 300_000, interval: 100 };
  await expect.poll(() => fast.received.length, patient).toBeGreaterThan(0);
  const during = await p95(installation.url);
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect.poll(() => fast.received.length, patient).toBeGreaterThan((kill * EVENTS) / (KILLS + 2));
    await installation.kill();
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
    installation.rows<{ state: string; count: number }>(
      'select state, count(*)::int as count from webhook_deliveries group by 1 order by 1',
    );
  // What has just arrived is written down in a moment.
  await expect.poll(states).toEqual([
    { state: 'delivered', count: 3 * EVENTS },
    { state: 'pending', count: 2 * EVENTS },
  ]);
});
