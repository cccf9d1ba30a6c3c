import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { INBOUND_MAX, NOTICE_BYTES_MAX } from '@quickfleet/shared/limits';
import type { Inbound, Notice } from '@quickfleet/shared/operations/inbound';
import type { ApiKey } from '@quickfleet/shared/people/api-keys';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { sendNotice, shopifyOrder, startShop, wooOrder, workShops } from '../../../test/support/counterparts/shops.ts';
import { everyDay, ok } from '../../../test/support/factories.ts';

const world = useWorld({ WEBHOOKS_ALLOW_HOSTS: ['127.0.0.1'] });
const SECRET = 'what the shop signs with';
interface Merchant {
  id: number;
  keyId: number;
  client: Client;
}
let merchant: Merchant;
let other: Merchant;
async function makeMerchant(name: string, email: string): Promise<Merchant> {
  const { id } = ok<{ id: number }>(await world.admin.post('/api/v1/customers', { name, email }));
  const body = { name, scopes: merchantScopes, customerId: id };
  const key = ok<ApiKey & { key: string }>(await world.admin.post('/api/v1/api-keys', body));
  return { id, keyId: key.id, client: world.app.client({ key: key.key }) };
}
beforeAll(async () => {
  const company = ok<{ version: number }>(await world.admin.get('/api/v1/company'));
  ok(await world.admin.put('/api/v1/company', { hours: { weekly: everyDay }, version: company.version }));
  merchant = await makeMerchant('Candle Shop', 'candles@example.com');
  other = await makeMerchant('Card Shop', 'cards@example.com');
});
afterEach(async () => {
  for (const { id } of ok<{ data: Inbound[] }>(await world.admin.get('/api/v1/inbound')).data)
    ok(await world.admin.delete(`/api/v1/inbound/${id}`));
  await world.app.sql('delete from orders where external_scope is not null');
});

const connect = async (more: object = {}, who = merchant.client): Promise<Inbound> =>
  ok(
    await who.post('/api/v1/inbound', {
      kind: 'shopify',
      name: 'Candles',
      secret: SECRET,
      pickupAddress: '1 Depot Way',
      pickupContact: { name: 'Depot', phone: '+49 30 1' },
      ...more,
    }),
  );
const tell = async (shop: Inbound, topic: string, body: object, more: Parameters<typeof sendNotice>[5] = {}) => {
  ok(await sendNotice(world.app, shop, SECRET, topic, body, more));
  await workShops(world.app);
};
const noticesOf = async ({ id }: Inbound, who = merchant.client, query = ''): Promise<Notice[]> =>
  ok<{ data: Notice[] }>(await who.get(`/api/v1/inbound/${id}/notices${query}`)).data;
const ordersOf = async (): Promise<Order[]> => ok<{ data: Order[] }>(await merchant.client.get('/api/v1/orders')).data;

