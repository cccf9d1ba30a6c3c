import { createHash } from 'node:crypto';
import type { Invoice, InvoiceRow, InvoiceRun } from '@quickfleet/shared/delivery/invoices/invoices';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, openByMail, orderBody } from '../../../test/support/factories.ts';
import { readCodes, readPages } from '../../../test/support/paper.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const address = { street: 'Depotstraße 9', postcode: '10115', town: 'Berlin', country: 'de' };
const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' }).format(new Date());
const billing = {
  address,
  vatId: 'DE123456789',
  taxNumber: '30/123/45678',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  numbers: { pattern: 'R{year}-{number}', start: 100 },
  terms: { days: 14, discountDays: 7, discountPercent: '2' },
};
const linePresets = [{ label: 'Waiting', unitPrice: '40', taxRate: '19' }];
beforeAll(async () => {
  ok(
    await world.admin.put('/api/v1/company', {
      billing,
      company: { name: 'Swift Kuriere GmbH' },
      quoting: { currency: 'EUR', pricesIncludeTax: true, defaultTaxRate: '19', linePresets },
    }),
  );
});

let made = 0;
interface Made {
  id: number;
  trackingNumber: string;
  customerId: number;
  customerEmail: string;
}
/** An order that was delivered at noon of a day. */
async function deliver(day: string, more: Record<string, unknown> = {}): Promise<Made> {
  const order = ok<Made>(await world.dispatcher.post('/api/v1/orders', orderBody({ quotePrice: '119.00', ...more })));
  await world.app.sql(
    `update orders set status = 'delivered', delivered_at = ? where id = ?`,
    new Date(`${day}T12:00:00Z`),
    order.id,
  );
  return order;
}
const mailOf = () => `buyer${++made}@example.com`;
const bill = (id: number, more: object) => world.dispatcher.put(`/api/v1/customers/${id}`, { billing: more });
const run = async (from: string, to: string, more: object = {}) =>
  ok<InvoiceRun>(await world.dispatcher.post('/api/v1/invoices/run', { from, to, ...more }));
