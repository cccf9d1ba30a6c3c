import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder, RecurringPage } from '@quickfleet/shared/delivery/planning/recurring';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectIssue } from '../../../test/support/contract.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { ok, photoFile } from '../../../test/support/factories.ts';
import { sendDueNotices } from '../notices/notices.service.ts';
import { makeDueOrders } from './recurring.make.ts';

const ZONE = 'America/New_York';
/** A Tuesday, at half past seven in New York. */
const NOW = new Date('2026-12-01T12:30:00Z');
const BASE = '/api/v1/recurring-orders';
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: ZONE });
});
afterAll(() => app.close());
/** Moves the clock; a session from another day has ended by then. */
async function at(when: Date | string): Promise<void> {
  app.setClock(new Date(when));
  staff = await app.as('dispatcher');
}
beforeEach(() => at(NOW));

let made = 0;
const orderBody = (more: Record<string, unknown> = {}) => ({
  customerName: 'Ada Sender',
  customerEmail: `again${++made}@example.com`,
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  quotePrice: '40.00',
  items: [{ name: 'Bread', quantity: 3 }],
  pickupWindow: { from: '2026-12-01T14:00:00Z', to: '2026-12-01T15:00:00Z' },
  deliveryWindow: { from: '2026-12-01T15:00:00Z', to: '2026-12-01T17:00:00Z' },
  ...more,
});
const create = (more: Record<string, unknown> = {}, order: Record<string, unknown> = {}) =>
  staff.post(BASE, { order: orderBody(order), rule: 'FREQ=WEEKLY;BYDAY=TU', start: '2026-12-01', ...more });
const read = async (id: number) => ok<RecurringOrder>(await staff.get(`${BASE}/${id}`));
const make = () => makeDueOrders(app.services);
/** A job with its orders. */
async function job(more: Record<string, unknown> = {}, order: Record<string, unknown> = {}): Promise<RecurringOrder> {
  const { id } = ok<RecurringOrder>(await create(more, order));
  await make();
  return read(id);
}
const daysOf = ({ upcoming }: RecurringOrder, state: string) =>
  upcoming.filter((day) => day.state === state).map(({ day }) => day);
const orderOn = async (of: RecurringOrder, day: string) => {
  const found = of.upcoming.find((one) => one.day === day);
  return ok<Order>(await staff.get(`/api/v1/orders/${found?.orderId}`));
};
const rowsOf = (id: number) =>
  app.sql<{ day: string; status: string | null; skipped: boolean }>(
    `select to_char(d.day, 'MM-DD') as day, o.status, d.skipped from recurring_days d left join orders o on o.id = d.order_id
      where d.recurring_id = ? order by d.day`,
    id,
  );

