import { momentOf } from '@quickfleet/shared/base/time/zoned-time';
import type { SavedReport } from '@quickfleet/shared/operations/reports/saved-reports';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../../test/support/contract.ts';
import { ok } from '../../../../test/support/factories.ts';
import { optOutUrl } from '../../../messages/outbox/mail-opt-outs.ts';
import { reportForMail } from './mailed-report.ts';
import { sendDueReports } from './saved-reports.due.ts';

const ZONE = 'Europe/Berlin';
const world = useWorld({
  ...{ BUSINESS_TIMEZONE: ZONE, BUSINESS_COUNTRY: 'DE' },
  SMTP_URL: 'smtp://127.0.0.1:1',
});
/** A Wednesday. */
const TODAY = '2026-11-18';
const at = (day: string, hour: number) => world.app.setClock(momentOf(day, hour * 60, ZONE));
let customers: number[] = [];
const address = '/api/v1/reports/saved';
const save = async (more: Record<string, unknown> = {}, client = world.admin) =>
  ok<SavedReport>(
    await client.post(address, {
      ...{ name: 'The week', report: 'deliveries', rule: 'FREQ=WEEKLY;BYDAY=MO', format: 'pdf' },
      ...{ query: { period: 'lastWeek', by: 'day', compare: 'previous' }, recipients: [{ email: 'tax@example.com' }] },
      ...more,
    }),
  );
interface Mail {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  status: string;
  attachment: string;
  report: Record<string, unknown>;
}
const mails = () =>
  world.app.sql<Mail>(
    `select id, recipient, subject, text, status, attachment, report from emails where trigger = 'report_sent' order by id`,
  );
const forget = () => world.app.sql('delete from emails');

beforeAll(async () => {
  at(TODAY, 12);
  const made = await world.app.sql<{ id: number }>(
    `insert into customers (name, email, created_at, updated_at, version) select 'Customer ' || n, 'customer' || n || '@example.com', now(), now(), 1 from generate_series(1, 2) n returning id`,
  );
  customers = made.map(({ id }) => id);
  // Nine deliveries of the first customer and two of the other in the week from November 9.
  await world.app.sql(
    `insert into orders (tracking_number, status, customer_id, customer_name, customer_email, customer_phone, pickup_address, delivery_address, access_code_hash, access_code_sealed, delivered_at, quote_price, created_at, updated_at, version)
     select 'QF' || n, 'delivered', case when n <= 9 then ?::int else ?::int end, 'Ada', 'ada@example.com', '1', 'A 1', 'B 2', 'h' || n, 's', '2026-11-10T10:00:00Z'::timestamptz + n * interval '5 hours', 10, now(), now(), 1 from generate_series(1, 11) n`,
    ...customers,
  );
});

