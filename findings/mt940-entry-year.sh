#!/usr/bin/env bash
# A booking of MT940 has the day of its value with a year and the day of its entry without one. Around New Year they lie in
# different years: money of 2 January 2026 that was entered on 31 December is of 2025. Two readers give the entry the
# year of the value: it is booked a year late, or a year early, in a month that may be closed.
# mt940js 1.3.5 and mt940-js 1.0.0 (which needs tslib without naming it).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund mt940js@1.3.5 mt940-js@1.0.0 tslib@2.8.1

cat > read.js <<'JS'
const { Parser } = require('mt940js');
const { read } = require('mt940-js');

const statement = (booking, end) =>
  [':20:A', ':25:10020030/1234567', ':28C:1/1', ':60F:C251230EUR100,00', booking, ':86:Rent', `:62F:C260105EUR${end}`, '-'];
const day = (given) => new Date(given).toISOString().slice(0, 10);
async function main() {
  for (const [booking, end] of [[':61:2601021231C10,NTRFNONREF', '110,00'], [':61:2512310102D5,NTRFNONREF', '95,00']]) {
    const lines = statement(booking, end);
    const [first] = new Parser().parse(lines.join('\n'))[0].transactions;
    const [second] = (await read(new TextEncoder().encode(lines.join('\r\n')).buffer))[0].transactions;
    console.log(`${booking}: mt940js ${day(first.entryDate)}, mt940-js ${second.entryDate}`);
  }
}
void main();
JS
seen=$(node read.js)
echo "$seen"
[ "$seen" = ":61:2601021231C10,NTRFNONREF: mt940js 2026-12-31, mt940-js 2026-12-31
:61:2512310102D5,NTRFNONREF: mt940js 2025-01-02, mt940-js 2025-01-02" ]
