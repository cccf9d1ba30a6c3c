import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { expect, it } from 'vitest';
import { useWorld } from '../support/contract.ts';
import { ok, openOrder, photoFile, signatureFile } from '../support/factories.ts';

const world = useWorld();

it('C706 a key of one customer reads no names of drivers and office, in no answer and no event', async () => {
  await world.app.sql(`update users set first_name = 'Zorro', last_name = 'Hiddenname' where id > 0`);
  await world.app.sql(`update users set username = 'hiddenname' || id where id > 0`);
  const customerId = ok<{ id: number }>(
    await world.admin.post('/api/v1/customers', { name: 'Own', email: 'own@example.com' }),
  ).id;
  const made = await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: [...merchantScopes], customerId });
  const shop = world.app.client({ key: ok<{ key: string }>(made).key });
  const url = 'https://127.0.0.1.example.com/hook';
  const hook = ok<{ id: number }>(await shop.post('/api/v1/webhooks', { url, events: ['order.*', 'quote.*'] }));
  const body = { pickupAddress: '1 Shop Street', deliveryAddress: '2 Buyer Road', items: [{ name: 'Box' }] };
  const { id } = ok<Order>(await shop.post('/api/v1/orders', body));
  const path = `/api/v1/orders/${id}`;
  ok(await world.dispatcher.post(`${path}/assign`, { driverId: world.driver.userId }));
  const phone = await openOrder(world.app, ok<Order & { accessCode: string }>(await world.dispatcher.get(path)));
  ok(await phone.form('POST', '/api/driver/signature', { customerName: 'Ada' }, [await signatureFile()]));
  ok(await world.driver.put(`${path}/status`, { status: 'in_transit', overrideReason: 'No photo' }));
  const failed = { stop: 'delivery', outcome: 'failed', reason: 'not_home', noteCustomer: 'Nobody' };
  ok(await world.driver.form('POST', `${path}/attempts`, failed, [await photoFile('photos')]));
  ok(await world.dispatcher.put(path, { notes: 'Ring' }));
  const quote = ok<{ id: number }>(
    await shop.post('/api/v1/quotes', { ...body, customer: { name: 'Own', email: 'own@example.com' } }),
  );
  ok(await world.dispatcher.put(`/api/v1/quotes/${quote.id}`, { price: '12.00', notes: 'Ring' }));
  const events = await shop.get('/api/v1/events');
  const types = ok<{ data: { type: string }[] }>(events).data.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['order.in_transit', 'order.attempt_failed']));
  const tracking = ok<Order>(await shop.get(path)).trackingNumber;
  for (const at of [
    path,
    '/api/v1/orders',
    `/api/v1/orders/tracking/${tracking}`,
    `/api/v1/quotes/${quote.id}`,
    '/api/v1/quotes',
    '/api/v1/events',
    `/api/v1/webhooks/${hook.id}/deliveries`,
  ]) {
    const answer = await shop.get(at);
    expect(answer.statusCode, at).toBe(200);
    expect(answer.body.match(/.{80}hiddenname.{20}/i)?.[0], at).toBeUndefined();
  }
  const queued = await world.app.sql<{ payload: string }>('select data::text as payload from events');
  expect(queued.some(({ payload }) => /Hiddenname/.test(payload))).toBe(true);
  const { attempts = [] } = ok<Order>(await shop.get(path));
  expect(new Set(attempts.map(({ by }) => by))).toEqual(new Set(['']));
  expect((await world.dispatcher.get(path)).body).toContain('Hiddenname');
});
