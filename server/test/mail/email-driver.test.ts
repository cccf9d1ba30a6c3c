import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { MailPage } from '@quickfleet/shared/messages/mailbox';
import type { Template } from '@quickfleet/shared/messages/templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { deliverMails, type ReceivedMail, startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { makeOrder, ok } from '../support/factories.ts';

let smtp: TestSmtp;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({
    SMTP_URL: smtp.url,
    ADMIN_EMAIL: 'office@quickfleet.test',
    BUSINESS_TIMEZONE: 'America/New_York',
  });
  staff = await app.as('dispatcher');
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await app.sql('truncate emails, email_templates restart identity cascade');
  await app.sql('truncate graphile_worker._private_jobs');
  smtp.mails.length = 0;
});

let drivers = 0;
async function driverWith(email: string | null = `driver${++drivers}@quickfleet.test`) {
  const driver = await app.as('driver');
  await app.sql('update users set email = ? where id = ?', email, driver.userId);
  return { ...driver, email: email ?? '' };
}
const assign = async (id: number, driverId: number, more = {}) =>
  ok<Order>(await staff.post(`/api/v1/orders/${id}/assign`, { driverId, ...more }));
const jobMails = (email: string): ReceivedMail[] =>
  smtp.to(email).filter(({ subject }) => /\bjob\b/i.test(subject ?? ''));
const subjects = (email: string) => jobMails(email).map(({ subject }) => subject);
const codeIn = (mail: ReceivedMail | undefined) => /\/driver#code=([^\s"<]+)/.exec(mail?.text ?? '')?.[1] ?? '';