describe('a recurring job', () => {
  it('Z01 comes on the days of its rule, counted from its first day, and ends with its last', async () => {
    const days = async (rule: string, more: Record<string, unknown> = {}) =>
      ok<{ days: string[]; ruleInWords: string }>(
        await staff.post(`${BASE}/preview`, { rule, start: '2026-12-01', ...more }),
      );
    expect(await days('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', { end: '2026-12-08' })).toEqual({
      ruleInWords: 'Every weekday',
      days: ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-07', '2026-12-08'],
      closedDays: [],
    });
    expect(await days('rrule:freq=weekly;interval=2;byday=tu')).toMatchObject({
      ruleInWords: 'Every second Tuesday',
      days: expect.arrayContaining(['2026-12-01', '2026-12-15', '2026-12-29', '2027-01-12']),
    });
    expect(await days('FREQ=MONTHLY;BYDAY=-1FR')).toMatchObject({
      ruleInWords: 'The last Friday of every month',
      days: expect.arrayContaining(['2026-12-25', '2027-01-29', '2027-02-26']),
    });
    expect((await days('FREQ=MONTHLY;BYMONTHDAY=31')).days.slice(0, 3)).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-03-31',
    ]);
    expect((await days('FREQ=DAILY;COUNT=3')).days).toEqual(['2026-12-01', '2026-12-02', '2026-12-03']);
    // Midnight in UTC is the evening before in New York.
    expect((await days('FREQ=DAILY;UNTIL=20261203T000000Z')).days.at(-1)).toBe('2026-12-02');
    expect((await days('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29')).days[0]).toBe('2028-02-29');
  });

  it('Z02 makes the orders of today and the next 14 days, with its windows, and more as days go by', async () => {
    const driver = await app.as('driver');
    const weekly = await job({}, { driverId: driver.userId, driverNotes: 'Back door', officeNotes: 'Monthly invoice' });
    expect(daysOf(weekly, 'made')).toEqual(['2026-12-01', '2026-12-08', '2026-12-15']);
    expect(daysOf(weekly, 'planned')[0]).toBe('2026-12-22');
    const order = await orderOn(weekly, '2026-12-08');
    expect(order).toMatchObject({
      status: 'assigned',
      driverId: driver.userId,
      customerEmail: weekly.order.customerEmail,
      quotePrice: '40.00',
      driverNotes: 'Back door',
      officeNotes: 'Monthly invoice',
      pickupWindow: { from: '2026-12-08T14:00:00.000Z', to: '2026-12-08T15:00:00.000Z' },
      deliveryWindow: { from: '2026-12-08T15:00:00.000Z', to: '2026-12-08T17:00:00.000Z' },
      items: [{ name: 'Bread', quantity: 3 }],
    });
    const history = ok<{ data: { action: string; actor: string; actorKind: string; detail: string }[] }>(
      await staff.get(`/api/v1/history/order/${order.id}`),
    );
    expect(history.data[0]).toMatchObject({
      action: 'order.created',
      actor: 'QuickFleet',
      actorKind: 'system',
      detail: `from recurring job #${weekly.id}`,
    });
    await at('2026-12-08T13:00:00Z');
    await make();
    expect(daysOf(await read(weekly.id), 'made')).toEqual(['2026-12-08', '2026-12-15', '2026-12-22']);
  });

  it('Z02 is made by the queue as soon as it is saved, also one that has no windows', async () => {
    const { id } = ok<RecurringOrder>(await create({}, { pickupWindow: null, deliveryWindow: null }));
    await deliverMails(app);
    const made = await read(id);
    expect(daysOf(made, 'made')).toHaveLength(3);
    expect((await orderOn(made, '2026-12-15')).deliveryDate).toBe('2026-12-15T17:00:00.000Z');
  });

  it('C170 confirms its rule to the customer once, and none of its orders; the driver gets one mail about all', async () => {
    const driver = await app.as('driver');
    const email = `driver-${driver.userId}@example.com`;
    await app.sql('update users set email = ? where id = ?', email, driver.userId);
    await app.sql(`update company set settings = settings || '{"notices": {"settleMinutes": 3}}'`);
    const { id, order } = await job({ rule: 'FREQ=DAILY' }, { driverId: driver.userId });
    expect(await rowsOf(id)).toHaveLength(15);
    await at('2026-12-01T12:34:00Z');
    await sendDueNotices(app.services);
    const mails = await app.sql<{ trigger: string; recipient: string; text: string }>(
      'select trigger, recipient, text from emails where recipient in (?, ?) order by id',
      email,
      order.customerEmail ?? '',
    );
    expect(mails.map(({ trigger, recipient }) => [trigger, recipient])).toEqual([
      ['recurring_confirmed', order.customerEmail],
      ['driver_job_list', email],
    ]);
    expect(mails[0]?.text).toContain('When: Every day');
    expect(mails[0]?.text).toContain('First day: Dec 1, 2026');
    await app.sql(`update company set settings = settings || '{"notices": {"settleMinutes": 0}}'`);
  });

  it('Z03 makes each day once, whatever runs at the same time or is cut off in the middle', async () => {
    const { id } = ok<RecurringOrder>(await create({ rule: 'FREQ=DAILY' }));
    await app.sql('create sequence made_orders');
    await app.sql(`create function cut_off() returns trigger language plpgsql as
      $$ begin if nextval('made_orders') in (3, 8) then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`);
    await app.sql('create trigger cut_off after update on recurring_days for each row execute function cut_off()');
    const workers = () => Promise.allSettled([make(), make(), make()]);
    const first = await workers();
    expect(first.map(({ status }) => status)).toContain('rejected');
    await workers();
    await workers();
    await app.sql('drop trigger cut_off on recurring_days');
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(15);
    expect(new Set(rows.map(({ day }) => day)).size).toBe(15);
    expect(rows.every(({ status }) => status === 'pending')).toBe(true);
    const { order } = await read(id);
    expect(
      await app.sql('select count(*)::int as n from orders where customer_email = ?', order.customerEmail),
    ).toEqual([{ n: 15 }]);
    expect(await make()).toBe(0);
  });

  it('Z04 keeps the times of its windows when the clocks change, and has them in the hour that clocks skip', async () => {
    await at('2027-03-06T12:00:00Z');
    const window = (from: string, to: string) => ({ from: `2027-03-06T${from}-05:00`, to: `2027-03-06T${to}-05:00` });
    const daily = await job(
      { rule: 'FREQ=DAILY', start: '2027-03-06' },
      { pickupWindow: window('09:00', '10:00'), deliveryWindow: window('22:00', '23:30') },
    );
    expect((await orderOn(daily, '2027-03-13')).pickupWindow?.from).toBe('2027-03-13T14:00:00.000Z');
    // From the 14th on, New York is four hours behind.
    expect((await orderOn(daily, '2027-03-14')).pickupWindow?.from).toBe('2027-03-14T13:00:00.000Z');
    expect((await orderOn(daily, '2027-03-14')).deliveryWindow).toEqual({
      from: '2027-03-15T02:00:00.000Z',
      to: '2027-03-15T03:30:00.000Z',
    });
    const night = await job(
      { rule: 'FREQ=DAILY', start: '2027-03-07' },
      {
        pickupWindow: { from: '2027-03-07T02:30:00-05:00', to: '2027-03-07T03:00:00-05:00' },
        deliveryWindow: { from: '2027-03-07T23:00:00-05:00', to: '2027-03-08T02:00:00-05:00' },
      },
    );
    expect(await orderOn(night, '2027-03-14')).toMatchObject({
      pickupWindow: { from: '2027-03-14T07:30:00.000Z', to: '2027-03-14T08:00:00.000Z' },
      deliveryWindow: { from: '2027-03-15T03:00:00.000Z', to: '2027-03-15T06:00:00.000Z' },
    });
    expect(night.order.deliveryWindow).toEqual({ from: '2027-03-08T04:00:00.000Z', to: '2027-03-08T07:00:00.000Z' });
  });

  it('Z04 begins with its next day when the windows of today are over', async () => {
    await at('2026-12-01T20:00:00Z');
    expect(daysOf(await job(), 'made')).toEqual(['2026-12-08', '2026-12-15']);
  });
});

