import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Mail, MailPage } from '@quickfleet/shared/messages/mailbox';
import { smsParts } from '@quickfleet/shared/messages/sms';
import { type Template, templateTriggers } from '@quickfleet/shared/messages/templates';
import type { Customer } from '@quickfleet/shared/people/customers';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sandboxConfig } from '../../src/demo/sandbox-config.ts';
import { deliveryToken } from '../../src/messages/outbox/delivery-links.ts';
import { createSmsSender } from '../../src/messages/outbox/sms-sender.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { deliverMails } from '../support/counterparts/smtp.ts';
import { type Receiver, startReceiver } from '../support/counterparts/webhook-receiver.ts';
import { ok, openOrder, orderBody, signatureFile } from '../support/factories.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const sam = { name: 'Sam Porter', phone: '(212) 555-0142' };
const NUMBER = '+12125550142';
let service: Receiver;
let app: TestApp;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  service = await startReceiver();
  app = await createTestApp({ SMS_URL: service.url, SMS_SECRET: SECRET });
  [admin, staff] = [await app.as('admin'), await app.as('dispatcher')];
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  await app.sql('truncate emails, email_templates restart identity cascade');
  await app.sql('truncate graphile_worker._private_jobs');
  service.received.length = 0;
  service.behave((_, response) => response.writeHead(202).end('queued'));
});

const create = async (more: object = {}): Promise<Order> =>
  ok(await staff.post('/api/v1/orders', orderBody({ deliveryContact: sam, ...more })));
/** With the link that only the message as it is sent has. */
const sentText = ({ trackingNumber }: Order, sms: Sms | undefined) =>
  sms?.text.replace(`hidden-link-track-${trackingNumber}`, deliveryToken(app.services.secrets, trackingNumber, NUMBER));
interface Sms {
  kind: string;
  trigger: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  status: string;
  tries: number;
  message_id: string;
}
const smsOf = (orderId: number) =>
  app.sql<Sms>(`select * from emails where order_id = ? and kind = 'sms' order by id`, orderId);
const triggersOf = async (orderId: number) => (await smsOf(orderId)).map(({ trigger }) => trigger);
const linesOf = (orderId: number) =>
  app.sql(
    `select detail from history where subject_id = ? and action = 'order.recipient_not_texted' order by id`,
    orderId,
  );
const bodies = () => service.received.map(({ body }) => JSON.parse(body));

