import type { Order, OrderBatch } from '@quickfleet/shared/delivery/orders/orders';
import type { Event } from '@quickfleet/shared/messages/events';
import type { WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import type { Inbound, Notice } from '@quickfleet/shared/operations/inbound';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/app.ts';
import { useWorld } from './support/contract.ts';
import {
  type ShopCall,
  sendNotice,
  shopifyOrder,
  startShop,
  wooOrder,
  workShops,
} from './support/counterparts/shops.ts';
import { deliverWebhooks, type Receiver, startReceiver } from './support/counterparts/webhook-receiver.ts';
import { everyDay, ok, openOrder, signatureFile } from './support/factories.ts';

// A merchant's shop from the morning to the evening, by calls alone: no screen of ours is opened.

const world = useWorld({ WEBHOOKS_ALLOW_HOSTS: ['127.0.0.1'] });
const SECRET = 'what the shop signs with';
let receiver: Receiver;
let shop: Client;
let hook: WebhookWithSecret;
beforeAll(async () => {
  receiver = await startReceiver();
  ok(await world.admin.put('/api/v1/company', { hours: { weekly: everyDay } }));
  const { id } = ok<{ id: number }>(
    await world.admin.post('/api/v1/customers', { name: 'Candle Shop', email: 'candles@example.com' }),
  );
  const key = await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: merchantScopes, customerId: id });
  shop = world.app.client({ key: ok<{ key: string }>(key).key });
  hook = ok(await shop.post('/api/v1/webhooks', { url: receiver.url, events: ['order.*'] }));
});
afterAll(() => receiver.close());

const read = async (id: number): Promise<Order> => ok(await shop.get(`/api/v1/orders/${id}`));
/** What the shop was told of an order, signed, in the order in which it happened. */
async function toldOf(id: number): Promise<Event['type'][]> {
  await deliverWebhooks(world.app);
  const verifier = new Verifier(hook.secret);
  for (const { body, headers } of receiver.received) verifier.verify(body, headers);
  return receiver.received
    .map(({ body }) => JSON.parse(body) as Event)
    .filter(({ object }) => object.id === id)
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ type }) => type);
}
/** The company's part: a driver gets the order and collects it. */
async function collect(id: number): Promise<void> {
  ok(await world.dispatcher.post(`/api/v1/orders/${id}/assign`, { driverId: world.driver.userId }));
  const order = ok<Order & { accessCode: string }>(await world.dispatcher.get(`/api/v1/orders/${id}`));
  const phone = await openOrder(world.app, order);
  ok(await phone.form('POST', '/api/driver/signature', { customerName: 'Depot' }, [await signatureFile()]));
}

