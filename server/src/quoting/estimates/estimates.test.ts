import { kilometresBetween } from '@quickfleet/shared/base/distance';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { pricingDefaults } from '@quickfleet/shared/company/pricing';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { rates } from '@quickfleet/shared/limits';
import type { Estimate, Replay } from '@quickfleet/shared/quoting/estimates';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { makePaidQuote, ok, openOrder, orderBody, photoFile, quoteBody } from '../../../test/support/factories.ts';
import { priceByRule } from './price-by-rule.ts';

const world = useWorld({ LIMIT_SCALE: 1 });
const asked = {
  pickupAddress: '1 Pickup Street\n10115 Berlin',
  deliveryAddress: '2 Delivery Road\n12047 Berlin',
  items: [{ name: 'Box', quantity: 2 }],
  speedType: 'let_quickfleet_choose',
};
const zones = [
  { label: 'City', postcodes: ['10*'], price: '5' },
  { label: 'Ring', postcodes: ['12*'], price: '8' },
];
const setRules = async (pricing: object, quoting: object = {}) =>
  ok<CompanySettings>(
    await world.admin.put('/api/v1/company', { pricing: { ...pricingDefaults, isOn: true, ...pricing }, quoting }),
  );
let callers = 0;
/** A visitor from an address of their own: each has a limit. */
const visitor = () => world.app.client({ ip: `10.20.${Math.floor(++callers / 200)}.${1 + (callers % 200)}` });
const ask = async (more: object = {}, who = visitor()) =>
  ok<Estimate>(await who.post('/api/v1/estimates', { ...asked, ...more }));

beforeEach(async () => {
  await setRules({ isOn: false });
});

