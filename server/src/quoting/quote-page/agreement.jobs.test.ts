import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterEach, describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';
import { checkCounters } from '../../company/counters/counters.service.ts';
import { expireQuotes, remindCustomers } from '../promises/quotes.reminders.ts';
import { giveMissingLinks } from '../quotes/quotes.link.ts';

const world = useWorld({ LIMIT_SCALE: 1000, BUSINESS_TIMEZONE: 'UTC' });
afterEach(() => world.app.setClock(undefined));

const day = (n: number, hour = 12) => new Date(Date.UTC(2026, 2, n, hour));
const at = (quote: Quote) => `/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`;
const read = async (id: number) => ok<Quote>(await world.admin.get(`/api/v1/quotes/${id}`));
const price = { price: '100.00', paymentUrl: 'https://pay.example.com/q' };
/** Sent on March 1 and valid until March 15. */
async function sent(body: object = price): Promise<Quote> {
  world.app.setClock(day(1));
  const { id } = await makeQuote(world.app);
  return ok<Quote>(await world.admin.put(`/api/v1/quotes/${id}`, body));
}
const reminders = async ({ id }: Quote) =>
  (
    await world.app.sql<{ trigger: string }>(
      `select trigger from emails where quote_id = ? and trigger in ('quote_ending', 'quote_silent') order by id`,
      id,
    )
  ).map(({ trigger }) => trigger);
/** Several concurrent workers, on each of these days. */
async function work(...days: readonly number[]): Promise<void> {
  for (const n of days) {
    world.app.setClock(day(n));
    await Promise.all(Array.from({ length: 3 }, () => remindCustomers(world.app.services)));
  }
}
const everyDay = Array.from({ length: 18 }, (_, n) => n + 1);

describe('U35 reminders', () => {
  it('U35 go once after days of silence and once before the last day, however many workers run', async () => {
    const quote = await sent();
    world.app.setClock(day(14, 3));
    expect(await remindCustomers(world.app.services)).toBe(0);
    await work(...everyDay);
    expect(await reminders(quote)).toEqual(['quote_silent', 'quote_ending']);
    expect((await read(quote.id)).version).toBe(quote.version);
  });

  it('U35 never go to a customer who decided or asked, and start again with a new offer', async () => {
    const [accepted, declined, asked, paid, renewed] = [
      await sent(),
      await sent(),
      await sent(),
      await sent(),
      await sent(),
    ];
    ok(await world.visitor.post(`${at(accepted)}/accept`, { revision: 1, name: 'Ada', termsAccepted: true }));
    ok(await world.visitor.post(`${at(declined)}/decline`, { reason: 'no' }));
    ok(await world.visitor.post(`${at(asked)}/questions`, { text: 'When?' }));
    ok(await world.admin.put(`/api/v1/quotes/${paid.id}`, { status: 'paid' }));
    await work(...everyDay);
    for (const quote of [accepted, declined, asked, paid]) expect(await reminders(quote)).toEqual([]);
    ok(await world.admin.post(`/api/v1/quotes/${renewed.id}/renew`));
    await work(20, 24, 30, 31);
    expect(await reminders(renewed)).toEqual(['quote_silent', 'quote_ending', 'quote_silent', 'quote_ending']);
  });

  it('U35 are switched off one by one in the settings, and at their templates', async () => {
    ok(await world.admin.put('/api/v1/company', { quoting: { remindSilent: false } }));
    const one = await sent();
    await work(...everyDay);
    expect(await reminders(one)).toEqual(['quote_ending']);
    ok(await world.admin.put('/api/v1/company', { quoting: { remindSilent: true, remindBeforeEnd: false } }));
    const other = await sent();
    await work(...everyDay);
    expect(await reminders(other)).toEqual(['quote_silent']);
    ok(await world.admin.put('/api/v1/company', { quoting: { remindBeforeEnd: true } }));
  });

  it('U35 that could not be written hold up no other, and are written once when they can be', async () => {
    const [one, other] = [await sent(), await sent()];
    await world.app.sql(
      `create function refuse_mail() returns trigger language plpgsql as $$ begin if new.quote_id = ${one.id} then raise exception 'no room'; end if; return new; end $$`,
    );
    await world.app.sql(
      'create trigger refuse_mail before insert on emails for each row execute function refuse_mail()',
    );
    await work(6, 7);
    expect([await reminders(one), await reminders(other)]).toEqual([[], ['quote_silent']]);
    await world.app.sql('drop trigger refuse_mail on emails');
    await work(8, 9);
    expect([await reminders(one), await reminders(other)]).toEqual([['quote_silent'], ['quote_silent']]);
  });

  it('U35 leave alone what an earlier release sent', async () => {
    const quote = await sent();
    await world.app.sql('update quotes set sent_at = null, valid_until = null where id = ?', quote.id);
    await work(...everyDay);
    expect(await reminders(quote)).toEqual([]);
  });
});