describe('a shop’s day without our screens', () => {
  it('C713 books in bulk, is told, corrects, cancels and has one brought back', async () => {
    const order = (number: number) => ({
      externalId: `S-${number}`,
      pickupAddress: '1 Shop Street\n10115 Berlin',
      deliveryAddress: `${number} Buyer Road\n10117 Berlin`,
      deliveryContact: { name: `Buyer ${number}`, phone: '+49 30 1234567' },
      items: [{ name: 'Candle', quantity: number }],
    });
    const orders = [1, 2, 3].map(order);
    const { results } = ok<OrderBatch>(await shop.post('/api/v1/orders/batch', { orders, mode: 'all' }));
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201]);
    const again = ok<OrderBatch>(await shop.post('/api/v1/orders/batch', { orders, mode: 'all' }));
    const idsOf = ({ results: all }: OrderBatch) => all.map((one) => one.order?.id ?? 0);
    expect(idsOf(again)).toEqual(idsOf({ results }));
    const [corrected = 0, cancelled = 0, returned = 0] = idsOf({ results });
    for (const id of [corrected, cancelled, returned]) expect(await toldOf(id)).toEqual(['order.created']);

    const change = { deliveryContact: { name: 'Bea Buyer', phone: '+49 30 7654321' }, notes: 'Third bell' };
    ok(await shop.put(`/api/v1/orders/${corrected}`, { ...(await read(corrected)), ...change }));
    expect(await read(corrected)).toMatchObject(change);
    expect(await toldOf(corrected)).toEqual(['order.created', 'order.updated']);

    ok(await shop.post(`/api/v1/orders/${cancelled}/cancel`, { reason: 'Sold out' }));
    expect((await read(cancelled)).status).toBe('cancelled');
    expect(await toldOf(cancelled)).toEqual(['order.created', 'order.cancelled']);

    await collect(returned);
    expect(await toldOf(returned)).toEqual(['order.created', 'order.assigned', 'order.picked_up']);
    const back = ok<Order>(await shop.post(`/api/v1/orders/${returned}/return`, { notes: 'Wrong size' }));
    expect((await read(returned)).returns).toEqual([{ id: back.id, trackingNumber: back.trackingNumber }]);
    expect(await toldOf(back.id)).toEqual(['order.created']);
  });

  const fulfilment = { id: 'gid://shopify/FulfillmentOrder/1', status: 'OPEN' };
  const shopifyAnswer = ({ body }: ShopCall) => ({
    status: 200,
    body: {
      data: String(body['query']).startsWith('query')
        ? { order: { fulfillmentOrders: { nodes: [fulfilment] } } }
        : { fulfillmentCreate: { fulfillment: { id: 'gid://shopify/Fulfillment/9' }, userErrors: [] } },
    },
  });
  const kinds = [
    {
      kind: 'shopify',
      paid: 'orders/paid',
      cancelled: 'orders/cancelled',
      order: (id: number, more: object = {}) => shopifyOrder({ id, name: `#${id}`, ...more }),
      off: { cancelled_at: '2026-11-30T10:00:00Z' },
      answer: shopifyAnswer,
      accessToken: 'shpat_secret',
    },
    {
      kind: 'woocommerce',
      paid: 'order.updated',
      cancelled: 'order.updated',
      order: (id: number, more: object = {}) => wooOrder({ id, number: String(id), ...more }),
      off: { status: 'cancelled' },
      answer: () => ({ status: 201, body: { id: 1 } }),
      accessToken: 'ck_key:cs_secret',
    },
  ] as const;
  it.each(kinds)(
    'C713 does the same through $kind: paid, told, corrected, cancelled in the shop, brought back',
    async ({ kind, paid, cancelled, order, off, answer, accessToken }) => {
      const counterpart = await startShop(answer);
      const connected = ok<Inbound>(
        await shop.post('/api/v1/inbound', {
          ...{ kind, name: 'Candles', secret: SECRET, shopUrl: counterpart.url, accessToken },
          pickupAddress: '1 Depot Way',
          pickupContact: { name: 'Depot', phone: '+49 30 1' },
        }),
      );
      const tell = async (topic: string, body: object) => {
        ok(await sendNotice(world.app, connected, SECRET, topic, body));
        await workShops(world.app);
        const notices = ok<{ data: Notice[] }>(await shop.get(`/api/v1/inbound/${connected.id}/notices`)).data;
        expect(notices[0]?.reason).toBeNull();
        return notices[0]?.orderId ?? 0;
      };
      const first = await tell(paid, order(501));
      const second = await tell(paid, order(502));
      for (const id of [first, second]) expect(await toldOf(id)).toEqual(['order.created']);
      ok(await shop.put(`/api/v1/orders/${first}`, { ...(await read(first)), notes: 'Third bell' }));
      expect(await toldOf(first)).toEqual(['order.created', 'order.updated']);
      expect(await tell(cancelled, order(502, off))).toBe(second);
      expect(await toldOf(second)).toEqual(['order.created', 'order.cancelled']);
      expect(counterpart.calls).toEqual([]);
      await collect(first);
      await workShops(world.app);
      const { trackingNumber } = await read(first);
      expect(JSON.stringify(counterpart.calls.at(-1)?.body)).toContain(trackingNumber);
      const back = ok<Order>(await shop.post(`/api/v1/orders/${first}/return`, {}));
      expect(back.returnOf).toEqual({ id: first, trackingNumber });
      ok(await shop.delete(`/api/v1/inbound/${connected.id}`));
      await counterpart.close();
    },
  );
});
