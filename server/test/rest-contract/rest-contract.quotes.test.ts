import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../support/contract.ts';
import { makePaidQuote, makeQuote, ok, photoFile, quoteBody } from '../support/factories.ts';

const world = useWorld();
const others = ['driver', 'customer'] as const;
const price = { price: 84.5, paymentUrl: 'https://pay.example.com/q' };

describe('C12 POST /api/v1/quotes', () => {
  it('C12 X05 takes a visitor’s request and tells nothing that they did not send', async () => {
    const answer = await world.visitor.post('/api/v1/quotes', {
      ...quoteBody(),
      status: 'paid',
      price: '1.00',
      paymentUrl: 'https://x.example',
      id: 1,
      orderId: 5,
    });
    expect(answer.statusCode).toBe(201);
    const quote = answer.json<Quote>();
    expect(Object.keys(quote).sort()).toEqual([
      'collect',
      'currency',
      'customer',
      'customerUrl',
      'deliveryAddress',
      'deliveryContact',
      'estimate',
      'id',
      'items',
      'needs',
      'notes',
      'pickupAddress',
      'pickupContact',
      'reference',
      'speedDate',
      'speedType',
      'status',
      'wantedDay',
      'weightKg',
    ]);
    expect(quote).toMatchObject({ status: 'draft', customer: { id: null } });
    expect(await world.app.sql('select status, price, payment_url from quotes where id = ?', quote.id)).toEqual([
      { status: 'draft', price: null, payment_url: null },
    ]);
  });
  it('C12 answers staff and keys with the whole quote', async () => {
    for (const client of [world.dispatcher, world.admin, await world.program('quotes:write')]) {
      const quote = ok<Quote>(await client.post('/api/v1/quotes', quoteBody()));
      expect(quote).toMatchObject({ price: null, orderId: null, version: 1, customer: { id: expect.any(Number) } });
    }
  });
  it('C12 says what is missing in the form’s own words', async () => {
    const issues: [change: object, path: string, message: string][] = [
      [{ customer: { name: '', email: 'a@example.com' } }, 'customer.name', 'Customer name is required'],
      [{ customer: { name: 'A', email: 'nope' } }, 'customer.email', 'Valid email is required'],
      [{ customer: undefined }, 'customer', 'customer is required'],
      [{ pickupAddress: ' ' }, 'pickupAddress', 'Pickup address is required'],
      [{ deliveryAddress: undefined }, 'deliveryAddress', 'Delivery address is required'],
      [{ items: [] }, 'items', 'At least one item is required'],
      [{ items: undefined }, 'items', 'At least one item is required'],
      [{ items: [{ name: '' }] }, 'items.0.name', 'Item name is required'],
      [{ items: [{ name: 'A', quantity: 0 }] }, 'items.0.quantity', 'Quantity must be at least 1'],
      [{ items: [{ name: 'A', quantity: 1.5 }] }, 'items.0.quantity', 'Quantity must be at least 1'],
      [{ items: [{ name: 'A', quantity: null }] }, 'items.0.quantity', 'Quantity must be at least 1'],
      [{ items: [{ name: 'A', value: -1 }] }, 'items.0.value', 'Value must be non-negative'],
      [{ items: [{ name: 'A', value: '1.234' }] }, 'items.0.value', 'Value must be non-negative'],
      [{ speedType: 'whenever' }, 'speedType', 'Choose a delivery speed'],
    ];
    for (const [change, path, message] of issues)
      expectIssue(await world.visitor.post('/api/v1/quotes', { ...quoteBody(), ...change }), path, message);
    expectIssue(await world.visitor.post('/api/v1/quotes'), 'pickupAddress', 'Pickup address is required');
  });
  it('C12 takes only photos that were uploaded here and are nobody’s', async () => {
    const { file } = ok<{ file: { url: string } }>(
      await world.visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    const withPhoto = (imageUrls: unknown) =>
      world.visitor.post('/api/v1/quotes', quoteBody({ items: [{ name: 'Box', imageUrls }] }));
    ok(await withPhoto([file.url]));
    for (const urls of [
      [file.url],
      ['https://evil.example/a.png'],
      ['javascript:alert(1)'],
      ['/files/../../etc/passwd'],
      ['/files/0123456789abcdef0123456789abcdef.png'],
    ])
      expectError(await withPhoto(urls), 400, 'UNKNOWN_IMAGE');
  });
  it('C12 lets every role ask, but no key without the scope', async () => {
    for (const role of ['admin', 'dispatcher', 'driver', 'customer'] as const)
      expect((await world[role].post('/api/v1/quotes', quoteBody())).statusCode).toBe(201);
    expectError(await (await world.program('quotes:read')).post('/api/v1/quotes', quoteBody()), 403);
  });
});

describe('C13 GET, PUT, DELETE /api/v1/quotes/{id}', () => {
  it('C13 S01 S02 reads, prices, sends and marks paid', async () => {
    const { id } = await makeQuote(world.app);
    const url = `/api/v1/quotes/${id}`;
    expect(ok<Quote>(await world.dispatcher.get(url))).toMatchObject({ id, status: 'draft', price: null });
    expect(ok<Quote>(await world.dispatcher.put(url, { notes: 'Call first' }))).toMatchObject({
      status: 'draft',
      notes: 'Call first',
      pickupAddress: '1 Pickup Street\nSpringfield',
    });
    expect(ok<Quote>(await world.dispatcher.put(url, price))).toMatchObject({
      status: 'sent',
      price: '84.50',
      notes: 'Call first',
    });
    expect(ok<Quote>(await world.dispatcher.put(url, { status: 'paid' }))).toMatchObject({
      status: 'paid',
      price: '84.50',
    });
    expect(await world.app.sql('select status, price::text from quotes where id = ?', id)).toEqual([
      { status: 'paid', price: '84.50' },
    ]);
  });
  it('C13 takes the nested form, and refuses it for another quote', async () => {
    const { id } = await makeQuote(world.app);
    const url = `/api/v1/quotes/${id}`;
    expect(
      ok<Quote>(await world.dispatcher.put(url, { quoteId: id, data: { pickupAddress: 'Nested 1' } })).pickupAddress,
    ).toBe('Nested 1');
    expectIssue(
      await world.dispatcher.put(url, { quoteId: id + 1, data: { pickupAddress: 'Other' } }),
      'quoteId',
      'quoteId is another quote than the one in the address',
    );
    expectError(await world.dispatcher.put(url, { id: id + 1, pickupAddress: 'Other' }), 400, 'ID_MISMATCH');
    for (const wrong of [{ toString: 1 }, [{ toString: 1 }], [id]])
      expectError(await world.dispatcher.put(url, { id: wrong, pickupAddress: 'Other' }), 400, 'ID_MISMATCH');
    expect(await world.app.sql('select pickup_address from quotes where id = ?', id)).toEqual([
      { pickup_address: 'Nested 1' },
    ]);
  });
  it('C13 changes items by their ids and sends back whole quotes', async () => {
    const { id } = await makeQuote(world.app);
    const url = `/api/v1/quotes/${id}`;
    const read = ok<Quote>(await world.dispatcher.get(url));
    const again = ok<Quote>(await world.dispatcher.put(url, read));
    expect(again.items).toEqual(read.items);
    const [first] = read.items;
    const changed = ok<Quote>(
      await world.dispatcher.put(url, {
        items: [
          { id: first?.id, name: 'Renamed' },
          { name: 'New', quantity: 3, value: '' },
        ],
      }),
    );
    expect(changed.items).toMatchObject([
      { id: first?.id, name: 'Renamed', quantity: first?.quantity },
      { name: 'New', quantity: 3, value: null },
    ]);
    expectError(await world.dispatcher.put(url, { items: [{ id: NOWHERE, name: 'X' }] }), 400, 'UNKNOWN_ITEM');
  });
  it('C13 never takes null, "", [] or "false" for a value', async () => {
    const { id } = await makeQuote(world.app);
    const url = `/api/v1/quotes/${id}`;
    ok(await world.dispatcher.put(url, price));
    for (const bad of [null, '', [], false, 'false', '0x10', '1e3', '-1', 1.005, ' ', {}, '99999999999'])
      expect((await world.dispatcher.put(url, { price: bad })).statusCode, JSON.stringify(bad)).toBe(400);
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://pay.example.com',
      'https://u:p@pay.example.com',
      'http://169.254.169.254',
      'https://127.0.0.1/x',
      '',
      null,
    ])
      expect((await world.dispatcher.put(url, { paymentUrl: bad })).statusCode, String(bad)).toBe(400);
    expect(await world.app.sql('select status, price::text, payment_url from quotes where id = ?', id)).toEqual([
      { status: 'sent', price: '84.50', payment_url: price.paymentUrl },
    ]);
  });
  it('C13 S05 C39 deletes any quote but a converted one', async () => {
    const { id } = await makeQuote(world.app);
    expect(ok(await world.dispatcher.delete(`/api/v1/quotes/${id}`))).toEqual({ success: true });
    expect(await world.app.sql('select 1 from quotes where id = ?', id)).toEqual([]);
    const converted = await makePaidQuote(world.app, world.dispatcher);
    ok(await world.dispatcher.post(`/api/v1/quotes/${converted.id}/convert-to-order`));
    expectError(await world.dispatcher.delete(`/api/v1/quotes/${converted.id}`), 409, 'QUOTE_ALREADY_CONVERTED');
    expectError(
      await world.dispatcher.put(`/api/v1/quotes/${converted.id}`, { notes: 'x' }),
      409,
      'QUOTE_ALREADY_CONVERTED',
    );
  });
  it('C13 refuses bad ids, no session and the wrong role', async () => {
    const { id } = await makeQuote(world.app);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      for (const bad of ['0', 'abc', '%00', '9223372036854775808', '007'])
        expectError(await world.admin.call(method, `/api/v1/quotes/${bad}`), 400);
      expectError(await world.admin.call(method, `/api/v1/quotes/${NOWHERE}`), 404, 'QUOTE_NOT_FOUND');
      await expectRefused(world, [[method, `/api/v1/quotes/${id}`]], others);
    }
  });
});

