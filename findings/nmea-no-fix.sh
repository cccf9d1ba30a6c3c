#!/usr/bin/env bash
# A tracker without a fix sends its sentence all the same: status V, and its fields empty. In NMEA 0183 an empty field
# means that the value is not known. nmea-simple makes 0 of it, without an error: the van is at sea off Africa, stands
# still and looks north. A standing van that has a fix (no course then) looks north, too. Only the word "warning" tells
# them apart. Another reader answers null for each.
# nmea-simple 3.3.0 beside gps 0.9.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund nmea-simple@3.3.0 gps@0.9.0

cat > read.js <<'JS'
const { parseNmeaSentence } = require('nmea-simple');
const GPS = require('gps');

const parse = GPS.Parse ?? GPS.default.Parse;
for (const [what, body] of [
  ['no fix', 'GPRMC,120000.00,V,,,,,,,301126,,,N'],
  ['standing', 'GPRMC,120000.00,A,5230.0000,N,01324.0000,E,,,301126,,,A'],
]) {
  const sum = [...body].reduce((all, one) => all ^ one.charCodeAt(0), 0);
  const sentence = `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
  const simple = parseNmeaSentence(sentence);
  const other = parse(sentence);
  console.log(`${what}, ${sentence}`);
  console.log(`  nmea-simple: ${simple.status}, at ${simple.latitude}, ${simple.longitude}, speed ${simple.speedKnots}, course ${simple.trackTrue}`);
  console.log(`  gps: ${other.status}, at ${other.lat}, ${other.lon}, speed ${other.speed}, course ${other.track}`);
}
JS
echo 'nmea-simple 3.3.0, gps 0.9.0'
seen=$(node read.js)
echo "$seen"
[ "$(grep '^  ' <<< "$seen")" = "  nmea-simple: warning, at 0, 0, speed 0, course 0
  gps: void, at null, null, speed null, course null
  nmea-simple: valid, at 52.5, 13.4, speed 0, course 0
  gps: active, at 52.5, 13.4, speed null, course null" ]
