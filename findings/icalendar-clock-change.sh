#!/usr/bin/env bash
# A round at eight in Berlin is at eight before and after the clocks change: RFC 5545 (3.3.5 and 3.8.5.3) counts the
# times of a rule in the zone of its start, and COUNT counts the days that EXDATE takes out. The package icalendar reads
# the zone, expands rules, and lists what it lacks, which is neither of these. It adds days in the machine's own zone:
# on a server in UTC or in America the round is at nine from 29 March on, where a day that EXDATE takes out stays in, as
# the instants no longer agree. Two more days come at the end, also on a machine in Berlin. ical.js has the standard's
# days.
# icalendar 0.7.1 beside ical.js 2.2.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund icalendar@0.7.1 ical.js@2.2.1

cat > read.js <<'JS'
import ICAL from 'ical.js';
import icalendar from 'icalendar';

const part = (kind, start, month, from, to) =>
  [`BEGIN:${kind}`, `DTSTART:${start}`, `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`, `TZOFFSETFROM:${from}`]
    .concat(`TZOFFSETTO:${to}`, `END:${kind}`);
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Courier//Rounds//EN', 'BEGIN:VTIMEZONE', 'TZID:Europe/Berlin',
  ...part('STANDARD', '19961027T030000', 10, '+0200', '+0100'),
  ...part('DAYLIGHT', '19810329T020000', 3, '+0100', '+0200'),
  'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:round', 'DTSTAMP:20260301T000000Z', 'SUMMARY:Round',
  'DTSTART;TZID=Europe/Berlin:20260326T080000', 'DTEND;TZID=Europe/Berlin:20260326T100000',
  'RRULE:FREQ=DAILY;COUNT=7',
  'EXDATE;TZID=Europe/Berlin:20260327T080000', 'EXDATE;TZID=Europe/Berlin:20260331T080000',
  'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n');
const shown = (dates) =>
  dates
    .map((date) => date.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(5, 16))
    .join(', ');

const [event] = icalendar.parse_calendar(text).events();
console.log(`icalendar: ${shown(event.rrule().nextOccurences(new Date('2026-03-01T00:00:00Z'), 9))}`);

const root = new ICAL.Component(ICAL.parse(text));
ICAL.TimezoneService.register(root.getFirstSubcomponent('vtimezone'));
const times = new ICAL.Event(root.getFirstSubcomponent('vevent')).iterator();
const dates = [];
for (let time = times.next(); time; time = times.next()) dates.push(time.toJSDate());
console.log(`ical.js: ${shown(dates)}`);
JS
echo 'icalendar 0.7.1, ical.js 2.2.1'
for zone in UTC America/New_York Europe/Berlin; do TZ=$zone node read.js; done | tee out
[ "$(cat out)" = 'icalendar: 03-26 08:00, 03-28 08:00, 03-29 09:00, 03-30 09:00, 03-31 09:00, 04-01 09:00, 04-02 09:00
ical.js: 03-26 08:00, 03-28 08:00, 03-29 08:00, 03-30 08:00, 04-01 08:00
icalendar: 03-26 08:00, 03-28 08:00, 03-29 09:00, 03-30 09:00, 03-31 09:00, 04-01 09:00, 04-02 09:00
ical.js: 03-26 08:00, 03-28 08:00, 03-29 08:00, 03-30 08:00, 04-01 08:00
icalendar: 03-26 08:00, 03-28 08:00, 03-29 08:00, 03-30 08:00, 04-01 08:00, 04-02 08:00, 04-03 08:00
ical.js: 03-26 08:00, 03-28 08:00, 03-29 08:00, 03-30 08:00, 04-01 08:00' ]
