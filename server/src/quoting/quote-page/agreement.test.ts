import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok, photoFile } from '../../../test/support/factories.ts';
import { openStream } from '../../../test/support/stream.ts';
import { sha256 } from '../../security/secrets.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@example.com', LIMIT_SCALE: 1000, BUSINESS_TIMEZONE: 'America/New_York' });
const link = 'https://pay.example.com/q';
const read = async (id: number) => ok<Quote>(await world.admin.get(`/api/v1/quotes/${id}`));
const tokenOf = ({ customerUrl }: Pick<Quote, 'customerUrl'>) => customerUrl?.split('/q/')[1] ?? 'none';
const at = (quote: Pick<Quote, 'customerUrl'>) => `/api/v1/q/${tokenOf(quote)}`;
const list = async (query: string) => ok<{ data: Quote[] }>(await world.admin.get(`/api/v1/quotes?${query}`)).data;
const page = async (quote: Pick<Quote, 'customerUrl'>) => ok<CustomerQuote>(await world.visitor.get(at(quote)));
const yes = (revision: number, more: object = {}) => ({ revision, name: 'Ada Sender', termsAccepted: true, ...more });

/** A request, priced and sent. */
async function sent(body: object = { price: '100.00', paymentUrl: link }, request = {}): Promise<Quote> {
  const { id } = await makeQuote(world.app, request);
  return ok<Quote>(await world.dispatcher.put(`/api/v1/quotes/${id}`, body));
}
const mails = (quoteId: number) =>
  world.app.sql<{ trigger: string; recipient: string; text: string; html: string }>(
    'select trigger, recipient, text, html from emails where quote_id = ? order by id',
    quoteId,
  );

