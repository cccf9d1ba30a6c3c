import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';

let app: TestApp;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  admin = await app.as('admin');
});
afterAll(() => app.close());

const put = (id: number, changes: object) => staff.put(`/api/v1/quotes/${id}`, changes);
const setBilling = (billing: object) => admin.put('/api/v1/company', { billing });
const mailOf = async (id: number, trigger: string) => {
  const rows = await app.sql<{ text: string }>(
    'select text from emails where quote_id = ? and trigger = ? order by id desc limit 1',
    id,
    trigger,
  );
  return rows[0]?.text ?? '';
};

describe('how a quote is paid', () => {
  it('Q44 a link is the default and needs its address; other ways send the draft without one', async () => {
    const { id } = await makeQuote(app);
    expect(ok<Quote>(await put(id, { price: '50' }))).toMatchObject({ status: 'draft', payBy: 'link' });
    expect(ok<Quote>(await put(id, { payBy: 'link' })).status).toBe('draft');
    expect((await put(id, { status: 'sent' })).json()).toMatchObject({ code: 'QUOTE_NOT_PRICED' });
    expect(ok<Quote>(await put(id, { payBy: 'cash' }))).toMatchObject({ status: 'sent', payBy: 'cash' });
    expect((await put(id, { payBy: 'link' })).json()).toMatchObject({ code: 'PAYMENT_URL_REQUIRED' });
    const linked = ok<Quote>(await put(id, { payBy: 'link', paymentUrl: 'https://pay.example.com/1' }));
    expect(linked).toMatchObject({ payBy: 'link', paymentUrl: 'https://pay.example.com/1', revision: 1 });
    // As it was read: nothing changes.
    expect(ok<Quote>(await put(id, linked))).toMatchObject({ payBy: 'link', revision: 1 });
    expect((await put(id, { payBy: 'barter' })).statusCode).toBe(400);
    ok(await put(id, { status: 'paid' }));
    expect((await put(id, { payBy: 'cash' })).json()).toMatchObject({ code: 'QUOTE_ALREADY_PAID' });
  });

  it('Q45 a transfer shows the bank account on page, mail and paper', async () => {
    ok(await setBilling({ iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', bankName: 'Commerzbank' }));
    const { id } = await makeQuote(app);
    const quote = ok<Quote>(await put(id, { price: '50', payBy: 'transfer' }));
    const page = ok<CustomerQuote>(await app.client().get(`/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`));
    expect(page).toMatchObject({
      payBy: 'transfer',
      paymentUrl: null,
      bankAccount: { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', bankName: 'Commerzbank' },
    });
    const words = `IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX, Commerzbank, with the reference ${quote.reference}`;
    const mail = await mailOf(id, 'quote_sent');
    expect(mail).toContain(words);
    expect(mail).not.toContain('Pay now');
    const [paper] = await readPages((await staff.get(`/api/v1/quotes/${id}/quote.pdf`)).rawPayload);
    expect(paper?.text.replaceAll(/\s+/g, ' ')).toContain('DE89 3704 0044 0532 0130 00');
  });

  it('Q46 cash says so, and one call books it without a payment', async () => {
    const { id } = await makeQuote(app);
    ok(await put(id, { price: '50', payBy: 'cash' }));
    const mail = await mailOf(id, 'quote_sent');
    expect(mail).toContain('You pay $50.00 in cash at the door.');
    expect(mail).not.toContain('your payment arrives');
    const other = await makeQuote(app);
    const order = ok<Order>(await staff.post(`/api/v1/quotes/${other.id}/book`, { price: '20', payBy: 'cash' }));
    expect(order).toMatchObject({ quotePrice: '20.00', payment: 'open' });
    const onAccount = await makeQuote(app);
    const later = ok<Order>(await staff.post(`/api/v1/quotes/${onAccount.id}/book`, { price: '20', payBy: 'account' }));
    expect(later).toMatchObject({ payment: 'account', onAccount: true });
  });

  it('C511 the billing settings check the account, and the tax number is one value with that of the papers', async () => {
    expect((await setBilling({ iban: 'DE89 3704 0044 0532 0130 01' })).json()).toMatchObject({
      issues: [{ path: 'billing.iban', message: 'This IBAN isn’t right. Check its digits' }],
    });
    expect((await setBilling({ bic: 'COBA' })).statusCode).toBe(400);
    const saved = ok<CompanySettingsView>(await setBilling({ taxNumber: 'GB 1', isSmallBusiness: true }));
    expect([saved.billing.taxNumber, saved.company.taxNumber]).toEqual(['GB 1', 'GB 1']);
    const other = ok<CompanySettingsView>(await admin.put('/api/v1/company', { company: { taxNumber: 'GB 2' } }));
    expect(other.billing).toMatchObject({ taxNumber: 'GB 2', isSmallBusiness: true, iban: 'DE89370400440532013000' });
    const same = ok<CompanySettingsView>(await admin.put('/api/v1/company', other));
    expect(same.billing).toEqual(other.billing);
  });
});
