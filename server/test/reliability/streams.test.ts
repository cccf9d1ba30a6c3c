import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { STREAMS_KEPT, STREAMS_MAX, STREAMS_PER_ADDRESS, STREAMS_PER_SESSION } from '@quickfleet/shared/limits';
import { sseStreamProducer } from '@trpc/server/unstable-core-do-not-import';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { systemContext } from '../../src/http/context.ts';
import { EventHub, publish } from '../../src/http/streams/events.ts';
import { StreamLimits } from '../../src/http/streams/stream-limits.ts';
import { StreamQueue } from '../../src/http/streams/stream-queue.ts';
import { appRouter } from '../../src/router.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder, ok } from '../support/factories.ts';
import { cookieOf, openStream, type Stream, trackingStream } from '../support/stream.ts';

// The real limits: LIMIT_SCALE is 1. A proxy names the addresses.
let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await createTestApp({ LIMIT_SCALE: 1, TRUST_PROXY: '127.0.0.1' });
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const count = (streams: readonly Stream[]) => ({
  open: streams.filter(({ isOpen }) => isOpen).length,
  refused: streams.filter(({ refusal }) => refusal === 429).length,
});

describe('X09 places for live updates', () => {
  it('X09 a number that no order has opens no stream, counts as a wrong number and holds no place', async () => {
    const unknown = `${address}${trackingStream('QF000000000000')}`;
    const streams = await Promise.all(Array.from({ length: 25 }, () => openStream(unknown, from('198.51.100.1'))));
    await expect.poll(() => count(streams), { timeout: 10_000 }).toEqual({ open: 0, refused: 5 });
    expect(streams.filter(({ refusal }) => refusal === 404)).toHaveLength(20);
    expect(streams.every(({ isEndedForGood }) => isEndedForGood)).toBe(true);
    expect(app.services.events.limits.count()).toBe(0);
    const [tries] = await app.sql('select count from rate_counts where bucket = ?', 'tracking.miss:ip:198.51.100.1');
    expect(tries).toEqual({ count: 25 });
  });

  it('X09 strangers who open all they can leave staff and drivers their places, and release what they held', async () => {
    const admin = await app.as('admin');
    const dispatcher = await app.as('dispatcher');
    const order = await makeOrder(app, admin);
    const known = `${address}${trackingStream(order.trackingNumber)}`;
    // All places but those of three addresses are taken already.
    const { limits } = app.services.events;
    const room = 3 * STREAMS_PER_ADDRESS;
    const others = Array.from({ length: STREAMS_MAX - STREAMS_KEPT - room }, (_, n) =>
      limits.take({ isKnown: false, address: `stranger ${n}`, session: undefined }, 1),
    );
    const strangers: Stream[] = [];
    for (let n = 0; n < 4; n++) {
      const ip = `198.51.101.${n + 1}`;
      const opened = Array.from({ length: STREAMS_PER_ADDRESS + 1 }, () => openStream(known, from(ip)));
      strangers.push(...(await Promise.all(opened)));
    }
    await expect
      .poll(() => count(strangers), { timeout: 20_000 })
      .toEqual({ open: room, refused: strangers.length - room });

    const [office, driver] = await Promise.all(
      [dispatcher, await app.as('driver')].map((who) =>
        openStream(`${address}/trpc/live.onChange`, { ...cookieOf(who), ...from('198.51.101.1') }),
      ),
    );
    ok(await admin.put(`/api/v1/orders/${order.id}`, { notes: 'Ring three times' }));
    await expect.poll(() => [office?.received.length, driver?.received.length], { timeout: 10_000 }).toEqual([1, 1]);
    // The first of them may have heard of the order's creation too.
    await expect.poll(() => strangers.filter(({ received }) => received.length > 0).length).toBe(room);

    for (const stream of strangers) stream.stop();
    for (const release of others) release();
    await expect.poll(() => app.services.events.limits.count(), { timeout: 10_000 }).toBe(2);
  });

  it('S26 an address that has asked too often is refused without another look until its limit is over', async () => {
    const order = await makeOrder(app, await app.as('admin'));
    const known = `${address}${trackingStream(order.trackingNumber)}`;
    const before = app.services.events.limits.count();
    const ask = () => fetch(known, { headers: from('198.51.102.1') });
    for (let n = 0; n < 61; n++) await (await ask()).body?.cancel();
    await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(429);
    // However its address is spelt.
    expect((await fetch(known.replace('tracking.', 'tracking%2E'), { headers: from('198.51.102.1') })).status).toBe(
      429,
    );
    const refused = await ask();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const other = await openStream(known, from('198.51.102.2'));
    expect(other.isOpen).toBe(true);
    other.stop();
    await expect.poll(() => app.services.events.limits.count(), { timeout: 10_000 }).toBe(before);
  });

  it('X09 a stream has the headers of every answer: its request, and what is left of the limit, in one form', async () => {
    const order = await makeOrder(app, await app.as('admin'));
    const before = app.services.events.limits.count();
    const answer = await fetch(`${address}${trackingStream(order.trackingNumber)}`, { headers: from('198.51.103.1') });
    expect(answer.headers.get('x-request-id')).toMatch(/^\w+$/);
    expect(answer.headers.get('ratelimit')).toContain('"general"');
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    await answer.body?.cancel();
    await expect.poll(() => app.services.events.limits.count(), { timeout: 10_000 }).toBe(before);
  });

  it('X09 a session has only so many, and those of another session of that person are not counted with it', () => {
    const limits = new StreamLimits();
    const holder = { isKnown: true, address: '192.0.2.1', session: 'one' };
    const releases = Array.from({ length: STREAMS_PER_SESSION }, () => limits.take(holder, 1));
    expect(() => limits.take(holder, 1)).toThrow('Too many live updates are open');
    limits.take({ ...holder, session: 'two' }, 1);
    releases[0]?.();
    limits.take(holder, 1);
    expect(limits.count()).toBe(STREAMS_PER_SESSION + 1);
  });

  it('X09 the numbers follow LIMIT_SCALE, and none of them becomes nothing', () => {
    const stranger = { isKnown: false, address: '192.0.2.1', session: undefined };
    for (const [scale, most] of [
      [2, 2 * STREAMS_PER_ADDRESS],
      [0.001, 1],
    ] as const) {
      const limits = new StreamLimits();
      for (let n = 0; n < most; n++) limits.take(stranger, scale);
      expect(() => limits.take(stranger, scale)).toThrow();
    }
  });

  it('X09 nobody takes more places than there are', () => {
    const limits = new StreamLimits();
    for (let n = 0; n < STREAMS_MAX; n++) limits.take({ isKnown: true, address: '192.0.2.1', session: `${n}` }, 1);
    expect(() => limits.take({ isKnown: true, address: '192.0.2.1', session: 'x' }, 1)).toThrow();
  });
});

