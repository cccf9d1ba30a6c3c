#!/usr/bin/env bash
# A Code 39 label may hold + / % and $ as they are. ZXing reads each of them, followed by a letter, as one other
# character (the full ASCII form), whatever the option for it says and even when Code39 alone is asked for: DHL/AB comes
# back as DHL!B, a number that no parcel has. Only the format Code39Std reads what was printed.
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
const ways = [{}, { tryCode39ExtendedMode: false }, { formats: ['Code39'] }, { formats: ['Code39Std'] }];
for (const text of ['DHL/AB', 'REF-+AB', 'REF+1']) {
  const picture = new Uint8Array(await bwip.toBuffer({ bcid: 'code39', text, ...look }));
  const read = [];
  for (const way of ways) {
    const [found] = await readBarcodes(picture, way);
    read.push(`${found?.text} (${found?.format}, ${found?.symbologyIdentifier})`);
  }
  console.log(`printed ${text} | as set up ${read[0]} | extended off ${read[1]} | Code39 ${read[2]} | Code39Std ${read[3]}`);
}
JS
seen=$(node read.js)
echo "$seen"
wrong='DHL!B (Code39Ext, ]A4)'
[ "$(sed -n 1p <<< "$seen")" = "printed DHL/AB | as set up $wrong | extended off $wrong | Code39 $wrong | Code39Std DHL/AB (Code39, ]A0)" ]
grep -q '^printed REF-+AB | as set up REF-aB .* | Code39Std REF-+AB ' <<< "$seen"
grep -q '^printed REF+1 | as set up REF+1 (Code39, \]A0)' <<< "$seen"
