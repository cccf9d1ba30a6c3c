import { totalsOf } from '@quickfleet/shared/quoting/quote-totals';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';
import { inkOutside, readPages } from '../../../test/support/paper.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Pacific/Auckland', BRAND_NAME: 'Swift & Co' });
const lines = [
  { label: 'Base price', quantity: '1', unitPrice: '1250.00', taxRate: '19' },
  { label: 'Waiting', quantity: '0.75', unitPrice: '30.00', taxRate: '19' },
  { label: 'Books', quantity: '3', unitPrice: '0.33', taxRate: '7' },
  { label: 'Discount', quantity: '1', unitPrice: '-10.00', taxRate: '19' },
];
async function priced(more: Record<string, unknown> = {}, body: Record<string, unknown> = {}): Promise<Quote> {
  const { id } = await makeQuote(world.app, body);
  return ok(
    await world.dispatcher.put(`/api/v1/quotes/${id}`, { lines, paymentUrl: 'https://pay.example.com/q', ...more }),
  );
}
const paper = (id: number, name = 'quote', who: Client = world.dispatcher) =>
  who.get(`/api/v1/quotes/${id}/${name}.pdf`);
const markPaid = (id: number) =>
  world.dispatcher.put(`/api/v1/quotes/${id}`, {
    status: 'paid',
    paymentReference: 'Statement 7',
    paidOn: '2026-03-02',
  });
const setCompany = async () =>
  ok(
    await world.admin.put('/api/v1/company', {
      company: {
        name: 'Swift Couriers Ltd',
        address: '9 Depot Street\nSpringfield',
        taxNumber: 'GB 123 4567 89',
        paymentTerms: 'Payable within 14 days.',
      },
      quoting: { terms: 'Goods are insured up to 5,000.', currency: 'EUR' },
    }),
  );

