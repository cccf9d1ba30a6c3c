#!/usr/bin/env bash
# date-holidays: a day as text misses its holiday west of Greenwich, and an unknown region has a country's other holidays.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent --save-exact date-holidays@3.37.0
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
const { default: Holidays } = await import('date-holidays');
console.log('date-holidays', version('date-holidays'));
const york = new Holidays('US', 'NY', { timezone: 'America/New_York' });
see('Thanksgiving 2026 is in the list as', york.getHolidays(2026).find(({ name }) => name === 'Thanksgiving Day')?.date, '2026-11-26 00:00:00');
see('isHoliday of the text 2026-11-26', york.isHoliday('2026-11-26'), false);
see('isHoliday of that day at noon in New York', york.isHoliday(new Date('2026-11-26T12:00:00-05:00'))?.[0]?.name, 'Thanksgiving Day');
const namesOf = (...place) => new Set(new Holidays(...place).getHolidays(2026).map(({ name }) => name));
const isIn = (names) => names.has('Heilige Drei Könige');
see('Epiphany in DE, BY', isIn(namesOf('DE', 'BY')), true);
see('Epiphany in DE, Bayern: no error, and no holiday of that region', isIn(namesOf('DE', 'Bayern')), false);
see('holidays of UK, which is written GB', namesOf('UK').size, 0);
if (!isAsFound) process.exit(1);
JS
node try.mjs
