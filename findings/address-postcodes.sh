#!/usr/bin/env bash
# Gibraltar, Barbados, Nicaragua and Saint Vincent have postcodes, and their posts want them on the address (UPU,
# addressing systems). address-formatter, which knows the order of an address in each country, takes a postcode for them
# and leaves it out, without an error: its templates for about seventy countries have no place for one, and some of
# those do have codes. A label that it wrote goes out without the code that the customer gave, in these countries alone;
# beside it Malta's is there. Another formatter, with the data of Google's address forms, prints all of them.
# @fragaria/address-formatter 6.7.1 beside localized-address-format 1.3.3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @fragaria/address-formatter@6.7.1 localized-address-format@1.3.3

cat > print.js <<'JS'
import formatter from '@fragaria/address-formatter';
import { formatAddress } from 'localized-address-format';

for (const [country, postcode, city] of [
  ['MT', 'VLT 1117', 'Valletta'],
  ['GI', 'GX11 1AA', 'Gibraltar'],
  ['BB', 'BB11000', 'Bridgetown'],
  ['NI', '11001', 'Managua'],
  ['VC', 'VC0100', 'Kingstown'],
]) {
  const one = formatter.format(
    { houseNumber: '5', road: 'Main Street', city, postcode, countryCode: country },
    { output: 'array' },
  );
  const other = formatAddress({
    postalCountry: country,
    addressLines: ['5 Main Street'],
    locality: city,
    postalCode: postcode,
  });
  console.log(`${country}: ${one.join(', ')}`);
  console.log(`  the other: ${other.join(', ')}`);
}
JS
echo '@fragaria/address-formatter 6.7.1, localized-address-format 1.3.3'
node print.js | tee out
[ "$(cat out)" = 'MT: 5 Main Street, Valletta, VLT 1117
  the other: 5 Main Street, Valletta VLT 1117
GI: 5 Main Street, Gibraltar
  the other: 5 Main Street, GIBRALTAR, GX11 1AA
BB: 5 Main Street, Bridgetown
  the other: 5 Main Street, Bridgetown BB11000
NI: Main Street 5, Managua
  the other: 5 Main Street, 11001, Managua
VC: Main Street 5, Kingstown
  the other: 5 Main Street, Kingstown VC0100' ]
