import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { API_KEY_CALLS_DAYS, EVENT_DAYS } from '@quickfleet/shared/limits';
import type { Event, EventFeed } from '@quickfleet/shared/messages/events';
import type { Webhook, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { deliverWebhooks, type Receiver, startReceiver } from '../../../test/support/counterparts/webhook-receiver.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { EventHub } from '../../http/streams/events.ts';
import { sweep } from '../../jobs/sweep.ts';
import { startWorker } from '../../jobs/worker.ts';
import { settleAll } from '../events/events.settle.ts';

const world = useWorld({ WEBHOOKS_ALLOW_HOSTS: ['127.0.0.1'] });
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  world.app.setClock(undefined);
  // The sweep has ended the sessions of a month ago.
  await world.app.sql('delete from webhooks');
  await receiver.close();
});

const create = async (more: object = {}): Promise<WebhookWithSecret> =>
  ok(await world.admin.post('/api/v1/webhooks', { url: receiver.url, events: ['order.created'], ...more }));
const set = async ({ id }: { id: number }, changes: object): Promise<Webhook> =>
  ok(await world.admin.put(`/api/v1/webhooks/${id}`, changes));
const typed = async (): Promise<Order> => ok(await world.admin.post('/api/v1/orders', orderBody()));
const orders = () => receiver.received.map(({ body }) => (JSON.parse(body) as Event).object.id);

describe('the runner of webhooks', () => {
  it('M17 runs, with its connections, in every process with jobs, and only while there is an active webhook', {
    timeout: 60_000,
  }, async () => {
    const { services, databaseUrl } = world.app;
    const events = new EventHub(databaseUrl, pino({ level: 'silent' }));
    await events.start();
    const workers = [await startWorker(services, databaseUrl), await startWorker({ ...services, events }, databaseUrl)];
    const listeners = async () =>
      (
        await world.app.sql(
          `select 1 from pg_stat_activity where datname = current_database() and application_name = 'quickfleet jobs' and query ilike 'listen %'`,
        )
      ).length;
    await expect.poll(listeners).toBe(2);
    const hook = await create();
    await expect.poll(listeners).toBe(4);
    const order = await typed();
    await expect.poll(orders).toEqual([order.id]);
    await set(hook, { isActive: false });
    await expect.poll(listeners).toBe(2);
    await set(hook, { isActive: true });
    await expect.poll(listeners).toBe(4);
    ok(await world.admin.delete(`/api/v1/webhooks/${hook.id}`));
    await expect.poll(listeners).toBe(2);
    const jobs = `select 1 from graphile_worker.jobs where task_identifier = 'send_webhook'`;
    expect(await world.app.sql(jobs)).toEqual([]);
    for (const worker of workers) await worker.stop();
    await events.close();
  });
});

describe('a webhook that is paused', () => {
  it('M18 keeps what waits and sends it when it is resumed; what happened in between is sent by replay', async () => {
    const hook = await create();
    expect(hook.inactiveSince).toBeNull();
    const before = await typed();
    const paused = await set(hook, { isActive: false });
    expect(paused).toMatchObject({ isActive: false, pending: 1, disabledReason: null });
    const between = await typed();
    await deliverWebhooks(world.app);
    expect(receiver.received).toEqual([]);
    expect(await set(hook, { isActive: true })).toMatchObject({ inactiveSince: null, pending: 1 });
    const after = await typed();
    await deliverWebhooks(world.app);
    expect(orders()).toEqual([before.id, after.id]);
    const range = { after: paused.inactiveSince };
    expect(ok(await world.admin.post(`/api/v1/webhooks/${hook.id}/replay`, range))).toMatchObject({ count: 2 });
    await deliverWebhooks(world.app);
    expect(orders()).toEqual([before.id, after.id, between.id, after.id]);
  });

  it('M18 is paused and replayed while events wait for their places', async () => {
    const hook = await create();
    const since = new Date(Date.now() - 1000).toISOString();
    await typed();
    expect(ok(await world.admin.post(`/api/v1/webhooks/${hook.id}/replay`, { after: since }))).toMatchObject({
      success: true,
    });
    await typed();
    expect(await set(hook, { isActive: false })).toMatchObject({ isActive: false });
  });
});

describe('a webhook that is held up after failures', () => {
  it('C712 has no work for what happens until then, and gets all of it afterwards', async () => {
    const hook = await create();
    receiver.behave((_, response) => response.writeHead(500).end());
    const made = [await typed(), await typed(), await typed(), await typed(), await typed(), await typed()];
    await deliverWebhooks(world.app);
    const jobs = () =>
      world.app.sql<{ run_at: Date; isLater: boolean }>(
        `select run_at, run_at > now() as "isLater" from graphile_worker.jobs where key = 'webhook ${hook.id}'`,
      );
    const waiting = await jobs();
    expect(waiting).toMatchObject([{ isLater: true }]);
    made.push(await typed());
    await settleAll(world.app.services);
    expect(await jobs()).toEqual(waiting);
    receiver.behave((_, response) => response.end());
    const tried = receiver.received.length;
    world.app.setClock(new Date(Date.now() + 3_600_000));
    await deliverWebhooks(world.app);
    expect(orders().slice(tried).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });
});

describe('what is kept', () => {
  it(`M19 events and deliveries are deleted after ${EVENT_DAYS} days, calls of keys after ${API_KEY_CALLS_DAYS}`, async () => {
    await create();
    const program = await world.program('events:read', 'orders:read');
    await typed();
    await deliverWebhooks(world.app);
    const feed = ok<EventFeed>(await program.get('/api/v1/events?limit=500'));
    expect(feed.data.length).toBeGreaterThan(0);
    const counts = async () =>
      (
        await world.app.sql<Record<string, number>>(
          `select (select count(*)::int from events) as events, (select count(*)::int from webhook_deliveries) as deliveries,
             (select count(*)::int from api_key_calls) as calls`,
        )
      )[0];
    await expect.poll(async () => (await counts())?.['calls']).toBeGreaterThan(0);
    const DAY_MS = 86_400_000;
    world.app.setClock(new Date(Date.now() + (EVENT_DAYS - 1) * DAY_MS));
    const present = await counts();
    await sweep(world.app.services);
    expect(await counts()).toEqual(present);
    world.app.setClock(new Date(Date.now() + (EVENT_DAYS + 1) * DAY_MS));
    await sweep(world.app.services);
    expect(await counts()).toEqual({ events: 0, deliveries: 0, calls: 0 });
  });
});
