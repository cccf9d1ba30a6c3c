import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

let app: TestApp;
let office: Client;
let order: Order;
beforeAll(async () => {
  app = await createTestApp({ LIMIT_SCALE: 1 });
  office = await app.as('dispatcher');
  ok(await (await app.as('admin')).put('/api/v1/company', { tracking: { level: 'verified' } }));
});
afterAll(() => app.close());

const address = '1 Main Street\nSpringfield, IL 62704';
const book = async () => {
  order = ok<Order>(await office.post('/api/v1/orders', orderBody({ deliveryAddress: address })));
};
const unlock = (client: Client, kind: 'code' | 'postcode', value: string) =>
  client.post(`/api/v1/orders/tracking/${order.trackingNumber}/unlock`, { kind, value });
const askCode = (client: Client) => client.post(`/api/v1/orders/tracking/${order.trackingNumber}/code`);
/** What several calls after each other are answered. */
async function statusesOf(times: number, call: (n: number) => Promise<{ statusCode: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await call(n)).statusCode);
  return statuses;
}

describe('a stranger who knows a number', () => {
  it('C507 leaves postcode tries and codes to its customer, whose link works in any case', async () => {
    await book();
    const [stranger, own] = [app.client({ ip: '10.81.0.1' }), app.client({ ip: '10.81.0.2' })];
    const tries = await statusesOf(8, (n) => unlock(stranger, 'postcode', `1111${n}`));
    expect(tries).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    expect(await statusesOf(5, () => askCode(stranger))).toEqual([200, 200, 200, 429, 429]);
    ok(await unlock(own, 'postcode', '62704'));
    ok(await askCode(own));
    const token = deliveryToken(app.services.secrets, order.trackingNumber, order.customerEmail ?? '');
    ok(await stranger.get(`/api/v1/t/${token}`));
  });

  it('C508 uses up no wrong tries of a code but their own', async () => {
    await book();
    const [stranger, own] = [app.client({ ip: '10.82.0.1' }), app.client({ ip: '10.82.0.2' })];
    ok(await askCode(own));
    const [mail] = await app.sql<{ code_sealed: string }>(
      `select code_sealed from emails where order_id = ? and trigger = 'tracking_code' order by id desc`,
      order.id,
    );
    const code = app.services.secrets.open(mail?.code_sealed ?? '') ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await statusesOf(6, () => unlock(stranger, 'code', wrong))).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await unlock(stranger, 'code', code)).statusCode).toBe(403);
    ok(await unlock(own, 'code', code));
  });

  it('C509 uses up no links to an e-mail address either', async () => {
    const email = order.customerEmail ?? '';
    const stranger = app.client({ ip: '10.83.0.1' });
    const asked = await statusesOf(8, () => stranger.post('/api/v1/auth/link', { email }));
    expect(asked).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    ok(await app.client({ ip: '10.83.0.2' }).post('/api/v1/auth/link', { email }));
  });
});
