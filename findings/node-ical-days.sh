#!/usr/bin/env bash
# node-ical: a duration of one day is 24 hours, also where the clocks change; RFC 5545, 3.3.6, says that a day keeps the local time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent --save-exact node-ical@0.27.2
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
const { default: ical } = await import('node-ical');
console.log('node-ical', version('node-ical'));
const calendar = (duration) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z', 'DTSTART;TZID=Europe/Berlin:20260328T090000', `DURATION:${duration}`, 'SUMMARY:Round', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const endOf = (duration) => Object.values(ical.sync.parseICS(calendar(duration))).find(({ type }) => type === 'VEVENT').end.toLocaleString('sv', { timeZone: 'Europe/Berlin' });
see('from 28 March 2026, 09:00 in Berlin, PT24H ends at', endOf('PT24H'), '2026-03-29 10:00:00');
see('P1D should end at 09:00, and ends at', endOf('P1D'), '2026-03-29 10:00:00');
if (!isAsFound) process.exit(1);
JS
node try.mjs
