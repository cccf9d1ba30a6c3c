#!/usr/bin/env bash
# The language's own rule for how many decimals a currency has is ISO 4217. Node's Intl gives forint, Colombian pesos,
# rupiah and Pakistani rupees none where the standard has two, and Iraqi dinar none where it has three (it has what is
# usual in shops). Whoever counts the units of a payment, or checks an invoice, by resolvedOptions() is off by a hundred.
# Node 24.21.0 (ICU 78) beside currency-codes 2.2.0 (ISO 4217 of 2024).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund node@24.21.0 currency-codes@2.2.0

cat > compare.js <<'JS'
const { code } = require('currency-codes');

console.log(`Node ${process.versions.node}, ICU ${process.versions.icu}`);
for (const currency of ['EUR', 'JPY', 'KWD', 'HUF', 'COP', 'IDR', 'PKR', 'IQD']) {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  console.log(`${currency}: ISO 4217 ${code(currency).digits}, Intl ${maximumFractionDigits}`);
}
JS
seen=$(node_modules/.bin/node compare.js)
echo "$seen"
[ "$(tail -n +2 <<< "$seen")" = "EUR: ISO 4217 2, Intl 2
JPY: ISO 4217 0, Intl 0
KWD: ISO 4217 3, Intl 3
HUF: ISO 4217 2, Intl 0
COP: ISO 4217 2, Intl 0
IDR: ISO 4217 2, Intl 0
PKR: ISO 4217 2, Intl 0
IQD: ISO 4217 3, Intl 0" ]
