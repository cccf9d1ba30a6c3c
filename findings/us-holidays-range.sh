#!/usr/bin/env bash
# When 1 January is a Saturday, the day off is Friday, 31 December of the year before (5 U.S.C. 6103).
# us-federal-holidays knows that, and answers for 31 December 2027 that it is a holiday. Asked for the holidays of a
# range that ends with the year, or of the year 2027 itself, it leaves the day out: it looks at the years of the two
# ends, and this day belongs to the next. The same day is in the list of 2028, and in a range that ends two days later.
# A plan for December sends the vans out on a day when no dock is open, and a check of one day says otherwise.
# @18f/us-federal-holidays 4.0.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund @18f/us-federal-holidays@4.0.0

cat > days.js <<'JS'
const holidays = require('@18f/us-federal-holidays');

const day = (text) => new Date(`${text}T00:00:00Z`);
const shown = (list) => list.map(({ dateString }) => dateString).join(', ');
console.log(`2027-12-31 is a holiday: ${holidays.isAHoliday(day('2027-12-31'), { utc: true })}`);
for (const [from, to] of [['2027-12-01', '2027-12-31'], ['2027-12-31', '2027-12-31'], ['2027-12-31', '2028-01-02']])
  console.log(`${from} to ${to}: ${shown(holidays.inRange(day(from), day(to))) || 'none'}`);
for (const year of [2027, 2028]) {
  const all = holidays.allForYear(year);
  console.log(`${year}: ${shown(all.slice(0, 1))} to ${shown(all.slice(-1))}`);
}
JS
echo '@18f/us-federal-holidays 4.0.0'
node days.js | tee out
[ "$(cat out)" = '2027-12-31 is a holiday: true
2027-12-01 to 2027-12-31: 2027-12-24
2027-12-31 to 2027-12-31: none
2027-12-31 to 2028-01-02: 2027-12-31
2027: 2027-01-01 to 2027-12-24
2028: 2027-12-31 to 2028-12-25' ]
