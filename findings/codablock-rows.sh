#!/usr/bin/env bash
# A Codablock F label is Code 128 in rows: each row has a character for its place, its part of the text and a check of
# its own, so that a plain reader of Code 128 takes every row for a label. zxing-cpp knows no Codablock F, and answers
# the rows of one label as several Code 128 labels, all valid: each text begins with the character of its row, and the
# last has the check of the whole. One parcel is scanned as four, none of which exists, and a scanner that takes the
# first answer books a fragment. Asked for Code128 alone, it is the same.
# zxing-wasm 3.1.6 (zxing-cpp 3) reads what bwip-js 4.11.4 drew.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund zxing-wasm@3.1.6 bwip-js@4.11.4

cat > read.js <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwip from 'bwip-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
const look = { scale: 3, paddingwidth: 20, paddingheight: 20, backgroundcolor: 'ffffff' };
const text = 'PARCEL-4711-BERLIN-10115';
const picture = new Uint8Array(await bwip.toBuffer({ bcid: 'codablockf', text, columns: 8, ...look }));
console.log(`printed ${text}`);
for (const formats of [[], ['Code128']]) {
  const found = await readBarcodes(picture, { formats });
  console.log(`formats ${formats[0] ?? 'all'}: ${found.map((one) => `${one.format} ${one.text} (${one.isValid ? 'valid' : 'not valid'})`).join(', ')}`);
}
JS
seen=$(node read.js)
echo "$seen"
rows='Code128 bPARCEL-4 (valid), Code128 43711-BERL (valid), Code128 ,IN-10115 (valid), Code128 -kb (valid)'
[ "$seen" = "printed PARCEL-4711-BERLIN-10115
formats all: $rows
formats Code128: $rows" ]
