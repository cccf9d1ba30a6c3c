import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { type Event, type EventFeed, type EventType, eventTypes } from '@quickfleet/shared/messages/events';
import type { Delivery, Webhook, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import type { ApiKey } from '@quickfleet/shared/people/api-keys';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/app.ts';
import { expectError, NOWHERE, useWorld } from '../support/contract.ts';
import { deliverWebhooks, type Receiver, startReceiver } from '../support/counterparts/webhook-receiver.ts';
import { makeQuote, ok, orderBody } from '../support/factories.ts';

const world = useWorld({ WEBHOOKS_ALLOW_HOSTS: ['127.0.0.1'], ADMIN_EMAIL: 'office@quickfleet.test' });
type Made = ApiKey & { key: string };
const makeKey = async (more: object = {}) =>
  ok<Made>(await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: [...merchantScopes], ...more }));

let receiver: Receiver;
let shop: { id: number; key: Made; client: Client };
let other: typeof shop;

async function makeShop(name: string, email: string): Promise<typeof shop> {
  const { id } = ok<{ id: number }>(await world.admin.post('/api/v1/customers', { name, email }));
  const key = await makeKey({ customerId: id });
  return { id, key, client: world.app.client({ key: key.key }) };
}
beforeAll(async () => {
  receiver = await startReceiver();
  shop = await makeShop('Ada Own', 'own@example.com');
  other = await makeShop('Foreignia Ltd', 'foreignia@example.com');
});
afterAll(() => receiver.close());

const hear = async (client: Client, events: string[], more: object = {}): Promise<WebhookWithSecret> =>
  ok(await client.post('/api/v1/webhooks', { url: receiver.url, events, ...more }));
const forget = async (client: Client) => {
  for (const { id } of ok<{ data: Webhook[] }>(await client.get('/api/v1/webhooks')).data)
    ok(await client.delete(`/api/v1/webhooks/${id}`));
};
const order = async (client: Client, more: Record<string, unknown> = {}): Promise<Order> =>
  ok(await client.post('/api/v1/orders', orderBody(more)));
async function feedOf(client: Client, query = ''): Promise<Event[]> {
  const all: Event[] = [];
  for (let cursor = '0'; ; ) {
    const page = ok<EventFeed>(await client.get(`/api/v1/events?limit=500&after=${cursor}${query}`));
    all.push(...page.data);
    cursor = page.nextCursor;
    if (!page.hasMore) return all;
  }
}
const sent = (): Event[] => receiver.received.map(({ body }) => JSON.parse(body));
const byId = (events: readonly Event[]) => events.toSorted((a, b) => a.id.localeCompare(b.id));
const isOfShop = (type: EventType) => type.startsWith('order.') || type.startsWith('quote.');