describe('POST /estimates', () => {
  it('C232 answers nobody’s number, with a code and a sentence, while the rules are off or say nothing', async () => {
    expect(await ask()).toEqual({
      ...{ from: null, to: null, currency: 'USD', isBinding: false, basis: null, rules: null },
      ...{ code: 'ESTIMATES_OFF', message: 'Prices are not calculated here. We reply with a price.' },
      nextOpenDay: null,
    });
    await setRules({ base: '10', zones });
    expect(await ask({ deliveryAddress: 'Elsewhere' })).toMatchObject({ from: null, code: 'OUT_OF_ZONES' });
    await setRules({ base: '10', perKm: '1' });
    expect(await ask()).toMatchObject({ from: null, code: 'NO_DISTANCE', basis: null });
  });

  it('C232 answers a range to visitors and merchants, and what it is made of to the office alone', async () => {
    await setRules({ base: '20', perItem: '1', zones, rangePercent: 10 });
    const expected = { from: '27.00', to: '33.00', currency: 'USD', isBinding: false, basis: 'zone', code: null };
    expect(await ask()).toEqual({ ...expected, message: null, nextOpenDay: null, rules: null });
    const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody()));
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', {
        ...{ name: 'Shop', scopes: ['quotes:write'], customerId: order.customerId },
      }),
    );
    const merchant = world.app.client({ key });
    expect(await ask({}, merchant)).toEqual({ ...expected, message: null, nextOpenDay: null, rules: null });
    const lines = [
      { label: 'Delivery', from: '20.00', to: '20.00' },
      { label: 'Items: 2', from: '2.00', to: '2.00' },
      { label: 'Ring', from: '8.00', to: '8.00' },
    ];
    const rules = { price: '30.00', lines };
    expect(await ask({}, world.dispatcher)).toEqual({ ...expected, message: null, nextOpenDay: null, rules });
    expect(await ask({}, await world.program('quotes:write'))).toMatchObject({ rules });
    expect((await (await world.program('quotes:read')).post('/api/v1/estimates', asked)).statusCode).toBe(403);
    expect(await world.app.sql(`select 1 from quotes where pickup_address = '${asked.pickupAddress}'`)).toEqual([]);
  });

  it('C232 takes the whole payload of a quote, and one that is not finished', async () => {
    await setRules({ base: '10', rangePercent: 0 });
    expect(await ask(quoteBody())).toMatchObject({ from: '10.00', to: '10.00', basis: 'flat' });
    expect(await ask({ pickupAddress: '', deliveryAddress: '', items: [{ quantity: 1 }] })).toMatchObject({
      from: '10.00',
    });
    expectIssue(
      await visitor().post('/api/v1/estimates', { ...asked, items: [] }),
      'items',
      'At least one item is required',
    );
    expectIssue(
      await visitor().post('/api/v1/estimates', { ...asked, pickupAddress: 'x'.repeat(501) }),
      'pickupAddress',
      'At most 500 characters',
    );
  });

  it('C232 is open to pages of other sites, and limited by address', async () => {
    const headers = { origin: 'https://shop.example.com', 'sec-fetch-site': 'cross-site' };
    const answer = await visitor().post('/api/v1/estimates', asked, { headers });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    const who = visitor();
    const [{ max }] = rates['estimates.create'];
    for (let call = 0; call < max; call++) ok(await who.post('/api/v1/estimates', asked));
    expect((await who.post('/api/v1/estimates', asked)).statusCode).toBe(429);
  });

  it('C232 includes the tax that comes on top, and costs more on a day on which the company is closed', async () => {
    await setRules({ base: '10', outOfHours: '5', rangePercent: 0 }, { pricesIncludeTax: false, defaultTaxRate: '20' });
    expect(await ask()).toMatchObject({ from: '12.00' });
    const on = (speedDate: string) => ask({ speedType: 'specific_date', speedDate }, world.dispatcher);
    expect(await on('2027-03-07')).toMatchObject({ from: '18.00' });
    expect(await on('2027-03-08')).toMatchObject({ from: '12.00' });
    await setRules({ isOn: false }, { pricesIncludeTax: false, defaultTaxRate: '0' });
  });

  it('C233 knows distances from the proofs of earlier stops at both addresses, and from nothing else', async () => {
    await setRules({ base: '10', perKm: '2', zones, rangePercent: 0 });
    const ends = {
      pickupAddress: '7 Learned Lane\n10117 Berlin',
      deliveryAddress: '9 Proven Place\n12049 Berlin',
    };
    expect(await ask(ends)).toMatchObject({ from: '18.00', basis: 'zone' });
    const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody(ends)));
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    const photo = async (stop: string, position: object) =>
      ok(
        await phone.form(
          'POST',
          `/api/v1/driver/orders/${order.id}/photos`,
          { stop, position: JSON.stringify(position) },
          [await photoFile('photos')],
        ),
      );
    await photo('pickup', { lat: 52.52, lng: 13.405, accuracy: 12 });
    expect(await ask(ends)).toMatchObject({ basis: 'zone' });
    await world.app.sql(
      `insert into proof_pieces (order_id, kind, stop, url, received_at, "by", position)
       values (?, 'photo', 'delivery', '/files/none', now(), 'D', '{"lat": 52.48, "lng": 13.43, "accuracy": 900}'),
        (?, 'photo', 'delivery', '/files/none', now(), 'D', '{"lat": 52.48, "lng": 13.43, "accuracy": 20}')`,
      order.id,
      order.id,
    );
    const km = kilometresBetween({ lat: 52.52, lng: 13.405 }, { lat: 52.48, lng: 13.43 });
    expect(km).toBeCloseTo(4.76, 1);
    const upper = { ...ends, deliveryAddress: ends.deliveryAddress.toUpperCase() };
    expect(await ask(upper)).toMatchObject({ from: (10 + 2 * Number(km.toFixed(1))).toFixed(2), basis: 'distance' });
  });
});

