#!/usr/bin/env bash
# In ZPL, the language of label printers, the data of a Code 128 (^BC) may change its subset: >5 goes on in C, >6 in B,
# and >0 is the sign > itself, by the tables of the maker's guide. zpl-renderer-js, which shows a label before it is
# printed, makes ± of >5 and the digit after it, stays in B, and leaves out the last character after a change back or a
# >. The check digit of the symbol is right, so the wrong code scans well: a parcel's proof has another number than its
# label. Codes that begin in C and stay there, as those of logistic units, are right.
# zpl-renderer-js 3.4.0 draws, zxing-wasm 3.1.6 (zxing-cpp 3) reads.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund zpl-renderer-js@3.4.0 zxing-wasm@3.1.6

cat > read.js <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
const { api } = await ready;
for (const [data, printed] of [
  ['>;>800340434161094042557', '00340434161094042557'],
  ['>:CODE123456', 'CODE123456'],
  ['>:CODE>5123456', 'CODE123456'],
  ['>:CODE>5123456>6A', 'CODE123456A'],
  ['>:A>0B', 'A>B'],
]) {
  const picture = await api.zplToBase64Async(`^XA^FO60,60^BY3^BCN,120,N,N,N,N^FD${data}^FS^XZ`, 150, 80, 8);
  const [found] = await readBarcodes(new Uint8Array(Buffer.from(picture, 'base64')), { textMode: 'Plain' });
  console.log(`${data} is ${printed}, drawn as ${found?.text}`);
}
process.exit(0);
JS
echo 'zpl-renderer-js 3.4.0'
seen=$(node read.js)
echo "$seen"
[ "$seen" = ">;>800340434161094042557 is 00340434161094042557, drawn as 00340434161094042557
>:CODE123456 is CODE123456, drawn as CODE123456
>:CODE>5123456 is CODE123456, drawn as CODE±23456
>:CODE>5123456>6A is CODE123456A, drawn as CODE±23456
>:A>0B is A>B, drawn as A>" ]
