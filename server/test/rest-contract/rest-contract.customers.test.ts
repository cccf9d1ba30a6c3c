import type { Customer } from '@quickfleet/shared/people/customers';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../support/contract.ts';
import { makeQuote, ok } from '../support/factories.ts';

const world = useWorld();
let made = 0;
const body = (more: object = {}) => ({
  name: 'Carla Customer',
  email: `carla${++made}@example.com`,
  phone: '+1 555 0110',
  company: 'Carla Ltd',
  ...more,
});
const create = async (more: object = {}) => ok<Customer>(await world.dispatcher.post('/api/v1/customers', body(more)));
const others = ['driver', 'customer'] as const;

describe('C08 POST /api/v1/customers', () => {
  it('C08 creates a customer with phone and company or without', async () => {
    const answer = await world.dispatcher.post(
      '/api/v1/customers',
      body({ phone: '', company: null, id: 77, orderTotal: '9.99' }),
    );
    expect(answer.statusCode).toBe(201);
    const customer = answer.json<Customer>();
    expect(customer).toMatchObject({
      name: 'Carla Customer',
      phone: null,
      company: null,
      quoteCount: 0,
      orderTotal: '0.00',
      version: 1,
    });
    expect(await world.app.sql('select name, email, phone, company from customers where id = ?', customer.id)).toEqual([
      { name: 'Carla Customer', email: customer.email, phone: null, company: null },
    ]);
    ok(await (await world.program('customers:write')).post('/api/v1/customers', body()));
  });
  it('C08 refuses bad input, an address that is known, no session and the wrong role', async () => {
    const { dispatcher } = world;
    expectIssue(await dispatcher.post('/api/v1/customers', body({ name: '  ' })), 'name', 'Customer name is required');
    for (const email of [
      '',
      'x',
      'a@b',
      'a@x.com,b@y.com',
      'a@x.com\r\nBcc: b@y.com',
      null,
      5,
      ['a@x.com'],
      { $ne: null },
    ])
      expectIssue(await dispatcher.post('/api/v1/customers', body({ email })), 'email', 'Valid email is required');
    expectError(await dispatcher.post('/api/v1/customers', body({ company: false })), 400);
    const known = await create();
    expectError(
      await dispatcher.post('/api/v1/customers', body({ email: known.email.toUpperCase() })),
      409,
      'CUSTOMER_EXISTS',
    );
    await expectRefused(world, [['POST', '/api/v1/customers', body()]], others);
    expectError(await (await world.program('customers:read')).post('/api/v1/customers', body()), 403);
  });
});

describe('C09 GET, PUT, DELETE /api/v1/customers/{id}', () => {
  it('C09 reads and changes only what is named', async () => {
    const { id, email } = await create();
    const read = await world.dispatcher.get(`/api/v1/customers/${id}`);
    expect(ok<Customer>(read)).toMatchObject({ id, email, company: 'Carla Ltd' });
    expect(read.headers.etag).toBe(`"customer-${id}-v1"`);
    const changed = ok<Customer>(
      await world.dispatcher.put(`/api/v1/customers/${id}`, { phone: null, orderTotal: '5.00' }),
    );
    expect(changed).toMatchObject({ id, email, company: 'Carla Ltd', phone: null, orderTotal: '0.00', version: 2 });
    expect(await world.app.sql('select phone, company from customers where id = ?', id)).toEqual([
      { phone: null, company: 'Carla Ltd' },
    ]);
    ok(
      await world.dispatcher.put(`/api/v1/customers/${id}`, ok(await world.dispatcher.get(`/api/v1/customers/${id}`))),
    );
  });
  it('C09 C39 deletes a customer that nothing refers to', async () => {
    const { id } = await create();
    expect(ok(await world.admin.delete(`/api/v1/customers/${id}`))).toEqual({ success: true });
    expect(await world.app.sql('select 1 from customers where id = ?', id)).toEqual([]);
    await makeQuote(world.app, { customer: { name: 'Q', email: 'used@example.com' } });
    const [used] = await world.app.sql<{ id: number }>('select id from customers where email = ?', 'used@example.com');
    expectError(await world.admin.delete(`/api/v1/customers/${used?.id}`), 409, 'CUSTOMER_IN_USE');
  });
  it('C09 refuses bad input, no session and the wrong role', async () => {
    const { id } = await create();
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      for (const bad of ['0', 'abc', '9223372036854775808', '%20'])
        expectError(await world.admin.call(method, `/api/v1/customers/${bad}`), 400);
      expectError(
        await world.admin.call(method, `/api/v1/customers/${NOWHERE}`, method === 'PUT' ? { name: 'X' } : undefined),
        404,
        'CUSTOMER_NOT_FOUND',
      );
    }
    expectIssue(await world.admin.put(`/api/v1/customers/${id}`, { name: '' }), 'name', 'Customer name is required');
    await expectRefused(
      world,
      [
        ['GET', `/api/v1/customers/${id}`],
        ['PUT', `/api/v1/customers/${id}`, { name: 'X' }],
      ],
      others,
    );
    await expectRefused(world, [['DELETE', `/api/v1/customers/${id}`]], ['dispatcher', ...others]);
    expect(await world.app.sql('select name from customers where id = ?', id)).toEqual([{ name: 'Carla Customer' }]);
  });
});

