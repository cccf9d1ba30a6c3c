import type { AgreedPrice, Booked } from '@quickfleet/shared/delivery/my/my-booking';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { SavedAddress } from '@quickfleet/shared/people/saved-addresses';
import { permissions } from '@quickfleet/shared/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { makePaidQuote, ok, openByMail } from '../../../test/support/factories.ts';

const world = useWorld();
const pricing = {
  ...{ isOn: true, isBinding: true, base: '40', perItem: '4', perKm: '0', zones: [], classes: [] },
  ...{ speeds: { today: '0', specific_date: '0', let_quickfleet_choose: '0' }, outOfHours: '0' },
  ...{ surcharges: [], rangePercent: 10 },
};
interface Made {
  id: number;
  trackingNumber: string;
  orderId: number;
  addressId: number;
  reference: string;
  invoiceId: number;
}
const seat = { street: '1 Depot Way', postcode: '10115', town: 'Berlin', country: 'DE' };
async function madeCustomer(name: string): Promise<Made> {
  const email = `${name}@example.com`;
  const quote = await makePaidQuote(world.app, world.dispatcher, { customer: { name, email, company: `${name} Ltd` } });
  const order = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
  ok(
    await world.dispatcher.put(`/api/v1/customers/${order.customerId}`, {
      onAccount: true,
      billing: { address: seat },
    }),
  );
  const { id: orderId, trackingNumber, customerId } = order;
  const saved = await world.dispatcher.post(`/api/v1/customers/${customerId}/addresses`, { address: '9 Depot Lane' });
  const { id: addressId } = ok<SavedAddress>(saved);
  const lines = [{ description: 'Storage', unitPrice: '100', quantity: '1', taxes: [{ label: 'VAT', rate: '19' }] }];
  const { id: invoiceId } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/invoices', { customerId, lines }));
  ok(await world.dispatcher.post(`/api/v1/invoices/${invoiceId}/issue`));
  return { id: customerId ?? 0, orderId, addressId, trackingNumber, reference: quote.reference ?? '', invoiceId };
}
const member = async (id: number, role: string): Promise<Client & { email: string }> => {
  const email = `${role}.${id}.${Math.random().toString(36).slice(2)}@example.com`;
  ok(await world.dispatcher.post(`/api/v1/customers/${id}/members`, { email, role }));
  return Object.assign(await openByMail(world.app, email), { email });
};
const body = (customerId: number, more: object = {}) => ({
  ...{ customerId, pickupAddress: '1 Pickup Street', deliveryAddress: '2 Delivery Road' },
  ...{ items: [{ name: 'Box', quantity: 2 }], speedType: 'let_quickfleet_choose', total: '48.00' },
  ...more,
});
const ordersOf = (id: number) => world.app.sql<{ id: number }>('select id from orders where customer_id = ?', id);

let acme: Made;
let other: Made;
beforeAll(async () => {
  const billing = { address: seat, vatId: 'DE123456789', taxNumber: '30/123/45678', iban: 'DE89370400440532013000' };
  ok(await world.admin.put('/api/v1/company', { pricing, billing }));
  acme = await madeCustomer('acme');
  other = await madeCustomer('other');
});