describe('C14 GET /api/v1/quotes and GET /api/quotes', () => {
  it('C14 pages, filters, searches and sorts', async () => {
    const { id } = await makeQuote(world.app, { pickupAddress: 'Zanzibar 9' });
    const found = ok<{ data: Quote[]; total: number }>(
      await world.dispatcher.get('/api/v1/quotes?q=zanziBAR&status=draft,sent&from=2020-01-01&to=2999-01-01'),
    );
    expect(found.data.map((quote) => quote.id)).toEqual([id]);
    expect(ok<{ total: number }>(await world.dispatcher.get('/api/v1/quotes?q=zanzibar&status=paid')).total).toBe(0);
    expect(
      ok<{ data: Quote[] }>(await world.dispatcher.get(`/api/v1/quotes?q=${id}`)).data.map((quote) => quote.id),
    ).toContain(id);
    const prices = ok<{ data: Quote[] }>(await world.dispatcher.get('/api/v1/quotes?sort=price&limit=100')).data.map(
      (quote) => (quote.price === null ? -1 : Number(quote.price)),
    );
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  });
  it('C14 answers the same rows as a bare array without a version', async () => {
    const answer = await world.dispatcher.get('/api/quotes');
    expect(ok(answer)).toEqual(ok<{ data: Quote[] }>(await world.dispatcher.get('/api/v1/quotes?limit=100')).data);
    expect(answer.headers.link).toContain('/api/v1/quotes?page=1');
  });
  it('C14 refuses bad input, no session and the wrong role', async () => {
    for (const query of [
      'page=0',
      'limit=0',
      'status=king',
      'from=yesterday',
      'from=2026-02-30',
      'from=0000-01-01',
      'customerId=x',
      'sort=id;drop',
    ])
      expectError(await world.dispatcher.get(`/api/v1/quotes?${query}`), 400, 'VALIDATION_FAILED');
    await expectRefused(
      world,
      [
        ['GET', '/api/v1/quotes'],
        ['GET', '/api/quotes'],
      ],
      others,
    );
  });
});

