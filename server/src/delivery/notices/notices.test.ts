import { companyDefaults } from '@quickfleet/shared/company/company';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { MailPage } from '@quickfleet/shared/messages/mailbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { sendDueNotices } from './notices.service.ts';

const NOW = new Date('2026-11-24T09:00:00Z');
const DAY = '2026-11-25';
let app: TestApp;
let admin: Client;
let staff: Client;
let ada: { userId: number; email: string };
let bo: { userId: number; email: string };
beforeAll(async () => {
  app = await createTestApp();
  app.setClock(NOW);
  [admin, staff] = [await app.as('admin'), await app.as('dispatcher')];
  [ada, bo] = [await makeDriver(), await makeDriver()];
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setClock(NOW);
  ok(await admin.put('/api/v1/company', { notices: { settleMinutes: 3 } }));
  await app.sql('delete from orders');
  await app.sql('delete from emails');
});

async function makeDriver() {
  const { userId } = await app.as('driver');
  const email = `driver-${userId}@example.com`;
  ok(await admin.put(`/api/v1/users/${userId}`, { email }));
  return { userId, email };
}
const at = (from: number, day = DAY) => ({
  from: `${day}T${String(from).padStart(2, '0')}:00:00Z`,
  to: `${day}T${String(from + 1).padStart(2, '0')}:00:00Z`,
});
let made = 0;
const make = async (more: object = {}) => {
  const order = ok<Order>(
    await staff.post('/api/v1/orders', {
      customerName: 'Olga Order',
      customerEmail: `olga-${++made}@example.com`,
      pickupAddress: 'Pier 1',
      deliveryAddress: 'Dock 2',
      deliveryWindow: at(12),
      items: [{ name: 'Crate' }],
      ...more,
    }),
  );
  // A booking is confirmed immediately.
  await app.sql(`delete from emails where trigger = 'order_created'`);
  return order;
};
const assign = async (order: Order, to: { userId: number }, reassign = true) =>
  ok<Order>(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: to.userId, reassign }));
const unassign = async (order: Order) => ok<Order>(await staff.post(`/api/v1/orders/${order.id}/unassign`));
interface Mail {
  trigger: string;
  recipient: string;
  status: string;
  subject: string;
  text: string;
  code_sealed: string | null;
}
const mails = (status?: string) =>
  app.sql<Mail>(
    `select trigger, recipient, status, subject, text, code_sealed from emails ${status ? `where status = '${status}'` : ''} order by recipient, id`,
  );
const told = async (status = 'kept') =>
  (await mails(status)).map(({ trigger, recipient }) => `${trigger} ${recipient}`).toSorted();
/** Lets so many minutes pass, and the job of the clock run. */
const pass = async (minutes: number) => {
  app.setClock(new Date(app.services.clock().getTime() + minutes * 60_000));
  await sendDueNotices(app.services);
};