/** Every call of /my that names a customer or one of its rows. The proof has an address outside of it. */
const calls: Record<string, (client: Client, made: Made) => ReturnType<Client['get']>> = {
  'my.orders': (client, { id }) => client.get(`/api/v1/my/orders?customerId=${id}`),
  'my.quotes': (client, { id }) => client.get(`/api/v1/my/quotes?customerId=${id}`),
  'my.quote': (client, { reference }) => client.get(`/api/v1/my/quotes/${reference}`),
  'my.accept': (client, { reference }) =>
    client.post(`/api/v1/my/quotes/${reference}/accept`, { revision: 1, name: 'N', termsAccepted: true }),
  'my.decline': (client, { reference }) => client.post(`/api/v1/my/quotes/${reference}/decline`, { reason: 'No' }),
  'my.addresses': (client, { id }) => client.get(`/api/v1/my/addresses?customerId=${id}`),
  'my.saveAddress': (client, { id }) => client.post('/api/v1/my/addresses', { customerId: id, address: '8 New Lane' }),
  'my.changeAddress': (client, { addressId }) => client.put(`/api/v1/my/addresses/${addressId}`, { label: 'Depot' }),
  'my.removeAddress': (client, { addressId }) => client.delete(`/api/v1/my/addresses/${addressId}`),
  'my.again': (client, { trackingNumber }) => client.get(`/api/v1/my/orders/${trackingNumber}/again`),
  'my.paper': (client, { reference }) => client.get(`/api/v1/my/quotes/${reference}/quote.pdf`),
  'my.receipt': (client, { reference }) => client.get(`/api/v1/my/quotes/${reference}/receipt.pdf`),
  'my.statement': (client, { id }) => client.get(`/api/v1/my/customers/${id}/statement.pdf`),
  'my.statementTable': (client, { id }) => client.get(`/api/v1/my/customers/${id}/statement.csv`),
  'my.price': (client, { id }) => client.post('/api/v1/my/price', body(id)),
  'my.book': (client, { id }) => client.post('/api/v1/my/orders', body(id)),
  'my.invoicePaper': (client, { invoiceId }) => client.get(`/api/v1/my/invoices/${invoiceId}/invoice.pdf`),
  'my.invoiceXml': (client, { invoiceId }) => client.get(`/api/v1/my/invoices/${invoiceId}/invoice.xml`),
  'evidence.proof': (client, { orderId }) => client.get(`/api/v1/orders/${orderId}/proof.pdf`),
};
/** What only a member who books may call. */
const writes = ['price', 'book', 'accept', 'decline', 'saveAddress', 'changeAddress', 'removeAddress'].map(
  (name) => `my.${name}`,
);
/** What each call answers, by its name. */
async function statusesOf(client: Client, made: Made): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, ask] of Object.entries(calls)) found[name] = (await ask(client, made)).statusCode;
  return found;
}
const all = (status: (name: string) => number) =>
  Object.fromEntries(Object.keys(calls).map((name) => [name, status(name)]));

describe('booking on account in /my', () => {
  it('C410 shows the agreed price, books at it without a quote, as the customer’s key does, and says who did', async () => {
    const client = await member(acme.id, 'books');
    const price = ok<AgreedPrice>(await client.post('/api/v1/my/price', body(acme.id)));
    expect(price).toEqual({ total: '48.00', currency: 'USD', message: null });
    const answer = await client.post('/api/v1/my/orders', body(acme.id, { notes: 'Ring twice' }));
    expect(answer.statusCode, answer.body).toBe(201);
    const { trackingNumber, total } = ok<Booked>(answer);
    expect(total).toBe('48.00');
    const [row] = await world.app.sql<{ id: number }>(
      `select id, customer_id, customer_email, on_account, quote_price::text, currency, notes, status, quote_id
       from orders where tracking_number = ?`,
      trackingNumber,
    );
    expect(row).toMatchObject({
      ...{ customer_id: acme.id, customer_email: 'acme@example.com', on_account: true, quote_price: '48.00' },
      ...{ currency: 'USD', notes: 'Ring twice', status: 'pending', quote_id: null },
    });
    const [line] = await world.app.sql<{ detail: string }>(
      `select detail from history where subject = 'order' and subject_id = ? and action = 'order.created'`,
      row?.id,
    );
    expect(line?.detail).toContain(client.email);
    const mails = await world.app.sql(
      `select recipient from emails where trigger = 'order_created' and recipient = 'acme@example.com' and order_id = ?`,
      row?.id,
    );
    expect(mails).toHaveLength(1);
    expect(answer.body).not.toMatch(/accessCode/);
  });

  it('C758 what is booked is priced by the customer’s list as an order of the office is, and says so', async () => {
    const rules = { ...pricing, base: '30' };
    const list = ok<{ id: number }>(await world.admin.post('/api/v1/price-lists', { name: 'Acme', rules }));
    const setList = async (priceListId: number | null) =>
      ok(await world.dispatcher.put(`/api/v1/customers/${acme.id}`, { billing: { priceListId } }));
    const client = await member(acme.id, 'books');
    const basisOf = async (more: object = {}) => {
      const { trackingNumber } = ok<Booked>(await client.post('/api/v1/my/orders', body(acme.id, more)));
      const [row] = await world.app.sql('select price_basis from orders where tracking_number = ?', trackingNumber);
      return row;
    };
    expect(await basisOf()).toEqual({ price_basis: { kind: 'rules', id: null, reason: null } });
    await setList(list.id);
    expect(await basisOf({ total: '38.00' })).toEqual({ price_basis: { kind: 'list', id: list.id, reason: null } });
    await setList(null);
  });

  it('C411 a double press books once, and another price than the one that was shown books nothing', async () => {
    const client = await member(acme.id, 'books');
    const before = (await ordersOf(acme.id)).length;
    const press = () =>
      client.post('/api/v1/my/orders', body(acme.id), { headers: { 'idempotency-key': 'one press' } });
    const [first, second] = await Promise.all([press(), press()]);
    expect(ok<Booked>(first).trackingNumber).toBe(ok<Booked>(second).trackingNumber);
    expect(await ordersOf(acme.id)).toHaveLength(before + 1);
    for (const total of ['47.99', null])
      expectError(await client.post('/api/v1/my/orders', body(acme.id, { total })), 409, 'PRICE_CHANGED');
    expectError(
      await client.post('/api/v1/my/orders', body(acme.id, { speedType: 'specific_date', speedDate: '2020-01-01' })),
      400,
    );
    expect(await ordersOf(acme.id)).toHaveLength(before + 1);
  });

  it('C412 without binding rules, and for a customer who is not on account, nothing is booked and the price says why', async () => {
    const third = await madeCustomer('third');
    const client = await member(third.id, 'books');
    ok(await world.dispatcher.put(`/api/v1/customers/${third.id}`, { onAccount: false }));
    const refused = async () => {
      const price = ok<AgreedPrice>(await client.post('/api/v1/my/price', body(third.id)));
      expect(price).toMatchObject({ total: null, message: expect.stringContaining('Request a quote') });
      expectError(await client.post('/api/v1/my/orders', body(third.id)), 409, 'NO_AGREED_PRICE');
      expect(await ordersOf(third.id)).toHaveLength(1);
    };
    await refused();
    ok(await world.dispatcher.put(`/api/v1/customers/${third.id}`, { onAccount: true }));
    ok(await world.admin.put('/api/v1/company', { pricing: { ...pricing, isBinding: false } }));
    await refused();
    ok(await world.admin.put('/api/v1/company', { pricing }));
    expect(ok(await client.post('/api/v1/my/price', body(third.id)))).toMatchObject({ total: '48.00' });
  });
});

