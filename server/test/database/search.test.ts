import { searchWords } from '@quickfleet/shared/base/search-words';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveWords } from '../../src/db/schema/fill-words.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder, ok, orderBody, quoteBody } from '../support/factories.ts';
import { corpus, type Pair } from '../support/search-corpus.ts';

let app: TestApp;
let office: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as('dispatcher');
});
afterAll(() => app.close());

interface Found {
  total: number;
  data: { id: number }[];
}
const idsOf = async (list: string, q: string, client = office): Promise<number[]> =>
  ok<Found>(await client.get(`/api/v1/${list}?limit=100&q=${encodeURIComponent(q)}`)).data.map(({ id }) => id);

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
/** What people make of it when they type: other letter cases, orders, spaces and forms of the same signs. */
const waysOf = ([name, address, phone]: Pair): string[] => {
  const digits = phone.replaceAll(/\D/g, '');
  return [
    name.toLowerCase().split(/\s+/).toReversed().join('  '),
    withoutAccents(name).toUpperCase(),
    address.replaceAll(/[\n,]+/g, ' ').normalize('NFD'),
    `${address.split('\n')[0]} ${searchWords(name)[0]}`,
    digits,
    digits.slice(-7).replace(/(...)/, '$1 '),
    phone.replaceAll(' ', '-'),
  ];
};

