import type { Me, MyOrder, MyQuote } from '@quickfleet/shared/delivery/my/my';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Members } from '@quickfleet/shared/people/members';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makePaidQuote, ok, openByMail, orderBody } from '../../../test/support/factories.ts';
import { sendSignInLink } from '../../people/account/sign-in-links.service.ts';

const world = useWorld();
interface Made {
  id: number;
  order: Order;
  reference: string;
}
/** A customer with a delivered order out of a paid quote. */
async function madeCustomer(email: string, name: string): Promise<Made> {
  const { app, dispatcher } = world;
  const quote = await makePaidQuote(app, dispatcher, { customer: { name, email, company: `${name} Ltd` } });
  const { id } = ok<Order>(await dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
  ok(await dispatcher.post(`/api/v1/orders/${id}/assign`, { driverId: world.driver.userId }));
  for (const status of ['in_transit', 'delivered']) ok(await dispatcher.put(`/api/v1/orders/${id}/status`, { status }));
  const order = ok<Order>(await dispatcher.get(`/api/v1/orders/${id}`));
  ok(await dispatcher.put(`/api/v1/customers/${order.customerId}`, { onAccount: true }));
  return { id: order.customerId ?? 0, order, reference: quote.reference ?? '' };
}
const join = (id: number, email: string, role: string) =>
  world.dispatcher.post(`/api/v1/customers/${id}/members`, { email, role });
const leave = (id: number, email: string) =>
  world.dispatcher.delete(`/api/v1/customers/${id}/members?email=${encodeURIComponent(email)}`);
const mailsTo = (email: string) =>
  world.app.sql<{ trigger: string; text: string }>(
    `select trigger, text from emails where recipient = ? and trigger like 'account_member%' order by id`,
    email,
  );

let acme: Made;
let other: Made;
beforeAll(async () => {
  acme = await madeCustomer('acme@example.com', 'Acme');
  other = await madeCustomer('other@example.com', 'Other');
});

/** Every read of /my that names a customer or one of its rows. */
const readsOf = ({ id, order, reference }: Made): string[] => [
  `/my/orders?customerId=${id}`,
  `/my/quotes?customerId=${id}`,
  `/my/quotes/${reference}`,
  `/my/addresses?customerId=${id}`,
  `/my/orders/${order.trackingNumber}/again`,
  `/my/quotes/${reference}/quote.pdf`,
  `/my/quotes/${reference}/receipt.pdf`,
  `/my/customers/${id}/statement.pdf`,
  `/my/customers/${id}/statement.csv`,
  `/orders/${order.id}/proof.pdf`,
];
const statusesOf = async (browser: Client, made: Made) =>
  Promise.all(readsOf(made).map(async (path) => (await browser.get(`/api/v1${path}`)).statusCode));

describe('members of a customer', () => {
  it('C404 staff join and remove e-mail addresses, with history and a mail; the same address once', async () => {
    const joined = await join(acme.id, 'Mia@Example.com', 'sees');
    expect(joined.statusCode, joined.body).toBe(201);
    expect(ok(joined)).toMatchObject({ email: 'mia@example.com', role: 'sees' });
    ok(await join(acme.id, 'mia@example.com', 'books'));
    const { data } = ok<Members>(await world.dispatcher.get(`/api/v1/customers/${acme.id}/members`));
    expect(data).toMatchObject([{ email: 'mia@example.com', role: 'books' }]);
    ok(await leave(acme.id, 'MIA@example.com'));
    expectError(await leave(acme.id, 'mia@example.com'), 404, 'MEMBER_NOT_FOUND');
    expect(await world.app.sql('select 1 from customer_members where customer_id = ?', acme.id)).toEqual([]);
    const lines = await world.app.sql<{ action: string; detail: string }>(
      `select action, detail from history where subject = 'customer' and subject_id = ? and action like '%member%' order by id`,
      acme.id,
    );
    expect(lines).toEqual([
      { action: 'customer.member_joined', detail: 'mia@example.com: sees' },
      { action: 'customer.member_changed', detail: 'mia@example.com: sees → books' },
      { action: 'customer.member_left', detail: 'mia@example.com' },
    ]);
    const mails = await mailsTo('mia@example.com');
    expect(mails.map(({ trigger }) => trigger)).toEqual(['account_member_joined', 'account_member_left']);
    expect(mails[0]?.text).toContain('Acme Ltd');
    expect(mails[0]?.text).toMatch(/\/auth\/link\/hidden-token/);
    expectError(await join(acme.id, 'mia@example.com', 'owns'), 400);
    expectError(await join(NOWHERE, 'mia@example.com', 'sees'), 404, 'CUSTOMER_NOT_FOUND');
    const path = `/api/v1/customers/${acme.id}/members`;
    await expectRefused(
      world,
      [
        ['GET', path],
        ['POST', path, { email: 'x@example.com', role: 'sees' }],
        ['DELETE', `${path}?email=x@example.com`],
      ],
      ['driver', 'customer'],
    );
  });

  it('C405 a member sees what the customer sees, by papers that need the session', async () => {
    ok(await join(acme.id, 'sees@example.com', 'sees'));
    const browser = await openByMail(world.app, 'sees@example.com');
    const me = ok<Me>(await browser.get('/api/v1/my'));
    expect(me.customers).toEqual([
      {
        ...{ id: acme.id, name: 'Acme', company: 'Acme Ltd' },
        ...{ role: 'sees', isOwn: false, onAccount: true },
        hasStatements: true,
      },
    ]);
    expect(await statusesOf(browser, acme)).toEqual(readsOf(acme).map(() => 200));
    const orders = ok<{ data: MyOrder[] }>(await browser.get(`/api/v1/my/orders?customerId=${acme.id}`));
    const quotes = ok<{ data: MyQuote[] }>(await browser.get(`/api/v1/my/quotes?customerId=${acme.id}`));
    expect(orders.data).toMatchObject([{ trackingNumber: acme.order.trackingNumber, quoteUrl: null }]);
    expect(quotes.data).toMatchObject([{ reference: acme.reference, quoteUrl: null }]);
    // Nothing of it opens anything without the session.
    const [order] = orders.data;
    expect(order?.deliveryPath).toBe(`/track/${acme.order.trackingNumber}`);
    for (const path of [order?.proofPath, order?.receiptPath])
      expect([(await browser.get(path ?? '')).statusCode, (await world.visitor.get(path ?? '')).statusCode]).toEqual([
        200,
        expect.toSatisfy((status: number) => status >= 400),
      ]);
    // And nothing of it is among the orders of the own address.
    expect(ok<{ total: number }>(await browser.get('/api/v1/my/orders')).total).toBe(0);
    const own = ok<Me>(await (await openByMail(world.app, 'acme@example.com')).get('/api/v1/my'));
    expect(own.customers).toMatchObject([{ id: acme.id, role: 'books', isOwn: true }]);
  });

  it('C406 a member of one customer reads nothing of another, and who has left nothing, in an open session too', async () => {
    ok(await join(acme.id, 'leaves@example.com', 'books'));
    const browser = await openByMail(world.app, 'leaves@example.com');
    expect(await statusesOf(browser, other)).toEqual(readsOf(other).map(() => 404));
    expect(await statusesOf(browser, acme)).toEqual(readsOf(acme).map(() => 200));
    ok(await leave(acme.id, 'leaves@example.com'));
    expect(await statusesOf(browser, acme)).toEqual(readsOf(acme).map(() => 404));
    expect(ok<Me>(await browser.get('/api/v1/my')).customers).toEqual([]);
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'P', scopes: ['orders:read'], customerId: other.id }),
    );
    const refused = await statusesOf(world.app.client({ key }), acme);
    expect(refused.every((status) => status === 403 || status === 404)).toBe(true);
  });

  it('C407 the link of an invitation works for days, its button uses it up, and a member may ask for another', async () => {
    ok(await join(acme.id, 'late@example.com', 'sees'));
    const days = await world.app.sql<{ days: number }>(
      `select extract(day from expires_at - created_at)::int as days from sign_in_links where email = 'late@example.com' and used_at is null`,
    );
    expect(days).toEqual([{ days: 7 }]);
    await sendSignInLink(world.app.services, { email: 'late@example.com' });
    await sendSignInLink(world.app.services, { email: 'unknown@example.com' });
    expect(
      await world.app.sql(`select email from sign_in_links where email in ('late@example.com', 'unknown@example.com')`),
    ).toEqual([{ email: 'late@example.com' }, { email: 'late@example.com' }]);
  });

  it('C408 erasing the customer ends its members, and their addresses are in its export', async () => {
    const made = ok<Order>(
      await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail: 'gone@example.com' })),
    );
    const id = made.customerId ?? 0;
    ok(await join(id, 'stays@example.com', 'sees'));
    const browser = await openByMail(world.app, 'stays@example.com');
    ok(await world.dispatcher.put(`/api/v1/orders/${made.id}/status`, { status: 'cancelled' }));
    const zip = await world.admin.get(`/api/v1/customers/${id}/personal-data.zip`);
    expect(zip.rawPayload.includes(Buffer.from('members.json'))).toBe(true);
    ok(await world.admin.post(`/api/v1/customers/${id}/erase`, { email: 'gone@example.com' }));
    expect(await world.app.sql('select 1 from customer_members where customer_id = ?', id)).toEqual([]);
    expectError(await browser.get(`/api/v1/my/orders?customerId=${id}`), 404, 'CUSTOMER_NOT_FOUND');
  });
});