describe('text messages to the person at the delivery', () => {
  it('C220 go out when it is booked, on the way, delivered and failed, each in two SMS at most', async () => {
    const order = await create({ deliveryContact: { ...sam, email: 'sam.porter@example.org' } });
    const phone = await openOrder(app, { accessCode: order.accessCode ?? '' });
    const sign = async (kind: string) =>
      ok(
        await phone.form('POST', '/api/driver/signature', { customerName: 'R', orderId: String(order.id), kind }, [
          await signatureFile(),
        ]),
      );
    await sign('pickup');
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    const failed = { stop: 'delivery', outcome: 'failed', reason: 'not_home', noteCustomer: 'NOTE' };
    ok(await staff.post(`/api/v1/orders/${order.id}/attempts`, failed));
    await sign('delivery');
    const all = await smsOf(order.id);
    expect(all.map(({ trigger }) => trigger)).toEqual([
      'recipient_booked',
      'recipient_on_the_way',
      'recipient_failed',
      'recipient_delivered',
    ]);
    for (const { recipient, text, html, subject } of all) {
      expect(recipient).toBe(NUMBER);
      expect(html).toBe('');
      expect(text).toContain(`/t/hidden-link-track-${order.trackingNumber}`);
      expect(subject).toContain(order.trackingNumber);
      expect(smsParts(text)).toBeLessThanOrEqual(2);
      expect(text).not.toMatch(/\{\{|undefined|null|NOTE|\$|[’–…]/);
    }
    expect(all[2]?.text).toContain("We couldn't deliver it");
    // The mails go as ever.
    expect(
      await app.sql(
        `select 1 from emails where order_id = ? and kind = 'email' and trigger like 'recipient%'`,
        order.id,
      ),
    ).toHaveLength(4);
  });

  it('C221 are posted as JSON with a number, a text and a reference, signed, and every 2xx is sent', async () => {
    const order = await create();
    await deliverMails(app);
    expect(service.received).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = service.received;
    const [sms] = await smsOf(order.id);
    expect(JSON.parse(body)).toEqual({ to: NUMBER, text: sentText(order, sms), reference: sms?.message_id });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': sms?.message_id });
    expect(() => new Verifier(SECRET).verify(body, headers)).not.toThrow();
    expect(sms).toMatchObject({ status: 'sent', tries: 1, last_error: null });
  });

  it('C221 another answer, a redirect and none are tried again with the same reference, until they are taken', async () => {
    const order = await create();
    for (const [at, status] of [503, 400, 302].entries()) {
      service.behave((_, response) => response.writeHead(status, { location: '/elsewhere' }).end('no'));
      await deliverMails(app, { again: true });
      expect((await smsOf(order.id))[0]).toMatchObject({
        status: 'queued',
        tries: at + 1,
        last_error: `The SMS service answered ${status}`,
      });
    }
    service.behave((_, response) => void response.destroy());
    await deliverMails(app, { again: true });
    expect((await smsOf(order.id))[0]).toMatchObject({
      status: 'queued',
      last_error: expect.stringContaining('The SMS service did not answer'),
    });
    // Its worker was killed: the job is still there, and the next one sends it.
    service.behave((_, response) => response.end());
    await deliverMails(app, { again: true });
    expect((await smsOf(order.id))[0]).toMatchObject({ status: 'sent' });
    const references = new Set(bodies().map(({ reference }) => reference));
    expect([service.received.length, references.size]).toEqual([5, 1]);
  });

  it('C221 a mail server that is set aside holds up no text message, and the other way round', async () => {
    await create();
    const jobs = await app.sql<{ task: string; flags: object }>(
      `select t.identifier as task, j.flags from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
    );
    expect(jobs).toEqual([{ task: 'send_sms', flags: { sms: true } }]);
  });

  it('C221 a user and a password of SMS_URL go into the header, and not into the address', async () => {
    const url = new URL(service.url);
    url.username = 'courier';
    url.password = 'p@ss';
    const sender = createSmsSender(readConfig({ SMS_URL: url.href }));
    await sender?.send({ messageId: 'sms_1', to: NUMBER, subject: '', html: '', text: 'Hello' });
    expect(service.received[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('courier:p@ss').toString('base64')}`,
    });
    expect(service.received[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(() => readConfig({ SMS_URL: 'ftp://sms.example.com' })).toThrow(/SMS_URL/);
    expect(() => readConfig({ SMS_SECRET: 'short' })).toThrow(/SMS_SECRET/);
  });

  it('C222 a number that is not certain gets none, and the history says so; the customer’s own number gets none', async () => {
    const unsure = await create({ deliveryContact: { ...sam, phone: '555 or 0142' } });
    expect(await smsOf(unsure.id)).toEqual([]);
    expect(await linesOf(unsure.id)).toEqual([
      { detail: 'Booked (SMS to the recipient): the phone number is not certain' },
    ]);
    const same = await create({ customerPhone: '+1 212 555 0142' });
    expect([await smsOf(same.id), await linesOf(same.id)]).toEqual([[], []]);
    const none = await create({ deliveryContact: { name: 'Sam', email: 'sam@example.org' } });
    expect([await smsOf(none.id), await linesOf(none.id)]).toEqual([[], []]);
  });

  it('C222 a number that is added or changed before the pickup is notified, and only that', async () => {
    const order = await create({ deliveryContact: { name: 'Sam', email: 'sam@example.org' } });
    const url = `/api/v1/orders/${order.id}`;
    ok(await staff.put(url, { deliveryContact: { ...sam, email: 'sam@example.org' } }));
    ok(await staff.put(url, { deliveryContact: { ...sam, email: 'sam@example.org' }, notes: 'Other' }));
    ok(await staff.put(url, { deliveryContact: { ...sam, email: 'sam.2@example.org' } }));
    expect(await triggersOf(order.id)).toEqual(['recipient_booked']);
    const mails = await app.sql<{ recipient: string }>(
      `select recipient from emails where order_id = ? and kind = 'email' and trigger = 'recipient_booked' order by id`,
      order.id,
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual(['sam@example.org', 'sam.2@example.org']);
  });

  it('C223 long names are shortened and the link stays whole; a link in a name is none', async () => {
    const order = await create({
      customerName: `Www.spam.example https://spam.example ${'Ж'.repeat(60)}`,
      deliveryAddress: 'x'.repeat(190),
    });
    const [sms] = await smsOf(order.id);
    expect(smsParts(sms?.text ?? '')).toBeLessThanOrEqual(2);
    expect(sms?.text).toContain(`Track: http://quickfleet.test/t/hidden-link-track-${order.trackingNumber}`);
    expect(sms?.text).not.toContain('spam.example');
  });

  it('C224 are switched off with the mails of recipients: company, customer, template and notify: false', async () => {
    const settings = async (recipientMails: boolean) =>
      ok(await admin.put('/api/v1/company', { notices: { recipientMails } }));
    await settings(false);
    expect(await triggersOf((await create()).id)).toEqual([]);
    await settings(true);
    const order = await create();
    ok<Customer>(await staff.put(`/api/v1/customers/${order.customerId}`, { recipientMails: false }));
    const again = ok<Order>(await staff.post(`/api/v1/orders/${order.id}/duplicate`));
    expect(await triggersOf(again.id)).toEqual([]);
    ok<Customer>(await staff.put(`/api/v1/customers/${order.customerId}`, { recipientMails: true }));
    const template = { name: 'Off', type: 'sms', trigger: 'recipient_booked', subject: 'S', content: 'C' };
    ok(await admin.post('/api/v1/email-templates', { ...template, enabled: false }));
    expect(await triggersOf((await create()).id)).toEqual([]);
    await app.sql('truncate email_templates cascade');
    const made = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'Program', scopes: ['orders:read', 'orders:write'] }),
    );
    const quiet = ok<Order>(
      await app.client({ key: made.key }).post('/api/v1/orders', orderBody({ deliveryContact: sam, notify: false })),
    );
    expect(await smsOf(quiet.id)).toEqual([]);
    expect(await linesOf(quiet.id)).toEqual([
      { detail: 'Booked (SMS to the recipient): the caller said notify: false' },
    ]);
  });

  it('C225 have templates of the type sms: added with an SMS service, edited, previewed, and never sent as a mail', async () => {
    const all = ok<Template[]>(await admin.post('/api/v1/email-templates/initialize'));
    const texts = all.filter(({ type }) => type === 'sms');
    expect(texts.map(({ trigger }) => trigger).toSorted()).toEqual(
      templateTriggers.filter((trigger) => trigger.startsWith('recipient_')).toSorted(),
    );
    expect(ok<Template[]>(await admin.post('/api/v1/email-templates/initialize'))).toHaveLength(all.length);
    const own = texts.find(({ trigger }) => trigger === 'recipient_booked');
    const changed = { content: '{{senderName}}: {{trackingUrl}} {{paymentLink}}' };
    expect(ok<Template>(await admin.put(`/api/v1/email-templates/${own?.id}`, changed)).unknownVariables).toEqual([
      'paymentLink',
    ]);
    const order = await create({ deliveryContact: { ...sam, email: 'sam@example.org' } });
    const [sms] = await smsOf(order.id);
    expect(sms?.text).toBe(`Ada Sender: http://quickfleet.test/t/hidden-link-track-${order.trackingNumber}`);
    expect(sms).toMatchObject({ template_id: own?.id, template_version: 2 });
    const [mail] = await app.sql<{ text: string }>(
      `select text from emails where order_id = ? and kind = 'email' and trigger = 'recipient_booked'`,
      order.id,
    );
    expect(mail?.text).toContain('Hello Sam Porter,');
    const wrong = { name: 'W', type: 'sms', trigger: 'order_created', subject: 'S', content: 'C' };
    expectError(await admin.post('/api/v1/email-templates', wrong), 400, 'TEMPLATE_AUDIENCE');
    const preview = { type: 'sms', subject: 'S', content: '{{senderName}} – {{recipientName}}' };
    expect(ok(await admin.post('/api/v1/email-templates/preview', preview))).toEqual({
      ...{ subject: 'S', html: '', text: 'Alex Sample - Sam Porter', smsParts: 1, unknownVariables: [] },
    });
  });

  it('C226 are in the mailbox with their kind, found by their number, and sent again as a new one', async () => {
    const order = await create();
    await deliverMails(app);
    const { data } = ok<MailPage>(await staff.get(`/api/v1/emails?q=212 555 0142&orderId=${order.id}`));
    expect(data).toMatchObject([{ kind: 'sms', recipient: NUMBER, status: 'sent', trigger: 'recipient_booked' }]);
    const sent = ok<Mail>(await staff.post(`/api/v1/emails/${data[0]?.id}/resend`));
    expect(sent).toMatchObject({ kind: 'sms', recipient: NUMBER, status: 'queued', html: '' });
    await deliverMails(app);
    expect(service.received).toHaveLength(2);
    expect(new Set(bodies().map(({ reference }) => reference)).size).toBe(2);
    await app.sql(`update emails set status = 'failed'`);
    // Failed mails stay failed: there is no mail server.
    const texts = await app.sql(`select 1 from emails where kind = 'sms'`);
    expect(ok(await staff.post('/api/v1/emails/resend-failed'))).toEqual({ count: texts.length, left: 0 });
    expect(ok(await staff.get('/api/v1/emails/channels'))).toEqual({ email: false, sms: true });
  });

  it('C227 erasing a person deletes those to their number, and those to them at a delivery of somebody else', async () => {
    const byNumber = await create();
    const byAddress = await create({
      deliveryContact: { name: 'Vic', email: 'vic@example.org', phone: '+1 212 555 0199' },
    });
    const other = await create({ deliveryContact: { name: 'Else', phone: '+1 212 555 0111' } });
    const vic = { name: 'Vic', email: 'vic@example.org', phone: '+1 (212) 555 0142' };
    const person = ok<Customer>(await staff.post('/api/v1/customers', vic));
    ok(await admin.post(`/api/v1/customers/${person.id}/erase`, { email: vic.email }));
    for (const { id } of [byNumber, byAddress]) expect(await smsOf(id)).toEqual([]);
    expect(await smsOf(other.id)).toHaveLength(1);
  });

  it('C228 are written in a sandbox and kept, never sent', async () => {
    const { config } = app.services;
    const before = { SMS_URL: config.SMS_URL, keepsSms: config.keepsSms };
    const { SMS_URL, keepsSms } = sandboxConfig(config);
    expect({ SMS_URL, keepsSms }).toEqual({ SMS_URL: undefined, keepsSms: true });
    Object.assign(config, { SMS_URL, keepsSms });
    try {
      const order = await create();
      await deliverMails(app);
      expect(await smsOf(order.id)).toMatchObject([{ status: 'kept', tries: 0 }]);
      expect(service.received).toEqual([]);
      const { data } = ok<MailPage>(await staff.get(`/api/v1/emails?orderId=${order.id}`));
      const sms = data.find(({ kind }) => kind === 'sms');
      expectError(await staff.post(`/api/v1/emails/${sms?.id}/resend`), 409, 'NO_SMS_SERVICE');
      expect(ok(await staff.get('/api/v1/emails/channels'))).toMatchObject({ sms: true });
    } finally {
      Object.assign(config, before);
    }
  });
});

describe('without an SMS service', () => {
  const world = useWorld();
  it('C229 nothing is written or listed, and no history speaks of it', async () => {
    const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody({ deliveryContact: sam })));
    const unsure = orderBody({ deliveryContact: { ...sam, phone: '1' } });
    ok(await world.dispatcher.post('/api/v1/orders', unsure));
    expect(await world.app.sql(`select 1 from emails where order_id = ? and kind = 'sms'`, order.id)).toEqual([]);
    expect(await world.app.sql(`select 1 from history where action = 'order.recipient_not_texted'`)).toEqual([]);
    const template = { name: 'T', type: 'sms', trigger: 'recipient_booked', subject: 'S', content: 'C' };
    ok(await world.admin.post('/api/v1/email-templates', template));
    const all = ok<Template[]>(await world.admin.post('/api/v1/email-templates/initialize'));
    expect(all.filter(({ type }) => type === 'sms')).toEqual([]);
    expect(ok(await world.dispatcher.get('/api/v1/emails/channels'))).toEqual({ email: false, sms: false });
    for (const who of [world.visitor, world.driver, world.customer])
      expect((await who.get('/api/v1/emails/channels')).statusCode).toBeGreaterThanOrEqual(401);
  });
});