describe('a shop that sends its orders automatically', () => {
  it('M40 a paid order in Shopify is an order of its merchant, told as it tells its own key', async () => {
    const shop = await connect();
    expect(shop).toMatchObject({ kind: 'shopify', customerId: merchant.id, isActive: true, hasAccessToken: false });
    expect(shop.url).toMatch(/^http:\/\/quickfleet\.test\/api\/v1\/inbound\/shopify\/[0-9a-f]{32}$/);
    await tell(shop, 'orders/paid', shopifyOrder());
    const [order, ...more] = await ordersOf();
    expect(more).toEqual([]);
    expect(order).toMatchObject({
      externalId: '#1001',
      customerName: 'Candle Shop',
      customerEmail: 'candles@example.com',
      pickupAddress: '1 Depot Way',
      pickupContact: { name: 'Depot', phone: '+49 30 1' },
      deliveryAddress: 'Geschenkweg 9, Haus B, Dresden, 01069, Sachsen, Germany',
      deliveryContact: {
        name: 'Gift Receiver',
        company: 'Receiver GmbH',
        phone: '+49 351 7654321',
        email: 'buyer@example.com',
      },
      notes: 'Ring at the back',
      metadata: { shopPaid: 'paid', shopCurrency: 'EUR' },
      items: [
        { name: 'Candle - red', quantity: 2, value: '20.00' },
        { name: 'Card', quantity: 1, value: '3.00' },
      ],
    });
    expect(await noticesOf(shop)).toMatchObject([
      { topic: 'orders/paid', externalId: '#1001', state: 'used', reason: null, orderId: order?.id, fulfilment: null },
    ]);
    expect(
      await world.app.sql(
        `select actor_kind, actor_name from history where subject = 'order' and subject_id = ? and action = 'order.created'`,
        order?.id,
      ),
    ).toEqual([{ actor_kind: 'key', actor_name: 'Candles (merchant)' }]);
    const events = ok<{ data: { type: string }[] }>(
      await merchant.client.get(`/api/v1/events?types=order.created&limit=500`),
    );
    expect(events.data.length).toBeGreaterThan(0);
    // What was used is kept no longer.
    expect(await world.app.sql('select body_sealed from inbound_notices')).toEqual([{ body_sealed: null }]);
  });

  it('M41 twice is once: the same sending, another sending of the same order, and both at the same time', async () => {
    const shop = await connect();
    const body = shopifyOrder();
    await tell(shop, 'orders/paid', body, { delivery: 'once' });
    await tell(shop, 'orders/paid', body, { delivery: 'once' });
    expect(await noticesOf(shop)).toHaveLength(1);
    const send = () => sendNotice(world.app, shop, SECRET, 'orders/paid', { ...body, note: 'Changed' });
    for (const answer of await Promise.all([send(), send(), send()])) ok(answer);
    await workShops(world.app);
    expect(await ordersOf()).toHaveLength(1);
    const [first, ...others] = (await noticesOf(shop)).toReversed();
    expect(first?.state).toBe('used');
    for (const one of others)
      expect(one).toMatchObject({
        state: 'ignored',
        reason: 'The order is there already',
        orderId: first?.orderId,
      });
  });

  it('M41 an order that the office deleted does not come again, and neither does one that was cancelled before', async () => {
    const shop = await connect();
    await tell(shop, 'orders/paid', shopifyOrder());
    const [order] = await ordersOf();
    ok(await world.admin.delete(`/api/v1/orders/${order?.id}`));
    await tell(shop, 'orders/paid', shopifyOrder());
    await tell(shop, 'orders/cancelled', shopifyOrder({ id: 5, name: '#5', cancelled_at: '2026-11-30T10:00:00Z' }));
    await tell(shop, 'orders/paid', shopifyOrder({ id: 5, name: '#5' }));
    expect(await ordersOf()).toEqual([]);
    expect((await noticesOf(shop)).map(({ reason }) => reason)).toEqual([
      'It was cancelled in the shop before',
      'No order came of this number',
      'The order is there already',
      null,
    ]);
  });

  it('M42 a cancelled one is cancelled until the driver has it, and waits with the reason afterwards', async () => {
    const shop = await connect();
    const cancelled = { cancelled_at: '2026-11-30T10:00:00Z' };
    await tell(shop, 'orders/paid', shopifyOrder());
    await tell(shop, 'orders/paid', shopifyOrder({ id: 2, name: '#1002' }));
    // The header alone says nothing: no signature covers it.
    await tell(shop, 'orders/cancelled', shopifyOrder());
    const [second, first] = await ordersOf();
    expect(first?.status).toBe('pending');
    await tell(shop, 'orders/cancelled', shopifyOrder(cancelled));
    expect(ok<Order>(await world.dispatcher.get(`/api/v1/orders/${first?.id}`)).status).toBe('cancelled');
    ok(await world.dispatcher.post(`/api/v1/orders/${second?.id}/assign`, { driverId: world.driver.userId }));
    ok(await world.dispatcher.put(`/api/v1/orders/${second?.id}/status`, { status: 'in_transit' }));
    await tell(shop, 'orders/cancelled', shopifyOrder({ id: 2, name: '#1002', ...cancelled }));
    const [waiting] = await noticesOf(shop, merchant.client, '?state=waiting');
    expect(waiting).toMatchObject({
      externalId: '#1002',
      state: 'waiting',
      reason: 'The driver has picked this order up already',
      orderId: null,
    });
    expect(ok<Order>(await world.dispatcher.get(`/api/v1/orders/${second?.id}`)).status).toBe('in_transit');
  });

  it('M43 WooCommerce: its ping, a paid order, one that is not paid, and one in the trash', async () => {
    const shop = await connect({ kind: 'woocommerce' });
    const ping = await world.app.client().call('POST', new URL(shop.url).pathname, 'webhook_id=142', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(ping.statusCode).toBe(200);
    await tell(shop, 'order.created', wooOrder({ status: 'pending' }));
    expect(await ordersOf()).toEqual([]);
    await tell(shop, 'order.updated', wooOrder());
    await tell(shop, 'order.updated', wooOrder({ customer_note: 'Changed' }));
    const [order, ...more] = await ordersOf();
    expect(more).toEqual([]);
    expect(order).toMatchObject({
      externalId: '727',
      customerName: 'Candle Shop',
      deliveryAddress: 'Geschenkweg 9, Dresden, 01069, SN, DE',
      deliveryContact: { name: 'Gift Receiver', phone: '030 1234567', email: 'buyer@example.com' },
      notes: 'Ring at the back',
      items: [
        { name: 'Candle', quantity: 2, value: '20.00' },
        { name: 'Card', quantity: 1, value: '3.00' },
      ],
    });
    await tell(shop, 'order.deleted', { id: 727 });
    expect(ok<Order>(await merchant.client.get(`/api/v1/orders/${order?.id}`)).status).toBe('cancelled');
  });

  it('C704 WooCommerce: what is paid after it was cancelled waits, and is an order once somebody tries again', async () => {
    const shop = await connect({ kind: 'woocommerce' });
    const retry = async (who = merchant.client): Promise<Notice> => {
      const [waiting] = await noticesOf(shop, who, '?state=waiting');
      expect(waiting?.reason).toBe('It was cancelled in the shop before. Try again if it is paid now');
      return ok(await who.post(`/api/v1/inbound/${shop.id}/notices/${waiting?.id}/retry`, {}));
    };
    await tell(shop, 'order.updated', wooOrder({ status: 'cancelled', date_modified: '2026-11-30T10:00:00' }));
    await tell(shop, 'order.updated', wooOrder({ date_modified: '2026-11-30T11:00:00' }));
    expect(await ordersOf()).toEqual([]);
    expect(await retry()).toMatchObject({ state: 'used', reason: null });
    const [order] = await ordersOf();
    expect(order).toMatchObject({ externalId: '727', status: 'pending' });
    const statusOf = async () => ok<Order>(await merchant.client.get(`/api/v1/orders/${order?.id}`)).status;
    await tell(shop, 'order.updated', wooOrder({ status: 'cancelled', date_modified: '2026-11-30T12:00:00' }));
    expect(await statusOf()).toBe('cancelled');
    await tell(shop, 'order.updated', wooOrder({ date_modified: '2026-11-30T13:00:00' }));
    expect(await statusOf()).toBe('cancelled');
    expect(await retry()).toMatchObject({ state: 'used', orderId: order?.id });
    expect(await statusOf()).toBe('pending');
    await tell(shop, 'order.updated', wooOrder({ customer_note: 'Changed' }));
    expect(await noticesOf(shop, merchant.client, '?state=waiting')).toEqual([]);
  });

  it('M44 what cannot be used waits with its reason, and can be tried again once it can', async () => {
    const shop = await connect();
    await tell(shop, 'orders/paid', shopifyOrder({ shipping_address: null, line_items: [] }));
    const [lacking] = await noticesOf(shop, merchant.client, '?state=waiting');
    expect(lacking?.reason).toContain('Delivery address is required');
    expect(ok<Inbound>(await merchant.client.get(`/api/v1/inbound/${shop.id}`)).waiting).toBe(1);
    const body = { pickupAddress: '1 A', deliveryAddress: '2 B', items: [{ name: 'Box', quantity: 1 }] };
    const taken = ok<Order>(await merchant.client.post('/api/v1/orders', { ...body, externalId: '#7' }));
    await tell(shop, 'orders/paid', shopifyOrder({ id: 7, name: '#7' }));
    const [waiting] = await noticesOf(shop, merchant.client, '?state=waiting');
    const retry = `/api/v1/inbound/${shop.id}/notices/${waiting?.id}/retry`;
    expect(waiting?.reason).toBe(`Order #${taken.id} has the externalId #7 already`);
    expect(ok<Notice>(await merchant.client.post(retry, {}))).toMatchObject({ state: 'waiting' });
    ok(await merchant.client.put(`/api/v1/orders/${taken.id}`, { externalId: '#7 by hand' }));
    const tried = ok<Notice>(await merchant.client.post(retry, {}));
    expect(tried).toMatchObject({ state: 'used', reason: null });
    // Once more does nothing.
    expect(ok<Notice>(await merchant.client.post(retry, {}))).toEqual(tried);
    expect((await ordersOf()).filter(({ externalId }) => externalId === '#7')).toHaveLength(1);
  });

  it('M45 a right signature is 200 whatever it says, a wrong one 401, an unknown token 404, too much 413', async () => {
    const shop = await connect();
    const path = new URL(shop.url).pathname;
    for (const body of ['no JSON', '[]', '{}', '{"id":{}}', 'null', '{"id":1,"line_items":5}'])
      ok(await sendNotice(world.app, shop, SECRET, 'orders/paid', body));
    ok(await sendNotice(world.app, shop, SECRET, 'products/update', { id: 1, name: 'Candle' }));
    await workShops(world.app);
    expect((await noticesOf(shop)).map(({ state }) => state)).not.toContain('used');
    const before = (await noticesOf(shop)).length;
    const wrong = (value: string) =>
      sendNotice(world.app, shop, SECRET, 'orders/paid', shopifyOrder(), {
        headers: { 'x-shopify-hmac-sha256': value },
      });
    for (const value of ['x', 'a'.repeat(44), Buffer.alloc(32).toString('base64')])
      expectError(await wrong(value), 401, 'WRONG_SIGNATURE');
    expectError(await wrong(''), 401, 'SIGNATURE_REQUIRED');
    expectError(
      await sendNotice(world.app, shop, 'another secret', 'orders/paid', shopifyOrder()),
      401,
      'WRONG_SIGNATURE',
    );
    expectError(
      await world.app.client().call('POST', path, 'webhook_id=142', { headers: { 'content-type': 'text/plain' } }),
      401,
    );
    const nowhere = { ...shop, url: shop.url.replace(/[0-9a-f]{32}$/, '0'.repeat(32)) };
    expectError(await sendNotice(world.app, nowhere, SECRET, 'orders/paid', shopifyOrder()), 404, 'INBOUND_NOT_FOUND');
    const elsewhere = { kind: 'woocommerce' as const, url: shop.url.replace('shopify', 'woocommerce') };
    expectError(await sendNotice(world.app, elsewhere, SECRET, 'order.created', wooOrder()), 404);
    const long = JSON.stringify({ note: 'x'.repeat(NOTICE_BYTES_MAX) });
    expectError(await sendNotice(world.app, shop, SECRET, 'orders/paid', long), 413);
    expect(await noticesOf(shop)).toHaveLength(before);
    expect(await ordersOf()).toEqual([]);
  });

  it('M46 secrets are sealed and never read again, and go with an erased customer', async () => {
    const shop = await connect({ shopUrl: 'https://candles.myshopify.com/', accessToken: 'shpat_secret' });
    expect(shop).toMatchObject({ shopUrl: 'https://candles.myshopify.com', hasAccessToken: true });
    const changed = ok<Inbound>(
      await merchant.client.put(`/api/v1/inbound/${shop.id}`, { ...shop, name: 'Lights', version: shop.version }),
    );
    const rows = JSON.stringify(await world.app.sql('select * from inbound_shops'));
    for (const text of [JSON.stringify(shop), JSON.stringify(changed), rows]) {
      expect(text).not.toContain('shpat_secret');
      expect(text).not.toContain(SECRET);
    }
    expect(changed).toMatchObject({ name: 'Lights', hasAccessToken: true });
    // A token goes to no other address than the one that it was given with.
    const moved = await merchant.client.put(`/api/v1/inbound/${shop.id}`, { shopUrl: 'https://elsewhere.example.com' });
    expect(ok<Inbound>(moved).hasAccessToken).toBe(false);
    for (const shopUrl of ['https://10.0.0.1', 'https://localhost', 'http://candles.example.com'])
      expectError(await merchant.client.put(`/api/v1/inbound/${shop.id}`, { shopUrl }), 400, 'SHOP_URL_REFUSED');
    const gone = await makeMerchant('Gone Ltd', 'gone@example.com');
    const left = await connect({}, gone.client);
    await tell(left, 'orders/paid', shopifyOrder({ shipping_address: null }));
    ok(await world.admin.post(`/api/v1/customers/${gone.id}/erase`, { email: 'gone@example.com' }));
    expect(await world.app.sql('select id from inbound_shops where id = ?', left.id)).toEqual([]);
    expect(await world.app.sql('select id from inbound_notices where shop_id = ?', left.id)).toEqual([]);
    expectError(await sendNotice(world.app, left, SECRET, 'orders/paid', shopifyOrder()), 404);
  });

  it('M47 other merchants’ shops do not exist, a revoked key’s notices wait, and there are five', async () => {
    const shop = await connect();
    await tell(shop, 'orders/paid', shopifyOrder({ shipping_address: null }));
    const [waiting] = await noticesOf(shop);
    const at = `/api/v1/inbound/${shop.id}`;
    for (const answer of [
      await other.client.get(at),
      await other.client.put(at, { name: 'Mine' }),
      await other.client.delete(at),
      await other.client.get(`${at}/notices`),
      await other.client.post(`${at}/notices/${waiting?.id}/retry`, {}),
    ])
      expectError(answer, 404, 'INBOUND_NOT_FOUND');
    expect(ok<{ data: Inbound[] }>(await other.client.get('/api/v1/inbound')).data).toEqual([]);
    const settings = { kind: 'shopify', name: 'X', secret: SECRET, pickupAddress: '1 Depot Way' };
    expectError(await other.client.post('/api/v1/inbound', { ...settings, customerId: merchant.id }), 404);
    expectError(await world.admin.post('/api/v1/inbound', settings), 400, 'VALIDATION_FAILED');
    expectError(await world.dispatcher.post('/api/v1/inbound', settings), 403);
    const deaf = await world.program('webhooks:write');
    expectError(await deaf.post('/api/v1/inbound', { ...settings, customerId: merchant.id }), 403, 'FORBIDDEN');
    for (let n = 1; n < INBOUND_MAX; n++) await connect();
    expectError(await merchant.client.post('/api/v1/inbound', settings), 409, 'TOO_MANY_INBOUND');

    const brief = await makeMerchant('Brief Ltd', 'brief@example.com');
    const briefs = await connect({}, brief.client);
    ok(await world.admin.delete(`/api/v1/api-keys/${brief.keyId}`));
    await tell(briefs, 'orders/paid', shopifyOrder());
    const [held] = await noticesOf(briefs, world.admin);
    expect(held).toMatchObject({ state: 'waiting', orderId: null });
    expect(held?.reason).toContain('was revoked');
    ok(await world.admin.put(`/api/v1/inbound/${briefs.id}`, { name: 'Ours now' }));
    const retried = await world.admin.post(`/api/v1/inbound/${briefs.id}/notices/${held?.id}/retry`, {});
    expect(ok<Notice>(retried)).toMatchObject({ state: 'used' });
  });
});

describe('what the shop wants back', () => {
  const pickUp = async (order: Order | undefined) => {
    ok(await world.dispatcher.post(`/api/v1/orders/${order?.id}/assign`, { driverId: world.driver.userId }));
    ok(await world.dispatcher.put(`/api/v1/orders/${order?.id}/status`, { status: 'in_transit' }));
  };

  it('M48 Shopify is told of number and link once the driver has it, and again until it has understood', async () => {
    const shop = await startShop(({ body }) =>
      String(body['query']).startsWith('query')
        ? {
            status: 200,
            body: {
              data: {
                order: {
                  fulfillmentOrders: {
                    nodes: [
                      { id: 'gid://shopify/FulfillmentOrder/1', status: 'OPEN' },
                      { id: 'gid://shopify/FulfillmentOrder/2', status: 'CLOSED' },
                    ],
                  },
                },
              },
            },
          }
        : {
            status: 200,
            body: {
              data: { fulfillmentCreate: { fulfillment: { id: 'gid://shopify/Fulfillment/9' }, userErrors: [] } },
            },
          },
    );
    const fulfils = shop.calls;
    const connected = await connect({ shopUrl: shop.url, accessToken: 'shpat_secret' });
    await tell(connected, 'orders/paid', shopifyOrder({ id: 450789469 }));
    const [order] = await ordersOf();
    await workShops(world.app);
    expect(fulfils).toEqual([]);
    expect(await noticesOf(connected)).toMatchObject([{ fulfilment: 'due' }]);
    await pickUp(order);
    const works = (call: (typeof fulfils)[number]) => call.headers['x-shopify-access-token'] === 'shpat_secret';
    await workShops(world.app);
    expect(await noticesOf(connected)).toMatchObject([{ fulfilment: 'sent', fulfilmentError: null }]);
    await workShops(world.app);
    expect(fulfils.map(({ path }) => path)).toEqual(Array(2).fill('/admin/api/2026-10/graphql.json'));
    expect(fulfils.every(works)).toBe(true);
    expect(fulfils[0]?.body['variables']).toEqual({ id: 'gid://shopify/Order/450789469' });
    expect(fulfils[1]?.body['variables']).toEqual({
      fulfillment: {
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1' }],
        notifyCustomer: true,
        trackingInfo: {
          company: 'QuickFleet',
          number: order?.trackingNumber,
          url: `http://quickfleet.test/track/${order?.trackingNumber}`,
        },
      },
    });
    await shop.close();
  });

  it('M48 a shop that is away or refuses is asked again, and its word is shown', async () => {
    const shop = await startShop(() => ({ status: 503, body: {} }));
    const connected = await connect({ shopUrl: shop.url, accessToken: 'shpat_secret' });
    await tell(connected, 'orders/paid', shopifyOrder());
    await pickUp((await ordersOf())[0]);
    await workShops(world.app);
    expect(await noticesOf(connected)).toMatchObject([{ fulfilment: 'due', fulfilmentError: 'Answered 503' }]);
    const tries = shop.calls.length;
    await workShops(world.app);
    expect(shop.calls).toHaveLength(tries);
    shop.behave(() => ({ status: 200, body: { errors: [{ message: 'Access denied for order field' }] } }));
    await world.app.sql(`update inbound_notices set fulfilment_next_at = now() - interval '1 second'`);
    await workShops(world.app);
    expect(await noticesOf(connected)).toMatchObject([
      { fulfilment: 'due', fulfilmentError: 'Access denied for order field' },
    ]);
    await shop.close();
  });

  it('M49 WooCommerce gets a tracking number, or a note to its customer where it has no place for one', async () => {
    const shop = await startShop(({ path }) => ({ status: path.includes('tracking') ? 404 : 201, body: { id: 1 } }));
    const connected = await connect({ kind: 'woocommerce', shopUrl: `${shop.url}/store`, accessToken: 'ck_1:cs_2' });
    await tell(connected, 'order.updated', wooOrder());
    const [order] = await ordersOf();
    await pickUp(order);
    await workShops(world.app);
    const link = `http://quickfleet.test/track/${order?.trackingNumber}`;
    const authorization = `Basic ${Buffer.from('ck_1:cs_2').toString('base64')}`;
    expect(shop.calls).toMatchObject([
      {
        path: '/store/wp-json/wc-shipment-tracking/v3/orders/727/shipment-trackings',
        headers: { authorization },
        body: {
          custom_tracking_provider: 'QuickFleet',
          custom_tracking_link: link,
          tracking_number: order?.trackingNumber,
        },
      },
      {
        path: '/store/wp-json/wc/v3/orders/727/notes',
        headers: { authorization },
        body: { note: `QuickFleet: ${order?.trackingNumber}\n${link}`, customer_note: true },
      },
    ]);
    expect((await noticesOf(connected)).map(({ fulfilment }) => fulfilment)).toEqual(['sent']);
    await shop.close();
  });
});
