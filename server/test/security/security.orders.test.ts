import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { ACCESS_CODE_ALPHABET } from '@quickfleet/shared/limits';
import { describe, expect, it } from 'vitest';
import { newAccessCode, newTrackingNumber } from '../../src/security/codes.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makeOrder, makePaidQuote, makeQuote, ok, openOrder, photoFile, signatureFile } from '../support/factories.ts';

const world = useWorld();

describe('T-1 T-3 numbers and codes', () => {
  it('T-1 ten thousand codes: no two the same, no look-alikes, no favourite symbol', () => {
    const codes = Array.from({ length: 10_000 }, newAccessCode);
    expect(new Set(codes).size).toBe(codes.length);
    const counts = new Map<string, number>();
    for (const symbol of codes.join('')) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    expect([...counts.keys()].sort().join('')).toBe([...ACCESS_CODE_ALPHABET].sort().join(''));
    for (const misread of 'ILOU') expect(counts.has(misread)).toBe(false);
    const expected = 100_000 / 32;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 31 degrees of freedom, p > 0.001.
    expect(chiSquare).toBeLessThan(61.1);
  });

  it('T-3 a tracking number tells nothing of the next, and guesses hit nothing', () => {
    const numbers = new Set(Array.from({ length: 1000 }, newTrackingNumber));
    expect(numbers.size).toBe(1000);
    for (const number of numbers) {
      expect(number).toMatch(/^QF\d{12}$/);
      expect(numbers.has(`QF${String(Number(number.slice(2)) + 1).padStart(12, '0')}`)).toBe(false);
    }
    expect(Array.from({ length: 10_000 }, newTrackingNumber).filter((guess) => numbers.has(guess))).toEqual([]);
  });

  it('the tracking number is never the code', async () => {
    const order = await makeOrder(world.app, world.admin);
    for (const accessCode of [order.trackingNumber, order.trackingNumber.slice(0, 12), order.trackingNumber.slice(2)])
      expect([400, 401]).toContain((await world.visitor.post('/api/driver/access', { accessCode })).statusCode);
    expect(
      await world.app.sql(
        'select count(*)::int as n from orders where access_code_hash is null or access_code_sealed is null',
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('a code expires a day after delivery or cancelling, and immediately when it is changed', async () => {
    const [rotated, cancelled, reassigned] = [
      await makeOrder(world.app, world.admin),
      await makeOrder(world.app, world.admin),
      await makeOrder(world.app, world.admin),
    ];
    const phone = await openOrder(world.app, rotated);
    const fresh = ok<Order>(await world.dispatcher.post(`/api/v1/orders/${rotated.id}/access-code`));
    expectError(await phone.get('/api/v1/driver/order'), 401);
    expectError(
      await world.app.client().post('/api/driver/access', { accessCode: rotated.accessCode }),
      401,
      'ACCESS_CODE_ENDED',
    );
    await openOrder(world.app, { accessCode: fresh.accessCode ?? '' });
    const second = await world.app.as('driver');
    ok(await world.admin.post(`/api/v1/orders/${reassigned.id}/assign`, { driverId: world.driver.userId }));
    const firstPhone = await openOrder(world.app, reassigned);
    ok(await world.admin.post(`/api/v1/orders/${reassigned.id}/assign`, { driverId: second.userId, reassign: true }));
    expectError(await firstPhone.get('/api/v1/driver/order'), 401);
    const third = await openOrder(world.app, cancelled);
    ok(await world.admin.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    expectError(
      await third.post(`/api/driver/pickup/${cancelled.items[0]?.id}`, { isPickedUp: true }),
      409,
      'ORDER_CANCELLED',
    );
    world.app.setClock(new Date(Date.now() + 25 * 3_600_000));
    expectError(
      await world.app.client().post('/api/driver/access', { accessCode: cancelled.accessCode }),
      401,
      'CODE_EXPIRED',
    );
    expectError(await third.get('/api/v1/driver/order'), 401);
    world.app.setClock(undefined);
  });

  it('an opened order closes after twelve hours', async () => {
    const phone = await openOrder(world.app, await makeOrder(world.app, world.admin));
    ok(await phone.get('/api/v1/driver/order'));
    world.app.setClock(new Date(Date.now() + 12.1 * 3_600_000));
    expectError(await phone.get('/api/v1/driver/order'), 401);
    world.app.setClock(undefined);
  });
});

describe('T-4 T-5 what belongs to others', () => {
  it('X03 T-5 a driver reads and moves only their own orders', async () => {
    const [mine, theirs] = [world.driver, await world.app.as('driver')];
    const order = await makeOrder(world.app, world.admin);
    ok(await world.admin.post(`/api/v1/orders/${order.id}/assign`, { driverId: theirs.userId }));
    expectError(await mine.get(`/api/v1/orders/driver/${theirs.userId}`), 403);
    expectError(await mine.get(`/api/v1/orders/${order.id}`), 404);
    expectError(await mine.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }), 404);
    for (const url of [`/trpc/orders.get?input=${encodeURIComponent(JSON.stringify({ id: order.id }))}`])
      expect((await mine.get(url)).statusCode).toBe(404);
    expect((await mine.post('/trpc/orders.setStatus', { id: order.id, status: 'in_transit' })).statusCode).toBe(404);
    const body = ok<{ data: { accessCode?: string }[] }>(await theirs.get(`/api/v1/orders/driver/${theirs.userId}`));
    expect(JSON.stringify(body)).not.toMatch(/accessCode/);
    expect(await world.app.sql('select status from orders where id = ?', order.id)).toEqual([{ status: 'assigned' }]);
  });

  it('T-4 the session of one code reaches no item of another order, on any surface', async () => {
    const [mine, theirs] = [await makeOrder(world.app, world.admin), await makeOrder(world.app, world.admin)];
    const phone = await openOrder(world.app, mine);
    const item = theirs.items[0]?.id;
    const answers = [
      await phone.put(`/api/v1/driver/items/${item}`, { name: 'X' }),
      await phone.delete(`/api/v1/driver/items/${item}`),
      await phone.form('POST', `/api/driver/pickup/${item}`, {}, [await photoFile('pickupImages')]),
      await phone.form('POST', `/api/driver/delivery/${item}`, {}, [await photoFile('deliveryImages')]),
      await phone.form('POST', `/api/driver/transit/${item}`, { isInTransit: 'true' }),
      await phone.post(`/api/v1/driver/order/${theirs.id}/items`, { name: 'X' }),
      await phone.form('POST', '/api/driver/signature', { orderId: String(theirs.id) }, [await signatureFile()]),
      await phone.form('POST', '/api/driver/signature', { quoteId: String(theirs.quoteId) }, [await signatureFile()]),
      await phone.put(`/api/v1/orders/${theirs.id}/status`, { status: 'in_transit' }),
    ];
    for (const answer of answers) expectError(answer, 404);
    expectError(await phone.get(`/api/v1/orders/${mine.id}`), 401);
    expect(
      await world.app.sql('select name, is_picked_up from order_items where order_id = ? order by position', theirs.id),
    ).toEqual(theirs.items.map(({ name }) => ({ name, is_picked_up: false })));
    expect(await Array.fromAsync(world.app.services.files.list())).toEqual([]);
  });

  it('T-15 a photo of another item or another customer cannot be taken, shown or removed', async () => {
    const { file } = ok<{ file: { url: string } }>(
      await world.dispatcher.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    const theirs = await makeOrder(world.app, world.admin);
    const holder = await openOrder(world.app, theirs);
    const shown = ok<{ imageUrls: string[] }>(
      await holder.form('PUT', `/api/v1/driver/items/${theirs.items[0]?.id}`, {}, [await photoFile('images')]),
    );
    const mine = await makeOrder(world.app, world.admin);
    const phone = await openOrder(world.app, mine);
    for (const url of [...shown.imageUrls, file.url, '../../x', '/files/../../etc/passwd', '%2e%2e/x'])
      expectError(
        await phone.form('PUT', `/api/v1/driver/items/${mine.items[0]?.id}`, {
          removeImageUrls: JSON.stringify([url]),
        }),
        400,
        'UNKNOWN_IMAGE',
      );
    for (const url of shown.imageUrls) {
      expectError(
        await world.visitor.post('/api/v1/quotes', {
          customer: { name: 'A', email: 'a@example.com' },
          pickupAddress: 'P',
          deliveryAddress: 'D',
          items: [{ name: 'B', imageUrls: [url] }],
        }),
        400,
        'UNKNOWN_IMAGE',
      );
      expect((await world.visitor.get(url)).statusCode).toBe(200);
    }
  });
});

describe('T-29 who did it', () => {
  it('T-29 marking paid, a price and a look at a code each leave one line that nothing can change', async () => {
    const { id } = await makeQuote(world.app);
    const url = `/api/v1/quotes/${id}`;
    ok(await world.dispatcher.put(url, { price: '10', paymentUrl: 'https://pay.example.com' }));
    ok(await world.dispatcher.put(url, { price: '20' }));
    ok(await world.dispatcher.put(url, { status: 'paid' }));
    const order = ok<Order>(await world.dispatcher.post(`${url}/convert-to-order`));
    ok(await world.admin.get(`/api/v1/orders/${order.id}`));
    ok(await world.admin.get(`/api/v1/orders/${order.id}`));
    const lines = ok<{
      data: { action: string; actor: string; from: string | null; to: string | null; detail: string | null }[];
    }>(await world.admin.get(`/api/v1/history/quote/${id}`)).data;
    expect(lines.map(({ action, from, to }) => [action, from, to].filter(Boolean).join(' '))).toEqual([
      'quote.created draft',
      'quote.priced',
      'quote.sent draft sent',
      'quote.priced',
      'quote.updated',
      'quote.revised',
      'quote.paid sent paid',
      'quote.converted paid converted',
    ]);
    expect(lines.filter(({ action }) => action === 'quote.priced').map(({ detail }) => detail)).toEqual([
      'no price → 10.00',
      '10.00 → 20.00',
    ]);
    expect(
      await world.app.sql(
        `select count(*)::int as n from history where subject = 'order' and subject_id = ? and action = 'order.code_viewed' and actor_id = ?`,
        order.id,
        world.admin.userId,
      ),
    ).toEqual([{ n: 1 }]);
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await world.admin.call(method, `/api/v1/history/quote/${id}`)).statusCode).toBe(405);
  });

  it('T-29 nobody’s answer holds an access code but the order’s own', async () => {
    const order = await makeOrder(world.app, world.admin);
    const paid = await makePaidQuote(world.app, world.dispatcher);
    for (const url of [
      '/api/v1/orders?limit=100',
      '/api/v1/stats',
      '/api/quotes',
      `/api/v1/quotes/${order.quoteId}`,
      `/api/v1/history/order/${order.id}`,
      `/api/v1/quotes/${paid.id}`,
      '/api/v1/emails?limit=100',
      '/api/v1/customers',
    ])
      expect((await world.admin.get(url)).body, url).not.toContain(order.accessCode);
    expect((await world.admin.get(`/api/v1/orders/${order.id}`)).body).toContain(order.accessCode);
    const mails = await world.app.sql<{ html: string; text: string }>('select html, text from emails');
    expect(JSON.stringify(mails)).not.toContain(order.accessCode);
    expect(JSON.stringify(await world.app.sql('select * from history'))).not.toContain(order.accessCode);
  });
});
