import { dayAt, nextMonth } from '@quickfleet/shared/base/time/zoned-time';
import type { AccountingMonth } from '@quickfleet/shared/delivery/accounting/accounting';
import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const address = { street: 'Depotstraße 9', postcode: '10115', town: 'Berlin', country: 'DE' };
const today = dayAt(new Date(), 'Europe/Berlin');
const month = today.slice(0, 7);
let made = 0;

beforeAll(async () => {
  ok(
    await world.admin.put('/api/v1/company', {
      billing: { address, vatId: 'DE123456789', taxNumber: '30/123/45678' },
      company: { name: 'Swift Kuriere GmbH' },
      quoting: { currency: 'EUR', pricesIncludeTax: true, defaultTaxRate: '19' },
      accounting: { consultantNumber: 29098, clientNumber: 55003 },
    }),
  );
});

const newCustomer = async (billing: object = {}): Promise<number> => {
  const body = { name: 'Käthe Bäcker', email: `books${++made}@example.com` };
  const { id } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', body));
  ok(await world.dispatcher.put(`/api/v1/customers/${id}`, { billing }));
  return id;
};
const issued = async (customerId: number, lines: object[]): Promise<Invoice> => {
  const draft = ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId, lines }));
  return ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${draft.id}/issue`, {}));
};
/** An invoice of deliveries at prices with their tax: what is left to their sum is its rounding. */
async function delivered(currency: string, decimals: number): Promise<void> {
  const price = ['101', '', '10.01', '10.011'][decimals] ?? '1';
  const customerEmail = `books${++made}@example.com`;
  let customerId = 0;
  for (let at = 0; at < 7; at++) {
    const body = orderBody({ customerEmail, quotePrice: price });
    const order = ok<{ id: number; customerId: number; currency: string }>(
      await world.dispatcher.post('/api/v1/orders', body),
    );
    expect(order.currency).toBe(currency);
    customerId = order.customerId;
    await world.app.sql(`update orders set status = 'delivered', delivered_at = now() where id = ?`, order.id);
  }
  const period = { from: today, to: today, customerIds: [customerId] };
  const { data } = ok<{ data: Invoice[] }>(await world.dispatcher.post('/api/v1/invoices/run', period));
  const invoice = ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${data[0]?.id}/issue`, {}));
  expect(units(invoice.gross, decimals) + units(invoice.rounding, decimals)).toBe(7n * units(price, decimals));
  expect(units(invoice.rounding, decimals)).not.toBe(0n);
}
const line = (unitPrice: string, rate = '19') => ({ description: 'Storage', unitPrice, taxes: [{ rate }] });
const table = async (name: string, of = month) => {
  const answer = await world.admin.get(`/api/v1/accounting/${name}.csv?month=${of}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return z.array(z.record(z.string(), z.string())).parse(parse(answer.body, { columns: true, bom: true }));
};
/** Units of the smallest coin, so that no sum is rounded. */
const units = (amount: string | undefined, decimals = 2): bigint => {
  const [whole = '0', part = ''] = (amount || '0').split('.');
  const digits = BigInt(`${whole.replace('-', '')}${part.padEnd(decimals, '0').slice(0, decimals)}`);
  return whole.startsWith('-') ? -digits : digits;
};
const sum = (rows: Record<string, string>[], column: string, decimals = 2) =>
  rows.reduce((all, row) => all + units(row[column], decimals), 0n);

describe('the books of a month', () => {
  it('C599 the journal has debits that equal credits for each document, by the accounts of the settings', async () => {
    const customerId = await newCustomer();
    const invoice = await issued(customerId, [line('100'), line('50', '7')]);
    ok(
      await world.dispatcher.post(`/api/v1/invoices/${invoice.id}/payments`, {
        amount: '72.50',
        paidOn: today,
        method: 'cash',
      }),
    );
    const rows = (await table('journal')).filter((row) => row['Document number'] === invoice.number);
    expect(rows.map((row) => [row['Account number'], row['Debit amount'], row['Credit amount'], row['Kind']])).toEqual([
      ['1400', '172.50', '', 'Invoice'],
      ['8400', '', '100.00', 'Invoice'],
      ['8300', '', '50.00', 'Invoice'],
      ['1771', '', '3.50', 'Invoice'],
      ['1776', '', '19.00', 'Invoice'],
      ['1000', '72.50', '', 'Payment'],
      ['1400', '', '72.50', 'Payment'],
    ]);
    const note = ok<Invoice>(
      await world.dispatcher.post(`/api/v1/invoices/${invoice.id}/credit`, {
        lines: [{ id: 2 }],
        reason: 'Not stored',
      }),
    );
    const credited = (await table('journal')).filter((row) => row['Document number'] === note.number);
    expect(credited.map((row) => [row['Account number'], row['Debit amount'], row['Credit amount']])).toEqual([
      ['1400', '', '53.50'],
      ['8300', '50.00', ''],
      ['1771', '3.50', ''],
    ]);
  });

  it('C600 taxes are summed by the country of the buyer and by rate, without what was credited', async () => {
    const before = await table('tax');
    const french = { address: { ...address, country: 'FR' }, name: 'Boulangerie' };
    await issued(await newCustomer(french), [line('200', '20')]);
    const added = (await table('tax')).filter((row) => row['Country of the buyer'] === 'FR');
    expect(before.filter((row) => row['Country of the buyer'] === 'FR')).toEqual([]);
    expect(added).toMatchObject([
      { 'Tax category': 'S', 'Tax rate': '20', Net: '200.00', 'Tax amount': '40.00', Gross: '240.00', Documents: '1' },
    ]);
  });

  it('C601 DATEV gets its header, 125 columns, German numbers, its own encoding and a link to each paper', async () => {
    const invoice = await issued(await newCustomer({ name: 'Käthe „Bäcker“ & Söhne Łódź' }), [line('100')]);
    const answer = await world.admin.get(`/api/v1/accounting/datev.csv?month=${month}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=windows-1252',
      'content-disposition': `attachment; filename="EXTF_Buchungsstapel_${month}.csv"`,
    });
    const text = new TextDecoder('windows-1252').decode(answer.rawPayload);
    const [head = '', columns = '', ...lines] = text.split('\r\n');
    const fields = head.split(';');
    expect(fields).toHaveLength(31);
    expect(fields.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13']);
    expect(fields[5]).toMatch(/^\d{17}$/);
    expect(fields.slice(10, 16)).toEqual([
      ...['29098', '55003', `${month.slice(0, 4)}0101`, '4', `${month.replace('-', '')}01`],
      expect.stringMatching(new RegExp(`^${month.replace('-', '')}(28|29|30|31)$`)),
    ]);
    expect(columns.split(';')).toHaveLength(125);
    expect(lines.pop()).toBe('');
    const mine = lines.filter((one) => one.includes(`"${invoice.number}"`)).map((one) => one.split(';'));
    expect(mine).toHaveLength(1);
    const [booking = []] = mine;
    expect(booking).toHaveLength(125);
    expect(booking.slice(0, 3)).toEqual(['119,00', '"S"', '"EUR"']);
    expect(booking.slice(6, 11)).toEqual([
      '1400',
      '8400',
      '',
      `${today.slice(8)}${today.slice(5, 7)}`,
      `"${invoice.number}"`,
    ]);
    expect(booking[13]).toBe('"Käthe „Bäcker“ & Söhne Lódz"');
    const [, guid = ''] = /^"BEDI ""([0-9a-f-]{36})"""$/.exec(booking[19] ?? '') ?? [];
    const zip = (await world.admin.get(`/api/v1/accounting/month.zip?month=${month}`)).rawPayload;
    expect(zip.toString('latin1')).toContain(`<document guid="${guid}">`);
  });

  it('C602 the archive of a month has every paper and document as it was issued', async () => {
    const invoice = await issued(await newCustomer({ address }), [line('10')]);
    const answer = await world.admin.get(`/api/v1/accounting/month.zip?month=${month}`);
    expect(answer.headers['content-type']).toBe('application/zip');
    const pdf = (await world.admin.get(`/api/v1/invoices/${invoice.id}/invoice.pdf`)).rawPayload;
    const xml = (await world.admin.get(`/api/v1/invoices/${invoice.id}/invoice.xml?syntax=ubl`)).rawPayload;
    for (const [name, bytes] of [
      [`${invoice.number}.pdf`, pdf],
      [`${invoice.number}-ubl.xml`, xml],
    ] as const) {
      expect(answer.rawPayload.includes(Buffer.from(name)), name).toBe(true);
      expect(answer.rawPayload.includes(bytes), name).toBe(true);
    }
    const noted = await world.app.sql(`select 1 from history where detail = ?`, `accounting-${month}.zip`);
    expect(noted.length).toBeGreaterThan(0);
  });

  it('C603 the books are for admins and for keys that read invoices, and ask for a month', async () => {
    for (const name of ['datev.csv', 'journal.csv', 'tax.csv', 'month.zip']) {
      expectError(await world.dispatcher.get(`/api/v1/accounting/${name}?month=${month}`), 403);
      expectError(await world.app.client().get(`/api/v1/accounting/${name}?month=${month}`), 401);
      expectError(await world.admin.get(`/api/v1/accounting/${name}?month=2026-13`), 400);
      expectError(await world.admin.get(`/api/v1/accounting/${name}`), 400);
    }
    const scopes = ['invoices:read'];
    const { key } = ok<{ key: string }>(await world.admin.post('/api/v1/api-keys', { name: 'Books', scopes }));
    const program = world.app.client({ key });
    for (const name of ['journal.csv', 'datev.csv'])
      expect((await program.get(`/api/v1/accounting/${name}?month=${month}`)).statusCode).toBe(200);
    expectError(await program.post(`/api/v1/accounting/months/${month}/close`), 403);
  });

  it('C604 journal, taxes, months and invoices agree to the smallest coin over 0, 2 and 3 decimals', async () => {
    const prices = ['0.333', '7.777', '1234.5678'];
    for (const [currency, decimals] of [
      ['JPY', 0],
      ['EUR', 2],
      ['KWD', 3],
    ] as const) {
      ok(await world.admin.put('/api/v1/company', { quoting: { currency } }));
      for (const [at, price] of prices.entries()) {
        const lines = [line(price, '19'), line(prices[at - 1] ?? '5', at % 2 === 0 ? '7' : '19'), line('3', '0')];
        const invoice = await issued(await newCustomer(), lines);
        if (at % 3 === 0)
          ok(
            await world.dispatcher.post(`/api/v1/invoices/${invoice.id}/credit`, {
              lines: [{ id: 3 }],
              reason: 'Half',
            }),
          );
      }
      await delivered(currency, decimals);
      const signed = `case kind when 'invoice' then 1 else -1 end`;
      const [all] = await world.app.sql<{ net: string; tax: string; rounding: string; total: string }>(
        `select sum(${signed} * net)::text as net, sum(${signed} * tax)::text as tax,
           sum(${signed} * rounding)::text as rounding, sum(${signed} * (gross + rounding))::text as total
         from invoices where currency = ? and state <> 'draft'`,
        currency,
      );
      const journal = (await table('journal')).filter((row) => row['Currency'] === currency);
      expect(sum(journal, 'Debit amount', decimals)).toBe(sum(journal, 'Credit amount', decimals));
      const balance = (accounts: string[]) => {
        const rows = journal.filter(
          (row) => row['Kind'] !== 'Payment' && accounts.includes(row['Account number'] ?? ''),
        );
        return sum(rows, 'Credit amount', decimals) - sum(rows, 'Debit amount', decimals);
      };
      expect(balance(['1776', '1771', '1770'])).toBe(units(all?.tax, decimals));
      expect(balance(['8400', '8300', '8200'])).toBe(units(all?.net, decimals));
      expect(balance(['2700'])).toBe(units(all?.rounding, decimals));
      expect(-balance(['1400'])).toBe(units(all?.total, decimals));
      const taxes = (await table('tax')).filter((row) => row['Currency'] === currency);
      expect(sum(taxes, 'Tax amount', decimals)).toBe(units(all?.tax, decimals));
      expect(sum(taxes, 'Net', decimals)).toBe(units(all?.net, decimals));
      const { data } = ok<{ data: AccountingMonth[] }>(await world.admin.get('/api/v1/accounting/months'));
      const totals = data.find((one) => one.month === month)?.totals.find((one) => one.currency === currency);
      expect(units(totals?.gross, decimals)).toBe(units(all?.total, decimals));
    }
    const refused = await world.admin.get(`/api/v1/accounting/datev.csv?month=${month}`);
    expect(expectError(refused, 409).code).toBe('NO_DATEV');
    ok(await world.admin.put('/api/v1/company', { quoting: { currency: 'EUR' } }));
  }, 120_000);

  it('C605 nothing is dated in a month that is closed, and its accounts stay', async () => {
    const customerId = await newCustomer();
    const open = await issued(customerId, [line('10')]);
    const draft = ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId, lines: [line('5')] }));
    expectError(await world.dispatcher.post(`/api/v1/accounting/months/${month}/close`), 403);
    const past = ok<AccountingMonth>(await world.admin.post('/api/v1/accounting/months/2026-01/close'));
    expect(past).toMatchObject({ month: '2026-01', totals: [] });
    const paid = { amount: '1', paidOn: '2026-01-15' };
    const late = await world.dispatcher.post(`/api/v1/invoices/${open.id}/payments`, paid);
    expect(expectError(late, 409)).toMatchObject({
      code: 'MONTH_CLOSED',
      message: '2026-01 is closed: nothing in it changes any more. Choose another day',
    });
    expect(ok(await world.admin.post('/api/v1/accounting/months/2026-01/close'))).toEqual(past);
    // The month in which all of this was issued is closed once it is over.
    world.app.setClock(new Date(`${nextMonth(month)}T12:00:00Z`));
    const later = await world.app.as('admin');
    const closed = ok<AccountingMonth>(await later.post(`/api/v1/accounting/months/${month}/close`));
    expect(ok(await later.post(`/api/v1/accounting/months/${month}/close`))).toEqual(closed);
    world.app.setClock(undefined);
    const before = await table('journal');
    for (const [path, body] of [
      [`/api/v1/invoices/${draft.id}/issue`, {}],
      [`/api/v1/invoices/${open.id}/credit`, { reason: 'Late' }],
      [`/api/v1/invoices/${open.id}/payments`, { amount: '1', paidOn: today }],
    ] as const)
      expect(expectError(await world.dispatcher.post(path, body), 409).code).toBe('MONTH_CLOSED');
    ok(await world.admin.put('/api/v1/company', { accounting: { receivables: '1410' } }));
    expect(await table('journal')).toEqual(before);
    const rows = await world.app.sql('select 1 from accounting_months');
    expect(rows).toHaveLength(2);
    await world.app.sql('delete from accounting_months');
  });

  it('C727 a month is closed once it is over where the company is, after those before it in which something is booked', async () => {
    const close = (which: string) => world.admin.post(`/api/v1/accounting/months/${which}/close`);
    for (const which of [month, nextMonth(month).slice(0, 7), '2999-01'])
      expect(expectError(await close(which), 409)).toMatchObject({
        ...{ code: 'MONTH_NOT_OVER', message: `${which} is not over yet. Close it from ${nextMonth(which)} on` },
      });
    // In Berlin the first of August begins two hours before it does in UTC.
    world.app.setClock(new Date('2026-07-31T21:59:59Z'));
    const july = await world.app.as('admin');
    expectError(await july.post('/api/v1/accounting/months/2026-07/close'), 409, 'MONTH_NOT_OVER');
    world.app.setClock(undefined);
    const { id } = await issued(await newCustomer(), [line('100')]);
    const pay = (paidOn: string) => world.dispatcher.post(`/api/v1/invoices/${id}/payments`, { amount: '1', paidOn });
    ok(await pay('2026-05-10'));
    ok(await pay('2026-07-10'));
    expect(expectError(await close('2026-07'), 409)).toMatchObject({
      ...{ code: 'MONTH_BEFORE_OPEN', message: '2026-05 is still open. Close it before 2026-07' },
    });
    ok(await close('2026-05'));
    // Nothing is booked in June: it goes with July, and takes nothing any more.
    ok(await close('2026-07'));
    for (const day of ['2026-04-30', '2026-06-15', '2026-07-31']) expectError(await pay(day), 409, 'MONTH_CLOSED');
    ok(await pay('2026-08-01'));
    expect(ok<AccountingMonth>(await close('2026-06'))).toMatchObject({ month: '2026-06', totals: [] });
    await world.app.sql('delete from accounting_months');
  });
});