describe('reports that are saved and mailed by a rule', () => {
  it('C622 are saved, listed, changed and deleted, each with its next day', async () => {
    const made = await save();
    expect(made).toMatchObject({
      ...{ name: 'The week', report: 'deliveries', rule: 'FREQ=WEEKLY;BYDAY=MO', ruleInWords: 'Every Monday' },
      ...{ format: 'pdf', isOn: true, nextOn: '2026-11-23', lastSentAt: null, problem: null, version: 1 },
      query: { period: 'lastWeek', by: 'day', compare: 'previous' },
      recipients: [{ email: 'tax@example.com', name: 'tax@example.com', problem: null }],
    });
    const list = ok<{ data: SavedReport[]; total: number }>(await world.dispatcher.get(address));
    expect(list).toMatchObject({ total: 1, data: [made] });
    const path = `${address}/${made.id}`;
    const off = ok<SavedReport>(await world.admin.put(path, { isOn: false, version: made.version }));
    expect(off).toMatchObject({ isOn: false, nextOn: null, rule: made.rule });
    expectError(await world.admin.put(path, { isOn: true, version: 1 }), 409, 'STALE_VERSION');
    const on = ok<SavedReport>(
      await world.admin.put(path, { isOn: true, rule: 'FREQ=MONTHLY;BYMONTHDAY=1', format: 'xlsx' }),
    );
    expect(on).toMatchObject({ isOn: true, nextOn: '2026-12-01', format: 'xlsx' });
    ok(await world.admin.delete(path));
    expectError(await world.admin.put(path, { isOn: true }), 404, 'SAVED_REPORT_NOT_FOUND');
    const rows = await world.app.sql(
      `select action, detail from history where subject = 'report' and subject_id = ? order by id`,
      made.id,
    );
    expect(rows).toEqual(
      ['saved', 'changed', 'changed', 'deleted'].map((one) => ({ action: `report.${one}`, detail: 'The week' })),
    );
  });

  it('C623 refuse what could not be sent, with the field', async () => {
    const refused = async (more: Record<string, unknown>, path: string) => {
      const body = { name: 'x', report: 'deliveries', rule: 'FREQ=DAILY', ...more };
      const { issues } = expectError(await world.admin.post(address, body), 400);
      expect(
        issues?.map((issue) => issue.path),
        JSON.stringify(more),
      ).toContain(path);
    };
    await refused({ rule: 'every Monday' }, 'rule');
    await refused({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rule');
    await refused({ report: 'profit' }, 'report');
    await refused({ format: 'csv' }, 'format');
    await refused({ query: { by: 'reason' } }, 'by');
    await refused({ query: { period: 'last7', from: '2026-01-01', to: '2026-01-02' } }, 'query.period');
    await refused({ recipients: [{ userId: 1, email: 'a@example.com' }] }, 'recipients.0');
    await refused({ recipients: [{}] }, 'recipients.0');
    await refused({ recipients: [{ userId: 999_999 }] }, 'recipients.0');
    await refused({ recipients: [{ customerId: 999_999 }] }, 'recipients.0');
    // A customer reads no reports of the whole company, and no rows of drivers.
    await refused({ report: 'customers', recipients: [{ customerId: customers[0] }] }, 'recipients.0');
    await refused({ query: { by: 'driver' }, recipients: [{ customerId: customers[0] }] }, 'recipients.0');
    await refused({ recipients: [{ userId: world.driver.userId }] }, 'recipients.0');
    expect(await world.app.sql('select 1 from saved_reports')).toEqual([]);
    expectError(
      await world.dispatcher.post(address, { name: 'x', report: 'revenue', rule: 'FREQ=DAILY' }),
      403,
      'FORBIDDEN',
    );
    expectError(await world.driver.get(address), 403);
    // A key that reads no reports mails none.
    const body = { name: 'x', report: 'deliveries', rule: 'FREQ=DAILY' };
    expectError(await (await world.program('reports:read')).post(address, body), 403);
    expectError(await (await world.program('reports:write')).post(address, body), 403);
    const { id } = ok<{ id: number }>(await (await world.program('reports:read', 'reports:write')).post(address, body));
    ok(await world.admin.delete(`${address}/${id}`));
  });

  it('C739 say in a sentence, each at its place, why a rule never comes and why a recipient gets nothing', async () => {
    const sentences = async (more: Record<string, unknown>) => {
      const body = { name: 'x', report: 'deliveries', rule: 'FREQ=DAILY', ...more };
      const { issues } = expectError(await world.admin.post(address, body), 400);
      return Object.fromEntries((issues ?? []).map(({ path, message }) => [path, message]));
    };
    const never = 'This rule names no day within five years';
    expect(await sentences({ rule: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30' })).toEqual({ rule: never });
    expect(await sentences({ rule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20200101' })).toEqual({ rule: never });
    await world.app.sql('update users set email = null where id = ?', world.dispatcher.userId);
    const [first, second] = customers;
    const query = { customerId: first };
    const recipients = [
      { email: 'tax@example.com' },
      { email: 'TAX@example.com' },
      { customerId: first },
      { customerId: second },
      { userId: world.dispatcher.userId },
    ];
    const said = await sentences({ query, recipients });
    expect(Object.keys(said)).toEqual(['recipients.3', 'recipients.4']);
    expect(said['recipients.3']).toBe('Customer 2: This is the report of another customer');
    expect(said['recipients.4']).toMatch(/: There is no e-mail address$/);
    expect(await sentences({ report: 'drivers', recipients: [{ customerId: first }] })).toEqual({
      'recipients.0': 'Customer 1: Customers get deliveries, punctuality and failed attempts, each their own',
    });
    expect(await sentences({ query: { by: 'driver' }, recipients: [{ customerId: first }] })).toEqual({
      'recipients.0': 'Customer 1: Customers get no rows by: Driver',
    });
    await world.app.sql(`update users set email = username || '@example.com' where id = ?`, world.dispatcher.userId);
    // Months without a 31st have no mail; without recipients it is kept, and says so.
    const kept = await save({ rule: 'FREQ=MONTHLY;BYMONTHDAY=31', recipients: [] });
    expect(kept).toMatchObject({
      ruleInWords: 'Day 31 of every month, in months that have one',
      ...{ nextOn: null, problem: 'Nobody is named whom this report can be mailed to' },
    });
    const path = `${address}/${kept.id}`;
    const named = ok<SavedReport>(await world.admin.put(path, { recipients: [{ email: 'tax@example.com' }] }));
    expect(named).toMatchObject({ nextOn: '2026-12-31', problem: null });
    ok(await world.admin.delete(path));
  });

  it('C624 are mailed once on their day, from six in the morning, whoever else works and whatever was missed', async () => {
    await save();
    expect(await sendDueReports(world.app.services)).toBe(0);
    at('2026-11-23', 5);
    expect(await sendDueReports(world.app.services)).toBe(0);
    at('2026-11-23', 6);
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendDueReports(world.app.services)));
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await sendDueReports(world.app.services)).toBe(0);
    expect(await mails()).toMatchObject([
      {
        ...{ recipient: 'tax@example.com', status: 'queued', attachment: 'report' },
        subject: 'The week: November 16, 2026 – November 22, 2026',
        report: { name: 'deliveries', format: 'pdf', from: '2026-11-16', to: '2026-11-22', hidesMoney: false },
      },
    ]);
    // Three weeks without a server are made up for once.
    at('2026-12-15', 9);
    expect(await sendDueReports(world.app.services)).toBe(1);
    expect(await sendDueReports(world.app.services)).toBe(0);
    expect((await mails()).map(({ report }) => report['from'])).toEqual(['2026-11-16', '2026-12-07']);
    expect(
      await world.app.sql(
        `select next_on::text, (last_sent_at at time zone 'UTC')::text as sent, problem from saved_reports`,
      ),
    ).toEqual([{ next_on: '2026-12-21', sent: '2026-12-15 08:00:00', problem: null }]);
    // A process that ends in the middle leaves neither a mail nor a day that is done.
    at('2026-12-21', 9);
    await world.app.sql(`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await world.app.sql(`create trigger fail before insert on emails for each row execute function fail()`);
    expect(await sendDueReports(world.app.services)).toBe(0);
    await world.app.sql('drop trigger fail on emails');
    expect(await world.app.sql('select next_on::text from saved_reports where problem is not null')).toEqual([
      { next_on: '2026-12-21' },
    ]);
    expect(await sendDueReports(world.app.services)).toBe(1);
    expect(await mails()).toHaveLength(3);
    await world.app.sql('delete from saved_reports');
    await forget();
    at(TODAY, 12);
  });

  it('C625 go to each with what they may read: customers their own, roles no more than theirs, nobody who has left', async () => {
    const { dispatcher, admin } = world;
    await world.app.sql(`update users set email = username || '@example.com', language = 'en'`);
    const made = await save({
      recipients: [
        { userId: admin.userId },
        { userId: dispatcher.userId },
        ...customers.map((customerId) => ({ customerId })),
      ],
    });
    const revenue = await save({ name: 'Money', report: 'revenue', query: {}, recipients: [{ userId: admin.userId }] });
    ok(await admin.post(`${address}/${made.id}/send`));
    const all = await mails();
    expect(all.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining(['customer1@example.com', 'customer2@example.com']),
    );
    const [office] = all.filter(({ report }) => report['isCustomer'] === false);
    expect(office?.text).toContain('11 deliveries.');
    expect(office?.text).toContain('/admin/reports/deliveries?');
    const ofCustomers = all.filter(({ report }) => report['isCustomer'] === true);
    expect(ofCustomers.map(({ report }) => report['customerId'])).toEqual(customers);
    expect(ofCustomers.map(({ text }) => /(\d+) deliver/.exec(text)?.[1])).toEqual(['9', '2']);
    expect(ofCustomers[0]?.text).not.toContain('/admin');
    // The dispatcher knows nothing of revenue, and who has become one gets no more of it.
    expectError(await dispatcher.put(`${address}/${revenue.id}`, { isOn: false }), 404, 'SAVED_REPORT_NOT_FOUND');
    expect(ok<{ total: number }>(await dispatcher.get(address)).total).toBe(1);
    await forget();
    await world.app.sql(`update users set is_active = false where id = ?`, dispatcher.userId);
    await world.app.sql('delete from customers where id = ?', customers[1] ?? 0);
    ok(await admin.post(`${address}/${made.id}/send`));
    expect((await mails()).map(({ report }) => report['isCustomer'])).toEqual([false, true]);
    await world.app.sql(`update users set is_active = true where id = ?`, dispatcher.userId);
    await world.app.sql(`update report_recipients set user_id = ? where report_id = ?`, dispatcher.userId, revenue.id);
    expectError(await admin.post(`${address}/${revenue.id}/send`), 409, 'NO_RECIPIENTS');
    await forget();
  });

  it('C626 go as PDF on one page or as a spreadsheet, with the figures of the call', async () => {
    const { data } = ok<{ data: SavedReport[] }>(await world.admin.get(address));
    const month = { from: '2026-10-19', to: '2026-11-18', by: 'day', compare: 'previous' };
    const saved = data.find(({ report }) => report === 'deliveries');
    const recipients = [{ email: 'tax@example.com' }];
    ok(await world.admin.put(`${address}/${saved?.id}`, { query: month, recipients }));
    ok(await world.admin.post(`${address}/${saved?.id}/send`));
    ok(await world.admin.put(`${address}/${saved?.id}`, { format: 'xlsx' }));
    ok(await world.admin.post(`${address}/${saved?.id}/send`));
    const [pdf, xlsx] = await Promise.all(
      (await mails()).map(({ report }) => reportForMail(world.app.services, report)),
    );
    expect(pdf?.filename).toBe('report-deliveries-2026-10-19-2026-11-18.pdf');
    expect(pdf?.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf?.content.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    const book = await readXlsx(new Uint8Array(xlsx?.content ?? []));
    const rows = book.sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(1 + 31 + 1);
    expect(rows.at(-1)?.slice(0, 3)).toEqual(['Total', 0, 11]);
    await forget();
  });

  it('C627 stop for an address that has switched them off, by the link of the mail', async () => {
    await forget();
    const saved = await save();
    ok(await world.admin.post(`${address}/${saved.id}/send`));
    const [mail] = await mails();
    const link = optOutUrl(world.app.services, {
      ...{ trigger: 'report_sent', to: mail?.recipient ?? '', codeSealed: null, orderId: null },
    });
    const url = new URL(link ?? '').pathname;
    const page = await world.app.app.inject({ method: 'GET', url });
    expect(page.body).toContain('Reports by a rule');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await world.app.app.inject({
      ...{ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' },
    });
    expect(pressed.statusCode).toBe(200);
    ok(await world.admin.post(`${address}/${saved.id}/send`));
    expect((await mails()).map(({ status }) => status)).toEqual(['queued', 'kept']);
  });
});
