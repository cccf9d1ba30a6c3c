import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverStops } from '@quickfleet/shared/delivery/stops/stops';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type {
  AskedDelivery,
  DeliveryRequest,
  RequestOptions,
  WaitingRequests,
} from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../test/support/app.ts';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@example.com' });
/** A Monday, 9 AM in UTC. */
const MONDAY = new Date('2027-03-01T09:00:00Z');
const SAM = { name: 'Sam Porter', email: 'sam@example.org' };
const AFTERNOON = { from: '2027-03-01T12:00:00.000Z', to: '2027-03-01T18:00:00.000Z' };
const TOMORROW = { from: '2027-03-02T08:00:00.000Z', to: '2027-03-02T12:00:00.000Z' };
beforeAll(async () => {
  world.app.setClock(MONDAY);
  for (const person of [world.admin, world.dispatcher])
    ok(await person.post('/api/login', { username: person.username, password: PASSWORD }));
});
beforeEach(async () => {
  world.app.setClock(MONDAY);
  await settings({ kinds: ['window', 'leave_at', 'note', 'contact', 'cancel'], confirmed: [], untilMinutes: 0 });
});
const settings = async (recipients: object) =>
  ok<CompanySettingsView>(await world.admin.put('/api/v1/company', { recipients }));

interface Booked {
  order: Order;
  /** The paths of the two links. */
  own: string;
  theirs: string;
}
async function book(more: object = {}): Promise<Booked> {
  const body = orderBody({ deliveryContact: SAM, deliveryWindow: AFTERNOON, ...more });
  const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', body));
  const linkOf = (address: string) =>
    `/api/v1/t/${deliveryToken(world.app.services.secrets, order.trackingNumber, address)}`;
  return { order, own: linkOf(order.customerEmail ?? ''), theirs: linkOf(SAM.email) };
}
const ask = async (link: string, body: object): Promise<AskedDelivery> =>
  ok(await world.visitor.post(`${link}/requests`, body));
const optionsOf = async (link: string): Promise<RequestOptions> => ok(await world.visitor.get(`${link}/options`));
const read = async ({ id }: { id: number }): Promise<Order> => ok(await world.dispatcher.get(`/api/v1/orders/${id}`));
const decide = (order: Order, request: DeliveryRequest | undefined, body: object) =>
  world.dispatcher.post(`/api/v1/orders/${order.id}/requests/${request?.id}`, body);
const mailsOf = (order: Order, trigger: string) =>
  world.app.sql<{ recipient: string; text: string }>(
    'select recipient, text from emails where order_id = ? and trigger = ? order by id',
    order.id,
    trigger,
  );
const lines = async ({ id }: Order) =>
  (
    await world.app.sql<{ action: string; detail: string }>(
      `select action, detail from history where subject = 'order' and subject_id = ? and action like 'request.%' order by id`,
      id,
    )
  ).map(({ action, detail }) => `${action}: ${detail}`);

