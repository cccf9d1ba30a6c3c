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

const caller = (headers: Record<string, string>) => ({
  async post<T>(path: string, body: object): Promise<T> {
    const answer = await fetch(`${installation.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return JSON.parse(await answer.text());
  },
});
type Caller = ReturnType<typeof caller>;
const hear = (who: Caller, url: string, events: string[]) => who.post<WebhookWithSecret>('/webhooks', { url, events });
/** A customer whose orders every second event is about, with a key of it. */
async function makeMerchant(admin: Caller): Promise<{ id: number; merchant: Caller }> {
  const { id } = await admin.post<{ id: number }>('/customers', { name: 'Candle Shop', email: 'candles@example.com' });
  const scopes = ['orders:read', 'quotes:read', 'webhooks:read', 'webhooks:write'];
  const { key } = await admin.post<{ key: string }>('/api-keys', { name: 'Shop', scopes, customerId: id });
  return { id, merchant: caller({ authorization: `Bearer ${key}` }) };
}

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

it('M12 M20 C714 10,000 events reach a fast, a slow and a failing receiver under five kills, a merchant’s among them: none missing, in order', {
  timeout: 1_200_000,
}, async () => {
  receivers = await Promise.all(behaviours.map((behave) => startReceiver(behave)));
  const admin = caller({ cookie: await installation.signIn() });
  const { id: customerId, merchant } = await makeMerchant(admin);
  const hooks: WebhookWithSecret[] = [];
  // The slow one and the one that redirects are a merchant's.
  for (const [at, { url }] of receivers.entries())
    hooks.push(at % 2 === 1 ? await hear(merchant, url, ['order.*']) : await hear(admin, url, ['*']));
  await hear(admin, `http://127.0.0.1:${await freePort()}/dead`, ['*']);
  const alone = await p95(installation.url);
  await installation.rows(
    `insert into events (event_id, type, object_type, object_id, sequence, customer_id, at, data)
     select 'evt_' || md5(o || '-' || s), 'order.updated', 'order', o, s, case when o % 2 = 0 then $3::int end, now(),
       json_build_object('id', o, 'notes', repeat('x', 500))
       from generate_series(1, $1::int) s, generate_series(1, $2::int) o order by s, o`,
    [EACH, OBJECTS, customerId],
  );
  await installation.rows(`select pg_notify('quickfleet', '{"topic":"event","id":0}')`);
  const begun = performance.now();
  const [fast, slow, failing] = receivers as [Receiver, Receiver, Receiver, Receiver];
  const patient = { timeout: 600_000, interval: 100 };
  await expect.poll(() => fast.received.length, patient).toBeGreaterThan(0);
  const during = await p95(installation.url);
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect.poll(() => fast.received.length, patient).toBeGreaterThan((kill * EVENTS) / (KILLS + 2));
    await installation.kill();
  }
  let doubles = 0;
  for (const receiver of [fast, slow, failing]) {
    const firsts = new Firsts(receiver);
    const wanted = receiver === slow ? EVENTS / 2 : EVENTS;
    await expect.poll(() => firsts.read().size, { ...patient, interval: 1000 }).toBe(wanted);
    const last = new Map<number, number>();
    // Another's are not the merchant's.
    const foreign = [...firsts.read().values()].filter(({ object }) => receiver === slow && object % 2 === 1);
    expect(foreign).toEqual([]);
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
    { state: 'delivered', count: 2.5 * EVENTS },
    { state: 'pending', count: 1.5 * EVENTS },
  ]);
});
