#!/usr/bin/env bash
# A line of an e-invoice says how many of what were billed (BT-129 of EN 16931, BilledQuantity in CII), and CII writes
# its days without hyphens (format 102, CCYYMMDD). zugferd-generator, which says that what it makes complies with
# ZUGFeRD, asks for a quantity, refuses a line without one, and writes it nowhere; it writes the day as its
# documentation gives it, hyphens and all, under the mark of the other form, and names a profile that does not exist.
# Nothing throws. A shop gets an invoice for parcels at 4.50 each that adds up to 54.00 and does not say why, and whose
# day cannot be read.
# zugferd-generator 1.2.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund zugferd-generator@1.2.1

cat > write.js <<'JS'
const Generator = require('zugferd-generator');

const invoice = {
  id: 'INV-001',
  issueDate: '2026-12-01',
  currency: 'EUR',
  totalAmount: 64.26,
  supplier: { name: 'Courier', country: 'DE' },
  customer: { name: 'Shop', country: 'DE' },
  taxTotal: { taxAmount: 10.26, taxPercentage: 19 },
  lineItems: [{ id: '1', description: 'Parcel', quantity: 12, unitPrice: 4.5, lineTotal: 54 }],
};
const xml = new Generator(invoice).toXMLString();
console.log(`an element of a quantity: ${/Quantity/.test(xml)}; a 12 anywhere: ${/>12[.0]*</.test(xml)}`);
for (const name of ['ChargeAmount', 'LineTotalAmount', 'DateTimeString'])
  console.log(new RegExp(`<[a-z]+:${name}.*</[a-z]+:${name}>`).exec(xml)[0]);
console.log(/GuidelineSpecified[^<]*<ram:ID>([^<]*)/.exec(xml.replace(/>\s+</g, '><'))[1]);
const line = { ...invoice.lineItems[0], quantity: undefined };
try {
  new Generator({ ...invoice, lineItems: [line] }).toXMLString();
  console.log('without a quantity: written');
} catch (error) {
  console.log(`without a quantity: ${error.message}`);
}
JS
echo 'zugferd-generator 1.2.1'
node write.js | tee out
[ "$(cat out)" = 'an element of a quantity: false; a 12 anywhere: false
<ram:ChargeAmount>4.50</ram:ChargeAmount>
<ram:LineTotalAmount currencyID="EUR">54.00</ram:LineTotalAmount>
<udt:DateTimeString format="102">2026-12-01</udt:DateTimeString>
ZUGFeRD
without a quantity: Missing required field(s): lineItems[0].quantity' ]
