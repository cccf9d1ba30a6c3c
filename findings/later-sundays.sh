#!/usr/bin/env bash
# In a crontab both 0 and 7 are Sunday (crontab(5)). later, whose documentation says that it takes any valid cron
# expression, takes 7, says nothing, and plans Saturday, as its own days are counted from 1. Of a range that ends in 7
# the Sunday is missing: 6-7, the weekend, is Saturday alone. 0 and the names are right, and another reader agrees with
# crontab. A pickup of every Sunday is sent out a day early, to a closed door.
# @breejs/later 4.2.0 beside cron-parser 5.10.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @breejs/later@4.2.0 cron-parser@5.10.5

cat > plan.js <<'JS'
import later from '@breejs/later';
import { CronExpressionParser } from 'cron-parser';

const from = new Date('2026-12-01T12:00:00Z');
const form = { timeZone: 'UTC', weekday: 'short', day: 'numeric' };
const shown = (dates) => dates.map((date) => date.toLocaleDateString('en-GB', form)).join(', ');
for (const day of ['0', '7', 'SUN', '6-7', '6,0', '5-7']) {
  const expression = `0 8 * * ${day}`;
  const other = CronExpressionParser.parse(expression, { currentDate: from, tz: 'UTC' });
  console.log(expression);
  console.log(`  later: ${shown(later.schedule(later.parse.cron(expression)).next(4, from))}`);
  console.log(`  cron-parser: ${shown(other.take(4).map((date) => date.toDate()))}`);
}
JS
echo '@breejs/later 4.2.0, cron-parser 5.10.5'
node plan.js | tee out
[ "$(cat out)" = '0 8 * * 0
  later: Sun 6, Sun 13, Sun 20, Sun 27
  cron-parser: Sun 6, Sun 13, Sun 20, Sun 27
0 8 * * 7
  later: Sat 5, Sat 12, Sat 19, Sat 26
  cron-parser: Sun 6, Sun 13, Sun 20, Sun 27
0 8 * * SUN
  later: Sun 6, Sun 13, Sun 20, Sun 27
  cron-parser: Sun 6, Sun 13, Sun 20, Sun 27
0 8 * * 6-7
  later: Sat 5, Sat 12, Sat 19, Sat 26
  cron-parser: Sat 5, Sun 6, Sat 12, Sun 13
0 8 * * 6,0
  later: Sat 5, Sun 6, Sat 12, Sun 13
  cron-parser: Sat 5, Sun 6, Sat 12, Sun 13
0 8 * * 5-7
  later: Fri 4, Sat 5, Fri 11, Sat 12
  cron-parser: Fri 4, Sat 5, Sun 6, Fri 11' ]
