import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import {
  allTemplateVariables,
  audienceOf,
  type Template,
  type TemplateTrigger,
  templateTriggers,
} from '@quickfleet/shared/messages/templates';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryToken } from '../../src/messages/outbox/delivery-links.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { deliverMails, type ReceivedMail, startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { makeQuote, ok, openOrder, quoteBody, signatureFile } from '../support/factories.ts';

const OFFICE = 'office@quickfleet.test';
/** Mails to drivers have other variables: email-driver.test.ts. */
/** Those of what is said on a quote's page are shown with it (quoting/quote-page/agreement.test.ts). */
const onPage = /^quote_(?:changed|ending|silent|answered|accepted|question|declined|date)/;
/** What an attempt, its correction or a PIN causes is shown with them (features/attempts). */
const ofAttempts =
  /^(?:attempt_failed|attempt_failed_office|order_retry|order_returning|order_returned|order_corrected|delivery_pin)$/;
/** Those of a plan that has settled, and of a rule, are shown with them (delivery/notices, delivery/recurring). */
const ofPlans = /^(?:orders_planned|recurring_confirmed|order_delayed)$/;
/** Those of an invoice that is overdue are shown with it (delivery/invoices). */
const ofInvoices = /^invoice_/;
/** Those of requests by a mailed link are shown with them (delivery/requests). */
const ofRequests = /^request_/;
const triggers = templateTriggers.filter(
  (trigger) =>
    !['driver', 'recipient'].includes(audienceOf(trigger) ?? '') &&
    ![onPage, ofAttempts, ofPlans, ofRequests, ofInvoices].some((pattern) => pattern.test(trigger)),
);
let smtp: TestSmtp;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url, ADMIN_EMAIL: OFFICE });
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

/** Everything that can cause a mail, once: a request that is delivered, and an order that is cancelled on the way. */
async function goThroughLife(): Promise<{
  quote: Quote;
  order: Order;
  cancelled: Order;
  customer: string;
  driver: string;
}> {
  const staff = await app.as('dispatcher');
  const driver = await app.as('driver');
  const body = quoteBody({ speedType: 'specific_date', speedDate: '2028-05-04' });
  const convert = async () => {
    const { id } = ok<Quote>(await app.client().post('/api/v1/quotes', body));
    ok(await staff.put(`/api/v1/quotes/${id}`, { price: '1284.5', paymentUrl: 'https://pay.example.com/q?x=1&y=2' }));
    const quote = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
    return { quote, order: ok<Order>(await staff.post(`/api/v1/quotes/${id}/convert-to-order`)) };
  };
  const { quote, order } = await convert();
  ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
  const phone = await openOrder(app, { accessCode: order.accessCode ?? '' });
  const sign = async () =>
    ok(
      await phone.form('POST', '/api/driver/signature', { customerName: 'Ada', quoteId: String(quote.id) }, [
        await signatureFile(),
      ]),
    );
  await sign();
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await sign();
  const second = await convert();
  ok(await staff.post(`/api/v1/orders/${second.order.id}/assign`, { driverId: driver.userId }));
  ok(await staff.put(`/api/v1/orders/${second.order.id}/status`, { status: 'cancelled' }));
  const [name] = await app.sql<{ driver: string }>(
    `select first_name || ' ' || last_name as driver from users where id = ?`,
    driver.userId,
  );
  return { quote, order, cancelled: second.order, customer: body.customer.email, driver: name?.driver ?? '' };
}

const referenceOf = async (id: number) =>
  (await app.sql<{ reference: string }>('select reference from quotes where id = ?', id))[0]?.reference ?? '';
const subjects = (mails: ReceivedMail[]) => mails.map((mail) => mail.subject).toSorted();