describe('pausing, leaving out, changing and deleting', () => {
  it('Z05 creates nothing while it is paused, and then continues with the remaining days', async () => {
    const weekly = await job({ paused: true });
    expect(daysOf(weekly, 'made')).toEqual([]);
    await at('2026-12-05T12:00:00Z');
    ok(await staff.put(`${BASE}/${weekly.id}`, { paused: false }));
    await make();
    expect(daysOf(await read(weekly.id), 'made')).toEqual(['2026-12-08', '2026-12-15']);
    ok(await staff.put(`${BASE}/${weekly.id}`, { paused: true }));
    await at('2026-12-12T12:00:00Z');
    await make();
    expect(daysOf(await read(weekly.id), 'made')).toEqual(['2026-12-15']);
  });

  it('Z06 leaves out one day: its order is cancelled, or never made; and takes that back', async () => {
    const weekly = await job();
    const skip = (day: string, more = {}) => staff.post(`${BASE}/${weekly.id}/skip`, { day, ...more });
    ok(await skip('2026-12-08'));
    const left = ok<RecurringOrder>(await skip('2026-12-22'));
    expect(daysOf(left, 'skipped')).toEqual(['2026-12-08', '2026-12-22']);
    await at('2026-12-09T12:00:00Z');
    await make();
    expect(await rowsOf(weekly.id)).toEqual([
      { day: '12-01', status: 'pending', skipped: false },
      { day: '12-08', status: 'cancelled', skipped: true },
      { day: '12-15', status: 'pending', skipped: false },
      { day: '12-22', status: null, skipped: true },
    ]);
    ok(await skip('2026-12-22', { skip: false }));
    await make();
    expect(daysOf(await read(weekly.id), 'made')).toEqual(['2026-12-15', '2026-12-22']);
    expectIssue(await skip('2026-12-16'), 'day', 'The job does not come on this day');
    // A rare rule would be looked through to the year 9999, for half a minute and with the whole process.
    expectIssue(await skip('9999-12-31'), 'day', 'This day is too far ahead');
    expectIssue(await skip('2026-12-08'), 'day', 'This day is over');
    const { id } = await orderOn(await read(weekly.id), '2026-12-15');
    await app.sql(`update orders set status = 'in_transit' where id = ?`, id);
    const driven = await skip('2026-12-15');
    expect(driven.statusCode).toBe(409);
    expect(driven.json()).toMatchObject({
      code: 'OCCURRENCE_DRIVEN',
      error: 'The order of this day is in transit already',
    });
  });

  it('Z07 changes from a day on what is made and not driven, and nothing that is', async () => {
    const [first, second] = [await app.as('driver'), await app.as('driver')];
    const order = orderBody({ driverId: first.userId });
    const { id } = ok<RecurringOrder>(
      await staff.post(BASE, { order, rule: 'FREQ=WEEKLY;BYDAY=TU,TH', start: '2026-12-01' }),
    );
    await make();
    const before = await read(id);
    expect(daysOf(before, 'made')).toEqual(['2026-12-01', '2026-12-03', '2026-12-08', '2026-12-10', '2026-12-15']);
    const on = async (day: string) => orderOn(before, day);
    await app.sql(`update orders set status = 'in_transit' where id = ?`, (await on('2026-12-08')).id);
    ok(await staff.put(`/api/v1/orders/${(await on('2026-12-15')).id}`, { notes: 'Ring twice, by hand' }));
    const driven = await on('2026-12-08');
    const early = await on('2026-12-03');

    const changed = {
      ...order,
      deliveryAddress: '9 Harbour Way',
      driverId: second.userId,
      items: [{ name: 'Cake', quantity: 1 }],
      deliveryWindow: { from: '2026-12-01T16:00:00Z', to: '2026-12-01T18:00:00Z' },
    };
    ok(await staff.put(`${BASE}/${id}`, { order: changed, rule: 'FREQ=WEEKLY;BYDAY=TU', from: '2026-12-04' }));
    await make();
    expect(await on('2026-12-03')).toEqual(early);
    expect(await on('2026-12-08')).toEqual(driven);
    expect((await on('2026-12-10')).status).toBe('cancelled');
    expect(await on('2026-12-15')).toMatchObject({
      id: (await on('2026-12-15')).id,
      status: 'assigned',
      driverId: second.userId,
      deliveryAddress: '9 Harbour Way',
      notes: 'Ring twice, by hand',
      deliveryWindow: { from: '2026-12-15T16:00:00.000Z', to: '2026-12-15T18:00:00.000Z' },
      items: [{ name: 'Cake' }],
    });
    expect(daysOf(await read(id), 'made')).toEqual(['2026-12-01', '2026-12-03', '2026-12-08', '2026-12-15']);
    expectIssue(
      await staff.put(`${BASE}/${id}`, { paused: true, from: '2026-12-16' }),
      'from',
      'A change holds from today or from one of the next 14 days on',
    );
    const { version } = await read(id);
    expect((await staff.put(`${BASE}/${id}`, { paused: true, version: version - 1 })).statusCode).toBe(409);
    // What was read may be written back, and changes nothing.
    const { order: same } = await read(id);
    const mails = await app.sql('select count(*) from emails');
    ok(await staff.put(`${BASE}/${id}`, { order: same }));
    expect(await app.sql('select count(*) from emails')).toEqual(mails);
  });

  it('Z08 is deleted with or without the orders that nobody has picked up', async () => {
    const [kept, ended] = [await job(), await job()];
    const { id: driven } = await orderOn(ended, '2026-12-08');
    await app.sql(`update orders set status = 'picked_up' where id = ?`, driven);
    const statuses = async (of: RecurringOrder) =>
      (
        await app.sql<{ status: string }>(
          'select status from orders where customer_email = ? order by id',
          of.order.customerEmail,
        )
      ).map(({ status }) => status);
    ok(await staff.delete(`${BASE}/${kept.id}`));
    ok(await staff.delete(`${BASE}/${ended.id}?withUpcoming=true`));
    await make();
    expect(await statuses(kept)).toEqual(['pending', 'pending', 'pending']);
    expect(await statuses(ended)).toEqual(['cancelled', 'picked_up', 'cancelled']);
    expect((await staff.get(`${BASE}/${kept.id}`)).statusCode).toBe(404);
  });
});