describe('a driver', () => {
  it('E16 gets one mail each for a new, changed and removed job, at their own address', async () => {
    const [first, second] = [await driverWith(), await driverWith()];
    const order = await makeOrder(app, staff);
    await assign(order.id, first.userId);
    ok(
      await staff.put(`/api/v1/orders/${order.id}`, {
        deliveryWindow: { from: '2028-03-02T15:00:00Z', to: '2028-03-02T17:00:00Z' },
        deliveryAddress: '9 Harbour Way\nShelbyville',
        driverNotes: 'Use the yard gate',
      }),
    );
    ok(await staff.put(`/api/v1/orders/${order.id}`, { officeNotes: 'Pays late' }));
    await assign(order.id, second.userId, { reassign: true });
    ok(await staff.post(`/api/v1/orders/${order.id}/unassign`));
    await assign(order.id, first.userId);
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    await deliverMails(app);
    await deliverMails(app, { again: true });
    const number = order.trackingNumber;
    expect(subjects(first.email)).toEqual([
      `New job ${number}`,
      `Job ${number} has changed`,
      `Job ${number} is no longer yours`,
      `New job ${number}`,
      `Job ${number} is no longer yours`,
    ]);
    expect(subjects(second.email)).toEqual([`New job ${number}`, `Job ${number} is no longer yours`]);
    const [, changed, taken, , cancelled] = jobMails(first.email);
    expect(changed?.text).toContain('has changed: the delivery address, the delivery time.');
    expect(changed?.text).toContain('Delivery: 9 Harbour Way, Shelbyville');
    expect(changed?.text).toContain('Delivery time: Thu, Mar 2, 2028, 10:00 AM – 12:00 PM EST');
    expect(changed?.text).toContain('Notes: Use the yard gate');
    expect(taken?.text).toContain('another driver has it now');
    expect(cancelled?.text).toContain('it was cancelled');
    for (const mail of smtp.mails) {
      const isForDriver = [first.email, second.email].includes(mail.envelope.to[0] ?? '');
      expect(isForDriver).toBe(/\bjob\b/i.test(mail.subject ?? ''));
      expect(mail.text).not.toMatch(/\{\{|undefined|Pays late/);
      if (isForDriver) expect(mail.text).not.toMatch(new RegExp(`120\\.00|${order.customerEmail}`));
      else expect(mail.raw).not.toContain('#code=');
    }
  });

  it('E17 opens the job with the link in the mail; its code cannot be read in the mailbox or in the database', async () => {
    const driver = await driverWith();
    const order = await makeOrder(app, staff);
    await assign(order.id, driver.userId);
    await deliverMails(app);
    const [mail] = jobMails(driver.email);
    expect(mail?.html).toContain('href="http://quickfleet.test/driver#code=');
    const phone = app.client();
    const opened = ok<{ order: Order }>(await phone.post('/api/driver/access', { accessCode: codeIn(mail) }));
    expect(JSON.stringify(opened)).toContain(order.trackingNumber);

    const { accessCode } = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`));
    expect(codeIn(mail)).toBe(accessCode);
    const page = ok<MailPage>(await staff.get(`/api/v1/emails?orderId=${order.id}&q=${order.trackingNumber}`));
    const stored = page.data.find(({ trigger }) => trigger === 'driver_job_assigned');
    const shown = await staff.get(`/api/v1/emails/${stored?.id}`);
    expect(shown.body).toContain('/driver#code=hidden');
    expect(shown.body).not.toContain(accessCode);
    expect(JSON.stringify(await app.sql('select * from emails'))).not.toContain(accessCode);

    ok(await staff.post(`/api/v1/emails/${stored?.id}/resend`));
    await deliverMails(app);
    expect(jobMails(driver.email).map(codeIn)).toEqual([accessCode, accessCode]);

    await assign(order.id, (await driverWith()).userId, { reassign: true });
    expect((await app.client().post('/api/driver/access', { accessCode: codeIn(mail) })).statusCode).toBe(401);
  });

  it('E18 without an address gets nothing, and the history of the order says so', async () => {
    const driver = await driverWith(null);
    const order = await makeOrder(app, staff);
    await assign(order.id, driver.userId);
    await deliverMails(app);
    expect(await app.sql(`select 1 from emails where trigger like 'driver_job%'`)).toEqual([]);
    const history = ok<{ data: { action: string; detail: string }[] }>(
      await staff.get(`/api/v1/history/order/${order.id}`),
    );
    expect(history.data.find(({ action }) => action === 'order.driver_not_mailed')?.detail).toMatch(
      / has no e-mail address$/,
    );
  });
});

describe('the templates for drivers', () => {
  const forDrivers = ['driver_job_assigned', 'driver_job_changed', 'driver_job_removed', 'driver_job_list'];

  it('E19 are edited, previewed, tested and switched off as the others are', async () => {
    const templates = ok<Template[]>(await staff.post('/api/email-templates/initialize'));
    const own = templates.filter(({ type }) => type === 'driver');
    expect(own.map(({ trigger }) => trigger)).toEqual(forDrivers);
    expect(templates.flatMap(({ unknownVariables }) => unknownVariables)).toEqual([]);
    const [assigned, , removed] = own;
    const preview = async (type: string) =>
      ok<{ html: string; unknownVariables: string[] }>(
        await staff.post('/api/v1/email-templates/preview', {
          subject: 'Job',
          content: 'Go: {{jobUrl}}\n\nAt {{pickupWindow}}',
          type,
        }),
      );
    expect(await preview('driver')).toMatchObject({ unknownVariables: [] });
    expect((await preview('driver')).html).toContain('href="http://quickfleet.test/driver"');
    expect(await preview('customer')).toMatchObject({ unknownVariables: ['jobUrl', 'pickupWindow'] });

    ok(await staff.put(`/api/v1/email-templates/${assigned?.id}`, { subject: 'Go {{trackingNumber}}' }));
    ok(await staff.put(`/api/v1/email-templates/${removed?.id}`, { enabled: false }));
    ok(await staff.post(`/api/v1/email-templates/${assigned?.id}/test`, { testEmail: 'me@quickfleet.test' }));
    const driver = await driverWith();
    const order = await makeOrder(app, staff);
    await assign(order.id, driver.userId);
    ok(await staff.post(`/api/v1/orders/${order.id}/unassign`));
    await deliverMails(app);
    expect(smtp.to(driver.email).map(({ subject }) => subject)).toEqual([`Go ${order.trackingNumber}`]);
    expect(smtp.to('me@quickfleet.test')[0]?.text).toContain('1 Pickup Street, Springfield');
  });

  it('E19 are never sent to customers, nor a template for customers to drivers', async () => {
    const body = { name: 'Mine', subject: 'Mine {{jobUrl}}', content: 'Open {{jobUrl}}' };
    const create = (more: object) => staff.post('/api/v1/email-templates', { ...body, ...more });
    for (const wrong of [
      { type: 'driver', trigger: 'order_created' },
      { type: 'customer', trigger: 'driver_job_assigned' },
    ]) {
      const refused = await create(wrong);
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({ code: 'TEMPLATE_AUDIENCE', issues: [{ path: 'trigger' }] });
    }
    const office = ok<Template>(await create({ type: 'admin', trigger: 'driver_job_assigned' }));
    expect((await staff.put(`/api/v1/email-templates/${office.id}`, { type: 'customer' })).statusCode).toBe(400);
    const driver = await driverWith();
    const order = await makeOrder(app, staff);
    await assign(order.id, driver.userId);
    await deliverMails(app);
    const [copy] = smtp.to('office@quickfleet.test').filter(({ subject }) => subject?.startsWith('Mine'));
    expect(copy?.text).not.toContain('/driver');
    expect(subjects(driver.email)).toEqual([`New job ${order.trackingNumber}`]);
  });

  it('E19 come to an installation that has templates already, and change none of them', async () => {
    const all = ok<Template[]>(await staff.post('/api/email-templates/initialize'));
    ok(await staff.put(`/api/v1/email-templates/${all[4]?.id}`, { subject: 'Ours' }));
    const before = await app.sql(`select * from email_templates where type <> 'driver' order by id`);
    const wanted = await app.sql(
      `select name, trigger, subject, content from email_templates where type = 'driver' and trigger <> 'driver_job_list' order by id`,
    );
    // The later one needs no row: without one the default text is used.
    await app.sql(`delete from email_templates where type = 'driver'`);
    await app.sql(`alter table emails drop column code_sealed`);
    await app.sql(`delete from schema_migrations where name like '%driver_mail' or name like '%template_texts'`);
    await app.services.orm.migrator.up();
    expect(await app.sql(`select * from email_templates where type <> 'driver' order by id`)).toEqual(before);
    expect(
      await app.sql(`select name, trigger, subject, content from email_templates where type = 'driver' order by id`),
    ).toEqual(wanted);
    expect(
      await app.sql(
        `select v.version from template_versions v join email_templates t on t.id = v.template_id where t.type = 'driver' order by t.id, v.version`,
      ),
    ).toEqual([{ version: 1 }, { version: 1 }, { version: 2 }, { version: 1 }, { version: 2 }]);
  });
});
