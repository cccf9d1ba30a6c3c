#!/usr/bin/env bash
# rrule: the words of a rule leave out which of the set is meant, and say that they are complete.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent --save-exact rrule@2.8.1
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
const { default: { RRule } } = await import('rrule');
console.log('rrule', version('rrule'));
const last = RRule.fromString(['DTSTART:20260101T090000Z', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'].join('\n'));
see('the last weekday of each month, days', last.all((_, at) => at < 3).map((day) => day.toISOString().slice(0, 10)), ['2026-01-30', '2026-02-27', '2026-03-31']);
see('its words', last.toText(), 'every month on weekdays');
see('isFullyConvertibleToText', last.isFullyConvertibleToText(), true);
if (!isAsFound) process.exit(1);
JS
node try.mjs
