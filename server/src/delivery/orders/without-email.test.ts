import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import type { Incident } from '@quickfleet/shared/delivery/proof/incidents';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody, recurringBody, signatureFile } from '../../../test/support/factories.ts';
import { check, commit } from '../../../test/support/imports.ts';
import { makeDueOrders } from '../recurring/recurring.make.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@quickfleet.test' });
const PIN_WORDS = 'This order asks for a PIN, which is told by e-mail: enter an e-mail address';
const create = async (more: object = {}): Promise<Order> =>
  ok(await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail: null, ...more })));
const mailsOf = async (id: number) =>
  (await world.app.sql<{ trigger: string }>('select trigger from emails where order_id = ? order by id', id)).map(
    ({ trigger }) => trigger,
  );
const unsent = async (id: number) =>
  (
    await world.app.sql<{ detail: string }>(
      `select detail from history where subject = 'order' and subject_id = ? and action = 'order.customer_not_mailed' order by id`,
      id,
    )
  ).map(({ detail }) => detail);

describe('an order of a customer without an e-mail address', () => {
  it('C127 is made by staff and keys with null, an empty text or nothing, and mails nobody', async () => {
    const customers = () => world.app.sql('select count(*) from customers');
    const before = await customers();
    const key = await world.program('orders:write', 'orders:read');
    const { customerEmail: _, ...absent } = orderBody();
    for (const [who, body] of [
      [world.dispatcher, orderBody({ customerEmail: null })],
      [world.dispatcher, orderBody({ customerEmail: '' })],
      [key, absent],
    ] as const) {
      const order = ok<Order>(await who.post('/api/v1/orders', body));
      expect(order).toMatchObject({ customerEmail: null, customerId: null, customerName: 'Ada Sender' });
      expect(await mailsOf(order.id)).toEqual([]);
      expect(await unsent(order.id)).toEqual([expect.stringMatching(/: there is no e-mail address$/)]);
      expect(await world.app.sql('select customer_email from orders where id = ?', order.id)).toEqual([
        { customer_email: null },
      ]);
    }
    expect(await customers()).toEqual(before);
    expectIssue(
      await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail: 'no address' })),
      'customerEmail',
      'Valid email is required',
    );
    const { customer: __, ...quote } = {
      customer: 1,
      pickupAddress: '1',
      deliveryAddress: '2',
      items: [{ name: 'Box' }],
    };
    expectIssue(
      await world.dispatcher.post('/api/v1/quotes', { ...quote, customer: { name: 'Ada' } }),
      'customer.email',
      'Valid email is required',
    );
  });

  it('C127 is driven to its end without a mail to the customer; the driver and the office are told as ever', async () => {
    ok(await world.admin.put(`/api/v1/users/${world.driver.userId}`, { email: 'driver.without@example.org' }));
    const order = await create({ driverId: world.driver.userId });
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    const sign = async (kind: string) =>
      ok(
        await phone.form('POST', '/api/driver/signature', { customerName: 'Rita', orderId: String(order.id), kind }, [
          await signatureFile(),
        ]),
      );
    await sign('pickup');
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    await sign('delivery');
    expect(await mailsOf(order.id)).toEqual(['driver_job_assigned']);
    expect(await unsent(order.id)).toHaveLength(5);

    const failed = await create();
    ok(
      await world.dispatcher.post(`/api/v1/orders/${failed.id}/attempts`, {
        stop: 'pickup',
        outcome: 'failed',
        reason: 'not_home',
      }),
    );
    ok(await world.dispatcher.put(`/api/v1/orders/${failed.id}/status`, { status: 'cancelled' }));
    expect(await mailsOf(failed.id)).toEqual(['attempt_failed_office']);
    for (const { id } of [order, failed])
      expect(ok<Order>(await world.admin.get(`/api/v1/orders/${id}`)).customerEmail).toBeNull();
  });

  it('C127 an address that is added later makes the customer, and one that is taken away ends the mails', async () => {
    const order = await create();
    const url = `/api/v1/orders/${order.id}`;
    const known = ok<Order>(await world.dispatcher.put(url, { customerEmail: 'later@example.org' }));
    expect(known.customerEmail).toBe('later@example.org');
    expect(known.customerId).not.toBeNull();
    const without = ok<Order>(await world.dispatcher.put(url, { customerEmail: null }));
    expect(without).toMatchObject({ customerEmail: null, customerId: known.customerId });
    ok(await world.dispatcher.put(`${url}/status`, { status: 'cancelled' }));
    expect(await mailsOf(order.id)).toEqual([]);
    const lines = ok<{ data: { detail: string | null }[] }>(
      await world.dispatcher.get(`/api/v1/history/order/${order.id}`),
    );
    expect(lines.data.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining(['Email: none → later@example.org', 'Email: later@example.org → none']),
    );
    const again = ok<Order>(await world.dispatcher.post(`${url}/duplicate`));
    expect(again).toMatchObject({ customerEmail: null, customerId: known.customerId });
    expect(ok<Order>(await world.dispatcher.post(`/api/v1/orders/${(await create()).id}/duplicate`))).toMatchObject({
      customerEmail: null,
      customerId: null,
    });
  });

  it('C127 a key of one customer makes it for that customer, who is sent no mail about it', async () => {
    const { customerId } = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody()));
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:write'], customerId }),
    );
    const shop = world.app.client({ key });
    const order = ok<Order>(await shop.post('/api/v1/orders', orderBody({ customerEmail: null })));
    expect(order).toMatchObject({ customerEmail: null, customerId });
    expect(await mailsOf(order.id)).toEqual([]);
    expect((await shop.post('/api/v1/orders', orderBody())).statusCode).toBe(403);
  });

  it('C127 asks for no PIN that nobody could be told', async () => {
    const proofRules = { delivery: { pin: true } };
    expectIssue(
      await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail: null, proofRules })),
      'customerEmail',
      PIN_WORDS,
    );
    const order = await create();
    const url = `/api/v1/orders/${order.id}`;
    expectIssue(await world.dispatcher.put(url, { proofRules }), 'customerEmail', PIN_WORDS);
    ok(await world.dispatcher.put(url, { proofRules, customerEmail: 'pin@example.org' }));
    expect(await mailsOf(order.id)).toEqual(['delivery_pin']);
    expectIssue(await world.dispatcher.put(url, { customerEmail: null }), 'customerEmail', PIN_WORDS);
  });

  it('C127 comes out of recurring jobs and files too', async () => {
    const { order: body, ...rest } = recurringBody();
    const job = ok<RecurringOrder>(
      await world.dispatcher.post('/api/v1/recurring-orders', { ...rest, order: { ...body, customerEmail: null } }),
    );
    expect(job.order.customerEmail).toBeNull();
    expect(await makeDueOrders(world.app.services, { id: job.id })).toBeGreaterThan(0);
    const { upcoming, problem } = ok<RecurringOrder>(await world.dispatcher.get(`/api/v1/recurring-orders/${job.id}`));
    expect(problem).toBeNull();
    const made = upcoming.flatMap(({ orderId }) => orderId ?? []);
    expect(ok<Order>(await world.dispatcher.get(`/api/v1/orders/${made[0]}`)).customerEmail).toBeNull();

    const file = 'Customer,Pickup address,Delivery address,Items\nNora Nomail,1 Pier,2 Dock,Box';
    const found = await check(world.app, world.dispatcher, 'orders', file);
    expect(found).toMatchObject({ valid: 1, invalid: 0 });
    await commit(world.app, world.dispatcher, found.id, { notify: true });
    const { data } = ok<{ data: OrderRow[] }>(await world.dispatcher.get('/api/v1/orders?q=nora nomail'));
    expect(data).toMatchObject([{ customerEmail: null, customerId: null }]);
    ok(await world.admin.delete(`/api/v1/orders/${data[0]?.id}`));
  });

  it('C128 its claims are answered on the tracking page alone, and no address opens one', async () => {
    const order = await create();
    ok(await world.dispatcher.post(`/api/v1/incidents`, { orderId: order.id, kind: 'damaged' }));
    const [claim] = ok<{ data: Incident[] }>(await world.dispatcher.get(`/api/v1/incidents?orderId=${order.id}`)).data;
    expect(claim).toMatchObject({ hasEmail: false });
    ok(await world.dispatcher.put(`/api/v1/incidents/${claim?.id}`, { answer: 'We replace it' }));
    expect(await mailsOf(order.id)).toEqual([]);
    expect(await unsent(order.id)).toHaveLength(2);
    const report = { kind: 'damaged', items: [1], description: 'The handle is broken off' };
    const url = `/api/v1/orders/tracking/${order.trackingNumber}/incidents`;
    for (const email of ['a@example.com', 'null@example.com'])
      expectError(await world.visitor.post(url, { ...report, email }), 403, 'NOT_THE_CUSTOMER');
  });
});
