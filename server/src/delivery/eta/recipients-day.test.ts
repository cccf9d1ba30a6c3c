import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, signatureFile } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';
import { tendEtas } from './eta.service.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin', SMTP_URL: 'smtp://127.0.0.1:9' });
/** Ten o'clock in Berlin. */
const TEN = new Date('2026-03-17T09:00:00Z');
const minutesAfter = (minutes: number) => new Date(TEN.getTime() + minutes * MINUTE_MS).toISOString();
const SENDER = 'ada@example.com';
const RECIPIENT = 'neve@example.com';

/** What is sent to each reader from now on: 'ada@example.com recipient_delayed'. */
function newMails(order: { id: number }) {
  let seen = 0;
  return async () => {
    const rows = await world.app.sql<{ id: number; trigger: string; recipient: string; text: string }>(
      `select id, trigger, recipient, text from emails where order_id = ? and id > ? and kind = 'email' order by recipient, id`,
      order.id,
      seen,
    );
    seen = Math.max(seen, ...rows.map(({ id }) => id));
    return rows;
  };
}

it('C621 on a day with a late driver every reader is told once what changed, and no page says a time that is over', async () => {
  world.app.setClock(TEN);
  const { driver, dispatcher, visitor, app } = world;
  const order = ok<Order>(
    await dispatcher.post('/api/v1/orders', {
      ...orderBody({ driverId: driver.userId, customerEmail: SENDER }),
      deliveryContact: { name: 'Neve', email: RECIPIENT },
      deliveryWindow: { from: minutesAfter(60), to: minutesAfter(120) },
    }),
  );
  const mails = newMails(order);
  const pageOf = async (email: string) =>
    ok<DeliveryPage>(
      await visitor.get(`/api/v1/t/${deliveryToken(app.services.secrets, order.trackingNumber, email)}`),
    );
  const readers = {
    customer: () => pageOf(SENDER),
    recipient: () => pageOf(RECIPIENT),
    stranger: async () => ok<TrackedOrder>(await visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`)),
    office: async () => ok<Order>(await dispatcher.get(`/api/v1/orders/${order.id}`)),
  };
  type Reader = keyof typeof readers;
  const everybody: readonly Reader[] = ['customer', 'recipient', 'stranger', 'office'];
  const sign = async (kind: string) =>
    ok(
      await driver.form('POST', '/api/driver/signature', { customerName: 'Neve', orderId: String(order.id), kind }, [
        await signatureFile(),
      ]),
    );
  const late = (reason: string | null, minutes?: number) =>
    driver.post('/api/v1/driver/delays', { orderId: order.id, reason, ...(minutes ? { minutes } : {}) });

  interface Step {
    /** Minutes after ten. */
    at: number;
    what: () => Promise<unknown>;
    status: Order['status'];
    /** In minutes after ten, for each reader; null: none is said. */
    expected: [from: number, to: number] | null;
    /** Why it is late, as it is said to all but the office where that differs. */
    reason: string | null;
    /** Who is mailed about what, in their order. */
    told: string[];
    /** What their mails say. */
    sentence?: string;
  }
  const day: Step[] = [
    {
      ...{ at: 0, what: () => sign('pickup'), status: 'picked_up', expected: [60, 120], reason: null },
      told: [
        `${SENDER} order_created`,
        `${SENDER} driver_assigned`,
        `${SENDER} order_picked_up`,
        `${RECIPIENT} recipient_booked`,
      ],
    },
    {
      ...{ at: 20, status: 'in_transit', expected: [60, 120], reason: null },
      what: async () => ok(await driver.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' })),
      told: [`${SENDER} order_in_transit`, `${RECIPIENT} recipient_on_the_way`],
    },
    {
      ...{ at: 50, what: async () => ok(await late('traffic', 40)), status: 'in_transit' },
      ...{ expected: [100, 160], reason: 'traffic' },
      told: [`${SENDER} order_delayed`, `${RECIPIENT} recipient_delayed`],
      sentence: 'We now expect it Tue, Mar 17, 11:40 AM – 12:40 PM',
    },
    // A little later yet: the pages say it, and nobody is written to again.
    {
      ...{ at: 70, what: async () => ok(await late('waiting', 50)), status: 'in_transit' },
      ...{ expected: [110, 170], reason: 'waiting', told: [] },
    },
    {
      ...{ at: 100, what: async () => ok(await late('waiting', 100)), status: 'in_transit' },
      ...{ expected: [160, 220], reason: 'waiting' },
      told: [`${SENDER} order_delayed`, `${RECIPIENT} recipient_delayed`],
      sentence: 'We now expect it Tue, Mar 17, 12:40 PM – 1:40 PM',
    },
    {
      ...{ at: 190, what: () => sign('delivery'), status: 'delivered', expected: null, reason: null },
      told: [`${SENDER} order_delivered`, `${RECIPIENT} recipient_delivered`],
    },
  ];
  for (const { at, what, status, expected, reason, told, sentence } of day) {
    app.setClock(new Date(minutesAfter(at)));
    await what();
    await tendEtas(app.services);
    const sent = await mails();
    expect(
      sent.map(({ recipient, trigger }) => `${recipient} ${trigger}`),
      `${at}: mails`,
    ).toEqual(told);
    for (const { text } of sent) if (sentence) expect(text, `${at}: sentence`).toContain(sentence);
    for (const reader of everybody) {
      const page = await readers[reader]();
      expect({ status: page.status, reason: page.delay?.reason ?? null }, `${at}: ${reader}`).toEqual({
        status,
        reason,
      });
      if (!expected) expect(page.eta, `${at}: ${reader}`).toBeNull();
      else
        expect(page.eta, `${at}: ${reader}`).toMatchObject({
          from: minutesAfter(expected[0]),
          to: minutesAfter(expected[1]),
        });
    }
    // Between the steps nothing that is over is said, however long nobody says anything new.
    for (const later of [at + 5, at + 9]) {
      app.setClock(new Date(minutesAfter(later)));
      for (const reader of ['customer', 'recipient', 'stranger'] as const) {
        const { eta } = await readers[reader]();
        if (eta) expect(Date.parse(eta.to), `${later}: ${reader}`).toBeGreaterThan(Date.parse(minutesAfter(later)));
      }
    }
    expect(await mails(), `${at}: nothing more`).toEqual([]);
  }
  // When its range is over and nobody has said anything, it is expected from now on.
  const end = await readers.recipient();
  expect(end).toMatchObject({ status: 'delivered', deliveredAt: minutesAfter(190) });
});
