#!/usr/bin/env bash
# When an event was made, was stamped, and when an alarm of a fixed time rings are instants: RFC 5545 says that DTSTAMP,
# CREATED (3.8.7) and the time of a TRIGGER (3.8.6.3) must be in UTC. ical-generator does so until the calendar is given
# a zone. Then they lose their Z, and are the hours of the machine, not even of that zone; nothing in the file says so,
# and readers take them for their own. The alarm of one driver rings at 07:30 in each city, and of two versions of a
# round, sent by two machines, the older may count as the newer.
# ical-generator 10.2.0 (11.1.2 does the same, and asks for Node 22).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund ical-generator@10.2.0

cat > write.js <<'JS'
import ical from 'ical-generator';

for (const timezone of [null, 'Europe/Berlin']) {
  const stamp = new Date('2026-11-29T23:30:00Z');
  const calendar = ical({ timezone });
  calendar.createEvent({
    id: '1',
    start: new Date('2026-11-30T08:00:00Z'),
    stamp,
    created: stamp,
    summary: 'Round',
    alarms: [{ type: 'display', trigger: new Date('2026-11-30T07:30:00Z') }],
  });
  const lines = calendar.toString().split('\r\n').filter((line) => /^(DTSTAMP|CREATED|TRIGGER)/.test(line));
  console.log(`machine in ${process.env.TZ}, zone of the calendar ${timezone}: ${lines.join(' ')}`);
}
JS
echo 'ical-generator 10.2.0'
seen=$(for zone in UTC America/New_York; do TZ=$zone node write.js; done)
echo "$seen"
right='DTSTAMP:20261129T233000Z TRIGGER;VALUE=DATE-TIME:20261130T073000Z CREATED:20261129T233000Z'
[ "$seen" = "machine in UTC, zone of the calendar null: $right
machine in UTC, zone of the calendar Europe/Berlin: ${right//Z/}
machine in America/New_York, zone of the calendar null: $right
machine in America/New_York, zone of the calendar Europe/Berlin: DTSTAMP:20261129T183000 TRIGGER;VALUE=DATE-TIME:20261130T023000 CREATED:20261129T183000" ]
