import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import type { BankStatement } from '@quickfleet/shared/operations/bank-statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../../../test/support/contract.ts';
import { ok } from '../../../../test/support/factories.ts';
import { readCodes, readPages } from '../../../../test/support/paper.ts';
import { slipReference } from './slip-reference.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Zurich' });
const address = { street: 'Bahnhofstrasse 7', postcode: '8001', town: 'Zürich', country: 'CH' };
const set = (billing: object, currency = 'CHF') =>
  world.admin.put('/api/v1/company', {
    company: { name: 'Kurier Zürich AG' },
    quoting: { currency },
    billing: { address, vatId: 'CHE123456789', ...billing },
  });
beforeAll(async () => {
  ok(await set({ iban: 'CH9300762011623852957', qrIban: 'CH4431999123000889012' }));
});

let made = 0;
async function issued(billing: object): Promise<Invoice> {
  const customer = { name: 'Šárka Nováková', email: `swiss${++made}@example.com` };
  const { id } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', customer));
  ok(await world.dispatcher.put(`/api/v1/customers/${id}`, { billing }));
  const lines = [{ description: 'Lagerung', unitPrice: '100', taxes: [{ rate: '8.1' }] }];
  const draft = ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId: id, lines }));
  return ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${draft.id}/issue`, {}));
}
async function paper(id: number) {
  const answer = await world.dispatcher.get(`/api/v1/invoices/${id}/invoice.pdf`);
  const pages = await readPages(answer.rawPayload);
  const last = pages.at(-1);
  const codes = await readCodes(last?.png ?? Buffer.alloc(0));
  return { pages: pages.length, text: last?.text ?? '', codes };
}

describe('the payment slip of Switzerland', () => {
  it('C588 is on a page of its own, and its code has account, amount, payer and reference', async () => {
    const invoice = await issued({
      language: 'de',
      address: { street: 'Rue du Lac 1', postcode: '1200', town: 'Genève', country: 'CH' },
    });
    const { pages, text, codes } = await paper(invoice.id);
    expect(pages).toBe(2);
    expect(text).toContain('Zahlteil');
    const [code = ''] = codes;
    expect(code.replace(/^QRCode /, '').split(/\r?\n/)).toEqual([
      ...['SPC', '0200', '1', 'CH4431999123000889012'],
      ...['S', 'Kurier Zürich AG', 'Bahnhofstrasse 7', '', '8001', 'Zürich', 'CH'],
      ...['', '', '', '', '', '', ''],
      ...['108.10', 'CHF'],
      ...['S', 'Sárka Nováková', 'Rue du Lac 1', '', '1200', 'Genève', 'CH'],
      ...['QRR', slipReference(invoice.id), `Rechnung ${invoice.number}`, 'EPD'],
    ]);
    // The bank says that reference back.
    const csv = `Date;Amount;Currency;Reference\n2026-03-05;108.10;CHF;${slipReference(invoice.id)}\n`;
    const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\n\r\n${csv}\r\n--x--\r\n`;
    const headers = { headers: { 'content-type': 'multipart/form-data; boundary=x' } };
    const read = await world.dispatcher.call('POST', '/api/v1/bank-statements', Buffer.from(form), headers);
    expect(ok<BankStatement>(read).lines[0]?.proposal).toMatchObject({ invoiceId: invoice.id, certainty: 'sure' });
  });

  it('C589 without a QR-IBAN it has the IBAN and the number, and another currency or account has none', async () => {
    ok(await set({ qrIban: null }));
    const { codes } = await paper((await issued({ language: 'fr' })).id);
    const lines = (codes[0] ?? '').replace(/^QRCode /, '').split(/\r?\n/);
    expect([lines[3], lines[27], lines[28]]).toEqual(['CH9300762011623852957', 'NON', '']);
    expect(lines[29]).toMatch(/^Facture /);
    ok(await set({ iban: 'DE89370400440532013000' }));
    expect((await paper((await issued({})).id)).pages).toBe(1);
    ok(await set({ iban: 'CH9300762011623852957' }, 'EUR'));
    expect((await paper((await issued({})).id)).pages).toBe(1);
    expect(slipReference(313947)).toMatch(/^\d{27}$/);
    // The example of the standard.
    expect(slipReference(2_100_000_000_031_394)).toHaveLength(27);
  });

  it('C715 a QR-IBAN that is given as the IBAN is one: the slip has its reference, and no transfer is asked for', async () => {
    const account = 'CH4431999123000889012';
    ok(await set({ iban: account, qrIban: null }));
    const invoice = await issued({});
    const lines = ((await paper(invoice.id)).codes[0] ?? '').split(/\r?\n/);
    expect([lines[3], ...lines.slice(27, 29)]).toEqual([account, 'QRR', slipReference(invoice.id)]);
    ok(await set({ iban: account, qrIban: null }, 'EUR'));
    expect((await paper((await issued({})).id)).codes).toEqual([]);
    ok(await set({ iban: null, qrIban: account }));
    expect((await paper((await issued({})).id)).codes[0]).toContain('QRR');
  });

  it('C715 what a slip has no room or no letters for is cut or left out, and the invoice is issued', async () => {
    ok(await set({ iban: 'CH9300762011623852957', qrIban: null }));
    const russian = { street: 'ул. Ленина', postcode: '101000', town: 'Москва', country: 'RU' };
    const name = 'Œuvres „Łódź“ – '.repeat(8).trim();
    const long = {
      street: 'Rue de l’Œuf '.repeat(9).trim(),
      postcode: '1200',
      town: 'Ångström'.repeat(9),
      country: 'CH',
    };
    const codes = [];
    for (const billing of [{ address: russian }, { name, address: long }])
      codes.push((await paper((await issued(billing)).id)).codes[0]?.split(/\r?\n/).slice(20, 27));
    expect(codes).toEqual([
      ['', '', '', '', '', '', ''],
      [
        'S',
        'OEuvres "Lódz" - '.repeat(8).slice(0, 70).trim(),
        "Rue de l'OEuf ".repeat(9).slice(0, 70).trim(),
        '',
        '1200',
        'Ångström'.repeat(9).slice(0, 35),
        'CH',
      ],
    ]);
  });

  it('C757 an invoice that no transfer code can be for has the company’s payment link, as words and as a code', async () => {
    const link = (defaultPaymentUrl: string) => world.admin.put('/api/v1/company', { quoting: { defaultPaymentUrl } });
    ok(await set({ iban: null, qrIban: null }, 'USD'));
    ok(await link('https://pay.example.com/?ref={reference}&amount={total}&in={currency}'));
    const invoice = await issued({});
    const { text, codes } = await paper(invoice.id);
    const url = `https://pay.example.com/?ref=${invoice.number}&amount=108.10&in=USD`;
    expect(codes).toEqual([`QRCode ${url}`]);
    expect(text).toContain('Pay $108.10');
    // A link that names a quote is for quotes alone.
    ok(await link('https://pay.example.com/{quoteId}'));
    expect((await paper((await issued({})).id)).codes).toEqual([]);
    ok(await link('https://pay.example.com/?ref={reference}'));
    ok(await set({ iban: 'CH9300762011623852957' }, 'EUR'));
    expect((await paper((await issued({})).id)).codes[0]).toMatch(/^QRCode BCD/);
  });
});
