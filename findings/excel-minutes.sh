#!/usr/bin/env bash
# A sheet stores a time as a part of a day: 08:00 is a third, which no binary number is, so that a reader has to round,
# as Excel does to show it. read-excel-file cuts off instead. Of the 1440 minutes of a day that write-excel-file, of the
# same author, has stored, it reads 448 one millisecond early: 08:00 is 07:59:59.999. Whoever cuts to minutes, or asks
# whether a stop is before eight, has 07:59, in one row of three, where the sheet shows 08:00. Another reader has every
# minute right.
# read-excel-file 9.3.17 reads what write-excel-file 4.1.1 wrote, beside exceljs 4.4.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund read-excel-file@9.3.17 write-excel-file@4.1.1 exceljs@4.4.0

cat > read.js <<'JS'
import ExcelJS from 'exceljs';
import readExcelFile from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';

const minutes = Array.from({ length: 1440 }, (_, minute) => new Date(Date.UTC(2026, 11, 1, 0, minute)));
const cells = minutes.map((value) => [{ value, type: Date, format: 'yyyy-mm-dd hh:mm' }]);
const file = await writeExcelFile(cells).toBuffer();

const [{ data }] = await readExcelFile(file);
const book = new ExcelJS.Workbook();
await book.xlsx.load(file);
const others = minutes.map((_, at) => book.worksheets[0].getCell(at + 1, 1).value);
for (const [name, read] of [['read-excel-file', data.map(([value]) => value)], ['exceljs', others]]) {
  const wrong = minutes.filter((minute, at) => Number(minute) !== Number(read[at]));
  console.log(`${name}: ${wrong.length} of 1440 are wrong; 08:00 is ${read[480].toISOString()}`);
}
JS
echo 'read-excel-file 9.3.17, write-excel-file 4.1.1, exceljs 4.4.0'
node read.js | tee out
[ "$(cat out)" = 'read-excel-file: 448 of 1440 are wrong; 08:00 is 2026-12-01T07:59:59.999Z
exceljs: 0 of 1440 are wrong; 08:00 is 2026-12-01T08:00:00.000Z' ]