describe('U55 the paper of a quote', () => {
  it('U55 has the company with its tax number, the lines with their taxes, and the totals of the quote', async () => {
    await setCompany();
    const quote = await priced();
    const answer = await paper(quote.id);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const [page, ...others] = await readPages(answer.rawPayload);
    expect(others).toEqual([]);
    const year = new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Auckland', year: 'numeric' }).format(new Date());
    const number = `Q-${year}-0001`;
    expect(answer.headers['content-disposition']).toBe(`inline; filename="${number}.pdf"`);
    const text = page?.text.split('\n') ?? [];
    expect(text).toEqual(
      expect.arrayContaining([
        'Swift Couriers Ltd',
        '9 Depot Street',
        'Tax number: GB 123 4567 89',
        'Quote',
        number,
        `Reference: ${quote.reference}`,
        'Sender Ltd',
        '1 Pickup Street',
        'Payable within 14 days.',
        'Goods are insured up to 5,000.',
      ]),
    );
    const all = page?.text.replaceAll(/\s+/g, ' ') ?? '';
    const totals = totalsOf(lines, { pricesIncludeTax: quote.pricesIncludeTax, currency: 'EUR' });
    expect(quote.total).toBe(totals.total);
    expect(totals.total).toBe('1503.44');
    for (const words of [
      'Base price 1 1,250.00 19 % 1,250.00',
      'Waiting 0.75 30.00 19 % 22.50',
      'Books 3 0.33 7 % 0.99',
      'Discount 1 -10.00 19 % -10.00',
      'Net 1,263.49',
      'Tax 7 % on 0.99 0.07',
      'Tax 19 % on 1,262.50 239.88',
      'Total EUR 1,503.44',
    ])
      expect(all).toContain(words);
    expect((await world.dispatcher.get(`/api/v1/quotes/${quote.id}`)).json()).toMatchObject({ quoteNumber: number });
    expect((await paper(quote.id)).headers['content-disposition']).toContain(number);
  });

  it('U96 says nothing of tax where there is none', async () => {
    const free = [{ label: 'Delivery', quantity: '2', unitPrice: '40.00', taxRate: '0' }];
    for (const more of [{ lines: free }, { price: '80.00', lines: undefined }]) {
      const quote = await priced(more);
      const [page] = await readPages((await paper(quote.id)).rawPayload);
      const text = page?.text.replaceAll(/\s+/g, ' ').replace('Tax number: GB 123 4567 89', '') ?? '';
      expect(text).toContain('Total EUR 80.00');
      expect(text).not.toMatch(/tax|0 %|Net /i);
      const mails = await world.app.sql<{ text: string }>('select text from emails where quote_id = ?', quote.id);
      expect(mails.length).toBeGreaterThan(0);
      expect(mails.map((mail) => mail.text).join(' ')).not.toMatch(/tax/i);
    }
  });

  it('U55 is legible in any script, takes as many pages as it needs, and nothing is outside the margins', async () => {
    const many = Array.from({ length: 50 }, (_, at) => ({
      label: `Παράδοση ${at + 1} 配送 доставка משלוח`,
      quantity: '1.125',
      unitPrice: '99999.99',
      taxRate: '19',
    }));
    const quote = await priced(
      { lines: many, terms: `${'Bedingungen '.repeat(300)}\n${'ohneleerzeichen'.repeat(150)}\nThe end.` },
      { pickupAddress: '東京都千代田区\n丸の内1-1', customer: { name: 'محمد علي', email: 'script@example.com' } },
    );
    const file = (await paper(quote.id)).rawPayload;
    const pages = await readPages(file);
    expect(pages.length).toBeGreaterThan(2);
    const all = pages.map(({ text }) => text).join('\n');
    for (let at = 1; at <= 50; at++) expect(all).toContain(`Παράδοση ${at} `);
    expect(all).toContain('東京都千代田区');
    expect(all).toContain('The end.');
    for (const [at, { text }] of pages.entries()) expect(text).toContain(`Page ${at + 1} of ${pages.length}`);
    expect(await inkOutside(file)).toBe(0);
  });

  it('U55 is refused before there is a price, and to callers who may not read quotes', async () => {
    const { id } = await makeQuote(world.app);
    expectError(await paper(id), 409, 'QUOTE_NOT_PRICED');
    expectError(await paper(id, 'receipt'), 409, 'QUOTE_NOT_PRICED');
    expectError(await paper(NOWHERE), 404, 'QUOTE_NOT_FOUND');
    await expectRefused(
      world,
      [
        ['GET', `/api/v1/quotes/${id}/quote.pdf`],
        ['GET', `/api/v1/quotes/${id}/receipt.pdf`],
      ],
      ['driver', 'customer'],
    );
  });

  it('U56 has a receipt once it is paid, with what was paid; one that is taken back is not given again', async () => {
    const quote = await priced();
    expectError(await paper(quote.id, 'receipt'), 409, 'QUOTE_NOT_PAID');
    ok(await markPaid(quote.id));
    const first = await paper(quote.id, 'receipt');
    const [page] = await readPages(first.rawPayload);
    const all = page?.text.replaceAll(/\s+/g, ' ') ?? '';
    expect(all).toContain('Receipt R-');
    expect(all).toContain('March 2, 2026 · 1,503.44 EUR · Statement 7');
    ok(await world.dispatcher.post(`/api/v1/quotes/${quote.id}/unpay`));
    expectError(await paper(quote.id, 'receipt'), 409, 'QUOTE_NOT_PAID');
    ok(await markPaid(quote.id));
    const again = await paper(quote.id, 'receipt');
    expect(again.headers['content-disposition']).not.toBe(first.headers['content-disposition']);
    const rows = await world.app.sql<{ voided: boolean }>(
      `select voided_at is not null as voided from papers where quote_id = ? and kind = 'receipt' order by id`,
      quote.id,
    );
    expect(rows).toEqual([{ voided: true }, { voided: false }]);
  });

  it('U57 is printed by the customer’s link too, and by no other', async () => {
    const quote = await priced();
    const token = quote.customerUrl?.split('/q/')[1] ?? '';
    const mine = await world.visitor.get(`/api/v1/q/${token}/quote.pdf`);
    expect(mine.headers['content-type']).toBe('application/pdf');
    expect((await readPages(mine.rawPayload))[0]?.text).toContain('Base price');
    expectError(await world.visitor.get(`/api/v1/q/${token}/receipt.pdf`), 409, 'QUOTE_NOT_PAID');
    ok(await markPaid(quote.id));
    expect((await world.visitor.get(`/api/v1/q/${token}/receipt.pdf`)).statusCode).toBe(200);
    expectError(await world.visitor.get(`/api/v1/q/${'x'.repeat(token.length)}/quote.pdf`), 404, 'QUOTE_NOT_FOUND');
    const { id } = await makeQuote(world.app);
    const draft = ok<Quote>(await world.admin.get(`/api/v1/quotes/${id}`)).customerUrl?.split('/q/')[1];
    expectError(await world.visitor.get(`/api/v1/q/${draft}/quote.pdf`), 409, 'QUOTE_NOT_PRICED');
  });

  it('U58 has a number that follows the last one of its year without a gap, however many are assigned together', async () => {
    // A key outlives the sessions of people.
    const program = await world.program('quotes:read');
    const following = await priced();
    const ids = await Promise.all(Array.from({ length: 25 }, async () => (await priced()).id));
    // The last moment of a year where the company is, and the first of the next.
    world.app.setClock(new Date('2029-12-31T10:59:59Z'));
    const late = await Promise.all(ids.flatMap((id) => [paper(id, 'quote', program), paper(id, 'quote', program)]));
    expect([...new Set(late.map(({ statusCode, body }) => (statusCode === 200 ? 200 : body)))]).toEqual([200]);
    const numbers = late.map(({ headers }) => /Q-\d{4}-\d{4}/.exec(String(headers['content-disposition']))?.[0]);
    expect([...new Set(numbers)].sort()).toEqual(ids.map((_, at) => `Q-2029-${String(at + 1).padStart(4, '0')}`));
    world.app.setClock(new Date('2029-12-31T11:00:00Z'));
    const next = await paper(following.id, 'quote', program);
    expect(next.headers['content-disposition']).toContain('Q-2030-0001');
    world.app.setClock(undefined);
    const [row] = await world.app.sql(
      `select count(*)::int as given, max(last) as last from papers p join paper_counters c using (kind, year) where year = 2029`,
    );
    expect(row).toEqual({ given: 25, last: 25 });
  });
});