describe('U36 what is active', () => {
  const active = async () => ok<Dashboard>(await world.admin.get('/api/v1/stats')).activeQuotes;
  const list = async (query: string) =>
    ok<{ data: Quote[]; total: number }>(await world.admin.get(`/api/v1/quotes?limit=100&${query}`));
  const ids = ({ data }: { data: Quote[] }) => data.map(({ id }) => id);

  it('U36 leaves out declined and expired quotes, exactly at midnight, before and after the job has noted them', async () => {
    const open = await sent({ ...price, validUntil: '2026-04-30' });
    const [declined, expired] = [await sent(), await sent()];
    const before = await active();
    ok(await world.visitor.post(`${at(declined)}/decline`, { reason: 'no' }));
    expect(await active()).toBe(before - 1);
    const others = (await list('outcome=none')).total;
    world.app.setClock(day(16, 0));
    const left = await active();
    expect(left).toBe((await list('status=draft,sent,accepted&outcome=none')).total);
    expect(others - (await list('outcome=none')).total).toBeGreaterThan(0);
    expect(ids(await list('outcome=expired'))).toContain(expired.id);
    expect(ids(await list('outcome=declined'))).toContain(declined.id);
    expect(ids(await list('outcome=declined,expired'))).toEqual(expect.arrayContaining([declined.id, expired.id]));
    expect(ids(await list('status=draft,sent,accepted&outcome=none'))).toContain(open.id);
    await Promise.all([expireQuotes(world.app.services), expireQuotes(world.app.services)]);
    expect(await active()).toBe(left);
    expect(await checkCounters(world.app.services)).toEqual([]);
    const noted = await world.app.sql(
      `select q.outcome, (select count(*)::int from history h where h.subject = 'quote' and h.subject_id = q.id and h.action = 'quote.expired') as lines from quotes q where id = ?`,
      expired.id,
    );
    expect(noted).toEqual([{ outcome: 'expired', lines: 1 }]);
    expectError(await world.admin.get('/api/v1/quotes?outcome=lost'), 400);
    ok(await world.admin.put(`/api/v1/quotes/${expired.id}`, { status: 'paid' }));
    expect(await read(expired.id)).toMatchObject({ status: 'paid', outcome: null });
    expect(await checkCounters(world.app.services)).toEqual([]);
  });
});

describe('U37 lines', () => {
  it('U37 make the price, with taxes on top or inside; a price alone stays one line', async () => {
    const lines = [
      { label: 'Base price', quantity: 2, unitPrice: '49.99', taxRate: 19 },
      { label: 'Books', quantity: '1', unitPrice: 10, taxRate: '7' },
      { label: 'Discount', quantity: 1, unitPrice: '-9.99', taxRate: 19 },
    ];
    const quote = await sent({ lines, paymentUrl: price.paymentUrl });
    expect(quote).toMatchObject({ status: 'sent', price: '117.79', total: '117.79', taxTotal: '17.80' });
    expect(quote.lines[0]).toEqual({ label: 'Base price', quantity: '2', unitPrice: '49.99', taxRate: '19' });
    const put = (body: object) => world.admin.put(`/api/v1/quotes/${quote.id}`, body);
    ok(await world.admin.put('/api/v1/company', { quoting: { pricesIncludeTax: true, defaultTaxRate: '19' } }));
    expect(ok<Quote>(await put({ notes: 'x', price: '117.79' }))).toMatchObject({ taxTotal: '17.80', price: '117.79' });
    expect(ok<Quote>(await put({ price: '119' }))).toMatchObject({
      price: '119.00',
      taxTotal: '19.00',
      lines: [{ label: 'Delivery', quantity: '1', unitPrice: '119.00', taxRate: '19' }],
    });
    ok(await world.admin.put('/api/v1/company', { quoting: { pricesIncludeTax: false, defaultTaxRate: 0 } }));
    const refused = await put({ lines: [{ label: 'Discount', unitPrice: '-1' }] });
    expect(expectError(refused, 400, 'BAD_TOTAL').error).toMatch(/discounts are larger than the price/);
    expectError(await put({ lines: [] }), 400, 'PRICE_REQUIRED');
    expectIssue(await put({ lines: [{ label: '', unitPrice: 1 }] }), 'lines.0.label', 'Say what the line is for');
    expectIssue(
      await put({ lines: [{ label: 'x', unitPrice: '1.23456' }] }),
      'lines.0.unitPrice',
      'The unit price must be a number with at most 4 decimals',
    );
    expectIssue(
      await put({ lines: [{ label: 'x', unitPrice: '1', quantity: 0 }] }),
      'lines.0.quantity',
      'The quantity must be a number above 0 with at most 3 decimals',
    );
    expectIssue(await put({ validUntil: '2020-01-01' }), 'validUntil', 'Choose today or a later day');
  });

  it('U37 with the company’s payment link one field prices and sends a quote', async () => {
    const pattern = 'https://pay.example.com/?ref={reference}&q={quoteId}&amount={total}';
    ok(await world.admin.put('/api/v1/company', { quoting: { defaultPaymentUrl: pattern, currency: 'EUR' } }));
    const quote = await sent({ price: '84.5' });
    expect(quote).toMatchObject({
      status: 'sent',
      currency: 'EUR',
      paymentUrl: `https://pay.example.com/?ref=${quote.reference}&q=${quote.id}&amount=84.50`,
    });
    const [mail] = await world.app.sql<{ text: string }>(
      `select text from emails where quote_id = ? and trigger = 'quote_sent'`,
      quote.id,
    );
    expect(mail?.text).toContain('€84.50');
    const again = ok<Quote>(await world.admin.put(`/api/v1/quotes/${quote.id}`, { price: '90' }));
    expect(again.paymentUrl).toContain('amount=90.00');
    const own = { price: '91', paymentUrl: price.paymentUrl };
    expect(ok<Quote>(await world.admin.put(`/api/v1/quotes/${quote.id}`, own)).paymentUrl).toBe(price.paymentUrl);
    expect(ok<Quote>(await world.admin.put(`/api/v1/quotes/${quote.id}`, { price: '92' })).paymentUrl).toBe(
      price.paymentUrl,
    );
    ok(await world.admin.put('/api/v1/company', { quoting: { defaultPaymentUrl: null, currency: 'USD' } }));
  });
});

