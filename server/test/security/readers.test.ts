import type { Me } from '@quickfleet/shared/delivery/my/my';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { type Action, type Permission, permissions } from '@quickfleet/shared/permissions';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { restRoutes } from '../../src/rest/routes.ts';
import { procedures } from '../../src/router.ts';
import type { Client } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makePaidQuote, ok, openByMail } from '../support/factories.ts';

const world = useWorld();

interface Made {
  id: number;
  email: string;
  order: Order;
}
let made = 0;
/** A customer with an order. */
async function customerWithOrder(): Promise<Made> {
  const email = `owner${made++}@example.com`;
  const quote = await makePaidQuote(world.app, world.dispatcher, { customer: { name: 'Olga Owner', email } });
  const order = ok<Order>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
  return { id: order.customerId ?? 0, email, order };
}
const customersOf = async (browser: Client) => ok<Me>(await browser.get('/api/v1/my')).customers.map(({ id }) => id);
const mailsTo = (email: string) =>
  world.app.sql<{ trigger: string; text: string; code_sealed: string | null }>(
    `select trigger, text, code_sealed from emails where recipient = ? and trigger like 'account_%' order by id`,
    email,
  );
const put = (key: Client, id: number, body: object) => key.put(`/api/v1/customers/${id}`, body);

