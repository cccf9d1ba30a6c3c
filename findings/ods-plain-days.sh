#!/usr/bin/env bash
# A day in an OpenDocument sheet has no time and no zone (office:date-value="2026-11-30"). SheetJS takes it for midnight
# in UTC, and one with a time for the machine's own: in America a plain day falls on the evening before, in Europe an
# hour or two into the day, while the row beside it, with a time, is right. The text of the cell is right in both.
# xlsx 0.18.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund xlsx@0.18.5 jszip@3.10.1

cat > read.js <<'JS'
const JSZip = require('jszip');
const XLSX = require('xlsx');

const names = ['office', 'table', 'text'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ');
const row = (value, text) =>
  `<table:table-row><table:table-cell office:value-type="date" office:date-value="${value}"><text:p>${text}</text:p></table:table-cell></table:table-row>`;
async function main() {
  const zip = new JSZip();
  zip.file('mimetype', 'application/vnd.oasis.opendocument.spreadsheet');
  zip.file('META-INF/manifest.xml', '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>');
  const rows = row('2026-11-30', '30.11.26') + row('2026-11-30T08:30:00', '30.11.26 08:30');
  zip.file('content.xml', `<office:document-content ${names}><office:body><office:spreadsheet><table:table table:name="Days">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`);
  const { A1: day, A2: time } = XLSX.read(await zip.generateAsync({ type: 'nodebuffer' })).Sheets.Days;
  const shown = ({ v }) => XLSX.SSF.format('yyyy-mm-dd hh:mm', v);
  console.log(`${process.env.TZ}: ${day.w} is ${shown(day)}; ${time.w} is ${shown(time)}`);
}
void main();
JS
echo 'xlsx 0.18.5'
seen=$(for zone in America/New_York UTC Europe/Berlin; do TZ=$zone node read.js; done)
echo "$seen"
[ "$seen" = "America/New_York: 30.11.26 is 2026-11-29 19:00; 30.11.26 08:30 is 2026-11-30 08:30
UTC: 30.11.26 is 2026-11-30 00:00; 30.11.26 08:30 is 2026-11-30 08:30
Europe/Berlin: 30.11.26 is 2026-11-30 01:00; 30.11.26 08:30 is 2026-11-30 08:30" ]