describe('U22 the customer’s page', () => {
  it('U22 says what was asked before there is a price, without names that the office keeps to itself', async () => {
    const { id } = await makeQuote(world.app);
    ok(await world.admin.put(`/api/v1/quotes/${id}`, { price: '77.00' }));
    const quote = await read(id);
    expect(quote).toMatchObject({ status: 'draft', revision: 0, price: '77.00', revisions: [] });
    const shown = await page(quote);
    expect(shown).toMatchObject({
      reference: quote.reference,
      state: 'received',
      revision: 0,
      total: null,
      lines: [],
      paymentUrl: null,
      canAccept: false,
      canChangeDate: true,
      items: [{ name: 'Box of books' }, { name: 'Lamp' }],
    });
    expect(JSON.stringify(shown)).not.toMatch(/77\.00|@example\.com|555 0101|"id":/);
  });

  it('U22 follows the quote from price to tracking, and reading changes nothing', async () => {
    const quote = await sent();
    expect(quote.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}$/);
    expect((await list(`q=${quote.reference?.toLowerCase()}`)).map(({ id }) => id)).toEqual([quote.id]);
    const before = await world.app.sql('select * from quotes where id = ?', quote.id);
    const answer = await world.visitor.get(at(quote));
    expect(answer.headers['cache-control']).toContain('no-store');
    const shown = ok<CustomerQuote>(answer);
    expect(shown).toMatchObject({
      state: 'priced',
      revision: 1,
      total: '100.00',
      taxTotal: '0.00',
      currency: 'USD',
      paymentUrl: link,
      canAccept: true,
      lines: [{ label: 'Delivery', quantity: '1', unitPrice: '100.00', amount: '100.00' }],
      changes: [],
    });
    expect(await world.app.sql('select * from quotes where id = ?', quote.id)).toEqual(before);
    const accepted = ok<CustomerQuote>(await world.visitor.post(`${at(quote)}/accept`, yes(1)));
    expect(accepted).toMatchObject({
      state: 'accepted',
      canAccept: false,
      acceptance: { name: 'Ada Sender', revision: 1, onBehalf: false },
      paymentUrl: link,
    });
    ok(await world.admin.put(`/api/v1/quotes/${quote.id}`, { status: 'paid' }));
    expect(await page(quote)).toMatchObject({ state: 'paid', paymentUrl: null });
    const order = ok<{ trackingNumber: string }>(await world.admin.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    expect(await page(quote)).toMatchObject({ state: 'booked', trackingNumber: order.trackingNumber });
  });

  it('U23 opens by its token alone: only a hash finds it, staff rotate it, and it dies with the quote', async () => {
    const quote = await sent();
    const token = tokenOf(quote);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const dump = await world.app.sql<{ all: string }>(
      `select string_agg(to_jsonb(q)::text, '') as all from quotes q where id = ? union all select string_agg(to_jsonb(e)::text, '') from emails e where quote_id = ?
       union all select string_agg(to_jsonb(h)::text, '') from history h where subject_id = ?`,
      quote.id,
      quote.id,
      quote.id,
    );
    expect(JSON.stringify(dump)).not.toContain(token);
    const rotated = ok<Quote>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/rotate-link`));
    expectError(await world.visitor.get(`/api/v1/q/${token}`), 404, 'QUOTE_NOT_FOUND');
    expect((await page(rotated)).reference).toBe(quote.reference);
    ok(await world.admin.delete(`/api/v1/quotes/${quote.id}`));
    expectError(await world.visitor.get(at(rotated)), 404, 'QUOTE_NOT_FOUND');
    expectError(await world.visitor.post(`${at(rotated)}/accept`, yes(1)), 404);
    ok(await world.admin.post(`/api/v1/quotes/${quote.id}/restore`));
    expect((await page(rotated)).state).toBe('priced');
    expect(await read(quote.id)).toMatchObject({
      reference: quote.reference,
      revision: 1,
      validUntil: quote.validUntil,
    });
  });

  it('U23 shows the link only to staff and to keys that manage quotes', async () => {
    const { id } = await sent();
    const reader = await world.program('quotes:read');
    const manager = await world.program('quotes:read', 'quotes:manage');
    expect(ok<Quote>(await reader.get(`/api/v1/quotes/${id}`)).customerUrl).toBeNull();
    expect(ok<Quote>(await manager.get(`/api/v1/quotes/${id}`)).customerUrl).toContain('/q/');
    const { data } = ok<{ data: Quote[] }>(await world.dispatcher.get('/api/v1/quotes?limit=1'));
    expect(data[0]?.customerUrl).toContain('/q/');
    const asked = await world.visitor.post('/api/v1/quotes', {
      customer: { name: 'Bo', email: 'bo@example.com' },
      pickupAddress: 'a',
      deliveryAddress: 'b',
      items: [{ name: 'x' }],
    });
    // The visitor has a separate link (U92), and never that of the mails.
    const { id: own, reference } = ok<Quote>(asked);
    const { customerUrl } = ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${own}`));
    expect(asked.body).not.toContain(customerUrl?.split('/q/')[1] ?? '/q/');
    expect(reference).toMatch(/-/);
  });

  it('U24 is in every mail to the customer, even with an edited template, and the number is in none', async () => {
    const template = ok<{ id: number }>(
      await world.admin.post('/api/v1/email-templates', {
        name: 'Mine',
        type: 'customer',
        trigger: 'quote_paid',
        subject: 'Paid #{{quoteId}}',
        content: 'Thank you for #{{quoteId}}.',
      }),
    );
    const quote = await sent();
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(1)));
    ok(await world.admin.put(`/api/v1/quotes/${quote.id}`, { status: 'paid' }));
    const all = (await mails(quote.id)).filter(({ recipient }) => recipient !== 'office@example.com');
    expect(all.map(({ trigger }) => trigger)).toEqual(['quote_received', 'quote_sent', 'quote_accepted', 'quote_paid']);
    for (const { text, html, trigger } of all) {
      expect(text, trigger).toContain('/q/hidden-link');
      expect(html, trigger).toContain('/q/hidden-link');
      expect(text, trigger).toContain(quote.reference ?? 'none');
      // A reference may begin with the digits of the number: #6 and #6Y0-ZW3.
      expect(text, trigger).not.toMatch(new RegExp(`#${quote.id}(?![\\w-])`));
    }
    const { data } = ok<{ data: { id: number }[] }>(await world.admin.get(`/api/v1/emails?quoteId=${quote.id}`));
    const shown = ok<{ text: string }>(await world.admin.get(`/api/v1/emails/${data[0]?.id}`));
    expect(shown.text).toContain(quote.customerUrl ?? 'none');
    ok(await world.admin.delete(`/api/v1/email-templates/${template.id}`));
  });

  it('U25 counts visits of people: not staff, not programs, not robots, nobody twice in half an hour', async () => {
    const quote = await sent();
    const see = (body: object = {}) => world.visitor.post(`${at(quote)}/views`, body);
    ok(await world.dispatcher.post(`${at(quote)}/views`, {}));
    await Promise.all(Array.from({ length: 8 }, () => see({ visitor: 'first-person' })));
    ok(await see({ visitor: 'second-person' }));
    expect(await read(quote.id)).toMatchObject({ views: 2, version: quote.version });
    world.app.setClock(new Date(Date.now() + 31 * 60_000));
    ok(await see({ visitor: 'first-person' }));
    world.app.setClock(undefined);
    const after = await read(quote.id);
    expect(after.views).toBe(3);
    expect(Date.parse(after.lastViewedAt ?? '')).toBeGreaterThan(Date.now());
    expect((await world.app.sql('select visitor from quote_visitors where quote_id = ?', quote.id)).length).toBe(2);
  });
});

