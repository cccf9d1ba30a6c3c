import type { UploadedFile } from '@quickfleet/shared/company/uploads';
import { QUOTE_RESTORE_MINUTES } from '@quickfleet/shared/limits';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, makePaidQuote, makeQuote, ok, photoFile, quoteBody } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

let app: TestApp;
let staff: Client;
let colleague: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('admin');
  colleague = await app.as('dispatcher');
});
afterAll(() => app.close());

const address = (id: number, what = '') => `/api/v1/quotes/${id}${what}`;
const deletedRows = (id: number) => app.sql('select id from deleted_quotes where id = ?', id);
async function withPhoto(): Promise<{ id: number; url: string }> {
  const { file } = ok<{ file: UploadedFile }>(
    await staff.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
  );
  const [item] = quoteBody().items;
  return { ...(await makeQuote(app, { items: [{ ...item, imageUrls: [file.url] }] })), url: file.url };
}

describe('a deleted quote', () => {
  it('U19 is gone for everybody immediately, and Undo brings back all of it under its number', async () => {
    const paid = await makePaidQuote(app, staff);
    const before = ok<Quote>(await staff.get(address(paid.id)));
    ok(await staff.delete(address(paid.id)));
    expect((await colleague.get(address(paid.id))).statusCode).toBe(404);
    const list = ok<{ data: Quote[] }>(await colleague.get('/api/v1/quotes?limit=100'));
    expect(list.data.map(({ id }) => id)).not.toContain(paid.id);
    expect(await app.sql('select id from quotes where id = ?', paid.id)).toEqual([]);

    const restored = ok<Quote>(await colleague.post(address(paid.id, '/restore')));
    const { version, updatedAt: _, ...rest } = restored;
    const { version: oldVersion, updatedAt: __, ...expected } = before;
    expect(rest).toEqual(expected);
    // What somebody read before the deletion is stale now.
    expect(version).toBeGreaterThan(oldVersion);
    expect(ok(await staff.get(address(paid.id)))).toEqual(restored);
    expect(await deletedRows(paid.id)).toEqual([]);
    const lines = await app.sql<{ action: string; to: string | null }>(
      `select action, to_status as to from history where subject = 'quote' and subject_id = ? order by id`,
      paid.id,
    );
    expect(lines.slice(-2)).toEqual([
      { action: 'quote.deleted', to: null },
      { action: 'quote.restored', to: 'paid' },
    ]);
    ok(await staff.post(address(paid.id, '/convert-to-order')));
  });

  it('U19 keeps its photos while it can come back; the sweep removes both afterwards', async () => {
    const { id, url } = await withPhoto();
    const lost = await withPhoto();
    ok(await staff.delete(address(id)));
    ok(await staff.delete(address(lost.id)));
    app.setClock(new Date(Date.now() + (QUOTE_RESTORE_MINUTES - 1) * 60_000));
    await sweep(app.services);
    const restored = ok<Quote>(await staff.post(address(id, '/restore')));
    expect(restored.items.flatMap(({ imageUrls }) => imageUrls)).toEqual([url]);
    expect((await staff.get(url)).statusCode).toBe(200);

    app.setClock(new Date(Date.now() + (QUOTE_RESTORE_MINUTES + 1) * 60_000));
    const late = await staff.post(address(lost.id, '/restore'));
    expect(late.statusCode).toBe(404);
    expect(late.json()).toMatchObject({ code: 'QUOTE_NOT_RESTORABLE' });
    app.setClock(new Date(Date.now() + 48 * 3_600_000));
    await sweep(app.services);
    expect(await deletedRows(lost.id)).toEqual([]);
    expect((await app.client().get(lost.url)).statusCode).toBe(404);
    expect((await app.client().get(url)).statusCode).toBe(200);
    // The sweep removed the sessions of that day.
    app.setClock(new Date());
    staff = await app.as('admin');
    colleague = await app.as('dispatcher');
  });

  it('U19 comes back once: a second Undo, or one for an existing quote, gets a 404', async () => {
    const { id } = await makeQuote(app);
    expect((await staff.post(address(id, '/restore'))).statusCode).toBe(404);
    ok(await staff.delete(address(id)));
    const answers = await Promise.all([
      staff.post(address(id, '/restore')),
      colleague.post(address(id, '/restore')),
      staff.post(address(id, '/restore')),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404]);
    expect(await app.sql('select id from quotes where id = ?', id)).toHaveLength(1);
    expect(await app.sql('select id from quote_items where quote_id = ?', id)).toHaveLength(quoteBody().items.length);
  });

  it('U19 does not prevent deleting its customer, and comes back without the link to them', async () => {
    const customer = ok<{ id: number }>(
      await staff.post('/api/v1/customers', { name: 'Gone Soon', email: 'gone@example.com' }),
    );
    const { id } = await makeQuote(app, { customer: { name: 'Gone Soon', email: 'gone@example.com' } });
    ok(await staff.delete(address(id)));
    ok(await staff.delete(`/api/v1/customers/${customer.id}`));
    expect(ok<Quote>(await staff.post(address(id, '/restore'))).customer).toMatchObject({
      id: null,
      name: 'Gone Soon',
      email: 'gone@example.com',
    });
  });

  it('U19 a quote can be deleted and restored after its order was deleted', async () => {
    const order = await makeOrder(app, staff);
    ok(await staff.delete(`/api/v1/orders/${order.id}`));
    const id = Number(order.quoteId);
    ok(await staff.delete(address(id)));
    expect(ok<Quote>(await staff.post(address(id, '/restore')))).toMatchObject({ status: 'paid', orderId: null });
  });
});