describe('C15 POST /api/v1/quotes/{id}/send-email', () => {
  it('C15 writes the mail of a priced quote, with no body and any content type', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const { id } = await makeQuote(world.app);
      ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, price));
      expect(ok(await world.dispatcher.post(`/api/v1/quotes/${id}/send-email`, undefined, { headers }))).toMatchObject({
        success: true,
        delivery: 'kept',
        message: expect.any(String),
      });
      expect(
        await world.app.sql(
          `select count(*)::int as mails from emails where quote_id = ? and trigger = 'quote_sent'`,
          id,
        ),
      ).toEqual([{ mails: 2 }]);
    }
  });
  it('C15 refuses a quote without a price, bad ids, no session and the wrong role', async () => {
    const { id } = await makeQuote(world.app);
    expectError(await world.dispatcher.post(`/api/v1/quotes/${id}/send-email`), 409, 'QUOTE_NOT_PRICED');
    expectError(await world.dispatcher.post('/api/v1/quotes/0/send-email'), 400);
    expectError(await world.dispatcher.post(`/api/v1/quotes/${NOWHERE}/send-email`), 404);
    await expectRefused(world, [['POST', `/api/v1/quotes/${id}/send-email`]], others);
    expectError(await (await world.program('quotes:write')).post(`/api/v1/quotes/${id}/send-email`), 403);
  });
});

describe('C16 POST /api/v1/quotes/{id}/convert-to-order', () => {
  it('C16 S03 makes the order of a paid quote, once', async () => {
    const quote = await makePaidQuote(world.app, world.dispatcher);
    const answer = await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`, undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(201);
    const order = answer.json<Order>();
    expect(order).toMatchObject({ quoteId: quote.id, quotePrice: '120.00', status: 'pending', driverId: null });
    expect(ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${quote.id}`))).toMatchObject({
      status: 'converted',
      orderId: order.id,
      trackingNumber: order.trackingNumber,
    });
    expectError(
      await world.dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`),
      409,
      'QUOTE_ALREADY_CONVERTED',
    );
    const key = await world.program('quotes:manage');
    const another = await makePaidQuote(world.app, world.dispatcher);
    expect(ok<Order>(await key.post(`/api/v1/quotes/${another.id}/convert-to-order`)).accessCode).toBeNull();
  });
  it('C16 refuses an unpaid quote, bad ids, no session and the wrong role', async () => {
    const { id } = await makeQuote(world.app);
    expectError(await world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`), 409, 'QUOTE_NOT_PAID');
    expectError(await world.dispatcher.post('/api/v1/quotes/abc/convert-to-order'), 400);
    expectError(await world.dispatcher.post(`/api/v1/quotes/${NOWHERE}/convert-to-order`), 404);
    await expectRefused(world, [['POST', `/api/v1/quotes/${id}/convert-to-order`]], others);
    expect(await world.app.sql('select status from quotes where id = ?', id)).toEqual([{ status: 'draft' }]);
  });
});
