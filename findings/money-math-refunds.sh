#!/usr/bin/env bash
# money-math counts amounts as text, to the cent and of any size: by its own documentation "-42.10" is such an amount,
# and a product, a quotient or a percentage comes rounded to the whole cent. It rounds the last digits of a negative
# number as if they were those of a positive one: the tax of a refund of 19.99 at 19 % is 3.78 or 3.79, where that of
# the charge was 3.80, and 2.00 owed by three is 0.65 each. A credit note does not cancel its invoice, by up to two
# cents a line, and only where something had to be rounded. Sums and differences are right.
# money-math 2.6.3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund money-math@2.6.3

cat > count.js <<'JS'
const money = require('money-math');

for (const [what, count] of [
  ['19.99 times 0.19', (sign) => money.mul(`${sign}19.99`, '0.19')],
  ['19 % of 19.99', (sign) => money.percent(`${sign}19.99`, '19.00')],
  ['1.05 times 0.50', (sign) => money.mul(`${sign}1.05`, '0.50')],
  ['2.00 by 3.00', (sign) => money.div(`${sign}2.00`, '3.00')],
  ['10.00 times 0.19', (sign) => money.mul(`${sign}10.00`, '0.19')],
]) {
  const [charged, returned] = [count(''), count('-')];
  console.log(`${what}: charged ${charged}, returned ${returned}, together ${money.add(charged, returned)}`);
}
JS
echo 'money-math 2.6.3'
node count.js | tee out
[ "$(cat out)" = '19.99 times 0.19: charged 3.80, returned -3.78, together 0.02
19 % of 19.99: charged 3.80, returned -3.79, together 0.01
1.05 times 0.50: charged 0.53, returned -0.51, together 0.02
2.00 by 3.00: charged 0.67, returned -0.65, together 0.02
10.00 times 0.19: charged 1.90, returned -1.90, together 0.00' ]
