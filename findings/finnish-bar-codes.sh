#!/usr/bin/env bash
# Finnish invoices have a bar code that a banking app reads: 54 digits, of which six are euros and two are cents (the
# bank bar code guide of Finance Finland, version 4). finnish-bank-utils takes the sum as a number of euros, and splits
# its hundredfold without rounding: the code of 8.20 or 4883.15 euros has a decimal point in it and 70 signs, and no app
# reads it. 482.99, the example of its documentation, is right. It does not say that anything is wrong, and cannot read
# what it has just written. The customer types the long numbers by hand, or does not pay.
# finnish-bank-utils 1.3.3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund finnish-bank-utils@1.3.3

cat > write.js <<'JS'
const bank = require('finnish-bank-utils');

const bill = { iban: 'FI58 1017 1000 0001 22', reference: '55958 22432 94671', date: '31.1.2012' };
const codeOf = (sum) => bank.formatFinnishVirtualBarCode({ ...bill, sum });
for (const sum of [482.99, 4883.15, 8.2, 0.29]) {
  const code = codeOf(sum);
  console.log(`${sum.toFixed(2)}: ${code}`);
  console.log(`  ${code.length} signs, read again: ${bank.parseFinnishVirtualBarCode(code).sum ?? 'no sum'}`);
}
let wrong = 0;
for (let cents = 1; cents <= 100000; cents += 1) if (!/^\d{54}$/.test(codeOf(cents / 100))) wrong += 1;
console.log(`of the 100000 sums up to 1000 euros, ${wrong} are wrong`);
JS
echo 'finnish-bank-utils 1.3.3'
node write.js | tee out
[ "$(cat out)" = '482.99: 458101710000001220004829900000000559582243294671120131
  54 signs, read again: 482.99
4883.15: 4581017100000012200488314.99999999994179200000000559582243294671120131
  70 signs, read again: no sum
8.20: 4581017100000012200000819.99999999999988600000000559582243294671120131
  70 signs, read again: no sum
0.29: 4581017100000012200000028.99999999999999600000000559582243294671120131
  70 signs, read again: no sum
of the 100000 sums up to 1000 euros, 9175 are wrong' ]