describe('a say in the delivery', () => {
  it('C316 offers the mornings and afternoons of seven working days, without the one that it has', async () => {
    const { theirs, own } = await book();
    const { kinds, windows } = await optionsOf(theirs);
    expect(kinds).toEqual(['window', 'leave_at', 'note', 'contact']);
    expect((await optionsOf(own)).kinds).toContain('cancel');
    expect(windows[0]).toEqual(TOMORROW);
    expect(windows).toHaveLength(12);
    expect(windows).not.toContainEqual(AFTERNOON);
    expect(new Set(windows.map(({ from }) => new Date(from).getUTCDay()))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('C317 a window that nobody has to confirm is moved like by the office, with history and mails', async () => {
    const { order, theirs } = await book();
    expect(await ask(theirs, { kind: 'window', window: TOMORROW })).toEqual({ state: 'accepted', reason: null });
    const moved = await read(order);
    expect(moved).toMatchObject({ deliveryWindow: TOMORROW, plannedDay: '2027-03-02' });
    expect(moved.requests).toMatchObject([{ kind: 'window', state: 'accepted', by: 'recipient' }]);
    expect((await lines(order))[0]).toMatch(/^request\.accepted: The recipient: Another time: /);
    expect((await mailsOf(order, 'recipient_answered'))[0]).toMatchObject({ recipient: SAM.email });
    expect((await mailsOf(order, 'request_answered'))[0]?.text).toContain('The recipient has chosen another time.');
    expect(await ask(theirs, { kind: 'window', window: AFTERNOON })).toMatchObject({ state: 'accepted' });
    const elsewhere = { from: '2027-03-03T02:00:00Z', to: '2027-03-03T03:00:00Z' };
    expect(await ask(theirs, { kind: 'window', window: elsewhere })).toMatchObject({ state: 'refused' });
    expect((await read(order)).deliveryWindow).toEqual(AFTERNOON);
  });

  it('C318 notes and where to leave it are on the driver’s phone at its next contact, the latest of each kind', async () => {
    const { order, theirs } = await book();
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    await ask(theirs, { kind: 'note', text: 'Gate code 4711' });
    await ask(theirs, { kind: 'leave_at', place: 'neighbour', text: 'Miller,\nNo. 4' });
    await ask(theirs, { kind: 'leave_at', place: 'safe_place', text: 'the shed' });
    const { deliveryContact, requests } = ok<Order>(await phone.get('/api/v1/driver/order'));
    expect(deliveryContact).toEqual({
      ...{ ...SAM, company: null, phone: null },
      notes: 'Gate code 4711\nLeave at a safe place: the shed',
    });
    expect(requests).toBeUndefined();
    expect((await lines(order)).at(-1)).toBe(
      'request.accepted: The recipient: Leave it for me: Leave at a safe place: the shed',
    );
  });

  it('C561 the driver’s stop says where the recipient wants it left, in the driver’s own words', async () => {
    const phone = await world.app.as('driver');
    const { order, theirs } = await book({ driverId: phone.userId });
    await ask(theirs, { kind: 'leave_at', place: 'neighbour', text: 'Miller' });
    const german = { headers: { 'accept-language': 'de' } };
    const { data } = ok<DriverStops>(await phone.get('/api/v1/driver/stops?day=2027-03-01', german));
    const wish = { kind: 'leave_at', place: 'neighbour', words: 'Beim Nachbarn abgeben: Miller', state: 'accepted' };
    expect(data.find(({ kind }) => kind === 'delivery')?.orders).toMatchObject([{ orderId: order.id, wishes: [wish] }]);
  });

  it('C552 where to leave it is said to each reader in their own words, whoever asked in whatever language', async () => {
    const { order, theirs } = await book();
    const french = { headers: { 'accept-language': 'fr' } };
    const german = { headers: { 'accept-language': 'de' } };
    const wish = { kind: 'leave_at', place: 'neighbour', text: 'Miller' };
    ok(await world.visitor.post(`${theirs}/requests`, wish, french));
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    const driverReads = async (more: { headers?: Record<string, string> } = {}) =>
      ok<Order>(await phone.get('/api/v1/driver/order', more)).deliveryContact?.notes;
    expect(await driverReads()).toBe('Leave with a neighbour: Miller');
    expect(await driverReads(german)).toBe('Beim Nachbarn abgeben: Miller');
    const asked = async (more: { headers?: Record<string, string> }) =>
      ok<DeliveryPage>(await world.visitor.get(theirs, more)).requests;
    expect(await asked(german)).toMatchObject([{ place: 'neighbour', text: 'Beim Nachbarn abgeben: Miller' }]);
    expect(await asked({})).toMatchObject([{ place: 'neighbour', text: 'Leave with a neighbour: Miller' }]);

    // The office sends back what it read: nothing has changed, and the next wish takes its place.
    const read = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`, german));
    const { deliveryContact } = read;
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { deliveryContact }, german));
    expect(await driverReads()).toBe('Leave with a neighbour: Miller');
    ok(await world.visitor.post(`${theirs}/requests`, { ...wish, place: 'safe_place', text: 'Shed' }, german));
    expect(await driverReads(german)).toBe('An einem sicheren Ort abstellen: Shed');
    expect(await driverReads()).toBe('Leave at a safe place: Shed');
  });

  it('C552 what was stored as a text before is said in the reader’s words too', async () => {
    const { order, theirs } = await book();
    const before = `insert into delivery_requests (order_id, "by", kind, state, text, asked, created_at)
      values (?, 'recipient', 'leave_at', 'accepted', 'Beim Nachbarn abgeben: Miller', '{}', now())`;
    await world.app.sql(before, order.id);
    expect(ok<DeliveryPage>(await world.visitor.get(theirs)).requests).toMatchObject([
      { place: null, text: 'Leave with a neighbour: Miller' },
    ]);
  });

  it('C318 a note about a delivery to the customer keeps who is there', async () => {
    const { order, own } = await book({ deliveryContact: null, customerPhone: '+1 212 555 0100' });
    await ask(own, { kind: 'note', text: 'Ring twice' });
    expect((await read(order)).deliveryContact).toMatchObject({
      name: order.customerName,
      phone: '+1 212 555 0100',
      notes: 'Ring twice',
    });
    expect((await optionsOf(own)).kinds).toContain('note');
  });

  it('C319 another contact has the delivery and a link of their own from then on', async () => {
    const { order, theirs } = await book();
    const kim = { name: 'Kim Lee', phone: '+1 212 555 0199', email: 'kim@example.org' };
    expect(await ask(theirs, { kind: 'contact', ...kim })).toMatchObject({ state: 'accepted' });
    expect((await read(order)).deliveryContact).toMatchObject(kim);
    expect((await mailsOf(order, 'recipient_booked')).map(({ recipient }) => recipient)).toEqual([
      SAM.email,
      kim.email,
    ]);
    expectError(await world.visitor.get(theirs), 404);
  });

  it('C320 only the customer cancels, before the pickup, by the rule of the states', async () => {
    const { order, own, theirs } = await book();
    expect(await ask(theirs, { kind: 'cancel' })).toMatchObject({ state: 'refused' });
    const carried = await book();
    ok(await world.dispatcher.post(`/api/v1/orders/${carried.order.id}/assign`, { driverId: world.driver.userId }));
    ok(await world.dispatcher.put(`/api/v1/orders/${carried.order.id}/status`, { status: 'in_transit' }));
    expect(await ask(carried.own, { kind: 'cancel' })).toMatchObject({ state: 'refused' });
    expect(await ask(own, { kind: 'cancel', text: 'Bought elsewhere' })).toMatchObject({ state: 'accepted' });
    expect(await read(order)).toMatchObject({ status: 'cancelled' });
    expect(await mailsOf(order, 'order_cancelled')).toHaveLength(1);
    expect(await ask(own, { kind: 'note', text: 'Too late' })).toMatchObject({ state: 'refused' });
  });

  it('C560 a time that was asked for in one language is read in another, and asked for in two it is one request', async () => {
    await settings({ confirmed: ['window'] });
    const { order, theirs } = await book();
    const inLanguage = (language: string) => ({ headers: { 'accept-language': language } });
    const askIn = (language: string) =>
      world.visitor.call('POST', `${theirs}/requests`, { kind: 'window', window: TOMORROW }, inLanguage(language));
    for (const language of ['de', 'fr']) expect(ok(await askIn(language))).toMatchObject({ state: 'waiting' });
    const textIn = async (language: string): Promise<(string | undefined)[]> => {
      const answer = await world.dispatcher.call('GET', '/api/v1/delivery-requests', undefined, inLanguage(language));
      return ok<WaitingRequests>(answer).data.flatMap(({ orderId, text }) => (orderId === order.id ? [text] : []));
    };
    expect(await textIn('en')).toEqual([expect.stringMatching(/^Tue, /)]);
    expect(await textIn('de')).toEqual([expect.stringMatching(/^Di\.?, /)]);
    expect(await textIn('es')).toEqual([expect.stringMatching(/^mar/)]);
    // As it was stored before times were stored as values.
    await world.app.sql(
      `update delivery_requests set asked = '{}', text = 'Di., 3. März' where order_id = ?`,
      order.id,
    );
    expect(await textIn('en')).toEqual(['Di., 3. März']);
  });

  it('C321 what staff confirm waits in a list and on the order, and is done or refused with a mail', async () => {
    await settings({ confirmed: ['window', 'cancel'] });
    const { order, own, theirs } = await book();
    expect(await ask(theirs, { kind: 'window', window: TOMORROW })).toMatchObject({ state: 'waiting' });
    expect((await read(order)).deliveryWindow).toEqual(AFTERNOON);
    expect((await mailsOf(order, 'request_office'))[0]).toMatchObject({ recipient: 'office@example.com' });
    const listed = async () =>
      ok<WaitingRequests>(await world.dispatcher.get('/api/v1/delivery-requests')).data.filter(
        ({ orderId }) => orderId === order.id,
      );
    const [request] = await listed();
    expect(request).toMatchObject({ kind: 'window', by: 'recipient', trackingNumber: order.trackingNumber });
    const other = await book();
    expectError(await decide(other.order, request, { state: 'accepted' }), 404, 'REQUEST_NOT_FOUND');
    const done = ok<Order>(await decide(order, request, { state: 'accepted' }));
    expect(done).toMatchObject({ deliveryWindow: TOMORROW, requests: [{ state: 'accepted' }] });
    expectError(await decide(order, request, { state: 'refused' }), 409, 'REQUEST_DECIDED');
    expect(await listed()).toEqual([]);

    expect(await ask(own, { kind: 'cancel', text: 'No need' })).toMatchObject({ state: 'waiting' });
    const [cancel] = await listed();
    ok(await decide(order, cancel, { state: 'refused', reason: 'It is loaded already' }));
    expect((await read(order)).status).toBe('pending');
    const mail = (await mailsOf(order, 'request_answered')).at(-1);
    expect(mail?.text).toContain('It is loaded already');
    const { requests } = ok<DeliveryPage>(await world.visitor.get(own));
    expect(requests).toMatchObject([{ kind: 'cancel', state: 'refused', reason: 'It is loaded already' }]);
    expect((await lines(order)).map((line) => line.split(':')[0])).toEqual([
      'request.waiting',
      'request.accepted',
      'request.waiting',
      'request.refused',
    ]);
  });

  it('C322 the same asked twice is one request, also at the same time, and a newer one takes the place of a waiting one', async () => {
    await settings({ confirmed: ['window'] });
    const { order, theirs } = await book();
    const body = { kind: 'window', window: TOMORROW };
    await Promise.all([ask(theirs, body), ask(theirs, body), ask(theirs, body)]);
    expect((await read(order)).requests).toHaveLength(1);
    const { windows } = await optionsOf(theirs);
    await ask(theirs, { kind: 'window', window: windows[3] });
    expect((await read(order)).requests?.map(({ state }) => state)).toEqual(['waiting', 'refused']);
    const headers = { 'idempotency-key': 'one-key' };
    for (let at = 0; at < 2; at++)
      ok(await world.visitor.post(`${theirs}/requests`, { kind: 'note', text: 'Once' }, { headers }));
    expect((await read(order)).requests).toHaveLength(3);
  });

  it('C323 the company says what may be asked for and until when', async () => {
    await settings({ kinds: ['note'], untilMinutes: 60 });
    const { theirs } = await book();
    expect(await optionsOf(theirs)).toEqual({ kinds: ['note'], windows: [] });
    expect(await ask(theirs, { kind: 'leave_at', place: 'neighbour', text: 'x' })).toMatchObject({ state: 'refused' });
    world.app.setClock(new Date('2027-03-01T11:01:00Z'));
    expect((await optionsOf(theirs)).kinds).toEqual([]);
    const late = await ask(theirs, { kind: 'note', text: 'Too late' });
    expect(late).toEqual({ state: 'refused', reason: 'It is too late to change this here. Please call us' });
    expectError(await world.admin.put('/api/v1/company', { recipients: { kinds: ['fly'] } }), 400);
  });

  it('C324 after a failed attempt another window is a new attempt', async () => {
    const { order, theirs } = await book();
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    const failed = { stop: 'delivery', outcome: 'failed', reason: 'not_home' };
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/attempts`, failed));
    await settings({ untilMinutes: 600 });
    expect(await ask(theirs, { kind: 'window', window: TOMORROW })).toMatchObject({ state: 'accepted' });
    expect(await read(order)).toMatchObject({ outcome: null, deliveryWindow: TOMORROW, status: 'in_transit' });
    expect(await mailsOf(order, 'order_retry')).toHaveLength(1);
  });

  it('C325 what is missing is a 400 at its field, and programs cannot ask', async () => {
    const { own } = await book();
    for (const [body, path, message] of [
      [{ kind: 'window' }, 'window', 'Choose a time'],
      [{ kind: 'leave_at', text: 'x' }, 'place', 'Choose where to leave it'],
      [{ kind: 'leave_at', place: 'neighbour' }, 'text', 'Say with whom or where'],
      [{ kind: 'note', text: ' ' }, 'text', 'Write a note for the driver'],
      [{ kind: 'contact', phone: '1' }, 'name', 'Enter a name'],
      [{ kind: 'contact', name: 'Kim' }, 'phone', 'Enter a phone number'],
    ] as const)
      expectIssue(await world.visitor.post(`${own}/requests`, body), path, message);
    const program = await world.program('orders:read', 'orders:manage');
    expectError(await program.post(`${own}/requests`, { kind: 'note', text: 'x' }), 403);
    const { order } = await book();
    await ask(own, { kind: 'note', text: 'Gate code 4711' });
    expect(ok<Order>(await program.get(`/api/v1/orders/${order.id}`)).requests ?? []).toEqual([]);
  });
});
