import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectIssue, useWorld } from '../../../test/support/contract.ts';
import {
  makePaidQuote,
  makeQuote,
  ok,
  openOrder,
  orderBody,
  quoteBody,
  recurringBody,
} from '../../../test/support/factories.ts';
import { check, commit } from '../../../test/support/imports.ts';
import { readPages } from '../../../test/support/paper.ts';
import { giveWords } from '../../db/schema/fill-words.ts';
import { makeDueOrders } from '../recurring/recurring.make.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'America/New_York' });
const porter: StopContact = {
  name: 'Sam Porter',
  company: 'Harbour Store',
  phone: '+1 555 0142',
  email: 'sam.porter@example.org',
  notes: 'Bell at the green door',
};
const reader: StopContact = { name: 'Rita Reader', company: null, phone: null, email: null, notes: null };
const contacts = { pickupContact: porter, deliveryContact: reader };
const WORDS = /Sam Porter|Harbour Store|555 0142|sam\.porter|green door|Rita Reader/;

const create = async (more: object = {}): Promise<Order> =>
  ok(await world.dispatcher.post('/api/v1/orders', orderBody({ ...contacts, ...more })));
const linesOf = async (kind: 'order' | 'quote', id: number): Promise<string[]> =>
  ok<{ data: { detail: string | null }[] }>(await world.dispatcher.get(`/api/v1/history/${kind}/${id}`)).data.flatMap(
    ({ detail }) => detail?.split('\n') ?? [],
  );