describe('TR-35 who gives access to what a customer ordered', () => {
  it('X16 a key with customers:write keeps names and phones, and makes no members', async () => {
    const { id, email, order } = await customerWithOrder();
    const key = await world.program('customers:write');
    expectError(await put(key, id, { email: 'thief@example.com' }), 403, 'FORBIDDEN');
    ok(await put(key, id, { name: 'Olga Owner-Smith', phone: '+1 555 0100', email: email.toUpperCase() }));
    const members = `/api/v1/customers/${id}/members`;
    expectError(await key.post(members, { email: 'thief@example.com', role: 'sees' }), 403, 'FORBIDDEN');
    expectError(await key.delete(`${members}?email=thief@example.com`), 403, 'FORBIDDEN');
    expectError(await key.get(`/api/v1/orders/${order.id}`), 403, 'FORBIDDEN');
    expect(await world.app.sql('select lower(email) as email, name from customers where id = ?', id)).toEqual([
      { email, name: 'Olga Owner-Smith' },
    ]);
    expect(await world.app.sql('select 1 from customer_members where customer_id = ?', id)).toEqual([]);
  });

  it('X17 customers:members is enough for members and the e-mail address, and for nothing else', async () => {
    const { id, email } = await customerWithOrder();
    const key = await world.program('customers:members');
    expectError(await put(key, id, { name: 'Someone' }), 403, 'FORBIDDEN');
    expectError(await put(key, id, { email: 'new-olga@example.com', phone: '1' }), 403, 'FORBIDDEN');
    expectError(await key.get(`/api/v1/customers/${id}`), 403, 'FORBIDDEN');
    const joined = await key.post(`/api/v1/customers/${id}/members`, { email: 'mia41@example.com', role: 'sees' });
    expect(joined.statusCode, joined.body).toBe(201);
    expect((await mailsTo(email)).map(({ trigger }) => trigger)).toEqual(['account_customer_member']);
    ok(await put(key, id, { email: 'new-olga@example.com' }));
    const [told] = (await mailsTo('mia41@example.com')).filter(({ trigger }) => trigger === 'account_customer_email');
    expect(told?.text).toContain('was changed');
    const merchant = { name: 'Shop', scopes: ['customers:members'], customerId: id };
    expectError(await world.admin.post('/api/v1/api-keys', merchant), 400);
  });

  it('X18 an address that a key has set opens nothing before the one before, or the office, has confirmed it', async () => {
    const { id, email } = await customerWithOrder();
    const key = await world.program('customers:members');
    const changed = ok<{ isEmailConfirmed: boolean }>(await put(key, id, { email: 'next42@example.com' }));
    expect(changed.isEmailConfirmed).toBe(false);
    const [before, next] = [await openByMail(world.app, email), await openByMail(world.app, 'next42@example.com')];
    expect([await customersOf(before), await customersOf(next)]).toEqual([[id], []]);
    const [mail] = (await mailsTo(email)).filter(({ trigger }) => trigger === 'account_email_changed');
    expect(mail?.text).toContain('next42@example.com');
    const token = world.app.services.secrets.open(mail?.code_sealed ?? '');
    const page = await world.visitor.get(`/auth/email/${token}`);
    expect([page.statusCode, page.body.includes('next42@example.com')]).toEqual([200, true]);
    expect(await customersOf(next)).toEqual([]);
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await world.visitor.call('POST', `/auth/email/${token}`, '', form)).statusCode).toBe(200);
    expect([await customersOf(before), await customersOf(next)]).toEqual([[], [id]]);
    expectError(await world.visitor.call('POST', `/auth/email/${token}`, '', form), 404, 'LINK_ENDED');
    ok(await put(key, id, { email: 'third42@example.com' }));
    const third = await openByMail(world.app, 'third42@example.com');
    expect(await customersOf(third)).toEqual([]);
    const confirm = `/api/v1/customers/${id}/email/confirm`;
    expectError(await key.post(confirm), 403, 'FORBIDDEN');
    expect(ok(await world.dispatcher.post(confirm))).toMatchObject({ isEmailConfirmed: true });
    expect([await customersOf(next), await customersOf(third)]).toEqual([[], [id]]);
    // What the office sets is confirmed, and the one before is told.
    ok(await world.dispatcher.put(`/api/v1/customers/${id}`, { email: 'office42@example.com' }));
    expect(await customersOf(await openByMail(world.app, 'office42@example.com'))).toEqual([id]);
    expect((await mailsTo('third42@example.com')).map(({ trigger }) => trigger)).toContain('account_email_changed');
  });

  /** Calls of keys after which somebody else may read something, and how the key itself is entitled to read it. */
  const opening: Partial<Record<Action, 'by its scope' | 'in the answer' | 'by reading'>> = {
    'calendars.create': 'by reading',
    'customers.update': 'by its scope',
    'customers.joinMember': 'by its scope',
    // The customer and the people at the stops are mailed a link to it.
    'orders.create': 'in the answer',
    'orders.update': 'in the answer',
    'orders.assign': 'in the answer',
    'quotes.create': 'in the answer',
    'quotes.update': 'in the answer',
    'quotes.book': 'in the answer',
    'recurring.create': 'in the answer',
    'recurring.update': 'in the answer',
  };
  /** Calls that name a person to whom nothing that exists is opened by it: new rows, and drivers of the company. */
  const harmless: readonly Action[] = [
    'customers.create',
    'customers.saveAddress',
    'customers.changeAddress',
    'customers.removeMember',
    'attempts.resolve',
    'planning.setDay',
    'planning.moves',
    'planning.sendNotices',
    'plans.create',
    'plans.accept',
    'inbound.create',
    'inbound.update',
    'invoices.create',
    'invoices.update',
    'invoices.run',
    // A key reads reports itself, or saves none.
    'savedReports.create',
    'savedReports.update',
  ];
  const names = /email|contact|member|driverId|customerId/i;
  const schemaOf = (of: unknown, io: 'input' | 'output'): string =>
    of instanceof z.ZodType ? JSON.stringify(z.toJSONSchema(of, { io, unrepresentable: 'any' })) : '';
  const namesPerson = (input: unknown): boolean =>
    [...schemaOf(input, 'input').matchAll(/"(\w+)":\{/g)].some(([, field = '']) => names.test(field));

  it('X19 every call of a key that can name a reader is known, and needs the right to what it opens', () => {
    const unknown: string[] = [];
    for (const { method, path, procedure } of restRoutes.all) {
      const action = procedure as Action;
      const { key } = permissions[action];
      const [input] = procedures[procedure]?._def.inputs ?? [];
      if (method === 'GET' || key === null || key === 'any' || !namesPerson(input)) continue;
      if (!Object.hasOwn(opening, action) && !harmless.includes(action)) unknown.push(`${action}: ${method} ${path}`);
      if (opening[action] === 'in the answer')
        expect([action, schemaOf(procedures[action]?._def.output, 'output').includes('"pickupAddress"')]).toEqual([
          action,
          true,
        ]);
    }
    expect(unknown).toEqual([]);
    for (const action of Object.keys(opening) as Action[]) {
      const { key, also = [] }: Permission = permissions[action];
      const isGiven = [key, ...also].includes('customers:members');
      if (opening[action] === 'by reading') expect([action, key]).toEqual([action, 'orders:read']);
      expect([action, isGiven]).toEqual([action, opening[action] === 'by its scope']);
    }
  });
});