describe('each trigger', () => {
  it('sends its default mail to the right person, once', async () => {
    const { quote, order, cancelled, customer, driver } = await goThroughLife();
    await deliverMails(app);
    await deliverMails(app, { again: true });
    const number = order.trackingNumber;
    const own = (reference: string, tracking: string) => [
      `We received your delivery request ${reference}`,
      `Your delivery quote ${reference}: $1,284.50`,
      `Payment received for quote ${reference}`,
      `Your delivery ${tracking} is booked`,
      `${driver} is your driver for delivery ${tracking}`,
    ];
    const expected = [
      ...own(await referenceOf(quote.id), number),
      ...own(await referenceOf(cancelled.quoteId ?? 0), cancelled.trackingNumber),
      `Your delivery ${number} was picked up`,
      `Your delivery ${number} is on its way`,
      `Your delivery ${number} has arrived`,
      `Your delivery ${cancelled.trackingNumber} was cancelled`,
    ];
    expect(subjects(smtp.to(customer))).toEqual(expected.toSorted());
    expect(subjects(smtp.to(OFFICE))).toEqual(
      [quote.id, cancelled.quoteId].map((id) => `New quote request #${id} from Ada Sender`).toSorted(),
    );
    expect(smtp.mails).toHaveLength(expected.length + 2);
    expect(new Set(smtp.mails.map((mail) => mail.messageId)).size).toBe(smtp.mails.length);
    for (const mail of smtp.mails) {
      expect(mail.envelope.to).toHaveLength(1);
      expect(mail.to).toEqual([{ name: '', address: mail.envelope.to[0] }]);
      expect(mail.from).toEqual({ name: 'QuickFleet', address: 'support@quickfleet.example' });
      expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
      expect(mail.text).toContain('support@quickfleet.example');
      expect(mail.html).toContain('<!doctype html>');
      expect(mail.text).not.toMatch(/\{\{|\}\}|undefined|null|NaN|: *$/m);
    }
    const booked = smtp.mails.find((mail) => mail.subject === `Your delivery ${number} is booked`);
    const page = `http://quickfleet.test/t/${deliveryToken(app.services.secrets, number, customer)}`;
    expect(booked?.text).toContain(`Track your delivery: ${page}`);
    expect(booked?.text).toContain('Delivery on: May 4, 2028');
    expect(booked?.html).toContain(`href="${page}"`);
    const reference = await referenceOf(quote.id);
    const priced = smtp.mails.find((mail) => mail.subject === `Your delivery quote ${reference}: $1,284.50`);
    expect(priced?.html).toContain('href="https://pay.example.com/q?x=1&amp;y=2"');
    expect(await app.sql(`select distinct status, tries, last_error from emails`)).toEqual([
      { status: 'sent', tries: 1, last_error: null },
    ]);
  });

  it('fills every variable of a template, except where there is nothing to tell', async () => {
    const staff = await app.as('admin');
    const content = allTemplateVariables.map((name) => `${name}=[{{ ${name} }}]`).join('\n');
    for (const trigger of triggers) {
      const type = trigger === 'quote_received_office' ? 'admin' : 'customer';
      ok(
        await staff.post('/api/v1/email-templates', {
          name: trigger,
          type,
          trigger,
          subject: `${trigger} {{quoteId}} {{customerName}} {{itemCount}}`,
          content,
        }),
      );
    }
    const { customer, order, cancelled, driver } = await goThroughLife();
    await deliverMails(app);
    const beforePrice = ['totalPrice', 'trackingNumber', 'driverName', 'trackingUrl', 'proofUrl', 'paymentLink'];
    const absent: Partial<Record<TemplateTrigger, string[]>> = {
      quote_received: beforePrice,
      quote_received_office: beforePrice,
      quote_sent: ['trackingNumber', 'driverName', 'trackingUrl', 'proofUrl'],
      quote_paid: ['trackingNumber', 'driverName', 'trackingUrl', 'proofUrl'],
      order_created: ['driverName', 'proofUrl'],
      driver_assigned: ['proofUrl'],
      order_picked_up: ['proofUrl'],
      order_in_transit: ['proofUrl'],
      order_cancelled: ['proofUrl'],
    };
    for (const trigger of triggers) {
      const mail = smtp.mails.find(({ subject }) => subject?.startsWith(`${trigger} `));
      const values = Object.fromEntries(
        [...(mail?.text ?? '').matchAll(/^(\w+)=\[(.*)\]/gm)].map(([, name = '', value]) => [name, value]),
      );
      expect(Object.keys(values), trigger).toEqual([...allTemplateVariables]);
      expect(
        Object.keys(values).filter((name) => values[name] === ''),
        trigger,
      ).toEqual(allTemplateVariables.filter((name) => absent[trigger]?.includes(name)));
      const number = trigger.endsWith('_office') ? '\\d+' : '\\w{3}-\\w{3}';
      expect(mail?.subject).toMatch(new RegExp(`^${trigger} ${number} Ada Sender 2$`));
      expect(values['customerEmail']).toBe(customer);
      if (trigger === 'order_delivered')
        expect(values).toMatchObject({
          trackingNumber: order.trackingNumber,
          driverName: driver,
          totalPrice: '$1,284.50',
        });
      if (trigger === 'order_cancelled')
        expect(values).toMatchObject({
          adminUrl: `http://quickfleet.test/admin/orders?order=${cancelled.id}`,
          deliveryDate: 'May 4, 2028',
        });
      if (trigger === 'quote_received_office') expect(mail?.envelope.to).toEqual([OFFICE]);
    }
  });
});

