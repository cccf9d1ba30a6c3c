#!/usr/bin/env bash
# Asked for dates instead of numbers (cellDates), SheetJS leaves out that a workbook counts from 1904: the date of a cell is
# four years and a day before the text that the very same cell has, and rows made of it (sheet_to_json) have the wrong
# one. Without the option the text is what to read.
# xlsx 0.18.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund xlsx@0.18.5

cat > read.js <<'JS'
const XLSX = require('xlsx');

for (const date1904 of [false, true]) {
  // 9 December 2025 in both.
  const sheet = { A1: { t: 'n', v: date1904 ? 44538 : 46000, z: 'yyyy-mm-dd' }, '!ref': 'A1' };
  const book = { SheetNames: ['Days'], Sheets: { Days: sheet }, Workbook: { WBProps: { date1904 } } };
  const read = XLSX.read(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }), { cellDates: true }).Sheets.Days;
  const [[row]] = XLSX.utils.sheet_to_json(read, { header: 1 });
  const day = (date) => date.toISOString().slice(0, 10);
  console.log(`from ${date1904 ? 1904 : 1900}: text ${read.A1.w}, date ${day(read.A1.v)}, row ${day(row)}`);
}
JS
seen=$(TZ=UTC node read.js)
echo "$seen"
[ "$seen" = 'from 1900: text 2025-12-09, date 2025-12-09, row 2025-12-09
from 1904: text 2025-12-09, date 2021-12-08, row 2021-12-08' ]
