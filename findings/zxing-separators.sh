#!/usr/bin/env bash
# Between elements of variable length a GS1 code has the character 29. zxing-wasm answers four letters in its place, <GS>,
# unless another `textMode` is asked for: the text of a label is longer than what was printed, a search for character 29
# finds none, and a lot number runs on into the serial number. Its `bytes` have the character. A code that begins with
# FNC1 comes with brackets around its identifiers instead, which nobody printed either.
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
const look = { scale: 3, paddingwidth: 20, paddingheight: 10, backgroundcolor: 'ffffff' };
const printed = [
  { bcid: 'qrcode', text: '010401234512345610LOT1^02921SER9', parse: true },
  { bcid: 'code128', text: '010401234512345610LOT1^02921SER9', parse: true },
  { bcid: 'gs1datamatrix', text: '(01)04012345123456(10)LOT1(21)SER9' },
];
for (const one of printed) {
  const picture = new Uint8Array(await bwip.toBuffer({ ...one, ...look }));
  const [found] = await readBarcodes(picture);
  const [plain] = await readBarcodes(picture, { textMode: 'Plain' });
  console.log(`${one.bcid}: ${found.text}, has character 29: ${found.text.includes('\x1d')}, in its bytes: ${found.bytes.includes(29)}`);
  console.log(`  asked for plain text: ${JSON.stringify(plain.text)}`);
}
JS
seen=$(node read.js)
echo "$seen"
[ "$seen" = 'qrcode: 010401234512345610LOT1<GS>21SER9, has character 29: false, in its bytes: true
  asked for plain text: "010401234512345610LOT1\u001d21SER9"
code128: 010401234512345610LOT1<GS>21SER9, has character 29: false, in its bytes: true
  asked for plain text: "010401234512345610LOT1\u001d21SER9"
gs1datamatrix: (01)04012345123456(10)LOT1(21)SER9, has character 29: false, in its bytes: true
  asked for plain text: "010401234512345610LOT1\u001d21SER9"' ]
