import { inflateRawSync } from 'node:zlib';
import type { MyAddresses } from '@quickfleet/shared/delivery/my/my';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { ADDRESSES_SAVED_MAX } from '@quickfleet/shared/limits';
import type { CustomerAddresses } from '@quickfleet/shared/people/customers';
import type { SavedAddress } from '@quickfleet/shared/people/saved-addresses';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, openByMail, orderBody } from '../../../test/support/factories.ts';

const world = useWorld();
const sam = { name: 'Sam Porter', company: null, phone: '+1 555 0177', email: 'sam@example.com', notes: 'Ring twice' };
let made = 0;
/** A customer who has ordered, with a browser of its own address, and one of a member. */
async function customer(role: 'sees' | 'books' = 'books') {
  const email = `shipper${++made}@example.com`;
  const order = ok<Order>(
    await world.dispatcher.post('/api/v1/orders', orderBody({ customerName: 'Ship Co', customerEmail: email })),
  );
  const id = order.customerId ?? 0;
  const member = `${role}${made}@example.com`;
  ok(await world.dispatcher.post(`/api/v1/customers/${id}/members`, { email: member, role }));
  return { id, email, order, own: await openByMail(world.app, email), member: await openByMail(world.app, member) };
}
const save = async (client: Client, body: object) => {
  const answer = await client.post('/api/v1/my/addresses', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return ok<SavedAddress>(answer);
};
const rowsOf = (id: number) =>
  world.app.sql('select label, use, address, contact from customer_addresses where customer_id = ? order by id', id);
const historyOf = (id: number) =>
  world.app.sql<{ action: string; detail: string }>(
    `select action, detail from history where subject = 'customer' and subject_id = ? and action like '%address%' order by id`,
    id,
  );
const readMine = async (client: Client, query = '') =>
  ok<MyAddresses>(await client.get(`/api/v1/my/addresses${query}`)).data;
const readAsStaff = async (id: number) =>
  ok<CustomerAddresses>(await world.dispatcher.get(`/api/v1/customers/${id}/addresses`)).saved;
/** Where an export says that the person is a contact of others. */
const contactsOf = async (id: number) => {
  const zip = (await world.admin.get(`/api/v1/customers/${id}/personal-data.zip`)).rawPayload;
  const part = zip.subarray(zip.indexOf('contactOf.json') + 'contactOf.json'.length);
  return JSON.parse(inflateRawSync(part).toString());
};

describe('saved addresses', () => {
  it('C470 the own address and a member who books save, change and remove the rows that staff see, with history', async () => {
    const { id, email, own, member } = await customer();
    const depot = await save(own, { label: 'Depot', address: '1 Depot Lane\nSpringfield', contact: sam });
    expect(depot).toMatchObject({ label: 'Depot', use: 'both', address: '1 Depot Lane\nSpringfield', contact: sam });
    const shop = await save(member, { customerId: id, use: 'delivery', address: '2 Shop Road' });
    expect(await readAsStaff(id)).toEqual([shop, depot].map((one) => ({ ...one, place: null })));
    const changed = ok<SavedAddress>(await member.put(`/api/v1/my/addresses/${depot.id}`, { label: 'Old depot' }));
    expect(changed).toEqual({ ...depot, label: 'Old depot' });
    const path = `/api/v1/customers/${id}/addresses/${shop.id}`;
    expect(ok(await world.dispatcher.put(path, { contact: { phone: '+1 555 0100' } }))).toMatchObject({
      contact: { name: null, phone: '+1 555 0100' },
    });
    expect(await rowsOf(id)).toEqual([
      { label: 'Old depot', use: 'both', address: '1 Depot Lane\nSpringfield', contact: sam },
      expect.objectContaining({ label: null, use: 'delivery', address: '2 Shop Road' }),
    ]);
    ok(await own.delete(`/api/v1/my/addresses/${depot.id}`));
    ok(await world.dispatcher.delete(path));
    expect(await rowsOf(id)).toEqual([]);
    const [byOwn, byMember] = [email, `books${made}@example.com`].map((who) => `\nBy ${who} under “My deliveries”`);
    expect(await historyOf(id)).toEqual([
      { action: 'customer.address_added', detail: `1 Depot Lane\nSpringfield${byOwn}` },
      { action: 'customer.address_added', detail: `2 Shop Road${byMember}` },
      { action: 'customer.address_changed', detail: `Name: Depot → Old depot${byMember}` },
      { action: 'customer.address_changed', detail: 'Contact: none → +1 555 0100' },
      { action: 'customer.address_removed', detail: `1 Depot Lane\nSpringfield${byOwn}` },
      { action: 'customer.address_removed', detail: '2 Shop Road' },
    ]);
  });

  it('C471 who only sees, another customer, keys and other roles change nothing; each customer has its own', async () => {
    const { id, own, member: sees } = await customer('sees');
    const { id: otherId, own: other } = await customer();
    const depot = await save(own, { address: '1 Depot Lane', contact: sam });
    const theirs = await save(other, { address: '1 Depot Lane' });
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'P', scopes: ['customers:read', 'orders:write'] }),
    );
    const before = await rowsOf(id);
    for (const [client, status] of [
      [sees, 403],
      [other, 404],
      [world.app.client({ key }), 403],
      [world.driver, 403],
      [world.visitor, 401],
    ] as const) {
      expectError(await client.post('/api/v1/my/addresses', { customerId: id, address: 'X' }), status);
      expectError(await client.put(`/api/v1/my/addresses/${depot.id}`, { label: 'X' }), status);
      expectError(await client.delete(`/api/v1/my/addresses/${depot.id}`), status);
    }
    expect(await readMine(sees, `?customerId=${id}`)).toContainEqual(expect.objectContaining({ id: depot.id }));
    const path = `/api/v1/customers/${id}/addresses`;
    // Of another customer than the one in the path.
    expectError(await world.dispatcher.put(`${path}/${theirs.id}`, { label: 'X' }), 404, 'ADDRESS_NOT_FOUND');
    expectError(await world.dispatcher.delete(`${path}/${theirs.id}`), 404, 'ADDRESS_NOT_FOUND');
    expectError(await own.put(`/api/v1/my/addresses/${NOWHERE}`, { label: 'X' }), 404, 'ADDRESS_NOT_FOUND');
    await expectRefused(
      world,
      [
        ['POST', path, { address: 'X' }],
        ['PUT', `${path}/${depot.id}`, { label: 'X' }],
        ['DELETE', `${path}/${depot.id}`],
      ],
      ['driver', 'customer'],
    );
    expect(await rowsOf(id)).toEqual(before);
    expect(await rowsOf(otherId)).toHaveLength(1);
  });

  it('C472 /my lists the saved ones first, for both stops, and then what was only used before', async () => {
    const { own, order } = await customer();
    const asked = await save(own, { label: 'Home', address: order.pickupAddress.toUpperCase(), use: 'pickup' });
    const depot = await save(own, { label: 'Depot', address: '1 Depot Lane', contact: sam });
    const both = { id: depot.id, label: 'Depot', address: '1 Depot Lane', contact: sam };
    expect(await readMine(own)).toEqual([
      { ...both, use: 'pickup', lastUsedAt: depot.createdAt },
      { ...both, use: 'delivery', lastUsedAt: depot.createdAt },
      {
        id: asked.id,
        label: 'Home',
        use: 'pickup',
        address: asked.address,
        contact: null,
        lastUsedAt: asked.createdAt,
      },
      {
        ...{ id: null, label: null, use: 'delivery', address: order.deliveryAddress, contact: null },
        lastUsedAt: order.createdAt,
      },
    ]);
  });

  it('C473 the same address is saved once, in any letter case, a double press once, and not endlessly many', async () => {
    const { id, own } = await customer();
    const press = () =>
      own.post('/api/v1/my/addresses', { address: '1 Depot Lane' }, { headers: { 'idempotency-key': 'one press' } });
    const [first, second] = await Promise.all([press(), press()]);
    expect(ok<SavedAddress>(first)).toEqual(ok<SavedAddress>(second));
    const again = await own.post('/api/v1/my/addresses', { address: '1 DEPOT lane', use: 'pickup' });
    expectError(again, 409, 'ADDRESS_EXISTS');
    const yard = await save(own, { address: '2 Yard' });
    expectError(await own.put(`/api/v1/my/addresses/${yard.id}`, { address: '1 depot lane' }), 409, 'ADDRESS_EXISTS');
    const wrong = await own.post('/api/v1/my/addresses', { address: ' ', use: 'x', contact: { email: 'no' } });
    expectIssue(wrong, 'address', 'Address is required');
    expectIssue(wrong, 'use', 'Use must be pickup, delivery or both');
    expectError(await own.put(`/api/v1/my/addresses/${yard.id}`, { label: 'x'.repeat(81) }), 400);
    expect(await rowsOf(id)).toHaveLength(2);
    await world.app.sql(
      `insert into customer_addresses (customer_id, use, address, created_at) select ?, 'both', 'Place ' || n, now() from generate_series(3, ?) n`,
      id,
      ADDRESSES_SAVED_MAX,
    );
    expectError(await own.post('/api/v1/my/addresses', { address: 'One more' }), 409, 'TOO_MANY_ADDRESSES');
  });

  it('C474 an account that never ordered becomes a customer with its first address, and only then', async () => {
    const person = await world.app.as('customer');
    const email = `new.${person.userId}@example.com`;
    await world.app.sql('update users set email = ?, proven_email = ? where id = ?', email, email, person.userId);
    const known = () => world.app.sql<{ id: number }>('select id from customers where email = ?', email);
    expect(await readMine(person)).toEqual([]);
    expectError(await person.post('/api/v1/my/addresses', { address: '' }), 400);
    expect(await known()).toEqual([]);
    const saved = await save(person, { address: '3 New Street' });
    const [row] = await known();
    expect(await readAsStaff(row?.id ?? 0)).toEqual([{ ...saved, place: null }]);
    await save(person, { address: '4 New Street' });
    expect(await known()).toEqual([row]);
  });

  it('C475 staff are offered the contact that is saved with an address, before those of orders', async () => {
    const { own, order } = await customer();
    const rita = { ...sam, name: 'Rita' };
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { deliveryAddress: '5 Gate', deliveryContact: rita }));
    await save(own, { address: '5 gate', contact: sam });
    const found = ok<{ contacts: { name: string }[] }>(
      await world.dispatcher.get('/api/v1/orders/contacts?address=5%20GATE'),
    );
    expect(found.contacts.map(({ name }) => name)).toEqual(['Sam Porter', 'Rita']);
  });

  it('C476 erasing a person takes them out of the addresses of other customers, and their export has what was there', async () => {
    const { id, own } = await customer();
    const { id: personId, email, order } = await customer();
    const saved = await save(own, { address: '6 Gate', contact: { ...sam, email: email.toUpperCase() } });
    ok(await own.put(`/api/v1/my/addresses/${saved.id}`, { contact: { name: 'Zed Gone', email } }));
    await save(own, { address: '7 Gate', contact: sam });
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    expect(await contactsOf(personId)).toEqual([{ addressId: saved.id, contact: { name: 'Zed Gone', email } }]);
    ok(await world.admin.post(`/api/v1/customers/${personId}/erase`, { email }));
    expect(await rowsOf(id)).toMatchObject([{ address: '6 Gate', contact: null }, { contact: { name: 'Sam Porter' } }]);
    expect(JSON.stringify(await historyOf(id))).not.toContain(email);
    const mine = await world.app.sql('select 1 from customer_addresses where customer_id = ?', personId);
    expect(mine).toEqual([]);
  });
});
