import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  makePaidQuote,
  ok,
  openOrder,
  orderBody,
  photoFile,
  quoteBody,
  signatureFile,
} from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';
import { elsewhere, register } from './personal-data.register.ts';

const PERSON = { name: 'Philippa Vance', email: 'p.vance@example.org', phone: '+1 555 0188' };
const WORDS = [PERSON.name, PERSON.email, PERSON.phone, 'Philippa', 'Larkspur'];
const ADDRESS = '5 Larkspur Road';
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'office@quickfleet.test', LIMIT_SCALE: 1000 });
  admin = await app.as('admin');
});
afterAll(() => app.close());

async function rowsWith(words: readonly string[]): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    for (const word of words)
      for (const { text } of await app.sql<{ text: string }>(
        `select left(t::text, 300) as text from ${name} t where replace(t::text, 'xp.vance', '') ilike ?`,
        `%${word}%`,
      ))
        found.push(`${name}: ${text}`);
  return found;
}
const eraseOf = async (email: string) => {
  const [row] = await app.sql<{ id: number }>('select id from customers where lower(email) = lower(?)', email);
  return admin.post(`/api/v1/customers/${row?.id}/erase`, { email });
};

describe('Y06 the register of personal data', () => {
  it('Y06 knows every text and JSON column of every table, and erases each that can name a person', () => {
    for (const { tableName, props } of app.services.orm.getMetadata().getAll().values()) {
      const columns = props
        .filter(({ columnTypes = [] }) => columnTypes.some((type) => /text|json|char/.test(type)))
        .flatMap(({ fieldNames }) => fieldNames);
      const kept = register[tableName];
      const known = kept ? [...kept.personal, ...kept.plain] : (elsewhere[tableName]?.columns ?? []);
      expect(known.toSorted(), `${tableName}: say in personal-data.register.ts what its columns hold`).toEqual(
        columns.toSorted(),
      );
      if (!kept || kept.erase === 'delete') continue;
      const set = Object.keys(kept.erase.set);
      // The database rebuilds the search index.
      const forgotten = kept.personal.filter((column) => column !== 'search' && !set.includes(column));
      expect(forgotten, `${tableName}: erasing leaves these`).toEqual([]);
    }
  });

  it('Y06 erases what is left of a quote that was deleted and purged: history, office mails, questions and payments', async () => {
    const customer = { ...PERSON };
    const { id } = ok<{ id: number }>(
      await app.client().post('/api/v1/quotes', quoteBody({ customer, pickupAddress: ADDRESS })),
    );
    const quote = ok<Quote>(
      await admin.put(`/api/v1/quotes/${id}`, { price: '10', paymentUrl: 'https://pay.example.com/q' }),
    );
    const link = `/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`;
    ok(await app.client().post(`${link}/questions`, { text: 'Can Philippa sign?' }));
    ok(await app.client().post(`${link}/decline`, { revision: quote.revision, reason: 'Philippa is away' }));
    ok(await admin.delete(`/api/v1/quotes/${id}`));
    await app.sql(
      `insert into payments (source, state, amount, currency, reference, quote_id, paid_at, received_at) values ('event', 'unmatched', 10, 'USD', 'Philippa Vance', ?, now(), now())`,
      id,
    );
    // The same address within a longer one belongs to another person.
    await app
      .client()
      .post('/api/v1/quotes', quoteBody({ customer: { name: 'Other', email: 'xp.vance@example.org' } }));
    app.setClock(new Date(Date.now() + 3_600_000));
    await sweep(app.services);
    app.setClock(undefined);
    expect(ok(await eraseOf(PERSON.email))).toMatchObject({ success: true });
    expect(await rowsWith(WORDS)).toEqual([]);
    expect(await app.sql(`select 1 from emails where recipient = 'xp.vance@example.org'`)).toHaveLength(1);
    expect(
      await app.sql('select action from history where subject = ? and subject_id = ? limit 1', 'quote', id),
    ).toEqual([{ action: expect.any(String) }]);
  });

  it('Y06 erases and exports what is left of an order that was deleted, its late evidence with it', async () => {
    const person = { customerName: PERSON.name, customerEmail: 'pv@example.org', pickupAddress: ADDRESS };
    const order = ok<Order>(await admin.post('/api/v1/orders', orderBody(person)));
    const phone = await openOrder(app, { accessCode: order.accessCode ?? '' });
    ok(await admin.delete(`/api/v1/orders/${order.id}`));
    const fields = { customerName: PERSON.name, orderId: String(order.id), kind: 'pickup' };
    ok(await phone.form('POST', '/api/driver/signature', fields, [await signatureFile()]));
    const item = order.items[0]?.id;
    ok(await phone.form('POST', `/api/driver/pickup/${item}`, {}, [await photoFile('pickupImages')]));
    const late = await app.sql<{ url: string }>('select url from late_evidence where order_id = ?', order.id);
    expect(late).toHaveLength(2);
    const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
      `select id from customers where email = 'pv@example.org'`,
    );
    const zip = (await admin.get(`/api/v1/customers/${id}/personal-data.zip`)).rawPayload.toString('latin1');
    for (const { url } of late) expect(zip).toContain(url.replace('/files/', 'files/'));
    expect((await admin.get(late[0]?.url ?? '')).statusCode).toBe(200);
    expect(ok(await eraseOf('pv@example.org'))).toMatchObject({ files: 2 });
    for (const { url } of late) expect((await admin.get(url)).statusCode).toBe(404);
    expect(await rowsWith([...WORDS, 'pv@example.org'])).toEqual([]);
  });

  it('Y06 erases the payer of a payment, and kept answers of repeated calls', async () => {
    const customer = { ...PERSON, email: 'payer@example.org' };
    const quote = await makePaidQuote(app, admin, { customer });
    ok(await admin.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    ok(
      await app
        .client()
        .post('/api/v1/quotes', quoteBody({ customer }), { headers: { 'idempotency-key': 'once-and-for-all' } }),
    );
    await app.sql(`update payments set reference = 'Philippa Vance, payer@example.org' where quote_id = ?`, quote.id);
    await app.sql(`update orders set status = 'cancelled' where quote_id = ?`, quote.id);
    ok(await eraseOf('payer@example.org'));
    expect(await rowsWith([...WORDS, 'payer@example.org'])).toEqual([]);
    expect(await app.sql('select amount::text from payments where quote_id = ?', quote.id)).not.toEqual([]);
    expect(await app.sql(`select 1 from idempotency_keys where response is not null`)).toEqual([]);
  });
});
