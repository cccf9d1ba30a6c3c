import { IDEMPOTENCY_HOURS } from '@quickfleet/shared/limits';
import { describe, expect, it } from 'vitest';
import { sweep } from '../../src/jobs/sweep.ts';
import { type Client, PASSWORD } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makeOrder, makePaidQuote, ok, openOrder, photoFile, quoteBody, signatureFile } from '../support/factories.ts';

const world = useWorld();
let keys = 0;
const newKey = () => `key-${++keys}-${'x'.repeat(8)}`;
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const count = async (table: string) =>
  Number((await world.app.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n);
const order = {
  customerName: 'A',
  customerEmail: 'a@example.com',
  pickupAddress: 'P',
  deliveryAddress: 'D',
  items: [{ name: 'Box' }],
};

describe('Idempotency-Key', () => {
  it('C12 makes one row and fifty equal answers of fifty concurrent POSTs', async () => {
    for (const client of [world.dispatcher, world.visitor]) {
      const [key, body] = [newKey(), quoteBody()];
      const [quotes, mails] = [await count('quotes'), await count('emails')];
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => client.post('/api/v1/quotes', body, withKey(key))),
      );
      expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(49);
      expect([await count('quotes'), await count('emails')]).toEqual([quotes + 1, mails + 1]);
    }
  });

  it('C08 C16 C17 does the same for every call that makes something', async () => {
    const paid = await makePaidQuote(world.app, world.dispatcher);
    const calls: [table: string, send: (key: string) => Promise<{ statusCode: number; body: string }>][] = [
      ['orders', (key) => world.dispatcher.post('/api/v1/orders', order, withKey(key))],
      ['orders', (key) => world.dispatcher.post(`/api/v1/quotes/${paid.id}/convert-to-order`, undefined, withKey(key))],
      [
        'customers',
        (key) => world.dispatcher.post('/api/v1/customers', { name: 'C', email: `${key}@example.com` }, withKey(key)),
      ],
      [
        'email_templates',
        (key) =>
          world.dispatcher.post(
            '/api/email-templates',
            { name: 'T', type: 'customer', trigger: 'x', subject: 's', content: 'c' },
            withKey(key),
          ),
      ],
      [
        'users',
        (key) => world.admin.post('/api/v1/users', { username: key, password: PASSWORD, role: 'driver' }, withKey(key)),
      ],
      [
        'users',
        (key) => world.app.client().post('/api/register', { username: `r-${key}`, password: PASSWORD }, withKey(key)),
      ],
      ['api_keys', (key) => world.admin.post('/api/v1/api-keys', { name: 'K', scopes: ['quotes:read'] }, withKey(key))],
      [
        'customers',
        (key) =>
          world.dispatcher.post('/trpc/customers.create', { name: 'C', email: `t-${key}@example.com` }, withKey(key)),
      ],
    ];
    for (const [table, send] of calls) {
      const [key, before] = [newKey(), await count(table)];
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(key)));
      expect(
        new Set(answers.map((answer) => answer.statusCode)).size,
        answers.map((answer) => answer.body).join('\n'),
      ).toBe(1);
      expect(answers[0]?.statusCode).toBeLessThan(300);
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
      expect(await count(table)).toBe(before + 1);
    }
  });

  it('C24 C25 keeps one photo of an upload that is repeated, and leaves nothing on the disk', async () => {
    const [file, other] = [await photoFile('file'), await photoFile('file')];
    const send = (files: (typeof file)[], key: string) =>
      world.visitor.form('POST', '/api/v1/upload', {}, files, { 'idempotency-key': key });
    const key = newKey();
    const [first, ...again] = await Promise.all(Array.from({ length: 4 }, () => send([file], key)));
    expect(first?.statusCode).toBe(201);
    expect(new Set(again.map((answer) => answer.body))).toEqual(new Set([first?.body]));
    expectError(await send([other], key), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await Array.fromAsync(world.app.services.files.list())).toHaveLength(2 * (await count('stored_files')));
  });

  it('says 422 to another body, and minds neither the order of fields nor another call', async () => {
    const key = newKey();
    const body = { name: 'Same', email: 'same@example.com', phone: '1' };
    const first = ok(await world.dispatcher.post('/api/v1/customers', body, withKey(key)));
    expect(
      ok(
        await world.dispatcher.post(
          '/api/v1/customers',
          { phone: '1', email: 'same@example.com', name: 'Same' },
          withKey(key),
        ),
      ),
    ).toEqual(first);
    expectError(
      await world.dispatcher.post('/api/v1/customers', { ...body, phone: '2' }, withKey(key)),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(
      (await world.dispatcher.post('/trpc/customers.create', { ...body, phone: '2' }, withKey(key))).statusCode,
    ).toBe(422);
    expect((await world.dispatcher.post('/api/v1/orders', order, withKey(key))).statusCode).toBe(201);
    expect(
      (await world.admin.post('/api/v1/customers', { ...body, email: 'other@example.com' }, withKey(key))).statusCode,
    ).toBe(201);
    for (const bad of ['', 'x'.repeat(256)])
      expectError(await world.dispatcher.post('/api/v1/customers', body, withKey(bad)), 400, 'BAD_IDEMPOTENCY_KEY');
  });

  it('keeps no failure: a mended state gets a fresh try', async () => {
    const [key, quote] = [newKey(), ok<{ id: number }>(await world.dispatcher.post('/api/v1/quotes', quoteBody()))];
    const convert = () => world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`, undefined, withKey(key));
    expectError(await convert(), 409, 'QUOTE_NOT_PAID');
    ok(await world.dispatcher.put(`/api/v1/quotes/${quote.id}`, { price: 1, paymentUrl: 'https://pay.example.com' }));
    ok(await world.dispatcher.put(`/api/v1/quotes/${quote.id}`, { status: 'paid' }));
    const made = await convert();
    expect(made.statusCode).toBe(201);
    expect((await convert()).body).toBe(made.body);
  });

  it('never lets somebody in by the key of another’s registration', async () => {
    const key = newKey();
    const own = world.app.client();
    ok(await own.post('/api/register', { username: 'first-come', password: PASSWORD }, withKey(key)));
    const thief = world.app.client();
    expectError(
      await thief.post('/api/register', { username: 'first-come', password: 'another good one' }, withKey(key)),
      422,
    );
    expectError(await thief.get('/api/user'), 401);
  });

  it('C27 C28 lets a phone repeat what it could not hear the answer to, and no other phone', async () => {
    const [mine, others] = [await makeOrder(world.app, world.dispatcher), await makeOrder(world.app, world.dispatcher)];
    const [phone, stranger] = [await openOrder(world.app, mine), await openOrder(world.app, others)];
    const item = mine.items[0]?.id;
    const [key, photo] = [newKey(), await photoFile('pickupImages')];
    const send = (from: Client) =>
      from.form('POST', `/api/driver/pickup/${item}`, { isPickedUp: 'true' }, [photo], { 'idempotency-key': key });
    const first = await send(phone);
    const again = await send(phone);
    expect(again.body).toBe(first.body);
    expect(
      await world.app.sql('select jsonb_array_length(pickup_image_urls) as photos from order_items where id = ?', item),
    ).toEqual([{ photos: 1 }]);
    expect([404, 422]).toContain((await send(stranger)).statusCode);
    expect([403, 404, 422]).toContain((await send(world.driver)).statusCode);
    expectError(await send(world.visitor), 401);
    // The same code on another phone is the same driver.
    expect((await send(await openOrder(world.app, mine))).body).toBe(first.body);
    const [signKey, drawing] = [newKey(), await signatureFile()];
    const sign = (from: Client) =>
      from.form('POST', '/api/driver/signature', { customerName: 'A', orderId: String(mine.id) }, [drawing], {
        'idempotency-key': signKey,
      });
    const signed = await Promise.all(Array.from({ length: 6 }, () => sign(phone)));
    expect(new Set(signed.map((answer) => answer.body)).size).toBe(1);
    expect([404, 422]).toContain((await sign(stranger)).statusCode);
    expect(await world.app.sql('select count(*)::int as n from signatures where order_id = ?', mine.id)).toEqual([
      { n: 1 },
    ]);
    expect(await Array.fromAsync(world.app.services.files.list())).toHaveLength(2 * (await count('stored_files')));
  });

  it('shows a kept order to nobody who has not opened it', async () => {
    const [mine, others] = [await makeOrder(world.app, world.dispatcher), await makeOrder(world.app, world.dispatcher)];
    const [phone, stranger] = [await openOrder(world.app, mine), await openOrder(world.app, others)];
    ok(await phone.form('POST', '/api/driver/signature', { customerName: 'A' }, [await signatureFile()]));
    const key = newKey();
    const move = (from: Client) => from.put(`/api/v1/orders/${mine.id}/status`, { status: 'in_transit' }, withKey(key));
    ok(await move(phone));
    ok(await move(phone));
    expect([404, 422]).toContain((await move(stranger)).statusCode);
  });

  it('keeps answers sealed, and forgets them after a day', async () => {
    const key = newKey();
    const made = ok<{ accessCode: string }>(await world.dispatcher.post('/api/v1/orders', order, withKey(key)));
    const [row] = await world.app.sql<{ id: string; response: string; fingerprint: string }>(
      'select id, response, fingerprint from idempotency_keys order by created_at desc limit 1',
    );
    expect(JSON.stringify(row)).not.toContain(made.accessCode);
    const later = (hours: number) => world.app.setClock(new Date(Date.now() + hours * 3_600_000));
    later(IDEMPOTENCY_HOURS - 0.1);
    await sweep(world.app.services);
    expect(await world.app.sql('select 1 as kept from idempotency_keys where id = ?', row?.id)).toEqual([{ kept: 1 }]);
    later(IDEMPOTENCY_HOURS + 0.1);
    await sweep(world.app.services);
    expect(await world.app.sql('select 1 as kept from idempotency_keys where id = ?', row?.id)).toEqual([]);
    world.app.setClock(undefined);
  });
});
