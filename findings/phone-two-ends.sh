#!/usr/bin/env bash
# libphonenumber-js, google-libphonenumber: two ends of one exchange, as German and Austrian letterheads write them (12345-67/68), become one longer number, which is valid and somebody else's.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent --save-exact libphonenumber-js@1.13.16 google-libphonenumber@3.2.47
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs';
import google from 'google-libphonenumber';
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
let isAsFound = true;
/** Prints what was seen, and notes when it is not what was found. */
function see(what, seen, found) {
  console.log(`${what}: ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(found)) {
    isAsFound = false;
    console.log(`  found before: ${JSON.stringify(found)}`);
  }
}
const { parsePhoneNumberFromString, findPhoneNumbersInText } = await import('libphonenumber-js/max');
const util = google.PhoneNumberUtil.getInstance();
console.log('libphonenumber-js', version('libphonenumber-js'), 'google-libphonenumber', version('google-libphonenumber'));
const port = (text, country) => {
  const number = parsePhoneNumberFromString(text, country);
  return number ? [number.number, number.isValid() ? 'valid' : 'not valid'] : null;
};
const original = (text, country) => {
  const number = util.parse(text, country);
  return [util.format(number, google.PhoneNumberFormat.E164), util.isValidNumber(number) ? 'valid' : 'not valid'];
};
for (const [text, country, found] of [
  ['030 12345-67', 'DE', ['+49301234567', 'valid']],
  ['030 12345-67/68', 'DE', ['+4930123456768', 'valid']],
  ['01 55512-10/11', 'AT', ['+431555121011', 'valid']],
]) {
  see(`${text} in ${country}, libphonenumber-js`, port(text, country), found);
  see(`${text} in ${country}, google-libphonenumber`, original(text, country), found);
}
see(
  'the numbers that libphonenumber-js finds in the text 030 12345-67/68',
  findPhoneNumbersInText('030 12345-67/68', 'DE').map(({ number }) => number.number),
  ['+4930123456768'],
);
if (!isAsFound) process.exit(1);
JS
node try.mjs
