import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Erased, PersonalData } from '@quickfleet/shared/people/personal-data';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import {
  makeOrder,
  makePaidQuote,
  makeQuote,
  ok,
  openOrder,
  photoFile,
  signatureFile,
} from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';
import { tableKind } from '../../process/heavy/kinds.ts';

const DAY = 86_400_000;

const PERSON = { name: 'Wilhelmina Quist', email: 'w.quist@example.org', phone: '+1 555 0177', company: 'Quist Ltd' };
const ADDRESS = '77 Tamarisk Lane';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const about = (more: Record<string, unknown> = {}) => ({
  customer: PERSON,
  pickupAddress: ADDRESS,
  notes: 'Ask for Wilhelmina',
  ...more,
});
const customerId = async (email = PERSON.email): Promise<number> => {
  const [row] = await app.sql<{ id: number }>('select id from customers where lower(email) = lower(?)', email);
  return row?.id ?? 0;
};

/** A delivered order with a photo and both signatures, and a quote that became none. */
async function makeHistory(): Promise<{ order: Order; quote: { id: number }; photo: string }> {
  const quote = await makeQuote(app, about());
  const order = await makeOrder(app, admin, about());
  const phone = await openOrder(app, order);
  const item = order.items[0]?.id ?? 0;
  const picked: { pickupImageUrls: string[] } = ok(
    await phone.form('POST', `/api/driver/pickup/${item}`, { isPickedUp: 'true' }, [await photoFile('pickupImages')]),
  );
  const sign = async () =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: PERSON.name }, [
        await signatureFile(),
      ]),
    );
  await sign();
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await sign();
  return { order, quote, photo: picked.pickupImageUrls[0] ?? '' };
}

/** Every row of every table, as text, that holds one of these words. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
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

/** The text of an entry of a ZIP file. */
async function entryOf(bytes: Buffer, name: string): Promise<string> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry));
  throw new Error(`there is no ${name}`);
}

