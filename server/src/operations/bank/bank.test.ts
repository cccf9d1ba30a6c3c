import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import type { BankLine, BankStatement } from '@quickfleet/shared/operations/bank-statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectIssue, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
beforeAll(async () => {
  ok(
    await world.admin.put('/api/v1/company', {
      quoting: { currency: 'EUR', pricesIncludeTax: true, defaultTaxRate: '19' },
    }),
  );
});

let made = 0;
/** An issued invoice of somebody; net 100 is 119. */
async function invoiceOf(name: string, unitPrice = '100', more: object = {}): Promise<Invoice> {
  const customer = { name, email: `payer${++made}@example.com` };
  const { id } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', customer));
  return another(id, unitPrice, more);
}
async function another(customerId: number, unitPrice = '100', more: object = {}): Promise<Invoice> {
  const lines = [{ description: 'Storage', unitPrice, taxes: [{ rate: '19' }], ...more }];
  const draft = ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId, lines }));
  return ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${draft.id}/issue`, {}));
}
const read = async (id: number) => ok<Invoice>(await world.dispatcher.get(`/api/v1/invoices/${id}`));

const BOUNDARY = 'edge-of-a-file';
const upload = (text: string | Buffer, mapping?: object, name = 'statement', client = world.dispatcher) =>
  client.call(
    'POST',
    '/api/v1/bank-statements',
    Buffer.concat([
      Buffer.from(
        (mapping
          ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="mapping"\r\n\r\n${JSON.stringify(mapping)}\r\n`
          : '') +
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(text),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } },
  );
const take = async (text: string | Buffer, mapping?: object) => ok<BankStatement>(await upload(text, mapping));
const book = (statement: BankStatement, line: BankLine | undefined, invoiceId: number | null) =>
  world.dispatcher.post(`/api/v1/bank-statements/${statement.id}/lines/${line?.id}`, { invoiceId });

interface Payment {
  amount: string;
  name?: string;
  text?: string;
  ref?: string;
  iban?: string;
  out?: boolean;
  currency?: string;
}
const escaped = (text: string) => text.replaceAll('&', '&amp;');
const details = ({ amount, name, text, ref, iban, out }: Payment) => {
  const role = out ? 'Cdtr' : 'Dbtr';
  return `<TxDtls><Refs>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}<EndToEndId>NOTPROVIDED</EndToEndId></Refs>
   <AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>
   <RltdPties>${name ? `<${role}><Pty><Nm>${escaped(name)}</Nm></Pty></${role}>` : ''}${iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>` : ''}</RltdPties>
   ${text ? `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>` : ''}</TxDtls>`;
};
const entry = (
  amount: string,
  inside: string,
  { ref = '', out = false, currency = 'EUR', status = '<Cd>BOOK</Cd>' } = {},
) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${out ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>${status}</Sts>
   <BookgDt><Dt>2026-03-05</Dt></BookgDt><ValDt><Dt>2026-03-06</Dt></ValDt>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}
   ${inside ? `<NtryDtls>${inside}</NtryDtls>` : ''}</Ntry>`;
const single = (payment: Payment) =>
  entry(payment.amount, details(payment), {
    ref: payment.ref ?? '',
    out: payment.out ?? false,
    currency: payment.currency ?? 'EUR',
  });
