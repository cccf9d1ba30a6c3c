import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import { beforeEach, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

const SMS = {
  SMS_URL: 'http://127.0.0.1:9/sms',
  SMS_SECRET: `whsec_${Buffer.from('a secret for the tests of texts').toString('base64')}`,
};
const world = useWorld({ SMTP_URL: 'smtp://127.0.0.1:9', BUSINESS_COUNTRY: 'DE', ...SMS });
const ADA = 'ada@example.com';
const NEVE = { name: 'Neve', email: 'neve@example.com', phone: null };
const ASKS = { proofRules: { delivery: { pin: true } } };

const make = async (more: object = {}) =>
  ok<Order & { accessCode: string }>(
    await world.dispatcher.post(
      '/api/v1/orders',
      orderBody({ customerEmail: ADA, driverId: world.driver.userId, ...ASKS, ...more }),
    ),
  );
const change = async ({ id }: Order, body: object) =>
  ok<Order>(await world.dispatcher.put(`/api/v1/orders/${id}`, body));
const told = async ({ id }: Order) =>
  (
    await world.app.sql<{ kind: string; recipient: string }>(
      `select kind, recipient from emails where order_id = ? and trigger in ('delivery_pin', 'recipient_pin') order by id`,
      id,
    )
  ).map(({ kind, recipient }) => `${kind} ${recipient}`);
const pinOf = async ({ id }: Order, stop = 'delivery') => {
  const [row] = await world.app.sql<{ sealed: string }>(
    'select pin_sealed as sealed from order_pins where order_id = ? and stop = ?',
    id,
    stop,
  );
  return world.app.services.secrets.open(row?.sealed ?? '') ?? '';
};
const page = async ({ trackingNumber }: Order, address: string) =>
  ok<DeliveryPage>(
    await world.visitor.get(`/api/v1/t/${deliveryToken(world.app.services.secrets, trackingNumber, address)}`),
  );

beforeEach(async () => {
  await world.app.sql('delete from emails');
});

describe('the PIN of a delivery', () => {
  it('P145 goes to the recipient by mail, and their page alone shows it until it was used', async () => {
    const order = await make({ deliveryContact: NEVE });
    const pin = await pinOf(order);
    expect(await told(order)).toEqual([`email ${NEVE.email}`]);
    expect((await page(order, NEVE.email)).pins).toEqual([{ stop: 'delivery', pin }]);
    const seen = [
      await page(order, ADA),
      ok(await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`)),
      ok(await world.dispatcher.get(`/api/v1/orders/${order.id}`)),
      ok(await world.dispatcher.get('/api/v1/orders')),
      ok(await world.admin.get('/api/v1/emails')),
      ...(await world.app.sql('select * from emails where order_id = ?', order.id)),
      ...(await world.app.sql('select * from history where subject_id = ?', order.id)),
    ];
    expect(JSON.stringify(seen)).not.toContain(pin);
    const phone = await openOrder(world.app, order);
    expect(JSON.stringify(ok(await phone.get('/api/v1/driver/order')))).not.toContain(pin);
    ok(await phone.post('/api/v1/driver/pin', { orderId: order.id, pin, stop: 'delivery' }));
    expect((await page(order, NEVE.email)).pins).toEqual([]);
  });

  it('P145 goes by text to a phone of their own, and to the customer where there is neither or nobody is told', async () => {
    const texted = await make({ deliveryContact: { name: 'Neve', phone: '+49 151 23456789' } });
    expect(await told(texted)).toEqual(['sms +4915123456789']);
    expect((await page(texted, '+4915123456789')).pins).toHaveLength(1);
    const [mine, hers] = [await make(), await make({ deliveryContact: { name: 'Neve', email: ADA } })];
    for (const order of [mine, hers]) {
      expect(await told(order)).toEqual([`email ${ADA}`]);
      expect((await page(order, ADA)).pins).toEqual([{ stop: 'delivery', pin: await pinOf(order) }]);
    }
    ok(await world.admin.put('/api/v1/company', { notices: { recipientMails: false } }));
    expect(await told(await make({ deliveryContact: NEVE }))).toEqual([`email ${ADA}`]);
    ok(await world.admin.put('/api/v1/company', { notices: { recipientMails: true } }));
  });

  it('P145 the customer keeps that of the pickup, and needs no address where the recipient has one', async () => {
    const proofRules = { pickup: { pin: true }, delivery: { pin: true } };
    const both = await make({ proofRules, deliveryContact: NEVE });
    expect((await told(both)).toSorted()).toEqual([`email ${ADA}`, `email ${NEVE.email}`]);
    expect((await page(both, ADA)).pins).toEqual([{ stop: 'pickup', pin: await pinOf(both, 'pickup') }]);
    const alone = await make({ customerEmail: null, deliveryContact: NEVE });
    expect(await told(alone)).toEqual([`email ${NEVE.email}`]);
    const refused = await world.dispatcher.put(`/api/v1/orders/${alone.id}`, { deliveryContact: null });
    expect(refused.json()).toMatchObject({ status: 400, issues: [{ path: 'customerEmail' }] });
  });

  it('P146 who is no longer its reader has no PIN: another recipient gets another one', async () => {
    const order = await make({ deliveryContact: NEVE });
    const first = await pinOf(order);
    await change(order, { deliveryContact: { ...NEVE, name: 'Neve Two' } });
    expect(await pinOf(order)).toBe(first);
    await change(order, { deliveryContact: { name: 'Bo', email: 'bo@example.com' } });
    const second = await pinOf(order);
    expect(second).not.toBe(first);
    expect(await told(order)).toEqual([`email ${NEVE.email}`, 'email bo@example.com']);
    await change(order, { deliveryContact: null });
    expect((await told(order)).at(-1)).toBe(`email ${ADA}`);
    expect((await page(order, ADA)).pins).toEqual([{ stop: 'delivery', pin: await pinOf(order) }]);
    const phone = await openOrder(world.app, order);
    if (second !== (await pinOf(order)))
      expect(
        (await phone.post('/api/v1/driver/pin', { orderId: order.id, pin: second, stop: 'delivery' })).json(),
      ).toMatchObject({
        code: 'WRONG_PIN',
      });
  });
});