describe('U38 the company’s settings', () => {
  it('U38 are changed by admins by group and value, checked at their fields, and read by staff', async () => {
    const before = ok<{ version: number; quoting: object }>(await world.dispatcher.get('/api/v1/company'));
    expectError(await world.dispatcher.put('/api/v1/company', {}), 403, 'FORBIDDEN');
    const presets = [{ label: 'Rush', quantity: '1', unitPrice: '20.00', taxRate: '0' }];
    const after = ok<object>(
      await world.admin.put('/api/v1/company', {
        quoting: { linePresets: [{ label: 'Rush', unitPrice: 20, taxRate: 0 }] },
        company: { name: 'Acme Couriers', address: '9 Depot Street' },
        version: before.version,
      }),
    );
    expect(after).toMatchObject({
      quoting: { ...before.quoting, linePresets: presets },
      company: { name: 'Acme Couriers', taxNumber: null },
      version: before.version + 1,
    });
    const put = (quoting: object) => world.admin.put('/api/v1/company', { quoting });
    expectIssue(
      await put({ currency: 'XX' }),
      'quoting.currency',
      'Choose a currency by its three letters, for example EUR',
    );
    for (const bad of ['http://pay.example.com/{total}', 'javascript:{total}', 'https://pay.example.com/{secret}'])
      expectError(await put({ defaultPaymentUrl: bad }), 400);
    expectError(await put({ validDays: 0 }), 400);
    // A saved line without a rate has the usual one.
    const bare = ok(await put({ defaultTaxRate: '19', linePresets: [{ label: 'Stairs', unitPrice: 5 }] }));
    expect(bare).toMatchObject({ quoting: { linePresets: [{ label: 'Stairs', unitPrice: '5.00', taxRate: '19' }] } });
    ok(await put({ defaultTaxRate: '0', linePresets: presets }));
    expectError(await world.admin.put('/api/v1/company', { version: before.version }), 409, 'STALE_VERSION');
  });
});

describe('U39 quotes of an earlier release', () => {
  it('U39 have a reference and soon a link, show version 1, and keep what was sent when they are changed', async () => {
    const { app } = world;
    await app.sql(
      `insert into quotes (customer_name, customer_email, pickup_address, delivery_address, speed_type, status, price, payment_url, created_at, updated_at)
       select 'Old ' || n, 'old@example.com', 'p', 'd', 'today', 'sent', 42, 'https://pay.example.com/old', now(), now() from generate_series(1, 1200) n`,
    );
    expect(await giveMissingLinks(app.services)).toBeGreaterThanOrEqual(1200);
    expect(await giveMissingLinks(app.services)).toBe(0);
    const [counted] = await app.sql(
      `select count(distinct reference)::int as names, count(distinct token_hash)::int as links from quotes where customer_email = 'old@example.com'`,
    );
    expect(counted).toEqual({ names: 1200, links: 1200 });
    const [row] = await app.sql<{ id: number }>(
      `select min(id) as id from quotes where customer_email = 'old@example.com'`,
    );
    const quote = await read(row?.id ?? 0);
    expect(quote).toMatchObject({
      revision: 1,
      validUntil: null,
      outcome: null,
      total: '42.00',
      lines: [{ unitPrice: '42.00' }],
    });
    const page = ok<object>(await world.visitor.get(at(quote)));
    expect(page).toMatchObject({ state: 'priced', revision: 1, total: '42.00' });
    const changed = ok<Quote>(await world.admin.put(`/api/v1/quotes/${quote.id}`, { price: '43' }));
    expect(changed.revisions?.map(({ revision, total }) => [revision, total])).toEqual([
      [2, '43.00'],
      [1, '42.00'],
    ]);
  });
});
