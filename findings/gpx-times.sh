#!/usr/bin/env bash
# In a GPX file a point of a track may have a time; the schema (GPX 1.1, wptType) does not ask for one, and devices
# leave it out until they know it. togeojson gives the places of a track as a line and beside it, by its documentation,
# a list of what applies to each coordinate. A point without a time has no entry in that list, not even an empty one:
# from there on every place has the time of the next, and in a track of several parts one part has those of another.
# Other values (here the heart rate) are filled up with null. A van is shown at one door at the time when it was at the
# next.
# @tmcw/togeojson 7.1.3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @tmcw/togeojson@7.1.3 @xmldom/xmldom@0.9.12

cat > read.js <<'JS'
import { gpx } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';

const garmin = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v1';
const rateOf = (rate) =>
  `<extensions><gpxtpx:TrackPointExtension xmlns:gpxtpx="${garmin}">
    <gpxtpx:hr>${rate}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>`;
const timeOf = (time) => `<time>2026-12-01T${time}:00Z</time>`;
const point = ([place, time, rate]) =>
  `<trkpt lat="${place}" lon="13">${time ? timeOf(time) : ''}${rate ? rateOf(rate) : ''}</trkpt>`;
function show(what, ...parts) {
  const track = parts.map((part) => `<trkseg>${part.map(point).join('')}</trkseg>`).join('');
  const xml = `<gpx version="1.1" creator="van" xmlns="http://www.topografix.com/GPX/1/1"><trk>${track}</trk></gpx>`;
  const [{ geometry, properties }] = gpx(new DOMParser().parseFromString(xml, 'text/xml')).features;
  const { times, ...others } = properties.coordinateProperties;
  const short = (list) => JSON.stringify(list).replaceAll('2026-12-01T', '').replaceAll(':00Z', '');
  console.log(what);
  console.log(`  places ${short(geometry.coordinates)}, times ${short(times)}`);
  for (const [name, list] of Object.entries(others)) console.log(`  ${name} ${short(list)}`);
}
show('all have a time', [[51, '08:00'], [52, '09:00'], [53, '10:00']]);
show('the first has none', [[51], [52, '09:00', 90], [53, '10:00']]);
show('the first part has none', [[51], [52]], [[53, '10:00'], [54, '11:00']]);
JS
echo '@tmcw/togeojson 7.1.3'
node read.js | tee out
[ "$(cat out)" = 'all have a time
  places [[13,51],[13,52],[13,53]], times ["08:00","09:00","10:00"]
the first has none
  places [[13,51],[13,52],[13,53]], times ["09:00","10:00"]
  heart [null,90,null]
the first part has none
  places [[[13,51],[13,52]],[[13,53],[13,54]]], times [["10:00","11:00"]]' ]