describe('U22 live', () => {
  it('U22 the page gets every change of its quote, and a wrong link opens no stream', async () => {
    const address = await world.app.app.listen({ port: 0, host: '127.0.0.1' });
    const quote = await sent();
    const streamOf = (token: string) =>
      openStream(`${address}/trpc/quotePage.onChange?input=${encodeURIComponent(JSON.stringify({ token }))}`);
    const stream = await streamOf(tokenOf(quote));
    ok(await world.admin.put(`/api/v1/quotes/${quote.id}`, { price: '101' }));
    await expect.poll(() => stream.received.length).toBe(1);
    expect(JSON.stringify(stream.received)).not.toContain(String(quote.price));
    const wrong = await streamOf('0'.repeat(32));
    await expect.poll(() => wrong.refusal).toBe(404);
  });
});

describe('U26 versions', () => {
  it('U26 a change of a sent quote is a new version, which shows what changed; earlier ones stay', async () => {
    const quote = await sent();
    const changed = ok<Quote>(
      await world.admin.put(`/api/v1/quotes/${quote.id}`, {
        lines: [
          { label: 'Base price', quantity: 1, unitPrice: '90' },
          { label: 'Rush', quantity: '1.5', unitPrice: 20 },
        ],
        deliveryAddress: '3 Other Road',
      }),
    );
    expect(changed).toMatchObject({ status: 'sent', price: '120.00', total: '120.00', revision: 2 });
    expect(changed.revisions?.map(({ revision, total }) => [revision, total])).toEqual([
      [2, '120.00'],
      [1, '100.00'],
    ]);
    const shown = await page(quote);
    expect(shown.changes).toContainEqual({ field: 'total', from: '100.00', to: '120.00' });
    expect(shown.changes.map(({ field }) => field)).toEqual(['total', 'lines', 'deliveryAddress']);
    expect((await mails(quote.id)).at(-1)).toMatchObject({ trigger: 'quote_changed' });
    const same = ok<Quote>(await world.admin.put(`/api/v1/quotes/${quote.id}`, { ...changed, notes: changed.notes }));
    expect(same.revision).toBe(2);
    expectError(await world.visitor.post(`${at(quote)}/accept`, yes(1)), 409, 'QUOTE_REVISION_CHANGED');
    expect((await page(quote)).state).toBe('priced');
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(2)));
  });

  it('U27 what is accepted is frozen with lines, terms, photos and who said it, goes with the order, and nothing changes it', async () => {
    const { file } = ok<{ file: { url: string } }>(
      await world.visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    ok(await world.admin.put('/api/v1/company', { quoting: { terms: 'Insured up to 5,000.' } }));
    const { id } = await makeQuote(world.app, { items: [{ name: 'Vase', imageUrls: [file.url] }] });
    const quote = ok<Quote>(await world.admin.put(`/api/v1/quotes/${id}`, { price: '50', paymentUrl: link }));
    ok(await world.admin.put('/api/v1/company', { quoting: { terms: null } }));
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(1)));
    const [row] = await world.app.sql<{ id: number; address: string; content: Record<string, unknown> }>(
      'select id, address, content from quote_acceptances where quote_id = ?',
      id,
    );
    expect(row).toMatchObject({
      address: expect.stringMatching(/^[0-9.]+$/),
      content: {
        revision: 1,
        total: '50.00',
        terms: 'Insured up to 5,000.',
        photos: [{ url: file.url, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    });
    await expect(world.app.sql(`update quote_acceptances set name = 'x' where id = ?`, row?.id)).rejects.toThrow();
    ok(await world.admin.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
    const order = ok<{ id: number }>(await world.admin.post(`/api/v1/quotes/${id}/convert-to-order`));
    expect(await world.app.sql('select acceptance_id from orders where id = ?', order.id)).toEqual([
      { acceptance_id: row?.id },
    ]);
    const [line] = await world.app.sql<{ files: string[]; data: string }>(
      `select files, data from history where subject = 'order' and subject_id = ? and action = 'order.agreed'`,
      order.id,
    );
    expect(line?.files).toHaveLength(1);
    expect(JSON.parse(line?.data ?? '{}')).toMatchObject({
      acceptance: { id: row?.id, name: 'Ada Sender', by: 'customer', content: { total: '50.00' } },
    });
    const [frozen] = await world.app.sql<{ content: object; content_hash: string }>(
      'select content, content_hash from quote_acceptances where quote_id = ?',
      id,
    );
    expect(sha256(canonicalJson(frozen?.content as Json))).toBe(frozen?.content_hash);
  });

  it('U28 what the customer agreed to and staff change wants another yes', async () => {
    const quote = await sent();
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(1)));
    const changed = ok<Quote>(await world.admin.put(`/api/v1/quotes/${quote.id}`, { price: '130' }));
    expect(changed).toMatchObject({ status: 'sent', revision: 2, price: '130.00', outcome: null });
    expectError(await world.visitor.post(`${at(quote)}/accept`, yes(1)), 409, 'QUOTE_REVISION_CHANGED');
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(2)));
    const totals = await world.app.sql(
      `select revision, content ->> 'total' as total from quote_acceptances where quote_id = ? order by id`,
      quote.id,
    );
    expect(totals).toEqual([
      { revision: 1, total: '100.00' },
      { revision: 2, total: '130.00' },
    ]);
  });

  it('U28 accepted by a status in the body stays accepted when its price is changed, as ever', async () => {
    const quote = await sent();
    ok(await world.admin.put(`/api/v1/quotes/${quote.id}`, { status: 'accepted' }));
    const changed = ok<Quote>(await world.admin.put(`/api/v1/quotes/${quote.id}`, { price: '130' }));
    expect(changed).toMatchObject({ status: 'accepted', price: '130.00', acceptance: { onBehalf: true, revision: 1 } });
  });

  it('U29 the customer changes the day before they accept, and the office is notified', async () => {
    const quote = await sent();
    const change = { speedType: 'specific_date', speedDate: '2028-05-05' };
    expect(ok<CustomerQuote>(await world.visitor.post(`${at(quote)}/date`, change))).toMatchObject({
      speedDate: '2028-05-05',
      revision: 2,
      changes: [{ field: 'speed', from: 'Any day', to: '2028-05-05' }],
    });
    expect((await mails(quote.id)).at(-1)).toMatchObject({
      trigger: 'quote_date_office',
      recipient: 'office@example.com',
    });
    expectIssue(
      await world.visitor.post(`${at(quote)}/date`, { speedType: 'specific_date', speedDate: '2020-05-05' }),
      'speedDate',
      'Choose today or a later day',
    );
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(2)));
    expectError(await world.visitor.post(`${at(quote)}/date`, change), 409, 'QUOTE_ALREADY_DECIDED');
  });
});

