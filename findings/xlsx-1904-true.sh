#!/usr/bin/env bash
# Workbooks from old Macs count their days from 1904, which one attribute says. XML lets a boolean be "1" or "true":
# Excel writes the first, SheetJS the second. ExcelJS knows the first alone, and reads every day of the other file four
# years and a day early, without an error.
# exceljs 4.4.0 reads what xlsx 0.18.5 wrote, and the same file with "1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 jszip@3.10.1

cat > read.js <<'JS'
const ExcelJS = require('exceljs');
const JSZip = require('jszip');
const XLSX = require('xlsx');

async function main() {
  const sheet = { A1: { t: 'n', v: 44538, z: 'yyyy-mm-dd' }, '!ref': 'A1' };
  const book = { SheetNames: ['Days'], Sheets: { Days: sheet }, Workbook: { WBProps: { date1904: true } } };
  const zip = await JSZip.loadAsync(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }));
  const written = await zip.file('xl/workbook.xml').async('string');
  for (const value of [/date1904="([^"]*)"/.exec(written)[1], '1']) {
    zip.file('xl/workbook.xml', written.replace(/date1904="[^"]*"/, `date1904="${value}"`));
    const read = new ExcelJS.Workbook();
    await read.xlsx.load(await zip.generateAsync({ type: 'nodebuffer' }));
    console.log(`date1904="${value}": ${read.worksheets[0].getCell('A1').value.toISOString().slice(0, 10)}`);
  }
}
void main();
JS
seen=$(node read.js)
echo "$seen"
[ "$seen" = 'date1904="true": 2021-12-08
date1904="1": 2025-12-09' ]