describe('finding anything', () => {
  it('C210 a corpus of 200 names, addresses and phone numbers in 20 scripts is found by what people type', async () => {
    const pairs = Object.values(corpus).flat();
    expect([Object.keys(corpus).length, pairs.length]).toEqual([20, 200]);
    const ids: number[] = [];
    for (const [customerName, deliveryAddress, customerPhone] of pairs) {
      const body = orderBody({ customerName, deliveryAddress, customerPhone, customerEmail: null });
      ids.push(ok<{ id: number }>(await office.post('/api/v1/orders', body)).id);
    }
    const missed: string[] = [];
    for (const [place, pair] of pairs.entries()) {
      const [, , , ...typed] = pair;
      const ways = waysOf(pair);
      // Each pair in two of the ways: those of a script are all tried.
      for (const q of [...typed, ways[place % ways.length] ?? '', ways[(place + 3) % ways.length] ?? ''])
        if (!(await idsOf('orders', q)).includes(ids[place] ?? 0)) missed.push(`${q} for ${pair[0]}, ${pair[1]}`);
    }
    expect(missed).toEqual([]);
  });

  it('C210 it is as exact as the corpus needs: what somebody typed for one pair finds few others', async () => {
    for (const q of ["o'connell", '12 Main', 'zoëplatz', 'αθηνας 21', '港区六本木', '+44 20 7946 0958'])
      expect(await idsOf('orders', q), q).toHaveLength(1);
    expect(await idsOf('orders', 'connell papadopoulos')).toEqual([]);
    for (const q of ['-', '%', '_', '%%', '\\', "'", '…']) expect(await idsOf('orders', q), q).toEqual([]);
  });

  it('C211 an order is found by its driver, contacts, parcels, number, quote and papers', async () => {
    const driver = await app.as('driver');
    const admin = await app.as('admin');
    ok(await admin.put(`/api/v1/users/${driver.userId}`, { firstName: 'Wěnceslaus', lastName: 'Tregeagle' }));
    const order = await makeOrder(app, office, {
      deliveryAddress: '7 Quillfeather Row',
      deliveryContact: { name: 'Ottoline Fairweather', phone: '+1 555 0142', email: 'ottoline@example.org' },
    });
    ok(await office.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    const quote = ok<{ id: number; reference: string }>(await office.get(`/api/v1/quotes/${order.quoteId}`));
    const paper = await office.get(`/api/v1/quotes/${quote.id}/quote.pdf`);
    expect(paper.statusCode).toBe(200);
    const [{ number } = { number: '' }] = await app.sql<{ number: string }>(
      'select number from papers where quote_id = ?',
      quote.id,
    );
    const tracking = order.trackingNumber;
    const ways = [
      'tregeagle',
      'quillfeather wenceslaus',
      'fairweather row',
      'OTTOLINE@example.org',
      '555-0142 ottoline',
      `${tracking}-03`,
      `${tracking.slice(0, 6)} ${tracking.slice(6)}`,
      `#${order.id}`,
      quote.reference,
      quote.reference.replace('-', ' ').toLowerCase(),
      number,
      number.toLowerCase().replaceAll('-', ' '),
    ];
    for (const q of ways) expect(await idsOf('orders', q), q).toContain(order.id);
    for (const q of [tracking, `${tracking}-01`, `#${quote.id}`, quote.reference, number, 'ottoline quillfeather'])
      expect(await idsOf('quotes', q), q).toContain(quote.id);
    for (const q of [`#${order.id}`, tracking, quote.reference]) expect(await idsOf('emails', q), q).not.toEqual([]);
    expect(await idsOf('orders', `#${order.id}`)).toEqual([order.id]);
    expect(await idsOf('orders', '#999999')).toEqual([]);
  });

  it('C212 customers and mails are found in the same way, and a change is found right away', async () => {
    const contact = { name: 'Søren Blåbjerg', email: 'soren.b@example.org', phone: '+45 33 12 99 88' };
    const customer = ok<{ id: number }>(
      await office.post('/api/v1/customers', { ...contact, company: 'Ægir & Sønner' }),
    );
    for (const q of ['blabjerg soren', 'aegir sonner', '3312-9988', 'soren.b@EXAMPLE.org', `#${customer.id}`])
      expect(await idsOf('customers', q), q).toEqual([customer.id]);
    ok(await office.put(`/api/v1/customers/${customer.id}`, { name: 'SØREN BLÅBJERG' }));
    expect(await idsOf('customers', 'blabjerg soren')).toEqual([customer.id]);
    ok(await office.put(`/api/v1/customers/${customer.id}`, { name: 'Inger Blåbjerg' }));
    expect(await idsOf('customers', 'soren blabjerg aegir')).toEqual([customer.id]);
    expect(await idsOf('customers', 'søren blåbjerg inger')).toEqual([customer.id]);
    ok(await office.put(`/api/v1/customers/${customer.id}`, { email: 'inger@example.org' }));
    expect([await idsOf('customers', 'soren'), await idsOf('customers', 'inger')]).toEqual([[], [customer.id]]);
    const quote = ok<{ id: number }>(
      await app.client().post('/api/v1/quotes', quoteBody({ customer: { ...contact, email: 'zoë.näf@example.org' } })),
    );
    expect(await idsOf('emails', 'example.org naf zoe')).not.toEqual([]);
    expect(await idsOf('quotes', 'NÄF soren')).toEqual([quote.id]);
  });

  it('C213 who may not read a field does not find a row by it', async () => {
    const driver = await app.as('driver');
    const email = 'secretly.named@example.org';
    const order = ok<{ id: number }>(
      await office.post(
        '/api/v1/orders',
        orderBody({
          customerEmail: email,
          driverId: driver.userId,
          externalId: 'CART-9944',
          metadata: { shop: 'Xyzzy' },
        }),
      ),
    );
    const own = `orders/driver/${driver.userId}`;
    for (const q of [email, 'secretly', 'CART-9944', 'xyzzy']) {
      expect(await idsOf('orders', q), q).toEqual([order.id]);
      expect(await idsOf(own, q, driver), q).toEqual([]);
    }
    expect(await idsOf(own, 'pickup ada', driver)).toEqual([order.id]);
  });

  it('C214 a row that something else wrote loses its words, and has them again within a minute', async () => {
    const order = ok<{ id: number }>(await office.post('/api/v1/orders', orderBody({ deliveryAddress: 'Oldfield 1' })));
    await app.sql(`update orders set notes = 'x' where id = ?`, order.id);
    expect(await idsOf('orders', 'oldfield')).toEqual([order.id]);
    await app.sql(`update orders set delivery_address = 'Newfield 2' where id = ?`, order.id);
    expect(await app.sql('select words from orders where id = ?', order.id)).toEqual([{ words: null }]);
    expect(await idsOf('orders', 'oldfield')).toEqual([]);
    await giveWords(app.services.orm.em);
    expect([await idsOf('orders', 'newfield'), await idsOf('orders', 'oldfield')]).toEqual([[order.id], []]);
    expect(await app.sql('select count(*)::int as n from orders where words is null')).toEqual([{ n: 0 }]);
  });
});
