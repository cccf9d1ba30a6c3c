#!/usr/bin/env bash
# Where the time zones of the United States part is law (49 CFR 71): Gary and Evansville in Indiana and Paducah in
# Kentucky keep Central time, and Ontario in Oregon Mountain time, unlike most of their states. zipcode-to-timezone
# answers with the usual zone of the state for them, by a name that every calendar takes, and says nowhere that it is a
# guess. A window of eight to ten is an hour early or late in those towns, and so is the text message before it. A
# lookup by the coordinates of the place has them right.
# zipcode-to-timezone 0.0.9 beside @photostructure/tz-lookup 11.7.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund zipcode-to-timezone@0.0.9 @photostructure/tz-lookup@11.7.0

cat > zones.js <<'JS'
import lookup from '@photostructure/tz-lookup';
import zipcodes from 'zipcode-to-timezone';

const noon = new Date('2026-06-01T16:00:00Z');
const clock = (timeZone) => noon.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
for (const [place, code, latitude, longitude] of [
  ['New York', '10001', 40.75, -73.997],
  ['Gary, Indiana', '46402', 41.5934, -87.3464],
  ['Evansville, Indiana', '47711', 37.97, -87.57],
  ['Paducah, Kentucky', '42001', 37.08, -88.6],
  ['Ontario, Oregon', '97914', 44.0266, -116.9629],
]) {
  const [byCode, byPlace] = [zipcodes.lookup(code), lookup(latitude, longitude)];
  console.log(`${place}, ${code}: ${byCode} ${clock(byCode)}; by its place: ${byPlace} ${clock(byPlace)}`);
}
JS
echo 'zipcode-to-timezone 0.0.9, @photostructure/tz-lookup 11.7.0'
node zones.js | tee out
[ "$(cat out)" = 'New York, 10001: America/New_York 12:00; by its place: America/New_York 12:00
Gary, Indiana, 46402: America/Indiana/Indianapolis 12:00; by its place: America/Chicago 11:00
Evansville, Indiana, 47711: America/Indiana/Indianapolis 12:00; by its place: America/Chicago 11:00
Paducah, Kentucky, 42001: America/Kentucky/Louisville 12:00; by its place: America/Chicago 11:00
Ontario, Oregon, 97914: America/Los_Angeles 09:00; by its place: America/Boise 10:00' ]
