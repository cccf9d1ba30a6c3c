#!/usr/bin/env bash
# Hours may hang on the sun ("sunrise-sunset", as places tag them in OpenStreetMap), so opening_hours takes a place. Its
# own types say that the place's lat and lon are numbers. Given numbers, it leaves the place out without a word, and the
# sun rises at six and sets at six, every day of the year, everywhere. Only texts are taken. TypeScript refuses those. A
# stop in Berlin is then closed at 18:00 in June, three hours and a half early, and open in the dark in December.
# opening_hours 3.15.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund opening_hours@3.15.0

cat > hours.js <<'JS'
import { readFileSync } from 'node:fs';
import OpeningHours from 'opening_hours';

const types = readFileSync('node_modules/opening_hours/types/index.d.ts', 'utf8');
const [place] = /interface nominatim_object \{[^}]*/.exec(types);
console.log(`its types: ${/lat: \w+/.exec(place)[0]}, ${/lon: \w+/.exec(place)[0]}`);
const address = { country_code: 'de', state: 'Berlin' };
for (const [lat, lon] of [[52.5, 13.4], ['52.5', '13.4']]) {
  const hours = new OpeningHours('Mo-Su sunrise-sunset', { lat, lon, address });
  const days = ['2026-06-20', '2026-12-01'].map((day) => {
    const [[open, close]] = hours.getOpenIntervals(new Date(`${day}T00:00`), new Date(`${day}T23:59`));
    return `${day} ${[open, close].map((time) => time.toTimeString().slice(0, 5)).join('-')}`;
  });
  console.log(`${typeof lat}s: ${days.join(', ')}`);
}
JS
echo 'opening_hours 3.15.0'
seen=$(TZ=Europe/Berlin node hours.js)
echo "$seen"
[ "$seen" = "its types: lat: number, lon: number
numbers: 2026-06-20 06:00-18:00, 2026-12-01 06:00-18:00
strings: 2026-06-20 04:43-21:32, 2026-12-01 07:54-15:56" ]