const camt = (kind: '053' | '054', entries: readonly string[], id = 1) => {
  const [root, part] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08"><${root}>
   <GrpHdr><MsgId>${id}</MsgId></GrpHdr><${part}><Id>${id}</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
   ${entries.join('\n')}</${part}></${root}></Document>`;
};
const shown = ({ lines }: BankStatement) =>
  lines.map(({ amount, name, proposal, state }) => [
    amount,
    name,
    proposal?.invoiceId ?? null,
    proposal?.certainty ?? null,
    state,
  ]);

describe('files of the bank', () => {
  it('C578 camt.053: each booked line has its proposal by reference, amount and name, and what went out has none', async () => {
    const [one, part, named, same] = [
      await invoiceOf('Möbel Müller GmbH'),
      await invoiceOf('Second Ltd', '50'),
      await invoiceOf('Bäckerei Korn', '30'),
      await invoiceOf('Twin AG', '77'),
    ];
    const statement = await take(
      camt('053', [
        single({ amount: '119.00', name: 'Somebody else', text: `Rechnung ${one.number} danke`, ref: 'A1' }),
        single({
          amount: '20.00',
          name: 'Second',
          text: `part of ${one.number?.split('-')[0]} / ${part.number?.split('-')[1]}`,
          ref: 'A2',
        }),
        single({ amount: '35.70', name: 'BAECKEREI KORN', text: 'Lieferung', ref: 'A3' }),
        single({ amount: '91.63', name: 'Nobody we know', text: 'hello', ref: 'A4' }),
        single({ amount: '12.00', name: 'Shop', text: `Refund ${one.number}`, ref: 'A5', out: true }),
        entry('5.00', details({ amount: '5.00', text: 'pending' }), { status: '<Cd>PDNG</Cd>' }),
        single({ amount: '35.70', name: 'Bäckerei Korn', text: 'Lieferung', ref: 'A6' }),
      ]),
    );
    expect(statement.format).toBe('camt.053');
    expect(shown(statement)).toEqual([
      ['119.00', 'Somebody else', one.id, 'sure', 'open'],
      ['20.00', 'Second', part.id, 'likely', 'open'],
      ['35.70', 'BAECKEREI KORN', named.id, 'likely', 'open'],
      ['91.63', 'Nobody we know', null, null, 'open'],
      ['-12.00', 'Shop', null, null, 'open'],
      ['35.70', 'Bäckerei Korn', null, null, 'open'],
    ]);
    expect(statement.lines[0]).toMatchObject({ bookedOn: '2026-03-05', currency: 'EUR', invoiceId: null });
    expect(same.state).toBe('issued');
    const list = ok<{ data: { id: number; lineCount: number; openCount: number }[] }>(
      await world.dispatcher.get('/api/v1/bank-statements'),
    );
    expect(list.data[0]).toMatchObject({ id: statement.id, lineCount: 6, openCount: 5 });
    expectError(await book(statement, statement.lines[4], one.id), 409, 'BANK_LINE_OUTGOING');
  });

  it('C579 one click books a payment, another takes it back, and twice is once', async () => {
    const invoice = await invoiceOf('Paying Ltd');
    const statement = await take(
      camt('053', [single({ amount: '119.00', name: 'Paying Ltd', text: `${invoice.number}`, ref: 'B1' })]),
    );
    const [line] = statement.lines;
    const booked = ok<BankLine>(await book(statement, line, invoice.id));
    expect(booked).toMatchObject({
      state: 'booked',
      invoiceId: invoice.id,
      invoiceNumber: invoice.number,
      proposal: null,
    });
    ok(await book(statement, line, invoice.id));
    const paid = await read(invoice.id);
    expect(paid).toMatchObject({ state: 'paid', due: '0.00' });
    expect(paid.payments).toMatchObject([{ amount: '119.00', paidOn: '2026-03-05', method: 'transfer' }]);
    expect(ok<BankLine>(await book(statement, line, null))).toMatchObject({
      state: 'open',
      invoiceId: null,
      proposal: null,
    });
    expect(await read(invoice.id)).toMatchObject({ state: 'issued', due: '119.00', payments: [] });
    const other = await invoiceOf('Somebody', '10');
    ok(await book(statement, line, other.id));
    expect(await read(other.id)).toMatchObject({ state: 'paid', due: '-107.10' });
    ok(await book(statement, line, invoice.id));
    expect(await read(other.id)).toMatchObject({ state: 'issued', due: '11.90' });
    expect((await read(invoice.id)).state).toBe('paid');
    // By hand from the invoice: the line waits again.
    const [payment] = (await read(invoice.id)).payments;
    ok(await world.dispatcher.delete(`/api/v1/invoices/${invoice.id}/payments/${payment?.id}`));
    expectError(
      await world.dispatcher.delete(`/api/v1/invoices/${invoice.id}/payments/${payment?.id}`),
      404,
      'PAYMENT_NOT_FOUND',
    );
    const again = ok<BankStatement>(await world.dispatcher.get(`/api/v1/bank-statements/${statement.id}`));
    expect(again.lines[0]?.state).toBe('open');
    expect(ok<BankLine>(await book(statement, line, null)).state).toBe('ignored');
    const history = await world.app.sql<{ action: string }>(
      `select action from history where subject = 'invoice' and subject_id = ? and action like '%paid' order by id`,
      invoice.id,
    );
    expect(history.map(({ action }) => action)).toEqual([1, 2].flatMap(() => ['invoice.paid', 'invoice.unpaid']));
  });

  it('C580 the same file twice is one, and the same money in a camt.054, a camt.053 and an MT940 is one line', async () => {
    const invoice = await invoiceOf('Once Ltd', '60');
    const [a, b] = [
      { amount: '71.40', name: 'Once Ltd', text: `Invoice ${invoice.number}`, ref: 'C1-1' },
      { amount: '8.60', name: 'Other', text: 'Tip for the driver', ref: 'C1-2' },
    ];
    const notified = camt('054', [entry('80.00', details(a) + details(b), { ref: 'C1' })]);
    const first = await take(notified);
    expect(first).toMatchObject({ format: 'camt.054', lines: [{ amount: '71.40' }, { amount: '8.60' }] });
    ok(await book(first, first.lines[0], invoice.id));
    const twice = await upload(notified);
    expect([twice.statusCode, ok<BankStatement>(twice).id]).toEqual([200, first.id]);
    // The statement has the sum alone, or its payments again.
    const summed = await take(camt('053', [entry('80.00', '', { ref: 'C1' })], 2));
    const whole = await take(camt('053', [entry('80.00', details(a) + details(b), { ref: 'C1' })], 3));
    const swift = await take(
      `:20:STARTUMS\r\n:25:37040044/0532013000\r\n:28C:1/1\r\n:60F:C260304EUR0,\r\n:61:2603060305C71,40N166NONREF//C1\r\n:86:166?00GUTSCHRIFT?20SVWZ+Invoice ${invoice.number}?32Once Ltd\r\n:62F:C260306EUR71,40\r\n-`,
    );
    for (const statement of [summed, whole])
      expect(statement.lines.map(({ id, state }) => [id, state])).toEqual([
        [first.lines[0]?.id, 'booked'],
        [first.lines[1]?.id, 'open'],
      ]);
    expect(swift.lines.map(({ id, state }) => [id, state])).toEqual([[first.lines[0]?.id, 'booked']]);
    expect((await read(invoice.id)).payments).toHaveLength(1);
    // Two that are alike in one file are two, here and in the next one.
    const alike = { amount: '3.00', name: 'Alike', text: 'same' };
    const two = await take(camt('054', [single(alike), single(alike)]));
    const next = await take(camt('053', [single(alike), single(alike), single(alike)]));
    expect(next.lines.map(({ id }) => id).slice(0, 2)).toEqual(two.lines.map(({ id }) => id));
    expect(new Set(next.lines.map(({ id }) => id)).size).toBe(3);
  });

  it('C581 what was matched wrongly is learned: who pays for whom is proposed the next time', async () => {
    const right = await invoiceOf('Holding of Springfield', '200');
    const wrong = await invoiceOf('Capital City Ltd', '200');
    const first = await take(
      camt('053', [
        single({ amount: '238.00', name: 'Capital City Ltd', text: 'thanks', iban: 'DE02120300000000202051' }),
      ]),
    );
    expect(first.lines[0]?.proposal).toMatchObject({ invoiceId: wrong.id, certainty: 'likely' });
    ok(await book(first, first.lines[0], right.id));
    const [more, stays] = [await another(right.customerId ?? 0, '300'), await another(wrong.customerId ?? 0, '300')];
    const second = await take(
      camt(
        '053',
        [single({ amount: '357.00', name: 'Capital City Ltd', text: 'again', iban: 'DE02120300000000202051' })],
        5,
      ),
    );
    expect(second.lines[0]?.proposal).toMatchObject({ invoiceId: more.id, certainty: 'likely' });
    // What is set aside is not proposed for the same one again.
    const third = await take(camt('053', [single({ amount: '357.00', name: 'Capital City', text: 'more' })], 6));
    expect(third.lines[0]?.proposal).toMatchObject({ invoiceId: more.id });
    const [line] = third.lines;
    ok(await book(third, line, null));
    expect(stays.state).toBe('issued');
    const rows = await world.app.sql<{ rejected: number[]; is_ignored: boolean }>(
      'select rejected, is_ignored from bank_lines where id = ?',
      line?.id ?? 0,
    );
    expect(rows).toEqual([{ rejected: [more.id], is_ignored: true }]);
  });

  it('C582 MT940 and tables are read as banks write them, with the columns that somebody names', async () => {
    const invoice = await invoiceOf('Käse & Wein', '42');
    const [year, number] = invoice.number?.split('-') ?? [];
    const swift = await take(
      Buffer.from(
        [
          '{1:F01COBADEFFXXXX0000000000}{4:',
          ':20:1',
          ':25:DE89370400440532013000',
          ':28C:3/1',
          ':60F:C251230EUR10,00',
          ':61:2512311231CR49,98NTRFNONREF//8237',
          `:86:166?00SEPA?109310?20EREF+NOTPROVIDED?21SVWZ+Danke fuer Rechnung ${year}`,
          `-${number}?31DE02120300000000202051?32Käse & Wein Handels?33gesellschaft`,
          ':61:2512310102DR5,N062KREF//9',
          ':86:Account fee',
          ':61:260102D1,50NTRF//10',
          ':86:/EREF/NOTPROVIDED//NAME/Toll road/REMI/USTD//Ticket 5/',
          ':62F:C260102EUR53,48',
          '-}',
        ].join('\r\n'),
        'latin1',
      ),
    );
    expect(swift.lines).toMatchObject([
      {
        bookedOn: '2025-12-31',
        amount: '49.98',
        name: 'Käse & Wein Handels gesellschaft',
        proposal: { invoiceId: invoice.id, certainty: 'sure' },
      },
      { bookedOn: '2026-01-02', amount: '-5.00', name: null, reference: 'Account fee' },
      { bookedOn: '2026-01-02', amount: '-1.50', name: 'Toll road', reference: 'Ticket 5' },
    ]);
    const german = `"Umsätze";"Konto 123"\r\n\r\nBuchungstag;Valuta;Name Zahlungsbeteiligter;Verwendungszweck;Betrag;Währung\r\n05.03.26;05.03.26;Käse & Wein;"RE ${year}${number}";1.234,50;EUR\r\n06.03.26;06.03.26;Bank;Entgelt;-3,90;EUR\r\n;;;Summe;1.230,60;EUR\r\n`;
    expect((await take(german)).lines).toMatchObject([
      {
        bookedOn: '2026-03-05',
        amount: '1234.50',
        reference: `RE ${year}${number}`,
        proposal: { invoiceId: invoice.id, certainty: 'likely' },
      },
      { amount: '-3.90' },
    ]);
    const own = 'When,Paid,Who,What\n2026-04-01,"$1,049.98",Ann,x\n04/13/2026,(5.00),Ben,y\n';
    expectIssue(await upload(own), 'file', 'Say which column has the day of the booking: {"…": "bookedOn"}');
    const mapping = { When: 'bookedOn', Paid: 'amount', Who: 'name', What: 'reference' };
    const expected = [
      { bookedOn: '2026-04-01', amount: '1049.98', name: 'Ann', currency: 'EUR' },
      { bookedOn: '2026-04-13', amount: '-5.00', name: 'Ben' },
    ];
    expect((await take(own, mapping)).lines).toMatchObject(expected);
    const turned = Object.fromEntries(Object.entries(mapping).map(([column, field]) => [field, column]));
    expect((await take(`${own}\n`, turned)).lines).toMatchObject(expected);
  });

  it('C583 a file that is none is refused with a sentence, and only the office reads and books', async () => {
    const invoice = await invoiceOf('Careful Ltd');
    for (const bad of [
      '',
      'hello',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document><BkToCstmrStmt>&b;</BkToCstmrStmt></Document>',
      '<?xml version="1.0"?><Document><Other/></Document>',
      camt('053', [single({ amount: '1.00' })]).slice(0, -40),
      ':20:1\r\n:25:1\r\n:28C:1\r\n:60F:C260101EUR0,\r\n:61:what\r\n',
    ])
      expectError(await upload(bad), 400, 'IMPORT_UNREADABLE');
    expectError(await world.dispatcher.post('/api/v1/bank-statements', {}), 400, 'NO_FILE');
    expectIssue(await upload('a,b\n1,2\n', { a: 'price' }), 'mapping.a', 'There is no such field');
    expectError(await world.dispatcher.get(`/api/v1/bank-statements/${NOWHERE}`), 404, 'BANK_STATEMENT_NOT_FOUND');
    const statement = await take(camt('053', [single({ amount: '1.00', text: 'dollars', currency: 'USD' })]));
    const [line] = statement.lines;
    expectError(await book(statement, line, invoice.id), 409, 'PAYMENT_CURRENCY_MISMATCH');
    expectError(await book(statement, line, NOWHERE), 404, 'INVOICE_NOT_FOUND');
    expectError(
      await world.dispatcher.post(`/api/v1/bank-statements/${statement.id}/lines/${NOWHERE}`, { invoiceId: null }),
      404,
      'BANK_LINE_NOT_FOUND',
    );
    const driver = await world.app.as('driver');
    expect((await upload('x', undefined, 'x', driver)).statusCode).toBe(403);
    const made = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Reads', scopes: ['invoices:read'] }),
    );
    const key = world.app.client(made);
    expect((await key.get(`/api/v1/bank-statements/${statement.id}`)).statusCode).toBe(403);
  });

  it('C584 an invoice that is issued asks for the money of its orders, pays them when it is paid, and opens them again', async () => {
    interface Made {
      id: number;
      customerId: number;
      payment: string | null;
      paymentReference: string | null;
    }
    const email = 'orders-of-invoice@example.com';
    const order = ok<Made>(
      await world.dispatcher.post('/api/v1/orders', orderBody({ quotePrice: '119.00', customerEmail: email })),
    );
    await world.app.sql(
      `update orders set status = 'delivered', delivered_at = '2026-02-10T12:00:00Z' where id = ?`,
      order.id,
    );
    const now = async () => ok<Made>(await world.dispatcher.get(`/api/v1/orders/${order.id}`));
    const desk = async () =>
      ok<{ paymentsOpen: { count: number } }>(await world.dispatcher.get('/api/v1/stats/desk')).paymentsOpen.count;
    const before = await desk();
    const { data } = ok<{ data: Invoice[] }>(
      await world.dispatcher.post('/api/v1/invoices/run', {
        from: '2026-02-01',
        to: '2026-02-28',
        customerIds: [order.customerId],
      }),
    );
    const id = data[0]?.id ?? 0;
    expect([(await now()).payment, await desk()]).toEqual(['open', before]);
    const issued = ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${id}/issue`, {}));
    expect([(await now()).payment, await desk()]).toEqual(['account', before - 1]);
    const pay = async (amount: string) =>
      ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${id}/payments`, { amount, paidOn: '2026-03-01' }));
    await pay('19');
    expect((await now()).payment).toBe('account');
    const paid = await pay('100');
    expect(await now()).toMatchObject({ payment: 'paid', paymentReference: issued.number });
    expectError(await world.dispatcher.post(`/api/v1/orders/${order.id}/unpay`), 409, 'PAYMENT_RECEIVED');
    ok(await world.dispatcher.delete(`/api/v1/invoices/${id}/payments/${paid.payments[0]?.id}`));
    expect(await now()).toMatchObject({ payment: 'account', paymentReference: null });
    ok(await world.dispatcher.post(`/api/v1/invoices/${id}/credit`, { reason: 'Wrong' }));
    expect([(await now()).payment, await desk()]).toEqual(['open', before]);
  });
});