describe('binding rules', () => {
  const queued = async () => {
    const jobs = await world.app.sql<{ payload: object }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'price_by_rule' order by j.id`,
    );
    await world.app.sql(`delete from graphile_worker._private_jobs`);
    return jobs.map(({ payload }) => payload);
  };
  const arrive = async () => {
    for (const payload of await queued()) await priceByRule(world.app.services, payload);
  };
  const link = 'https://pay.example.com/?ref={reference}&amount={total}';
  const request = async (more: object = {}, who = visitor(), language = 'en') =>
    ok<{ id: number }>(
      await who.post('/api/v1/quotes', quoteBody({ ...asked, ...more }), { headers: { 'accept-language': language } }),
    ).id;
  const read = async (id: number) => ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${id}`));

  it('C234 count the weight that the request says, as the price that was shown did', async () => {
    const classes = [
      { label: 'Light', upToKg: 10, price: '5' },
      { label: 'Heavy', upToKg: 100, price: '30' },
    ];
    await setRules({ isBinding: true, base: '20', classes }, { defaultPaymentUrl: link });
    expect(await ask({ weightKg: 40 })).toMatchObject({ from: '50.00', to: '50.00', isBinding: true });
    const id = await request({ weightKg: 40 });
    await arrive();
    expect(await read(id)).toMatchObject({ status: 'sent', price: '50.00', estimate: { from: '50.00', to: '50.00' } });
    await setRules({ isBinding: true, classes: [] });
  });

  it('C234 price and send a request on arrival as staff do, and the history says that it was by rule', async () => {
    await setRules({ isBinding: true, base: '20', perItem: '1.5', zones }, { defaultPaymentUrl: link });
    expect(await ask()).toMatchObject({ from: '31.00', to: '31.00', isBinding: true });
    const id = await request();
    await arrive();
    const quote = await read(id);
    expect(quote).toMatchObject({ status: 'sent', price: '31.00' });
    expect(quote.paymentUrl).toContain('amount=31.00');
    expect(quote.lines.map(({ label, unitPrice }) => [label, unitPrice])).toEqual([
      ['Delivery', '20.00'],
      ['Items: 2', '3.00'],
      ['Ring', '8.00'],
    ]);
    expect(await world.app.sql(`select 1 from emails where quote_id = ? and trigger = 'quote_sent'`, id)).toHaveLength(
      1,
    );
    const lines = await world.app.sql(
      `select actor_name, detail from history where subject = 'quote' and subject_id = ? and action = 'quote.priced_by_rule'`,
      id,
    );
    expect(lines).toEqual([{ actor_name: 'QuickFleet', detail: 'Delivery: 20.00\nItems: 2: 3.00\nRing: 8.00' }]);
    // Once: what the office does afterwards stays.
    await priceByRule(world.app.services, { id, noMailBecause: null });
    expect((await read(id)).version).toBe(quote.version);
  });

  it('C500 name the parts in the customer’s language, and in English in the history', async () => {
    await setRules({ isBinding: true, base: '20', perItem: '1.5', zones }, { defaultPaymentUrl: link });
    const id = await request({}, visitor(), 'de');
    await arrive();
    expect((await read(id)).lines.map(({ label }) => label)).toEqual(['Delivery', 'Stück: 2', 'Ring']);
    const lines = await world.app.sql(
      `select detail from history where subject = 'quote' and subject_id = ? and action = 'quote.priced_by_rule'`,
      id,
    );
    expect(lines).toEqual([{ detail: 'Delivery: 20.00\nItems: 2: 3.00\nRing: 8.00' }]);
  });

  it('C234 leave to the office what has no single price, what staff type in, and what an address got too often', async () => {
    const classes = [
      { label: 'Light', upToKg: 10, price: '1' },
      { label: 'Heavy', upToKg: 100, price: '9' },
    ];
    await setRules({ isBinding: true, base: '20', classes }, { defaultPaymentUrl: link });
    const unknown = await request();
    await arrive();
    expect(await read(unknown)).toMatchObject({ status: 'draft', price: null });
    const items = [{ name: 'Box 5 kg', quantity: 1 }];
    const typed = ok<{ id: number }>(await world.dispatcher.post('/api/v1/quotes', quoteBody({ ...asked, items }))).id;
    expect(await queued()).toEqual([]);
    expect(await read(typed)).toMatchObject({ status: 'draft', price: null });
    const customer = { name: 'Often', email: 'often@example.org' };
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await request({ customer, items }));
    await arrive();
    const states = await Promise.all(ids.map(read));
    expect(states.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'draft']);
  });

  it('C234 without a payment link the price waits as a draft; what refuses the mail is history, and no error of the visitor', async () => {
    await setRules({ isBinding: true, base: '20' }, { defaultPaymentUrl: null });
    const waiting = await request();
    await arrive();
    expect(await read(waiting)).toMatchObject({ status: 'draft', price: '20.00' });
    await setRules({ isBinding: true, base: '20' }, { defaultPaymentUrl: link });
    ok(
      await world.admin.post('/api/v1/email-templates', {
        ...{ name: 'Without link', type: 'customer', trigger: 'quote_sent', subject: 'S', content: 'C' },
      }),
    );
    const refused = await request();
    await arrive();
    expect(await read(refused)).toMatchObject({ status: 'draft', price: null });
    const [line] = await world.app.sql<{ detail: string }>(
      `select detail from history where subject_id = ? and action = 'quote.priced_by_rule'`,
      refused,
    );
    expect(line?.detail).toMatch(/^Not priced: The e-mail template of priced quotes/);
    await world.app.sql('truncate email_templates cascade');
  });

  it('C234 a key that said notify: false gets a priced quote and its customer no mail', async () => {
    await setRules({ isBinding: true, base: '20' }, { defaultPaymentUrl: link });
    const key = await world.program('quotes:write', 'quotes:read');
    const id = await request({ notify: false }, key);
    await arrive();
    expect(await read(id)).toMatchObject({ status: 'sent', price: '20.00' });
    expect(
      await world.app.sql(
        `select 1 from emails where quote_id = ? and trigger like 'quote_%' and trigger not like '%office'`,
        id,
      ),
    ).toEqual([]);
  });
});