describe('a merchant’s key hears', () => {
  it('M35 its own quotes and orders, as its own reads say them, signed, in the feed and by webhook', async () => {
    const hook = await hear(shop.client, ['order.*', 'quote.created']);
    expect(hook).toMatchObject({
      key: { id: shop.key.id, name: 'Shop' },
      customerId: shop.id,
      events: ['order.*', 'quote.created'],
    });
    const mine = await order(shop.client, {
      customerEmail: 'own@example.com',
      externalId: 'S-1',
      metadata: { a: 'b' },
    });
    const theirs = await order(other.client, { customerEmail: 'foreignia@example.com', externalId: 'S-1' });
    ok(
      await world.dispatcher.put(`/api/v1/orders/${mine.id}`, {
        driverNotes: 'Officeword',
        officeNotes: 'Officeword',
        notes: 'Ring twice',
      }),
    );
    ok(await world.dispatcher.post(`/api/v1/orders/${mine.id}/assign`, { driverId: world.driver.userId }));
    const typed = await order(world.dispatcher, { customerEmail: 'own@example.com', externalId: 'Officeword' });
    await makeQuote(world.app);
    await deliverWebhooks(world.app);

    const feed = await feedOf(shop.client);
    expect(feed.map(({ type, object }) => [type, object.id])).toEqual([
      ['order.created', mine.id],
      ['order.updated', mine.id],
      ['order.assigned', mine.id],
      ['order.created', typed.id],
    ]);
    expect(feed.slice(0, 3).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(byId(sent())).toEqual(byId(feed));
    const verifier = new Verifier(hook.secret);
    for (const { body, headers } of receiver.received) verifier.verify(body, headers);
    expect(JSON.stringify(feed)).not.toMatch(/Foreignia|Officeword/i);
    const [, , assigned] = feed;
    const read = ok<Order>(await shop.client.get(`/api/v1/orders/${mine.id}`));
    expect(assigned?.data).toEqual(read);
    expect(feed[0]?.data).toMatchObject({ externalId: 'S-1', metadata: { a: 'b' }, accessCode: null });
    expect((await feedOf(other.client)).map(({ object }) => object.id)).toEqual([theirs.id]);

    const { data } = ok<{ data: Delivery[] }>(await shop.client.get(`/api/v1/webhooks/${hook.id}/deliveries`));
    expect(data.map(({ request }) => request.body)).toEqual(feed.toReversed());
    const foreign = (await feedOf(other.client))[0];
    expectError(await shop.client.get(`/api/v1/events?after=${foreign?.id}`), 400, 'VALIDATION_FAILED');
    await forget(shop.client);
  });

  it('M36 of every type that is its customer’s, own or other or nobody’s: 0 foreign events', async () => {
    await forget(shop.client);
    receiver.received.length = 0;
    await world.app.sql('delete from events');
    const hook = await hear(shop.client, ['order.*', 'quote.*']);
    const all = await hear(world.admin, ['*']);
    const owners = [shop.id, other.id, null];
    let made = 0;
    for (const type of eventTypes)
      for (const owner of owners) {
        made++;
        await world.app.sql(
          `insert into events (event_id, type, object_type, object_id, sequence, customer_id, at, data) values (?, ?, ?, ?, 1, ?, now(), ?)`,
          `evt_${String(made).padStart(32, '0')}`,
          type,
          type.split('.')[0],
          100_000 + made,
          owner,
          JSON.stringify({
            of: owner === shop.id ? 'Own' : 'Foreignia',
            externalId: 'Officeword',
            driverNotes: 'Officeword',
          }),
        );
      }
    await deliverWebhooks(world.app);
    const wanted = eventTypes.filter(isOfShop);
    const feed = await feedOf(shop.client);
    expect(feed.map(({ type }) => type)).toEqual(wanted);
    const hooked = sent().filter(({ object }) => object.id > 100_000);
    expect(hooked).toHaveLength(wanted.length + eventTypes.length * owners.length);
    const own = ok<{ data: Delivery[] }>(
      await shop.client.get(`/api/v1/webhooks/${hook.id}/deliveries?limit=100`),
    ).data;
    expect(own.map(({ type }) => type).toReversed()).toEqual(wanted);
    for (const text of [JSON.stringify(feed), JSON.stringify(own)]) expect(text).not.toMatch(/Foreignia|Officeword/);
    for (const type of eventTypes) {
      const answer = await shop.client.get(`/api/v1/events?types=${type}`);
      expect(ok<EventFeed>(answer).data.map((event) => event.type)).toEqual(isOfShop(type) ? [type] : []);
      const refused = await shop.client.post('/api/v1/webhooks', { url: receiver.url, events: [type] });
      if (isOfShop(type)) ok(await shop.client.delete(`/api/v1/webhooks/${ok<Webhook>(refused).id}`));
      else expectError(refused, 403, 'FORBIDDEN');
    }
    const span = { after: new Date(Date.now() - 3_600_000).toISOString() };
    expect(ok(await shop.client.post(`/api/v1/webhooks/${hook.id}/replay`, span))).toMatchObject({
      count: wanted.length,
    });
    for (const pattern of ['*', 'customer.*', 'claim.*', 'payment.*'])
      expectError(
        await shop.client.post('/api/v1/webhooks', { url: receiver.url, events: [pattern] }),
        403,
        'FORBIDDEN',
      );
    ok(await world.admin.delete(`/api/v1/webhooks/${all.id}`));
    await forget(shop.client);
  });

  it('M37 has five webhooks, and other customers’ and the company’s do not exist for it', async () => {
    await forget(shop.client);
    const theirs = [await hear(other.client, ['order.*']), await hear(world.admin, ['*'])];
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => shop.client.post('/api/v1/webhooks', { url: receiver.url, events: ['order.*'] })),
    );
    expect(tries.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    for (const refused of tries.filter(({ statusCode }) => statusCode !== 201))
      expectError(refused, 409, 'TOO_MANY_WEBHOOKS');
    const mine = ok<{ data: Webhook[] }>(await shop.client.get('/api/v1/webhooks')).data;
    expect(mine).toHaveLength(5);
    expect(new Set(mine.map(({ customerId }) => customerId))).toEqual(new Set([shop.id]));
    expect(JSON.stringify(mine)).not.toContain('secret":');
    for (const id of [...theirs.map((hook) => hook.id), NOWHERE]) {
      const at = `/api/v1/webhooks/${id}`;
      for (const answer of [
        await shop.client.get(at),
        await shop.client.put(at, { isActive: false }),
        await shop.client.delete(at),
        await shop.client.post(`${at}/rotate-secret`, {}),
        await shop.client.post(`${at}/test`, {}),
        await shop.client.post(`${at}/replay`, { after: new Date(0).toISOString() }),
        await shop.client.get(`${at}/deliveries`),
      ])
        expectError(answer, 404, 'WEBHOOK_NOT_FOUND');
    }
    // The office sees them all, with the key that made each.
    const seen = ok<{ data: Webhook[] }>(await world.admin.get('/api/v1/webhooks')).data;
    expect(seen.filter(({ customerId }) => customerId === shop.id)).toHaveLength(5);
    expect(seen.find(({ id }) => id === theirs[1]?.id)).toMatchObject({ key: null, customerId: null });
    for (const { id } of theirs) ok(await world.admin.delete(`/api/v1/webhooks/${id}`));
    await forget(shop.client);
  });

  it('M38 until the key is revoked, which says how many webhooks it switched off; a rotation keeps them', async () => {
    await forget(shop.client);
    const second = await makeKey({ customerId: shop.id, name: 'Stock' });
    const stock = world.app.client({ key: second.key });
    const kept = await hear(shop.client, ['order.*']);
    const ended = [await hear(stock, ['order.*']), await hear(stock, ['quote.*'])];
    await hear(stock, ['quote.*'], { isActive: false });
    const rotated = ok<Made>(await world.admin.post(`/api/v1/api-keys/${second.id}/rotate`, { overlapHours: 0 }));
    expect(rotated.endpoints).toBe(2);
    const now = world.app.client({ key: rotated.key });
    expect(ok<Webhook>(await now.get(`/api/v1/webhooks/${ended[0]?.id}`)).isActive).toBe(true);
    await order(shop.client, { customerEmail: 'own@example.com' });
    receiver.received.length = 0;
    const answer = ok<{ endpointsOff: number; endpoints: number }>(
      await world.admin.delete(`/api/v1/api-keys/${second.id}`),
    );
    expect(answer).toMatchObject({ endpointsOff: 2, endpoints: 0, success: true });
    expect(ok(await world.admin.delete(`/api/v1/api-keys/${second.id}`))).toMatchObject({ endpointsOff: 0 });
    await order(shop.client, { customerEmail: 'own@example.com' });
    await deliverWebhooks(world.app);
    expect(sent().map(({ type }) => type)).toEqual(['order.created', 'order.created']);
    for (const { id } of ended) {
      const hook = ok<Webhook>(await shop.client.get(`/api/v1/webhooks/${id}`));
      expect(hook).toMatchObject({ isActive: false, disabledReason: expect.stringContaining('revoked') });
    }
    expect(ok<Webhook>(await shop.client.get(`/api/v1/webhooks/${kept.id}`)).isActive).toBe(true);
    await forget(shop.client);
  });

  it('M39 no proof without evidence:read, nothing without the scopes, and its webhooks go with an erased customer', async () => {
    const gone = await makeShop('Brief Shop', 'brief@example.com');
    const hook = await hear(gone.client, ['order.*'], { description: 'Brief Shop' });
    expect(hook.isActive).toBe(true);
    ok(await world.admin.post(`/api/v1/customers/${gone.id}/erase`, { email: 'brief@example.com' }));
    expectError(await world.admin.get(`/api/v1/webhooks/${hook.id}`), 404, 'WEBHOOK_NOT_FOUND');
    const deaf = world.app.client({ key: (await makeKey({ customerId: shop.id, scopes: ['orders:read'] })).key });
    expectError(await deaf.get('/api/v1/events'), 403, 'FORBIDDEN');
    expectError(await deaf.get('/api/v1/webhooks'), 403, 'FORBIDDEN');
    const half = await makeKey({ customerId: shop.id, scopes: ['orders:read', 'events:read', 'webhooks:write'] });
    const listener = world.app.client({ key: half.key });
    expectError(
      await listener.post('/api/v1/webhooks', { url: receiver.url, events: ['quote.created'] }),
      403,
      'FORBIDDEN',
    );
    expect(ok<EventFeed>(await listener.get('/api/v1/events?types=quote.*')).data).toEqual([]);
    const { id } = await hear(listener, ['order.*']);
    expect(await world.app.sql('select reads_evidence from webhooks where id = ?', id)).toEqual([
      { reads_evidence: false },
    ]);
  });
});