describe('C10 GET /api/v1/customers', () => {
  it('C10 pages, newest first, with Link and X-Total-Count, and searches', async () => {
    for (let n = 0; n < 5; n++) await create({ name: `Findable ${n}` });
    const answer = await world.dispatcher.get('/api/v1/customers?page=2&limit=2&q=findable');
    const page = ok<{ data: Customer[]; total: number }>(answer);
    expect(page).toMatchObject({ page: 2, limit: 2, total: 5, totalPages: 3 });
    expect(page.data.map((customer) => customer.name)).toEqual(['Findable 2', 'Findable 1']);
    expect(answer.headers['x-total-count']).toBe('5');
    expect(String(answer.headers.link).match(/rel="\w+"/g)).toEqual([
      'rel="first"',
      'rel="prev"',
      'rel="next"',
      'rel="last"',
    ]);
    expect(String(answer.headers.link)).toContain('</api/v1/customers?page=3&limit=2&q=findable>; rel="next"');
    expect(ok(await world.dispatcher.get('/api/v1/customers'))).toMatchObject({ page: 1, limit: 20 });
    expect(ok<{ data: unknown[] }>(await world.dispatcher.get('/api/v1/customers?q=100%25_')).data).toEqual([]);
  });
  it('C10 refuses bad input, no session and the wrong role', async () => {
    for (const query of [
      'page=0',
      'limit=1000',
      'sort=email',
      `q=${'x'.repeat(300)}`,
      'q=%00',
      '__proto__=1',
      'constructor=1',
    ])
      expectError(await world.dispatcher.get(`/api/v1/customers?${query}`), 400);
    await expectRefused(world, [['GET', '/api/v1/customers']], others);
  });
});

describe('C11 GET /api/customers', () => {
  it('C11 answers the same rows as a bare array, newest first, and names the paged call', async () => {
    const answer = await world.dispatcher.get('/api/customers');
    const bare = ok<Customer[]>(answer);
    const paged = ok<{ data: Customer[] }>(await world.dispatcher.get('/api/v1/customers?limit=100'));
    expect(bare).toEqual(paged.data);
    expect(answer.headers.link).toContain('/api/v1/customers?page=1');
    expect(bare.map((customer) => customer.id)).toEqual(bare.map((customer) => customer.id).toSorted((a, b) => b - a));
  });
  it('C11 refuses no session, the wrong role and a key without the scope', async () => {
    await expectRefused(world, [['GET', '/api/customers']], others);
    expectError(await (await world.program('quotes:read')).get('/api/customers'), 403);
    expect(ok<unknown[]>(await (await world.program('customers:read')).get('/api/customers')).length).toBeGreaterThan(
      0,
    );
  });
});
