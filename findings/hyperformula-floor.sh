#!/usr/bin/env bash
# FLOOR(number, step) is the largest multiple of the step that is not above the number, and CEILING the smallest that is
# not below it: for a multiple both are the number, as the two functions are defined in OpenFormula and in Excel.
# HyperFormula agrees for CEILING and MROUND. Its FLOOR (and FLOOR.MATH) takes many a multiple one step down: 0.3 in
# tenths is 0.2, 4.35 in steps of 0.05 is 4.3. A price list that rounds down to five cents or to tenths of a kilogram is
# short, and only for some amounts. Its other formulas hide such parts of a cent: 0.1+0.2=0.3 is true.
# hyperformula 3.5.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund hyperformula@3.5.0

cat > floor.js <<'JS'
const { HyperFormula } = require('hyperformula');

const functions = ['FLOOR', 'FLOOR.MATH', 'CEILING', 'MROUND'];
for (const [number, step] of [[0.3, 0.1], [4.35, 0.05], [33.3, 0.1], [1.1, 0.1]]) {
  const formulas = functions.map((name) => `=${name}(${number},${step})`);
  const [values] = HyperFormula.buildFromArray([formulas], { licenseKey: 'gpl-v3' }).getSheetValues(0);
  console.log(`${number} in steps of ${step}: ${functions.map((name, at) => `${name} ${values[at]}`).join(', ')}`);
}
const [[sum]] = HyperFormula.buildFromArray([['=0.1+0.2=0.3']], { licenseKey: 'gpl-v3' }).getSheetValues(0);
console.log(`0.1+0.2=0.3: ${sum}`);
JS
echo 'hyperformula 3.5.0'
seen=$(node floor.js)
echo "$seen"
[ "$seen" = "0.3 in steps of 0.1: FLOOR 0.2, FLOOR.MATH 0.2, CEILING 0.3, MROUND 0.3
4.35 in steps of 0.05: FLOOR 4.3, FLOOR.MATH 4.3, CEILING 4.35, MROUND 4.35
33.3 in steps of 0.1: FLOOR 33.2, FLOOR.MATH 33.2, CEILING 33.3, MROUND 33.3
1.1 in steps of 0.1: FLOOR 1.1, FLOOR.MATH 1.1, CEILING 1.1, MROUND 1.1
0.1+0.2=0.3: true" ]
