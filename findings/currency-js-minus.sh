#!/usr/bin/env bash
# The language's own format of amounts (Intl.NumberFormat) writes the minus of Swedish, Norwegian, Finnish, Estonian,
# Lithuanian, Slovene and Croatian as the sign U+2212, not as a hyphen. currency.js reads amounts in text, told what
# their decimal sign is, and leaves out what it does not know: that sign, too. A refund comes back as a charge of the
# same height, in those languages alone. In German and Danish, which keep the hyphen, it is right.
# currency.js 2.0.4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund currency.js@2.0.4

cat > read.js <<'JS'
const currency = require('currency.js');

for (const [language, unit] of [['de', 'EUR'], ['da', 'DKK'], ['sv', 'SEK'], ['nb', 'NOK'], ['fi', 'EUR'], ['et', 'EUR'], ['lt', 'EUR'], ['sl', 'EUR'], ['hr', 'EUR']]) {
  const text = new Intl.NumberFormat(language, { style: 'currency', currency: unit }).format(-1234.5);
  const minus = /[-−]/.exec(text)[0].codePointAt(0).toString(16).padStart(4, '0');
  console.log(`${language}: ${text} (minus ${minus}) is read as ${currency(text, { decimal: ',', separator: '.' }).value}`);
}
JS
echo 'currency.js 2.0.4'
seen=$(node read.js)
echo "$seen"
[ "$(grep -c '^d[ea]: .*(minus 002d) is read as -1234.5$' <<< "$seen")" = 2 ]
[ "$(grep -c '(minus 2212) is read as 1234.5$' <<< "$seen")" = 7 ]
