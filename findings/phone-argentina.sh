#!/usr/bin/env bash
# An Argentine mobile number has a 9 after the country's code in its international form (E.164; the plan of ENACOM): +54
# 9 11 and eight digits. Without the 9 the same digits are a line in somebody's house. The package phone brings mobile
# numbers into that form, calls the number valid, and leaves its 9 out, taking it for a trunk prefix; asked to be strict
# it calls it invalid. The message that a parcel is near goes to another line, or nowhere. Google's data know the number
# that went in as a mobile and the one that came out as a fixed line.
# phone 3.1.72 beside libphonenumber-js 1.13.16.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund phone@3.1.72 libphonenumber-js@1.13.16

cat > read.js <<'JS'
import { parsePhoneNumber } from 'libphonenumber-js/max';
import { phone } from 'phone';

const kind = (number) => (number ? (parsePhoneNumber(number).getType() ?? 'unknown').toLowerCase() : 'none');
for (const number of ['+54 9 11 2345-6789', '+55 11 96123-4567']) {
  const { isValid, phoneNumber, countryIso2 } = phone(number);
  const strict = phone(number, { strictDetection: true }).isValid;
  console.log(`${number}: ${kind(number)}`);
  console.log(`  phone: valid ${isValid}, ${phoneNumber} (${countryIso2}): ${kind(phoneNumber)}; strict: ${strict}`);
}
JS
echo 'phone 3.1.72, libphonenumber-js 1.13.16'
node read.js | tee out
[ "$(cat out)" = '+54 9 11 2345-6789: mobile
  phone: valid true, +541123456789 (AR): fixed_line; strict: false
+55 11 96123-4567: mobile
  phone: valid true, +5511961234567 (BR): mobile; strict: true' ]
