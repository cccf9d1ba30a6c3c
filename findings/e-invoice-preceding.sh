#!/usr/bin/env bash
# A credit note names the invoice that it corrects (BT-25, required by several countries). @e-invoice-eu/core takes it as
# cac:BillingReference, validates it, writes it into UBL, and leaves it out of CII without a word: the same document says
# less in the one syntax than in the other, and in the XML inside of a Factur-X paper.
# @e-invoice-eu/core 2.3.4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @e-invoice-eu/core@2.3.4

cat > write.mjs <<'JS'
import { InvoiceService } from '@e-invoice-eu/core';
const eur = (name, amount) => ({ [name]: amount, [`${name}@currencyID`]: 'EUR' });
const party = (name) => ({
  'cbc:EndpointID': 'office@example.com',
  'cbc:EndpointID@schemeID': 'EM',
  'cac:PostalAddress': { 'cbc:CityName': 'Berlin', 'cbc:PostalZone': '10115', 'cac:Country': { 'cbc:IdentificationCode': 'DE' } },
  'cac:PartyTaxScheme': [{ 'cbc:CompanyID': 'DE123456789', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }],
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
});
const tax = { 'cbc:ID': 'S', 'cbc:Percent': '19', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
const note = {
  'ubl:Invoice': {
    'cbc:ID': 'C-2',
    'cbc:IssueDate': '2026-11-30',
    'cbc:InvoiceTypeCode': '381',
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': 'ref',
    'cac:BillingReference': [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': 'INVOICE-ONE', 'cbc:IssueDate': '2026-11-02' } }],
    'cac:AccountingSupplierParty': { 'cac:Party': party('Courier') },
    'cac:AccountingCustomerParty': {
      'cac:Party': { ...party('Shop'), 'cac:PartyTaxScheme': party('Shop')['cac:PartyTaxScheme'][0] },
    },
    'cac:TaxTotal': [
      {
        ...eur('cbc:TaxAmount', '19.00'),
        'cac:TaxSubtotal': [{ ...eur('cbc:TaxableAmount', '100.00'), ...eur('cbc:TaxAmount', '19.00'), 'cac:TaxCategory': tax }],
      },
    ],
    'cac:LegalMonetaryTotal': {
      ...eur('cbc:LineExtensionAmount', '100.00'),
      ...eur('cbc:TaxExclusiveAmount', '100.00'),
      ...eur('cbc:TaxInclusiveAmount', '119.00'),
      ...eur('cbc:PayableAmount', '119.00'),
    },
    'cac:InvoiceLine': [
      {
        'cbc:ID': '1',
        'cbc:InvoicedQuantity': '1',
        'cbc:InvoicedQuantity@unitCode': 'C62',
        ...eur('cbc:LineExtensionAmount', '100.00'),
        'cac:Item': { 'cbc:Name': 'Delivery', 'cac:ClassifiedTaxCategory': tax },
        'cac:Price': eur('cbc:PriceAmount', '100.00'),
      },
    ],
  },
};
const quiet = { log() {}, warn() {}, error() {} };
for (const format of ['UBL', 'CII']) {
  const xml = String(await new InvoiceService(quiet).generate(note, { format, lang: 'en', noWarnings: true }));
  console.log(`${format}: ${xml.includes('INVOICE-ONE') ? 'names' : 'does not name'} the invoice`);
}
JS
echo '@e-invoice-eu/core 2.3.4'
node write.mjs | tee out
[ "$(cat out)" = "UBL: names the invoice
CII: does not name the invoice" ]