describe('X11 turns for live updates', () => {
  const client = () => new EventEmitter() as unknown as ServerResponse;

  it('X11 each address has its turn, however many another one sends', async () => {
    const queue = new StreamQueue();
    const order: string[] = [];
    const ask = (network: string) => queue.take(network, client(), 1).then(() => order.push(network));
    await Promise.all([...Array.from({ length: 6 }, () => ask('many')), ask('one'), ask('few'), ask('few')]);
    expect(order).toEqual(['many', 'many', 'one', 'few', 'many', 'few', 'many', 'many', 'many']);
  });

  it('X11 only so many of an address wait, and a client that goes makes room', async () => {
    const queue = new StreamQueue();
    const clients = Array.from({ length: STREAMS_PER_ADDRESS + 1 }, client);
    const waiting = clients.map((one) => queue.take('192.0.2.1', one, 1));
    expect(queue.waitOf('192.0.2.1', 1)).toBeGreaterThan(0);
    expect(queue.waitOf('192.0.2.2', 1)).toBe(0);
    clients[5]?.emit('close');
    expect(queue.waitOf('192.0.2.1', 1)).toBe(0);
    expect(await waiting[5]).toBe(false);
    waiting.push(queue.take('192.0.2.1', client(), 1));
    queue.end();
    expect((await Promise.all(waiting)).filter((isTurn) => isTurn)).toHaveLength(1);
    expect(await queue.take('192.0.2.1', client(), 1)).toBe(false);
  });

  it('X11 a burst from one address lets a stream from elsewhere in before its own last one', async () => {
    const dispatcher = await app.as('dispatcher');
    const known = `${address}${trackingStream((await makeOrder(app, await app.as('admin'))).trackingNumber)}`;
    const opened: string[] = [];
    const ask = async (who: string, url: string, headers: Record<string, string>) => {
      const stream = await openStream(url, headers);
      if (stream.isOpen) opened.push(who);
      return stream;
    };
    const burst = Array.from({ length: 100 }, () => ask('stranger', known, from('198.51.103.1')));
    const refused = await fetch(known, { headers: from('198.51.103.1') });
    const office = ask('office', `${address}/trpc/live.onChange`, { ...cookieOf(dispatcher), ...from('198.51.103.2') });
    const strangers = await Promise.all(burst);
    expect((await office).isOpen).toBe(true);
    expect(opened.indexOf('office')).toBeLessThan(opened.length - 1);
    await expect
      .poll(() => count(strangers), { timeout: 10_000 })
      .toEqual({ open: STREAMS_PER_ADDRESS, refused: 100 - STREAMS_PER_ADDRESS });
    // Answered before the ordinary way of an error, and no different from it.
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({
      error: 'Too many live updates are being opened. Please try again in a moment.',
      message: 'Too many live updates are being opened. Please try again in a moment.',
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      requestId: refused.headers.get('x-request-id'),
    });
  });
});