describe('trying rules on what was paid', () => {
  it('C235 compares the last paid quotes with rules that need not be saved, for admins alone', async () => {
    for (const price of ['100', '50']) {
      const quote = await makePaidQuote(world.app, world.dispatcher, asked);
      await world.app.sql(`update quotes set price = ? where id = ?`, price, quote.id);
    }
    await world.app.sql(`update quotes set status = 'draft' where price is null`);
    await world.app.sql(`delete from quotes where status = 'sent'`);
    const { isOn: _, ...rules } = pricingDefaults;
    const play = async (more: object) =>
      ok<Replay>(await world.admin.post('/api/v1/estimates/replay', { pricing: { ...rules, isOn: false, ...more } }));
    expect(await play({ base: '78', rangePercent: 30 })).toEqual({
      ...{ compared: 2, skipped: 0, averagePercent: 17, withinRange: 1 },
    });
    expect(await play({ perKm: '1' })).toEqual({ compared: 0, skipped: 2, averagePercent: null, withinRange: 0 });
    for (const who of [world.dispatcher, world.visitor])
      expect((await who.post('/api/v1/estimates/replay', { pricing: pricingDefaults })).statusCode).toBeGreaterThan(
        400,
      );
    expectError(
      await world.dispatcher.post('/api/v1/estimates/replay', { pricing: pricingDefaults }),
      403,
      'FORBIDDEN',
    );
  });

  it('C235 rules are settings of the company: refused at their field, and never of a dispatcher', async () => {
    expectIssue(
      await world.admin.put('/api/v1/company', { pricing: { zones: [{ label: 'A', postcodes: ['*'], price: '1' }] } }),
      'pricing.zones.0.postcodes.0',
      'A postcode has letters and digits, and may end with *',
    );
    expect((await world.dispatcher.put('/api/v1/company', { pricing: { isOn: true } })).statusCode).toBe(403);
    const saved = await setRules({ zones, rangePercent: 20 });
    expect(saved.pricing).toEqual({ ...pricingDefaults, isOn: true, zones, rangePercent: 20 });
  });
});