describe('notices wait until the plan has settled', () => {
  it('C160 an assignment is held for the company’s minutes, shown in the mailbox with when it leaves, and sent once', async () => {
    expect(companyDefaults.notices.settleMinutes).toBe(3);
    const order = await make();
    await assign(order, ada);
    expect(await told('held')).toEqual(
      [`driver_job_assigned ${ada.email}`, `driver_assigned ${order.customerEmail}`].toSorted(),
    );
    const { data } = ok<MailPage>(await staff.get('/api/v1/emails?status=held'));
    expect(data.map(({ sendAt }) => sendAt)).toEqual(['2026-11-24T09:03:00.000Z', '2026-11-24T09:03:00.000Z']);
    expectError(await staff.post(`/api/v1/emails/${data[0]?.id}/resend`), 409, 'MAIL_HELD');
    await pass(2);
    expect(await told()).toEqual([]);
    await pass(1);
    expect(await told()).toEqual(
      [`driver_job_assigned ${ada.email}`, `driver_assigned ${order.customerEmail}`].toSorted(),
    );
    expect(await mails('held')).toEqual([]);
    await pass(60);
    expect(await mails()).toHaveLength(2);
    expect(await app.sql('select 1 from held_notices')).toEqual([]);
  });

  it('C161 what is still true is sent: the last driver and window, to the last driver and the customer alone', async () => {
    const order = await make();
    await assign(order, ada);
    await pass(1);
    await assign(order, bo);
    await pass(1);
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryWindow: at(15) }));
    await pass(2);
    // Each change waits for three minutes more.
    expect(await told()).toEqual([]);
    await pass(1);
    expect(await told()).toEqual(
      [`driver_job_assigned ${bo.email}`, `driver_assigned ${order.customerEmail}`].toSorted(),
    );
    const [mail] = (await mails()).filter(({ recipient }) => recipient === order.customerEmail);
    expect(mail?.text).toContain('Time: Wed, Nov 25, 3:00 PM – 4:00 PM UTC');
  });

  it('C162 where nothing changed in the end nobody is mailed, but a driver with a link that stopped working gets the new one', async () => {
    const order = await make();
    await assign(order, ada);
    await unassign(order);
    await pass(3);
    expect(await mails()).toEqual([]);

    await assign(order, ada);
    await pass(3);
    await app.sql('delete from emails');
    await assign(order, bo);
    await assign(order, ada);
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryWindow: at(18) }));
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryWindow: at(12) }));
    await pass(3);
    expect(await told()).toEqual([`driver_job_changed ${ada.email}`]);
    const [mail] = await mails();
    expect(mail?.text).toContain('the link that opens it');
    const [row] = await app.sql<{ access_code_sealed: string }>(
      'select access_code_sealed from orders where id = ?',
      order.id,
    );
    expect(app.services.secrets.open(mail?.code_sealed ?? '')).toBe(
      app.services.secrets.open(row?.access_code_sealed ?? ''),
    );

    // A window that moves away and back tells nobody anything.
    await app.sql('delete from emails');
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryWindow: at(18) }));
    expect(await told('held')).toHaveLength(2);
    ok(await staff.put(`/api/v1/orders/${order.id}`, { deliveryWindow: at(12) }));
    expect(await mails()).toEqual([]);
    await pass(3);
    expect(await mails()).toEqual([]);
  });

  it('C163 reassigning 60 orders ends in one mail a customer and one a driver, each job with its own link', async () => {
    const orders: Order[] = [];
    for (let n = 0; n < 60; n++) orders.push(await make({ customerEmail: `customer-${n % 20}@example.com` }));
    const stops = orders.flatMap(({ id }) => [
      { orderId: id, stop: 'pickup' },
      { orderId: id, stop: 'delivery' },
    ]);
    const give = async (to: { userId: number }, reassign: object[] = []) =>
      ok(await staff.put(`/api/v1/drivers/${to.userId}/day`, { day: DAY, stops, reassign }));
    await give(ada);
    await pass(3);
    expect((await told()).filter((mail) => mail.includes('driver-'))).toEqual([`driver_job_list ${ada.email}`]);
    expect(await mails()).toHaveLength(21);
    await app.sql('delete from emails');
    await give(
      bo,
      orders.map(({ id }) => ({ orderId: id, fromDriverId: ada.userId })),
    );
    await pass(3);
    const sent = await mails();
    expect(sent).toHaveLength(22);
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(22);
    const [toBo] = sent.filter(({ recipient }) => recipient === bo.email);
    expect(toBo?.subject).toBe('Changes to 60 of your jobs');
    const codes: Record<string, string> = JSON.parse(app.services.secrets.open(toBo?.code_sealed ?? '') ?? '{}');
    for (const { id, trackingNumber } of orders) {
      expect(toBo?.text).toContain(trackingNumber);
      expect(toBo?.text).toContain(`#code=hidden-${id}`);
    }
    const rows = await app.sql<{ id: number; sealed: string }>('select id, access_code_sealed as sealed from orders');
    expect(codes).toEqual(Object.fromEntries(rows.map(({ id, sealed }) => [id, app.services.secrets.open(sealed)])));
    // The one who lost them reads what they lost, without a link.
    const [toAda] = sent.filter(({ recipient }) => recipient === ada.email);
    expect(toAda?.text).not.toContain('#code');
    expect(toAda?.text).toContain('Job taken back (another driver has it now)');
    const [customer] = sent.filter(({ recipient }) => recipient === 'customer-0@example.com');
    expect(customer).toMatchObject({ trigger: 'orders_planned', subject: 'Drivers and times of your 3 deliveries' });
  });

  it('C164 a day’s notices are sent now, of one driver or of all; the board counts them', async () => {
    const [one, other] = [await make(), await make()];
    const later = await make({ deliveryWindow: at(12, '2026-11-27') });
    await assign(one, ada);
    await assign(other, bo);
    await assign(later, bo);
    const board = ok<DayBoard>(await staff.get(`/api/v1/drivers/days?day=${DAY}`));
    expect(board.notices).toEqual({ mails: 4, sendAt: '2026-11-24T09:03:00.000Z' });
    expect(ok(await staff.post(`/api/v1/drivers/days/${DAY}/notices`, { driverId: ada.userId }))).toEqual({ mails: 2 });
    expect(await told()).toHaveLength(2);
    expect(ok(await staff.post(`/api/v1/drivers/days/${DAY}/notices`))).toEqual({ mails: 2 });
    // Bo's one mail has both jobs; the customer of the other day still waits.
    expect(await told('held')).toEqual([`driver_assigned ${later.customerEmail}`]);
    expect(ok(await staff.post(`/api/v1/drivers/days/${DAY}/notices`))).toEqual({ mails: 0 });
    const driver = await app.as('driver');
    expectError(await driver.post(`/api/v1/drivers/days/${DAY}/notices`), 403);
  });

  it('C165 a stop that begins within the hour holds nothing, and neither does a setting of 0', async () => {
    const soon = await make({ deliveryWindow: { from: '2026-11-24T09:50:00Z', to: '2026-11-24T11:00:00Z' } });
    await assign(soon, ada);
    expect(await told('held')).toEqual([]);
    expect(await told()).toHaveLength(2);
    // Held until an hour before it begins, at the latest.
    const next = await make({ deliveryWindow: { from: '2026-11-24T10:02:00Z', to: '2026-11-24T11:00:00Z' } });
    await assign(next, bo);
    expect(await told('held')).toHaveLength(2);
    await pass(2);
    expect(await told('held')).toEqual([]);
    ok(await admin.put('/api/v1/company', { notices: { settleMinutes: 0 } }));
    await assign(await make(), ada);
    expect(await told('held')).toEqual([]);
    for (const settleMinutes of [-1, 61, 1.5])
      expectError(await admin.put('/api/v1/company', { notices: { settleMinutes } }), 400);
  });

  it('C166 cancelled or deleted while it waits: drivers who knew of it are mailed now, and the others are not', async () => {
    const [first, second] = [await make(), await make()];
    await assign(first, ada);
    ok(await staff.put(`/api/v1/orders/${first.id}/status`, { status: 'cancelled' }));
    await pass(3);
    expect(await told()).toEqual([`order_cancelled ${first.customerEmail}`]);

    await assign(second, ada);
    await pass(3);
    await app.sql('delete from emails');
    await assign(second, bo);
    ok(await admin.delete(`/api/v1/orders/${second.id}`));
    expect(await told()).toEqual([`driver_job_removed ${ada.email}`]);
    await pass(3);
    expect(await mails()).toHaveLength(1);
  });

  it('C167 a customer without an address has a line of history in place of the mail', async () => {
    const silent = await make({ customerEmail: null });
    await assign(silent, ada);
    expect(await told('held')).toEqual([`driver_job_assigned ${ada.email}`]);
    await pass(3);
    expect(await told()).toEqual([`driver_job_assigned ${ada.email}`]);
    const lines = await app.sql(
      `select actor_name, detail from history where subject_id = ? and action = 'order.customer_not_mailed' order by id desc limit 1`,
      silent.id,
    );
    expect(lines).toEqual([{ actor_name: 'QuickFleet', detail: 'Driver assigned: there is no e-mail address' }]);
  });

  it('C168 an order that is gone leaves no held mail, and the customer of several orders reads of the others', async () => {
    const [gone, stays] = [await make(), await make()];
    await app.sql('update orders set customer_email = ?', gone.customerEmail);
    await assign(gone, ada);
    await assign(stays, ada);
    expect(await told('held')).toEqual([`driver_job_list ${ada.email}`, `orders_planned ${gone.customerEmail}`]);
    ok(await admin.delete(`/api/v1/orders/${gone.id}`));
    expect(await told('held')).toEqual([`driver_assigned ${gone.customerEmail}`, `driver_job_assigned ${ada.email}`]);
    // Whatever removes the rows, the clock removes what was to be sent about them.
    await app.sql('delete from orders');
    await pass(3);
    expect(await mails()).toEqual([]);
  });

  it('C168 a mail about several orders is found by each of them', async () => {
    const [one, other] = [await make(), await make()];
    await assign(one, ada);
    await assign(other, ada);
    await pass(3);
    for (const { id } of [one, other]) {
      const { data } = ok<MailPage>(await staff.get(`/api/v1/emails?orderId=${id}`));
      expect(data.map(({ trigger }) => trigger)).toContain('driver_job_list');
    }
  });

  it('C167 a key that says notify: false has the history say so, and mails the driver alone', async () => {
    const order = await make();
    const { key } = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:read', 'orders:manage'] }),
    );
    const shop = app.client({ key });
    ok(await shop.post(`/api/v1/orders/${order.id}/assign`, { driverId: ada.userId, notify: false }));
    await pass(3);
    expect(await told()).toEqual([`driver_job_assigned ${ada.email}`]);
    expect(
      await app.sql(
        `select detail from history where subject_id = ? and action = 'order.customer_not_mailed'`,
        order.id,
      ),
    ).toEqual([{ detail: 'Driver assigned: the caller said notify: false' }]);
  });

  it('C169 the job that was lost with its process is made up for by the clock, and one that comes early sends nothing', async () => {
    const order = await make();
    await assign(order, ada);
    const jobs = await app.sql<{ key: string }>(
      `select key from graphile_worker.jobs where task_identifier = 'send_notices' order by key`,
    );
    expect(jobs.map(({ key }) => key)).toContain(`notices driver ${ada.userId}`);
    await sendDueNotices(app.services, { reader: `driver ${ada.userId}` });
    expect(await told()).toEqual([]);
    await app.sql(`delete from graphile_worker._private_jobs`);
    await Promise.all([pass(3), sendDueNotices(app.services), sendDueNotices(app.services)]);
    expect(await told()).toHaveLength(2);
  });
});