describe('C770 what an open page of a visitor takes', () => {
  it('C770 keeps nothing of the call that opened it, and hears of each change until it goes', async () => {
    const admin = await app.as('admin');
    const order = await makeOrder(app, admin);
    const calls: WeakRef<object>[] = [];
    const see = (message: unknown) => {
      const { request, reply } = message as { request: FastifyRequest; reply: FastifyReply };
      if (request.url.startsWith('/trpc/tracking.onChange')) calls.push(new WeakRef(request), new WeakRef(reply));
    };
    subscribe('tracing:fastify.request.handler:start', see);
    onTestFinished(() => void unsubscribe('tracing:fastify.request.handler:start', see));
    const places = app.services.events.limits.count();
    const pages = await Promise.all(
      [1, 2, 3].map((at) => openStream(`${address}${trackingStream(order.trackingNumber)}`, from(`198.51.104.${at}`))),
    );
    expect(calls).toHaveLength(6);
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    await expect
      .poll(() => {
        collect();
        return calls.filter((call) => call.deref()).length;
      })
      .toBe(0);

    for (const change of [1, 2]) {
      ok(await admin.put(`/api/v1/orders/${order.id}`, { notes: `Ring ${change} times` }));
      await expect.poll(() => pages.map(({ received }) => received.length)).toEqual([change, change, change]);
    }
    for (const page of pages) page.stop();
    await expect.poll(() => app.services.events.limits.count()).toBe(places);
  });

  it('C770 closes its connection with its end, so that nothing else is asked on it', async () => {
    const order = await makeOrder(app, await app.as('admin'));
    const events = new EventHub(app.databaseUrl, app.services.log);
    await events.start();
    const stopping = await buildApp({ ...app.services, events });
    const url = await stopping.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}${trackingStream(order.trackingNumber)}`);
    expect(answer.headers.get('connection')).toBe('close');
    events.endStreams();
    expect(await answer.text()).toContain('event: connected');
    expect(events.limits.count()).toBe(0);
    await stopping.close();
    await events.close();
  });
});

describe('the life of a stream', () => {
  let short: { app: FastifyInstance; events: EventHub; url: string };
  beforeAll(async () => {
    const events = new EventHub(app.databaseUrl, app.services.log, 0.5);
    await events.start();
    const second = await buildApp({ ...app.services, events });
    short = { app: second, events, url: await second.listen({ port: 0, host: '127.0.0.1' }) };
  });
  afterAll(async () => {
    await short.app.close();
    await short.events.close();
  });

  it('X09 it ends as a cut connection does, so that its client opens another', async () => {
    const stream = await openStream(`${short.url}/trpc/live.onChange`, cookieOf(await app.as('dispatcher')));
    await expect.poll(() => stream.isOpen).toBe(false);
    expect(stream).toMatchObject({ isEndedForGood: false });
    expect(stream.refusal).toBeUndefined();
    expect(short.events.limits.count()).toBe(0);
  });

  it('X10 a client that goes while its next change is already asked for stops no server', async () => {
    const unhandled: unknown[] = [];
    const keep = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', keep);
    onTestFinished(() => void process.off('unhandledRejection', keep));
    const admin = await app.as('admin');
    const order = await makeOrder(app, admin);
    const { trackingNumber } = order;
    const user = {
      id: admin.userId,
      username: admin.username,
      role: 'admin' as const,
      name: 'First Last',
      hasFactor: false,
    };
    const [session] = await app.sql<{ hash: string }>(
      'select id_hash as hash from sessions where user_id = ?',
      user.id,
    );
    const caller = { user, grants: [], visitor: 'a browser', sessionHash: session?.hash ?? '' };
    const context = { ...systemContext(app.services), caller };
    const callerOf = (signal: AbortSignal) => appRouter.createCaller(context, { signal });
    const streams: ((signal: AbortSignal) => Promise<AsyncIterable<unknown>>)[] = [
      (signal) => callerOf(signal).live.onChange(),
      (signal) => callerOf(signal).tracking.onChange({ trackingNumber }),
    ];
    for (const open of streams) {
      // Nobody reads what comes: after one of these numbers of changes the next is asked for, and not waited for.
      for (let changes = 1; changes <= 6; changes++) {
        const client = new AbortController();
        const before = app.services.events.limits.count();
        // As the adapter does.
        const sent = sseStreamProducer({
          data: await open(client.signal),
          ping: { enabled: true, intervalMs: 15_000 },
        });
        const reader = sent.getReader();
        await reader.read();
        await expect.poll(() => app.services.events.limits.count()).toBe(before + 1);
        const heard = app.services.events.subscribe(client.signal);
        for (let n = 0; n < changes; n++) {
          await publish(app.services.orm.em, { topic: 'order', id: order.id, trackingNumber });
          await heard.next();
        }
        await new Promise((done) => setImmediate(done));
        client.abort();
        await reader.cancel();
        await expect.poll(() => app.services.events.limits.count()).toBe(before);
      }
    }
    // Node reports rejections once all work of that moment is done.
    await new Promise((done) => setImmediate(done));
    expect(unhandled).toEqual([]);
  });

  it('X09 lives of equal length do not end in one moment', () => {
    const lives = Array.from({ length: 200 }, () => app.services.events.nextLifeMs() / 60_000);
    for (const life of lives) expect(Math.abs(life - 30)).toBeLessThanOrEqual(3);
    expect(Math.max(...lives) - Math.min(...lives)).toBeGreaterThan(2);
  });

  it('X09 a server that stops ends its streams so that their clients come back to the next one', async () => {
    const events = new EventHub(app.databaseUrl, app.services.log);
    await events.start();
    const stopping = await buildApp({ ...app.services, events });
    const url = await stopping.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openStream(`${url}/trpc/live.onChange`, cookieOf(await app.as('dispatcher')));
    expect(stream.isOpen).toBe(true);
    await stopping.close();
    await events.close();
    await expect.poll(() => stream.isOpen).toBe(false);
    expect(stream.isEndedForGood).toBe(false);
  });
});
