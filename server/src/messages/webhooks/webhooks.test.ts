import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Event, EventFeed } from '@quickfleet/shared/messages/events';
import type { Delivery, Webhook, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { deliverWebhooks, type Receiver, startReceiver } from '../../../test/support/counterparts/webhook-receiver.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld({ WEBHOOKS_ALLOW_HOSTS: ['127.0.0.1'], ADMIN_EMAIL: 'office@quickfleet.test' });
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  world.app.setClock(undefined);
  for (const { id } of ok<{ data: Webhook[] }>(await world.admin.get('/api/v1/webhooks')).data)
    ok(await world.admin.delete(`/api/v1/webhooks/${id}`));
  await receiver.close();
});

const create = async (more: object = {}): Promise<WebhookWithSecret> =>
  ok(await world.admin.post('/api/v1/webhooks', { url: receiver.url, events: ['*'], ...more }));
const typed = async (): Promise<Order> => ok(await world.admin.post('/api/v1/orders', orderBody()));
const note = async (id: number, notes: string) => ok(await world.admin.put(`/api/v1/orders/${id}`, { notes }));
const deliver = () => deliverWebhooks(world.app);
const deliveriesOf = async ({ id }: { id: number }, query = '') =>
  ok<{ data: Delivery[]; total: number }>(await world.admin.get(`/api/v1/webhooks/${id}/deliveries?limit=100${query}`));
const readHook = async ({ id }: { id: number }): Promise<Webhook> =>
  ok(await world.admin.get(`/api/v1/webhooks/${id}`));
