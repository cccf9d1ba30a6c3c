import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody } from '../../../test/support/factories.ts';
import { tendEtas } from '../eta/eta.service.ts';

const world = useWorld({
  BUSINESS_TIMEZONE: 'Europe/Berlin',
  SMS_URL: 'http://127.0.0.1:9/sms',
  SMS_SECRET: `whsec_${Buffer.from('a secret for the tests of texts').toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  BUSINESS_COUNTRY: 'DE',
});
const TEN = new Date('2026-03-17T09:00:00Z');
const minutesAfter = (minutes: number) => new Date(TEN.getTime() + minutes * MINUTE_MS).toISOString();
const at = (minutes: number) => world.app.setClock(new Date(minutesAfter(minutes)));
const make = async (window: number, more: object = {}) =>
  ok<Order & { accessCode: string }>(
    await world.dispatcher.post('/api/v1/orders', {
      ...orderBody({ driverId: world.driver.userId, ...more }),
      deliveryWindow: { from: minutesAfter(window), to: minutesAfter(window + 60) },
    }),
  );
const say = async (who: Client, { id }: Order, reason: string | null, more: object = {}) =>
  ok(await who.post('/api/v1/driver/delays', { orderId: id, reason, ...more }));
const mails = () =>
  world.app.sql<{ kind: string; trigger: string; recipient: string; text: string }>(
    `select kind, trigger, recipient, text from emails where trigger in ('order_delayed', 'recipient_delayed') order by id`,
  );
const readers = async () => (await mails()).map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted();
const NEVE = { name: 'Neve', email: 'neve@example.com', phone: '+49 151 23456789' };

beforeEach(async () => {
  at(0);
  await world.app.sql('delete from orders');
  await world.app.sql('delete from emails');
});

describe('a delivery that runs late', () => {
  it('E21 is told to customer and recipient once, with the time, and again when it gets much later', async () => {
    const order = await make(10, { customerEmail: 'ada@example.com', deliveryContact: NEVE });
    await say(world.driver, order, 'traffic', { minutes: 40 });
    expect(await readers()).toEqual(['email ada@example.com', 'email neve@example.com', 'sms +4915123456789']);
    for (const { kind, text } of await mails())
      expect(text).toContain(
        kind === 'sms'
          ? 'Now expected: Tue, Mar 17, 10:50 AM - 11:50 AM'
          : 'Your delivery is running late. We now expect it Tue, Mar 17, 10:50 AM – 11:50 AM',
      );
    for (const { text } of await mails()) expect(text).toContain('Reason: Heavy traffic');
    await say(world.driver, order, 'waiting', { minutes: 40 });
    await say(world.driver, order, 'waiting', { minutes: 50 });
    await say(world.driver, order, 'waiting');
    await tendEtas(world.app.services);
    expect(await mails()).toHaveLength(3);
    await say(world.driver, order, 'waiting', { minutes: 90 });
    await tendEtas(world.app.services);
    expect(await mails()).toHaveLength(6);
    expect((await mails()).slice(3).map(({ text }) => /11:40 AM . 12:40 PM/.test(text))).toEqual([true, true, true]);
  });

  it('E21 is told when it makes a difference to the delivery, not before', async () => {
    const evening = await make(480, { customerEmail: 'eve@example.com' });
    const first = await make(-30, { customerEmail: 'ada@example.com' });
    await say(world.driver, first, 'vehicle');
    await tendEtas(world.app.services);
    expect(await readers()).toEqual(['email ada@example.com']);
    expect((await mails())[0]?.text).toContain('The tracking page shows the time as soon as we know it.');
    at(490);
    await tendEtas(world.app.services);
    await tendEtas(world.app.services);
    expect(await readers()).toEqual(['email ada@example.com', 'email eve@example.com']);
    ok(await world.dispatcher.put(`/api/v1/orders/${evening.id}/status`, { status: 'cancelled' }));
  });

  it('E22 one mail to a reader is about all their orders; who switched it off gets none', async () => {
    const [one, two] = [
      await make(-30, { customerEmail: 'ada@example.com' }),
      await make(-20, { customerEmail: 'Ada@example.com' }),
    ];
    await make(-20, { customerEmail: 'off@example.com' });
    await world.app.sql(
      `insert into mail_opt_outs (address, trigger, created_at) values ('off@example.com', 'order_delayed', now())`,
    );
    await say(world.driver, one, 'weather', { minutes: 60 });
    const rows = await world.app.sql<{ recipient: string; text: string; status: string }>(
      `select recipient, text, status from emails where trigger = 'order_delayed' order by recipient`,
    );
    expect(rows.map(({ recipient, status }) => [recipient, status])).toEqual([
      ['ada@example.com', 'queued'],
      ['off@example.com', 'kept'],
    ]);
    for (const { trackingNumber } of [one, two]) expect(rows[0]?.text).toContain(trackingNumber);
  });

  it('E22 a code says it for its own order alone, and one without a time says nothing that is over', async () => {
    const own = await make(-30, { customerEmail: 'ada@example.com' });
    await make(-30, { customerEmail: 'bob@example.com' });
    at(20);
    await say(await openOrder(world.app, own), own, 'other', { words: 'The bridge is up', minutes: 5 });
    expect(await readers()).toEqual(['email ada@example.com']);
    expect((await mails())[0]?.text).toContain('Reason: The bridge is up');
  });
});
