#!/usr/bin/env bash
# In MT940 the mark RC is the reversal of a credit: money that goes away again; RD is one of a debit: money that comes
# back. One reader takes the last letter for the direction, so that a returned payment counts as paid once more. Another
# one gives both the right sign, and the sum of the statement agrees.
# mt940-js 1.0.0 (which needs tslib without naming it) beside mt940js 1.3.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund mt940js@1.3.5 mt940-js@1.0.0 tslib@2.8.1

cat > read.js <<'JS'
const { Parser } = require('mt940js');
const { read } = require('mt940-js');

async function main() {
  for (const [mark, end] of [['RC', '92,50'], ['RD', '107,50']]) {
    const booking = `:61:260105${mark}7,5NTRFNONREF`;
    const lines = [':20:A', ':25:10020030/1234567', ':28C:1/1', ':60F:C260104EUR100,00', booking, ':86:Return', `:62F:C260105EUR${end}`, '-'];
    const [first] = new Parser().parse(lines.join('\n'))[0].transactions;
    const [second] = (await read(new TextEncoder().encode(lines.join('\r\n')).buffer))[0].transactions;
    console.log(`100,00 ${mark} 7,50 = ${end}: mt940js ${first.amount}, mt940-js ${second.isCredit ? '+' : '-'}${second.amount}`);
  }
}
void main();
JS
seen=$(node read.js)
echo "$seen"
[ "$seen" = "100,00 RC 7,50 = 92,50: mt940js -7.5, mt940-js +7.5
100,00 RD 7,50 = 107,50: mt940js 7.5, mt940-js -7.5" ]