describe('the personal data of a customer', () => {
  it('Y01 is counted, exported whole, and erased from every table, while the order stays for the accounts', async () => {
    const { order, quote, photo } = await makeHistory();
    const id = await customerId();
    for (const [subject, about] of [
      ['customer', id],
      ['order', order.id],
      ['quote', quote.id],
      ['quote', order.quoteId],
    ])
      ok(await admin.post(`/api/v1/office-notes/${subject}/${about}`, { text: 'Wilhelmina called' }));
    await app.sql(`update orders set driver_notes = 'Wilhelmina', office_notes = 'Wilhelmina' where id = ?`, order.id);
    const data: PersonalData = ok(await admin.get(`/api/v1/customers/${id}/personal-data`));
    expect(data).toMatchObject({ ...{ name: PERSON.name, email: PERSON.email }, quotes: 2, orders: 1, photos: 1 });
    expect(data.officeNotes).toBe(4);
    expect(data).toMatchObject({ signatures: 2, accounts: 0, openOrders: [], paidQuotes: [] });
    expect(data.mails).toBeGreaterThan(0);
    expect(data.historyLines).toBeGreaterThan(5);

    const views = [
      { name: 'Hers', query: `customerId=${id}` },
      { name: 'Searched', query: new URLSearchParams({ q: PERSON.name }).toString() },
      { name: 'Other', query: 'status=assigned' },
    ];
    for (const view of views) ok(await admin.post('/api/v1/saved-views', { list: 'orders', ...view }));

    const zip = await admin.get(`/api/v1/customers/${id}/personal-data.zip`);
    expect(zip.headers['content-type']).toBe('application/zip');
    expect(zip.headers['content-disposition']).toBe(`attachment; filename="customer-${id}.zip"`);
    const names = zip.rawPayload.toString('latin1');
    const unpacked = await entryOf(zip.rawPayload, 'customer.json');
    expect(JSON.parse(unpacked)).toMatchObject({ name: PERSON.name });
    expect(unpacked).toContain('\n  "');
    for (const name of ['customer', 'quotes', 'orders', 'mails', 'history', 'officeNotes'])
      expect(names).toContain(`${name}.json`);
    expect(names).toContain(photo.replace('/files/', 'files/'));

    const { bytes } = tableKind.limits;
    tableKind.limits.bytes = 5000;
    // C559
    const refused = await admin.get(`/api/v1/customers/${id}/personal-data.zip`);
    tableKind.limits.bytes = bytes;
    expectError(refused, 413, 'TOO_HEAVY');
    expect(await readdir(join(app.services.config.DATA_DIR, 'incoming'))).toEqual([]);

    const erased: Erased = ok(await admin.post(`/api/v1/customers/${id}/erase`, { email: PERSON.email.toUpperCase() }));
    expect(erased).toEqual({
      success: true,
      quotesDeleted: 1,
      quotesAnonymised: 1,
      ordersAnonymised: 1,
      mails: data.mails,
      files: 3,
    });
    expect(await rowsWith([PERSON.email, 'Wilhelmina', 'Tamarisk', PERSON.phone])).toEqual([]);
    expect(await app.sql('select name from saved_views')).toEqual([{ name: 'Other' }]);
    expect((await admin.get(photo)).statusCode).toBe(404);
    expect((await admin.get(`/api/v1/quotes/${quote.id}`)).statusCode).toBe(404);
    expect((await admin.get(`/api/v1/customers/${id}`)).statusCode).toBe(404);

    const left: Order = ok(await admin.get(`/api/v1/orders/${order.id}`));
    expect(left).toMatchObject({
      customerName: 'Erased',
      customerEmail: 'erased@erased.invalid',
      pickupAddress: 'Erased',
      notes: null,
      quotePrice: '120.00',
      status: 'delivered',
      signatures: [],
    });
    expect(left.items.map(({ name, quantity, pickupImageUrls }) => [name, quantity, pickupImageUrls])).toEqual([
      ['Erased', 2, []],
      ['Erased', 1, []],
    ]);
    const converted: Quote = ok(await admin.get(`/api/v1/quotes/${order.quoteId}`));
    expect(converted).toMatchObject({ price: '120.00', status: 'converted', paymentUrl: null });
    const lines = await app.sql(
      `select action, actor_kind, detail from history where subject = 'customer' and subject_id = ? order by id`,
      id,
    );
    expect(lines.slice(-2)).toEqual([
      { action: 'customer.exported', actor_kind: 'user', detail: null },
      { action: 'customer.erased', actor_kind: 'user', detail: null },
    ]);
    // The public page still shows where the order is, without its customer.
    const tracked = ok(await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`));
    expect(JSON.stringify(tracked)).not.toMatch(/Wilhelmina|Tamarisk/);
  });

  it('Y02 is not erased while a delivery or a payment still needs it, nor by a mistyped address', async () => {
    const customer = { ...PERSON, email: 'open@example.org' };
    const order = await makeOrder(app, admin, about({ customer }));
    const id = await customerId(customer.email);
    const erase = (email: string) => admin.post(`/api/v1/customers/${id}/erase`, { email });
    const wrong = await erase('w.quist@example.com');
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'EMAIL_MISMATCH']);
    const open = await erase(customer.email);
    expect([open.statusCode, open.json().code]).toEqual([409, 'CUSTOMER_HAS_OPEN_ORDERS']);
    expect(open.json().error).toContain(order.trackingNumber);
    ok(await admin.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));

    const paid = await makePaidQuote(app, admin, about({ customer }));
    const unpaid = await erase(customer.email);
    expect([unpaid.statusCode, unpaid.json().code]).toEqual([409, 'CUSTOMER_HAS_PAID_QUOTES']);
    expect(await app.sql('select customer_name as name from quotes where id = ?', paid.id)).toEqual([
      { name: PERSON.name },
    ]);
    // Deleted, but still there to be restored: it is erased with the rest.
    ok(await admin.delete(`/api/v1/quotes/${paid.id}`));
    expect(ok(await erase(customer.email))).toMatchObject({ quotesDeleted: 1, ordersAnonymised: 1 });
    expect(await rowsWith([customer.email])).toEqual([]);
    expect((await admin.post(`/api/v1/quotes/${paid.id}/restore`)).statusCode).toBe(404);
  });

  it('Y03 is for admins alone', async () => {
    await makeQuote(app, about({ customer: { ...PERSON, email: 'other@example.org' } }));
    const id = await customerId('other@example.org');
    const dispatcher = await app.as('dispatcher');
    for (const [who, status] of [
      [dispatcher, 403],
      [app.client(), 401],
    ] as const) {
      expect((await who.get(`/api/v1/customers/${id}/personal-data`)).statusCode).toBe(status);
      expect((await who.get(`/api/v1/customers/${id}/personal-data.zip`)).statusCode).toBe(status);
      expect((await who.post(`/api/v1/customers/${id}/erase`, { email: 'other@example.org' })).statusCode).toBe(status);
    }
    expect(await customerId('other@example.org')).toBe(id);
    expect((await admin.get('/api/v1/customers/999999/personal-data.zip')).statusCode).toBe(404);
  });
});

describe('what is kept for a time only', () => {
  it('Y04 mails and lines of history go when their days are over, and a mail that waits stays', async () => {
    const kept = await createTestApp({ MAIL_RETENTION_DAYS: 30, HISTORY_RETENTION_DAYS: 400 });
    try {
      await makeQuote(kept);
      const age = (rows: string, column: string, days: number) =>
        kept.sql(`update ${rows} set ${column} = now() - make_interval(days => ?)`, days);
      const left = async () => {
        await sweep(kept.services);
        const [row] = await kept.sql<{ mails: number; lines: number }>(
          'select (select count(*)::int from emails) as mails, (select count(*)::int from history) as lines',
        );
        return row;
      };
      await age('emails', 'created_at', 31);
      kept.setClock(new Date(Date.now() + 31 * DAY));
      await kept.sql(`update emails set status = 'queued'`);
      expect(await left()).toEqual({ mails: 1, lines: 1 });
      await kept.sql(`update emails set status = 'sent'`);
      expect(await left()).toEqual({ mails: 0, lines: 1 });
      kept.setClock(new Date(Date.now() + 401 * DAY));
      expect(await left()).toEqual({ mails: 0, lines: 0 });
    } finally {
      await kept.close();
    }
  });
});
