#!/usr/bin/env bash
# libphonenumber-js: a domestic number that lost its plus becomes another person's valid number, and with a German extension it becomes none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent --save-exact libphonenumber-js@1.13.16
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs';
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
const { parsePhoneNumberFromString: read } = await import('libphonenumber-js/max');
console.log('libphonenumber-js', version('libphonenumber-js'));
const seen = (text, country) => {
  const number = read(text, country);
  return number ? [number.number, number.isValid() ? 'valid' : number.isPossible() ? 'possible' : 'not possible'] : null;
};
see('+49 (0)30 1234567 in Germany', seen('+49 (0)30 1234567', 'DE'), ['+49301234567', 'valid']);
see('49 (0)30 1234567 in Germany', seen('49 (0)30 1234567', 'DE'), ['+49490301234567', 'valid']);
see('43 (0)1 58858 in Austria', seen('43 (0)1 58858', 'AT'), ['+43430158858', 'possible']);
see('030 1234567 ext 12 in Germany', seen('030 1234567 ext 12', 'DE'), ['+49301234567', 'valid']);
see('030 1234567 Durchwahl 12 in Germany', seen('030 1234567 Durchwahl 12', 'DE'), null);
if (!isAsFound) process.exit(1);
JS
node try.mjs
