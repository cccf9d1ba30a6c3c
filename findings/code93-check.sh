#!/usr/bin/env bash
# Code 93 always ends with two check characters; the symbology knows no label without them. bwip-js leaves them out unless
# `includecheck` is set, says nothing, and draws bars that no reader takes for a code at all.
# bwip-js 4.11.4 draws, zxing-wasm 3.1.6 (zxing-cpp 3) and @zxing/library 0.23.0 read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund zxing-wasm@3.1.6 bwip-js@4.11.4 @zxing/library@0.23.0 pngjs@7.0.0

cat > read.js <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwip from 'bwip-js';
import zxing from '@zxing/library';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
const look = { scale: 3, paddingwidth: 20, paddingheight: 10, backgroundcolor: 'ffffff' };

function withLibrary(picture) {
  const { width, height, data } = PNG.sync.read(Buffer.from(picture));
  const grey = Uint8ClampedArray.from({ length: width * height }, (_, at) => data[at * 4]);
  const source = new zxing.RGBLuminanceSource(grey, width, height);
  try {
    return new zxing.Code93Reader().decode(new zxing.BinaryBitmap(new zxing.HybridBinarizer(source))).getText();
  } catch (error) {
    return error.getKind?.() ?? error.name;
  }
}
for (const includecheck of [false, true]) {
  const picture = new Uint8Array(await bwip.toBuffer({ bcid: 'code93', text: 'ABC-123', includecheck, ...look }));
  const [found] = await readBarcodes(picture);
  console.log(`includecheck ${includecheck} | zxing-cpp: ${found?.text ?? 'nothing'} | ZXing in JavaScript: ${withLibrary(picture)}`);
}
JS
seen=$(node read.js)
echo "$seen"
[ "$seen" = "includecheck false | zxing-cpp: nothing | ZXing in JavaScript: NotFoundException
includecheck true | zxing-cpp: ABC-123 | ZXing in JavaScript: ABC-123" ]
