import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  makeOrder,
  ok,
  openByMail,
  openOrder,
  orderBody,
  photoFile,
  quoteBody,
  signatureFile,
} from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';
import { makeExport } from '../../operations/transfer/exports.make.ts';
import { sendSignInLink } from '../account/sign-in-links.service.ts';

const PERSON = {
  name: 'Ottoline Vexworth',
  email: 'ottoline@vexworth.example',
  phone: '+1 555 0188',
  company: 'Vexworth Mills',
};
/** Whatever would name the person. */
const WORDS = ['ottoline', 'vexworth', '555 0188', 'Juniper Row'];
const ADDRESS = '31 Juniper Row';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

/** Every row of every table, those of the queue too, as text, that holds one of the words. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    for (const word of words) {
      const rows = await app.sql<{ text: string }>(
        `select left(t::text, 300) as text from ${name} t where t::text ilike ?`,
        `%${word}%`,
      );
      found.push(...rows.map(({ text }) => `${name}: ${text}`));
    }
  return found;
}
/** Every file of the installation that holds one of the words, or has it in its name. */
async function filesWith(words: readonly string[]): Promise<string[]> {
  const entries = await readdir(app.services.config.DATA_DIR, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = `${path}\n${(await readFile(path)).toString('latin1')}`.toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(path);
  }
  return found;
}

async function deliver(): Promise<Order> {
  const order = await makeOrder(app, admin, { customer: PERSON, pickupAddress: ADDRESS, notes: 'Ask for Ottoline' });
  const phone = await openOrder(app, order);
  const item = order.items[0]?.id ?? 0;
  ok(await phone.form('POST', `/api/driver/pickup/${item}`, { isPickedUp: 'true' }, [await photoFile('pickupImages')]));
  const sign = async () =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: PERSON.name }, [
        await signatureFile(),
      ]),
    );
  await sign();
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await sign();
  return order;
}

/** Rows of a file that name the person: as a customer, and by the name alone. */
async function importRows(): Promise<void> {
  const csv = `Name,Email,Phone,Company\n${Object.values(PERSON).join(',')}\nOttoline Vexworth,no-address,,\n`;
  const file = { field: 'file', name: 'people.csv', type: 'text/csv', bytes: Buffer.from(csv) };
  ok(await admin.form('POST', '/api/v1/imports', { kind: 'customers' }, [file]));
}

it('Y08 a person who used everything is in no table and no file after the erasure', async () => {
  const order = await deliver();
  const id = order.customerId ?? 0;
  ok(await app.client().post('/api/v1/quotes', quoteBody({ customer: PERSON, pickupAddress: ADDRESS })));
  // Members, an address that a key has changed, and the mails about both.
  ok(await admin.post(`/api/v1/customers/${id}/members`, { email: 'mia@other.example', role: 'sees' }));
  ok(await admin.post(`/api/v1/customers/${id}/members`, { email: 'max@other.example', role: 'books' }));
  ok(await admin.delete(`/api/v1/customers/${id}/members?email=mia@other.example`));
  const keyOf = async (scopes: string[], more = {}) =>
    ok<{ id: number; key: string }>(await admin.post('/api/v1/api-keys', { name: 'Shop', scopes, ...more })).key;
  const changing = app.client({ key: await keyOf(['customers:members', 'customers:write']) });
  ok(await changing.put(`/api/v1/customers/${id}`, { email: 'ottoline@new.example' }));
  // A shop of the customer's own, its calls, and an answer of a webhook that repeats what it was sent.
  const shop = app.client({
    key: await keyOf(['orders:read', 'orders:write'], { name: 'Vexworth shop', customerId: id }),
  });
  ok(await shop.get('/api/v1/orders'));
  const hook = { url: 'https://hooks.example.com/in', events: ['*'] };
  const webhook = ok<{ id: number }>(await admin.post('/api/v1/webhooks', hook));
  const other = ok<Order>(await admin.post('/api/v1/orders', orderBody()));
  await app.sql(
    `insert into webhook_deliveries (webhook_id, event_id, object_type, object_id, state, is_replay, attempts, answer, created_at)
     select ?, max(id), 'order', ?, 'delivered', false, '[]', 'thanks, ottoline@vexworth.example', now() from events where object_type = 'order' and object_id = ?`,
    webhook.id,
    other.id,
    other.id,
  );
  // Links, what they open, views, and a contact of somebody else's order.
  await sendSignInLink(app.services, { email: PERSON.email });
  await openByMail(app, PERSON.email);
  for (const view of [`customerId=${id}`, `q=${encodeURIComponent(PERSON.company)}`, 'q=555+0188'])
    ok(
      await admin.post('/api/v1/saved-views', {
        list: 'orders',
        name: `View ${view.slice(0, 3)}${view.length}`,
        query: view,
      }),
    );
  const deliveryContact = { name: PERSON.name, email: PERSON.email, phone: PERSON.phone };
  ok(await admin.post('/api/v1/orders', orderBody({ deliveryContact })));
  await importRows();
  const made = ok<{ id: number }>(await admin.post('/api/v1/exports'));
  await makeExport(app.services, { id: made.id });
  expect((await rowsWith(WORDS)).length).toBeGreaterThan(20);

  ok(await admin.post(`/api/v1/customers/${id}/erase`, { email: 'ottoline@new.example' }));
  await sweep(app.services);
  expect(await rowsWith([...WORDS, 'ottoline@new'])).toEqual([]);
  expect(await filesWith(WORDS)).toEqual([]);
});
