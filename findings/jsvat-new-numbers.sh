#!/usr/bin/env bash
# Belgian numbers have ten digits. The first was 0; new companies have 1, and the Commission's page for checks (VIES)
# lists both forms. Northern Ireland trades goods under XI, with British digits. jsvat, which checks the form and the
# check digits of European numbers, calls every number of a new Belgian company ill-formed, and knows no country for XI.
# A form for invoices that asks it turns those customers away.
# jsvat 2.5.4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund jsvat@2.5.4

cat > check.js <<'JS'
const { checkVAT, countries } = require('jsvat');

// The last two digits are 97 less the rest of the first eight divided by 97, whichever digit comes first.
const belgian = (first) => `BE${first}${String(97 - (Number(first) % 97)).padStart(2, '0')}`;
for (const number of [belgian('09999999'), belgian('19999999'), 'GB123456782', 'XI123456782']) {
  const { isValid, isValidFormat, country } = checkVAT(number, countries);
  console.log(`${number}: ${isValid ? 'valid' : 'not valid'}, form ${isValidFormat}, country ${country?.isoCode.short}`);
}
JS
echo 'jsvat 2.5.4'
seen=$(node check.js)
echo "$seen"
[ "$seen" = "BE0999999922: valid, form true, country BE
BE1999999943: not valid, form false, country BE
GB123456782: valid, form true, country GB
XI123456782: not valid, form false, country undefined" ]
