#!/usr/bin/env bash
# Between a GS1-128 element of variable length and the next one stands FNC1. On a printer that speaks ESC/POS that sign
# is {1 in the data of the code; brackets around an identifier are printed below the bars and not encoded (the maker's
# guides). receipt-printer-encoder has gs1-128 among its codes, takes the form with brackets, and sends it without them
# and without FNC1. Scanned, the lot number has the serial number at its end, and there is no serial number: a parcel
# that is looked for by it is not found. With {1 written by hand between the two it is right.
# @point-of-sale/receipt-printer-encoder 4.0.1; gs1-barcode-parser-mod 1.2.1 reads what a scanner would say.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @point-of-sale/receipt-printer-encoder@4.0.1 gs1-barcode-parser-mod@1.2.1

cat > print.js <<'JS'
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { parseBarcode } from 'gs1-barcode-parser-mod';

for (const code of ['(10)LOT1(21)SER9', '(10)LOT1{1(21)SER9']) {
  const bytes = [...new ReceiptPrinterEncoder({ language: 'esc-pos' }).barcode(code, 'gs1-128', 60).encode()];
  // GS k 74 prints a GS1-128; its length and its data follow.
  const at = bytes.findIndex((byte, index) => byte === 0x1d && bytes[index + 1] === 0x6b && bytes[index + 2] === 74);
  const sent = String.fromCharCode(...bytes.slice(at + 4, at + 4 + bytes[at + 3]));
  const scanned = parseBarcode(`]C1${sent.replaceAll('{1', '\x1d')}`).parsedCodeItems;
  console.log(`${code} is sent as ${sent}`);
  console.log(`  scanned: ${scanned.map(({ ai, data }) => `${ai} is ${data}`).join(', ')}`);
}
JS
echo '@point-of-sale/receipt-printer-encoder 4.0.1, gs1-barcode-parser-mod 1.2.1'
node print.js | tee out
[ "$(cat out)" = '(10)LOT1(21)SER9 is sent as 10LOT121SER9
  scanned: 10 is LOT121SER9
(10)LOT1{1(21)SER9 is sent as 10LOT1{121SER9
  scanned: 10 is LOT1, 21 is SER9' ]
