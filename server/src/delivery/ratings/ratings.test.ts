import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type { RatingSummary } from '@quickfleet/shared/delivery/tracking/ratings';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@example.com', LIMIT_SCALE: 1000 });
const SAM = { name: 'Sam Porter', email: 'sam@example.org' };
const DAY = 86_400_000;

interface Booked {
  order: Order;
  own: string;
  theirs: string;
}
const move = async ({ id }: Order, status: string) =>
  ok(
    await world.dispatcher.put(`/api/v1/orders/${id}/status`, {
      status,
      override: true,
      overrideReason: 'By telephone',
    }),
  );
async function book(): Promise<Booked> {
  const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody({ deliveryContact: SAM })));
  ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
  await move(order, 'in_transit');
  const linkOf = (address: string) =>
    `/api/v1/t/${deliveryToken(world.app.services.secrets, order.trackingNumber, address)}`;
  return { order, own: linkOf(order.customerEmail ?? ''), theirs: linkOf(SAM.email) };
}
async function delivered(): Promise<Booked> {
  const booked = await book();
  await move(booked.order, 'delivered');
  return booked;
}
const rate = (link: string, body: object) => world.visitor.post(`${link}/rating`, body);
const page = async (link: string): Promise<DeliveryPage> => ok(await world.visitor.get(link));
const read = async ({ id }: Order): Promise<Order> => ok(await world.dispatcher.get(`/api/v1/orders/${id}`));
const rows = ({ id }: Order) =>
  world.app.sql(
    'select "by", stars, words, corrected_at is null as counts from ratings where order_id = ? order by id',
    id,
  );

