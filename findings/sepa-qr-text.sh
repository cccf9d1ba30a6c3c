#!/usr/bin/env bash
# The code on an invoice that a banking app reads (EPC069-12) has its parts by line: the tenth is a structured
# reference, of 35 signs at most, the eleventh the free text of up to 140, the twelfth a note to the payer. sepa-qr has
# no place for the first of these: its remittance, for which its documentation gives the text "Invoice 123456789", is
# written to the tenth line, and its information to the eleventh. An app refuses the code, or drops a reference that is
# none, and the transfer says nothing of the invoice; a note to the payer is sent as the text instead. The amount is
# written as JavaScript prints it, with up to 17 decimals where two are allowed.
# sepa-qr 0.0.2, read by zxing-wasm 3.1.6 (zxing-cpp 3).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund sepa-qr@0.0.2 zxing-wasm@3.1.6

cat > read.js <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import createSepaQr from 'sepa-qr';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
const to = { name: 'Courier', iban: 'DE89370400440532013000' };
for (const more of [
  { amount: 100, remittance: 'Invoice 123456789' },
  { amount: 0.1 + 0.2, information: 'Thank you' },
]) {
  const picture = await buffer(createSepaQr({ ...to, ...more, type: 'png', margin: 4, size: 5 }));
  const [{ text }] = await readBarcodes(new Uint8Array(picture), { textMode: 'Plain' });
  const lines = text.split('\n');
  console.log(`${JSON.stringify(more)}`);
  console.log(`  amount ${lines[7]}, reference ${lines[9] || '-'}, text ${lines[10] || '-'}, note ${lines[11] || '-'}`);
}
JS
echo 'sepa-qr 0.0.2, zxing-wasm 3.1.6'
node read.js | tee out
[ "$(cat out)" = '{"amount":100,"remittance":"Invoice 123456789"}
  amount EUR100, reference Invoice 123456789, text -, note -
{"amount":0.30000000000000004,"information":"Thank you"}
  amount EUR0.30000000000000004, reference -, text Thank you, note -' ]
