#!/usr/bin/env bash
# A seller without a VAT number on the invoice is known by an identifier of its own (BT-29 of EN 16931): a small
# business, or one outside of VAT, has nothing else, and BR-CO-26 asks for it. @e-invoice-eu/core writes the identifier
# in UBL, and loses it in CII and so in Factur-X, without an error: one of two papers of the same invoice is refused by
# the rules of the standard. The buyer's identifier is in both.
# @e-invoice-eu/core 2.3.4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @e-invoice-eu/core@2.3.4

cat > write.js <<'JS'
import { InvoiceService } from '@e-invoice-eu/core';

const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
const amount = (name, value) => ({ [`cbc:${name}`]: value, [`cbc:${name}@currencyID`]: 'EUR' });
const party = (name, id) => ({
  ...{ 'cbc:EndpointID': `${name}@example.com`, 'cbc:EndpointID@schemeID': 'EM' },
  'cac:PartyIdentification': id,
  'cac:PostalAddress': { 'cbc:CityName': 'Berlin', 'cac:Country': { 'cbc:IdentificationCode': 'DE' } },
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
});
const document = () => ({
  'ubl:Invoice': {
    ...{ 'cbc:ID': '2026-7', 'cbc:IssueDate': '2026-12-01', 'cbc:InvoiceTypeCode': '380' },
    ...{ 'cbc:DocumentCurrencyCode': 'EUR', 'cbc:BuyerReference': '7' },
    'cac:AccountingSupplierParty': { 'cac:Party': party('seller', [{ 'cbc:ID': 'SELLER-4711' }]) },
    'cac:AccountingCustomerParty': { 'cac:Party': party('buyer', { 'cbc:ID': 'BUYER-4712' }) },
    'cac:TaxTotal': [{
      ...amount('TaxAmount', '0.00'),
      'cac:TaxSubtotal': [{
        ...amount('TaxableAmount', '10.00'),
        ...amount('TaxAmount', '0.00'),
        'cac:TaxCategory': { 'cbc:ID': 'O', 'cbc:TaxExemptionReasonCode': 'VATEX-EU-O', ...scheme },
      }],
    }],
    'cac:LegalMonetaryTotal': Object.assign({}, ...['LineExtension', 'TaxExclusive', 'TaxInclusive', 'Payable']
      .map((name) => amount(`${name}Amount`, '10.00'))),
    'cac:InvoiceLine': [{
      ...{ 'cbc:ID': '1', 'cbc:InvoicedQuantity': '1', 'cbc:InvoicedQuantity@unitCode': 'C62' },
      ...amount('LineExtensionAmount', '10.00'),
      'cac:Item': { 'cbc:Name': 'Delivery', 'cac:ClassifiedTaxCategory': { 'cbc:ID': 'O', ...scheme } },
      'cac:Price': amount('PriceAmount', '10.00'),
    }],
  },
});
const silent = { log() {}, warn() {}, error() {} };
for (const format of ['UBL', 'CII']) {
  const xml = await new InvoiceService(silent).generate(document(), { format, lang: 'en', noWarnings: true });
  console.log(`${format}: seller ${xml.includes('SELLER-4711')}, buyer ${xml.includes('BUYER-4712')}`);
}
JS
echo '@e-invoice-eu/core 2.3.4'
seen=$(node write.js)
echo "$seen"
[ "$seen" = 'UBL: seller true, buyer true
CII: seller false, buyer true' ]