describe('who may not', () => {
  it('C413 the table of these tests has every call of /my', () => {
    // These two name no customer: who asks is answered with what is theirs.
    const lists = ['my.get', 'my.invoices'];
    const known = Object.keys(permissions).filter((name) => name.startsWith('my.') && !lists.includes(name));
    expect(known.toSorted()).toEqual(
      Object.keys(calls)
        .filter((name) => name.startsWith('my.'))
        .toSorted(),
    );
  });

  it('C413 who only sees books nothing, a member of another customer and who has left reach nothing at all', async () => {
    const counts = async () => [
      (await ordersOf(acme.id)).length,
      (await ordersOf(other.id)).length,
      await world.app.sql('select * from customer_addresses order by id'),
    ];
    const before = await counts();
    const sees = await member(acme.id, 'sees');
    expect(await statusesOf(sees, acme)).toEqual(all((name) => (writes.includes(name) ? 403 : 200)));
    const stranger = await member(other.id, 'books');
    expect(await statusesOf(stranger, acme)).toEqual(all(() => 404));
    const gone = await member(acme.id, 'books');
    ok(await world.dispatcher.delete(`/api/v1/customers/${acme.id}/members?email=${gone.email}`));
    expect(await statusesOf(gone, acme)).toEqual(all(() => 404));
    expect(await counts()).toEqual(before);
  });

  it('C413 a key, a driver and nobody reach none of it; an account does once its address is proved, until it is switched off', async () => {
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'P', scopes: ['orders:write'], customerId: other.id }),
    );
    const forbidden = (status: number) => (name: string) => (name === 'evidence.proof' ? 404 : status);
    expect(await statusesOf(world.driver, acme)).toEqual(all(forbidden(403)));
    expect(await statusesOf(world.app.client(), acme)).toEqual(all(forbidden(401)));
    const byKey = await statusesOf(world.app.client({ key }), acme);
    expect(Object.values(byKey).every((status) => status === 403)).toBe(true);

    const person = await world.app.as('customer');
    const email = `account.${person.userId}@example.com`;
    ok(await world.dispatcher.post(`/api/v1/customers/${acme.id}/members`, { email, role: 'books' }));
    await world.app.sql('update users set email = ? where id = ?', email, person.userId);
    expect(await statusesOf(person, acme)).toEqual(all(forbidden(409)));
    await world.app.sql('update users set proven_email = ? where id = ?', email, person.userId);
    expect((await statusesOf(person, acme))['my.orders']).toBe(200);
    ok(await world.admin.put(`/api/v1/users/${person.userId}`, { isActive: false }));
    expect(await statusesOf(person, acme)).toEqual(all(forbidden(401)));
  });
});
