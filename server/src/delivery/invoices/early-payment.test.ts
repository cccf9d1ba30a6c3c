import { randomUUID } from 'node:crypto';
import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { AccountingMonth } from '@quickfleet/shared/delivery/accounting/accounting';
import type { Aging, Invoice, InvoiceRow, MyInvoicePage } from '@quickfleet/shared/delivery/invoices/invoices';
import type { BankStatement } from '@quickfleet/shared/operations/bank-statements';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, openByMail } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';
import { parseWebhookSecrets, signWebhook } from '../../security/webhook-signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ZONE = 'Europe/Berlin';
const world = useWorld({ PAYMENTS_WEBHOOK_SECRET: SECRET, BUSINESS_TIMEZONE: ZONE });
const today = () => dayAt(new Date(), ZONE);
const address = { street: 'Depotstraße 9', postcode: '10115', town: 'Berlin', country: 'DE' };
const terms = { days: 14, discountDays: 7, discountPercent: '2' };
const company = async (settings: object) => ok(await world.admin.put('/api/v1/company', settings));
beforeAll(() =>
  company({
    billing: { address, vatId: 'DE123456789', taxNumber: '30/123/45678', iban: 'DE89370400440532013000', terms },
    company: { phone: '+49 30 1234567', name: 'Swift Kuriere GmbH' },
    quoting: { currency: 'EUR', pricesIncludeTax: false, defaultTaxRate: '19' },
  }),
);

let made = 0;
const line = (unitPrice: string, rate = '19') => ({ description: 'Storage', unitPrice, taxes: [{ rate }] });
/** An invoice that was issued so many days ago: 119.00 in all, 2.38 less within seven days. */
async function issued({ ago = 0, lines = [line('100')], email = `early${++made}@example.com`, billing = {} } = {}) {
  const customer = { name: `Early Payer ${made}`, email };
  const { id: customerId } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', customer));
  ok(await world.dispatcher.put(`/api/v1/customers/${customerId}`, { billing: { address, ...billing } }));
  const draft = ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId, lines }));
  ok(await world.dispatcher.post(`/api/v1/invoices/${draft.id}/issue`, {}));
  await world.app.sql(
    'update invoices set issued_on = issued_on - ?::int, due_on = due_on - ?::int where id = ?',
    ago,
    ago,
    draft.id,
  );
  return read(draft.id);
}
const read = async (id: number) => ok<Invoice>(await world.dispatcher.get(`/api/v1/invoices/${id}`));
const post = (id: number, action: string, body: object = {}) =>
  world.dispatcher.post(`/api/v1/invoices/${id}/${action}`, body);
const pay = async (id: number, amount: string, paidOn = today()) =>
  ok<Invoice>(await post(id, 'payments', { amount, paidOn }));
const takeBack = async ({ id, payments }: Invoice, at = 0) =>
  ok<Invoice>(await world.dispatcher.delete(`/api/v1/invoices/${id}/payments/${payments[at]?.id}`));
const owes = async ({ customerId }: Invoice) =>
  ok<Aging>(await world.dispatcher.get('/api/v1/invoices/aging')).data.find((row) => row.customerId === customerId)
    ?.total;

