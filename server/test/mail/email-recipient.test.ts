import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import {
  recipientTemplateVariables,
  type Template,
  type TemplateTrigger,
  templateTriggers,
  variablesOf,
} from '@quickfleet/shared/messages/templates';
import type { Customer } from '@quickfleet/shared/people/customers';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../support/contract.ts';
import { makePaidQuote, ok, openOrder, orderBody, photo, signatureFile } from '../support/factories.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@quickfleet.test' });
const sam = { name: 'Sam Porter', email: 'sam.porter@example.org', phone: '+1 555 0142', notes: 'Secret gate code' };
const create = async (more: object = {}): Promise<Order> =>
  ok(await world.dispatcher.post('/api/v1/orders', orderBody({ deliveryContact: sam, ...more })));
interface Mail {
  trigger: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  quote_id: number | null;
}
const mailsOf = (id: number) =>
  world.app.sql<Mail>(`select * from emails where order_id = ? and trigger like 'recipient%' order by id`, id);
const triggersOf = async (id: number) => (await mailsOf(id)).map(({ trigger }) => trigger);
const move = async (order: Order, status: string) =>
  ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status }));
async function sign(order: Order, kind: string): Promise<void> {
  const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
  const fields = { customerName: 'Rita', orderId: String(order.id), kind };
  ok(await phone.form('POST', '/api/driver/signature', fields, [await signatureFile()]));
}
const PRIVATE = /pay\.example|\/q\/|proof=|\$|Secret gate code|NOTE|Driver-Surname|120\.00/;

