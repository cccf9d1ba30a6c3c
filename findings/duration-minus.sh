#!/usr/bin/env bash
# A reminder half an hour before has the duration -PT30M: RFC 5545 (3.3.6) and ISO 8601-2 put the sign in front, and it
# holds for the whole. dayjs writes its own durations so, and leaves the sign out when it reads them again: what it
# wrote is half an hour after. So does iso8601-duration, which throws for PT-30M, as luxon writes the same time. luxon
# and ical.js read both.
# dayjs 1.11.23, iso8601-duration 2.1.4, luxon 3.7.2, ical.js 2.2.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund dayjs@1.11.23 iso8601-duration@2.1.4 luxon@3.7.2 ical.js@2.2.1

cat > read.js <<'JS'
import dayjs from 'dayjs';
import plugin from 'dayjs/plugin/duration.js';
import ICAL from 'ical.js';
import iso from 'iso8601-duration';
import { Duration } from 'luxon';

dayjs.extend(plugin);
const readers = {
  dayjs: (text) => dayjs.duration(text).asMinutes(),
  'iso8601-duration': (text) => iso.toSeconds(iso.parse(text)) / 60,
  luxon: (text) => Duration.fromISO(text).as('minutes'),
  'ical.js': (text) => ICAL.Duration.fromString(text).toSeconds() / 60,
};
const written = { dayjs: dayjs.duration(-30, 'minutes').toISOString(), luxon: Duration.fromObject({ minutes: -30 }).toISO() };
for (const [writer, text] of Object.entries(written)) {
  const read = Object.entries(readers).map(([name, minutes]) => {
    try {
      return `${name} ${minutes(text)}`;
    } catch {
      return `${name} an error`;
    }
  });
  console.log(`${writer} writes ${text}, minutes read: ${read.join(', ')}`);
}
JS
echo 'dayjs 1.11.23, iso8601-duration 2.1.4, luxon 3.7.2, ical.js 2.2.1'
seen=$(node read.js)
echo "$seen"
[ "$seen" = "dayjs writes -PT30M, minutes read: dayjs 30, iso8601-duration 30, luxon -30, ical.js -30
luxon writes PT-30M, minutes read: dayjs -30, iso8601-duration an error, luxon -30, ical.js -30" ]