describe('ratings', () => {
  it('C330 a delivery is rated once, from either link, and a repeated or later press changes nothing', async () => {
    const { order, own, theirs } = await delivered();
    expect(await page(theirs)).toMatchObject({ rating: null, canRate: true });
    const both = await Promise.all([rate(theirs, { stars: 4, words: 'On time' }), rate(own, { stars: 1 })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expectError(await rate(own, { stars: 5 }), 409, 'ALREADY_RATED');
    expect(await rows(order)).toHaveLength(1);
    const [winner, other] = both[0]?.statusCode === 200 ? [theirs, own] : [own, theirs];
    const { rating } = await page(winner);
    expect(await page(other)).toMatchObject({ canRate: false, rating: { ...rating, words: null } });
    expectIssue(await rate(own, { stars: 6 }), 'stars', 'Choose from 1 to 5 stars');
    expectIssue(await rate(own, {}), 'stars', 'Choose from 1 to 5 stars');
    const program = await world.program('orders:write');
    expectError(await program.post(`${own}/rating`, { stars: 5 }), 403);
  });

  it('C331 only what is delivered is rated, for 30 days; one of a delivery that is taken back does not count', async () => {
    const { order, own } = await book();
    expectError(await rate(own, { stars: 5 }), 409, 'RATING_CLOSED');
    await move(order, 'delivered');
    ok(await rate(own, { stars: 1, words: 'Nothing came' }));
    ok(
      await world.dispatcher.post(`/api/v1/orders/${order.id}/correction`, { to: 'in_transit', reason: 'Wrong order' }),
    );
    expect(await page(own)).toMatchObject({ rating: null, canRate: false });
    expectError(await rate(own, { stars: 5 }), 409, 'RATING_CLOSED');
    await move(order, 'delivered');
    ok(await rate(own, { stars: 5 }));
    expect(await rows(order)).toEqual([
      { by: 'customer', stars: 1, words: 'Nothing came', counts: false },
      { by: 'customer', stars: 5, words: null, counts: true },
    ]);
    const late = await delivered();
    world.app.setClock(new Date(Date.now() + 31 * DAY));
    expectError(await rate(late.own, { stars: 5 }), 409, 'RATING_CLOSED');
    world.app.setClock(undefined);
    expect(await rows(late.order)).toEqual([]);
  });

  it('C332 staff read it on the order and in its history; drivers, public tracking and other orders do not', async () => {
    const { order, theirs } = await delivered();
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    ok(await rate(theirs, { stars: 2, words: 'Rang only once' }));
    expect((await read(order)).rating).toMatchObject({ stars: 2, words: 'Rang only once', by: 'recipient' });
    const history = await world.app.sql(
      `select detail from history where subject = 'order' and subject_id = ? and action = 'order.rated'`,
      order.id,
    );
    expect(history).toEqual([{ detail: '2 of 5 stars by the recipient\nRang only once' }]);
    for (const reader of [
      await phone.get('/api/v1/driver/order'),
      await world.driver.get(`/api/v1/orders/${order.id}`),
      await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`),
    ])
      expect(reader.body).not.toMatch(/Rang only once|"rating"/);
  });

  it('C333 the summary of a month equals its list, by driver; it is for staff', async () => {
    const staff = world.dispatcher;
    for (const stars of [5, 4, 4]) {
      const { order, own } = await delivered();
      ok(await rate(own, { stars, words: `Given ${stars}` }));
      await world.app.sql(`update ratings set created_at = '2031-03-10T12:00:00Z' where order_id = ?`, order.id);
    }
    const summary = ok<RatingSummary>(await staff.get('/api/v1/ratings/summary?month=2031-03'));
    const list = ok<{ total: number; data: { stars: number; driverId: number; words: string }[] }>(
      await staff.get(`/api/v1/ratings?month=2031-03&driverId=${world.driver.userId}`),
    );
    expect(list.total).toBe(summary.ratings);
    expect(list.data.map(({ stars }) => stars)).toEqual([4, 4, 5]);
    expect(summary).toMatchObject({
      ratings: 3,
      mean: 4.33,
      drivers: [{ driverId: world.driver.userId, ratings: 3, mean: 4.33 }],
    });
    expect(summary.byStars.map(({ ratings }) => ratings)).toEqual([1, 2, 0, 0, 0]);
    expect(ok<RatingSummary>(await staff.get('/api/v1/ratings/summary?month=2031-02')).mean).toBeNull();
    for (const path of ['/api/v1/ratings', '/api/v1/ratings/summary']) {
      expect((await world.driver.get(path)).statusCode).toBe(403);
      expect((await world.visitor.get(path)).statusCode).toBe(401);
    }
  });

  it('C443 each star of those mails is a link that names it, for both readers', async () => {
    const { order } = await delivered();
    const mails = await world.app.sql<{ html: string }>(
      `select html from emails where order_id = ? and trigger in ('order_delivered', 'recipient_delivered')`,
      order.id,
    );
    const page = `/t/hidden-link-track-${order.trackingNumber}`;
    for (const { html } of mails)
      expect([...html.matchAll(/href="[^"]*(\/t\/[^"]*stars=\d[^"]*)"/g)].map(([, link]) => link)).toEqual(
        [1, 2, 3, 4, 5].map((stars) => `${page}?stars=${stars}#rate`),
      );
  });

  it('C334 both mails of a delivery lead to the place of the rating, reading it rates nothing, and erasure takes the words', async () => {
    const { order, own } = await delivered();
    const mails = await world.app.sql<{ trigger: string; text: string }>(
      `select trigger, text from emails where order_id = ? and trigger in ('order_delivered', 'recipient_delivered') order by trigger`,
      order.id,
    );
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect(text).toContain(`/t/hidden-link-track-${order.trackingNumber}#rate`);
    await page(own);
    expect(await rows(order)).toEqual([]);
    ok(await rate(own, { stars: 3, words: 'Ask for Ada' }));
    const email = order.customerEmail;
    const [customer] = await world.app.sql<{ id: number }>(
      'select customer_id as id from orders where id = ?',
      order.id,
    );
    await world.app.sql(`update orders set status = 'delivered' where customer_id = ?`, customer?.id);
    ok(await world.admin.post(`/api/v1/customers/${customer?.id}/erase`, { email }));
    expect(await rows(order)).toEqual([{ by: 'customer', stars: 3, words: null, counts: true }]);
  });
});