describe('mails to the person at the delivery', () => {
  it('C129 go out when it is booked, on the way and delivered, and say nothing of the customer’s', async () => {
    ok(
      await world.admin.put(`/api/v1/users/${world.driver.userId}`, {
        firstName: 'Robin',
        lastName: 'Driver-Surname',
        email: 'robin@example.org',
      }),
    );
    const quote = await makePaidQuote(world.app, world.dispatcher, { deliveryContact: sam, notes: 'NOTE customer' });
    const order = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    await sign(order, 'pickup');
    await move(order, 'in_transit');
    await sign(order, 'delivery');
    const mails = await mailsOf(order.id);
    expect(mails.map(({ trigger }) => trigger)).toEqual([
      'recipient_booked',
      'recipient_on_the_way',
      'recipient_delivered',
    ]);
    for (const { recipient, text, html, subject, quote_id } of mails) {
      expect(recipient).toBe(sam.email);
      expect(quote_id).toBeNull();
      expect(subject).toContain(order.trackingNumber);
      expect(text).toContain('Hello Sam Porter,');
      expect(text).toContain('Sender Ltd');
      expect(text).toContain(`/t/hidden-link-track-${order.trackingNumber}`);
      expect(`${subject}${text}${html}`).not.toMatch(PRIVATE);
      expect(text).not.toMatch(/\{\{|\}\}|undefined|null|ada\d+@/);
    }
    expect(mails[1]?.text).toContain('Robin');
    const own = await world.app.sql<Mail>(
      `select recipient from emails where order_id = ? and trigger like 'order%'`,
      order.id,
    );
    expect(own.map(({ recipient }) => recipient)).not.toContain(sam.email);
  });

  it('E20 what has arrived is mailed with its time, who signed and the way to its photos, to both readers', async () => {
    const order = await create({ language: 'de', deliveryWindow: null });
    await sign(order, 'pickup');
    await move(order, 'in_transit');
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    const bytes = await photo();
    ok(
      await phone.form('POST', `/api/driver/delivery/${order.items[0]?.id}`, { isDelivered: 'true' }, [
        { field: 'deliveryImages', name: 'a.jpg', type: 'image/jpeg', bytes },
      ]),
    );
    await sign(order, 'delivery');
    const arrived = await world.app.sql<Mail>(
      `select * from emails where order_id = ? and trigger in ('order_delivered', 'recipient_delivered') order by id`,
      order.id,
    );
    expect(arrived).toHaveLength(2);
    for (const { text } of arrived) {
      expect(text).toMatch(/Zugestellt: \d{1,2}\. \S+ \d{4},? (?:um )?\d{2}:\d{2}.* UTC/);
      expect(text).toContain('Unterschrieben von: Rita');
      expect(text).toContain(
        `Fotos der Zustellung: http://quickfleet.test/t/hidden-link-track-${order.trackingNumber}#photos`,
      );
    }
    const plain = await create();
    await sign(plain, 'pickup');
    await move(plain, 'in_transit');
    await move(plain, 'delivered');
    const [mail] = (await mailsOf(plain.id)).slice(-1);
    expect(mail?.text).toMatch(/Delivered: \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M UTC/);
    expect(mail?.text).not.toMatch(/Signed by|Photos of/);
  });

  it('C129 say that a delivery failed, without the driver’s note to the customer', async () => {
    const order = await create();
    await sign(order, 'pickup');
    await move(order, 'in_transit');
    ok(
      await world.dispatcher.post(`/api/v1/orders/${order.id}/attempts`, {
        stop: 'delivery',
        outcome: 'failed',
        reason: 'not_home',
        noteCustomer: 'NOTE to the customer',
      }),
    );
    const failed = (await mailsOf(order.id)).at(-1);
    expect(failed?.trigger).toBe('recipient_failed');
    expect(failed?.text).toMatch(/We couldn’t deliver it: .+\./);
    expect(failed?.text).toContain('We’re arranging what’s next with the sender.');
    expect(failed?.text).not.toMatch(PRIVATE);
  });

  it('C129 never go to the customer’s mailbox, however it is written, and do go where the customer has none', async () => {
    const same = async (customerEmail: string | null, email: string) =>
      triggersOf((await create({ customerEmail, deliveryContact: { ...sam, email } })).id);
    expect(await same('ann@example.com', ' Ann@Example.com ')).toEqual([]);
    expect(await same('ann@example.com', 'ann+door@example.com')).toEqual([]);
    expect(await same('ann@example.com', 'anna@example.com')).toEqual(['recipient_booked']);
    expect(await same(null, 'ann@example.com')).toEqual(['recipient_booked']);
    expect(await triggersOf((await create({ deliveryContact: { name: 'Sam' } })).id)).toEqual([]);
    expect(await triggersOf((await create({ deliveryContact: null, pickupContact: sam })).id)).toEqual([]);
  });

  it('C129 an address that is added or changed before the pickup is notified too', async () => {
    const order = await create({ deliveryContact: null });
    const url = `/api/v1/orders/${order.id}`;
    ok(await world.dispatcher.put(url, { deliveryContact: sam }));
    ok(await world.dispatcher.put(url, { deliveryContact: { ...sam, notes: null }, notes: 'Other' }));
    ok(await world.dispatcher.put(url, { deliveryContact: { ...sam, email: 'other@example.org' } }));
    const mails = await mailsOf(order.id);
    expect(mails.map(({ recipient }) => recipient)).toEqual([sam.email, 'other@example.org']);
  });

  it('C130 are switched off by the company, by the customer and by a template', async () => {
    const settings = async (recipientMails: boolean) =>
      ok(await world.admin.put('/api/v1/company', { notices: { recipientMails } }));
    expect(ok(await world.admin.get('/api/v1/company'))).toMatchObject({ notices: { recipientMails: true } });
    await settings(false);
    expect(await triggersOf((await create()).id)).toEqual([]);
    await settings(true);
    const order = await create();
    expect(await triggersOf(order.id)).toEqual(['recipient_booked']);
    const customer = `/api/v1/customers/${order.customerId}`;
    expect(ok<Customer>(await world.dispatcher.get(customer)).recipientMails).toBe(true);
    expect(ok<Customer>(await world.dispatcher.put(customer, { recipientMails: false })).recipientMails).toBe(false);
    expect(await world.app.sql('select recipient_mails from customers where id = ?', order.customerId)).toEqual([
      { recipient_mails: false },
    ]);
    const again = ok<Order>(await world.dispatcher.post(`/api/v1/orders/${order.id}/duplicate`));
    expect(await triggersOf(again.id)).toEqual([]);
    expect(
      await world.app.sql(
        `select 1 from history where subject = 'customer' and subject_id = ? and detail = 'recipients are sent no e-mails'`,
        order.customerId,
      ),
    ).toHaveLength(1);
    const template = ok<Template>(
      await world.admin.post('/api/v1/email-templates', {
        name: 'Quiet',
        type: 'recipient',
        trigger: 'recipient_booked',
        subject: 'S',
        content: 'C',
        enabled: false,
      }),
    );
    expect(await triggersOf((await create()).id)).toEqual([]);
    ok(await world.admin.delete(`/api/v1/email-templates/${template.id}`));
  });

  it('C130 a key that says notify: false tells no recipient, and the history names the mail', async () => {
    const key = await world.program('orders:write', 'orders:read');
    const order = ok<Order>(await key.post('/api/v1/orders', orderBody({ deliveryContact: sam, notify: false })));
    expect(await triggersOf(order.id)).toEqual([]);
    expect(
      await world.app.sql(
        `select detail from history where subject = 'order' and subject_id = ? and action = 'order.recipient_not_mailed'`,
        order.id,
      ),
    ).toEqual([{ detail: 'Booked (recipient): the caller said notify: false' }]);
  });

  it('C131 have templates of their type alone, with the variables that a recipient may read', async () => {
    expect(variablesOf('recipient')).toEqual(recipientTemplateVariables);
    const triggers = templateTriggers.filter((trigger) => trigger.startsWith('recipient_'));
    expect(triggers).toHaveLength(7);
    const make = (type: string, trigger: TemplateTrigger) =>
      world.admin.post('/api/v1/email-templates', {
        ...{ name: 'Own', type, trigger, subject: '{{trackingNumber}}' },
        content: `${recipientTemplateVariables.map((name) => `${name}=[{{${name}}}]`).join('\n')}\n{{paymentLink}}`,
      });
    for (const trigger of triggers) expectError(await make('customer', trigger), 400, 'TEMPLATE_AUDIENCE');
    expectError(await make('recipient', 'order_created'), 400, 'TEMPLATE_AUDIENCE');
    const own = ok<Template>(await make('recipient', 'recipient_booked'));
    expect(own.unknownVariables).toEqual(['paymentLink']);
    const order = await create({ deliveryWindow: undefined });
    const [mail] = await mailsOf(order.id);
    expect(mail?.text).toContain('recipientName=[Sam Porter]');
    expect(mail?.text).toContain('senderName=[Ada Sender]');
    expect(mail?.text).toContain('deliveryAddress=[2 Delivery Road, Shelbyville]');
    const preview = ok<{ html: string }>(
      await world.admin.post('/api/v1/email-templates/preview', {
        ...{ subject: 'S', type: 'recipient', content: 'Hello {{recipientName}} {{paymentLink}} {{trackingNumber}}' },
      }),
    );
    expect(preview.html).toContain('Hello Sam Porter');
    expect(preview.html).not.toContain('pay.example.com');
    ok(await world.admin.delete(`/api/v1/email-templates/${own.id}`));
  });

  it('C131 a name that is a link or a variable stays a name, and erasing the recipient deletes the mails', async () => {
    const order = await create({
      customerName: 'www.spam.example {{paymentLink}}',
      deliveryContact: { name: 'Free https://spam.example', email: 'victim@example.org' },
    });
    const [mail] = await mailsOf(order.id);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/spam\.example|pay\.example/);
    const person = ok<Customer>(
      await world.dispatcher.post('/api/v1/customers', { name: 'Vic', email: 'victim@example.org' }),
    );
    ok(await world.admin.post(`/api/v1/customers/${person.id}/erase`, { email: 'victim@example.org' }));
    expect(await mailsOf(order.id)).toEqual([]);
  });
});