describe('the people at the two stops', () => {
  it('C120 an order keeps who is at each stop, for staff, keys and its driver', async () => {
    const order = await create({ driverId: world.driver.userId, deliveryContact: { name: 'Rita Reader', phone: '' } });
    expect(order).toMatchObject(contacts);
    const url = `/api/v1/orders/${order.id}`;
    const key = await world.program('orders:read');
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    for (const answer of [
      await world.admin.get(url),
      await key.get(url),
      await world.driver.get(url),
      await phone.get('/api/v1/driver/order'),
    ])
      expect(ok<Order>(answer)).toMatchObject(contacts);
    const list = ok<{ data: OrderRow[] }>(await world.driver.get(`/api/v1/orders/driver/${world.driver.userId}`));
    expect(list.data[0]).toMatchObject(contacts);
    const [row] = await world.app.sql('select pickup_contact from orders where id = ?', order.id);
    expect(row).toEqual({ pickup_contact: porter });
  });

  it('C120 one that says nothing is the customer, and its fields have the limits of the customer’s', async () => {
    const empty = { name: ' ', company: '', phone: null };
    const order = await create({ pickupContact: empty, deliveryContact: null });
    expect(order).toMatchObject({ pickupContact: null, deliveryContact: null });
    const refused = async (contact: object) =>
      world.dispatcher.post('/api/v1/orders', orderBody({ deliveryContact: contact }));
    expectIssue(await refused({ email: 'no address' }), 'deliveryContact.email', 'Valid email is required');
    expectIssue(await refused({ email: 'a@example.com?bcc=b' }), 'deliveryContact.email', 'Valid email is required');
    expectIssue(await refused({ name: 'x'.repeat(201) }), 'deliveryContact.name', 'At most 200 characters');
    expectIssue(await refused({ phone: 'x'.repeat(41) }), 'deliveryContact.phone', 'At most 40 characters');
    expect((await refused({ name: 7 })).statusCode).toBe(400);
    const old = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody()));
    expect(old).toMatchObject({ pickupContact: null, deliveryContact: null });
  });

  it('C120 a change replaces a contact as a whole, tells the driver, and is history in words', async () => {
    ok(await world.admin.put(`/api/v1/users/${world.driver.userId}`, { email: 'driver.of.doors@example.org' }));
    const order = await create({ driverId: world.driver.userId });
    const changed = ok<Order>(
      await world.dispatcher.put(`/api/v1/orders/${order.id}`, { deliveryContact: { name: 'Ina Inbox' } }),
    );
    expect(changed).toMatchObject({ pickupContact: porter, deliveryContact: { ...reader, name: 'Ina Inbox' } });
    const gone = ok<Order>(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { pickupContact: null }));
    expect(gone.pickupContact).toBeNull();
    expect(await linesOf('order', order.id)).toEqual(
      expect.arrayContaining([
        'Delivery contact: Rita Reader → Ina Inbox',
        'Pickup contact: Sam Porter, Harbour Store, +1 555 0142, sam.porter@example.org, Bell at the green door → none',
      ]),
    );
    const mails = await world.app.sql<{ text: string }>(
      `select text from emails where order_id = ? and trigger = 'driver_job_changed' order by id`,
      order.id,
    );
    expect(mails.map(({ text }) => /contact at the \w+/.exec(text)?.[0])).toEqual([
      'contact at the delivery',
      'contact at the pickup',
    ]);
  });

  it('C120 a quote keeps them too; a change of them is no other offer', async () => {
    const { id } = await makeQuote(world.app, contacts);
    const sent = ok<Quote>(
      await world.dispatcher.put(`/api/v1/quotes/${id}`, { price: '10', paymentUrl: 'https://pay.example.com/q' }),
    );
    expect(sent).toMatchObject(contacts);
    const after = ok<Quote>(await world.dispatcher.put(`/api/v1/quotes/${id}`, { deliveryContact: null }));
    expect(after).toMatchObject({ pickupContact: porter, deliveryContact: null, revision: sent.revision });
    expect(await linesOf('quote', id)).toContain('Delivery contact: Rita Reader → none');
  });

  it('C121 they go into the order of a quote, into one done again and back into a restored quote', async () => {
    const quote = await makePaidQuote(world.app, world.dispatcher, contacts);
    const order = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    expect(order).toMatchObject(contacts);
    expect(ok<Order>(await world.dispatcher.post(`/api/v1/orders/${order.id}/duplicate`))).toMatchObject(contacts);
    const { id } = await makeQuote(world.app, contacts);
    ok(await world.dispatcher.delete(`/api/v1/quotes/${id}`));
    expect(ok<Quote>(await world.dispatcher.post(`/api/v1/quotes/${id}/restore`))).toMatchObject(contacts);
  });

  it('C121 a recurring job gives them to its orders, and a change of the job follows into those', async () => {
    const { order, ...rest } = recurringBody();
    const job = ok<RecurringOrder>(
      await world.dispatcher.post('/api/v1/recurring-orders', { ...rest, order: { ...order, ...contacts } }),
    );
    expect(job.order).toMatchObject(contacts);
    await makeDueOrders(world.app.services, { id: job.id });
    const first = async () => {
      const { upcoming } = ok<RecurringOrder>(await world.dispatcher.get(`/api/v1/recurring-orders/${job.id}`));
      const orderId = upcoming.find(({ state }) => state === 'made')?.orderId;
      return ok<Order>(await world.dispatcher.get(`/api/v1/orders/${orderId}`));
    };
    expect(await first()).toMatchObject(contacts);
    ok(
      await world.dispatcher.put(`/api/v1/recurring-orders/${job.id}`, {
        order: { ...order, pickupContact: reader, deliveryContact: null },
      }),
    );
    expect(await first()).toMatchObject({ pickupContact: reader, deliveryContact: null });
  });

  it('C122 neither the public tracking nor the page of a quote says anything of them', async () => {
    const quote = await makePaidQuote(world.app, world.dispatcher, contacts);
    const { customerUrl } = ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${quote.id}`));
    const token = customerUrl?.split('/q/')[1];
    const order = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    for (const url of [
      `/api/v1/orders/tracking/${order.trackingNumber}`,
      `/api/orders/tracking/${order.trackingNumber}`,
      `/track/${order.trackingNumber}`,
      `/trpc/tracking.get?input=${encodeURIComponent(JSON.stringify({ trackingValue: order.trackingNumber }))}`,
      `/api/v1/q/${token}`,
      `/q/${token}`,
    ]) {
      const answer = await world.visitor.get(url);
      expect(answer.body, url).not.toMatch(WORDS);
      expect(answer.body, url).not.toMatch(/pickupContact|deliveryContact/);
    }
  });

  it('C122 a visitor reads back the contacts that they sent', async () => {
    expect(ok(await world.visitor.post('/api/v1/quotes', quoteBody(contacts)))).toMatchObject(contacts);
  });

  it('C123 erasing a customer erases them, and a person erased is no contact in the orders of others', async () => {
    const person = { name: 'Rosa Recipient', email: 'rosa@example.org' };
    const own = await create({ customerName: person.name, customerEmail: person.email, pickupContact: reader });
    ok(await world.dispatcher.put(`/api/v1/orders/${own.id}/status`, { status: 'cancelled' }));
    const ofOther = { pickupContact: reader, deliveryContact: { ...person, email: 'Rosa@example.org', phone: '1' } };
    const other = await create(ofOther);
    ok(await world.dispatcher.put(`/api/v1/orders/${other.id}`, { deliveryContact: person }));
    const request = await makeQuote(world.app, ofOther);
    const job = recurringBody();
    const { id: jobId } = ok<RecurringOrder>(
      await world.dispatcher.post('/api/v1/recurring-orders', { ...job, order: { ...job.order, ...ofOther } }),
    );
    const [{ id } = { id: 0 }] = await world.app.sql<{ id: number }>(
      'select id from customers where email = ?',
      person.email,
    );
    const zip = await world.admin.get(`/api/v1/customers/${id}/personal-data.zip`);
    expect(zip.statusCode).toBe(200);
    ok(await world.admin.post(`/api/v1/customers/${id}/erase`, { email: person.email }));
    for (const table of ['orders', 'quotes', 'recurring_orders', 'history', 'emails', 'events'])
      expect(
        // Not the four letters alone, which a sealed code may have.
        await world.app.sql(`select t::text from ${table} t where t::text ~* 'rosa([ @]|recipient|example)'`),
        `${table} names nobody who was erased`,
      ).toEqual([]);
    const left = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${other.id}`));
    expect(left).toMatchObject({ pickupContact: reader, deliveryContact: null });
    expect(left.version).toBeGreaterThan(other.version + 1);
    expect(ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${request.id}`)).deliveryContact).toBeNull();
    const kept = ok<RecurringOrder>(await world.dispatcher.get(`/api/v1/recurring-orders/${jobId}`));
    expect(kept.order).toMatchObject({ pickupContact: reader, deliveryContact: null });
    expect(ok<Order>(await world.admin.get(`/api/v1/orders/${own.id}`)).pickupContact).toBeNull();
    await giveWords(world.app.services.orm.em);
    const found = ok<{ data: OrderRow[] }>(await world.dispatcher.get('/api/v1/orders?q=rita reader'));
    expect(found.data.map((row) => row.id)).toContain(other.id);
  });

  it('C124 labels and run sheets name who is at the stop, with their phone and notes', async () => {
    const day = addDays(dayAt(new Date(), 'America/New_York'), 40);
    const order = await create({
      driverId: world.driver.userId,
      deliveryDate: day,
      pickupContact: reader,
      deliveryContact: porter,
      customerPhone: '+1 555 9999',
    });
    const label = await readPages((await world.dispatcher.get(`/api/v1/orders/${order.id}/label.pdf`)).rawPayload);
    expect(label[0]?.text).toMatch(/Harbour Store · Sam Porter[\s\S]*\+1 555 0142/);
    expect(label[0]?.text).toContain('Rita Reader');
    expect(label[0]?.text).toContain('Bell at the green door');
    const paper = await world.dispatcher.get(`/api/v1/drivers/${world.driver.userId}/run-sheet.pdf?day=${day}`);
    const sheet = (await readPages(paper.rawPayload))[0]?.text ?? '';
    expect(sheet).toContain('Harbour Store · Sam Porter · +1 555 0142');
    expect(sheet).toContain('Rita Reader');
    expect(sheet).toContain('Bell at the green door');
    expect(sheet).not.toContain('+1 555 9999');
  });

  it('C125 files bring them in and take them out, a column for each field', async () => {
    const file = [
      'Customer,E-mail,Pickup address,Delivery address,Items,Pickup contact,Delivery name,Delivery phone,Recipient email,Delivery notes',
      'Ada,ada.files@example.org,1 Pier,2 Dock,Box,Rita Reader,Sam Porter,+1 555 0142,sam.porter@example.org,Bell at the green door',
      'Ada,ada.files@example.org,1 Pier,2 Dock,Box,,,,no address,',
    ].join('\n');
    const found = await check(world.app, world.dispatcher, 'orders', file);
    expect(found).toMatchObject({ valid: 1, invalid: 1 });
    const rows = ok<{ data: { issues: { field: string }[] }[] }>(
      await world.dispatcher.get(`/api/v1/imports/${found.id}/rows?state=invalid`),
    );
    expect(rows.data[0]?.issues).toMatchObject([{ field: 'deliveryEmail' }]);
    await commit(world.app, world.dispatcher, found.id);
    const [made] = ok<{ data: OrderRow[] }>(
      await world.dispatcher.get('/api/v1/orders?q=ada&sort=newest&limit=1'),
    ).data;
    expect(made).toMatchObject({ pickupContact: reader, deliveryContact: { ...porter, company: null } });
    const csv = (await world.dispatcher.get(`/api/v1/orders.csv?q=${made?.trackingNumber}`)).body;
    const [head = '', line = ''] = csv.split('\r\n');
    expect(head).toContain('Pickup name,Pickup company,Pickup phone,Pickup e-mail,Pickup notes,Delivery name');
    expect(line).toContain("Sam Porter,,'+1 555 0142,sam.porter@example.org,Bell at the green door");
  });

  it('C126 lists find orders and quotes by them, a merchant its own alone', async () => {
    const order = await create({ deliveryContact: { name: 'Zacharias Quill', phone: '+1 555 7777' } });
    const { id } = await makeQuote(world.app, { pickupContact: { company: 'Quill & Ink' } });
    const idsOf = async (url: string) =>
      ok<{ data: { id: number }[] }>(await world.dispatcher.get(url)).data.map((row) => row.id);
    expect(await idsOf('/api/v1/orders?q=zacharias')).toEqual([order.id]);
    expect(await idsOf('/api/v1/orders?q=555 7777')).toEqual([order.id]);
    expect(await idsOf('/api/v1/quotes?q=quill')).toEqual([id]);
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { deliveryContact: null }));
    expect(await idsOf('/api/v1/orders?q=zacharias')).toEqual([]);
  });

  it('C126 who was at an address before is offered, most recent first', async () => {
    const at = '77 Known Street\nSpringfield';
    await create({ deliveryAddress: at, deliveryContact: porter, pickupContact: null });
    await create({ pickupAddress: at, pickupContact: reader, deliveryContact: porter });
    await create({ deliveryAddress: at, deliveryContact: porter, pickupContact: reader });
    const asked = `/api/v1/orders/contacts?address=${encodeURIComponent(at.toUpperCase())}`;
    expect(ok(await world.dispatcher.get(asked))).toEqual({ contacts: [porter, reader] });
    expect(ok(await world.dispatcher.get('/api/v1/orders/contacts?address=nowhere'))).toEqual({ contacts: [] });
    for (const who of [world.visitor, world.driver, world.customer])
      expect((await who.get(asked)).statusCode).toBeGreaterThanOrEqual(401);
  });
});