describe('what cannot be', () => {
  it('Z09 refuses a rule that occurs more than once a day or never, or is invalid, with its field', async () => {
    const refusals = {
      'FREQ=SECONDLY': 'A recurring job comes at most once a day: choose days, weeks, months or years',
      'FREQ=HOURLY;COUNT=10000': 'A recurring job comes at most once a day: choose days, weeks, months or years',
      'FREQ=DAILY;BYHOUR=1,2,3': 'A recurring job comes at most once a day: choose days, weeks, months or years',
      'FREQ=DAILY;COUNT=10000': 'This part of the rule is not understood: COUNT=10000',
      'FREQ=DAILY;INTERVAL=0': 'This part of the rule is not understood: INTERVAL=0',
      'FREQ=WEEKLY;BYDAY=XX': 'This part of the rule is not understood: BYDAY=XX',
      'FREQ=DAILY;FREQ=WEEKLY': 'This is not a rule that can be read: FREQ=DAILY;FREQ=WEEKLY',
      'every tuesday': 'This is not a rule that can be read: every tuesday',
      'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30': 'This rule names no day within five years',
      'FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;UNTIL=20261202': 'This rule names no day within five years',
    };
    const began = performance.now();
    for (const [rule, message] of Object.entries(refusals)) expectIssue(await create({ rule }), 'rule', message);
    expect(performance.now() - began).toBeLessThan(20_000);
    expectIssue(await create({ end: '2026-11-01' }), 'end', 'The last day is before the first one');
    expectIssue(await create({ start: '2030-01-01' }), 'start', 'The first day must be within two years from today');
    expectIssue(
      await create({}, { deliveryWindow: { from: '2026-12-01T10:00:00Z', to: '2026-12-01T11:00:00Z' } }),
      'order.deliveryWindow.to',
      'The delivery window ends before the pickup window begins',
    );
    const { total } = ok<RecurringPage>(await staff.get(BASE));
    expect(await app.sql('select count(*)::int as n from recurring_orders')).toEqual([{ n: total }]);
  });

  it('Z10 continues without a driver who was demoted, and says so', async () => {
    const driver = await app.as('driver');
    const { id } = ok<RecurringOrder>(await create({}, { driverId: driver.userId }));
    await app.sql('update users set is_active = false where id = ?', driver.userId);
    await make();
    const order = await orderOn(await read(id), '2026-12-08');
    expect(order).toMatchObject({ status: 'pending', driverId: null });
    const history = ok<{ data: { action: string; detail: string }[] }>(
      await staff.get(`/api/v1/history/order/${order.id}`),
    );
    expect(history.data.find(({ action }) => action === 'order.driver_gone')).toMatchObject({
      detail: expect.stringContaining('is no driver any more'),
    });
  });

  it('Z11 copies photos for each order, and accepts no other customer’s', async () => {
    const upload = async () => {
      const answer = await staff.form('POST', '/api/v1/uploads', {}, [await photoFile('files')]);
      return ok<{ files: { url: string }[] }>(answer).files[0]?.url ?? '';
    };
    const url = await upload();
    const items = [{ name: 'Bread', quantity: 1, imageUrls: [url] }];
    const weekly = await job({}, { items });
    const photos = async (day: string) => (await orderOn(weekly, day)).items.flatMap(({ imageUrls }) => imageUrls);
    const [one, other] = [await photos('2026-12-08'), await photos('2026-12-15')];
    expect(new Set([url, ...one, ...other]).size).toBe(3);
    expect((await staff.get(one[0] ?? '')).statusCode).toBe(200);
    expect((await create({}, { items })).json()).toMatchObject({ code: 'UNKNOWN_IMAGE' });
    ok(await staff.delete(`${BASE}/${weekly.id}`));
    expect((await staff.get(one[0] ?? '')).statusCode).toBe(200);
    expect(
      await app.sql(`select 1 from stored_files where '/files/' || key = ? and claimed_at is null`, url),
    ).toHaveLength(1);
  });

  it('Z12 keeps its customer from being erased, and says which job does', async () => {
    const weekly = await job({ paused: true });
    const [customer] = await app.sql<{ id: number }>(
      'select id from customers where email = ?',
      weekly.order.customerEmail,
    );
    const admin = await app.as('admin');
    const erase = () => admin.post(`/api/v1/customers/${customer?.id}/erase`, { email: weekly.order.customerEmail });
    const refused = await erase();
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'CUSTOMER_HAS_RECURRING_JOBS',
      error: `Delete the recurring jobs first: #${weekly.id}`,
    });
    expect((await admin.delete(`/api/v1/customers/${customer?.id}`)).json()).toMatchObject({
      code: 'CUSTOMER_IN_USE',
      error: 'This customer has a recurring job and cannot be deleted before it',
    });
    ok(await staff.delete(`${BASE}/${weekly.id}`));
    ok(await erase());
  });

  it('Z13 a job that cannot be made says why, holds up no other, and is tried again', async () => {
    const broken = ok<RecurringOrder>(await create());
    await app.sql(
      `create or replace function refuse_order() returns trigger language plpgsql as $$ begin if new.customer_email = '${broken.order.customerEmail}' then raise exception 'no'; end if; return new; end $$`,
    );
    await app.sql('create trigger refuse_order before insert on orders for each row execute function refuse_order()');
    const other = await job();
    expect(daysOf(other, 'made')).toHaveLength(3);
    expect((await read(broken.id)).problem).toMatch(/^[A-Z].*\.$/);
    await app.sql('drop trigger refuse_order on orders');
    await make();
    expect(await read(broken.id)).toMatchObject({ problem: null });
    expect(daysOf(await read(broken.id), 'made')).toHaveLength(3);
  });
});