describe('U30 decisions', () => {
  it('U30 is decided once, and each later try gets the outcome', async () => {
    const quote = await sent();
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(1)));
    for (const [path, body] of [
      ['accept', yes(1)],
      ['decline', { reason: 'no' }],
    ] as const)
      expect(
        expectError(await world.visitor.post(`${at(quote)}/${path}`, body), 409, 'QUOTE_ALREADY_DECIDED').error,
      ).toBe('This quote was accepted already');
    const other = await sent();
    expect(ok<CustomerQuote>(await world.visitor.post(`${at(other)}/decline`, { reason: 'Too dear' }))).toMatchObject({
      state: 'declined',
      outcome: 'declined',
      outcomeReason: 'Too dear',
      paymentUrl: null,
      canAccept: false,
    });
    expectError(await world.visitor.post(`${at(other)}/accept`, yes(1)), 409, 'QUOTE_ALREADY_DECIDED');
    expect(await read(other.id)).toMatchObject({ status: 'sent', outcome: 'declined', outcomeReason: 'Too dear' });
    expect((await mails(other.id)).at(-1)).toMatchObject({ trigger: 'quote_declined_office' });
    const { id } = await makeQuote(world.app);
    expectError(await world.visitor.post(`${at(await read(id))}/accept`, yes(1)), 409, 'QUOTE_NOT_SENT');
    expectIssue(
      await world.visitor.post(`${at(other)}/accept`, yes(1, { termsAccepted: false })),
      'termsAccepted',
      'Please agree to the terms',
    );
    expectIssue(
      await world.visitor.post(`${at(other)}/accept`, yes(1, { name: ' ' })),
      'name',
      'Please type your name',
    );
    expectIssue(await world.visitor.post(`${at(other)}/decline`, {}), 'reason', 'Please say why');
  });

  it('U31 staff decide in the customer’s stead with a reason; a declined quote is sent again as a new version', async () => {
    const quote = await sent();
    const path = `/api/v1/quotes/${quote.id}`;
    expectIssue(await world.admin.post(`${path}/accept-on-behalf`, {}), 'reason', 'Please say why');
    expect(
      ok<Quote>(await world.admin.post(`${path}/decline-on-behalf`, { reason: 'Said no on the phone' })),
    ).toMatchObject({ status: 'sent', outcome: 'declined', outcomeReason: 'Said no on the phone' });
    expectError(await world.admin.post(`${path}/accept-on-behalf`, { reason: 'x' }), 409, 'QUOTE_ALREADY_DECIDED');
    expectError(await world.admin.put(path, { status: 'accepted' }), 409, 'QUOTE_ALREADY_DECIDED');
    const again = ok<Quote>(await world.admin.put(path, { price: '80' }));
    expect(again).toMatchObject({ status: 'sent', outcome: null, outcomeReason: null, revision: 2 });
    expect((await mails(quote.id)).at(-1)).toMatchObject({ trigger: 'quote_sent' });
    expect(
      ok<Quote>(await world.admin.post(`${path}/accept-on-behalf`, { reason: 'On the phone', name: 'Bo' })),
    ).toMatchObject({
      status: 'accepted',
      acceptance: { name: 'Bo', onBehalf: true, reason: 'On the phone', revision: 2 },
    });
    expectError(await world.admin.post(`/api/v1/quotes/${NOWHERE}/renew`), 404);
  });

  it('U32 is valid until midnight of its last day where the company is, and not accepted after it', async () => {
    world.app.setClock(new Date('2026-03-01T17:00:00Z'));
    const quote = await sent();
    expect(quote.validUntil).toBe('2026-03-15');
    world.app.setClock(new Date('2026-03-16T03:59:59Z'));
    expect((await page(quote)).state).toBe('priced');
    world.app.setClock(new Date('2026-03-16T04:00:00Z'));
    expect(await page(quote)).toMatchObject({
      state: 'expired',
      outcome: 'expired',
      canAccept: false,
      paymentUrl: null,
    });
    expect(expectError(await world.visitor.post(`${at(quote)}/accept`, yes(1)), 409, 'QUOTE_EXPIRED').error).toBe(
      'This quote was valid until Mar 15, 2026. It has to be renewed before it is accepted.',
    );
    const path = `/api/v1/quotes/${quote.id}`;
    expectError(await world.admin.post(`${path}/accept-on-behalf`, { reason: 'x' }), 409, 'QUOTE_EXPIRED');
    expect((await read(quote.id)).outcome).toBe('expired');
    const renewed = ok<Quote>(await world.admin.post(`${path}/renew`));
    expect(renewed).toMatchObject({ outcome: null, validUntil: '2026-03-30', revision: 2 });
    expect((await page(quote)).changes).toEqual([{ field: 'validUntil', from: '2026-03-15', to: '2026-03-30' }]);
    ok(await world.visitor.post(`${at(quote)}/accept`, yes(2)));
    world.app.setClock(undefined);
  });

  it('U33 questions reach the office, answers are on the page and go by mail', async () => {
    const quote = await sent();
    ok(await world.visitor.post(`${at(quote)}/questions`, { text: 'To the third floor?' }));
    expect((await mails(quote.id)).at(-1)).toMatchObject({ trigger: 'quote_question_office' });
    expect((await mails(quote.id)).at(-1)?.text).toContain('To the third floor?');
    expect((await read(quote.id)).openQuestions).toBe(1);
    const answered = ok<Quote>(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/answers`, { text: 'Yes.' }));
    expect(answered.questions).toMatchObject([{ text: 'To the third floor?', answer: 'Yes.' }]);
    expect((await page(quote)).questions).toMatchObject([{ text: 'To the third floor?', answer: 'Yes.' }]);
    expect((await mails(quote.id)).at(-1)).toMatchObject({ trigger: 'quote_answered' });
    const questionId = answered.questions?.[0]?.id;
    const again = (body: object) => world.dispatcher.post(`/api/v1/quotes/${quote.id}/answers`, body);
    expectError(await again({ text: 'x', questionId }), 409, 'QUESTION_ALREADY_ANSWERED');
    expectError(await again({ text: 'x' }), 409, 'NO_OPEN_QUESTION');
    expectIssue(await world.visitor.post(`${at(quote)}/questions`, { text: '' }), 'text', 'Please write your question');
  });
});
