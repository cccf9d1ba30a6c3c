#!/usr/bin/env bash
# The number of a logistic unit (SSCC, GS1) is printed as 00 and 18 digits, the last of which is a check digit; many
# European carriers, DHL in Germany among them, track by it. A number of the American mail may have 20 digits with the
# same kind of check digit. ts-tracking-number, which finds numbers in a text and says whose they are, takes every SSCC
# for the mail's and gives the mail's address to follow it; without the 00 it knows none. Whoever sends a customer there
# sends them wrong.
# ts-tracking-number 1.0.17.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund ts-tracking-number@1.0.17

cat > find.js <<'JS'
const { findTracking, getTracking } = require('ts-tracking-number');

function withCheck(digits) {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
// A digit of the sender's choice, then the prefix of the company: German, Belgian, Spanish.
for (const [from, unit] of [['Germany', '34043416109404255'], ['Belgium', '05412345000000001'], ['Spain', '08412345000000001']]) {
  const sscc = withCheck(unit);
  const [found] = findTracking(`Your parcel 00${sscc} is on its way.`) ?? [];
  console.log(`${from}, 00${sscc}: ${found?.courier?.name}, ${found?.trackingUrl?.split('/')[2]}; ${sscc}: ${getTracking(sscc)?.name}`);
}
JS
echo 'ts-tracking-number 1.0.17'
seen=$(node find.js)
echo "$seen"
[ "$(grep -c ': United States Postal Service, tools.usps.com; [0-9]*: undefined$' <<< "$seen")" = 3 ]
