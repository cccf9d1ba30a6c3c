import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { phoneKeys, startPushService } from '../../../test/support/counterparts/push-service.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { makeOrder, ok } from '../../../test/support/factories.ts';
import { isPushService } from './push-services.ts';

let service: Awaited<ReturnType<typeof startPushService>>;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  service = await startPushService();
  app = await createTestApp({ PUSH_SERVICES: [service.origin], SUPPORT_EMAIL: 'help@quickfleet.test' });
  staff = await app.as('dispatcher');
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  await app.sql('truncate push_subscriptions');
  service.received.length = 0;
  service.answer(201);
});

let phones = 0;
async function subscribed(driver: Client) {
  const phone = { ...phoneKeys(), endpoint: `${service.origin}/send/${++phones}` };
  ok(await driver.post('/api/v1/driver/push', { endpoint: phone.endpoint, keys: phone.keys }));
  return phone;
}
const assign = async (id: number, driverId: number | undefined, more = {}) =>
  ok(await staff.post(`/api/v1/orders/${id}/assign`, { driverId, ...more }));
const rows = () => app.sql<{ endpoint: string }>('select endpoint from push_subscriptions order by id');

describe('a driver’s phone with job notifications', () => {
  it('P80 is notified of a new, changed and removed job: encrypted for it, signed by the company, no name and no address', async () => {
    const driver = await app.as('driver');
    const phone = await subscribed(driver);
    const order = await makeOrder(app, staff);
    await assign(order.id, driver.userId);
    ok(
      await staff.put(`/api/v1/orders/${order.id}`, {
        pickupWindow: { from: '2028-03-02T08:00:00Z', to: '2028-03-02T10:00:00Z' },
      }),
    );
    ok(await staff.post(`/api/v1/orders/${order.id}/unassign`));
    await deliverMails(app);

    const number = formatTracking(order.trackingNumber);
    expect(service.received.map(({ body }) => phone.open(body))).toEqual([
      { title: 'New job', body: number, tag: order.trackingNumber },
      {
        title: 'Job changed',
        body: expect.stringMatching(new RegExp(`^${number}, pickup .*8:00 AM – 10:00 AM UTC`)),
        tag: order.trackingNumber,
      },
      { title: 'Job taken back', body: number, tag: order.trackingNumber },
    ]);
    const { publicKey } = ok<{ publicKey: string }>(await driver.get('/api/v1/driver/push'));
    const [first] = service.received;
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(first?.headers.authorization)) ?? [];
    expect(key).toBe(publicKey);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:help@quickfleet.test' });
    expect(await app.sql('select count(*)::int as keys from push_keys')).toEqual([{ keys: 1 }]);
  });

  it('P80 hears nothing any more after signing out, being deactivated, or turning it off', async () => {
    const [leaving, dismissed, tired] = [await app.as('driver'), await app.as('driver'), await app.as('driver')];
    for (const driver of [leaving, dismissed]) await subscribed(driver);
    const off = await subscribed(tired);
    const other = await app.as('driver');
    ok(await other.delete(`/api/v1/driver/push?endpoint=${encodeURIComponent(off.endpoint)}`));
    expect(await rows()).toHaveLength(3);
    ok(await tired.delete(`/api/v1/driver/push?endpoint=${encodeURIComponent(off.endpoint)}`));
    ok(await leaving.post('/api/logout'));
    await app.sql('update users set is_active = false where id = ?', dismissed.userId);
    expect(await rows()).toHaveLength(1);
    const order = await makeOrder(app, staff);
    await assign(order.id, leaving.userId);
    await deliverMails(app);
    expect(service.received).toEqual([]);
  });

  it('P80 is forgotten when its push service does not know it, and tried again when that is only busy', async () => {
    const driver = await app.as('driver');
    await subscribed(driver);
    const order = await makeOrder(app, staff);
    service.answer(503);
    await assign(order.id, driver.userId);
    await deliverMails(app);
    expect(await rows()).toHaveLength(1);
    service.answer(410);
    await deliverMails(app, { again: true });
    expect(service.received).toHaveLength(2);
    expect(await rows()).toEqual([]);
  });

  it('P80 asks again when the company’s key cannot be opened any more', async () => {
    const driver = await app.as('driver');
    await subscribed(driver);
    const { publicKey } = ok<{ publicKey: string }>(await driver.get('/api/v1/driver/push'));
    await app.sql(`update push_keys set private_sealed = 'lost'`);
    const next = ok<{ publicKey: string }>(await driver.get('/api/v1/driver/push'));
    expect(next.publicKey).not.toBe(publicKey);
    expect(await rows()).toEqual([]);
  });

  it('P80 belongs to the driver who signs in on it next, and of many phones the last ten count', async () => {
    const [first, second] = [await app.as('driver'), await app.as('driver')];
    const { keys, endpoint } = await subscribed(first);
    ok(await second.post('/api/v1/driver/push', { endpoint, keys }));
    expect(await app.sql('select user_id as "userId" from push_subscriptions')).toEqual([{ userId: second.userId }]);
    for (let n = 0; n < 11; n++) await subscribed(second);
    const kept = await rows();
    expect(kept).toHaveLength(10);
    expect(kept.some((row) => row.endpoint === endpoint)).toBe(false);
  });

  it('P80 is reached at the push services of browsers alone', async () => {
    const driver = await app.as('driver');
    const { keys } = phoneKeys();
    for (const endpoint of ['http://127.0.0.1:5432/x', 'https://evil.example/fcm.googleapis.com', 'http://[::1]/']) {
      const answer = await driver.post('/api/v1/driver/push', { endpoint, keys });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'endpoint' }] });
    }
    expect(await rows()).toEqual([]);
    for (const [endpoint, isKnown] of [
      ['https://fcm.googleapis.com/fcm/send/abc', true],
      ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
      ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
      ['https://web.push.apple.com/abc', true],
      ['https://fcm.googleapis.com:8443/', false],
      ['http://fcm.googleapis.com/', false],
      ['https://user@fcm.googleapis.com/', false],
      ['https://fcm.googleapis.com.evil.example/', false],
      ['https://notpush.apple.com.example/', false],
    ] as const)
      expect([endpoint, isPushService(endpoint, [])]).toEqual([endpoint, isKnown]);
  });
});