describe('the template', () => {
  it('C15 sends nothing while it is switched off, and says so when a quote is sent', async () => {
    const staff = await app.as('dispatcher');
    const templates = ok<Template[]>(await staff.post('/api/email-templates/initialize'));
    const off = templates.find((template) => template.trigger === 'quote_sent');
    ok(await staff.put(`/api/email-templates/${off?.id}`, { enabled: false }));
    const { id } = await makeQuote(app);
    ok(await staff.put(`/api/v1/quotes/${id}`, { price: '10', paymentUrl: 'https://pay.example.com/1' }));
    const refused = await staff.post(`/api/v1/quotes/${id}/send-email`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'TEMPLATE_DISABLED' });
    ok(await staff.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
    expect(
      (await app.sql<{ trigger: string }>('select trigger from emails order by id')).map(({ trigger }) => trigger),
    ).toEqual(['quote_received', 'quote_received_office', 'quote_paid']);

    ok(await staff.put(`/api/email-templates/${off?.id}`, { enabled: true }));
    ok(await staff.post(`/api/v1/quotes/${id}/send-email`));
    await deliverMails(app);
    const reference = await referenceOf(id);
    expect(smtp.mails.filter((mail) => mail.subject === `Your delivery quote ${reference}: $10.00`)).toHaveLength(1);
  });

  it('speaks to the office when it is written for the office, and the customer still gets the default', async () => {
    const staff = await app.as('dispatcher');
    const template = {
      name: 'Office: paid',
      type: 'admin',
      trigger: 'quote_paid',
      subject: 'Paid: {{totalPrice}}',
      content: 'Plan it: {{adminUrl}}',
    };
    const { id: templateId } = ok<Template>(await staff.post('/api/v1/email-templates', template));
    const body = quoteBody();
    const pay = async () => {
      const { id } = await makeQuote(app, { customer: body.customer });
      ok(
        await staff.put(`/api/v1/quotes/${id}`, {
          price: '10',
          paymentUrl: 'https://pay.example.com/1',
          status: 'sent',
        }),
      );
      ok(await staff.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
      await deliverMails(app);
      return id;
    };
    const id = await pay();
    expect(subjects(smtp.to(OFFICE))).toEqual([`New quote request #${id} from Ada Sender`, 'Paid: $10.00']);
    expect(subjects(smtp.to(body.customer.email))).toContain(`Payment received for quote ${await referenceOf(id)}`);
    expect(subjects(smtp.to(body.customer.email))).not.toContain('Paid: $10.00');

    ok(await staff.put(`/api/v1/email-templates/${templateId}`, { enabled: false }));
    await pay();
    expect(smtp.to(OFFICE).filter((mail) => mail.subject === 'Paid: $10.00')).toHaveLength(1);
  });

  it('is used once for a call that is repeated under its Idempotency-Key', async () => {
    const body = quoteBody();
    const visitor = app.client();
    const again = () => visitor.post('/api/v1/quotes', body, { headers: { 'idempotency-key': 'one-request-1' } });
    const answers = await Promise.all([again(), again(), again()]);
    expect(new Set(answers.map((answer) => ok<Quote>(answer).id)).size).toBe(1);
    await deliverMails(app);
    expect(smtp.to(body.customer.email)).toHaveLength(1);
    expect(smtp.to(OFFICE)).toHaveLength(1);
  });
});
