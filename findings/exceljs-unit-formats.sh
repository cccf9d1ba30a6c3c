#!/usr/bin/env bash
# A number format may hold plain letters: after a backslash the next character is text (ECMA-376, part 1, 18.8.31). So a
# sheet shows 12.5 km or 3.5h. ExcelJS looks for any of the letters of dates, whatever stands before it: the m of km
# makes a date of the distance, the h one of the hours, without an error, even when it reads the file that it has just
# written. With the unit in quotes the number stays one. The text of the cell in another reader is as in Excel.
# exceljs 4.4.0 writes and reads, xlsx 0.18.5 reads.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5

cat > read.js <<'JS'
const ExcelJS = require('exceljs');
const XLSX = require('xlsx');

async function main() {
  for (const format of ['0.0\\ \\k\\g', '0.0\\ \\k\\m', '0.0\\h', '0.0" km"']) {
    const book = new ExcelJS.Workbook();
    const cell = book.addWorksheet('Rounds').getCell('A1');
    cell.value = 12.5;
    cell.numFmt = format;
    const file = await book.xlsx.writeBuffer();
    const again = new ExcelJS.Workbook();
    await again.xlsx.load(file);
    const { value } = again.worksheets[0].getCell('A1');
    const shown = XLSX.read(file).Sheets.Rounds.A1;
    console.log(`${format}: ExcelJS ${value instanceof Date ? value.toISOString() : value}, SheetJS ${shown.v}, shown ${shown.w}`);
  }
}
void main();
JS
echo 'exceljs 4.4.0, xlsx 0.18.5'
seen=$(node read.js)
echo "$seen"
[ "$seen" = '0.0\ \k\g: ExcelJS 12.5, SheetJS 12.5, shown 12.5 kg
0.0\ \k\m: ExcelJS 1900-01-11T12:00:00.000Z, SheetJS 12.5, shown 12.5 km
0.0\h: ExcelJS 1900-01-11T12:00:00.000Z, SheetJS 12.5, shown 12.5h
0.0" km": ExcelJS 12.5, SheetJS 12.5, shown 12.5 km' ]