const read = async (id: number, who: Client = world.dispatcher) => ok<Invoice>(await who.get(`/api/v1/invoices/${id}`));
const issue = (id: number) => world.dispatcher.post(`/api/v1/invoices/${id}/issue`, {});
const draft = async (customerId: number, more: object = {}) =>
  ok<Invoice>(
    await world.dispatcher.post('/api/v1/invoices', {
      customerId,
      lines: [{ description: 'Storage', unitPrice: '100', quantity: '1' }],
      ...more,
    }),
  );
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('invoices', () => {
  it('C566 the group billing and a customer’s billing are checked, read back and the company’s own where null', async () => {
    const company = ok<{ billing: object; company: { taxNumber: string } }>(await world.admin.get('/api/v1/company'));
    expect(company.billing).toMatchObject({
      ...billing,
      address: { ...address, country: 'DE' },
      failedAttempts: 'free',
    });
    expect(company.company.taxNumber).toBe(billing.taxNumber);
    for (const [bad, path] of [
      [{ numbers: { pattern: '{year}', start: 1 } }, 'billing.numbers.pattern'],
      [{ address: { ...address, country: 'XX' } }, 'billing.address.country'],
      [{ qrIban: 'CH9300762011623852957' }, 'billing.qrIban'],
      [{ terms: { ...billing.terms, days: 400 } }, 'billing.terms.days'],
    ] as const)
      expect(expectError(await world.admin.put('/api/v1/company', { billing: bad }), 400).issues?.[0]?.path).toBe(path);
    const { customerId } = await deliver('2026-01-05');
    expectIssue(
      await bill(customerId, { vatId: 'DE12' }),
      'billing.vatId',
      'This VAT number isn’t right. It begins with the country, like DE123456789',
    );
    ok(await bill(customerId, { vatId: 'fr 12 345678901', cycle: 'order' }));
    const changed = ok<{ billing: object }>(await bill(customerId, { email: 'pay@example.com' }));
    expect(changed.billing).toMatchObject({
      vatId: 'FR12345678901',
      cycle: 'order',
      email: 'pay@example.com',
      terms: null,
    });
  });

  it('C567 a run drafts once what was delivered and not paid, with charges and claims, in the taxes of their prices', async () => {
    const email = mailOf();
    const first = await deliver('2026-03-02', { customerEmail: email });
    const second = await deliver('2026-03-31', { customerEmail: email, quotePrice: '0.05' });
    const unpriced = await deliver('2026-03-15', { customerEmail: email, quotePrice: null });
    const paid = await deliver('2026-03-15', { customerEmail: email });
    ok(await world.dispatcher.post(`/api/v1/orders/${paid.id}/paid`, {}));
    const later = await deliver('2026-04-01', { customerEmail: email });
    ok(
      await world.dispatcher.post(`/api/v1/orders/${first.id}/charges`, {
        label: 'Waiting',
        amount: '11.90',
        state: 'approved',
      }),
    );
    await world.app.sql(`update charges set decided_at = '2026-03-20T10:00:00Z' where order_id = ?`, first.id);
    const claim = ok<{ id: number }>(
      await world.dispatcher.post('/api/v1/incidents', { orderId: first.id, kind: 'damaged', amount: '23.80' }),
    );
    ok(await world.dispatcher.put(`/api/v1/incidents/${claim.id}`, { state: 'settled' }));
    await world.app.sql(`update incidents set settled_at = '2026-03-21T10:00:00Z' where id = ?`, claim.id);
    const customerIds = [first.customerId];
    const done = await run('2026-03-01', '2026-03-31', { customerIds, by: 'customer' });
    expect(done.leftOut).toEqual([
      { orderId: unpriced.id, trackingNumber: unpriced.trackingNumber, reason: 'no_price' },
    ]);
    expect(done.data).toHaveLength(1);
    const invoice = await read(done.data[0]?.id ?? 0);
    // 119.00 + 0.05 + 11.90 - 23.80 = 107.15; taken apart: 100.00 + 0.04 + 10.00 - 20.00 = 90.04, tax 17.11.
    expect(invoice).toMatchObject({
      ...{ state: 'draft', number: null, currency: 'EUR', servedFrom: '2026-03-02', servedTo: '2026-03-31' },
      ...{ net: '90.04', tax: '17.11', gross: '107.15', rounding: '0.00', due: '107.15' },
      taxes: [{ rate: '19', category: 'S', base: '90.04', amount: '17.11' }],
    });
    expect(invoice.lines.map(({ orderId, net, quantity }) => [orderId, net, quantity])).toEqual([
      [first.id, '100.00', '1'],
      [second.id, '0.04', '1'],
      [first.id, '10.00', '1'],
      [first.id, '-20.00', '-1'],
    ]);
    expect((await run('2026-03-01', '2026-03-31', { customerIds })).data).toEqual([]);
    expect((await run('2026-03-01', '2026-04-30', { customerIds })).data).toMatchObject([{ lineCount: 1 }]);
    const lines = [{ description: 'Again', unitPrice: '1', orderId: later.id }];
    expectError(
      await world.dispatcher.post('/api/v1/invoices', { customerId: later.customerId, lines }),
      409,
      'ALREADY_INVOICED',
    );
    // A line that goes lets its delivery be on another one; the others stay as they are.
    const kept = ok<Invoice>(
      await world.dispatcher.put(`/api/v1/invoices/${invoice.id}`, {
        lines: [{ id: 1 }, { id: 3 }, { description: 'Discount', quantity: '-1', unitPrice: '10' }],
        version: invoice.version,
      }),
    );
    expect([kept.net, kept.lines.map(({ id }) => id)]).toEqual(['100.00', [1, 2, 3]]);
    expect((await run('2026-03-31', '2026-03-31', { customerIds })).data).toMatchObject([{ gross: '0.05' }]);
    expectError(
      await world.dispatcher.put(`/api/v1/invoices/${invoice.id}`, { note: 'x', version: 1 }),
      409,
      'STALE_VERSION',
    );
    ok(await world.dispatcher.delete(`/api/v1/invoices/${invoice.id}`));
    expect((await run('2026-03-01', '2026-03-31', { customerIds, by: 'order' })).data).toHaveLength(1);
  });

  it('C705 puts what two customers at one address ordered on an invoice for each', async () => {
    const { address } = billing;
    const both = [
      await deliver('2026-02-05', { customerEmail: mailOf() }),
      await deliver('2026-02-05', { customerEmail: mailOf() }),
    ];
    for (const { customerId } of both) ok(await bill(customerId, { address }));
    const { data } = await run('2026-02-05', '2026-02-05', { by: 'address' });
    expect(data.map(({ customerId, lineCount }) => [customerId, lineCount]).toSorted()).toEqual(
      both.map(({ customerId }) => [customerId, 1]).toSorted(),
    );
  });

  it('C703 takes a draft back as it was read, and each of its lines stays for what it was for', async () => {
    const one = await deliver('2026-02-02', { customerEmail: mailOf() });
    const [row] = (await run('2026-02-02', '2026-02-02', { customerIds: [one.customerId] })).data;
    const id = row?.id ?? 0;
    const path = `/api/v1/invoices/${id}`;
    const typed = { description: 'Storage', unitPrice: '10', taxes: [{ rate: '19' }] };
    ok(await world.dispatcher.put(path, { lines: [{ id: 1 }, typed] }));
    const seen = await read(id);
    expect(seen.lines.map(({ orderId }) => orderId)).toEqual([one.id, null]);
    const strict = { headers: { 'quickfleet-strict': 'true' } };
    const { updatedAt: _, version: _version, ...same } = ok<Invoice>(await world.dispatcher.put(path, seen, strict));
    expect(seen).toMatchObject(same);
    const [first, second] = seen.lines;
    const lines = [
      { ...first, description: 'Express' },
      { ...second, quantity: 2 },
    ];
    const changed = ok<Invoice>(await world.dispatcher.put(path, { lines }, strict));
    expect(changed.lines).toMatchObject([
      { orderId: one.id, trackingNumber: one.trackingNumber, deliveredOn: '2026-02-02', description: 'Express' },
      { orderId: null, quantity: '2', net: '20.00' },
    ]);
    expect((await run('2026-02-02', '2026-02-02', { customerIds: [one.customerId] })).data).toEqual([]);
  });

  it('C568 issued together they have numbers without gap or double, and what is issued stays, byte for byte', async () => {
    const { customerId } = await deliver('2026-05-05');
    const drafts = await Promise.all(Array.from({ length: 8 }, () => draft(customerId)));
    const answers = await Promise.all(drafts.map(({ id }) => issue(id)));
    const issued = answers.map((answer) => ok<Invoice>(answer));
    const last = Math.max(...issued.map(({ number }) => Number(number?.split('-')[1])));
    const numbers = issued.map(({ number }) => number).toSorted();
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, at) => `R${year}-${last - 7 + at}`));
    const [one] = issued;
    if (!one) throw new Error('nothing was issued');
    expectError(await issue(one.id), 409, 'INVOICE_ISSUED');
    expectError(await world.dispatcher.put(`/api/v1/invoices/${one.id}`, { note: 'New' }), 409, 'INVOICE_ISSUED');
    expectError(await world.dispatcher.delete(`/api/v1/invoices/${one.id}`), 409, 'INVOICE_ISSUED');
    const before = await world.dispatcher.get(`/api/v1/invoices/${one.id}/invoice.pdf`);
    ok(await world.admin.put('/api/v1/company', { company: { name: 'Another name' } }));
    const after = await world.dispatcher.get(`/api/v1/invoices/${one.id}/invoice.pdf`);
    ok(await world.admin.put('/api/v1/company', { company: { name: 'Swift Kuriere GmbH' } }));
    expect(hash(after.rawPayload)).toBe(hash(before.rawPayload));
    expect(one.pdfHash).toBe(hash(before.rawPayload));
    const [line] = await world.app.sql<{ files: string[]; detail: string }>(
      `select files, detail from history where subject = 'invoice' and subject_id = ? and action = 'invoice.issued'`,
      one.id,
    );
    expect([line?.detail, line?.files[0]]).toEqual([one.number, one.pdfHash]);
    // The same call once more is the same answer, and takes no number.
    const again = await draft(customerId);
    const headers = { headers: { 'idempotency-key': 'issue-once' } };
    const twice = [1, 2].map(() => world.dispatcher.call('POST', `/api/v1/invoices/${again.id}/issue`, {}, headers));
    const [a, b] = (await Promise.all(twice)).map((answer) => ok<Invoice>(answer).number);
    expect([a, b]).toEqual([`R${year}-${last + 1}`, `R${year}-${last + 1}`]);
  });

  it('C569 the paper, its code and the XML say the same to the cent, or a sentence why there is none', async () => {
    const order = await deliver('2026-06-10', { quotePrice: '10.01', customerEmail: mailOf() });
    const [bare] = (await run('2026-06-01', '2026-06-30', { customerIds: [order.customerId] })).data;
    const lacking = await read(bare?.id ?? 0);
    expect(lacking.xmlProblems).toEqual(['Enter the billing address of the customer']);
    ok(
      await bill(order.customerId, {
        name: 'Käufer & Söhne',
        address: { street: 'Weg 1', postcode: '20095', town: 'Hamburg', country: 'DE' },
        buyerReference: '04011000-12345-34',
        language: 'de',
      }),
    );
    const issued = ok<Invoice>(await issue(lacking.id));
    expect(issued).toMatchObject({
      net: '8.41',
      tax: '1.60',
      gross: '10.01',
      xmlProblems: [],
      buyer: { name: 'Käufer & Söhne' },
    });
    const paper = await world.dispatcher.get(`/api/v1/invoices/${issued.id}/invoice.pdf`);
    const [page] = await readPages(paper.rawPayload);
    for (const words of [
      'Swift Kuriere GmbH',
      'Rechnung',
      issued.number ?? '',
      'Käufer & Söhne',
      'USt-IdNr.: DE123456789',
      '10,01',
    ])
      expect(page?.text).toContain(words);
    const raw = paper.rawPayload.toString('latin1');
    expect(raw).toContain('factur-x.xml');
    expect(await readCodes(page?.png ?? Buffer.alloc(0))).toContain(
      `QRCode BCD\n002\n1\nSCT\nCOBADEFFXXX\nSwift Kuriere GmbH\nDE89370400440532013000\nEUR10.01\n\n\nRechnung ${issued.number}`,
    );
    const xml = async (syntax: string) => {
      const answer = await world.dispatcher.get(`/api/v1/invoices/${issued.id}/invoice.xml?syntax=${syntax}`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
      return answer.body;
    };
    const [cii, ubl] = [await xml('cii'), await xml('ubl')];
    expect(cii).toContain('urn:cen.eu:en16931:2017');
    for (const [text, amounts] of [
      [cii, ['GrandTotalAmount>10.01<', 'LineTotalAmount>8.41<', 'DuePayableAmount>10.01<', 'CalculatedAmount>1.60<']],
      [ubl, ['TaxInclusiveAmount currencyID="EUR">10.01<', 'PayableAmount currencyID="EUR">10.01<']],
    ] as const)
      for (const amount of [...amounts, '04011000-12345-34', 'Käufer &amp; Söhne']) expect(text).toContain(amount);
    const plain = await draft(lacking.customerId ?? 0, {
      lines: [{ description: 'A', unitPrice: '0.1255', quantity: '1000', taxes: [{ rate: '19' }, { rate: '7' }] }],
    });
    expect(plain).toMatchObject({ net: '125.50', xmlProblems: ['An electronic invoice has one tax on each line'] });
    ok(await issue(plain.id));
    expectError(await world.dispatcher.get(`/api/v1/invoices/${plain.id}/invoice.xml`), 409, 'NO_ELECTRONIC_INVOICE');
  });

  it('C570 money that comes and credit notes change the state, and never the invoice', async () => {
    const { customerId } = await deliver('2026-07-01');
    ok(
      await bill(customerId, {
        address: { street: 'Weg 1', postcode: '20095', town: 'Hamburg', country: 'DE' },
        terms: { days: 0, discountDays: 0, discountPercent: '0' },
      }),
    );
    const lines = [
      { description: 'Storage', unitPrice: '10', quantity: '3' },
      { description: 'Pallet', unitPrice: '20' },
    ];
    const one = ok<Invoice>(await issue((await draft(customerId, { lines })).id));
    const at = `/api/v1/invoices/${one.id}`;
    const today = one.issuedOn ?? '';
    expectError(await world.dispatcher.post(`${at}/remind`, {}), 409, 'NOT_OVERDUE');
    const pay = (amount: string) =>
      world.dispatcher.post(`${at}/payments`, { amount, paidOn: today, reference: 'S 7' });
    expectIssue(await pay('0'), 'amount', 'The amount must be above 0');
    expectError(await pay('1.234'), 400);
    expect(ok<Invoice>(await pay('19.50'))).toMatchObject({ state: 'part_paid', paid: '19.50', due: '40.00' });
    const note = ok<Invoice>(
      await world.dispatcher.post(`${at}/credit`, { lines: [{ id: 1, quantity: '2' }], reason: 'Only one pallet' }),
    );
    expect(note).toMatchObject({
      ...{
        kind: 'credit_note',
        creditOf: one.id,
        net: '20.00',
        tax: '3.80',
        gross: '23.80',
        due: '0.00',
        state: 'issued',
      },
    });
    expect(Number(note.number?.split('-')[1])).toBe(Number(one.number?.split('-')[1]) + 1);
    expect(await read(one.id)).toMatchObject({ gross: '59.50', credited: '23.80', due: '16.20', state: 'part_paid' });
    expectIssue(
      await world.dispatcher.post(`${at}/credit`, { lines: [{ id: 1, quantity: '2' }], reason: 'Again' }),
      'lines.0.quantity',
      'More than is left of this line',
    );
    expect(ok<Invoice>(await pay('20'))).toMatchObject({ state: 'paid', due: '-3.80' });
    expect(ok<Invoice>(await world.dispatcher.post(`${at}/credit`, { reason: 'All of it' }))).toMatchObject({
      gross: '35.70',
    });
    expect(await read(one.id)).toMatchObject({ state: 'credited', credited: '59.50', due: '-39.50' });
    expectError(await world.dispatcher.post(`${at}/credit`, { reason: 'More' }), 409, 'NOTHING_TO_CREDIT');
    const cii = await world.dispatcher.get(`/api/v1/invoices/${note.id}/invoice.xml`);
    expect(cii.body).toContain('TypeCode>381<');
    expect(cii.body).toContain(one.number);
  });

  it('C571 it is mailed with its paper, an overdue one is reminded of step by step, and what is owed is listed by age', async () => {
    const email = mailOf();
    const { customerId } = await deliver('2026-07-02', { customerEmail: email, language: 'de' });
    const { id } = await draft(customerId);
    expectError(await world.dispatcher.post(`/api/v1/invoices/${id}/send`, {}), 409, 'INVOICE_NOT_ISSUED');
    ok(await issue(id));
    expect(ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${id}/send`, {})).sentAt).not.toBeNull();
    await world.app.sql(`update invoices set due_on = due_on - 60 where id = ?`, id);
    ok(await world.admin.put('/api/v1/company', { billing: { reminders: [{ afterDays: 7, fee: '5' }] } }));
    const reminded = ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${id}/remind`, {}));
    expect([reminded.isOverdue, reminded.reminders]).toMatchObject([true, [{ step: 1, fee: '5.00' }]]);
    expectError(await world.dispatcher.post(`/api/v1/invoices/${id}/remind`, {}), 409, 'NO_MORE_REMINDERS');
    const mails = await world.app.sql<{ subject: string; text: string; attachment: string; invoice_id: number }>(
      'select subject, text, attachment, invoice_id from emails where recipient = ? and invoice_id = ? order by id',
      email,
      id,
    );
    expect(mails).toMatchObject([
      { subject: `Rechnung ${reminded.number} von Swift Kuriere GmbH`, attachment: 'invoice', invoice_id: id },
      { subject: `Erinnerung: Rechnung ${reminded.number}`, attachment: 'invoice' },
    ]);
    expect(mails[1]?.text).toContain('5,00');
    const { data } = ok<{ data: { customerId: number; days60: string; total: string }[] }>(
      await world.dispatcher.get('/api/v1/invoices/aging'),
    );
    expect(data.find((row) => row.customerId === customerId)).toMatchObject({
      days60: '119.00',
      total: '119.00',
      notDue: '0.00',
    });
    const overdue = ok<{ data: InvoiceRow[] }>(await world.dispatcher.get('/api/v1/invoices?state=overdue'));
    expect(overdue.data.map((row) => row.id)).toContain(id);
    const csv = await world.dispatcher.get(`/api/v1/invoices.csv?customerId=${customerId}&language=en`);
    expect(csv.body).toContain(`${reminded.number},Invoice,Issued,`);
  });

  it('C572 a key of one customer and the customer read their issued ones and nothing else, and others none', async () => {
    const email = mailOf();
    const { customerId } = await deliver('2026-08-01', { customerEmail: email });
    const other = await deliver('2026-08-01');
    ok(await bill(customerId, { address: { street: 'Weg 1', postcode: '20095', town: 'Hamburg', country: 'DE' } }));
    const [mine, hidden, theirs] = [await draft(customerId), await draft(customerId), await draft(other.customerId)];
    ok(await issue(mine.id));
    ok(await issue(theirs.id));
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: [...merchantScopes], customerId }),
    );
    const shop = world.app.client({ key });
    const browser = await openByMail(world.app, email);
    const listed = ok<{ data: InvoiceRow[] }>(await shop.get('/api/v1/invoices'));
    expect(listed.data.map(({ id }) => id)).toEqual([mine.id]);
    expect(ok<{ data: object[] }>(await browser.get('/api/v1/my/invoices')).data).toMatchObject([
      { id: mine.id, hasXml: true, due: '119.00' },
    ]);
    for (const end of ['invoice.pdf', 'invoice.xml?syntax=ubl']) {
      expect((await shop.get(`/api/v1/invoices/${mine.id}/${end}`)).statusCode).toBe(200);
      expect((await browser.get(`/api/v1/my/invoices/${mine.id}/${end}`)).statusCode).toBe(200);
      for (const { id } of [hidden, theirs]) {
        expectError(await shop.get(`/api/v1/invoices/${id}/${end}`), 404, 'INVOICE_NOT_FOUND');
        expectError(await browser.get(`/api/v1/my/invoices/${id}/${end}`), 404, 'INVOICE_NOT_FOUND');
      }
    }
    expectError(await shop.post(`/api/v1/invoices/${mine.id}/payments`, { amount: '1', paidOn: '2026-08-01' }), 403);
    expectError(await world.dispatcher.get(`/api/v1/invoices/${NOWHERE}`), 404, 'INVOICE_NOT_FOUND');
    await expectRefused(
      world,
      [
        ['GET', '/api/v1/invoices'],
        ['POST', `/api/v1/invoices/${mine.id}/issue`, {}],
        ['POST', '/api/v1/invoices/run', { from: '2026-08-01', to: '2026-08-31' }],
      ],
      ['customer', 'driver'],
    );
    const history = ok<{ data: { action: string }[] }>(
      await world.dispatcher.get(`/api/v1/history/invoice/${mine.id}`),
    );
    expect(history.data.map(({ action }) => action)).toEqual(['invoice.created', 'invoice.issued']);
    // Who is erased is on no draft any more; what was issued is kept as the law says.
    await world.app.sql(`update orders set status = 'delivered' where customer_id = ?`, customerId);
    ok(await world.admin.post(`/api/v1/customers/${customerId}/erase`, { email }));
    expectError(await world.dispatcher.get(`/api/v1/invoices/${hidden.id}`), 404);
    expect(await read(mine.id)).toMatchObject({ customerId: null, number: (await read(mine.id)).number });
  });
});
