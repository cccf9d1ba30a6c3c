#!/usr/bin/env bash
# Two examples of RFC 5545 (3.8.5.3), the Monday of week 20 and the twentieth Monday of the year, and two rules of its
# 3.3.10: BYSETPOS=1 is the first of a week's days, and a day that a year lacks, as 29 February, is left out. ical.js
# heeds neither BYWEEKNO nor the number before a weekday of a year nor BYSETPOS of a week, so that a pickup of once a
# year comes every week and one of once a week three times (and of week 20 the first is missing); for 29 February it
# answers 1 March. There is no error and no warning. rrule has the days of the standard.
# ical.js 2.2.1 beside rrule 2.8.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund ical.js@2.2.1 rrule@2.8.1

cat > days.js <<'JS'
import ICAL from 'ical.js';
import rrule from 'rrule';

for (const [from, rule] of [
  ['1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO'],
  ['1997-05-19', 'FREQ=YEARLY;BYDAY=20MO'],
  ['2026-01-05', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1'],
  ['2024-02-29', 'FREQ=YEARLY'],
]) {
  const days = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(`${from}T09:00:00`));
  const ical = [1, 2, 3].map(() => days.next().toString().slice(0, 10));
  const standard = rrule.rrulestr(`DTSTART:${from.replaceAll('-', '')}T090000Z\nRRULE:${rule};COUNT=3`).all();
  console.log(`${rule} from ${from}`);
  console.log(`  ical.js ${ical.join(' ')} | rrule ${standard.map((day) => day.toISOString().slice(0, 10)).join(' ')}`);
}
JS
echo 'ical.js 2.2.1, rrule 2.8.1'
seen=$(node days.js)
echo "$seen"
[ "$(grep '^  ' <<< "$seen")" = "  ical.js 1997-05-19 1997-05-26 1997-06-02 | rrule 1997-05-12 1998-05-11 1999-05-17
  ical.js 1997-05-19 1997-05-26 1997-06-02 | rrule 1997-05-19 1998-05-18 1999-05-17
  ical.js 2026-01-05 2026-01-07 2026-01-09 | rrule 2026-01-05 2026-01-12 2026-01-19
  ical.js 2024-02-29 2025-03-01 2026-03-01 | rrule 2024-02-29 2028-02-29 2032-02-29" ]
