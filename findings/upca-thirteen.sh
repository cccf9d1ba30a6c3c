#!/usr/bin/env bash
# A UPC-A label has twelve digits. ZXing answers thirteen, with a zero in front, even when UPCA alone is asked for and the
# answer calls itself UPCA; a UPC-E label of eight comes back as thirteen too. A table of twelve-digit numbers, as a shop
# exports them, finds none of them.
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
for (const [bcid, text, format] of [['upca', '012345678905', 'UPCA'], ['upce', '01234565', 'UPCE']]) {
  const picture = new Uint8Array(await bwip.toBuffer({ bcid, text, ...look }));
  const [any] = await readBarcodes(picture);
  const [asked] = await readBarcodes(picture, { formats: [format] });
  console.log(`printed ${text} | any format ${any?.format} ${any?.text} | asked for ${format}: ${asked?.format} ${asked?.text}`);
}
JS
seen=$(node read.js)
echo "$seen"
[ "$seen" = "printed 012345678905 | any format EAN13 0012345678905 | asked for UPCA: UPCA 0012345678905
printed 01234565 | any format UPCE 0012345000065 | asked for UPCE: UPCE 0012345000065" ]