describe('the discount for paying early', () => {
  it('C720 a payment of the total less the discount, within the days, settles the invoice; taken back it is open again', async () => {
    const invoice = await issued();
    const until = addDays(today(), 7);
    expect(invoice).toMatchObject({
      ...{ due: '119.00', discount: '0.00' },
      earlyPayment: { until, isOver: false, discount: '2.38', due: '116.62' },
    });
    const paid = await pay(invoice.id, '116.62');
    expect(paid).toMatchObject({ state: 'paid', paid: '116.62', discount: '2.38', due: '0.00', earlyPayment: null });
    expect(paid.payments).toMatchObject([{ amount: '116.62', discount: '2.38' }]);
    expect(await owes(invoice)).toBeUndefined();
    const { data } = ok<{ data: InvoiceRow[] }>(await world.dispatcher.get(`/api/v1/invoices?q=${invoice.number}`));
    expect(data).toMatchObject([{ discount: '2.38', due: '0.00', earlyPayment: null }]);
    const history = await world.app.sql<{ action: string; detail: string }>(
      `select action, detail from history where subject = 'invoice' and subject_id = ? order by id desc limit 1`,
      invoice.id,
    );
    expect(history).toMatchObject([{ action: 'invoice.discounted' }]);
    expect(await takeBack(paid)).toMatchObject({ state: 'issued', discount: '0.00', due: '119.00', paid: '0.00' });
    expect(await world.app.sql('select 1 from invoice_discounts where invoice_id = ?', invoice.id)).toEqual([]);
    // In parts: the one that comes to the rest takes it, and without the first it is not reached any more.
    await pay(invoice.id, '50');
    const both = await pay(invoice.id, '66.62');
    expect(both).toMatchObject({ state: 'paid', discount: '2.38' });
    expect(both.payments.map(({ discount }) => discount)).toEqual(['0.00', '2.38']);
    expect(await takeBack(both)).toMatchObject({ state: 'part_paid', discount: '0.00', due: '52.38' });
    // Paid in full nothing is taken off, and what comes twice is to the customer's credit.
    const full = await issued();
    expect(await pay(full.id, '119')).toMatchObject({ state: 'paid', discount: '0.00', due: '0.00' });
    const twice = await issued();
    await pay(twice.id, '116.62');
    expect(await pay(twice.id, '116.62')).toMatchObject({ state: 'paid', discount: '2.38', due: '-116.62' });
  });

  it('C722 after the days it is not taken, until the office takes off what a payment left', async () => {
    const late = await issued({ ago: 8 });
    expect(late.earlyPayment).toMatchObject({ isOver: true, discount: '2.38' });
    expectError(await post(late.id, 'discount'), 409, 'NO_DISCOUNT');
    expect(await pay(late.id, '100')).toMatchObject({ state: 'part_paid', due: '19.00' });
    expectError(await post(late.id, 'discount'), 409, 'NO_DISCOUNT');
    expect(await pay(late.id, '16.62')).toMatchObject({ state: 'part_paid', due: '2.38', discount: '0.00' });
    const granted = ok<Invoice>(await post(late.id, 'discount'));
    expect(granted).toMatchObject({ state: 'paid', due: '0.00', discount: '2.38' });
    expectError(await post(late.id, 'discount'), 409, 'NO_DISCOUNT');
    expect(await takeBack(granted)).toMatchObject({ state: 'part_paid', discount: '0.00', due: '102.38' });
    // On the last day it is in time; a day that is typed decides, not the day of the typing.
    const last = await issued({ ago: 7 });
    expect(await pay(last.id, '116.62')).toMatchObject({ state: 'paid', discount: '2.38' });
    const typed = await issued({ ago: 20 });
    expect(await pay(typed.id, '116.62', addDays(today(), -13))).toMatchObject({ state: 'paid', discount: '2.38' });
    const past = await issued({ ago: 20 });
    expect(await pay(past.id, '116.62', addDays(today(), -12))).toMatchObject({ state: 'part_paid', due: '2.38' });
    const without = await issued({ billing: { terms: { days: 14, discountDays: 0, discountPercent: '0' } } });
    expect(without.earlyPayment).toBeNull();
    expect(await pay(without.id, '116.62')).toMatchObject({ state: 'part_paid', due: '2.38' });
    expectError(await post(without.id, 'discount'), 409, 'NO_DISCOUNT');
  });

  it('C723 money of a bank file and of a payment event takes it; the amount less the discount is a sure proposal', async () => {
    const upload = async (rows: readonly (readonly string[])[]) => {
      const edge = 'edge-of-a-file';
      const mapping = { Tag: 'bookedOn', Betrag: 'amount', Name: 'name', Zweck: 'reference' };
      const text = [['Tag', 'Betrag', 'Name', 'Zweck'], ...rows].map((row) => row.join(';')).join('\n');
      const part = (head: string, body: string) =>
        `--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
      const body = `${part('name="mapping"', JSON.stringify(mapping))}${part('name="file"; filename="bank.csv"\r\nContent-Type: text/csv', text)}--${edge}--\r\n`;
      const headers = { 'content-type': `multipart/form-data; boundary=${edge}` };
      return ok<BankStatement>(
        await world.dispatcher.call('POST', '/api/v1/bank-statements', Buffer.from(body), { headers }),
      );
    };
    const [early, late, named, parts] = [
      await issued(),
      await issued({ ago: 9 }),
      await issued({ lines: [line('77')] }),
      await issued(),
    ];
    const statement = await upload([
      [today(), '116,62', 'Somebody', `Rechnung ${early.number}`],
      [today(), '116,62', 'Somebody', `Rechnung ${late.number}`],
      [today(), '89,80', named.buyer.name, 'Danke'],
      [today(), '60,00', 'Somebody', `${parts.number}`],
      [today(), '56,62', 'Somebody', `${parts.number}`],
      [today(), '118,00', 'Somebody', `Rechnung ${early.number} again`],
    ]);
    expect(
      statement.lines.map(({ proposal }) => [
        proposal?.invoiceId,
        proposal?.certainty,
        proposal?.due,
        proposal?.discount,
      ]),
    ).toEqual([
      [early.id, 'sure', '119.00', '2.38'],
      [late.id, 'likely', '119.00', '0.00'],
      [named.id, 'likely', '91.63', '1.83'],
      [parts.id, 'likely', '119.00', '0.00'],
      [parts.id, 'sure', '59.00', '2.38'],
      [early.id, 'likely', '0.00', '0.00'],
    ]);
    const book = async (at: number, invoiceId: number | null) =>
      ok(
        await world.dispatcher.post(`/api/v1/bank-statements/${statement.id}/lines/${statement.lines[at]?.id}`, {
          invoiceId,
        }),
      );
    await book(0, early.id);
    expect(await read(early.id)).toMatchObject({ state: 'paid', discount: '2.38', due: '0.00' });
    await book(1, late.id);
    expect(await read(late.id)).toMatchObject({ state: 'part_paid', discount: '0.00', due: '2.38' });
    await book(3, parts.id);
    await book(4, parts.id);
    expect(await read(parts.id)).toMatchObject({ state: 'paid', discount: '2.38', due: '0.00' });
    await book(0, null);
    expect(await read(early.id)).toMatchObject({ state: 'issued', discount: '0.00', due: '119.00' });

    const event = await issued();
    const data = { currency: 'EUR', reference: event.number, amount: '116.62' };
    const body = Buffer.from(JSON.stringify({ type: 'payment.succeeded', data }));
    const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
    const [key = Buffer.alloc(0)] = parseWebhookSecrets(SECRET) ?? [];
    const send = () =>
      world.app.app.inject({
        ...{ method: 'POST', url: '/api/v1/payments/events', payload: body },
        headers: {
          ...{ 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': timestamp },
          'webhook-signature': signWebhook(key, { id, timestamp, body }),
        },
      });
    for (const _ of [1, 2]) expect(ok(await send())).toMatchObject({ state: 'matched' });
    expect(await read(event.id)).toMatchObject({ state: 'paid', discount: '2.38', due: '0.00' });
  });

  it('C724 a credit note takes the discount of what it credits back, before and after the payment', async () => {
    const invoice = await issued({ lines: [line('100'), line('100', '7')] });
    expect(invoice).toMatchObject({ due: '226.00', earlyPayment: { discount: '4.52', due: '221.48' } });
    await pay(invoice.id, '221.48');
    ok(await post(invoice.id, 'credit', { lines: [{ id: 2 }], reason: 'Not stored' }));
    // The customer paid 2 % less for that part, and gets 2 % less back.
    expect(await read(invoice.id)).toMatchObject({
      credited: '107.00',
      discount: '2.38',
      due: '-104.86',
      state: 'paid',
    });
    const rows = await world.app.sql<{ amount: string; net: string; taxes: { rate: string; amount: string }[] }>(
      'select amount::text, net::text, taxes from invoice_discounts where invoice_id = ? order by id',
      invoice.id,
    );
    expect(rows.map(({ amount, net }) => [amount, net])).toEqual([
      ['4.52', '4.00'],
      ['-2.14', '-2.00'],
    ]);
    expect(rows[1]?.taxes).toMatchObject([{ rate: '7', amount: '-0.14' }]);
    ok(await post(invoice.id, 'credit', { reason: 'All of it' }));
    expect(await read(invoice.id)).toMatchObject({ state: 'credited', discount: '0.00', due: '-221.48' });
    const before = await issued({ lines: [line('100'), line('100', '7')] });
    ok(await post(before.id, 'credit', { lines: [{ id: 2 }], reason: 'Not stored' }));
    expect((await read(before.id)).earlyPayment).toMatchObject({ discount: '2.38', due: '116.62' });
    expect(await pay(before.id, '116.62')).toMatchObject({ state: 'paid', discount: '2.38', due: '0.00' });
  });

  it('C725 paper, mail, XML and the customer’s page say until when how much is enough', async () => {
    const invoice = await issued({ email: 'early-mine@example.com', billing: { language: 'de' } });
    const text = (
      await readPages((await world.dispatcher.get(`/api/v1/invoices/${invoice.id}/invoice.pdf`)).rawPayload)
    )
      .map((page) => page.text)
      .join(' ');
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/2 % Skonto bei Zahlung bis [^:]+: 116,62 €\./);
    for (const [syntax, element] of [
      ['ubl', 'cac:PaymentTerms'],
      ['cii', 'ram:SpecifiedTradePaymentTerms'],
    ] as const) {
      const xml = (await world.dispatcher.get(`/api/v1/invoices/${invoice.id}/invoice.xml?syntax=${syntax}`)).body;
      const part = xml.slice(xml.indexOf(`<${element}>`), xml.indexOf(`</${element}>`));
      // BR-DE-18: the line as XRechnung reads it, with the line break that belongs to it.
      expect(part, syntax).toMatch(/116,62[^\n]*\n#SKONTO#TAGE=7#PROZENT=2\.00#\n\s*</);
    }
    ok(await post(invoice.id, 'send'));
    const [mail] = await world.app.sql<{ text: string }>('select text from emails where invoice_id = ?', invoice.id);
    expect(mail?.text).toContain('116,62');
    const mine = await openByMail(world.app, 'early-mine@example.com');
    const mineNow = async () => ok<MyInvoicePage>(await mine.get('/api/v1/my/invoices')).data[0];
    expect(await mineNow()).toMatchObject({ due: '119.00', earlyPayment: { due: '116.62', isOver: false } });
    await world.app.sql('update invoices set issued_on = issued_on - 8 where id = ?', invoice.id);
    expect(await mineNow()).toMatchObject({ due: '119.00', earlyPayment: null });
  });
});

describe('the discount in the books', () => {
  const month = today().slice(0, 7);
  const table = async (name: string, of = month) => {
    const answer = await world.admin.get(`/api/v1/accounting/${name}.csv?month=${of}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return z.array(z.record(z.string(), z.string())).parse(parse(answer.body, { columns: true, bom: true }));
  };
  const monthOf = async (of: string) =>
    ok<{ data: AccountingMonth[] }>(await world.admin.get('/api/v1/accounting/months')).data.find(
      (one) => one.month === of,
    )?.totals[0];

  it('C726 takes net and taxes off in the month of the payment, in the journal, for DATEV and in the taxes', async () => {
    // Issued in a month before, paid in this one.
    const billing = { address: { ...address, country: 'FR' } };
    const invoice = await issued({ lines: [line('100'), line('50', '7')], billing });
    const before = { tax: await table('tax'), month: await monthOf(month) };
    expect(invoice.earlyPayment).toMatchObject({ discount: '3.45', due: '169.05' });
    await pay(invoice.id, '169.05');
    const rows = (await table('journal')).filter((row) => row['Document number'] === invoice.number);
    const shown = rows.map((row) => [row['Kind'], row['Account number'], row['Debit amount'], row['Credit amount']]);
    expect(shown.filter(([kind]) => kind !== 'Invoice')).toEqual([
      ['Discount for early payment', '1400', '', '3.45'],
      ['Discount for early payment', '8736', '2.00', ''],
      ['Discount for early payment', '8731', '1.00', ''],
      ['Discount for early payment', '1776', '0.38', ''],
      ['Discount for early payment', '1771', '0.07', ''],
      ['Payment', '1200', '169.05', ''],
      ['Payment', '1400', '', '169.05'],
    ]);
    const datev = new TextDecoder('windows-1252').decode(
      (await world.admin.get(`/api/v1/accounting/datev.csv?month=${month}`)).rawPayload,
    );
    const bookings = datev
      .split('\r\n')
      .filter((one) => one.includes(`"${invoice.number}"`))
      .map((one) => one.split(';'));
    expect(bookings.map(([amount, side, , , , , account, contra]) => [amount, side, account, contra])).toEqual([
      ['119,00', '"S"', '1400', '8400'],
      ['53,50', '"S"', '1400', '8300'],
      ['2,38', '"H"', '1400', '8736'],
      ['1,07', '"H"', '1400', '8731'],
      ['169,05', '"S"', '1200', '1400'],
    ]);
    const french = (rows: Record<string, string>[]) =>
      rows
        .filter((row) => row['Country of the buyer'] === 'FR')
        .map((row) => [row['Tax rate'], row['Documents'], row['Net'], row['Tax amount'], row['Gross']]);
    expect(french(before.tax)).toEqual([
      ['7', '1', '50.00', '3.50', '53.50'],
      ['19', '1', '100.00', '19.00', '119.00'],
    ]);
    expect(french(await table('tax'))).toEqual([
      ['7', '1', '49.00', '3.43', '52.43'],
      ['19', '1', '98.00', '18.62', '116.62'],
    ]);
    const after = await monthOf(month);
    const less = (name: 'net' | 'tax' | 'gross' | 'discount' | 'paid') =>
      (Number(after?.[name]) - Number(before.month?.[name])).toFixed(2);
    expect([less('net'), less('tax'), less('gross'), less('discount'), less('paid')]).toEqual([
      '-3.00',
      '-0.45',
      '-3.45',
      '3.45',
      '169.05',
    ]);
    const report = async (of: { customerId: number | null }) =>
      ok<{ totals: { invoiced: string; open: string } }>(
        await world.admin.get(
          `/api/v1/reports/revenue?from=${today()}&to=${today()}&by=customer&customerId=${of.customerId}`,
        ),
      ).totals;
    expect(await report(invoice)).toMatchObject({ invoiced: '147.00', open: '0.00' });

    // A discount account that is not set is the account of the revenue; the booking of a paper that is there moves too.
    const { accounting } = ok<{ accounting: { revenues: object[] } }>(await world.admin.get('/api/v1/company'));
    await company({ accounting: { revenues: accounting.revenues.map((one) => ({ ...one, discountAccount: null })) } });
    const plain = (await table('journal')).filter(
      (row) => row['Document number'] === invoice.number && row['Kind'] === 'Discount for early payment',
    );
    expect(plain.map((row) => row['Account number'])).toEqual(['1400', '8400', '8300', '1776', '1771']);
  });

  it('C726 is in the month in which the payment came, not in that of the invoice', async () => {
    const [paidOn] = [addDays(`${month}-01`, -1)];
    const billing = { address: { ...address, country: 'AT' } };
    const invoice = await issued({ billing });
    await world.app.sql('update invoices set issued_on = ? where id = ?', addDays(paidOn, -40), invoice.id);
    await world.app.sql(
      `update invoices set terms = '{"days": 60, "discountDays": 60, "discountPercent": "2"}' where id = ?`,
      invoice.id,
    );
    expect(await pay(invoice.id, '116.62', paidOn)).toMatchObject({ state: 'paid', discount: '2.38' });
    const austrian = async (of: string) =>
      (await table('tax', of)).filter((row) => row['Country of the buyer'] === 'AT').map((row) => row['Tax amount']);
    expect(await austrian(addDays(paidOn, -40).slice(0, 7))).toEqual(['19.00']);
    expect(await austrian(paidOn.slice(0, 7))).toEqual(['-0.38']);
    expect(await austrian(month)).toEqual([]);
  });
});