const later = (ms: number) => world.app.setClock(new Date(world.app.services.clock().getTime() + ms));
const sent = (): Event[] => receiver.received.map(({ body }) => JSON.parse(body));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('webhooks', () => {
  it('M11 sends what the feed says, signed by Standard Webhooks, and shows the secret once', async () => {
    const { secret, ...hook } = await create({ events: ['order.created', 'customer.created'], description: 'Stock' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await readHook(hook)).toEqual({ ...hook, payload: 'full', isActive: true });
    expect(JSON.stringify(await world.app.sql('select * from webhooks'))).not.toContain(secret.slice(6));
    const order = await typed();
    await note(order.id, 'not one of its types');
    await deliver();
    const feed = ok<EventFeed>(await world.admin.get('/api/v1/events?limit=500')).data;
    expect(sent()).toEqual(feed.filter((one) => one.type.endsWith('.created')).slice(-2));
    const verifier = new Verifier(secret);
    for (const { body, headers } of receiver.received) {
      expect(verifier.verify(body, headers)).toEqual(JSON.parse(body));
      expect(headers['webhook-id']).toBe(JSON.parse(body).id);
      for (let at = 0; at < 50; at++) {
        const place = (at * 37) % body.length;
        const other = `${body.slice(0, place)}${body[place] === 'x' ? 'y' : 'x'}${body.slice(place + 1)}`;
        expect(() => verifier.verify(other, headers)).toThrow();
        const moved = String(Number(headers['webhook-timestamp']) + at + 1);
        expect(() => verifier.verify(body, { ...headers, 'webhook-timestamp': moved })).toThrow();
      }
    }
    const { data } = await deliveriesOf(hook);
    expect(data.map(({ state, tries }) => [state, tries])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
    expect(data[0]).toMatchObject({
      response: { status: 200, body: 'ok' },
      nextTryAt: null,
      request: { url: receiver.url },
    });
    expect(data.map(({ request }) => request.body)).toEqual(sent().toReversed());
    const one = `/api/v1/webhooks/${hook.id}/deliveries/${data[0]?.id}`;
    expect(ok(await world.admin.get(one))).toEqual(data[0]);
    expectError(await world.admin.get(`/api/v1/webhooks/${hook.id}/deliveries/2147483600`), 404, 'DELIVERY_NOT_FOUND');
    expectError(await world.dispatcher.get(one), 403);
  });

  it('M11 sends thin events without data, and two signatures while two secrets are valid', async () => {
    const { id, secret } = await create({ payload: 'thin', events: ['order.created'] });
    const { secret: second } = ok<WebhookWithSecret>(
      await world.admin.post(`/api/v1/webhooks/${id}/rotate-secret`, { overlapHours: 2 }),
    );
    await typed();
    await deliver();
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    expect(Object.keys(JSON.parse(body))).toEqual(
      ['id', 'type', 'object', 'sequence', 'timestamp'].toSorted(
        (a, b) =>
          ['id', 'type', 'timestamp', 'sequence', 'object'].indexOf(a) -
          ['id', 'type', 'timestamp', 'sequence', 'object'].indexOf(b),
      ),
    );
    for (const one of [secret, second]) new Verifier(one).verify(body, headers);
    later(3 * HOUR);
    await typed();
    await deliver();
    expect(receiver.received.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('M12 keeps the order of each object: later events wait for a failed one, other objects do not', async () => {
    const hook = await create({ events: ['order.created', 'order.updated'] });
    const [one, other] = [await typed(), await typed()];
    await note(one.id, 'first');
    await note(one.id, 'second');
    receiver.behave(({ body }, response) =>
      response.writeHead(JSON.parse(body).object.id === one.id ? 500 : 200).end('no'),
    );
    await deliver();
    expect(sent().map(({ object, sequence }) => [object.id, sequence])).toEqual(
      expect.arrayContaining([
        [one.id, 1],
        [other.id, 1],
      ]),
    );
    expect(receiver.received).toHaveLength(2);
    const waiting = (await deliveriesOf(hook, '&state=pending')).data;
    expect(waiting.map(({ tries }) => tries)).toEqual([0, 0, 1]);
    expect(waiting.at(-1)).toMatchObject({ error: 'Answered 500', response: { status: 500, body: 'no' } });
    receiver.behave((_, response) => response.end());
    await deliver();
    expect(receiver.received, 'not before its time').toHaveLength(2);
    later(6000);
    await deliver();
    expect(
      sent()
        .slice(2)
        .map(({ object, sequence }) => [object.id, sequence]),
    ).toEqual([
      [one.id, 1],
      [one.id, 2],
      [one.id, 3],
    ]);
    expect(sent()[2]?.id, 'a double has the same id').toBe(sent().find(({ object }) => object.id === one.id)?.id);
    expect(await readHook(hook)).toMatchObject({ failingSince: null, pending: 0 });
  });

  it('M12 tries again with growing pauses for three days and then gives up', async () => {
    const hook = await create({ events: ['order.created'] });
    receiver.behave((_, response) => response.writeHead(503).end());
    await typed();
    const begin = world.app.services.clock().getTime();
    // A session would have ended by then.
    const program = await world.program('webhooks:read', 'orders:read');
    const latest = async () =>
      ok<{ data: Delivery[] }>(await program.get(`/api/v1/webhooks/${hook.id}/deliveries`)).data[0];
    for (let time = 0; time < 20; time++) {
      await deliver();
      const delivery = await latest();
      if (!delivery?.nextTryAt) break;
      world.app.setClock(new Date(Date.parse(delivery.nextTryAt) + 1));
    }
    const delivery = await latest();
    world.app.setClock(undefined);
    expect(delivery).toMatchObject({ state: 'failed', nextTryAt: null, error: 'Answered 503' });
    const times = (delivery?.attempts ?? []).map(({ at }) => (Date.parse(at) - begin) / HOUR);
    expect(times.at(-1)).toBeGreaterThan(60);
    expect(times.at(-1)).toBeLessThan(72);
    const pauses = times.slice(1).map((at, place) => at - (times[place] ?? 0));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  });

  it('M12 waits as long as Retry-After says, and sends nothing else until then', async () => {
    await create({ events: ['order.created'] });
    receiver.behave((_, response) => response.writeHead(429, { 'retry-after': '120' }).end());
    await typed();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    receiver.behave((_, response) => response.end());
    await typed();
    later(119_000);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    later(2000);
    await deliver();
    expect(receiver.received).toHaveLength(3);
  });

  it('M12 follows no redirect', async () => {
    const other = await startReceiver();
    const hook = await create({ events: ['order.created'] });
    receiver.behave((_, response) => response.writeHead(302, { location: other.url }).end());
    await typed();
    await deliver();
    expect((await deliveriesOf(hook)).data[0]).toMatchObject({
      state: 'pending',
      error: 'Answered 302: redirects are not followed',
    });
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('M14 410 switches it off with its reason; on again, it gets what happens from then on, and what it missed by replay', async () => {
    const hook = await create({ events: ['order.created'] });
    receiver.behave((_, response) => response.writeHead(410).end());
    const begin = new Date(Date.now() - 1000).toISOString();
    await typed();
    await deliver();
    expect(await readHook(hook)).toMatchObject({ isActive: false, disabledReason: 'The endpoint answered 410 Gone' });
    expect(
      ok<{ disabledReason: string }>(
        await world.admin.get(`/api/v1/webhooks/${hook.id}`, { headers: { 'accept-language': 'de' } }),
      ).disabledReason,
      'C790',
    ).toBe('Der Endpunkt antwortete mit 410 Gone');
    expect((await deliveriesOf(hook)).data[0]?.state).toBe('failed');
    expectError(await world.admin.post(`/api/v1/webhooks/${hook.id}/test`), 409, 'WEBHOOK_INACTIVE');
    const missed = await typed();
    await deliver();
    receiver.behave((_, response) => response.end());
    ok(await world.admin.put(`/api/v1/webhooks/${hook.id}`, { isActive: true }));
    const next = await typed();
    await deliver();
    expect(sent().map(({ object }) => object.id)).not.toContain(missed.id);
    expect(sent().at(-1)?.object.id).toBe(next.id);
    const [failed] = (await deliveriesOf(hook, '&state=failed')).data;
    const again = ok<Delivery>(await world.admin.post(`/api/v1/webhooks/${hook.id}/deliveries/${failed?.id}/replay`));
    expect(again).toMatchObject({ isReplay: true, eventId: failed?.eventId, state: 'pending' });
    const range = ok<{ count: number }>(await world.admin.post(`/api/v1/webhooks/${hook.id}/replay`, { after: begin }));
    expect(range.count).toBeGreaterThanOrEqual(3);
    await deliver();
    expect(sent().map(({ object }) => object.id)).toContain(missed.id);
    expect(receiver.received).toHaveLength(2 + 1 + range.count);
  });

  it('M14 five days without a delivery switch it off, and the admins get a mail', async () => {
    await world.app.sql(`update users set email = 'admin@quickfleet.test' where id = ?`, world.admin.userId);
    const hook = await create({ events: ['order.created'] });
    const program = await world.program('orders:write');
    receiver.behave((_, response) => response.destroy());
    await typed();
    await deliver();
    later(5 * 24 * HOUR + HOUR);
    ok(await program.post('/api/v1/orders', orderBody()));
    await deliver();
    world.app.setClock(undefined);
    const off = await readHook(hook);
    expect(off).toMatchObject({ isActive: false });
    expect(off.disabledReason).toContain('Nothing has arrived for 5 days');
    const mails = await world.app.sql(`select recipient, subject from emails where trigger = 'webhook_disabled'`);
    expect(mails).toEqual(
      expect.arrayContaining([{ recipient: 'admin@quickfleet.test', subject: 'A webhook was switched off' }]),
    );
  });

  it('M15 a test arrives as webhook.test and is in no feed', async () => {
    const hook = await create({ events: ['claim.opened'] });
    const made = ok<Delivery>(await world.admin.post(`/api/v1/webhooks/${hook.id}/test`));
    await deliver();
    expect(sent()).toMatchObject([
      { id: made.eventId, type: 'webhook.test', object: { type: 'webhook', id: hook.id } },
    ]);
    const feed = ok<EventFeed>(await world.admin.get('/api/v1/events?limit=500')).data;
    expect(feed.map(({ id }) => id)).not.toContain(made.eventId);
  });

  it('M16 a key has nothing sent, and sees nothing sent, that its other scopes do not let it read', async () => {
    const url = receiver.url;
    const quotes = await world.program('webhooks:read', 'webhooks:write', 'quotes:read');
    expectError(await quotes.post('/api/v1/webhooks', { url, events: ['order.created'] }), 403);
    expectError(await quotes.post('/api/v1/webhooks', { url, events: ['*'] }), 403);
    const own = ok<Webhook>(await quotes.post('/api/v1/webhooks', { url, events: ['quote.created'] }));
    const hook = await create({ events: ['order.created'] });
    await typed();
    await deliver();
    for (const [method, path, body] of [
      ['PUT', '', { url: 'https://thief.example.com/' }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', {}],
      ['POST', '/replay', { after: new Date(0).toISOString() }],
    ] as const)
      expectError(await quotes.call(method, `/api/v1/webhooks/${hook.id}${path}`, body), 403);
    expect(ok<{ data: unknown[] }>(await quotes.get(`/api/v1/webhooks/${hook.id}/deliveries`)).data).toEqual([]);
    expect((await deliveriesOf(hook)).data).toHaveLength(1);
    expectError(await quotes.put(`/api/v1/webhooks/${own.id}`, { events: ['order.created'] }), 403);
    expectError(await (await world.program('webhooks:read')).post('/api/v1/webhooks', { url, events: ['*'] }), 403);
    expectError(await world.dispatcher.get('/api/v1/webhooks'), 403);
  });

  it('M13 refuses an address that is not public or not https, at creation and at change', async () => {
    for (const url of ['http://10.0.0.1/', 'https://10.0.0.1/', 'https://[::1]/', 'http://shop.example.com/']) {
      expectError(await world.admin.post('/api/v1/webhooks', { url, events: ['*'] }), 400, 'WEBHOOK_URL_REFUSED');
      const { id } = await create();
      expectError(await world.admin.put(`/api/v1/webhooks/${id}`, { url }), 400, 'WEBHOOK_URL_REFUSED');
    }
  });
});
