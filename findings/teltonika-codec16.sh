#!/usr/bin/env bash
# Trackers of Teltonika send their records in codec 8, in 8 extended or in 16. In 16, by the maker's page on its
# protocols, a byte (why the record was made) stands before the count of the values, and counts have one byte.
# complete-teltonika-parser refuses codecs that it does not know, takes 16, finds the sum of the packet right, and reads
# it in the layout of 8 extended. As set up it throws. With its third argument, which keeps what was read before the
# fault, the place is right, the van's battery has 94 mV instead of 24079, and its ignition is not there.
# complete-teltonika-parser 0.3.4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund complete-teltonika-parser@0.3.4

cat > read.js <<'JS'
const { ProtocolParser } = require('complete-teltonika-parser');

const hex = (value, bytes) => value.toString(16).padStart(bytes * 2, '0');
function sumOf(body) {
  let sum = 0;
  for (const byte of Buffer.from(body, 'hex')) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return hex(sum, 4);
}
/** One record from Berlin: ignition on (239, of one byte), battery of 24079 mV (66, of two). */
function packet(codec, values) {
  const place = `${hex(13.4e7, 4)}${hex(52.5e7, 4)}${hex(35, 2)}${hex(90, 2)}09${hex(50, 2)}`;
  const body = `${codec}01${hex(Date.UTC(2026, 10, 30, 12), 8)}00${place}${values}01`;
  return `00000000${hex(body.length / 2, 4)}${body}${sumOf(body)}`;
}
const packets = [
  ['8', packet('08', 'ef02' + '01ef01' + '01425e0f' + '0000')],
  ['8 extended', packet('8e', '00ef0002' + '000100ef01' + '000100425e0f' + '000000000000')],
  ['16', packet('10', '00ef0702' + '0100ef01' + '0100425e0f' + '0000')],
];
for (const [codec, bytes] of packets) {
  let thrown = 'nothing';
  try {
    new ProtocolParser(bytes);
  } catch {
    thrown = 'an error';
  }
  const [{ GPSelement, IOelement }] = new ProtocolParser(bytes, false, () => {}).Content.AVL_Datas;
  const { 239: ignition, 66: battery } = IOelement.Elements;
  console.log(`codec ${codec}: throws ${thrown}; at ${GPSelement.Latitude}, ${GPSelement.Longitude}, ignition ${ignition}, battery ${battery} mV`);
}
JS
echo 'complete-teltonika-parser 0.3.4'
seen=$(node read.js)
echo "$seen"
[ "$seen" = "codec 8: throws nothing; at 52.5, 13.4, ignition 1, battery 24079 mV
codec 8 extended: throws nothing; at 52.5, 13.4, ignition 1, battery 24079 mV
codec 16: throws an error; at 52.5, 13.4, ignition undefined, battery 94 mV" ]
